package trouble

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tpnote/rules/trouble"
	"tpnote/verify"
	"tpnote/verify/draw"
)

// artist draws Trouble: the ring of spaces, each colour's FINISH leading inward from
// the space before its START, its HOME outside, and the die under its dome in the middle.
type artist struct {
	engine                         *trouble.Engine
	colours, quarter, finish, pegs int
	picture                        draw.Board
}

func (a *artist) track() int { return a.quarter * a.colours }

// space is where a peg is drawn: the place that a colour calls p, and which of the pegs in HOME it is.
func (a *artist) space(colour int, p trouble.Pos, waiting int) int {
	switch track := a.track(); {
	case p == trouble.Home:
		return track + a.colours*a.finish + colour*a.pegs + waiting
	case int(p) <= track:
		return (int(p) - 1 + colour*a.quarter) % track
	default:
		return track + colour*a.finish + int(p) - 1 - track
	}
}

const (
	ring = 356.0 // the radius of the track
	dome = 96.0  // the radius of the dome in the middle
	nest = 425.0 // how far a HOME is from the middle, up or down or to a side

	cardboard = "#f3ead7"
	grains    = 48 // straight pieces of an arc
)

func newArtist(e *trouble.Engine) *artist {
	board := e.Variant.Board
	a := &artist{engine: e, colours: len(e.Colours),
		quarter: board["quarter"].Number, finish: board["finish"].Number, pegs: board["pegs"].Number}
	track := a.track()
	step := 2 * math.Pi / float64(track)
	radius := min(33, ring*step*0.43)
	a.picture = draw.Board{Cell: 2, Lines: [2]int{51, 19}, Die: &draw.Middle}
	a.picture.Ground = []draw.Shape{draw.Sheet(cardboard), draw.Line("band", draw.Arc(draw.Middle, ring, 0, 2*math.Pi, grains)), draw.Round("shade", "", draw.Point{X: draw.Middle.X + 3, Y: draw.Middle.Y + 6}, dome-14), draw.Round("piece", "#dfe9f2", draw.Middle, dome-16)}
	a.picture.Spaces = make([]draw.Space, track+a.colours*(a.finish+a.pegs))
	for i := range a.engine.Colours {
		colour := a.colour(i)
		start := float64(i*a.quarter)*step - math.Pi/float64(a.colours)
		for j := range a.quarter {
			at := draw.Polar(draw.Middle, ring, start+float64(j)*step)
			s := a.space(i, trouble.AtStart+trouble.Pos(j), 0)
			a.picture.Spaces[s] = draw.Space{Name: a.engine.Name(0, trouble.Pos(s+1)), At: at, Outline: draw.Disk(at, radius), Colour: draw.Paper, Code: "o", Sign: at}
			if j == 0 {
				start := &a.picture.Spaces[s]
				start.Kind, start.Colour, start.Code, start.Word, start.Says = draw.Goal, colour, a.initial(i)+"S", a.initial(i), a.engine.Colours[i]+"'s START"
			}
		}
		first := ring - 2.1*radius
		a.picture.Ground = append(a.picture.Ground, draw.Line("band", []draw.Point{draw.Polar(draw.Middle, ring, start-step), draw.Polar(draw.Middle, dome, start-step)}))
		gap := min(2.2*radius, (first-dome)/float64(max(1, a.finish-1)))
		for j := range a.finish {
			at := draw.Polar(draw.Middle, first-float64(j)*gap, start-step)
			name := a.engine.Name(uint8(i), trouble.Pos(track+1+j))
			a.picture.Spaces[a.space(i, trouble.Pos(track+1+j), 0)] = draw.Space{
				Name: a.engine.Colours[i] + " " + name, At: at, Outline: draw.Disk(at, min(radius, gap*0.47)), Kind: draw.Goal,
				Colour: draw.Tint(colour), Code: name, Sign: at, Written: []string{name}, Says: a.engine.Colours[i] + "'s FINISH"}
		}
		away := nest / max(math.Abs(math.Sin(start)), math.Abs(math.Cos(start)))
		home := draw.Polar(draw.Middle, away, start)
		a.print(i, home, start, step, radius)
		for j := range a.pegs {
			at := draw.Polar(home, 46, (float64(j)+0.5)*2*math.Pi/float64(a.pegs))
			a.picture.Spaces[a.space(i, trouble.Home, j)] = draw.Space{
				Name: a.engine.Colours[i] + " home", At: at, Outline: draw.Disk(at, 25), Kind: draw.Nest, Colour: draw.Paper, Code: ".", Sign: at, Written: []string{},
				Says: a.engine.Colours[i] + "'s HOME"}
			if j == 0 { // one name is enough for all of them
				nest := &a.picture.Spaces[a.space(i, trouble.Home, 0)]
				nest.Written, nest.WrittenAt = []string{"home"}, &home
			}
		}
	}
	return a
}

// print prints the places of a colour, whose START is at an angle: HOME and START with names, FINISH, and an arrow.
func (a *artist) print(i int, home draw.Point, start, step, radius float64) {
	const letters = 27
	colour := a.colour(i)
	add := func(shapes ...draw.Shape) { a.picture.Ground = append(a.picture.Ground, shapes...) }
	words := func(at draw.Point, text string) {
		add(draw.Upright(at, draw.Words(at, letters, cardboard, text))...)
	}
	add(draw.Round("shade", "", draw.Point{X: home.X + 2, Y: home.Y + 5}, 74), draw.Round("piece", colour, home, 74))
	to := draw.Middle
	beside := draw.Point{X: home.X + math.Copysign(138, to.X-home.X), Y: home.Y - math.Copysign(36, to.Y-home.Y)}
	switch { // a HOME that is not in a corner
	case math.Abs(home.X-to.X) < 200:
		beside = draw.Point{X: home.X + 122, Y: home.Y}
	case math.Abs(home.Y-to.Y) < 200:
		beside = draw.Point{X: home.X, Y: home.Y - 92}
	}
	words(beside, strings.ToUpper(a.engine.Colours[i])+"\nHOME")
	words(draw.Polar(draw.Middle, ring+radius+36, start), "START")
	words(draw.Polar(draw.Middle, ring*0.62, start-step+0.36), "FINISH")
	const first, last = 2.2, 4.8 // in spaces after START
	inside := ring - radius - 26
	tip := start + (last+0.5)*step
	add(draw.Line("way", draw.Arc(draw.Middle, inside, start+first*step, start+last*step, grains)), draw.Area("way", "#8a7f68", []draw.Point{
		draw.Polar(draw.Middle, inside, tip), draw.Polar(draw.Middle, inside+15, tip-0.5*step), draw.Polar(draw.Middle, inside-15, tip-0.5*step)}))
}

// colour is what a colour of the board looks like.
func (a *artist) colour(i int) string { return draw.Paint(a.engine.Colours[i], i, a.colours) }

// initial is the letter for a colour.
func (a *artist) initial(i int) string { return draw.Symbols(a.engine.Colours)[i] }

func (a *artist) Scene(s *draw.Scene, st *trouble.State) {
	s.Board, s.Radius = &a.picture, 25
	for seat := range s.Players {
		colour := int(st.Colours[seat])
		for i, p := range a.engine.PegsOf(st, uint8(seat)) { // those in HOME come first
			s.Pieces = append(s.Pieces, draw.Piece{Owner: seat, Label: a.initial(colour), Space: a.space(colour, p, i)})
		}
		home, finish := a.engine.Stand(st, uint8(seat))
		player := &s.Players[seat]
		player.Colour = a.colour(colour)
		var has []string
		for _, part := range []struct {
			n     int
			where string
		}{{home, " in HOME"}, {a.pegs - home - finish, " on the track"}, {finish, " in FINISH"}} {
			if part.n > 0 {
				has = append(has, strconv.Itoa(part.n)+part.where)
			}
		}
		player.Has = strings.Join(has, ", ")
		if rank := st.Rank[seat]; rank != 0 {
			player.Has = "finished, place " + strconv.Itoa(int(rank))
			player.Won = rank == 1
		}
	}
}

func (a *artist) Route(was, is *trouble.State, done verify.Action) draw.Move {
	m := draw.Move{Die: done.Die}
	for seat := range was.Seats {
		colour := int(was.Colours[seat])
		before, after := a.engine.PegsOf(was, seat), a.engine.PegsOf(is, seat)
		left, came := missing(before, after), missing(after, before)
		if len(left) != 1 {
			continue
		}
		home, _ := a.engine.Stand(was, seat)
		from := a.space(colour, left[0], home-1)
		if seat != was.Clock.Seat {
			m.Sent = append(m.Sent, from)
			continue
		}
		m.Route = []int{from}
		if left[0] != trouble.Home {
			for p := left[0] + 1; p < came[0]; p++ {
				m.Route = append(m.Route, a.space(colour, p, 0))
			}
		}
		m.Route = append(m.Route, a.space(colour, came[0], 0))
	}
	return m
}

// missing returns the pegs of a list that another list does not have, or not as often.
func missing(pegs, from []trouble.Pos) []trouble.Pos {
	all := slices.Clone(pegs)
	for _, p := range from {
		if i := slices.Index(all, p); i >= 0 {
			all = slices.Delete(all, i, i+1)
		}
	}
	return all
}

func (a *artist) Choice(st *trouble.State, m verify.Action) draw.Choice {
	c := draw.Choice{Die: m.Die, From: -1, To: -1, Brief: "pass"}
	seat := st.Clock.Seat
	colour := st.Colours[seat]
	from, known := a.engine.Space(colour, m.From)
	to, exists := a.engine.Space(colour, m.To)
	if known && exists {
		home, _ := a.engine.Stand(st, seat)
		c.From = a.space(int(colour), from, home-1)
		c.To = a.space(int(colour), to, 0)
		c.Brief = m.From + " to " + m.To
	}
	return c
}
