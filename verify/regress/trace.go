package regress

import (
	"bytes"
	"hash/maphash"
	"iter"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
)

// This file judges the same game by one variant after another, and compares two such judgements line by line.

// game is a game that is judged by one variant after another.
type game struct {
	notation.Block
	name, dir string
	choices   bool // whether traces have the positions on the way and the choices of each roll, which take long
}

// trace is the record of a replay of a game. A game may have a million turns, so it has only
// hashes of the positions, and nothing of lines that are blank.
type trace struct {
	*verify.Summary
	events []event // by line, the end of the game last; a line without one is not carried out and has no findings
}

// event is the judgement of one line of a log. Two variants part at the first line with different events.
type event struct {
	line     int32  // counted from the first of the game
	position uint32 // the hash of that after a turn that was carried out; else 0
	choices  uint32 // the hash of the alternatives to its actions; 0 if not asked for
	*found          // nothing if there is nothing
}

// found is what else there is to say of a line.
type found struct {
	turn    int
	errors  []verify.Code // of what is illegal, sorted
	unnamed []verify.Code // those of them that name no rule point; only with choices
	others  []verify.Code // of everything else
	bad     bool          // something is not the notation
}

// nothing is what else there is to say of most lines.
var nothing = new(found)

// on returns the event of a line of a game, and adds it to the trace if it is new.
func (t *trace) on(line int) *event {
	at, known := len(t.events), false
	if at > 0 && t.events[at-1].line >= int32(line) { // else it is the next line, as nearly always
		at, known = t.find(line)
	}
	if !known {
		t.events = slices.Insert(t.events, at, event{line: int32(line), found: nothing})
	}
	return &t.events[at]
}

// find returns the index of the event of a line, or where it belongs.
func (t *trace) find(line int) (at int, known bool) {
	return slices.BinarySearchFunc(t.events, int32(line), func(e event, line int32) int { return int(e.line - line) })
}

// through is a copy of a trace up to a line, which has an event.
func (t *trace) through(line int) *trace {
	after, _ := t.find(line + 1)
	part := &trace{t.Summary, slices.Clone(t.events[:after])}
	part.on(line)
	return part
}

// pairs yields the events of two judgements of a game, by line. Both end at the same line.
func pairs(t, other *trace) iter.Seq2[event, event] {
	return func(yield func(x, y event) bool) {
		a, b := t.events, other.events
		for len(a) > 0 {
			line := min(a[0].line, b[0].line)
			next := func(events *[]event) event {
				e := (*events)[0]
				if e.line > line {
					return event{line: line, found: nothing}
				}
				*events = (*events)[1:]
				return e
			}
			if !yield(next(&a), next(&b)) {
				return
			}
		}
	}
}

// differs reports whether two variants judge a line differently.
func (e event) differs(other event) bool {
	return e.position != other.position || e.foundOtherwise(other)
}

// foundOtherwise reports whether two variants find different things on a line.
func (e event) foundOtherwise(other event) bool {
	return e.judgedOtherwise(other) || !slices.Equal(e.others, other.others)
}

// judgedOtherwise reports whether two variants find different errors on a line.
func (e event) judgedOtherwise(other event) bool { return !slices.Equal(e.errors, other.errors) }

var positionSeed = maphash.MakeSeed()

// hashed is the hash of a position; it is not 0.
func hashed(position []byte) uint32 { return 1 | uint32(maphash.Bytes(positionSeed, position)) }

// judge judges the game. Without choices, the trace has only the final position.
func (g *game) judge(r *verify.Reader) (*trace, error) {
	if g.choices {
		return g.withChoices(r)
	}
	sum, err := r.Judge(g.name, g.dir, g.Block, nil)
	return new(trace).end(g, sum), err
}

// withChoices is judge with choices.
func (g *game) withChoices(r *verify.Reader) (*trace, error) {
	t := &trace{events: make([]event, 0, g.end())}
	r = r.With(func(o *verify.Options) { o.Keep = true })
	sum, _, err := r.Block(g.name, g.dir, g.Block, func(ev *verify.Event) {
		if !ev.Carried {
			return
		}
		e := t.on(ev.Line.Span.Line - g.Line)
		e.position = hashed(ev.After.AppendPosition(nil))
		for i := range ev.Actions {
			if a := &ev.Actions[i]; a.Judged {
				choices := ev.Before[i].Tree().Choices(*a)
				e.choices = uint32(maphash.Comparable(positionSeed, [2]uint64{uint64(e.choices), choices}))
			}
		}
	})
	return t.end(g, sum), err
}

// follow returns what judge has found for r up to a line, with the positions on the way.
func (g *game) follow(r *verify.Reader, judged *trace, until int) *trace {
	t := judged.through(until)
	t.events = slices.Grow(t.events, until)
	var buffer []byte
	r.Watched(g.name, g.dir, g.through(until), func(line int, position func(dst []byte) []byte) { // nothing is left to go wrong
		buffer = position(buffer[:0])
		t.on(line - g.Line).position = hashed(buffer)
	})
	return t
}

// end is the line of the event of the end of the game.
func (g *game) end() int {
	return bytes.Count(g.Text, []byte{'\n'}) + max(0, g.First-g.Line) + 3 // a game that is too long has no text
}

// end adds what the replay of the game has found; nil is that of a replay with an error.
func (t *trace) end(g *game, sum *verify.Summary) *trace {
	if sum == nil {
		return nil
	}
	t.Summary, t.events = sum, slices.Grow(t.events, len(sum.Findings)+1)
	for i := range sum.Findings {
		f := &sum.Findings[i]
		line := f.Span.Line - g.Line
		switch f.Code {
		case verify.CodeFingerprint:
			continue // about the name of the rules, not about the game
		case verify.CodeResult:
			line = g.end() // its tag stands at the head, but it shows at the end
		}
		on := t.on(line)
		if on.found == nothing {
			on.found = &found{turn: f.Turn}
		}
		on.add(f.Code, f.Severity == verify.SeverityError, f.Malformed, !g.choices || sum.Variant() != nil && sum.Variant().Has(f.Rule))
		for _, n := range f.Notes {
			on.add(n.Code, true, n.Malformed, !g.choices)
		}
	}
	t.on(g.end()).position = hashed([]byte(sum.Result + " " + sum.Position))
	return t
}

// from returns the game from a line on, which is counted from its first.
func (g *game) from(line int) notation.Block {
	rest := g.Block
	for ; line > 0 && len(rest.Text) > 0; line-- {
		rest.Take()
	}
	return rest
}

// through returns the game up to a line.
func (g *game) through(line int) notation.Block {
	b := g.Block
	b.Text = b.Text[:len(b.Text)-len(g.from(line+1).Text)]
	return b
}

// positionAfter is the position after a line of a game that r has replayed before; "" if the line was not carried out.
func (g *game) positionAfter(r *verify.Reader, line int) (text string) {
	r.Watched(g.name, g.dir, g.through(line), func(at int, position func(dst []byte) []byte) { // nothing is left to go wrong
		if at == g.Line+line {
			text = string(position(nil))
		}
	})
	return text
}

// add notes a code that was raised on the line.
func (f *found) add(code verify.Code, isError, malformed, named bool) {
	insert := func(codes *[]verify.Code) {
		at, _ := slices.BinarySearch(*codes, code)
		*codes = slices.Insert(*codes, at, code)
	}
	f.bad = f.bad || malformed
	if malformed || !isError {
		insert(&f.others)
		return
	}
	insert(&f.errors)
	if !named {
		insert(&f.unnamed)
	}
}

// parted has the events of two judgements of a game for a line on which they differ.
type parted struct {
	line int
	a, b event
}

// parts returns where another judgement of the game first differs; nil if nowhere.
func (t *trace) parts(other *trace, differ func(x, y event) bool) *parted {
	for x, y := range pairs(t, other) {
		if differ(x, y) {
			return &parted{int(x.line), x, y}
		}
	}
	return nil
}

// explains reports whether t is as was before a line, and as now on it.
func (t *trace) explains(line int, was, now *trace, differ func(x, y event) bool) bool {
	both := was.through(line)
	*both.on(line) = *now.through(line).on(line)
	return both.parts(t.through(line), differ) == nil
}
