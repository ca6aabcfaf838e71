package regress

import (
	"bytes"
	"hash/maphash"
	"math"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
)

// This file judges the same game by one variant after another, and compares two such judgements
// line by line.

// game is a game that is judged by one variant after another.
type game struct {
	notation.Block
	name, dir string
	number    int
}

// trace is the record of a replay of a game. A game may have a million lines, so it has only
// hashes of the positions, and for most lines nothing else.
type trace struct {
	*verify.Summary
	positions []uint32         // by line, from the first of the game: see event
	choices   []uint32         // by line too: hashes of the alternatives to its actions; nil if not asked for
	end       uint64           // the hash of the end of the game
	found     map[int32]*found // by line, if there is any; atEnd has it
}

// event is the judgement of one line of a log. Two variants part at the first line with
// different events.
type event struct {
	line     int32  // from the first of the game, which is 0; atEnd for what only the end of the game shows
	position uint64 // the hash of that after a turn that was carried out; else 0
	choices  uint32
	found
}

// found is what else there is to say of a line.
type found struct {
	turn    int32
	errors  []verify.Code // of what is illegal, sorted
	unnamed []verify.Code // those of them that name no rule point
	others  []verify.Code // of everything else
	bad     bool          // something is not the notation
}

// atEnd is the line number of the end of a game, after all others.
const atEnd = math.MaxInt32

// at is what the replay made of a line; ok is false if that is nothing.
func (t *trace) at(line int32) (e event, ok bool) {
	e = event{line: line, position: t.end}
	if line != atEnd {
		e.position = uint64(t.positions[line])
		if t.choices != nil {
			e.choices = t.choices[line]
		}
	}
	f := t.found[line]
	if f != nil {
		e.found = *f
	}
	return e, e.position != 0 || f != nil
}

// differs reports whether two variants judge a line differently.
func (e event) differs(other event) bool {
	return e.position != other.position || e.judgedOtherwise(other) || !slices.Equal(e.others, other.others)
}

// judgedOtherwise reports whether two variants find different errors on a line.
func (e event) judgedOtherwise(other event) bool { return !slices.Equal(e.errors, other.errors) }

var positionSeed = maphash.MakeSeed()

// hashed is the hash of a position; it is not 0.
func hashed(position []byte) uint32 { return 1 | uint32(maphash.Bytes(positionSeed, position)) }

// replay replays a game and keeps what became of every line.
func (g *game) replay(r *verify.Reader) (*trace, error) {
	t := g.blank()
	var buffer []byte
	sum, _, err := r.Watched(g.name, g.dir, g.number, g.Block, func(line int, position func(dst []byte) []byte) {
		buffer = position(buffer[:0])
		t.positions[line-g.Line] = hashed(buffer)
	})
	return t.of(sum, g.Block, err)
}

// replayChoices is replay, and keeps what each roll allowed, too. That takes long.
func (g *game) replayChoices(r *verify.Reader) (*trace, error) {
	t := g.blank()
	t.choices = make([]uint32, len(t.positions))
	var buffer []byte
	r = r.With(func(o *verify.Options) { o.Keep = true })
	sum, _, err := r.Block(g.name, g.dir, g.number, g.Block, func(ev *verify.Event) {
		if !ev.Carried {
			return
		}
		line := ev.Line.Span.Line - g.Line
		buffer = ev.After.AppendPosition(buffer[:0])
		t.positions[line] = hashed(buffer)
		for i := range ev.Actions {
			if a := &ev.Actions[i]; a.Judged {
				choices := ev.Before[i].Tree().Choices(ev.Words[i].Text, *a)
				t.choices[line] = uint32(maphash.Comparable(positionSeed, [2]uint64{uint64(t.choices[line]), choices}))
			}
		}
	})
	return t.of(sum, g.Block, err)
}

// blank is an empty trace of the game.
func (g *game) blank() *trace {
	lines := bytes.Count(g.Text, []byte{'\n'}) + max(0, g.First-g.Line) + 3 // a game that is too long has no text
	return &trace{positions: make([]uint32, lines), found: map[int32]*found{}}
}

// of completes a trace with what the replay of the game has come to, or returns its error.
func (t *trace) of(g *verify.Summary, b notation.Block, err error) (*trace, error) {
	if err != nil {
		return nil, err
	}
	t.Summary = g
	for i := range g.Findings {
		f := &g.Findings[i]
		line := int32(f.Span.Line - b.Line)
		switch f.Code {
		case verify.CodeFingerprint:
			continue // about the name of the rules, not about the game
		case verify.CodeResult:
			line = atEnd // its tag stands at the head, but it shows at the end
		}
		on := t.found[line]
		if on == nil {
			on = &found{turn: int32(f.Turn)}
			t.found[line] = on
		}
		on.add(f.Code, f.Severity == verify.SeverityError, f.Malformed, g.Variant() != nil && g.Variant().Has(f.Rule))
		for _, n := range f.Notes {
			on.add(n.Code, true, n.Malformed, false)
		}
	}
	t.end = maphash.String(positionSeed, g.Result+" "+g.Position)
	return t, nil
}

// positionAfter is the position after a line of a game that r has replayed before; "" if the line was not carried out.
func (g *game) positionAfter(r *verify.Reader, line int32) (text string) {
	r.Watched(g.name, g.dir, g.number, through(g.Block, line), func(at int, position func(dst []byte) []byte) { // nothing is left to go wrong
		if at == g.Line+int(line) {
			text = string(position(nil))
		}
	})
	return text
}

// through cuts a game after a line; 0 is the first line.
func through(b notation.Block, line int32) notation.Block {
	rest := b
	for ; line >= 0 && len(rest.Text) > 0; line-- {
		_, rest = rest.CutText()
	}
	return notation.Block{Text: b.Text[:len(b.Text)-len(rest.Text)], Line: b.Line, First: b.First}
}

// add notes a code that was raised on the line.
func (f *found) add(code verify.Code, isError, malformed, named bool) {
	f.bad = f.bad || malformed
	switch {
	case malformed, !isError:
		f.others = with(f.others, code)
	default:
		f.errors = with(f.errors, code)
		if !named {
			f.unnamed = with(f.unnamed, code)
		}
	}
}

// with is a sorted list of codes with one more.
func with(codes []verify.Code, code verify.Code) []verify.Code {
	at, _ := slices.BinarySearch(codes, code)
	return slices.Insert(codes, at, code)
}

// beside has the differences of a replay by other rules from another one.
type beside struct {
	differs, judged *parted // where they part, and where they first find different errors; nil for nowhere
	verdict         verify.Verdict

	// changes: a line is judged differently, or the result or the final position differs.
	// Positions on the way may differ without effect, such as by a bar that is never tried.
	changes bool
}

// parted has the events of two replays for a line that they judge differently.
type parted struct{ a, b event }

// beside compares another replay of the game with t.
func (t *trace) beside(other *trace) *beside {
	d := &beside{verdict: other.Verdict()}
	for x, y := range pairs(t, other) {
		if d.differs == nil && x.differs(y) {
			d.differs = &parted{x, y}
		}
		if d.judged == nil && x.judgedOtherwise(y) {
			d.judged = &parted{x, y}
		}
		d.changes = d.changes || x.judgedOtherwise(y) || !slices.Equal(x.others, y.others) || x.line == atEnd && x.position != y.position
	}
	return d
}

// pairs yields what two replays of a game made of its lines, where either made anything.
func pairs(a, b *trace) func(yield func(event, event) bool) {
	return func(yield func(event, event) bool) {
		for i := range len(a.positions) + 1 {
			line := int32(i)
			if i == len(a.positions) {
				line = atEnd
			}
			x, some := a.at(line)
			y, others := b.at(line)
			if (some || others) && !yield(x, y) {
				return
			}
		}
	}
}
