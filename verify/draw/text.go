package draw

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
)

// TextOptions say what a terminal can show.
type TextOptions struct {
	ASCII  bool // nothing but ASCII
	Colour bool // escape sequences for colours
	Names  bool // how a log names the spaces, instead of what is printed there
	// Room is how many columns and lines there are for the board to grow into; without it,
	// the board is as small as it can be.
	Room [2]int
}

// cell is one character cell of a text picture; wide holds a whole word, whose other cells
// are empty.
type cell struct {
	text  string
	style string // the parameters of an escape sequence
	taken bool
}

// Text draws a scene in characters: a word for each space, with who stands there in place
// of it, and marks the places that can be reached. The lines have no blanks at their ends.
//
// A board is drawn in as many columns and lines as it needs, so that no two spaces collide.
func (s *Scene) Text(m Move, marked []Choice, o TextOptions) string {
	b := s.Board
	size := b.Cell
	if o.Names {
		size = b.named()
	}
	columns, lines := b.fit(size, o.Room)
	grid := make([][]cell, lines)
	for i := range grid {
		grid[i] = make([]cell, columns)
	}
	put := func(at Point, width int, text, style string) {
		x, y := b.cellAt(at, width, columns, lines)
		for i := range width {
			grid[y][x+i] = cell{taken: true}
		}
		grid[y][x] = cell{text: pad(text, width), style: style, taken: true}
	}
	for _, l := range b.Labels {
		put(l.At, len(l.Text), l.Text, "2")
	}
	on := s.standing()
	way := map[int]bool{}
	for _, space := range m.Route {
		way[space] = true
	}
	open := map[int]string{}
	for _, c := range marked {
		if open[c.To] == "" {
			open[c.To] = cmp.Or(c.Sign, target(o.ASCII))
		}
	}
	for i := range b.Spaces {
		space := &b.Spaces[i]
		text, style := space.code(o.ASCII), ""
		if space.Colour != "" {
			style = ground(space.Colour)
		}
		if o.Names {
			if text = strings.Join(space.Names(), ""); text == "" {
				text = space.code(o.ASCII)
			}
		}
		switch {
		case on[i] != nil:
			if space.signed() { // the piece does not hide it
				put(space.Sign, b.Cell, text, style)
			}
			text = s.crowd(on[i], size)
			style = "1;" + ground(s.Players[s.Pieces[on[i][0]].Owner].Colour)
		case open[i] != "" && o.Names && o.Colour:
			style = "7"
		case open[i] != "":
			text, style = pad(open[i], size), "7"
		case way[i] && !o.Names && len(m.Route) > 0 && i != m.Route[len(m.Route)-1]:
			text, style = s.trail(o.ASCII), "1"
		}
		put(space.At, size, text, style)
	}
	if b.Die != nil && m.Die > 0 {
		put(*b.Die, 3, "["+strconv.Itoa(m.Die)+"]", "1")
	}
	var out strings.Builder
	for _, row := range grid {
		out.WriteString(line(row, o.Colour) + "\n")
	}
	return out.String()
}

// trail is what marks the way that a piece came.
func (s *Scene) trail(ascii bool) string {
	if ascii {
		return strings.Repeat("*", s.Board.Cell)
	}
	return strings.Repeat("•", s.Board.Cell)
}

// target is what marks a space that can be reached.
func target(ascii bool) string {
	if ascii {
		return "?"
	}
	return "◆"
}

// line is a row of cells as text.
func line(row []cell, colour bool) string {
	var out strings.Builder
	blanks := 0
	for _, c := range row {
		switch {
		case c.text == "" && !c.taken:
			blanks++
			continue
		case c.text == "":
			continue
		}
		text := c.text
		if !colour { // a blank at the end of a word may be the end of the line
			out.WriteString(strings.Repeat(" ", blanks))
			trimmed := strings.TrimRight(text, " ")
			out.WriteString(trimmed)
			blanks = uniseg.StringWidth(text) - uniseg.StringWidth(trimmed)
			continue
		}
		out.WriteString(strings.Repeat(" ", blanks))
		blanks = 0
		if c.style != "" {
			text = "\x1b[" + c.style + "m" + text + "\x1b[0m"
		}
		out.WriteString(text)
	}
	return out.String()
}

// pad makes text as wide as a cell.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-uniseg.StringWidth(text)))
}

// code is what stands for an empty space.
func (s *Space) code(ascii bool) string {
	switch {
	case ascii:
		return s.Code
	case s.Kind == Again:
		return "⚅ "
	case s.Kind == Centre:
		return "◎ "
	case s.Kind == Nest:
		return "· "
	case s.Code == "o":
		return "○ "
	}
	return s.Code
}

// standing lists the pieces on every space.
func (s *Scene) standing() map[int][]int {
	on := map[int][]int{}
	for i, p := range s.Pieces {
		on[p.Space] = append(on[p.Space], i)
	}
	return on
}

// crowd names the pieces on a space: their signs where they fit, or how many they are.
func (s *Scene) crowd(pieces []int, width int) string {
	all := ""
	for _, i := range pieces {
		all += s.Pieces[i].Label
	}
	if uniseg.StringWidth(all) > width {
		return pad("+"+strconv.Itoa(len(pieces)), width)
	}
	return pad(all, width)
}

// ground is the escape parameters for letters on a colour.
func ground(colour string) string {
	r, g, b := rgb(colour)
	ir, ig, ib := rgb(inkOn(colour))
	return fmt.Sprintf("48;2;%d;%d;%d;38;2;%d;%d;%d", r, g, b, ir, ig, ib)
}

// cellAt is where something so wide is drawn in a picture of so many columns and lines.
func (b *Board) cellAt(p Point, width, columns, lines int) (x, y int) {
	x = int(math.Round(p.X/Side*float64(columns-1) - float64(width-1)/2))
	y = int(math.Round(p.Y / Side * float64(lines-1)))
	return min(max(0, x), columns-width), min(max(0, y), lines-1)
}

// named is how many characters the names of the spaces take.
func (b *Board) named() int {
	wide := b.Cell
	for i := range b.Spaces {
		wide = max(wide, len(strings.Join(b.Spaces[i].Names(), "")))
	}
	return wide
}

// signed reports whether what is printed on the space has a place beside the pieces.
func (s *Space) signed() bool { return s.Kind == Goal && s.Sign != s.At }

// fit is how many columns and lines the board takes so that there is a blank between any
// two spaces, of so many characters each, and more where there is room. Lines are dear in a
// terminal: half a dozen columns are tried before two more of them.
func (b *Board) fit(cell int, room [2]int) (columns, lines int) {
	const most = 120
	for lines = room[1]; lines > b.Lines[1]; lines-- {
		columns = b.Lines[0] * lines / b.Lines[1]
		if columns <= room[0] && !b.collides(cell, columns, lines) {
			return columns, lines
		}
	}
	for lines = b.Lines[1]; lines < most; lines += 2 {
		for more := range 7 {
			columns = b.Lines[0]*lines/b.Lines[1] + more
			if !b.collides(cell, columns, lines) {
				return columns, lines
			}
		}
	}
	return columns, lines
}

func (b *Board) collides(cell, columns, lines int) bool {
	taken := map[[2]int]bool{}
	for i := range b.Spaces {
		x, y := b.cellAt(b.Spaces[i].At, cell, columns, lines)
		for j := range cell + 1 {
			if taken[[2]int{x + j, y}] {
				return true
			}
			taken[[2]int{x + j, y}] = true
		}
	}
	return false
}

// Legend says in lines of text how the players stand and what just moved.
func (s *Scene) Legend(o TextOptions) string {
	var out strings.Builder
	sign := map[int]string{}
	for _, p := range s.Pieces {
		sign[p.Owner] = p.Label[:1]
	}
	for i, p := range s.Players {
		mark := "  "
		switch {
		case p.Won && o.ASCII:
			mark = "# "
		case p.Won:
			mark = "★ "
		case i == s.Actor && o.ASCII:
			mark = "> "
		case i == s.Actor:
			mark = "▸ "
		}
		text := mark + sign[i] + " " + p.Name + " · " + p.Has
		if o.ASCII {
			text = strings.ReplaceAll(text, " · ", ", ")
		}
		out.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	return out.String()
}

// Way is a route in words: "hub, br1, br2".
func (s *Scene) Way(m Move) string {
	names := make([]string, len(m.Route))
	for i, space := range m.Route {
		names[i] = s.Board.Spaces[space].Name
	}
	return strings.Join(names, ", ")
}

// NamedSize returns how many columns and lines a board takes at least if it names its spaces.
func (b *Board) NamedSize() (columns, lines int) { return b.fit(b.named(), [2]int{}) }
