package verify

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
)

// PlayOptions say how chance plays a game.
type PlayOptions struct {
	Policy Policy
	Right  int // how many of a hundred questions are answered right
	Limit  int // the turn behind which a game is broken off
	Round  int // the number of the game, for its tags
}

// Played is a game that chance has played to its end.
type Played struct {
	Log     string   // canonical, as fmt would write it
	Players []string // who can win: the players in seating order, or the sides
	Turns   int
	Idle    int // turns that brought their player no nearer to winning
	Result  string
	Winners []string // nil if the game was broken off
	Ending  string   // what the deciding action was to its player, or "a shared win", or "the turn limit"
}

// Play lets chance play a game. The same chance gives the same game, on every machine.
func (r *Replayer) Play(h Header, chance *rand.Rand, o PlayOptions) (*Played, error) {
	p := r.prepare(h.Variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	if h.Setup == "" && rollsFirst(p.variant) {
		h.Opening = append(h.Opening, rollOff(h.Players, everyoneAgain(p.variant), chance))
	}
	t, err := r.Table(h)
	if err != nil {
		return nil, err
	}
	played := &Played{Players: h.Players}
	if h.Sides != "" {
		played.Players = strings.Split(strings.ReplaceAll(h.Sides, " ", ""), ",")
	}
	var body strings.Builder
	table := t.judge.table
	for c := table.clock(); c.Phase != rules.Over && played.Turns < o.Limit; c = table.clock() {
		played.Turns++
		body.WriteString(strconv.Itoa(int(c.Number)) + ". " + h.Players[c.Seat])
		gained := false
		for turn := c; c.Phase != rules.Over && c.Seat == turn.Seat && c.Number == turn.Number; c = table.clock() {
			d := table.draw(chance, o.Policy, o.Right)
			body.WriteString(" " + d.word)
			gained = gained || d.gain
			if played.Ending == "" && table.outcome().winners != nil {
				played.Ending = d.group
			}
		}
		body.WriteByte('\n')
		if !gained {
			played.Idle++
		}
	}
	outcome := table.outcome()
	played.Result, played.Winners = outcome.text(), outcome.winners
	switch {
	case outcome.winners == nil:
		played.Ending = "the turn limit"
	case len(outcome.winners) > 1:
		played.Ending = "a shared win"
	}

	tags := h.tags(p.variant.Game)
	tags = append(tags[:2], append([][2]string{{"Rules", p.variant.Name + "@" + p.variant.Fingerprint}}, tags[2:]...)...)
	tags = append(tags, [2]string{"Event", "tpnote play"}, [2]string{"Round", strconv.Itoa(o.Round)}, [2]string{"Result", played.Result})
	var log strings.Builder
	for _, tag := range tags {
		log.WriteString(notation.FormatTag(tag[0], tag[1]) + "\n")
	}
	log.WriteByte('\n')
	for _, line := range h.Opening {
		log.WriteString(line + "\n")
	}
	log.WriteString(body.String())
	played.Log = log.String()
	return played, nil
}

// rollOff rolls for the first turn until the highest roll stands alone.
func rollOff(handles []string, everyone bool, chance *rand.Rand) string {
	line := "order"
	for due := handles; ; {
		best, top := 0, []string(nil)
		for _, handle := range due {
			face := 1 + chance.IntN(6)
			line += fmt.Sprintf(" %s:%d", handle, face)
			switch {
			case face > best:
				best, top = face, []string{handle}
			case face == best:
				top = append(top, handle)
			}
		}
		if len(top) == 1 {
			return line
		}
		if line += " /"; !everyone {
			due = top
		}
	}
}
