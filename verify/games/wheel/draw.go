package wheel

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tpnote/rules/wheel"
	"tpnote/verify"
	"tpnote/verify/draw"
)

// artist draws the hub-and-spoke games as their boards are printed: a wheel around a hexagon, or, for
// Heisey Mania, a diamond around a square. Every space of the rim is as wide as any other, a
// headquarters somewhat wider, and each spoke goes straight to its headquarters, however many there
// are and however long.
type artist struct {
	engine  *wheel.Engine
	words   vocabulary
	picture draw.Board
}

func (a *artist) Picture() *draw.Board { return &a.picture }

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

func newArtist(e *wheel.Engine, words vocabulary) *artist {
	a, b := &artist{engine: e, words: words}, e.Board
	n := len(b.Colours)
	a.picture = draw.Board{Cell: 2, Lines: [2]int{46, 19}, Die: &draw.Point{X: draw.Side - 62, Y: draw.Side - 62}}
	a.picture.Spaces = make([]draw.Space, b.Len())
	a.picture.Ground = []draw.Shape{draw.Sheet(words.sheet)}
	spokes, tracks := a.lengths()
	if words.diamond && n == 4 {
		a.diamond(spokes, tracks)
	} else {
		a.wheel(spokes, tracks)
	}
	hub := &a.picture.Spaces[wheel.Hub]
	hub.Word, hub.Size, hub.Sign.Y = words.printed, 26, draw.Side/2+76
	return a
}

// wheel draws the board around a circle.
func (a *artist) wheel(spokes, tracks []int) {
	b := a.engine.Board
	n := len(b.Colours)
	around, longest := 0.0, 1
	for i, track := range tracks {
		around += hqWide + float64(track)
		longest = max(longest, spokes[i])
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
	for i, code := range b.Colours {
		half := hqWide / 2 * unit
		angles = append(angles, at)
		a.headquarters(i, sector(hqInner, hqOuter, at-half, at+half), draw.Polar(draw.Middle, hqInner+48, at), draw.Polar(draw.Middle, hqOuter-34, at))
		if spokes[i] == 0 {
			a.picture.Joins = append(a.picture.Joins, []draw.Point{draw.Middle, draw.Polar(draw.Middle, hqInner, at)})
		}
		high := (hqInner - hub) / float64(max(1, spokes[i]))
		for j := range spokes[i] {
			from := hub + float64(j)*high
			a.plain(code+strconv.Itoa(j+1), bar(at, from, from+high, wide/2), draw.Polar(draw.Middle, from+high/2, at))
		}
		at += half
		for j := range tracks[i] {
			a.track(i, j, sector(rimInner, rimOuter, at, at+unit), draw.Polar(draw.Middle, (rimInner+rimOuter)/2, at+unit/2))
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
func (a *artist) diamond(spokes, tracks []int) {
	b := a.engine.Board
	const (
		wide = 66.0 // of a spoke
		hub  = 98.0 // half a side of the hub
		gap  = (diamondPoint*math.Sqrt2 - diamondHQ)
		tip  = diamondPoint - diamondHQ/math.Sqrt2 // where a headquarters begins, from the middle
	)
	a.picture.Letters = 24
	for i, code := range b.Colours {
		angle := float64(i) * math.Pi / 2
		middle := draw.Polar(draw.Middle, diamondPoint, angle)
		a.headquarters(i, square(middle, diamondHQ/2, angle+math.Pi/4), middle, draw.Polar(draw.Middle, diamondPoint+46, angle))
		high := (tip - hub) / float64(max(1, spokes[i]))
		for j := range spokes[i] {
			from := hub + float64(j)*high
			outline := bar(angle, from, from+high, wide/2)
			if j+1 == spokes[i] { // it fits the point of the headquarters
				end := bar(angle, from, tip+wide/2, wide/2)
				outline = []draw.Point{end[0], draw.Polar(draw.Middle, tip, angle), end[1], end[2], end[3]}
			}
			a.plain(code+strconv.Itoa(j+1), outline, draw.Polar(draw.Middle, from+high/2, angle))
		}
		next := draw.Polar(draw.Middle, diamondPoint, angle+math.Pi/2)
		along := func(distance, out float64) draw.Point { // on the side of the diamond
			p := draw.Polar(middle, diamondHQ/2+distance, angle+math.Pi*3/4)
			return draw.Polar(p, out, angle+math.Pi/4)
		}
		step := gap / float64(max(1, tracks[i]))
		for j := range tracks[i] {
			from, to := float64(j)*step, float64(j+1)*step
			const half = diamondRim / 2
			a.track(i, j, []draw.Point{along(from, half), along(to, half), along(to, -half), along(from, -half)}, along((from+to)/2, 0))
		}
		a.key(i, draw.Point{X: middle.X + (next.X-middle.X)*0.5 + math.Sin(angle+math.Pi/4)*150, Y: middle.Y + (next.Y-middle.Y)*0.5 - math.Cos(angle+math.Pi/4)*150})
	}
	a.hub(square(draw.Middle, hub, 0), draw.Polar(draw.Middle, hub*math.Sqrt2+20, math.Pi/4))
}

// square is a square of half a side, turned by an angle.
func square(at draw.Point, half, angle float64) []draw.Point {
	var points []draw.Point
	for i := range 4 {
		points = append(points, draw.Polar(at, half*math.Sqrt2, angle+math.Pi/4+float64(i)*math.Pi/2))
	}
	return points
}

// hub sets the middle; its name is beside it, where no token hides it.
func (a *artist) hub(outline []draw.Point, name draw.Point) {
	a.set("hub", outline, draw.Middle, draw.Centre, draw.Paper, "()")
	a.picture.Spaces[wheel.Hub].WrittenAt = &name
}

// headquarters sets a headquarters, with its sign.
func (a *artist) headquarters(i int, outline []draw.Point, at, sign draw.Point) {
	code := a.engine.Board.Colours[i]
	s := a.set(code, outline, at, draw.Goal, a.colour(i), strings.ToUpper(code))
	s.Sign, s.WrittenAt, s.Word = sign, &sign, a.sign(i)
	s.Size = 36
}

// track sets a space of the way from a headquarters to the next one.
func (a *artist) track(i, j int, outline []draw.Point, at draw.Point) {
	b := a.engine.Board
	code, next := b.Colours[i], b.Colours[(i+1)%len(b.Colours)]
	s := a.plain(code+strconv.Itoa(j+1)+next, outline, at)
	s.Written = []string{code + strconv.Itoa(j+1), next} // the rim is too narrow for all of it
}

// key prints what a colour asks.
func (a *artist) key(i int, at draw.Point) {
	const size, step = 23.0, 21.0
	colour := a.colour(i)
	lines := a.asks(i)
	below := draw.Point{X: at.X, Y: at.Y + 34 + step*float64(len(lines)-1)/2}
	a.picture.Ground = append(a.picture.Ground, draw.Upright(at,
		draw.Area("chip", colour, draw.Box(draw.Point{X: at.X, Y: at.Y - 16}, 76, 54, 14)),
		draw.Words(draw.Point{X: at.X, Y: at.Y - 16}, 30, colour, a.sign(i)),
		draw.Words(below, size, a.words.sheet, strings.Join(lines, "\n")))...)
}

// asks is the category of a colour, in the lines of its key.
func (a *artist) asks(i int) []string {
	name, _, _ := strings.Cut(a.engine.Variant.Categories[a.engine.Board.Colours[i]], " (")
	return draw.Fold(name, 15, 3)
}

// sign is one to three letters for the category of a colour: the initials of its halves, or its code
// where two categories have the same.
func (a *artist) sign(i int) string {
	b := a.engine.Board
	signs := make([]string, len(b.Colours))
	for k := range b.Colours {
		name := strings.Join(a.asks(k), " ")
		if signs[k] = name; len(name) > 3 {
			signs[k] = ""
			for half := range strings.SplitSeq(name, " & ") {
				for _, letter := range half {
					signs[k] += strings.ToUpper(string(letter))
					break
				}
			}
		}
	}
	for k, sign := range signs {
		if sign == "" || k != i && sign == signs[i] {
			return strings.ToUpper(b.Colours[i])
		}
	}
	return signs[i]
}

// lengths counts the spaces of every spoke and of the track after every headquarters.
func (a *artist) lengths() (spokes, tracks []int) {
	for _, row := range a.engine.Variant.Board["wheel"].Rows {
		spokes = append(spokes, len(row["spoke"].Words))
		tracks = append(tracks, len(row["track"].Words))
	}
	return spokes, tracks
}

func (a *artist) set(name string, outline []draw.Point, at draw.Point, kind draw.Kind, colour, code string) *draw.Space {
	s, _ := a.engine.Board.Space(name)
	a.picture.Spaces[s] = draw.Space{
		Name: name, At: at, Outline: outline, Kind: kind, Colour: colour, Code: code, Sign: at,
		Says: describe(a.engine.Variant, a.engine.Board, s),
	}
	return &a.picture.Spaces[s]
}

// plain sets a category space or a roll-again space.
func (a *artist) plain(name string, outline []draw.Point, at draw.Point) *draw.Space {
	b := a.engine.Board
	space, _ := b.Space(name)
	if b.Kind(space) == wheel.RollAgain {
		s := a.set(name, outline, at, draw.Again, draw.Paper, "::")
		s.Word, s.Size = "Roll\nagain", 18
		return s
	}
	c := b.Colour(space)
	s := a.set(name, outline, at, draw.Plain, a.colour(c), b.Colours[c])
	s.Word = a.sign(c)
	return s
}

// colour is what a colour of the board looks like.
func (a *artist) colour(i int) string {
	return draw.Paint(a.colourName(i), i, len(a.engine.Board.Colours))
}

// colourName is what a colour is called. A variant names its codes; Trivial Pursuit's are the
// beginnings of English colours.
func (a *artist) colourName(i int) string {
	code := a.engine.Board.Colours[i]
	name := a.engine.Variant.Colours[code]
	if name == "" {
		for word := range draw.Paints {
			if strings.HasPrefix(word, code) && (name == "" || word < name) {
				name = word
			}
		}
	}
	return strings.ToLower(cmp.Or(name, code))
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
		for i := range b.Colours {
			if p.Slices[i] = token.Wedges>>i&1 != 0; p.Slices[i] {
				held = append(held, a.colourName(i))
			}
		}
		s.Pieces = append(s.Pieces, p)
		player := &s.Players[seat]
		player.Colour = draw.SeatColour(seat)
		player.Has = a.where(token.Space)
		switch {
		case len(held) == len(b.Colours):
			player.Has += ", all " + a.words.wedges
		case len(held) == 1:
			player.Has += ", " + held[0] + " " + a.words.wedge
		case held != nil:
			player.Has += ", " + strings.Join(held[:len(held)-1], ", ") + " and " + held[len(held)-1] + " " + a.words.wedges
		}
		switch {
		case token.Barred == 0:
		case wheel.Space(token.Barred-1) == token.Space:
			player.Has += ", must answer a question elsewhere first"
		default:
			player.Has += ", must answer a question before " + strings.TrimPrefix(a.where(wheel.Space(token.Barred-1)), "in ")
		}
		player.Won = st.Winners>>seat&1 != 0
		if st.HasLeft(uint8(seat)) {
			s.Pieces[seat].Space = -1
			player.Has = "has left"
		}
	}
}

// where says in words where a token is.
func (a *artist) where(s wheel.Space) string {
	b := a.engine.Board
	switch at := b.Place(s); {
	case s == wheel.Hub:
		return "in " + a.words.hub
	case b.Kind(s) == wheel.Headquarters:
		return "in the " + a.colourName(b.Colour(s)) + " headquarters"
	case at.From == at.To:
		return fmt.Sprintf("on the %s %s, %d from %s", a.colourName(at.From), a.words.spoke, at.Number, a.words.hub)
	default:
		return fmt.Sprintf("%d from %s towards %s", at.Number, a.colourName(at.From), a.colourName(at.To))
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
