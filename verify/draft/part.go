package draft

import (
	"bytes"
	"cmp"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
)

// line is what is kept of a line.
type line struct {
	size  int32         // in bytes, with its newline
	at    int32         // the number in its game that it was judged under, from 1
	ahead int32         // how many later lines the judgement depended on
	found *verify.Found // nil for a line that has not been judged, or is before the body
}

// mark is a replay before a line of a game.
type mark struct {
	line   int // from 0
	replay *verify.Replay
}

// part is a part of the text whose games are cut again.
type part struct {
	games []*Game // that it was cut into
	text  []byte
	lines []line
	at    []int // the line that each game began at, and the end of the last, before the edit

	// The lines from..until are new; the lines after them moved by moved lines.
	from, until, moved int
}

// linesOf are the lines of a text.
func linesOf(text []byte) (lines []line) {
	for len(text) > 0 {
		n := cmp.Or(bytes.IndexByte(text, '\n')+1, len(text))
		lines = append(lines, line{size: int32(n)})
		text = text[n:]
	}
	return lines
}

// joined is the part that some games make up.
func joined(games []*Game) *part {
	p := &part{at: []int{0}}
	if len(games) == 1 { // the usual case: the game's own memory is used again
		g := games[0]
		p.games, p.text, p.lines, p.at = []*Game{g}, g.text, g.lines, []int{0, len(g.lines)}
		return p
	}
	for _, g := range games {
		p.add(g)
	}
	return p
}

// add adds the game after the part.
func (p *part) add(g *Game) {
	p.games = append(p.games, g)
	p.text = append(p.text, g.text...)
	p.lines = append(p.lines, g.lines...)
	p.at = append(p.at, p.at[len(p.at)-1]+len(g.lines))
}

// change puts a text in the place of the lines a to b, which are the bytes from to to.
func (p *part) change(a, b, from, to int, text []byte) {
	lines := linesOf(text)
	p.text = slices.Replace(p.text, from, to, text...)
	p.lines = slices.Replace(p.lines, a, b, lines...)
	p.from, p.until, p.moved = a, a+len(lines), len(lines)-(b-a)
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

// was returns the game that a line was in, where it began and where it ended, in lines of the
// part as it is now; nil for a new line.
func (p *part) was(i int) (g *Game, begin, end int) {
	if i >= p.from && i < p.until {
		return nil, 0, 0
	}
	old := i
	if i >= p.until {
		old -= p.moved
	}
	k, _ := slices.BinarySearch(p.at, old+1) // the first game that begins after it, or the end
	if k == len(p.at) {
		return nil, 0, 0
	}
	return p.games[k-1], p.now(p.at[k-1]), p.now(p.at[k])
}

// now is where a line went.
func (p *part) now(old int) int {
	if old >= p.until-p.moved {
		return old + p.moved
	}
	return min(old, p.from)
}

// judge judges the lines of a game that the edit affects. The game begins at a line of the part.
func (p *part) judge(d *Draft, g *Game, begin int) {
	end := begin + len(g.lines)
	if g.Blank() || d.reader == nil {
		return
	}
	block := g.block()
	if g.tooLong = block.TooLong; g.tooLong {
		return
	}

	g.kind.tallied, g.kind.sided = verify.Extras(block)

	// What still holds of the lines before the edit.
	var old *Game
	holds := 0 // lines of g that are as they were, in a game that begins as it did
	if was, at, until := p.was(begin); was != nil && at == begin && was.end != nil && was.kind == g.kind {
		old, holds = was, min(p.from, until, end)-begin
		if begin >= p.until {
			holds = min(until, end) - begin
		}
		if len(was.lines) == len(g.lines) && (begin >= p.until || p.from >= end) { // it is untouched
			holds = len(g.lines) + 1
		}
	}
	restart := holds
	for i := range min(holds, len(g.lines)) {
		if l := &g.lines[i]; i+int(l.ahead) >= holds {
			restart = i
			break
		}
	}
	if old != nil {
		g.known = old.known
		if restart > len(g.lines) {
			return
		}
	}
	marks := g.marks
	g.marks = nil
	if old != nil && holds > old.body {
		for len(marks) > 0 && marks[0].line <= restart {
			g.marks, marks = append(g.marks, marks[0]), marks[1:]
		}
	} else {
		g.enter(block)
	}
	var meets *Game  // the game that all lines after the edit were in
	var later []mark // of it, where the replays may meet
	at := max(p.until, begin)
	if at < end {
		was, wasAt, until := p.was(end - 1)
		if until == end && wasAt <= at && was.end != nil && was.kind == g.kind && !was.far {
			meets = was
			shift := p.moved - begin + p.at[slices.Index(p.games, was)] // how far lines have moved down in their game
			later = slices.Clone(was.marks)
			for len(later) > 0 && later[0].line+shift < at-begin {
				later = later[1:]
			}
			for i := range later {
				later[i].line += shift
			}
		}
	}
	g.run(block, meets, later)
}
