package verify

import (
	"bytes"
	"slices"

	"golang.org/x/text/unicode/norm"

	"tpnote/notation"
	"tpnote/notation/shape"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify/internal/turn"
)

// This file reads what nearly all lines are: turns that are legal and written as one expects.
// Of such a line there is nothing to say. So it is read from bytes, at a hundred times the
// speed of the grammar, and played on the engine's flat position. A quick judge knows one
// answer only: yes, legal. Whatever else it meets, a refusal, a warning, an odd line, is for
// Replay.Line, which alone makes findings.

// Quick is a game's quick judge. It reads the game's words from bytes, and refuses whatever
// would be a finding; what it has changed by then does not count. A Quick serves one
// goroutine; most of it is an embedded Seats. From Start to the next Start its clock stays
// where it is.
type Quick interface {
	turn.Table
	Position(dst []byte) []byte
	Setup(text string) error
	Assert(text string, leeway turn.Leeway) (bool, error)
	Outcome() Outcome

	// Start sets the pieces for a new game, or refuses. setup says that the game starts from
	// a Setup, which is set next, and sides is the value of the Sides tag, nil if there is
	// none.
	Start(handles []string, setup bool, sides []byte) bool
	// Play carries out the action words from at on, in the turn with the given number, up
	// to their line end, and returns where that is and how many there were. It takes a whole
	// line, because a call through an interface for every word would cost a tenth of the
	// time. line is the number of that line.
	Play(text []byte, at int, line, number int32) (end, actions int, ok bool)
	// Line carries out a directive of this game alone, up to its line end.
	Line(text []byte, at int, line int32) (end int, ok bool)
}

// QuickFrom is a Quick that can go on from any position of its game.
type QuickFrom[S any] interface {
	Quick
	Here() *S
	GoOn(from *S)
}

// QuickRules are the rules that a log's Game and Variant tags name, ready for quick judges.
type QuickRules struct {
	Name  RulesName
	Table Quick // nil where games of these rules have no quick judge

	variant  *variant.Variant
	rollsOff bool
	tie      string // the value of rolloff-tie
}

// Judge says in a summary that the game was judged by them.
func (q *QuickRules) Judge(g *Summary) { g.Rules, g.variant = q.Name, q.variant }

// Admits reports whether nothing is to be said of so many players and of the Rules tag of a
// log, nil if there is none.
func (q *QuickRules) Admits(players int, made []byte) bool {
	return fits(q.variant, players) && (made == nil || sameRules(q.variant, string(made)))
}

// Quick finds the rules that a log's tags name, for quick judges; tagged says whether there
// is a Variant tag.
func (r *Reader) Quick(game, wanted string, tagged bool, dir string) *QuickRules {
	name := r.library.Default(game)
	if name == "" || r.options.cut() {
		return &QuickRules{}
	}
	if tagged {
		name = wanted
	}
	if r.options.Variant != "" {
		name, dir = r.options.Variant, "."
	}
	p := r.prepare(name, dir)
	if p.err != nil || p.variant.Game != game {
		return &QuickRules{}
	}
	return p.binding.quickRules(p.variant)
}

// quickRules makes the quick judge of the variant that is bound, once.
func (b *binding) quickRules(v *variant.Variant) *QuickRules {
	if b.judge == nil {
		b.judge = &QuickRules{
			Name: RulesName{v.Game, v.Name, v.Fingerprint}, variant: v,
			rollsOff: b.rollsOff,
		}
		if b.rollsOff {
			b.judge.tie = tieRule(v)
		}
		if b.quick != nil {
			b.judge.Table = b.quick()
		}
	}
	return b.judge
}

// QuickPlayers are the players of a game, as quick judges look for them.
type QuickPlayers struct {
	Handles []string
	words   []shape.Blanked
}

// NewQuickPlayers makes handles, in seating order, ready to be looked for.
func NewQuickPlayers(handles []string) *QuickPlayers {
	p := &QuickPlayers{Handles: handles}
	for _, h := range handles {
		p.words = append(p.words, shape.BlankedOf(h))
	}
	return p
}

// QuickBody reads the lines of games' bodies. Of turns it decides nothing: the turn machine
// does. It serves one goroutine.
type QuickBody struct {
	Turns   int // carried out
	Actions int // carried out

	text    []byte
	at      int
	lineNo  int32 // number of the line being read
	rules   *QuickRules
	table   Quick
	clock   *rules.Clock // of the table
	players *QuickPlayers
	turns   turn.Machine
	number  int  // of the last turn line
	turnAt  int  // where the last turn begins in what Lines has read; -1 if it has read none
	begun   bool // a turn has begun, or a state line has been read
	own     bool // a directive of the game's own has been read
	scratch []byte
}

// Start sets the table for a game. setup and sides are the values of those tags, nil if there
// are none. It may refuse.
func (q *QuickBody) Start(r *QuickRules, players *QuickPlayers, setup, sides []byte) bool {
	q.rules, q.table, q.players = r, r.Table, players
	if q.table == nil || !q.table.Start(players.Handles, setup != nil, sides) {
		return false
	}
	q.clock = q.table.Clock()
	q.turns, q.Turns, q.Actions, q.number, q.begun = turn.Start(setup != nil), 0, 0, 0, false
	return setup == nil || q.table.Setup(norm.NFC.String(string(setup))) == nil
}

// Lines reads lines from text[at:] on, up to end or to the line that begins the next game:
// games has been told the lines before. Every line ends with a newline, and behind end the
// array has shape.Slack bytes more. line is the number of the first one. It returns where it
// ended and how many lines it has read. ok is false if the next line is not for it; that line
// may have changed the position all the same.
func (q *QuickBody) Lines(games notation.Splitter, text []byte, at, end, line int) (stop, lines int, ok bool) {
	q.text, q.at, q.turnAt = text[:end+shape.Slack], at, -1
	text = q.text
	first := int32(line)
	for q.lineNo = first; q.at < end; q.lineNo++ {
		begin := q.at
		switch c := text[begin]; {
		case c-'0' <= 9: // a line of the body, which tells the splitter nothing new
			ok = q.turn()
		case c == '\n':
			q.at++
			ok = true
		default:
			class, begins := games.Line(text[begin : begin+bytes.IndexByte(text[begin:], '\n')+1])
			switch {
			case begins:
				return begin, int(q.lineNo - first), true
			case class == notation.BlankLine:
				q.at, ok = shape.Empty(text, q.at)
			default:
				ok = q.directive()
			}
		}
		if !ok || q.at-begin > notation.MaxLine {
			return begin, int(q.lineNo - first), false
		}
	}
	return q.at, int(q.lineNo - first), true
}

// turn reads and carries out a turn line.
func (q *QuickBody) turn() bool {
	text := q.text
	number, at, ok := shape.Number(text, q.at)
	if !ok {
		return false
	}
	seat := q.clock.Seat // most likely
	if size := q.players.words[seat].At(text, at); size > 0 {
		at += size
	} else {
		end := shape.WordEnd(text, at)
		if seat, ok = q.seat(text[at:end]); !ok {
			return false
		}
		at = end
	}
	if q.turns.TakeDue(q.clock, seat, number) {
		q.Turns++
		q.begun, q.turnAt = true, q.at
	} else {
		taking := q.turns.Take(q.table, seat, number, false)
		if taking.Faults != 0 {
			return false
		}
		if taking.Counts || q.Turns == 0 { // a Setup may have begun it
			q.Turns++
		}
		q.begun = q.begun || taking.Begins
		if taking.Begins || q.turnAt < 0 {
			q.turnAt = q.at
		}
	}
	q.number = int(number)
	at, actions, ok := q.table.Play(text, at, q.lineNo, number)
	q.Actions += actions
	q.at = at + 1
	return ok && actions > 0
}

// seat is whose a handle is.
func (q *QuickBody) seat(word []byte) (seat uint8, ok bool) {
	for seat, h := range q.players.Handles {
		if h == string(word) {
			return uint8(seat), true
		}
	}
	return 0, false
}

// directive carries out a line of the body that is no turn.
func (q *QuickBody) directive() bool {
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
		at, ok = q.table.Line(q.text, at, q.lineNo)
		q.own = true
	}
	q.at = at + 1
	return ok && q.text[at] == '\n'
}

// order carries out the rolls for the first turn, from behind the keyword on, if they settle
// it.
func (q *QuickBody) order(at int) (end int, ok bool) {
	if q.turns.Ordered || q.turns.Played || !q.rules.rollsOff {
		return at, false
	}
	q.turns.Ordered = true
	off := turn.NewRollOff(q.rules.tie, len(q.players.Handles))
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
func (q *QuickBody) state(at int) (end int, ok bool) {
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
	leeway := q.turns.Leeway(q.table, false)
	same, err := q.table.Assert(norm.NFC.String(string(q.scratch)), leeway)
	q.turns.Assert(!leeway.Seat)
	q.begun = true
	return at, err == nil && same
}

// Outcome is how the game stands.
func (q *QuickBody) Outcome() Outcome { return q.table.Outcome() }

// AppendPosition appends the text of the position.
func (q *QuickBody) AppendPosition(dst []byte) []byte { return q.table.Position(dst) }

// ahead reads lines of a replay that are for a quick judge.
type ahead struct {
	body QuickBody
	text []byte // the game's lines, as QuickBody.Lines wants them
	size int    // of them, without what was added
	end  int    // and with the last newline
}

// start makes a game ready, of which the block is what is left, or refuses.
func (a *ahead) start(p *Replay, b notation.Block) bool {
	value := func(tag string) []byte {
		v, given := p.head.value(tag)
		if !given {
			return nil
		}
		return append([]byte{}, v...)
	}
	if p.table == nil || !a.body.Start(p.rules.quickRules(p.variant), NewQuickPlayers(p.handles), value("Setup"), value("Sides")) {
		return false
	}
	a.size = len(b.Text)
	a.text = b.Text
	if cap(a.text)-a.size < shape.Slack || !bytes.HasSuffix(a.text, []byte{'\n'}) {
		a.text = append(slices.Grow([]byte(nil), a.size+1+shape.Slack), a.text...)
		if !bytes.HasSuffix(a.text, []byte{'\n'}) {
			a.text = append(a.text, '\n')
		}
	}
	a.end = len(a.text)
	return true
}

// read carries out in p as many of the next lines as it can, which take so many bytes, and
// returns what is left then. begins reports whether a turn begins in them.
func (a *ahead) read(p *Replay, rest notation.Block, size int) (behind notation.Block, begins bool) {
	q, at := &a.body, a.size-len(rest.Text)
	end := at + size
	if end == a.size {
		end = a.end
	}
	a.take(p)
	stop, lines, ok := q.Lines(notation.Splitter{}, a.text, at, end, rest.Line)
	if !ok || end < a.size { // the line that was refused may have been begun: once more, without it
		if q.turnAt >= 0 { // and without the turn before: what it did may be among the grounds
			stop = q.turnAt
		}
		a.take(p)
		_, lines, _ = q.Lines(notation.Splitter{}, a.text, at, stop, rest.Line)
	}
	if lines == 0 {
		return rest, false
	}
	p.rules.fromQuick(p.table, q.table)
	if q.turnAt >= 0 {
		p.table.forget()
	}
	p.turns, p.taken, p.actions, p.number = q.turns, q.Turns, q.Actions, q.number
	p.erred = p.erred && !q.begun
	p.rulable = p.rulable && !q.begun && !q.own
	return rest.Behind(min(stop, a.size)-at, lines), q.begun
}

// take goes on from where the replay is.
func (a *ahead) take(p *Replay) {
	q := &a.body
	p.rules.toQuick(q.table, p.table)
	q.turns, q.Turns, q.Actions, q.number, q.begun, q.own = p.turns, p.taken, p.actions, p.number, false, false
}
