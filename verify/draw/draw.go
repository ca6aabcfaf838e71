package draw

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// A picture is a list of shapes, one upon the other. SVG writes them down, the animation
// fills them in; what a shape looks like is said by its class, in themes.

// Shape is a polygon, a line, a disk, or a word.
type Shape struct {
	class  string
	points []Point // of a polygon or a line; the centre of a disk; the middle of a word
	radius float64 // of a disk
	open   bool    // a line
	fill   string  // "#rrggbb" where the class leaves it open
	text   string  // its lines around its point
	size   float64 // of the letters
	title  string  // what a pointer is told
	halo   string  // "#rrggbb" around the letters of a word, or "" for none
}

// wordHalo is how wide the line is, in the colour of the space, around what is written on it.
const wordHalo = 5

// both is a colour in the light theme, and in the dark one.
type both [2]string

// The themes, as both has them.
const light, dark = 0, 1

// look is how a class is painted.
type look struct {
	fill, stroke both // "#rrggbb", or "" for none
	width        float64
	opacity      float64 // 0 is opaque
	bold         bool
}

// classes are the looks of all classes. Spaces keep their printed colours in both themes; what
// is drawn on them is set off by its outline.
var classes = map[string]look{
	"paper":  {fill: both{"#fbfaf7", "#16181d"}},
	"space":  {fill: both{"#ffffff", "#3a3f49"}, stroke: both{"#4a4f58", "#0c0d10"}, width: 2},
	"join":   {stroke: both{"#4a4f58", "#b9bec6"}, width: 6},
	"word":   {fill: both{"#16181d", "#16181d"}, bold: true},
	"label":  {fill: both{"#4a4f58", "#b9bec6"}},
	"ink":    {fill: both{"#16181d", "#f1f0ec"}},
	"slice":  {stroke: both{"#16181d", "#16181d"}, width: 1},
	"empty":  {fill: both{"#ffffff", "#ffffff"}, stroke: both{"#9aa0a8", "#9aa0a8"}, width: 1},
	"piece":  {stroke: both{"#16181d", "#f1f0ec"}, width: 2.5},
	"sign":   {fill: both{"#16181d", "#16181d"}, bold: true},
	"halo":   {stroke: both{"#fbfaf7", "#16181d"}, width: 16, opacity: 0.85},
	"route":  {stroke: both{"#16181d", "#f1f0ec"}, width: 8},
	"arrow":  {fill: both{"#16181d", "#f1f0ec"}},
	"sent":   {stroke: both{"#b3261e", "#ff8a80"}, width: 8},
	"target": {stroke: both{"#16181d", "#ffffff"}, width: 6},
	"die":    {fill: both{"#ffffff", "#f1f0ec"}, stroke: both{"#16181d", "#0c0d10"}, width: 3},
	"pip":    {fill: both{"#16181d", "#16181d"}},
	"actor":  {fill: both{"#16181d", "#f1f0ec"}, bold: true},
	"name":   {fill: both{"#16181d", "#f1f0ec"}, bold: true},
	"plate":  {fill: both{"#ffffff", "#16181d"}, stroke: both{"#16181d", "#f1f0ec"}, width: 1.5},
}

// Shapes is the board without pieces. With names it leaves out what is printed on the
// spaces, for Named to take its place.
func (b *Board) Shapes(names bool) []Shape {
	if names {
		return b.Bare()
	}
	return append(b.Bare(), b.Printed()...)
}

// Bare is the board without what is printed on its spaces.
func (b *Board) Bare() []Shape {
	var out []Shape
	for _, line := range b.Joins {
		out = append(out, Shape{class: "join", open: true, points: line})
	}
	for i := range b.Spaces {
		s := &b.Spaces[i]
		out = append(out, Shape{class: "space", points: s.Outline, fill: s.Colour, title: s.Name})
	}
	for _, l := range b.Labels {
		out = append(out, Shape{class: "label", points: []Point{l.At}, text: l.Text, size: 30})
	}
	return out
}

// Printed is what is printed on the spaces.
func (b *Board) Printed() []Shape {
	var out []Shape
	for i := range b.Spaces {
		out = append(out, b.Spaces[i].printed()...)
	}
	return out
}

func (s *Space) printed() []Shape {
	switch {
	case s.Kind == Again: // the sign is a small die
		return dieShapes(s.At, 19, 2)
	case s.Word == "" || s.Kind != Goal && s.Kind != Plain:
		return nil
	case s.Colour == "": // the theme says what it looks like, and what its letters do
		return []Shape{{class: "ink", points: []Point{s.Sign}, text: s.Word, size: s.letters()}}
	}
	return []Shape{{class: "word", points: []Point{s.Sign}, text: s.Word, size: s.letters(), fill: inkOn(s.Colour), halo: s.Colour}}
}

// lineStep is how far the lines of a word are from each other, in sizes of the letters.
const lineStep = 0.88

// usualLetters is the size of names: ten pixels where the board is 390 wide, and 3 mm on A5.
const usualLetters = 26

// Named writes onto each space how a log names it. It is drawn over the ways of moves, so
// that names can be read there too.
func (b *Board) Named() []Shape {
	size := b.LetterSize()
	var out []Shape
	for i := range b.Spaces {
		s := &b.Spaces[i]
		lines := s.Names()
		at := s.At
		if s.WrittenAt != nil {
			at = *s.WrittenAt
		}
		if len(lines) == 0 {
			continue
		}
		name := Shape{class: "name", points: []Point{at}, text: strings.Join(lines, "\n"), size: size, halo: s.Colour}
		if s.Colour != "" {
			name.fill = inkOn(s.Colour)
		}
		out = append(out, name)
	}
	return out
}

// LetterSize is the size of the letters of names.
func (b *Board) LetterSize() float64 { return cmp.Or(b.Letters, usualLetters) }

// Tag is how a log names the space where a piece that stands there hides that; "" where it
// does not.
func (s *Space) Tag() string {
	if s.WrittenAt != nil {
		return ""
	}
	return strings.Join(s.Names(), "")
}

// tags are the names of the spaces on which pieces stand, each on a plate at the lower edge
// of the piece.
func (s *Scene) tags() []Shape {
	var out []Shape
	on := s.standing()
	size := s.Board.LetterSize()
	for i := range s.Board.Spaces {
		tag := s.Board.Spaces[i].Tag()
		if tag == "" || on[i] == nil {
			continue
		}
		at := s.Board.Spaces[i].At
		at.Y += s.TagBelow()
		wide, high := TagWide(tag, size)/2, size/2
		out = append(out,
			Shape{class: "plate", points: []Point{{at.X - wide, at.Y - high}, {at.X + wide, at.Y - high}, {at.X + wide, at.Y + high}, {at.X - wide, at.Y + high}}},
			Shape{class: "actor", points: []Point{at}, text: tag, size: size})
	}
	return out
}

// TagBelow is how far below a piece the name of its space is shown.
func (s *Scene) TagBelow() float64 { return s.Radius/2 + 14 }

// TagWide is how wide the plate behind a name is, in letters of a size.
func TagWide(name string, size float64) float64 {
	return size * (0.66*float64(utf8.RuneCountInString(name)) + 0.2)
}

// letters is the size of what is printed on a space.
func (s *Space) letters() float64 {
	switch {
	case len(s.Word) > 3:
		return 17
	case s.Kind == Goal:
		return 28
	}
	return 22
}

// dieShapes is a die that shows a face.
func dieShapes(at Point, half float64, face int) []Shape {
	out := []Shape{{class: "die", points: roundSquare(at, half, half/3)}}
	for _, p := range pips[face] {
		out = append(out, Shape{class: "pip", points: []Point{{at.X + p.X*half*0.52, at.Y + p.Y*half*0.52}}, radius: half * 0.19})
	}
	return out
}

var pips = [7][]Point{
	1: {{0, 0}},
	2: {{-1, -1}, {1, 1}},
	3: {{-1, -1}, {0, 0}, {1, 1}},
	4: {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
	5: {{-1, -1}, {1, -1}, {0, 0}, {-1, 1}, {1, 1}},
	6: {{-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {1, 1}},
}

func roundSquare(c Point, half, corner float64) []Point {
	var points []Point
	for i := range 4 {
		side := float64(i)*math.Pi/2 + math.Pi/4
		inner := Polar(c, (half-corner)*math.Sqrt2, side)
		for j := range 5 {
			points = append(points, Polar(inner, corner, side-math.Pi/4+float64(j)*math.Pi/8))
		}
	}
	return points
}

// Place is where and how large a piece is drawn.
type Place struct {
	Point
	Scale float64 // 1 is the size of PieceShapes
}

// Stand says where every piece is drawn. Pieces that share a space stand side by side
// within it, and are smaller the more they are.
func (s *Scene) Stand() []Place {
	places := make([]Place, len(s.Pieces))
	on := s.standing()
	for i := range s.Pieces {
		space := s.Pieces[i].Space
		if space < 0 {
			continue
		}
		same := on[space]
		at, radius := s.Board.Spaces[space].stand(len(same), slices.Index(same, i))
		places[i] = Place{at, min(1, radius/s.Radius)}
	}
	return places
}

// stand is the place and the radius of piece i of n on the space: in a row along its longest
// extent, or in a ring, whichever leaves them larger.
func (s *Space) stand(n, i int) (at Point, radius float64) {
	const directions = 12
	inner, row, along := math.Inf(1), 0.0, 0.0
	for d := range directions {
		angle := math.Pi * float64(d) / directions
		length := min(s.extent(angle), s.extent(angle+math.Pi))
		width := min(s.extent(angle+math.Pi/2), s.extent(angle-math.Pi/2))
		inner = min(inner, length)
		if r := min(length/float64(n), width); r > row+0.5 {
			row, along = r, angle
		}
	}
	if n == 1 {
		return s.At, inner
	}
	if ring := inner / (1 + 1/math.Sin(math.Pi/float64(n))); n > 2 && ring > row {
		return Polar(s.At, inner-ring, 2*math.Pi*float64(i)/float64(n)), ring
	}
	return Polar(s.At, (2*float64(i)-float64(n-1))*row, along), row
}

// extent is how far it is from where a piece stands to the edge, at an angle.
func (s *Space) extent(angle float64) float64 {
	dx, dy := math.Sin(angle), -math.Cos(angle)
	nearest := math.Inf(1)
	for i, p := range s.Outline {
		q := s.Outline[(i+1)%len(s.Outline)]
		ex, ey := q.X-p.X, q.Y-p.Y
		det := dx*ey - dy*ex
		if math.Abs(det) < 1e-9 {
			continue
		}
		px, py := p.X-s.At.X, p.Y-s.At.Y
		along, across := (px*ey-py*ex)/det, (px*dy-py*dx)/det
		if along > 0 && across >= -1e-9 && across <= 1+1e-9 {
			nearest = min(nearest, along)
		}
	}
	if math.IsInf(nearest, 1) { // the space does not lie around its point
		return 0
	}
	return nearest
}

// PieceShapes draws a piece around the origin.
func (s *Scene) PieceShapes(p *Piece) []Shape {
	colour := s.Players[p.Owner].Colour
	r := s.Radius
	out := []Shape{{class: "piece", points: []Point{{}}, radius: r, fill: colour}}
	if p.Slices == nil {
		return append(out, Shape{class: "sign", points: []Point{{}}, text: p.Label, size: r * [...]float64{0, 1.15, 1.0, 0.75}[len(p.Label)], fill: inkOn(colour)})
	}
	for i, held := range p.Slices {
		wedge := Shape{class: "empty", points: slice(i, len(p.Slices), r*0.84)}
		if held {
			wedge.class, wedge.fill = "slice", s.Slices[i]
		}
		out = append(out, wedge)
	}
	return append(out,
		Shape{class: "piece", points: []Point{{}}, radius: r * 0.42, fill: colour},
		Shape{class: "sign", points: []Point{{}}, text: p.Label, size: r * 0.62, fill: inkOn(colour)})
}

// slice is one of n slices of a pie around the origin.
func slice(i, n int, radius float64) []Point {
	from, to := 2*math.Pi*float64(i)/float64(n), 2*math.Pi*float64(i+1)/float64(n)
	points := []Point{{}}
	const arc = 5
	for j := range arc + 1 {
		points = append(points, Polar(Point{}, radius, from+(to-from)*float64(j)/arc))
	}
	return points
}

// moved draws a move: the way it took, with an arrow, the die, and what was sent home.
func (b *Board) moved(m Move, radius float64) []Shape {
	var out []Shape
	for _, s := range m.Sent {
		at := b.Spaces[s].At
		const r = 24
		out = append(out,
			Shape{class: "sent", open: true, points: []Point{{at.X - r, at.Y - r}, {at.X + r, at.Y + r}}},
			Shape{class: "sent", open: true, points: []Point{{at.X - r, at.Y + r}, {at.X + r, at.Y - r}}})
	}
	if len(m.Route) > 1 {
		points := make([]Point, len(m.Route))
		for i, s := range m.Route {
			points[i] = b.Spaces[s].At
		}
		last := len(points) - 1
		tip, dir := points[last], math.Atan2(points[last].Y-points[last-1].Y, points[last].X-points[last-1].X)
		ahead := func(length, turn float64) Point {
			return Point{tip.X + length*math.Cos(dir+turn), tip.Y + length*math.Sin(dir+turn)}
		}
		points[last] = ahead(-radius-20, 0)
		head := math.Atan2(18, radius+32) // as wide as the arrow is to be
		out = append(out, Shape{class: "halo", open: true, points: points})
		lines := [][]Point{points}
		if m.Perhaps {
			lines = dashes(points)
		}
		for _, line := range lines {
			out = append(out, Shape{class: "route", open: true, points: line})
		}
		out = append(out,
			Shape{class: "arrow", points: []Point{ahead(-radius, 0), ahead(-radius-32, head), ahead(-radius-32, -head)}})
	}
	if b.Die != nil && m.Die > 0 {
		out = append(out, dieShapes(*b.Die, 40, m.Die)...)
	}
	return out
}

// dashes cuts a line into dashes.
func dashes(points []Point) (lines [][]Point) {
	const dash = 14.0 // the length of a dash and of the gap after it
	walked := 0.0
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		length := math.Hypot(to.X-from.X, to.Y-from.Y)
		at := func(way float64) Point {
			part := way / length
			return Point{from.X + part*(to.X-from.X), from.Y + part*(to.Y-from.Y)}
		}
		begin := 2*dash*math.Floor(walked/(2*dash)) - walked // of the dash under way, on this leg
		for ; begin < length; begin += 2 * dash {
			if end := min(begin+dash, length); end > 0 {
				lines = append(lines, []Point{at(max(begin, 0)), at(end)})
			}
		}
		walked += length
	}
	return lines
}

// targets rings the spaces that can be reached.
func (b *Board) targets(list []Choice) []Shape {
	var out []Shape
	seen := map[int]bool{}
	for _, c := range list {
		if c.To < 0 || seen[c.To] {
			continue
		}
		seen[c.To] = true
		out = append(out, Shape{class: "target", points: b.Spaces[c.To].Outline})
	}
	return out
}

// Shapes is the whole scene, with the places marked that can be reached from it and the
// move that led to it below the pieces; with names, its spaces are named.
func (s *Scene) Shapes(m Move, marked []Choice, names bool) []Shape {
	return append(s.Board.Shapes(names), s.Over(m, marked, names)...)
}

// Over is what of a scene lies over the board.
func (s *Scene) Over(m Move, marked []Choice, names bool) []Shape {
	out := append(s.Board.targets(marked), s.Board.moved(m, s.Radius)...)
	if names {
		out = append(out, s.Board.Named()...)
	} else {
		for _, i := range m.Route {
			out = append(out, s.Board.Spaces[i].printed()...)
		}
	}
	at := s.Stand()
	for i := range s.Pieces {
		if s.Pieces[i].Space >= 0 {
			for _, sh := range s.PieceShapes(&s.Pieces[i]) {
				out = append(out, sh.placed(at[i]))
			}
		}
	}
	if names {
		out = append(out, s.tags()...)
	}
	return out
}

// placed is a shape of a piece where the piece stands.
func (sh Shape) placed(at Place) Shape {
	points := make([]Point, len(sh.points))
	for i, p := range sh.points {
		points[i] = Point{p.X*at.Scale + at.X, p.Y*at.Scale + at.Y}
	}
	sh.points, sh.radius, sh.size = points, sh.radius*at.Scale, sh.size*at.Scale
	return sh
}

// lineHigh is how high a line of the legend is.
const lineHigh = 40

// Caption writes what happened and the players below the board; it returns how high all is.
func (s *Scene) Caption(heading, said string) (out []Shape, high float64) {
	y := float64(Side) + lineHigh
	text := func(class string, x, size float64, words string) {
		if words != "" {
			out = append(out, Shape{class: class, points: []Point{{x, y}}, text: words, size: size, radius: -1})
		}
	}
	text("actor", 30, 34, Shorten(heading, 48))
	for _, line := range Fold(said, 60, 2) {
		y += lineHigh
		text("ink", 30, 28, line)
	}
	for i, p := range s.Players {
		y += lineHigh
		out = append(out, Shape{class: "piece", points: []Point{{46, y - 9}}, radius: 13, fill: p.Colour})
		class, mark := "ink", ""
		if i == s.Actor {
			class = "actor"
			mark = "  ◄ to play"
		}
		if p.Won {
			class, mark = "actor", "  has won"
		}
		text(class, 76, 28, Shorten(p.Name+" · "+p.Has, 54)+mark)
	}
	return out, y + lineHigh
}

// Fold breaks text at its blanks into at most so many lines of at most so many characters.
func Fold(text string, width, most int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		n := len(lines) - 1
		switch {
		case n >= 0 && utf8.RuneCountInString(lines[n])+1+utf8.RuneCountInString(word) <= width:
			lines[n] += " " + word
		case n+1 == most:
			lines[n] = Shorten(lines[n]+" "+word, width-1)
			return lines
		default:
			lines = append(lines, Shorten(word, width))
		}
	}
	return lines
}

// Shorten cuts text to at most n characters.
func Shorten(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	return string(runes[:n-1]) + "…"
}
