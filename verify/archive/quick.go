package archive

import (
	"bytes"

	"golang.org/x/text/unicode/norm"

	"tpnote/notation"
	"tpnote/notation/shape"
	"tpnote/rules"
	"tpnote/verify"
	"tpnote/verify/internal/turn"
)

// judge is the quick judge of a worker. Nearly all games of an archive are legal and written
// as one expects, and of such a game there is nothing to say but how it ended. So the judge
// reads the bytes, and knows one answer only: yes, legal. Whatever else it meets, a refusal, a
// warning, an odd line, the whole game goes to the Reader, which alone makes findings. What
// is legal it does not decide: the turn machine does, verify.Quick for words, and
// verify.Outcome for results. It serves one goroutine.
type judge struct {
	reader    *verify.Reader
	positions bool // whether Summary.Position is wanted

	ready   map[string]*verify.QuickRules // by game, variant and folder
	seated  map[string]*players           // by Players value
	results map[string]*notation.Result   // by Result value
	key     []byte
	scratch []byte

	// the game under judgement
	text    []byte // with shape.Slack behind end
	at, end int
	games   notation.Splitter
	tags    []tag
	rules   *verify.QuickRules
	table   verify.Quick
	clock   *rules.Clock // of the table
	*players
	turns   turn.Machine
	taken   int // turns
	actions int

	_ [128]byte // what one worker writes is on no cache line of another's
}

// players is the players of a game.
type players struct {
	handles []string
	words   []shape.Blanked // the handles
}

type tag struct{ name, value []byte }

// mostKept bounds what a worker keeps of an archive's tags.
const mostKept = 1024

func newJudge(r *verify.Reader, positions bool) *judge {
	return &judge{
		reader: r, positions: positions,
		ready: map[string]*verify.QuickRules{}, seated: map[string]*players{}, results: map[string]*notation.Result{},
	}
}

// game judges the game at the beginning of text, the lines of which are counted from line.
// If it is legal, g says how it ended, and size and lines are what it takes of the text.
// text ends with a newline, and has shape.Slack bytes behind it.
func (q *judge) game(text []byte, dir string, line int, g *verify.Summary) (size, lines int, ok bool) {
	q.at, q.end = 0, len(text)
	text = text[:len(text)+shape.Slack]
	q.text, q.tags, q.games = text, q.tags[:0], notation.Splitter{}
	last := line
	for ; q.at < q.end; last++ {
		begin := q.at
		class, _ := q.games.Line(q.line())
		if class == notation.BodyLine {
			break
		}
		if class == notation.TagLine {
			if len(q.tags) == 0 {
				g.Line = last
			}
			ok = q.tag()
		} else {
			ok = q.comment()
		}
		if !ok || q.at-begin > notation.MaxLine {
			return 0, 0, false
		}
	}
	if len(q.tags) == 0 || !q.open(dir, g) {
		return 0, 0, false
	}
	for ; q.at < q.end; last++ {
		begin := q.at
		switch c := text[begin]; {
		case c-'0' <= 9: // a line of the body, which tells the splitter nothing new
			ok = q.turn()
		case c == '\n':
			q.at++
			ok = true
		default:
			class, begins := q.games.Line(q.line())
			switch {
			case begins:
				return q.finish(g, last-line)
			case class == notation.BlankLine:
				ok = q.comment()
			default:
				ok = q.directive()
			}
		}
		if !ok || q.at-begin > notation.MaxLine {
			return 0, 0, false
		}
	}
	return q.finish(g, last-line)
}

// line is the line that is to be read.
func (q *judge) line() []byte {
	return q.text[q.at : q.at+bytes.IndexByte(q.text[q.at:], '\n')+1]
}

// comment reads a line that is blank but for comments.
func (q *judge) comment() bool {
	at, ok := shape.Gap(q.text, q.at)
	ok = ok && q.text[at] == '\n'
	q.at = at + 1
	return ok
}

// tag reads a tag line.
func (q *judge) tag() bool {
	at := q.at
	for q.text[at] != '[' { // blanks
		at++
	}
	name, value, next, ok := shape.Tag(q.text, at)
	if !ok || q.value(string(name)) != nil {
		return false
	}
	q.at = next + 1
	q.tags = append(q.tags, tag{name, value})
	return true
}

// value is a tag's value, or nil.
func (q *judge) value(name string) []byte {
	for _, t := range q.tags {
		if string(t.name) == name {
			return t.value
		}
	}
	return nil
}

// open chooses the rules and sets the table.
func (q *judge) open(dir string, g *verify.Summary) bool {
	who := q.seats(q.value("Players"))
	q.rules = q.choose(q.value("Game"), q.value("Variant"), dir)
	if who == nil || q.rules.Table == nil {
		return false
	}
	q.table, q.players = q.rules.Table, who
	setup := q.value("Setup")
	if !q.rules.Admits(len(who.handles), q.value("Rules")) || !q.table.Start(who.handles, setup != nil, q.value("Sides")) {
		return false
	}
	q.clock = q.table.Clock()
	q.turns, q.taken, q.actions = turn.Start(setup != nil), 0, 0
	g.Rules, g.Handles = q.rules.Name, who.handles
	return setup == nil || q.table.Setup(norm.NFC.String(string(setup))) == nil
}

// seats is the players that a Players value names, or nil.
func (q *judge) seats(value []byte) *players {
	if known, ok := q.seated[string(value)]; ok {
		return known
	}
	var who *players
	handles, ok := shape.Handles(value)
	if !ok {
		handles, _ = notation.ParsePlayers(string(value))
	}
	if handles != nil {
		who = &players{handles: handles}
		for _, h := range handles {
			who.words = append(who.words, shape.BlankedOf(h))
		}
	}
	keep(q.seated, value, who)
	return who
}

// keep remembers what a key stands for, in a map that is emptied when it is full.
func keep[V any](known map[string]V, key []byte, v V) {
	if len(known) == mostKept {
		clear(known)
	}
	known[string(key)] = v
}

// choose finds the rules that tags name; without a table where that takes the Reader.
func (q *judge) choose(game, wanted []byte, dir string) *verify.QuickRules {
	q.key = append(append(q.key[:0], game...), 0)
	if wanted != nil {
		q.key = append(append(append(q.key, '='), wanted...), 0)
	}
	q.key = append(q.key, dir...)
	if chosen := q.ready[string(q.key)]; chosen != nil {
		return chosen
	}
	chosen := q.reader.Quick(string(game), string(wanted), wanted != nil, dir)
	keep(q.ready, q.key, &chosen)
	return &chosen
}

// turn reads and carries out a turn line.
func (q *judge) turn() bool {
	text := q.text
	number, at, ok := shape.Number(text, q.at)
	if !ok {
		return false
	}
	seat := q.clock.Seat // most likely
	if size := q.words[seat].At(text, at); size > 0 {
		at += size
	} else {
		end := shape.WordEnd(text, at)
		if seat, ok = q.seat(text[at:end]); !ok {
			return false
		}
		at = end
	}
	if q.turns.TakeDue(q.clock, seat, number) {
		q.taken++
	} else if taking := q.turns.Take(q.table, seat, number, false); taking.Faults != 0 {
		return false
	} else if taking.Counts || q.taken == 0 { // a Setup may have begun it
		q.taken++
	}
	at, actions, ok := q.table.Play(text, at, number)
	q.actions += actions
	q.at = at + 1
	return ok && actions > 0
}

// seat is whose a handle is.
func (q *judge) seat(word []byte) (seat uint8, ok bool) {
	for seat, h := range q.handles {
		if h == string(word) {
			return uint8(seat), true
		}
	}
	return 0, false
}

// directive carries out a line of the body that is no turn.
func (q *judge) directive() bool {
	at, ok := shape.Gap(q.text, q.at)
	if !ok {
		return false
	}
	word := q.text[at:shape.WordEnd(q.text, at)]
	switch string(word) {
	case "order":
		at, ok = q.order(at + len(word))
	case "state":
		at, ok = q.state(at + len(word))
	default:
		at, ok = q.table.Line(q.text, at)
	}
	q.at = at + 1
	return ok && q.text[at] == '\n'
}

// order carries out the rolls for the first turn, from behind the keyword on, if they settle
// it.
func (q *judge) order(at int) (end int, ok bool) {
	if q.turns.Ordered || q.turns.Played || !q.rules.RollsOff {
		return at, false
	}
	q.turns.Ordered = true
	off := turn.NewRollOff(len(q.handles), q.rules.Everyone)
	for {
		if at, ok = shape.Gap(q.text, at); !ok {
			return at, false
		}
		end := shape.WordEnd(q.text, at)
		switch word := q.text[at:end]; {
		case len(word) == 0: // the line ends
			fault, winner := off.End(true)
			if fault == 0 {
				q.turns.Order(q.table, uint8(turn.Seat(winner)), true)
			}
			return at, fault == 0
		case string(word) == "/":
			if fault, _ := off.End(false); fault != 0 {
				return at, false
			}
		default:
			handle, face, _ := bytes.Cut(word, []byte{':'})
			seat, known := q.seat(handle)
			if !known || len(face) != 1 || face[0]-'1' >= 6 || off.Roll(int(seat), int(face[0]-'0')) != 0 {
				return at, false
			}
		}
		at = end
	}
}

// state carries out a state line, from behind the keyword on, if the position is right.
func (q *judge) state(at int) (end int, ok bool) {
	q.scratch = q.scratch[:0]
	for {
		if at, ok = shape.Gap(q.text, at); !ok {
			return at, false
		}
		if q.text[at] == '\n' {
			break
		}
		end := shape.WordEnd(q.text, at)
		if len(q.scratch) > 0 {
			q.scratch = append(q.scratch, ' ')
		}
		q.scratch = append(q.scratch, q.text[at:end]...)
		at = end
	}
	if len(q.scratch) == 0 {
		return at, false
	}
	belief := q.turns.Belief(q.table, false)
	same, err := q.table.Assert(norm.NFC.String(string(q.scratch)), belief)
	q.turns.Assert(!belief.Seat)
	return at, err == nil && same
}

// finish ends the game; lines is how many were read.
func (q *judge) finish(g *verify.Summary, lines int) (size, taken int, ok bool) {
	o := q.table.Outcome()
	g.Finished, g.Result = o.Winners != nil, o.String()
	if given := q.value("Result"); given != nil && string(given) != g.Result && !q.agrees(o, given) {
		return 0, 0, false
	}
	g.Position = ""
	if q.positions {
		q.scratch = q.table.Position(q.scratch[:0])
		g.Position = string(q.scratch)
	}
	g.Turns, g.Actions = q.taken, q.actions
	return q.at, lines, true
}

// agrees reports whether the value of a Result tag is right, though not written as one would.
func (q *judge) agrees(o verify.Outcome, given []byte) bool {
	result, known := q.results[string(given)]
	if !known {
		if parsed, err := notation.ParseResult(string(given)); err == nil {
			result = &parsed
		}
		keep(q.results, given, result)
	}
	return result != nil && o.Agrees(*result)
}
