package regress

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// This file judges the same game by one variant after another, and compares two such judgements
// line by line.

// trace is the record of a replay of a game. A game may have a million lines, so it has only
// hashes of the positions, and for most lines nothing else.
type trace struct {
	*verify.Summary
	variant   *variant.Variant // nil if the log names no known variant
	positions []uint32         // by line, from the first of the game: see event
	choices   []uint32         // by line too: hashes of the alternatives to its actions; nil if not asked for
	end       uint64           // the hash of the end of the game
	found     map[int32]*found // by line, if there is any; atEnd has it
	position  []byte           // a buffer for the text of one

	texts []byte      // of positions, where a glance keeps them
	spans [][2]uint32 // of texts, by line; none where it does not
}

// game is a game that is judged by one variant after another.
type game struct {
	notation.Block
	name, dir string
}

// event is the judgement of one line of a log. Two variants part at the first line with
// different events.
type event struct {
	line     int32  // from the first of the game, which is 0; atEnd for what only the end of the game shows
	position uint64 // the hash of that after a turn that was carried out; else 0
	choices  uint32
	*found
}

// found is what else there is to say of a line.
type found struct {
	turn    int32
	errors  string // codes of what is illegal, sorted and joined
	unnamed string // those of them that name no rule point
	others  string // codes of everything else
	bad     bool   // something is not the notation
}

// nothing was found on nearly all lines.
var nothing found

// at is what the replay made of a line; ok is false if that is nothing.
func (t *trace) at(line int32) (e event, ok bool) {
	e = event{line: line, position: t.end, found: t.found[line]}
	if line != atEnd {
		e.position = uint64(t.positions[line])
		if t.choices != nil {
			e.choices = t.choices[line]
		}
	}
	if ok = e.position != 0 || e.found != nil; e.found == nil {
		e.found = &nothing
	}
	return e, ok
}

// on is what else there is to say of a line, to be changed.
func (t *trace) on(line int32) *found {
	f := t.found[line]
	if f == nil {
		f = &found{}
		t.found[line] = f
	}
	return f
}

var positionSeed = maphash.MakeSeed()

// atEnd is the line number of the end of a game, after all others.
const atEnd = math.MaxInt32

// differs reports whether two variants judge a line differently.
func (e event) differs(other event) bool {
	return e.position != other.position || e.errors != other.errors || e.others != other.others
}

// replay replays a game and keeps what became of every line, and what each roll allowed, which
// takes long. room is what is not needed any more of an earlier replay of the game; nil for none.
func replay(r *verify.Reader, name, dir string, number int, b notation.Block, room *trace) (*trace, error) {
	t := newTrace(b, room)
	if room != nil {
		t.choices = room.choices
	}
	t.choices = blank(t.choices, len(t.positions))
	r = r.With(func(o *verify.Options) { o.Keep = true })
	g, _, err := r.Block(name, dir, number, b, func(ev *verify.Event) {
		if !ev.Carried {
			return
		}
		line := int32(ev.Line.Span.Line - b.Line)
		t.position = ev.After.AppendPosition(t.position[:0])
		t.positions[line] = hashed(t.position)
		for i := range ev.Actions {
			if a := &ev.Actions[i]; a.Judged {
				choices := ev.Before[i].Tree().Choices(ev.Words[i].Text, *a)
				t.choices[line] = uint32(maphash.Comparable(positionSeed, [2]uint64{uint64(t.choices[line]), choices}))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	t.take(g, b)
	return t, nil
}

// mostTexts is the size, in bytes, up to which the texts of a game's positions are kept.
const mostTexts = 64 << 10

// glance is replay for callers that need not know what a roll allowed, nor the positions after line
// until, counted from the first line of the game: it is quick. room is an earlier trace of the game that
// is not needed any more; nil for none.
func (g *game) glance(r *verify.Reader, until int32, room *trace) (t *trace, err error) {
	t = newTrace(g.Block, room)
	if until == atEnd && len(g.Text) <= mostTexts {
		t.spans = blank(t.spans, len(t.positions))
	}
	watch := func(line int, position func(dst []byte) []byte) {
		at := int32(line - g.Line)
		switch {
		case at > until:
		case len(t.spans) > 0:
			begin := len(t.texts)
			t.texts = position(t.texts)
			t.spans[at] = [2]uint32{uint32(begin), uint32(len(t.texts))}
			t.positions[at] = hashed(t.texts[begin:])
		default:
			t.position = position(t.position[:0])
			t.positions[at] = hashed(t.position)
		}
	}
	sum, _, err := r.Watched(g.name, g.dir, 1, g.Block, watch)
	if err != nil {
		return nil, err
	}
	t.take(sum, g.Block)
	return t, nil
}

// newTrace makes an empty trace of a game. It reuses the storage of room, which may be nil.
func newTrace(b notation.Block, room *trace) *trace {
	lines := bytes.Count(b.Text, []byte{'\n'}) + max(0, b.First-b.Line) + 3 // a game that is too long has no text
	t := &trace{found: map[int32]*found{}}
	if room != nil {
		t.positions, t.position, t.texts, t.spans, t.found = room.positions, room.position, room.texts[:0], room.spans[:0], room.found
		clear(t.found)
	}
	t.positions = blank(t.positions, lines)
	return t
}

// blank is a list of n zero values, in the storage of another.
func blank[T any](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// hashed is the hash of a position; it is not 0.
func hashed(position []byte) uint32 { return 1 | uint32(maphash.Bytes(positionSeed, position)) }

// take takes what a replay has come to.
func (t *trace) take(g *verify.Summary, b notation.Block) {
	t.Summary, t.variant = g, g.Variant()
	for i := range g.Findings {
		f := &g.Findings[i]
		line := int32(f.Span.Line - b.Line)
		switch f.Code {
		case verify.CodeFingerprint:
			continue // about the name of the rules, not about the game
		case verify.CodeResult:
			line = atEnd // its tag stands at the head, but it shows at the end
		}
		on := t.on(line)
		on.turn = cmp.Or(on.turn, int32(f.Turn))
		on.add(f.Code, f.Severity == verify.SeverityError, f.Malformed, t.variant != nil && t.variant.Has(f.Rule))
		for _, n := range f.Notes {
			on.add(n.Code, true, n.Malformed, false)
		}
	}
	t.end = maphash.String(positionSeed, g.Result+" "+g.Position)
}

// positionsAfter are the positions after some lines, counted from the first of the game, of which r has
// made a trace; "" after one that was not carried out.
func (g *game) positionsAfter(r *verify.Reader, t *trace, lines []int32) []string {
	texts := make([]string, len(lines))
	if len(t.spans) > 0 {
		for i, line := range lines {
			span := t.spans[line]
			texts[i] = string(t.texts[span[0]:span[1]])
		}
		return texts
	}
	watch := func(line int, position func(dst []byte) []byte) {
		if i := slices.Index(lines, int32(line-g.Line)); i >= 0 {
			texts[i] = string(position(nil))
		}
	}
	// Nothing is left to go wrong.
	r.Watched(g.name, g.dir, 1, through(g.Block, slices.Max(lines)), watch)
	return texts
}

// through cuts a game after a line; 0 is the first line.
func through(b notation.Block, line int32) notation.Block {
	end := 0
	for text := range bytes.Lines(b.Text) {
		if line < 0 {
			break
		}
		end += len(text)
		line--
	}
	return notation.Block{Text: b.Text[:end], Line: b.Line, First: b.First}
}

// add notes a code that was raised on the line.
func (f *found) add(code verify.Code, isError, malformed, named bool) {
	f.bad = f.bad || malformed
	switch {
	case malformed, !isError:
		f.others = with(f.others, string(code))
	default:
		f.errors = with(f.errors, string(code))
		if !named {
			f.unnamed = with(f.unnamed, string(code))
		}
	}
}

// with is a sorted list of codes, joined by blanks, with one more.
func with(codes, code string) string {
	if codes == "" {
		return code
	}
	all := append(strings.Fields(codes), code)
	slices.Sort(all)
	return strings.Join(all, " ")
}

// judgedOtherwise reports whether two variants find different errors on a line.
func (e event) judgedOtherwise(other event) bool { return e.errors != other.errors }

// beside has the differences of a replay by other rules from a kept trace.
type beside struct {
	differs, judged parted // where they part, and where they first find different errors
	verdict         verify.Verdict

	// changes: a line is judged differently, or the result or the final position differs.
	// Positions on the way may differ without effect, such as by a bar that is never tried.
	changes bool
}

// parted has the events of two replays for the first line that they judge differently; ok is
// false if they judge all lines alike.
type parted struct {
	a, b event
	ok   bool
}

// beside compares another replay of the game with t, and positions only up to a line.
func (t *trace) beside(other *trace, until int32) *beside {
	d := &beside{verdict: other.Verdict()}
	for _, line := range t.suspects(other, until) {
		x, _ := t.at(line)
		y, _ := other.at(line)
		if !d.differs.ok && x.differs(y) {
			d.differs = parted{x, y, true}
		}
		if !d.judged.ok && x.judgedOtherwise(y) {
			d.judged = parted{x, y, true}
		}
		d.changes = d.changes || x.judgedOtherwise(y) || x.others != y.others || line == atEnd && x.position != y.position
	}
	return d
}

// suspects lists the lines on which another replay of the game can differ from t in more than the
// position, the first with another position up to a line, and the end.
func (t *trace) suspects(other *trace, until int32) []int32 {
	lines := make([]int32, 0, len(t.found)+len(other.found)+2)
	for i, position := range t.positions[:min(until, int32(len(t.positions)-1))+1] {
		if position != other.positions[i] {
			lines = append(lines, int32(i))
			break
		}
	}
	lines = append(lines, atEnd)
	for line := range t.found {
		lines = append(lines, line)
	}
	for line := range other.found {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
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
