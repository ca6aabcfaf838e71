package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// TextOptions say what a terminal can show.
type TextOptions struct {
	ASCII  bool // nothing but ASCII
	Colour bool // escape sequences for colours
	Names  bool // how a log names the spaces, instead of what is printed there
	// Room is how many columns and lines the board may grow into; without it, the board is at its smallest.
	Room [2]int
}

// Text draws a scene in characters: a word for each space, or the names of the pieces on it,
// and marks the places that can be reached. The lines have no blanks at their ends.
//
// A board is drawn in as many columns and lines as it needs, so that no two spaces collide.
func (s *Scene) Text(m Move, marked []Choice, o TextOptions) string {
	b := s.Board
	l := b.layOut(o)
	g := grid{slices.Repeat([]string{" "}, l.lines*l.columns), l.columns, o.Colour}
	putAt := func(at Point, width int, text, style string) {
		x, y := l.at(at, width)
		g.put(x, y, width, text, style)
	}
	for _, label := range b.Labels {
		putAt(label.At, len(label.Text), label.Text, "2")
	}
	on := s.standing()
	trail, target := "•", "◆" // what marks the way that a piece came, and a space that can be reached
	if o.ASCII {
		trail, target = "*", "?"
	}
	for i := range b.Spaces {
		space := &b.Spaces[i]
		text, style, width := space.code(o.ASCII), "", l.widths[i]
		if space.Colour != "" && space.Colour != Paper {
			style = ground(space.Colour)
		}
		if o.Names {
			text = cmp.Or(strings.Join(space.Names(), ""), text)
		}
		open := slices.IndexFunc(marked, func(c Choice) bool { return c.To == i })
		switch {
		case on[i] != nil:
			if space.signed() { // the piece does not hide it
				putAt(space.Sign, b.Cell, text, style)
			}
			text = s.crowd(on[i], width)
			style = "1;" + ground(s.Players[s.Pieces[on[i][0]].Owner].Colour)
		case open >= 0 && o.Names && o.Colour:
			style = "7"
		case open >= 0:
			text, style = cmp.Or(marked[open].Sign, target), "7"
		case slices.Contains(m.Route, i) && !o.Names && i != m.Route[len(m.Route)-1]:
			text, style = strings.Repeat(trail, b.Cell), "1"
		}
		g.put(l.places[i][0], l.places[i][1], width, text, style)
	}
	if b.Die != nil && m.Die > 0 {
		die := "[" + strconv.Itoa(m.Die) + "]"
		putAt(*b.Die, len(die), die, "1")
	}
	return g.String()
}

// grid is a drawing in characters.
type grid struct {
	cells   []string // line after line: the text that begins in the cell
	columns int
	colour  bool
}

// put writes a text over the cells from x, y on. style is the parameters of an escape sequence.
func (g grid) put(x, y, width int, text, style string) {
	cells := g.cells[y*g.columns+x:][:width]
	clear(cells)
	cells[0] = text + strings.Repeat(" ", max(0, width-displaywidth.String(text)))
	if g.colour && style != "" {
		cells[0] = "\x1b[" + style + "m" + cells[0] + "\x1b[0m"
	}
}

// String is the drawing, without blanks at the ends of lines.
func (g grid) String() string {
	var out strings.Builder
	for line := range slices.Chunk(g.cells, g.columns) {
		out.WriteString(strings.TrimRight(strings.Join(line, ""), " ") + "\n")
	}
	return out.String()
}

// codes are the words for empty spaces of some kinds.
var codes = map[Kind]string{Again: "⚅ ", Centre: "◎ ", Nest: "· "}

// code is the word for an empty space.
func (s *Space) code(ascii bool) string {
	sign := codes[s.Kind]
	if ascii || sign == "" && s.Code != "o" {
		return s.Code
	}
	return cmp.Or(sign, "○ ")
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
	if displaywidth.String(all) > width {
		return "+" + strconv.Itoa(len(pieces))
	}
	return all
}

// ground is the escape parameters for letters on a colour.
func ground(colour string) string {
	r, g, b := rgb(colour)
	ir, ig, ib := rgb(inkOn(colour))
	return fmt.Sprintf("48;2;%d;%d;%d;38;2;%d;%d;%d", r, g, b, ir, ig, ib)
}

// signed reports whether what is printed on the space has a place beside the pieces.
func (s *Space) signed() bool { return s.Kind == Goal && s.Sign != s.At }

// layout says where the spaces of a board are in a picture of characters.
type layout struct {
	columns, lines int
	widths         []int    // of the spaces
	places         [][2]int // of their first characters: column and line
}

// layOut places the spaces so that there is a blank between any two of them. Names that find
// no room in this way are moved a little, where there is room then.
func (b *Board) layOut(o TextOptions) *layout {
	l := &layout{widths: make([]int, len(b.Spaces))}
	for i := range b.Spaces {
		l.widths[i] = b.Cell
		if o.Names {
			l.widths[i] = max(b.Cell, len(strings.Join(b.Spaces[i].Names(), "")))
		}
	}
	strict := *l
	if strict.fit(b, o.Room); o.Names && (strict.columns > o.Room[0] || strict.lines > o.Room[1]) {
		const aside, down = 6, 1
		l.columns, l.lines = o.Room[0], o.Room[1]
		if l.lines >= b.Lines[1] && l.columns >= b.Lines[0] && l.place(b, aside, down) {
			return l
		}
	}
	return &strict
}

// HasRoom reports whether a board with the names of its spaces finds room; with squeezed also if some have to be moved.
func (b *Board) HasRoom(columns, lines int, squeezed bool) bool {
	o := TextOptions{Names: true}
	if squeezed {
		o.Room = [2]int{columns, lines}
	}
	l := b.layOut(o)
	return l.columns <= columns && l.lines <= lines
}

// at is where something so wide is drawn.
func (l *layout) at(p Point, width int) (x, y int) {
	x = int(math.Round(p.X/Side*float64(l.columns-1) - float64(width-1)/2))
	y = int(math.Round(p.Y / Side * float64(l.lines-1)))
	return min(max(0, x), l.columns-width), min(max(0, y), l.lines-1)
}

// fit finds how many columns and lines the board takes, and more where there is room. Lines
// are dear in a terminal: half a dozen columns are tried before two more of them.
func (l *layout) fit(b *Board, room [2]int) {
	const most = 120
	for l.lines = room[1]; l.lines > b.Lines[1]; l.lines-- {
		l.columns = b.Lines[0] * l.lines / b.Lines[1]
		if l.columns <= room[0] && l.place(b, 0, 0) {
			return
		}
	}
	for l.lines = b.Lines[1]; l.lines < most; l.lines += 2 {
		for more := range 7 {
			l.columns = b.Lines[0]*l.lines/b.Lines[1] + more
			if l.place(b, 0, 0) {
				return
			}
		}
	}
}

// place places the spaces, each at most aside columns and down lines from its point, and reports whether all fit.
func (l *layout) place(b *Board, aside, down int) bool {
	all := true
	taken := make([]bool, l.lines*(l.columns+1))
	free := func(x, y, wide int) bool {
		return x >= 0 && x+wide <= l.columns && y >= 0 && y < l.lines && !slices.Contains(taken[y*(l.columns+1)+x:][:wide+1], true)
	}
	take := func(x, y, wide int) {
		for i := range wide + 1 {
			taken[y*(l.columns+1)+x+i] = true
		}
	}
	if down > 0 { // what is beside the pieces and between the spaces stays where it is
		takeAt := func(p Point, wide int) {
			x, y := l.at(p, wide)
			take(x, y, wide)
		}
		for i := range b.Spaces {
			if s := &b.Spaces[i]; s.signed() {
				takeAt(s.Sign, b.Cell)
			}
		}
		for _, label := range b.Labels {
			takeAt(label.At, len(label.Text))
		}
		if b.Die != nil {
			takeAt(*b.Die, 3)
		}
	}
	l.places = make([][2]int, len(b.Spaces))
	for i := range b.Spaces {
		wide := l.widths[i]
		x, y := l.at(b.Spaces[i].At, wide)
		best, cost := [2]int{x, y}, math.MaxInt
		for dy := -down; dy <= down; dy++ {
			for dx := -aside; dx <= aside; dx++ {
				if c := max(dx, -dx) + 3*max(dy, -dy); c < cost && free(x+dx, y+dy, wide) {
					best, cost = [2]int{x + dx, y + dy}, c
				}
			}
		}
		all = all && cost < math.MaxInt
		l.places[i] = best
		take(best[0], best[1], wide)
	}
	return all
}

// Legend says in lines of text how the players stand and what just moved.
func (s *Scene) Legend(o TextOptions) string {
	won, acts := "★ ", "▸ "
	if o.ASCII {
		won, acts = "# ", "> "
	}
	var out strings.Builder
	for i, p := range s.Players {
		mark, sign := "  ", ""
		switch {
		case p.Won:
			mark = won
		case i == s.Actor:
			mark = acts
		}
		if piece := s.PieceOf(i); piece != nil {
			sign = string([]rune(piece.Label)[:1])
		}
		out.WriteString(strings.TrimRight(mark+sign+" "+p.Name+": "+p.Has, " ") + "\n")
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
