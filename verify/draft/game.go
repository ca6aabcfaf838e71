package draft

import (
	"cmp"
	"iter"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
)

// Game is one game of a draft.
type Game struct {
	draft  *Draft
	base   int // its first line in the text, from 0
	number int // in the text, from 1

	lines   []line
	first   int // the first line that is neither blank nor a comment, from 1 where the game begins; 0 for none
	tooLong bool
	kind
	known
	meant *verify.Summary // of a game with errors, by a reader with readings
}

// known is what has been found in a game. A game that begins with the same lines takes it over.
type known struct {
	err     error            // of the tags under the options of the reader, such as a Variant of another game
	head    []verify.Finding // of the tags, as they were read with base read
	read    int
	body    int            // the first line of the body, from 0
	begin   *verify.Replay // before the body
	end     *verify.Replay // after the game
	far     bool           // a finding is on another line than the one that showed it
	summary *verify.Summary
}

// kind is what replays of a game have to know from its first line on.
type kind struct {
	tallied bool // tally lines follow
	sided   bool // it has side lines, and only one mark: a replay alone is not the state before a line
}

// newGame is the game that begins at a line.
func (d *Draft) newGame(base int) *Game {
	g := &Game{draft: d, base: base, lines: d.lines[base:]}
	b, size := notation.CutGame(d.text[g.Begins():], 1)
	g.first = b.First
	n, _ := slices.BinarySearchFunc(g.lines, g.Begins()+size, func(l line, end int) int { return cmp.Compare(l.start, end) })
	g.lines = g.lines[:n]
	return g
}

// Base is the line of the text that the game begins on, from 0.
func (g *Game) Base() int { return g.base }

// Body is the line of the text that the game's body begins on, from 0.
func (g *Game) Body() int { return g.base + g.body }

// After is the line of the text after the game, from 0.
func (g *Game) After() int { return g.base + len(g.lines) }

// End is the replay as the game leaves it; nil if the game is too long or not one.
func (g *Game) End() *verify.Replay { return g.end }

// Begins is the byte of the text that the game begins with.
func (g *Game) Begins() int { return g.draft.Start(g.base) }

// offset is the byte of the game that a line begins with.
func (g *Game) offset(line int) int { return g.draft.Start(g.base+line) - g.Begins() }

// Bytes is the text of the game. It is valid until the next edit, and not to be changed.
func (g *Game) Bytes() []byte { return g.draft.text[g.Begins():][:g.offset(len(g.lines))] }

// block is the text of the game. Its first line gets a number: 1 for its lines, and that in the text of the
// draft for the tags, and for findings that name lines.
func (g *Game) block(line int) notation.Block {
	b, _ := notation.CutGame(g.Bytes(), line)
	b.Number = g.number
	return b
}

// rest is the block from a line on.
func (g *Game) rest(b notation.Block, line int) notation.Block {
	if len(b.Text) == g.offset(len(g.lines)) {
		return b.Behind(g.offset(line), line)
	}
	for range line { // lines that are too long are clipped
		_, b = b.Cut()
	}
	return b
}

// judge judges the lines of the game that an edit affects. Before the edit, begun had the same held first
// lines, and ended had the same lines from meet on; either may be nil.
func (g *Game) judge(begun *Game, held int, ended *Game, meet int) {
	if g.first == 0 || g.draft.Reader == nil {
		return
	}
	block := g.block(1)
	if g.tooLong = block.TooLong; g.tooLong {
		return
	}
	g.kind.tallied, g.kind.sided = verify.Extras(block)
	if held = min(held, len(g.lines)); g.continues(begun) {
		g.known = begun.known
		if held == len(g.lines) && held == len(begun.lines) {
			return
		}
	}
	if g.begin == nil || held <= g.body || g.read != g.base {
		g.enter()
		held = 0
	}
	from := max(g.body, held-1)
	for i := range held {
		if i+int(g.lines[i].ahead) >= held {
			from = max(g.body, i)
			break
		}
	}
	if !g.continues(ended) || ended.far {
		ended, meet = nil, len(g.lines)
	}
	g.run(block, from, meet, ended)
}

// continues reports whether what is known of the lines of a game before the edit can serve this one.
func (g *Game) continues(old *Game) bool {
	return old != nil && old.end != nil && old.kind == g.kind
}

// enter reads the tags, with the numbers that their lines have in the text, as findings name them.
func (g *Game) enter() {
	b := g.block(g.base + 1)
	p, rest, found, err := g.draft.Reader.Enter(b, g.draft.Dir)
	g.head, g.read, g.body, g.err = found, g.base, rest.Line-b.Line, err
	for i := range g.body {
		g.lines[i].found, g.lines[i].ahead, g.lines[i].mark = nil, 0, nil
	}
	g.begin, g.end, g.far = p, nil, false
}

// run judges from a line on. Lines without findings are skimmed: one record is then kept for all lines up
// to the next mark. The lines from meet on end the game last too. Where the replay reaches one of their
// marks in the same position, their findings still hold.
func (g *Game) run(b notation.Block, from, meet int, last *Game) {
	g.summary = nil
	if g.err != nil {
		return
	}
	if g.begin.Handles() == nil || g.begin.Variant() == nil { // tags are proposed from the turns, which have changed
		g.enter()
		from, meet = g.body, len(g.lines)
	}
	kept, p := g.marked(from)
	p = p.Fork()
	for i := meet; i < len(g.lines); i++ {
		if m := g.lines[i].mark; m != nil && !m.Retag(p) {
			meet = len(g.lines)
		}
	}
	for i := kept + 1; i < meet; i++ {
		g.lines[i].mark = nil
	}
	far, skimmed := g.far, false
	passage := g.draft.Reader.Passage(p, b, g.rest(b, kept))
	for i := kept; i < len(g.lines); i++ {
		l := &g.lines[i]
		missed := i >= meet && l.mark != nil
		if missed && p.Same(l.mark) {
			g.meet(i, p, last)
			g.far = far || last.far
			return
		}
		l.mark = nil
		if i == kept || skimmed || !g.sided && i-kept >= spacing {
			l.mark, kept, skimmed = p.Fork(), i, false
			g.draft.report(g.base + i)
		}
		if missed || i == kept {
			next := i + 1
			for next < min(i+spacing, len(g.lines)) && g.lines[next].mark == nil {
				next++
			}
			if n, found := passage.Skim(g.offset(next) - g.offset(i)); n > 0 {
				for k := range n {
					g.lines[i+k].at, g.lines[i+k].ahead, g.lines[i+k].found = int32(i+k+1), 0, found
				}
				g.draft.judged += n
				skimmed = true
				i += n - 1
				continue
			}
		}
		ev, ahead, ok := passage.Next()
		if !ok {
			break
		}
		g.draft.judged++
		found := ev.Found // without the rest of the event
		l.at, l.ahead, l.found = int32(i+1), int32(ahead), &found
		far = far || slices.ContainsFunc(ev.Findings, func(f verify.Finding) bool { return f.Span.Line != i+1 })
	}
	g.end, g.far = p, far
}

// meet takes over the marks from a line on and the end of another game: p has reached the first of them.
func (g *Game) meet(line int, p *verify.Replay, last *Game) {
	from := g.lines[line].mark.Fork()
	for i := range g.lines[line:] {
		if m := g.lines[line+i].mark; m != nil {
			m.Recount(from, p)
		}
	}
	g.end = last.end
	g.end.Retag(p)
	g.end.Recount(from, p)
}

// marked is the last mark up to a line of the body, and its line.
func (g *Game) marked(line int) (int, *verify.Replay) {
	for ; line > g.body; line-- {
		if p := g.lines[line].mark; p != nil {
			return line, p
		}
	}
	return g.body, g.begin
}

// Summary is what was found in a game. It is valid until the next edit.
func (g *Game) Summary() *verify.Summary {
	line := g.base + g.first
	if g.end != nil && g.read != g.base && (g.summary == nil || len(g.head) > 0) { // what is found of tags may name lines
		g.judge(nil, 0, nil, 0)
	}
	if s := g.summary; s != nil {
		s.Shift(line - s.Line)
		s.Number = g.number
		return s
	}
	sum := verify.NewSum(g.draft.Name, g.number, line)
	switch {
	case g.tooLong:
		sum.TooLong()
	case g.err == nil:
		sum.Apart(g.head)
		for i := g.body; i < len(g.lines); i++ {
			if l := &g.lines[i]; l.found != nil {
				sum.Line(l.found, g.base+i+1-int(l.at))
			}
		}
	}
	g.summary = sum.End(g.end)
	return g.summary
}

// Meant has the findings of a game as the verify command gives them, with readings. If the game cannot be
// judged, it is the Summary, with the reason. It is valid until the next edit.
func (g *Game) Meant() (*verify.Summary, error) {
	s := g.Summary()
	if g.err != nil || s.OK() {
		return s, g.err
	}
	if g.Known() {
		g.meant.Shift(s.Line - g.meant.Line)
		g.meant.Number = s.Number
		return g.meant, nil
	}
	meant, _, err := g.draft.meant.Block(g.draft.Name, g.draft.Dir, g.block(g.base+1), nil)
	if err != nil {
		return s, err
	}
	g.meant = meant
	return meant, nil
}

// Known reports whether Meant need not judge the game again. If the game has moved, it does so for findings
// that name lines.
func (g *Game) Known() bool {
	switch s, m := g.Summary(), g.meant; {
	case g.err != nil || s.OK():
		return true
	case m == nil:
		return false
	default:
		return m.Line == s.Line || !slices.ContainsFunc(m.Findings, func(f verify.Finding) bool {
			return f.Span.Line <= m.Line-g.first+g.body || slices.ContainsFunc(f.Readings, func(r verify.Reading) bool { return r.From > 0 })
		})
	}
}

// Describe fills in the Entry of a summary of the game.
func (g *Game) Describe(s *verify.Summary) {
	b := g.block(1)
	b.Offset += int64(g.Begins())
	s.Describe(b)
}

// Before is a copy of the replay before a line of the text in the game's body, or after it; nil for another
// line, or in a game without a replay.
func (g *Game) Before(line int) *verify.Replay {
	if g.end == nil || line < g.Body() || line > g.After() {
		return nil
	}
	return g.passage(line, (*verify.Replay).Fork).Replay()
}

// passage begins before a line of the text in the body. fork copies the replay that it continues.
func (g *Game) passage(line int, fork func(*verify.Replay) *verify.Replay) *verify.Passage {
	line -= g.base
	kept, p := g.marked(min(line, len(g.lines)-1))
	b := g.block(1)
	passage := g.draft.Reader.Passage(fork(p), b, g.rest(b, kept))
	for range line - kept {
		passage.Next()
	}
	return passage
}

// Events yields the complete events of some lines of the text, as far as they are in the game's body.
func (g *Game) Events(from, to int) iter.Seq2[int, verify.Event] {
	return func(yield func(int, verify.Event) bool) {
		from, to = max(from, g.Body()), min(to, g.After())
		if g.end == nil || from >= to {
			return
		}
		passage := g.passage(from, (*verify.Replay).Telling)
		for i := from; i < to; i++ {
			if ev, _, ok := passage.Next(); !ok || !yield(i, ev) {
				return
			}
		}
	}
}
