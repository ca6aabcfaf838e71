package trespass

import (
	"slices"
	"strconv"

	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules/trespass"
	"tpnote/verify"
	"tpnote/verify/draw"
)

// artist draws Trespass: its grid, row 1 at the bottom, where the first player sits.
type artist struct {
	engine  *trespass.Engine
	picture draw.Board
}

// campColours are the colours of the two players, dark and light, so that they differ without colour too.
var campColours = [2]string{"#1f4e9e", "#f5a623"}

// The colours of the board: its wood, its squares by turns, and the dark squares of the back rows.
const wood, lightGreen, paleGreen, darkGreen = "#6b4a2b", "#cfe3c4", "#e4efdc", "#2f6b4a"

// size is the side of a square.
func (a *artist) size() float64 {
	const margin = 90 // for the letters and numbers
	b := a.engine.Board
	return (draw.Side - margin) / float64(max(b.Columns, b.Rows))
}

func newArtist(e *trespass.Engine) *artist {
	a, b := &artist{engine: e}, e.Board
	size := a.size()
	left, top := (draw.Side-size*float64(b.Columns-1))/2, size/2+10
	bottom := top + size*float64(b.Rows-1)
	a.picture = draw.Board{Cell: 3, Lines: [2]int{5*b.Columns + 4, 2*b.Rows + 2}, Spaces: make([]draw.Space, b.Len())}
	a.picture.Ground = []draw.Shape{draw.Sheet(wood)}
	for row := range b.Rows {
		for column := range b.Columns {
			q := trespass.Square(row*b.Columns + column)
			at := draw.Point{X: left + size*float64(column), Y: bottom - size*float64(row)}
			half := size / 2
			corner := draw.Point{X: at.X - half + 22, Y: at.Y - half + 17}
			s := draw.Space{Name: b.Name(q), At: at, Sign: at, Code: " . ", WrittenAt: &corner, Outline: draw.Rect(at, size, size)}
			s.Colour = []string{lightGreen, paleGreen}[(row+column)%2]
			if row == 0 || row == b.Rows-1 {
				s.Kind, s.Colour, s.Says = draw.Goal, darkGreen, "back row"
			}
			a.picture.Spaces[q] = s
		}
		a.picture.Labels = append(a.picture.Labels, draw.Label{At: draw.Point{X: left - size/2 - 24, Y: bottom - size*float64(row)}, Text: strconv.Itoa(row + 1)})
	}
	for column := range b.Columns {
		a.picture.Labels = append(a.picture.Labels, draw.Label{At: draw.Point{X: left + size*float64(column), Y: bottom + size/2 + 28}, Text: string(rune('a' + column))})
	}
	for seat, row := range [2]int{0, b.Rows - 1} { // a bar in the colour of the player who sits there
		out := []float64{1, -1}[seat]
		at := draw.Point{X: draw.Middle.X, Y: bottom - size*float64(row) + out*(size/2+7)}
		beside := draw.Point{X: left + size*(float64(b.Columns)-0.5) + 52, Y: bottom - size*float64(row)}
		a.picture.Ground = append(a.picture.Ground, draw.Upright(beside, draw.Words(beside, 24, wood, "BACK\nROW"))...)
		a.picture.Ground = append(a.picture.Ground, draw.Area("chip", campColours[seat], draw.Box(at, size*float64(b.Columns), 14, 2)))
	}
	return a
}

func (a *artist) Scene(s *draw.Scene, st *trespass.State) {
	b := a.engine.Board
	s.Board, s.Radius = &a.picture, a.size()*0.34
	for seat := range s.Players {
		for number := range b.Each {
			p, _ := b.Numbered(uint8(seat), b.First+number)
			space := -1
			if q := st.At(p); q != trespass.Off {
				space = int(q)
			}
			s.Pieces = append(s.Pieces, draw.Piece{Owner: seat, Label: b.PieceName(p), Face: strconv.Itoa(b.Number(p)), Space: space})
		}
		player := &s.Players[seat]
		player.Colour = campColours[seat]
		player.Has = a.secret(st, uint8(seat))
		if winner, some := st.Winner(); some {
			player.Won = int(winner) == seat
		}
	}
}

// secret describes what is known of a player's secret number.
func (a *artist) secret(st *trespass.State, seat uint8) string {
	if p, known := a.engine.Secret(st, seat); known {
		return "secret number " + strconv.Itoa(a.engine.Board.Number(p))
	}
	return "secret number unknown, still " + ranges(a.engine.PossibleNumbers(a.engine.Possible(st, seat)))
}

func (a *artist) Route(was, is *trespass.State, done verify.Action) draw.Move {
	p, ok := a.engine.Board.Piece(done.Piece)
	if !ok || was.At(p) == is.At(p) {
		return draw.Move{}
	}
	at := was.At(p)
	route := []int{int(at)}
	for hop := range slices.Chunk(done.Route, 2) {
		q, ok := a.engine.Board.Square(hop[1].Text)
		if !ok {
			return draw.Move{Route: []int{int(was.At(p)), int(is.At(p))}}
		}
		way := a.engine.Slide(was, p, at, q)
		if way == nil || hop[0].Text == trespassnotation.Jump {
			way = []trespass.Square{q}
		}
		for _, at = range way {
			route = append(route, int(at))
		}
	}
	return draw.Move{Route: route}
}

func (a *artist) Choice(st *trespass.State, m verify.Action) draw.Choice {
	p, ok := a.engine.Board.Piece(m.Piece)
	if !ok {
		return draw.Choice{From: -1, To: -1, Brief: "pass"}
	}
	c := draw.Choice{From: a.picture.Space(m.From), To: a.picture.Space(m.To), Brief: m.Piece + " to " + m.To}
	if q := st.At(p); c.From < 0 && q != trespass.Off {
		c.From = int(q)
	}
	return c
}
