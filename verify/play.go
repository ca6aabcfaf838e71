package verify

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
)

// Policy is how a player chooses among legal actions.
type Policy uint8

const (
	Random Policy = iota // every legal action of the roll is as likely as any other
	Eager                // one of those that help most to win
)

// picked is an action that chance and a policy have chosen.
type picked struct {
	word  string
	group Group
	gain  bool
}

// pick lets chance and a policy choose among the legal actions, carries one out and returns
// it. right is how many of a hundred questions are answered right. The game must not be over.
func (t *seated[S, A, W]) pick(chance *rand.Rand, policy Policy, right int) picked {
	die, knows := 1+chance.IntN(6), chance.IntN(100) < right
	var open []A
	best := 0
	for _, a := range t.Engine.Legal(nil, &t.State) {
		if d := t.rules.Die(a); d != 0 && d != die || !t.rules.Happens(a, knows) {
			continue
		}
		if policy == Eager {
			switch merit := t.rules.Merit(&t.State, a); {
			case len(open) == 0 || merit > best:
				open, best = open[:0], merit
			case merit < best:
				continue
			}
		}
		open = append(open, a)
	}
	a := open[chance.IntN(len(open))]
	d := picked{t.rules.Write(t.rules.Describe(&t.State, a)), t.rules.Group(&t.State, a), t.rules.Gains(&t.State, a)}
	t.Engine.Apply(&t.State, a)
	return d
}

// PlayOptions say how chance plays a game.
type PlayOptions struct {
	Policy Policy
	Right  int // how many of a hundred questions are answered right
	Limit  int // the turn after which a game is broken off
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
func (r *Reader) Play(h Header, chance *rand.Rand, o PlayOptions) (*Played, error) {
	p := r.prepare(h.Variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	if h.Setup == "" && p.variant.Has("rolloff-tie") {
		h.Opening = append(h.Opening, rollOff(h.Players, p.variant.Is("rolloff-tie", "everyone"), chance))
	}
	start, err := r.Begin(h)
	if err != nil {
		return nil, err
	}
	played := &Played{Players: h.Players}
	if h.Sides != "" {
		played.Players = strings.Split(strings.ReplaceAll(h.Sides, " ", ""), ",")
	}
	var body strings.Builder
	table := start.table
	for c := *table.Clock(); c.Phase != rules.Over && played.Turns < o.Limit; c = *table.Clock() {
		played.Turns++
		body.WriteString(strconv.Itoa(int(c.Number)) + ". " + h.Players[c.Seat])
		gained := false
		for turn := c; c.Phase != rules.Over && c.Seat == turn.Seat && c.Number == turn.Number; c = *table.Clock() {
			d := table.pick(chance, o.Policy, o.Right)
			body.WriteString(" " + d.word)
			gained = gained || d.gain
			if played.Ending == "" && table.outcome().Winners != nil {
				played.Ending = string(d.group)
			}
		}
		body.WriteByte('\n')
		if !gained {
			played.Idle++
		}
	}
	outcome := table.outcome()
	played.Result, played.Winners = outcome.String(), outcome.Winners
	switch {
	case outcome.Winners == nil:
		played.Ending = "the turn limit"
	case len(outcome.Winners) > 1:
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
