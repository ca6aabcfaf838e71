package wheel

import (
	"math"
	"strconv"
	"strings"

	"tpnote/rules/wheel"
	"tpnote/verify"
	"tpnote/verify/draw"
)

// artist draws the hub-and-spoke games as what they are: a wheel. Every space of the
// rim is as wide as any other, a headquarters somewhat wider, and each spoke goes straight
// to its headquarters, however many there are and however long.
type artist struct {
	engine  *wheel.Engine
	wedges  string // what the game calls them
	picture draw.Board
}

func (a *artist) Picture() *draw.Board { return &a.picture }

const (
	rimOuter = 478.0
	rimInner = 398.0
	hqOuter  = 496.0
	hqInner  = 366.0
	hqWide   = 1.9 // in spaces of the rim
)

func newArtist(e *wheel.Engine, wedges string) *artist {
	a, b := &artist{engine: e, wedges: wedges}, e.Board
	n := len(b.Colours)
	spokes, tracks := a.lengths()
	around := 0.0
	for _, track := range tracks {
		around += hqWide + float64(track)
	}
	unit := 2 * math.Pi / around
	longest := 1
	for _, spoke := range spokes {
		longest = max(longest, spoke)
	}
	wide := 58.0
	hub := max(86, float64(n)*wide/(2*math.Pi)*1.04)
	if most := hqInner - 20; hub > most*0.7 {
		hub = most * 0.7
		wide = hub * 2 * math.Pi / float64(n) / 1.04
	}

	a.picture = draw.Board{Cell: 2, Lines: [2]int{46, 19}, Die: &draw.Point{X: draw.Side - 52, Y: draw.Side - 52}}
	a.picture.Letters = min(26, unit*(rimInner+rimOuter)/2*0.5, wide*0.45) // three letters fit
	a.picture.Spaces = make([]draw.Space, b.Len())
	at := 0.0
	for i, code := range b.Colours {
		half := hqWide / 2 * unit
		colour := a.colour(i)
		a.set(code, sector(hqInner, hqOuter, at-half, at+half), draw.Polar(draw.Middle, hqInner+44, at), draw.Goal, colour, strings.ToUpper(code))
		if s, ok := b.Space(code); ok {
			sign := draw.Polar(draw.Middle, hqOuter-27, at)
			a.picture.Spaces[s].Sign, a.picture.Spaces[s].WrittenAt = sign, &sign
		}
		if spokes[i] == 0 {
			a.picture.Joins = append(a.picture.Joins, []draw.Point{draw.Middle, draw.Polar(draw.Middle, hqInner, at)})
		}
		high := (hqInner - hub) / float64(max(1, spokes[i]))
		for j := range spokes[i] {
			from := hub + float64(j)*high
			name := code + strconv.Itoa(j+1)
			a.plain(name, bar(at, from, from+high, wide/2), draw.Polar(draw.Middle, from+high/2, at))
		}
		at += half
		next := b.Colours[(i+1)%n]
		for j := range tracks[i] {
			name := code + strconv.Itoa(j+1) + next
			a.plain(name, sector(rimInner, rimOuter, at, at+unit), draw.Polar(draw.Middle, (rimInner+rimOuter)/2, at+unit/2))
			if s, ok := b.Space(name); ok { // the rim is too narrow for all of it
				a.picture.Spaces[s].Written = []string{code + strconv.Itoa(j+1), next}
			}
			at += unit
		}
		at += half
	}
	a.set("hub", sector(hub, hub, 0, 2*math.Pi), draw.Middle, draw.Centre, "", "()")
	return a
}

// lengths counts the spaces of every spoke and of the track after every headquarters, from their
// names.
func (a *artist) lengths() (spokes, tracks []int) {
	b := a.engine.Board
	n := len(b.Colours)
	spokes, tracks = make([]int, n), make([]int, n)
	for i, code := range b.Colours {
		for exists(b, code+strconv.Itoa(spokes[i]+1)) {
			spokes[i]++
		}
		next := b.Colours[(i+1)%n]
		for exists(b, code+strconv.Itoa(tracks[i]+1)+next) {
			tracks[i]++
		}
	}
	return spokes, tracks
}

func exists(b *wheel.Board, name string) bool {
	s, ok := b.Space(name)
	return ok && b.Name(s) == name
}

func (a *artist) set(name string, outline []draw.Point, at draw.Point, kind draw.Kind, colour, code string) {
	s, _ := a.engine.Board.Space(name)
	a.picture.Spaces[s] = draw.Space{Name: name, At: at, Outline: outline, Kind: kind, Colour: colour, Code: code, Sign: at}
	if colour != "" {
		a.picture.Spaces[s].Word = code
	}
}

// plain sets a category space or a roll-again space.
func (a *artist) plain(name string, outline []draw.Point, at draw.Point) {
	b := a.engine.Board
	s, _ := b.Space(name)
	if b.Kind(s) == wheel.RollAgain {
		a.set(name, outline, at, draw.Again, "", "::")
		return
	}
	c := b.Colour(s)
	a.set(name, outline, at, draw.Plain, a.colour(c), b.Colours[c])
}

// colour is what a colour of the board looks like. A variant names its codes; Trivial
// Pursuit's are the beginnings of English colours.
func (a *artist) colour(i int) string {
	code := a.engine.Board.Colours[i]
	name := a.engine.Variant.Colours[code]
	if name == "" {
		for word := range draw.Paints {
			if strings.HasPrefix(word, code) && (name == "" || word < name) {
				name = word
			}
		}
	}
	return draw.Paint(name, i, len(a.engine.Board.Colours))
}

// sector is a piece of a ring.
func sector(inner, outer, from, to float64) []draw.Point {
	const grain = 0.07 // radians from point to point of the arc
	steps := int(math.Ceil((to - from) / grain))
	var points []draw.Point
	for i := range steps + 1 {
		points = append(points, draw.Polar(draw.Middle, outer, from+(to-from)*float64(i)/float64(steps)))
	}
	if inner == outer {
		return points[:steps] // a whole disk
	}
	for i := steps; i >= 0; i-- {
		points = append(points, draw.Polar(draw.Middle, inner, from+(to-from)*float64(i)/float64(steps)))
	}
	return points
}

// bar is a piece of a spoke.
func bar(angle, from, to, half float64) []draw.Point {
	side := func(radius, offset float64) draw.Point {
		p := draw.Polar(draw.Middle, radius, angle)
		return draw.Point{X: p.X + offset*math.Cos(angle), Y: p.Y + offset*math.Sin(angle)}
	}
	return []draw.Point{side(to, -half), side(to, half), side(from, half), side(from, -half)}
}

func (a *artist) Scene(s *draw.Scene, st *wheel.State) {
	b := a.engine.Board
	s.Radius = 33
	for i := range b.Colours {
		s.Slices = append(s.Slices, a.colour(i))
	}
	signs := draw.Symbols(s.Handles())
	for seat := range s.Players {
		token := &st.Tokens[seat]
		p := draw.Piece{Owner: seat, Label: signs[seat], Space: int(token.Space), Slices: make([]bool, len(b.Colours))}
		var held []string
		for i, code := range b.Colours {
			if p.Slices[i] = token.Wedges>>i&1 != 0; p.Slices[i] {
				held = append(held, code)
			}
		}
		s.Pieces = append(s.Pieces, p)
		s.Players[seat].Colour = draw.SeatColour(seat)
		s.Players[seat].Has = "on " + a.picture.Spaces[token.Space].Name
		if held != nil {
			s.Players[seat].Has += " · " + a.wedges + " " + strings.Join(held, ", ")
		}
		if token.Barred != 0 {
			s.Players[seat].Has += " · not into " + b.Name(wheel.Space(token.Barred-1)) + " yet"
		}
		s.Players[seat].Won = st.Winners>>seat&1 != 0
		if st.Out>>seat&1 != 0 {
			s.Pieces[seat].Space = -1
			s.Players[seat].Has = "has left"
		}
	}
}

func (a *artist) Route(before, after *wheel.State, done verify.Action) draw.Move {
	seat := before.Clock.Seat
	from, to := before.Tokens[seat].Space, after.Tokens[seat].Space
	m := draw.Move{Die: done.Die}
	walk := []int{int(from)}
	if m.Die == 0 {
		return m
	}
	for steps := m.Die; steps > 0; steps-- { // a move that overshoots into the hub is shorter than its roll
		if way := a.walk(from, from, to, steps, walk); way != nil {
			m.Route = way
			return m
		}
	}
	if from != to {
		m.Route = []int{int(from), int(to)} // not a walk: the log says so all the same
	}
	return m
}

// walk finds a way of exactly this many steps that does not turn back, or nil.
func (a *artist) walk(came, at, to wheel.Space, steps int, way []int) []int {
	if steps == 0 {
		if at == to {
			return append([]int(nil), way...)
		}
		return nil
	}
	for _, next := range a.engine.Board.Next(at) {
		if next != came || len(way) == 1 {
			if found := a.walk(at, next, to, steps-1, append(way, int(next))); found != nil {
				return found
			}
		}
	}
	return nil
}

func (a *artist) Choice(st *wheel.State, m verify.Action) draw.Choice {
	c := draw.Choice{Die: m.Die, From: int(st.Tokens[st.Clock.Seat].Space), To: -1, Brief: m.To}
	if space, ok := a.engine.Board.Space(m.To); ok {
		c.To, c.Brief = int(space), a.engine.Board.Name(space)
	}
	return c
}
