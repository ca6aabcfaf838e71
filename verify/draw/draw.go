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
	stroke string  // "#rrggbb" where the class leaves it open; around the letters of a word
	text   string  // its lines around its point
	size   float64 // of the letters
	title  string  // shown when the pointer rests on it
	about  *Point  // what the shape turns around, to stay upright on a board that is turned
}

// Area is a polygon of a class, in a colour of its own.
func Area(class, colour string, points []Point) Shape {
	return Shape{class: class, points: points, fill: colour}
}

// Round is a disk of a class, in a colour of its own.
func Round(class, colour string, at Point, radius float64) Shape {
	return Shape{class: class, points: []Point{at}, radius: radius, fill: colour}
}

// Line is a line of a class.
func Line(class string, points []Point) Shape { return Shape{class: class, points: points, open: true} }

// Words is text on a ground of a colour, around a point.
func Words(at Point, size float64, ground, text string) Shape {
	return Shape{class: "legend", points: []Point{at}, size: size, fill: inkOn(ground), text: text}
}

// Upright lets shapes stay upright around a point when the board is turned.
func Upright(at Point, shapes ...Shape) []Shape {
	for i := range shapes {
		shapes[i].about = &at
	}
	return shapes
}

// Box is a rectangle with round corners.
func Box(at Point, wide, high, corner float64) (points []Point) {
	for i, sign := range [4][2]float64{{1, -1}, {1, 1}, {-1, 1}, {-1, -1}} {
		inner := Point{at.X + sign[0]*(wide/2-corner), at.Y + sign[1]*(high/2-corner)}
		angle := float64(i) * math.Pi / 2
		points = append(points, Arc(inner, corner, angle, angle+math.Pi/2, 4)...)
	}
	return points
}

// Sheet is the cardboard that a board is printed on, in a colour.
func Sheet(colour string) Shape { return Area("sheet", colour, Box(Middle, Side, Side, 36)) }

// wordHalo is how wide the line is, in the colour of the space, around what is written on it.
const wordHalo = 5

// look is how a class is painted.
type look struct {
	fill, stroke         string // "#rrggbb", or "" for none
	darkFill, darkStroke string // in the dark theme; "" for the same
	width                float64
	opacity              float64 // 0 is opaque
	bold                 bool
}

// in is the look in the light or the dark theme.
func (l look) in(dark bool) look {
	if dark {
		l.fill, l.stroke = cmp.Or(l.darkFill, l.fill), cmp.Or(l.darkStroke, l.stroke)
	}
	return l
}

// classes are the looks of all classes. Spaces keep their printed colours in both themes; outlines set off their signs.
var classes = map[string]look{
	"paper":  {fill: "#fbfaf7", darkFill: "#16181d"},
	"sheet":  {fill: "#f3ead7"},
	"shade":  {fill: "#000000", opacity: 0.22},
	"shine":  {fill: "#ffffff", opacity: 0.3},
	"legend": {fill: "#16181d", bold: true},
	"band":   {stroke: "#dccba4", width: 52},
	"way":    {stroke: "#8a7f68", width: 7},
	"space":  {fill: "#ffffff", darkFill: "#3a3f49", stroke: "#16181d", darkStroke: "#0c0d10", width: 2},
	"chip":   {stroke: "#16181d", width: 2},
	"join":   {stroke: "#8a7f68", width: 6},
	"word":   {fill: "#16181d", bold: true},
	"ink":    {fill: "#16181d", darkFill: "#f1f0ec"},
	"slice":  {stroke: "#16181d", width: 1.5},
	"empty":  {fill: "#fbf8f0", stroke: "#9aa0a8", width: 1},
	"piece":  {stroke: "#16181d", width: 2.5},
	"sign":   {fill: "#16181d", bold: true},
	"crowd":  {fill: "#fbf8f0", stroke: "#16181d", width: 3},
	"halo":   {stroke: "#ffffff", width: 18, opacity: 0.9},
	"route":  {stroke: "#16181d", width: 9},
	"arrow":  {fill: "#16181d", stroke: "#ffffff", width: 2},
	"from":   {stroke: "#16181d", width: 5},
	"sent":   {stroke: "#b3261e", width: 9},
	"glow":   {stroke: "#ffffff", width: 13},
	"target": {stroke: "#16181d", width: 7},
	"star":   {fill: "#ffd54a", stroke: "#16181d", width: 3},
	"die":    {fill: "#ffffff", stroke: "#16181d", width: 3},
	"pip":    {fill: "#16181d"},
	"actor":  {fill: "#16181d", darkFill: "#f1f0ec", bold: true},
	"name":   {fill: "#16181d", darkFill: "#f1f0ec", bold: true},
	"tag":    {fill: "#16181d", bold: true},
	"plate":  {fill: "#ffffff", stroke: "#16181d", width: 1.5},
}

// Shapes is the board without pieces. With names it leaves out what is printed on the spaces, where Named writes.
func (b *Board) Shapes(names bool) []Shape {
	if names {
		return b.Bare()
	}
	return append(b.Bare(), b.Printed()...)
}

// Bare is the board without what is printed on its spaces, and without its codes.
func (b *Board) Bare() []Shape {
	out := slices.Clone(b.Ground)
	for i := range b.Spaces {
		s := &b.Spaces[i]
		title := s.Name
		if s.Says != "" {
			title = s.Says + " (" + s.Name + ")"
		}
		out = append(out, Shape{class: "space", points: s.Outline, fill: s.Colour, title: title})
	}
	return out
}

// Printed is what is printed on the spaces.
func (b *Board) Printed() (out []Shape) {
	for i := range b.Spaces {
		out = append(out, b.Spaces[i].printed()...)
	}
	return out
}

func (s *Space) printed() []Shape {
	if s.Word == "" {
		return nil
	}
	return []Shape{contrasted("word", s.Sign, s.Word, s.letters(), s.Colour)}
}

// contrasted is text of a class that is set off from the colour of its ground; if that is "", as the theme says.
func contrasted(class string, at Point, text string, size float64, ground string) Shape {
	sh := Shape{class: class, points: []Point{at}, text: text, size: size, stroke: ground}
	if ground != "" {
		sh.fill = inkOn(ground)
	}
	return sh
}

// lineStep is how far the lines of a word are from each other, in sizes of the letters.
const lineStep = 0.88

// Named writes onto each space how a log names it. It is drawn over the ways of moves, to be legible there too.
func (b *Board) Named() (out []Shape) {
	paper := ""
	if len(b.Ground) > 0 { // what the board is printed on comes first
		paper = b.Ground[0].fill
	}
	for _, l := range b.Labels {
		out = append(out, contrasted("name", l.At, l.Text, 30, paper))
	}
	for i := range b.Spaces {
		s := &b.Spaces[i]
		if lines := s.Names(); len(lines) > 0 {
			at := *cmp.Or(s.WrittenAt, &s.At)
			out = append(out, contrasted("name", at, strings.Join(lines, "\n"), b.LetterSize(), s.Colour))
		}
	}
	return out
}

// LetterSize is the size of the letters of names, usually ten pixels where the board is 390 wide, and 3 mm on A5.
func (b *Board) LetterSize() float64 { return cmp.Or(b.Letters, 26) }

// Tag is the log's name of the space if a piece on the space hides that name, otherwise "".
func (s *Space) Tag() string {
	if s.WrittenAt != nil {
		return ""
	}
	return strings.Join(s.Names(), "")
}

// tags are the names of the spaces on which pieces stand, each on a plate at the lower edge of the piece.
func (s *Scene) tags() (out []Shape) {
	on := s.standing()
	size := s.Board.LetterSize()
	for i := range s.Board.Spaces {
		tag := s.Board.Spaces[i].Tag()
		if tag == "" || on[i] == nil {
			continue
		}
		at := s.Board.Spaces[i].At
		at.Y += s.TagBelow()
		wide := size * (0.66*float64(utf8.RuneCountInString(tag)) + 0.2)
		out = append(out,
			Shape{class: "plate", points: Rect(at, wide, size)},
			Shape{class: "tag", points: []Point{at}, text: tag, size: size})
	}
	return out
}

// TagBelow is how far below a piece the name of its space is shown.
func (s *Scene) TagBelow() float64 { return s.Radius/2 + 14 }

// letters is the size of what is printed on a space.
func (s *Space) letters() float64 {
	switch {
	case s.Size > 0:
		return s.Size
	case len(s.Word) > 3:
		return 19
	case s.Kind == Goal:
		return 40
	case len(s.Word) > 2:
		return 21
	}
	return 27
}

// dieShapes is a die that shows a face.
func dieShapes(at Point, half float64, face int) []Shape {
	out := []Shape{
		Area("shade", "", Box(Point{at.X + 5, at.Y + 7}, 2*half, 2*half, half/3)),
		{class: "die", points: Box(at, 2*half, 2*half, half/3)},
	}
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

// Place is where and how large a piece is drawn.
type Place struct {
	Point
	Scale float64 // 1 is the size of PieceShapes
}

// Stand says where every piece is drawn. Pieces that share a space are drawn side by side within it, the smaller the
// more there are; where they would be too small to read, they get a plate that is larger than the space.
func (s *Scene) Stand() []Place {
	places := make([]Place, len(s.Pieces))
	on := s.standing()
	for i := range s.Pieces {
		space := s.Pieces[i].Space
		if space < 0 {
			continue
		}
		same := on[space]
		at, radius := s.Board.Spaces[space].stand(len(same), slices.Index(same, i), min(s.Radius, readable), s.Radius+3)
		places[i] = Place{at, min(1, radius/s.Radius)}
	}
	return places
}

// readable is the radius of a piece whose letter can be read on a phone.
const readable = 28

// stand is the place and the radius of piece i of n on the space: in a row along its longest extent, or in a ring,
// whichever leaves them larger. Several pieces have a radius of at least least; more than most only sets them apart.
func (s *Space) stand(n, i int, least, most float64) (at Point, radius float64) {
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
	spread := 1 / math.Sin(math.Pi/float64(n)) // from the middle of a ring to its pieces, in radii of one
	row = min(row, most)
	if ring := min(inner/(1+spread), most); n > 2 && max(ring, least) >= row {
		ring = max(ring, least)
		all := ring * (1 + spread)
		middle := Point{min(max(s.At.X, all), Side-all), min(max(s.At.Y, all), Side-all)}
		return Polar(middle, ring*spread, 2*math.Pi*float64(i)/float64(n)), ring
	}
	row = max(row, least)
	return Polar(s.At, (2*float64(i)-float64(n-1))*row, along), row
}

// crowds are the plates on which pieces stand that need more room than their space has.
func (s *Scene) crowds(places []Place) (out []Shape) {
	on := s.standing()
	for space := range s.Board.Spaces {
		if len(on[space]) < 2 || s.Board.Spaces[space].Kind == Centre {
			continue
		}
		var corners []Point
		for _, i := range on[space] {
			wide := 2 * s.Radius * places[i].Scale
			corners = append(corners, Rect(places[i].Point, wide, wide)...)
		}
		const edge = 5
		low, high := bounds(corners)
		middle := Point{(low.X + high.X) / 2, (low.Y + high.Y) / 2}
		out = append(out, Shape{class: "crowd", points: Box(middle, high.X-low.X+2*edge, high.Y-low.Y+2*edge, readable)})
	}
	return out
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

// PieceShapes draws a piece around the origin; with names it shows the whole of its name.
func (s *Scene) PieceShapes(p *Piece, names bool) []Shape {
	colour := s.Players[p.Owner].Colour
	r := s.Radius
	out := []Shape{
		{class: "shade", points: []Point{{r * 0.1, r * 0.16}}, radius: r},
		{class: "piece", points: []Point{{}}, radius: r, fill: colour},
	}
	sign := Shape{class: "sign", points: []Point{{}}, text: p.Sign(names), fill: inkOn(colour)}
	if s.Slices == nil {
		sign.size = r * [...]float64{0, 1.3, 1.05, 0.75}[min(3, len(sign.text))]
		return append(out, Shape{class: "shine", points: []Point{{-r * 0.12, -r * 0.2}}, radius: r * 0.68}, sign)
	}
	for i, wedgeColour := range s.Slices {
		n := float64(len(s.Slices))
		edge := Arc(Point{}, r*0.86, 2*math.Pi*float64(i)/n, 2*math.Pi*float64(i+1)/n, 5)
		wedge := Shape{class: "empty", points: append([]Point{{}}, edge...)}
		if p.Held>>i&1 != 0 {
			wedge.class, wedge.fill = "slice", wedgeColour
		}
		out = append(out, wedge)
	}
	sign.size = r * 0.84
	return append(out, Shape{class: "piece", points: []Point{{}}, radius: r * 0.49, fill: colour}, sign)
}

// moved draws a move: the way it took, with an arrow, the die, and what was sent home.
func (b *Board) moved(m Move, radius float64) (out []Shape) {
	for _, s := range m.Sent {
		corners := Rect(b.Spaces[s].At, 48, 48)
		out = append(out, Line("sent", []Point{corners[0], corners[2]}), Line("sent", []Point{corners[3], corners[1]}))
	}
	if last := len(m.Route) - 1; last > 0 {
		out = append(out, Line("from", closed(b.Spaces[m.Route[0]].Outline)))
		points := make([]Point, last+1)
		for i, s := range m.Route {
			points[i] = b.Spaces[s].At
		}
		tip, before := points[last], points[last-1]
		way := math.Atan2(tip.X-before.X, before.Y-tip.Y) // clockwise from the top
		back := func(length, turn float64) Point { return Polar(tip, -length, way+turn) }
		points[last] = back(radius+20, 0)
		head := math.Atan2(18, radius+32) // as wide as the arrow is to be
		out = append(out, Line("halo", points))
		lines := [][]Point{points}
		if m.Perhaps {
			lines = dashes(points)
		}
		for _, line := range lines {
			out = append(out, Line("route", line))
		}
		out = append(out, Shape{class: "arrow", points: []Point{back(radius, 0), back(radius+32, head), back(radius+32, -head)}})
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
		for begin := -math.Mod(walked, 2*dash); begin < length; begin += 2 * dash { // first the dash that is under way
			if end := min(begin+dash, length); end > 0 {
				lines = append(lines, []Point{at(max(begin, 0)), at(end)})
			}
		}
		walked += length
	}
	return lines
}

// closed is the line around a polygon.
func closed(points []Point) []Point { return append(slices.Clone(points), points[0]) }

// targets lights the spaces that can be reached, in the colour of the player who may go there.
func (b *Board) targets(list []Choice, colour string) (out []Shape) {
	for i, c := range list {
		if c.To < 0 || slices.ContainsFunc(list[:i], func(before Choice) bool { return before.To == c.To }) {
			continue
		}
		s := &b.Spaces[c.To]
		line := closed(s.Outline)
		target := Shape{class: "target", points: line, open: true, stroke: colour}
		out = append(out, Line("glow", line), target, Round("star", colour, s.At, 13))
	}
	return out
}

// star is a star around a point.
func star(at Point, radius float64) (points []Point) {
	for i := range 10 {
		points = append(points, Polar(at, radius*[2]float64{1, 0.45}[i%2], float64(i)*math.Pi/5))
	}
	return points
}

// Shapes is the whole scene, with the places marked that can be reached from it and the
// move that led to it below the pieces; with names, its spaces are named.
func (s *Scene) Shapes(m Move, marked []Choice, names bool) []Shape {
	return append(s.Board.Shapes(names), s.Over(m, marked, names)...)
}

// Over is what of a scene lies over the board. The piece that moved has a ring, and a star if it won.
func (s *Scene) Over(m Move, marked []Choice, names bool) (out []Shape) {
	if s.Actor >= 0 && s.Actor < len(s.Players) {
		out = s.Board.targets(marked, s.Players[s.Actor].Colour)
	}
	out = append(out, s.Board.moved(m, s.Radius)...)
	if names {
		out = append(out, s.Board.Named()...)
	} else {
		for _, i := range m.Route {
			out = append(out, s.Board.Spaces[i].printed()...)
		}
	}
	at := s.Stand()
	out = append(out, s.crowds(at)...)
	for i := range s.Pieces {
		p := &s.Pieces[i]
		if p.Space < 0 {
			continue
		}
		for _, sh := range s.PieceShapes(p, names) {
			out = append(out, sh.placed(at[i]))
		}
		if n := len(m.Route); n > 0 && m.Route[n-1] == p.Space && s.Players[p.Owner].Won {
			r := s.Radius * at[i].Scale
			out = append(out, Shape{class: "star", points: star(Point{at[i].X + 0.8*r, at[i].Y - 0.8*r}, 22)})
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
