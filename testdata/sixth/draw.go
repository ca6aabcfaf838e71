package snakes

import (
	"strconv"

	"tpnote/verify"
	"tpnote/verify/draw"
)

// artist draws the board: rows that run to and fro from the bottom to the top, and the start
// below them. The index of a space is the number of its square.
type artist struct {
	picture draw.Board
	size    float64 // of a square
}

func newArtist(e *engine) *artist {
	columns, last := e.variant.Board["columns"].Number, int(e.last)
	rows := (last + columns - 1) / columns
	a := &artist{size: float64(draw.Side-40) / float64(max(columns, rows+1))}
	a.picture = draw.Board{
		Cell: 3, Lines: [2]int{5*columns + 4, 2*rows + 4},
		Die: &draw.Point{X: draw.Side - 60, Y: draw.Side - 50},
	}
	for q := range last + 1 {
		row, column := (q-1)/columns, (q-1)%columns
		if row%2 == 1 {
			column = columns - 1 - column
		}
		if q == 0 {
			row, column = -1, 0
		}
		at := draw.Point{X: 20 + a.size*(float64(column)+0.5), Y: draw.Side - 20 - a.size*(float64(row)+1.5)}
		s := draw.Space{Name: strconv.Itoa(q), Code: strconv.Itoa(q), Word: strconv.Itoa(q), At: at, Outline: draw.Rect(at, a.size, a.size)}
		s.Sign = draw.Point{X: at.X, Y: at.Y - a.size*0.35}
		switch to := int(e.slide[q]); {
		case q == 0:
			s.Kind, s.Word = draw.Nest, ""
		case q == last:
			s.Kind, s.Colour = draw.Goal, draw.Paints["gold"]
		case to > q:
			s.Colour, s.Word = draw.Paints["lime"], s.Word+" → "+strconv.Itoa(to)
		case to < q:
			s.Colour, s.Word = draw.Paints["pink"], s.Word+" → "+strconv.Itoa(to)
		}
		a.picture.Spaces = append(a.picture.Spaces, s)
	}
	return a
}

func (a *artist) Scene(sc *draw.Scene, s *state) {
	sc.Board, sc.Radius = &a.picture, a.size*0.2
	signs := draw.Symbols(sc.Handles())
	for seat := range sc.Players {
		at := int(s.At[seat])
		sc.Pieces = append(sc.Pieces, draw.Piece{Owner: seat, Label: signs[seat], Space: at})
		p := &sc.Players[seat]
		p.Colour, p.Has, p.Won = draw.SeatColour(seat), "on "+strconv.Itoa(at), at == len(a.picture.Spaces)-1
	}
}

// Route walks square by square, then takes the snake or ladder.
func (a *artist) Route(before, after *state, done verify.Action) draw.Move {
	seat := before.Clock.Seat
	from, to := int(before.At[seat]), int(after.At[seat])
	m := draw.Move{Die: done.Die}
	if from == to {
		return m
	}
	for q := from; q <= min(from+done.Die, len(a.picture.Spaces)-1); q++ {
		m.Route = append(m.Route, q)
	}
	if m.Route[len(m.Route)-1] != to {
		m.Route = append(m.Route, to)
	}
	return m
}

func (a *artist) Choice(s *state, m verify.Action) draw.Choice {
	return draw.Choice{Die: m.Die, From: int(s.At[s.Clock.Seat]), To: a.picture.Space(m.To), Brief: m.To}
}
