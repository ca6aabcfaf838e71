// Package draft keeps the replay of a log up to date while the log is written, for a recorder and a language server.
// A Draft is a text. It takes an edit, judges again the lines that the edit affects, and returns what has changed.
//
// # What an edit costs
//
// Each game of the text keeps the findings of each of its lines, and about every 64 lines a mark: a fork of its
// replay. After an edit, judging begins at the last mark before the affected lines. It ends where the replay reaches
// an old mark after the edit in the same position: the findings from there on still hold. notation.CutGame cuts the
// games; games that an edit does not touch are not judged again.
//
// verify.Passage judges the lines, as it does for verify.Reader: a draft decides nothing about
// a line. The passage reports how many later lines a judgement depended on, such as a ruling.
// Lines are judged as they are written. Readings are sought when Game.Meant asks for them.
package draft

import (
	"bytes"
	"cmp"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/readings"
)

// spacing is the number of lines between two marks of a game.
const spacing = 64

// Draft is a text of games and their replays. It serves one goroutine.
type Draft struct {
	Reader    *verify.Reader      // judges the lines
	Name, Dir string              // summaries call the text Name; Variant paths are relative to Dir
	Watch     func(lines, of int) // called with the number of lines judged so far; may be nil

	meant  *verify.Reader // the Reader, with readings
	text   []byte
	lines  []line
	games  []*Game
	judged int
}

// line is what is kept of a line. An edit makes the lines new that it touches.
type line struct {
	start int            // its first byte in the text, after a byte-order mark
	at    int32          // the number in its game that it was judged under, from 1; 0 for a new line
	ahead int32          // how many later lines the judgement depended on
	found *verify.Found  // nil for a line that has not been judged, or is before the body
	mark  *verify.Replay // before the line; nil for most lines
	end   *verify.Replay // after the line, if it is the last of its game
}

// Edit puts text in the place of the bytes from Start to End.
type Edit struct {
	Start, End int
	Text       string
}

// Change says what an edit changed.
type Change struct {
	Undo   Edit // takes the edit back
	Game   int  // the first game that was touched, from 0
	Games  int  // the number of games that replace the former ones
	Judged int  // lines that were judged for it
}

// New makes a draft of a text. Without a reader nothing in it is judged: the draft is of use for its lines.
func New(reader *verify.Reader, name, dir string, text []byte) *Draft {
	d := &Draft{Reader: reader, Name: name, Dir: dir, games: []*Game{{}}}
	if reader != nil {
		d.meant = reader.With(func(o *verify.Options) { o.Narrate, o.Readings = false, readings.New() })
	}
	d.Edit(Edit{Text: string(text)})
	return d
}

// Text is the text.
func (d *Draft) Text() []byte { return slices.Clone(d.text) }

// Len is the length of the text in bytes.
func (d *Draft) Len() int { return len(d.text) }

// Lines is the number of lines, each of which ends with a newline but the last one, which may be empty.
func (d *Draft) Lines() int { return d.LineAt(len(d.text)) + 1 }

// Games are the games of the text in their order; none if it has only blank lines and comments.
func (d *Draft) Games() []*Game {
	if d.games[0].first == 0 {
		return nil
	}
	return d.games
}

// Last is the last game of the text. A text without games has an empty one.
func (d *Draft) Last() *Game { return d.games[len(d.games)-1] }

// Edit changes the text. The bytes have to be there.
func (d *Draft) Edit(e Edit) Change {
	c := Change{Undo: Edit{e.Start, e.Start + len(e.Text), string(d.text[e.Start:e.End])}}
	from, to := d.LineAt(e.Start), min(d.LineAt(e.End)+1, len(d.lines))
	begin, end, grown := d.Start(from), d.Start(to), len(e.Text)-(e.End-e.Start)
	d.text = slices.Replace(d.text, e.Start, e.End, []byte(e.Text)...)
	if from == 0 { // the first line begins after a byte-order mark
		begin = len(d.text) - len(notation.TrimMark(d.text))
	}
	var lines []line
	for text := range bytes.Lines(d.text[begin : end+grown]) {
		lines = append(lines, line{start: begin})
		begin += len(text)
	}
	d.lines = slices.Replace(d.lines, from, to, lines...)
	for i := from + len(lines); i < len(d.lines); i++ {
		d.lines[i].start += grown
	}
	d.judged = 0
	d.cut(&c, from, from+len(lines), from+len(lines)-to)
	c.Judged = d.judged
	return c
}

// report reports to Watch how many lines of the text are judged.
func (d *Draft) report(lines int) {
	if d.Watch != nil {
		d.Watch(lines, d.Lines())
	}
}

// gameAt is the index of the game that begins at a line, or of the first after it.
func gameAt(games []*Game, line int) (index int, there bool) {
	return slices.BinarySearchFunc(games, line, func(g *Game, line int) int { return cmp.Compare(g.base, line) })
}

// GameOn is the index of the game that a line is in, from 0.
func (d *Draft) GameOn(line int) int {
	i, _ := gameAt(d.games, line+1)
	return max(i-1, 0)
}

// GameAt is the game that a line is in.
func (d *Draft) GameAt(line int) *Game { return d.games[d.GameOn(line)] }

// cut cuts the text into games again where lines from first up to end have taken the place of others, and
// judges the games that are new. The lines after them have moved down by a number of lines.
func (d *Draft) cut(c *Change, first, end, by int) {
	old, to := d.games, len(d.games)
	if c.Game = d.GameOn(first); c.Game > 0 && old[c.Game].base == first {
		c.Game-- // a game's first line decides where the game before it ends
	}
	base := old[c.Game].base
	var games []*Game
	for {
		g := &Game{draft: d}
		if len(games) == 0 && base < first {
			g = old[c.Game]
		}
		g.cut(base)
		games, base = append(games, g), base+len(g.lines)
		if base == len(d.lines) {
			break
		}
		if i, there := gameAt(old, base-by); there && base >= end {
			to = i // from here on the games are the same
			break
		}
	}
	d.games, c.Games = slices.Replace(old, c.Game, to, games...), len(games)
	base = 0
	for i, g := range d.games {
		n := len(g.lines)
		g.base, g.lines, g.number = base, d.lines[base:base+n], i+1
		base += n
	}
	for _, g := range games {
		g.judge()
		d.report(g.After())
	}
}
