package scene

import (
	"slices"
	"strconv"
	"strings"

	"tpnote/rules/trespass"
	"tpnote/verify"
)

// trespassArtist draws Trespass: its grid, row 1 at the bottom, where the first player sits.
type trespassArtist struct {
	engine  *trespass.Engine
	picture Board
}

// campColours are the colours of the two players, and, lightened, of their back rows.
var campColours = [2]string{"#2f7fd0", "#d94444"}

func newTrespass(e *trespass.Engine) *trespassArtist {
	a := &trespassArtist{engine: e}
	a.layOut()
	return a
}

func (a *trespassArtist) board() *Board { return &a.picture }

// size is the side of a square.
func (a *trespassArtist) size() float64 {
	const margin = 90 // for the letters and numbers
	b := a.engine.Board
	return (Side - margin) / float64(max(b.Columns, b.Rows))
}

func (a *trespassArtist) layOut() {
	b := a.engine.Board
	size := a.size()
	left, top := (Side-size*float64(b.Columns-1))/2, size/2+10
	bottom := top + size*float64(b.Rows-1)
	a.picture = Board{Cell: 3, Lines: [2]int{5*b.Columns + 4, 2*b.Rows + 2}, Spaces: make([]Space, b.Len())}
	for row := range b.Rows {
		for column := range b.Columns {
			q := trespass.Square(row*b.Columns + column)
			at := Point{left + size*float64(column), bottom - size*float64(row)}
			half := size / 2
			s := Space{Name: b.Name(q), At: at, Sign: at, Code: " . ", Outline: []Point{
				{at.X - half, at.Y - half}, {at.X + half, at.Y - half}, {at.X + half, at.Y + half}, {at.X - half, at.Y + half}}}
			switch row {
			case 0:
				s.Kind, s.Colour = Goal, tint(campColours[0])
			case b.Rows - 1:
				s.Kind, s.Colour = Goal, tint(campColours[1])
			}
			a.picture.Spaces[q] = s
		}
		a.picture.Labels = append(a.picture.Labels, Label{Point{left - size/2 - 28, bottom - size*float64(row)}, strconv.Itoa(row + 1)})
	}
	for column := range b.Columns {
		a.picture.Labels = append(a.picture.Labels, Label{Point{left + size*float64(column), bottom + size/2 + 34}, string(rune('a' + column))})
	}
}

func (a *trespassArtist) scene(s *Scene, t *verify.Table) {
	_, state := t.Board()
	st := state.(*trespass.State)
	b := a.engine.Board
	s.Radius = a.size() * 0.34
	for seat := range s.Players {
		for number := range b.Each {
			p, ok := b.Numbered(uint8(seat), b.First+number)
			if !ok {
				continue
			}
			space := -1
			if q := st.At(p); q != trespass.Off {
				space = int(q)
			}
			s.Pieces = append(s.Pieces, Piece{Owner: seat, Label: b.PieceName(p), Space: space})
		}
		player := &s.Players[seat]
		player.Colour = campColours[seat]
		player.Has = a.secret(st, uint8(seat))
		if winner, some := st.Winner(); some {
			player.Won = int(winner) == seat
		}
	}
}

// secret says what is known of a player's secret number.
func (a *trespassArtist) secret(st *trespass.State, seat uint8) string {
	if p, known := a.engine.Secret(st, seat); known {
		return "secret " + strconv.Itoa(a.engine.Board.Number(p))
	}
	numbers := a.engine.PossibleNumbers(a.engine.Possible(st, seat))
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.Itoa(n)
	}
	return "secret hidden: " + strings.Join(words, " ")
}

func (a *trespassArtist) route(before, after *verify.Table, word string) Move {
	_, old := before.Board()
	_, now := after.Board()
	was, is := old.(*trespass.State), now.(*trespass.State)
	name, path, _ := strings.Cut(word, ":")
	p, ok := a.engine.Board.Piece(name)
	if !ok || was.At(p) == is.At(p) {
		return Move{}
	}
	route := []int{int(was.At(p))}
	path = strings.TrimSuffix(path, "#")
	for path != "" {
		at := strings.IndexAny(path, "-^")
		if at < 0 {
			break
		}
		slides := path[at] == '-'
		path = path[at+1:]
		end := path
		if next := strings.IndexAny(path, "-^"); next >= 0 {
			end = path[:next]
		}
		q, ok := a.engine.Board.Square(end)
		if !ok {
			return Move{Route: []int{int(was.At(p)), int(is.At(p))}}
		}
		if slides {
			route = append(route, a.slide(was, route[len(route)-1], int(q))...)
		} else {
			route = append(route, int(q))
		}
	}
	return Move{Route: route}
}

// slide is a shortest clear way between two squares, without the first; where there is
// none, it goes straight there.
func (a *trespassArtist) slide(st *trespass.State, from, to int) []int {
	b := a.engine.Board
	came := map[int]int{from: -1}
	front := []int{from}
	for len(front) > 0 {
		at := front[0]
		front = front[1:]
		if at == to {
			var way []int
			for ; at != from; at = came[at] {
				way = append(way, at)
			}
			slices.Reverse(way)
			return way
		}
		x, y := at%b.Columns, at/b.Columns
		for _, d := range [4][2]int{{0, 1}, {0, -1}, {-1, 0}, {1, 0}} {
			nx, ny := x+d[0], y+d[1]
			next := ny*b.Columns + nx
			if nx < 0 || nx >= b.Columns || ny < 0 || ny >= b.Rows || st.On(trespass.Square(next)) != trespass.NoPiece {
				continue
			}
			if _, seen := came[next]; !seen {
				came[next] = at
				front = append(front, next)
			}
		}
	}
	return []int{to}
}

func (a *trespassArtist) choice(t *verify.Table, m verify.Move) Choice {
	c := Choice{From: -1, To: -1, Brief: m.Word, Move: m}
	_, state := t.Board()
	name, path, _ := strings.Cut(strings.TrimSuffix(m.Word, "#"), ":")
	p, ok := a.engine.Board.Piece(name)
	if !ok {
		return c
	}
	if q := state.(*trespass.State).At(p); q != trespass.Off {
		c.From = int(q)
	}
	end := path[strings.LastIndexAny(path, "-^")+1:]
	if q, ok := a.engine.Board.Square(end); ok {
		c.To = int(q)
		c.Brief = name + " to " + end
	}
	return c
}
