package draft

import (
	"cmp"
	"iter"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
)

// Game is one game of a draft. It remains the same as long as its first line does.
type Game struct {
	draft  *Draft
	base   int // its first line in the text, from 0
	number int // in the text, from 1

	lines   []line
	first   int // the first line that is neither blank nor a comment, from 1 where the game begins; 0 for none
	tooLong bool
	tallied bool // tally lines follow
	sided   bool // it has side lines, and only one mark: a replay alone is not the state before a line

	err     error            // of the tags under the options of the reader, such as a Variant of another game
	head    []verify.Finding // of the tags, as they were read with base read
	read    int
	body    int             // the first line of the body, from 0
	begin   *verify.Replay  // before the body; nil for a game that has not been judged
	summary *verify.Summary // nil if it has to be made
	meant   *verify.Summary // of a game with errors, by a reader with readings
}

// cut cuts the game, which begins at a line, out of the text.
func (g *Game) cut(base int) {
	g.base, g.lines = base, g.draft.lines[base:]
	b, size := notation.CutGame(g.draft.text[g.Begins():], 1)
	g.first = b.First
	n, _ := slices.BinarySearchFunc(g.lines, g.Begins()+size, func(l line, end int) int { return cmp.Compare(l.start, end) })
	g.lines = g.lines[:n]
}

// Base is the line of the text that the game begins on, from 0.
func (g *Game) Base() int { return g.base }

// Body is the line of the text that the game's body begins on, from 0.
func (g *Game) Body() int { return g.base + g.body }

// After is the line of the text after the game, from 0.
func (g *Game) After() int { return g.base + len(g.lines) }

// End is the replay as the game leaves it; nil if the game is too long or not one.
func (g *Game) End() *verify.Replay {
	if g.first == 0 || g.tooLong || g.err != nil {
		return nil
	}
	return g.lines[len(g.lines)-1].end
}

// Begins is the byte of the text that the game begins with.
func (g *Game) Begins() int { return g.draft.Start(g.base) }

// offset is the byte of the game that a line begins with.
func (g *Game) offset(line int) int { return g.draft.Start(g.base+line) - g.Begins() }

// Bytes is the text of the game. It is valid until the next edit, and not to be changed.
func (g *Game) Bytes() []byte { return g.draft.text[g.Begins():][:g.offset(len(g.lines))] }

// Block is the game as it is cut from the text of the draft. It is valid as Bytes is.
func (g *Game) Block() notation.Block { return g.block(g.base + 1) }

// block is the text of the game. Its first line gets a number: 1 for its lines, and that in the text of the
// draft for the tags, and for findings that name lines.
func (g *Game) block(line int) notation.Block {
	b, _ := notation.CutGame(g.Bytes(), line)
	b.Number = g.number
	b.Offset += int64(g.Begins())
	return b
}

// rest is a block from a line on, where offset does not lead if lines before it are too long and clipped.
func rest(b notation.Block, line int) notation.Block {
	for range line {
		b.Take()
	}
	return b
}

// judge judges the lines of the game that edits affect.
func (g *Game) judge() {
	held, meet := len(g.lines), 0 // the lines before held and from meet on are not new
	for i := range g.lines {
		l := &g.lines[i]
		if l.at == 0 {
			held, meet = min(held, i), i+1
		}
		if i < len(g.lines)-1 {
			l.end = nil
		}
	}
	if held == len(g.lines) && g.End() != nil && g.begin != nil && g.read == g.base {
		return
	}
	g.summary, g.meant = nil, nil
	block := g.block(1)
	if g.tooLong = block.TooLong; g.tooLong || g.first == 0 || g.draft.Reader == nil {
		return
	}
	tallied, sided := verify.Extras(block)
	if g.begin == nil || held <= g.body || g.read != g.base || tallied != g.tallied || sided != g.sided {
		g.enter()
		held = 0
	}
	g.tallied, g.sided = tallied, sided
	from := max(g.body, held-1)
	for i := range held {
		if i+int(g.lines[i].ahead) >= held {
			from = max(g.body, i)
			break
		}
	}
	if g.err == nil {
		g.run(block, from, meet)
	}
}

// enter reads the tags, with the numbers that their lines have in the text, as findings name them.
func (g *Game) enter() {
	b := g.Block()
	p, rest, found, err := g.draft.Reader.Enter(b, g.draft.Dir)
	g.begin, g.head, g.read, g.body, g.err = p, found, g.base, rest.Line-b.Line, err
	for i := range g.body {
		l := &g.lines[i]
		l.at, l.ahead, l.found, l.mark = int32(i+1), 0, nil, nil
	}
}

// run judges from a line on. Lines without findings are skimmed: one record is then kept for all lines up to the next
// mark. No line from meet on is new: where the replay reaches a mark in the same position, their findings hold.
func (g *Game) run(b notation.Block, from, meet int) {
	if g.begin.Handles() == nil || g.begin.Variant() == nil { // tags are proposed from the turns, which have changed
		g.enter()
		from, meet = g.body, len(g.lines)
	}
	kept, p := g.marked(from)
	p = p.Fork()
	if g.sided || g.End() == nil {
		meet = len(g.lines)
	}
	for i := meet; i < len(g.lines); i++ {
		l := &g.lines[i]
		elsewhere := func(f verify.Finding) bool { return f.Span.Line != int(l.at) }
		if l.found != nil && slices.ContainsFunc(l.found.Findings, elsewhere) || l.mark != nil && !l.mark.Retag(p) {
			meet = len(g.lines)
		}
	}
	for i := kept + 1; i < meet; i++ {
		g.lines[i].mark = nil
	}
	skimmed := false
	passage := g.draft.Reader.Passage(p, b, rest(b, kept))
	for i := kept; i < len(g.lines); i++ {
		l := &g.lines[i]
		missed := i >= meet && l.mark != nil
		if missed && p.Same(l.mark) {
			g.meet(i, p)
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
	}
	g.lines[len(g.lines)-1].end = p
}

// meet corrects the marks from a line on, and the end: p has reached the first of them.
func (g *Game) meet(line int, p *verify.Replay) {
	from := g.lines[line].mark.Fork()
	for i := range g.lines[line:] {
		if m := g.lines[line+i].mark; m != nil {
			m.Recount(from, p)
		}
	}
	g.End().Retag(p)
	g.End().Recount(from, p)
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
	if g.End() != nil && g.read != g.base && (g.summary == nil || len(g.head) > 0) { // what is found of tags may name lines
		g.judge()
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
	g.summary = sum.End(g.End())
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
	meant, _, err := g.draft.meant.Block(g.draft.Name, g.draft.Dir, g.Block(), nil)
	if err != nil {
		return s, err
	}
	g.meant = meant
	return meant, nil
}

// Known reports whether Meant need not judge the game again, as it must if a moved game has findings that name lines.
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

// Before is a copy of the replay before a line in the game's body, or after it; nil for other lines and games.
func (g *Game) Before(line int) *verify.Replay {
	if g.End() == nil || line < g.Body() || line > g.After() {
		return nil
	}
	return g.passage(line, (*verify.Replay).Fork).Replay()
}

// passage begins before a line of the text in the body. fork copies the replay that it continues.
func (g *Game) passage(line int, fork func(*verify.Replay) *verify.Replay) *verify.Passage {
	line -= g.base
	kept, p := g.marked(min(line, len(g.lines)-1))
	b := g.block(1)
	passage := g.draft.Reader.Passage(fork(p), b, rest(b, kept))
	for range line - kept {
		passage.Next()
	}
	return passage
}

// Events yields the complete events of some lines of the text, as far as they are in the game's body.
func (g *Game) Events(from, to int) iter.Seq2[int, verify.Event] {
	return func(yield func(int, verify.Event) bool) {
		from, to = max(from, g.Body()), min(to, g.After())
		if g.End() == nil || from >= to {
			return
		}
		passage := g.passage(from, (*verify.Replay).Detailed)
		for i := from; i < to; i++ {
			if ev, _, ok := passage.Next(); !ok || !yield(i, ev) {
				return
			}
		}
	}
}
