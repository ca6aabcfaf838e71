package regress

import (
	"bytes"
	"hash/maphash"
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
	events []event // of the lines, from the first of the game, and of the end of the game
}

// event is the judgement of one line of a log. Two variants part at the first line with
// different events.
type event struct {
	position uint32 // the hash of that after a turn that was carried out; else 0
	choices  uint32 // the hash of the alternatives to its actions; 0 if not asked for
	*found          // that of uneventful if there is nothing
}

// found is what else there is to say of a line.
type found struct {
	turn    int
	errors  []verify.Code // of what is illegal, sorted
	unnamed []verify.Code // those of them that name no rule point
	others  []verify.Code // of everything else
	bad     bool          // something is not the notation
}

// uneventful is the event of a line that is not carried out and has no findings.
var uneventful = event{found: new(found)}

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
	events := slices.Repeat([]event{uneventful}, g.end()+1)
	var buffer []byte
	sum, _, err := r.Watched(g.name, g.dir, g.number, g.Block, func(line int, position func(dst []byte) []byte) {
		buffer = position(buffer[:0])
		events[line-g.Line].position = hashed(buffer)
	})
	return g.trace(sum, events, err)
}

// replayChoices is replay, and keeps what each roll allowed, too. That takes long.
func (g *game) replayChoices(r *verify.Reader) (*trace, error) {
	events := slices.Repeat([]event{uneventful}, g.end()+1)
	var buffer []byte
	r = r.With(func(o *verify.Options) { o.Keep = true })
	sum, _, err := r.Block(g.name, g.dir, g.number, g.Block, func(ev *verify.Event) {
		if !ev.Carried {
			return
		}
		e := &events[ev.Line.Span.Line-g.Line]
		buffer = ev.After.AppendPosition(buffer[:0])
		e.position = hashed(buffer)
		for i := range ev.Actions {
			if a := &ev.Actions[i]; a.Judged {
				choices := ev.Before[i].Tree().Choices(ev.Words[i].Text, *a)
				e.choices = uint32(maphash.Comparable(positionSeed, [2]uint64{uint64(e.choices), choices}))
			}
		}
	})
	return g.trace(sum, events, err)
}

// end is the index of the event of the end of the game.
func (g *game) end() int {
	return bytes.Count(g.Text, []byte{'\n'}) + max(0, g.First-g.Line) + 3 // a game that is too long has no text
}

// trace adds to the events what the replay of the game has found, or returns its error.
func (g *game) trace(sum *verify.Summary, events []event, err error) (*trace, error) {
	if err != nil {
		return nil, err
	}
	end := &events[g.end()]
	end.position = hashed([]byte(sum.Result + " " + sum.Position))
	for i := range sum.Findings {
		f := &sum.Findings[i]
		on := &events[f.Span.Line-g.Line]
		switch f.Code {
		case verify.CodeFingerprint:
			continue // about the name of the rules, not about the game
		case verify.CodeResult:
			on = end // its tag stands at the head, but it shows at the end
		}
		if on.found == uneventful.found {
			on.found = &found{turn: f.Turn}
		}
		on.add(f.Code, f.Severity == verify.SeverityError, f.Malformed, sum.Variant() != nil && sum.Variant().Has(f.Rule))
		for _, n := range f.Notes {
			on.add(n.Code, true, n.Malformed, false)
		}
	}
	return &trace{sum, events}, nil
}

// positionAfter is the position after a line of a game that r has replayed before; "" if the line was not carried out.
func (g *game) positionAfter(r *verify.Reader, line int) (text string) {
	through, rest := g.Block, g.Block
	for n := 0; n <= line && len(rest.Text) > 0; n++ {
		_, rest = rest.CutText()
	}
	through.Text = through.Text[:len(through.Text)-len(rest.Text)]
	r.Watched(g.name, g.dir, g.number, through, func(at int, position func(dst []byte) []byte) { // nothing is left to go wrong
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

// beside has the differences of a replay by other rules from another one.
type beside struct {
	differs, judged *parted // where they part, and where they first find different errors; nil for nowhere
	verdict         verify.Verdict

	// changes: a line is judged differently, or the result or the final position differs.
	// Positions on the way may differ without effect, such as by a bar that is never tried.
	changes bool
}

// parted has the events of two replays for a line that they judge differently.
type parted struct {
	line int
	a, b event
}

// beside compares another replay of the game with t.
func (t *trace) beside(other *trace) *beside {
	d := &beside{verdict: other.Verdict()}
	end := len(t.events) - 1
	for line, x := range t.events {
		y := other.events[line]
		if d.differs == nil && x.differs(y) {
			d.differs = &parted{line, x, y}
		}
		if d.judged == nil && x.judgedOtherwise(y) {
			d.judged = &parted{line, x, y}
		}
		d.changes = d.changes || x.judgedOtherwise(y) || !slices.Equal(x.others, y.others) || line == end && x.position != y.position
	}
	return d
}
