package verify

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
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
	// Unknown is how likely a word of the log is to have an unknown part, from 0 to 1.
	Unknown float64
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
	if h.Setup == "" && rollsOff(p.variant) {
		h.Opening = append(h.Opening, rollOff(h.Players, tieRule(p.variant), chance))
	}
	start, err := r.Begin(h)
	if err != nil {
		return nil, err
	}
	played := &Played{Players: h.Players}
	if h.Sides != "" {
		played.Players = strings.Split(strings.ReplaceAll(h.Sides, " ", ""), ",")
	}
	var body []string // words and what stands before them
	table := start.table
	for c := *table.Clock(); c.Phase != rules.Over && played.Turns < o.Limit; c = *table.Clock() {
		played.Turns++
		body = append(body, strconv.Itoa(int(c.Number))+". "+h.Players[c.Seat])
		gained := false
		for turn := c; c.Phase != rules.Over && c.Seat == turn.Seat && c.Number == turn.Number; c = *table.Clock() {
			d := table.pick(chance, o.Policy, o.Right)
			body = append(body, " ", d.word)
			gained = gained || d.gain
			if played.Ending == "" && table.outcome().Winners != nil {
				played.Ending = string(d.group)
			}
		}
		body = append(body, "\n")
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
	for i, piece := range body {
		if i > 0 && body[i-1] == " " { // it is the same game, whatever is blanked
			piece = o.blanked(table, piece, chance)
		}
		log.WriteString(piece)
	}
	played.Log = log.String()
	return played, nil
}

// blanked is a word, perhaps with an unknown part.
func (o *PlayOptions) blanked(t table, word string, chance *rand.Rand) string {
	if o.Unknown == 0 || chance.Float64() >= o.Unknown {
		return word
	}
	if ways := t.blanks(word); len(ways) > 0 {
		return ways[chance.IntN(len(ways))]
	}
	return word
}

// rollOff rolls for the first turn until that is settled.
func rollOff(handles []string, tie string, chance *rand.Rand) string {
	line := "order"
	r := rules.NewRollOff(tie, len(handles))
	faces := make([]uint8, len(handles))
	for {
		for seat, handle := range handles {
			if r.Due()>>seat&1 != 0 {
				faces[seat] = uint8(1 + chance.IntN(6))
				line += fmt.Sprintf(" %s:%d", handle, faces[seat])
			}
		}
		if r.Roll(faces); r.Due() == 0 {
			return line
		}
		line += " /"
	}
}

// Header is what the tags of a log say.
type Header struct {
	Variant string // a built-in name, or a path
	Players []string
	Sides   string   // "" where everybody plays alone
	Setup   string   // "" for the game's own start
	Opening []string // lines before turn 1, such as an order line
}

// tags are those of the header that are given, in their canonical order.
func (h *Header) tags(game string) [][2]string {
	tags := [][2]string{{"Game", game}, {"Variant", h.Variant}, {"Players", strings.Join(h.Players, ", ")}}
	if h.Sides != "" {
		tags = append(tags, [2]string{"Sides", h.Sides})
	}
	if h.Setup != "" {
		tags = append(tags, [2]string{"Setup", h.Setup})
	}
	return tags
}

// Begin sets up a game of which nothing has been played. A position to start from has to be
// possible.
func (r *Reader) Begin(h Header) (*Replay, error) {
	p := r.prepare(h.Variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	var head []notation.Line
	for i, tag := range h.tags(p.variant.Game) {
		head = append(head, notation.ParseLine(notation.FormatTag(tag[0], tag[1]), i+1))
	}
	replay, findings, err := r.Start(head, ".", 1, 1)
	if err != nil {
		return nil, err
	}
	for i, text := range h.Opening {
		findings = append(findings, replay.Line(notation.ParseLine(text, len(head)+i+1)).Findings...)
	}
	switch {
	case len(findings) > 0:
		return nil, errors.New(findings[0].Message)
	case !replay.Ready():
		return nil, fmt.Errorf("%d players are more than a game can hold", len(h.Players))
	}
	return replay, nil
}

// Players proposes players for a variant: those that a position names, or else n with
// names of the program's own.
func (r *Reader) Players(variant, position string, n int) ([]string, error) {
	p := r.prepare(variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	fields := strings.Fields(position)
	var named []string
	for _, field := range fields[min(2, len(fields)):] {
		if name, _, found := strings.Cut(field, "="); found {
			named = append(named, name)
		}
	}
	if len(fields) > 1 && slices.Contains(named, strings.TrimRight(fields[1], "+-")) {
		return named, nil
	}
	return r.options.Games.of(p.variant.Family).players(p.variant, n), nil
}

// Opening gives the lines that a log of the variant needs before turn 1: where the pieces
// stand, and the like. Chance settles them; without it they are the plainest.
func (r *Reader) Opening(variant string, handles []string, chance *rand.Rand) ([]string, error) {
	p := r.prepare(variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	return r.options.Games.of(p.variant.Family).opening(p.variant, handles, chance), nil
}

// errForeign tells of a directive that no game has.
var errForeign = errors.New("no game has this directive")

// Format gives a log its canonical form: what notation.Format does, with the names of
// spaces as the board of each game's variant has them. Variant paths in the log are
// relative to dir. The replay finds the same in it before and after.
func (r *Reader) Format(src io.Reader, dir string, piece func(text, form []byte) error) error {
	check := func(d *notation.Directive) error {
		_, known, err := r.options.Games.directive(d)
		if !known {
			return errForeign
		}
		return err
	}
	spell := func(head []notation.Line) notation.Spelling {
		p, _, err := r.Start(head, dir, 1, 1)
		if err != nil {
			return notation.Spelling{Directive: check}
		}
		spelling := p.respelling()
		spelling.Directive = check
		return spelling
	}
	return notation.Format(src, spell, piece)
}
