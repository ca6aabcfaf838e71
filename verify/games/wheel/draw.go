package wheel

import (
	"math"
	"strings"

	"tpnote/rules/variant"
	"tpnote/rules/wheel"
	"tpnote/verify"
	"tpnote/verify/draw"
)

// artist draws the hub-and-spoke games as their boards are printed: a wheel around a hexagon, or, for Heisey Mania, a
// diamond around a square. Every space of the rim is as wide as any other, a headquarters somewhat wider, and each
// spoke goes straight to its headquarters, however many there are and however long.
type artist struct {
	*referee
	picture draw.Board
}

const (
	rimOuter = 481.0
	rimInner = 395.0
	hqOuter  = 494.0
	hqInner  = 360.0
	hqWide   = 1.9 // in spaces of the rim

	diamondPoint = 398.0 // from the middle to the middle of a headquarters
	diamondHQ    = 128.0 // the side of a headquarters
	diamondRim   = 80.0  // the width of the playing path
)

func newArtist(r *referee) *artist {
	a, b := &artist{referee: r}, r.Board
	a.picture = draw.Board{Cell: 2, Lines: [2]int{46, 19}, Die: &draw.Point{X: draw.Side - 62, Y: draw.Side - 62}}
	a.picture.Spaces = make([]draw.Space, b.Len())
	a.picture.Ground = []draw.Shape{draw.Sheet(a.words.sheet)}
	if a.words.diamond && len(b.Colours) == 4 {
		a.diamond()
	} else {
		a.wheel()
	}
	return a
}

// wheel draws the board around a circle.
func (a *artist) wheel() {
	b := a.Board
	n := len(b.Colours)
	around := 0.0
	for _, track := range b.Tracks {
		around += hqWide + float64(len(track))
	}
	unit := 2 * math.Pi / around
	wide := 60.0
	hub := max(92, float64(n)*wide/(2*math.Pi)*1.04)
	if most := hqInner - 20; hub > most*0.7 {
		hub = most * 0.7
		wide = hub * 2 * math.Pi / float64(n) / 1.04
	}
	a.picture.Letters = min(26, unit*(rimInner+rimOuter)/2*0.5, wide*0.45) // three letters fit
	a.picture.Ground = append(a.picture.Ground, draw.Round("shade", "", draw.Point{X: draw.Middle.X + 4, Y: draw.Middle.Y + 7}, hqOuter))
	at := 0.0
	var angles []float64
	for i, spoke := range b.Spokes {
		half := hqWide / 2 * unit
		angles = append(angles, at)
		a.headquarters(i, sector(hqInner, hqOuter, at-half, at+half), draw.Polar(draw.Middle, hqInner+48, at), draw.Polar(draw.Middle, hqOuter-34, at))
		if len(spoke) == 0 {
			a.picture.Ground = append(a.picture.Ground, draw.Line("join", []draw.Point{draw.Middle, draw.Polar(draw.Middle, hqInner, at)}))
		}
		high := (hqInner - hub) / float64(max(1, len(spoke)))
		for j, space := range spoke {
			from := hub + float64(j)*high
			a.plain(space, bar(at, from, from+high, wide/2), draw.Polar(draw.Middle, from+high/2, at))
		}
		at += half
		for _, space := range b.Tracks[i] {
			a.plain(space, sector(rimInner, rimOuter, at, at+unit), draw.Polar(draw.Middle, (rimInner+rimOuter)/2, at+unit/2))
			at += unit
		}
		at += half
	}
	var corners []draw.Point // of the hub, between the spokes
	for i, angle := range angles {
		next := angles[0] + 2*math.Pi
		if i+1 < n {
			next = angles[i+1]
		}
		middle := (angle + next) / 2
		corners = append(corners, draw.Polar(draw.Middle, hub/max(0.7, math.Cos((next-angle)/2)), middle))
		a.key(i, draw.Polar(draw.Middle, 272, middle))
	}
	if n < 4 {
		corners = draw.Disk(draw.Middle, hub)
	}
	a.hub(corners, draw.Polar(draw.Middle, hub*1.16+20, angles[0]+(at-angles[0])/float64(n)/2))
}

// diamond draws a board of four headquarters as a square on its point.
func (a *artist) diamond() {
	const (
		wide = 66.0 // of a spoke
		hub  = 98.0 // half a side of the hub
		gap  = (diamondPoint*math.Sqrt2 - diamondHQ)
		tip  = diamondPoint - diamondHQ/math.Sqrt2 // where a headquarters begins, from the middle
	)
	a.picture.Letters = 24
	for i, spoke := range a.Board.Spokes {
		angle := float64(i) * math.Pi / 2
		middle := draw.Polar(draw.Middle, diamondPoint, angle)
		a.headquarters(i, square(middle, diamondHQ/2, angle+math.Pi/4), middle, draw.Polar(draw.Middle, diamondPoint+46, angle))
		high := (tip - hub) / float64(max(1, len(spoke)))
		for j, space := range spoke {
			from := hub + float64(j)*high
			outline := bar(angle, from, from+high, wide/2)
			if j+1 == len(spoke) { // it fits the point of the headquarters
				end := bar(angle, from, tip+wide/2, wide/2)
				outline = []draw.Point{end[0], draw.Polar(draw.Middle, tip, angle), end[1], end[2], end[3]}
			}
			a.plain(space, outline, draw.Polar(draw.Middle, from+high/2, angle))
		}
		next := draw.Polar(draw.Middle, diamondPoint, angle+math.Pi/2)
		along := func(distance, out float64) draw.Point { // on the side of the diamond
			p := draw.Polar(middle, diamondHQ/2+distance, angle+math.Pi*3/4)
			return draw.Polar(p, out, angle+math.Pi/4)
		}
		track := a.Board.Tracks[i]
		step := gap / float64(max(1, len(track)))
		for j, space := range track {
			from, to := float64(j)*step, float64(j+1)*step
			const half = diamondRim / 2
			a.plain(space, []draw.Point{along(from, half), along(to, half), along(to, -half), along(from, -half)}, along((from+to)/2, 0))
		}
		a.key(i, draw.Point{X: middle.X + (next.X-middle.X)*0.5 + math.Sin(angle+math.Pi/4)*150, Y: middle.Y + (next.Y-middle.Y)*0.5 - math.Cos(angle+math.Pi/4)*150})
	}
	a.hub(square(draw.Middle, hub, 0), draw.Polar(draw.Middle, hub*math.Sqrt2+20, math.Pi/4))
}

// square is a square of half a side, turned by an angle.
func square(at draw.Point, half, angle float64) []draw.Point {
	return draw.Corners(at, half*math.Sqrt2, angle+math.Pi/4, 4)
}

// hub sets the middle; its name is beside it, where no token hides it.
func (a *artist) hub(outline []draw.Point, name draw.Point) {
	s := a.set(wheel.Hub, outline, draw.Middle, draw.Centre, draw.Paper, "()")
	s.WrittenAt, s.Word, s.Size, s.Sign.Y = &name, a.words.printed, 26, draw.Side/2+76
}

// headquarters sets a headquarters, with its sign.
func (a *artist) headquarters(i int, outline []draw.Point, at, sign draw.Point) {
	code := a.Board.Colours[i]
	space, _ := a.Board.Space(code)
	s := a.set(space, outline, at, draw.Goal, a.paint(i), strings.ToUpper(code))
	s.Sign, s.WrittenAt, s.Word = sign, &sign, a.sign(i)
	s.Size = 36
}

// key prints what a colour asks.
func (a *artist) key(i int, at draw.Point) {
	const size, step = 23.0, 21.0
	colour := a.paint(i)
	lines := a.asks(i)
	below := draw.Point{X: at.X, Y: at.Y + 34 + step*float64(len(lines)-1)/2}
	a.picture.Ground = append(a.picture.Ground, draw.Upright(at,
		draw.Area("chip", colour, draw.Box(draw.Point{X: at.X, Y: at.Y - 16}, 76, 54, 14)),
		draw.Words(draw.Point{X: at.X, Y: at.Y - 16}, 30, colour, a.sign(i)),
		draw.Words(below, size, a.words.sheet, strings.Join(lines, "\n")))...)
}

// asks is the category of a colour, in the lines of its key.
func (a *artist) asks(i int) []string {
	name, _, _ := strings.Cut(a.Variant.Categories[a.Board.Colours[i]], " (")
	return draw.Fold(name, 15, 3)
}

// sign is one to three letters for the category of a colour: its initials, or its code where two have the same.
func (a *artist) sign(i int) string {
	own := a.initials(i)
	for k := range a.Board.Colours {
		if other := a.initials(k); other == "" || k != i && other == own {
			return strings.ToUpper(a.Board.Colours[i])
		}
	}
	return own
}

// initials are the first letters of the halves of a category, or all of up to three letters.
func (a *artist) initials(i int) (letters string) {
	name := strings.Join(a.asks(i), " ")
	if len(name) <= 3 {
		return name
	}
	for half := range strings.SplitSeq(name, " & ") {
		letters += strings.ToUpper(string([]rune(half)[:min(1, len(half))]))
	}
	return letters
}

func (a *artist) set(space wheel.Space, outline []draw.Point, at draw.Point, kind draw.Kind, colour, code string) *draw.Space {
	s := &a.picture.Spaces[space]
	*s = draw.Space{Name: a.Board.Names[space], At: at, Outline: outline, Kind: kind, Colour: colour, Code: code, Sign: at, Says: a.describe(space)}
	return s
}

// plain sets a category space or a roll-again space, of a spoke or of a track.
func (a *artist) plain(space wheel.Space, outline []draw.Point, at draw.Point) {
	place := a.Board.Places[space]
	s := a.set(space, outline, at, draw.Again, draw.Paper, "::")
	s.Word, s.Size = "Roll\nagain", 18
	if c := place.Colour; place.Kind != wheel.RollAgain {
		s = a.set(space, outline, at, draw.Plain, a.paint(c), a.Board.Colours[c])
		s.Word = a.sign(c)
	}
	if place.From != place.To { // the rim is too narrow for all of the name
		next := len(s.Name) - 2
		s.Written = []string{s.Name[:next], s.Name[next:]}
	}
}

// paint is what a colour of the board looks like.
func (a *artist) paint(i int) string { return draw.Paint(a.colour(i), i, len(a.Board.Colours)) }

// sector is a piece of a ring.
func sector(inner, outer, from, to float64) []draw.Point {
	const grain = 0.07 // radians from point to point of the arc
	pieces := int(math.Ceil((to - from) / grain))
	return append(draw.Arc(draw.Middle, outer, from, to, pieces), draw.Arc(draw.Middle, inner, to, from, pieces)...)
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
	b := a.Board
	s.Board, s.Radius = &a.picture, 33
	for i := range b.Colours {
		s.Slices = append(s.Slices, a.paint(i))
	}
	signs := draw.Symbols(s.Handles())
	for seat := range s.Players {
		token, player := &st.Tokens[seat], &s.Players[seat]
		s.Pieces = append(s.Pieces, draw.Piece{Owner: seat, Label: signs[seat], Space: int(token.Space), Held: uint32(token.Wedges)})
		player.Colour, player.Won = draw.SeatColour(seat), st.Winners>>seat&1 != 0
		player.Has = a.where(token.Space)
		switch held := a.held(token.Wedges); len(held) {
		case 0:
		case 1:
			player.Has += ", " + held[0] + " " + a.words.wedge
		case len(b.Colours):
			player.Has += ", all " + a.words.wedges
		default:
			player.Has += ", " + variant.AndList(held) + " " + a.words.wedges
		}
		switch {
		case token.Barred == 0:
		case wheel.Space(token.Barred-1) == token.Space:
			player.Has += ", must answer a question elsewhere first"
		default:
			player.Has += ", must answer a question before " + strings.TrimPrefix(a.where(wheel.Space(token.Barred-1)), "in ")
		}
	}
}

// Route is a walk. A move that overshoots into the hub is shorter than its roll.
func (a *artist) Route(before, after *wheel.State, done verify.Action) draw.Move {
	from, to := int(before.Mover().Space), int(after.Tokens[before.Clock.Seat].Space)
	m := draw.Move{Die: done.Die}
	for steps := m.Die; steps > 0 && m.Route == nil; steps-- {
		m.Route = a.walk([]int{from}, to, steps)
	}
	if m.Die > 0 && m.Route == nil && from != to {
		m.Route = []int{from, to} // no walk: the log says so all the same
	}
	return m
}

// walk continues a way to a space, without turning back and in exactly this many steps; nil if it cannot.
func (a *artist) walk(way []int, to, steps int) []int {
	at := len(way) - 1
	if steps == 0 {
		if way[at] == to {
			return way
		}
		return nil
	}
	for _, next := range a.Board.Places[way[at]].Next {
		if at > 0 && int(next) == way[at-1] {
			continue
		}
		if found := a.walk(append(way, int(next)), to, steps-1); found != nil {
			return found
		}
	}
	return nil
}

func (a *artist) Choice(st *wheel.State, m verify.Action) draw.Choice {
	return draw.Choice{Die: m.Die, From: int(st.Mover().Space), To: a.picture.Space(m.To), Brief: m.To}
}
