package draft

import (
	"bytes"
	"cmp"

	"tpnote/notation"
	"tpnote/verify"
)

// line is what is kept of a line.
type line struct {
	size  int32         // in bytes, with its newline
	at    int32         // the number in its game that it was judged under, from 1
	ahead int32         // how many later lines the judgement depended on
	found *verify.Found // nil for a line that has not been judged, or is before the body

	mark  *verify.Replay // before the line; nil for most lines
	game  *Game          // that the line was in after the last edit; nil for a new line
	index int32          // in that game, from 0
}

// was reports whether a line was in a game, with an index, before the edit.
func (l *line) was(g *Game, index int) bool { return l.game == g && int(l.index) == index }

// linesOf are the lines of a text.
func linesOf(text []byte) (lines []line) {
	for len(text) > 0 {
		n := cmp.Or(bytes.IndexByte(text, '\n')+1, len(text))
		lines = append(lines, line{size: int32(n)})
		text = text[n:]
	}
	return lines
}

// part is a part of the text that is cut into games again.
type part struct {
	text  []byte
	lines []line
}

// add adds a game after the part.
func (p *part) add(g *Game) {
	p.text = append(p.text, g.text...)
	p.lines = append(p.lines, g.lines...)
}

// cut returns the lines that games begin at, and whether the last of them has a body.
func (p *part) cut() (cuts []int, body bool) {
	cuts = []int{0}
	var games notation.Splitter
	text := p.text
	for i := range p.lines {
		size := p.lines[i].size
		if _, begins := games.Line(text[:size]); begins {
			cuts = append(cuts, i)
		}
		text = text[size:]
	}
	return cuts, games.InBody()
}

// judge judges the lines of the game that an edit affects.
func (g *Game) judge() {
	if g.Blank() || g.draft.reader == nil {
		return
	}
	block := g.block()
	if g.tooLong = block.TooLong; g.tooLong {
		return
	}
	g.kind.tallied, g.kind.sided = verify.Extras(block)
	holds := 0 // lines at the beginning of a game that begin it still
	if old := g.lines[0].game; g.continues(old) {
		for holds < len(g.lines) && g.lines[holds].was(old, holds) {
			holds++
		}
		if holds > 0 {
			g.known = old.known
		}
		if holds == len(g.lines) && holds == len(old.lines) {
			return
		}
	}
	from := holds - 1
	for i := range holds {
		if i+int(g.lines[i].ahead) >= holds {
			from = i
			break
		}
	}
	if g.begin == nil || holds <= g.body {
		g.enter(block)
		from = g.body
	}
	meet := len(g.lines) // from here on, the lines end a game that they ended before
	last := g.lines[meet-1].game
	if g.continues(last) && !last.far {
		for down := len(last.lines) - meet; meet > 0 && g.lines[meet-1].was(last, meet-1+down); {
			meet--
		}
	}
	g.run(block, from, meet, last)
}

// continues reports whether what is known of the lines of a game before the edit can serve this one.
func (g *Game) continues(old *Game) bool {
	return old != nil && old.end != nil && old.kind == g.kind
}
