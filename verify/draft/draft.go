// Package draft keeps the replay of a log up to date while the log is written, for a recorder
// and a language server. A Draft is a text. It takes an edit, judges again the lines that the
// edit affects, and returns what has changed.
//
// # What an edit costs
//
// Each game of the text keeps the findings of each of its lines, and about every 64 lines a
// mark: a fork of its replay. After an edit, judging begins at the last mark before the
// affected lines. It ends where the replay reaches an old mark after the edit in the same
// position: the findings from there on still hold. notation.Splitter cuts the games; games
// that an edit does not touch are not judged again.
//
// verify.Passage judges the lines, as it does for verify.Reader: a draft decides nothing about
// a line. The passage reports how many later lines a judgement depended on, such as a ruling.
// The same holds for readings: with verify.Options that ask for them, a passage gives the
// events of the reading that it chose, and reports how far ahead it looked.
package draft

import (
	"bytes"
	"cmp"
	"iter"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
)

// spacing is the number of lines between two marks of a game. Another mark follows a line that
// takes long to judge because its unknown parts need many positions, unless the game has many
// such lines: their marks hold sets, which take memory.
const (
	spacing  = 64
	dear     = 10_000
	mostDear = 16
)

// Draft is a text of games and their replays. It serves one goroutine.
type Draft struct {
	Watch func(lines, of int) // called with the number of lines judged so far; may be nil

	reader *verify.Reader
	name   string
	dir    string
	mark   []byte // the byte-order mark that the text begins with, if it does
	games  []*Game
	judged int
}

// Edit puts text in the place of the bytes from Start to End.
type Edit struct {
	Start, End int
	Text       string
}

// Difference is the edit that turns a part of a text, which begins at byte start, into another text.
// It replaces whole lines.
func Difference(start int, was []byte, is string) Edit {
	n := 0
	for n < len(was) && n < len(is) && was[n] == is[n] {
		n++
	}
	n = bytes.LastIndexByte(was[:n], '\n') + 1
	tail := 0
	for tail < len(was)-n && tail < len(is)-n && was[len(was)-1-tail] == is[len(is)-1-tail] {
		tail++
	}
	if k := bytes.IndexByte(was[len(was)-tail:], '\n'); k >= 0 {
		tail -= k
	} else {
		tail = 0
	}
	return Edit{Start: start + n, End: start + len(was) - tail, Text: is[n : len(is)-tail]}
}

// Change says what an edit changed.
type Change struct {
	Undo   Edit // takes the edit back
	Game   int  // the first game that was touched, from 0
	Games  int  // the number of games that replace the former ones
	Judged int  // lines that were judged for it
}

// New makes a draft of a text. Summaries call it name; Variant paths are relative to dir.
func New(reader *verify.Reader, name, dir string, text []byte) *Draft {
	d := &Draft{reader: reader, name: name, dir: dir}
	d.reset(text)
	return d
}

// NewText makes a draft of a text that is no log, for its lines: nothing in it is judged.
func NewText(text []byte) *Draft {
	d := &Draft{}
	d.reset(text)
	return d
}

// reset takes a new text.
func (d *Draft) reset(text []byte) {
	bare := notation.TrimMark(text)
	d.mark = slices.Clone(text[:len(text)-len(bare)])
	d.games = nil
	d.replace(0, 0, &part{slices.Clone(bare), linesOf(bare)})
}

// Text is the text.
func (d *Draft) Text() []byte {
	text := slices.Clone(d.mark)
	for _, g := range d.games {
		text = append(text, g.text...)
	}
	return text
}

// Len is the length of the text in bytes.
func (d *Draft) Len() int {
	last := d.Last()
	return last.start + len(last.text)
}

// Lines is the number of lines, each of which ends with a newline but the last one, which may
// be empty.
func (d *Draft) Lines() int {
	last := d.Last()
	n := last.base + len(last.lines)
	if len(last.text) == 0 || bytes.HasSuffix(last.text, []byte{'\n'}) {
		n++
	}
	return n
}

// Games are the games of the text in their order. A text without a game has one, which is
// Blank.
func (d *Draft) Games() []*Game { return d.games }

// Last is the last game of the text.
func (d *Draft) Last() *Game { return d.games[len(d.games)-1] }

// Summaries yields what was found in each game.
func (d *Draft) Summaries() iter.Seq[*verify.Summary] {
	return func(yield func(*verify.Summary) bool) {
		for _, g := range d.games {
			if !g.Blank() && !yield(g.Summary()) {
				return
			}
		}
	}
}

// Reload judges all games again, by a reader that knows variants as they are now.
func (d *Draft) Reload(reader *verify.Reader) {
	text := d.Text()
	d.reader = reader
	d.reset(text)
}

// Edit changes the text. The bytes have to be there.
func (d *Draft) Edit(e Edit) Change {
	d.judged = 0
	if e.Start < 3 { // the byte-order mark may come or go
		text := d.Text()
		undo := Edit{e.Start, e.Start + len(e.Text), string(text[e.Start:e.End])}
		after := slices.Concat(text[:e.Start], []byte(e.Text), text[e.End:])
		if bare := notation.TrimMark(after); len(d.mark) > 0 || len(bare) < len(after) {
			d.reset(after)
			return Change{Undo: undo, Games: len(d.games), Judged: d.judged}
		}
	}
	first, last := d.gameAt(e.Start), d.gameAt(e.End)
	a, from := d.games[first].lineAt(e.Start)
	b, to := d.games[last].lineAt(e.End)
	to += d.games[last].sizeOf(b)
	a, b = a+d.games[first].base, b+d.games[last].base
	if a == d.games[first].base && first > 0 {
		first-- // a game's first line decides where the game before it ends
	}
	start, base := d.games[first].start, d.games[first].base
	p := &part{d.games[first].text, d.games[first].lines}
	for _, g := range d.games[first+1 : last+1] {
		p.add(g)
	}
	undo := Edit{e.Start, e.Start + len(e.Text), string(p.text[e.Start-start : e.End-start])}
	p.text = slices.Replace(p.text, e.Start-start, e.End-start, []byte(e.Text)...)
	to += len(e.Text) - (e.End - e.Start)
	p.lines = slices.Replace(p.lines, a-base, min(b+1-base, len(p.lines)), linesOf(p.text[from-start:to-start])...)
	games := d.replace(first, last+1, p)
	return Change{Undo: undo, Game: first, Games: games, Judged: d.judged}
}

// report reports to Watch how many lines of the text are judged.
func (d *Draft) report(lines int) {
	if d.Watch != nil {
		d.Watch(lines, d.Lines())
	}
}

// gameAt is the index of the game that a byte is in; the end of the text is in the last.
func (d *Draft) gameAt(offset int) int {
	i, _ := slices.BinarySearchFunc(d.games, offset+1, func(g *Game, end int) int { return cmp.Compare(g.start, end) })
	return max(i-1, 0)
}

// GameOn is the index of the game that a line is in, from 0.
func (d *Draft) GameOn(line int) int {
	i, _ := slices.BinarySearchFunc(d.games, line+1, func(g *Game, end int) int { return cmp.Compare(g.base, end) })
	return max(i-1, 0)
}

// replace cuts a part into games, puts them in the place of the games from first to last, and judges
// them. It returns how many they are.
func (d *Draft) replace(first, last int, p *part) int {
	cuts, body := p.cut()
	for ; !body && last < len(d.games); last++ {
		p.add(d.games[last]) // whose tags now go on with those of the game before it
		cuts, body = p.cut()
	}
	games := make([]*Game, len(cuts))
	text := p.text
	for i, begin := range cuts {
		end := len(p.lines)
		if i+1 < len(cuts) {
			end = cuts[i+1]
		}
		games[i] = newGame(d, p.lines[begin:end:end], text)
		text = text[len(games[i].text):]
	}
	d.games = slices.Replace(d.games, first, last, games...)
	start, base, number := len(d.mark), 0, 0
	for _, g := range d.games {
		if !g.Blank() {
			number++
		}
		g.start, g.base, g.number = start, base, number
		start += len(g.text)
		base += len(g.lines)
	}
	for _, g := range games {
		g.judge()
		for i := range g.lines {
			g.lines[i].game, g.lines[i].index = g, int32(i)
		}
		d.report(g.base + len(g.lines))
	}
	return len(games)
}
