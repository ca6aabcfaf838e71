package morris

import (
	"fmt"
	"slices"

	"tpnote/verify"
	"tpnote/verify/draw"
)

// artist draws the board: its lines, and a point where each of them ends or bends. The name of a point is its place.
type artist struct {
	engine  *engine
	picture draw.Board
}

func newArtist(e *engine) *artist {
	const ground = "#ead9b5"
	size := 2
	for _, name := range e.names[1:] {
		size = max(size, int(name[0]-'a')+1, int(name[1]-'0'))
	}
	step := float64(draw.Side-220) / float64(size-1)
	place := func(name string) draw.Point {
		return draw.Point{X: 110 + step*float64(name[0]-'a'), Y: draw.Side - 110 - step*float64(name[1]-'1')}
	}
	a := &artist{engine: e}
	a.picture = draw.Board{Cell: 3, Lines: [2]int{6*size + 4, 2*size + 4}, Ground: []draw.Shape{draw.Sheet(ground)}}
	for _, name := range e.names[1:] {
		at := place(name)
		corner := draw.Point{X: at.X + 34, Y: at.Y - 34} // beside a man
		a.picture.Spaces = append(a.picture.Spaces, draw.Space{
			Name: name, Code: " . ", At: at, Sign: at, WrittenAt: &corner, Colour: ground, Outline: draw.Disk(at, 24),
		})
	}
	for from, near := range e.joined[1:] {
		for to := range (near >> (from + 2) << (from + 2)).each() {
			line := []draw.Point{place(e.names[from+1]), place(e.names[to])}
			a.picture.Ground = append(a.picture.Ground, draw.Line("join", line))
		}
	}
	return a
}

func (a *artist) Scene(sc *draw.Scene, s *state) {
	sc.Board, sc.Radius = &a.picture, 36
	signs := draw.Symbols(sc.Handles())
	for seat := range sc.Players {
		for point := range s.Men[seat].each() {
			sc.Pieces = append(sc.Pieces, draw.Piece{Owner: seat, Label: signs[seat], Space: int(point) - 1})
		}
		for i := s.Men[seat].count(); i < int(a.engine.men); i++ {
			sc.Pieces = append(sc.Pieces, draw.Piece{Owner: seat, Label: signs[seat], Space: -1})
		}
		p := &sc.Players[seat]
		p.Colour, p.Won = draw.Paints[[]string{"white", "black"}[seat]], a.engine.won(s) && seat == int(s.Clock.Seat)
		p.Has = fmt.Sprintf("%d on the board, %d to place", s.Men[seat].count(), s.Hand[seat])
	}
}

func (a *artist) Route(_, _ *state, done verify.Action) draw.Move {
	c := a.Choice(nil, done)
	m := draw.Move{Route: slices.DeleteFunc([]int{c.From, c.To}, func(point int) bool { return point < 0 })}
	if taken := a.picture.Space(done.Takes); taken >= 0 {
		m.Sent = []int{taken}
	}
	return m
}

func (a *artist) Choice(_ *state, m verify.Action) draw.Choice {
	m.Due = ""
	return draw.Choice{From: a.picture.Space(m.From), To: a.picture.Space(m.To), Brief: written(m)}
}
