package draw

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"maps"
	"math"
	"slices"
	"strings"

	"golang.org/x/image/vector"
)

// Palette is the colours that a scene is painted with, and shades of them for soft edges.
func (s *Scene) Palette() color.Palette {
	var colours []string
	add := func(c string) {
		if c != "" && !slices.Contains(colours, c) {
			colours = append(colours, c)
		}
	}
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		add(classes[class].fill)
		add(classes[class].stroke)
	}
	for _, sh := range s.Board.Bare() {
		add(sh.fill)
	}
	for _, p := range s.Players {
		add(p.Colour)
	}
	var p color.Palette
	for _, c := range colours {
		p = append(p, paintOf(c, 0))
	}
	for _, end := range []string{classes["ink"].fill, "#ffffff"} {
		for _, c := range colours {
			p = append(p, mix(c, end, 0.33), mix(c, end, 0.67))
		}
	}
	return p[:min(256, len(p))]
}

// paintOf is a colour with an opacity; the opacity 0 means opaque.
func paintOf(hex string, opacity float64) color.NRGBA {
	r, g, b := rgb(hex)
	return color.NRGBA{r, g, b, uint8(255 * cmp.Or(opacity, 1))}
}

func mix(from, to string, part float64) color.NRGBA {
	r, g, b := rgb(from)
	r2, g2, b2 := rgb(to)
	blend := func(a, b uint8) uint8 { return uint8(float64(a) + part*(float64(b)-float64(a))) }
	return color.NRGBA{blend(r, r2), blend(g, g2), blend(b, b2), 255}
}

// Canvas paints shapes in the light theme.
type Canvas struct {
	Image *image.RGBA
	scale float64 // pixels to a unit
}

// NewCanvas makes an empty canvas.
func NewCanvas(size image.Rectangle, scale float64) *Canvas {
	c := &Canvas{image.NewRGBA(size), scale}
	draw.Draw(c.Image, size, image.NewUniform(paintOf(classes["paper"].fill, 0)), image.Point{}, draw.Src)
	return c
}

// Paint paints shapes over what is there.
func (c *Canvas) Paint(shapes ...Shape) {
	for _, sh := range shapes {
		l := classes[sh.class]
		fill := cmp.Or(sh.fill, l.fill)
		if sh.text != "" {
			c.write(sh, fill, l.bold)
			continue
		}
		points, closed := sh.points, !sh.open
		if sh.radius > 0 {
			points = Disk(sh.points[0], sh.radius)
		}
		if closed && fill != "" {
			c.fill(fill, l.opacity, points)
		}
		if l.width > 0 {
			l.stroke = cmp.Or(sh.stroke, l.stroke)
			c.stroke(points, closed, l)
		}
	}
}

// fill fills polygons as one, so that where they overlap nothing shows twice.
func (c *Canvas) fill(colour string, opacity float64, polygons ...[]Point) {
	low, high := bounds(slices.Concat(polygons...))
	box := image.Rect(int(low.X*c.scale)-1, int(low.Y*c.scale)-1, int(high.X*c.scale)+2, int(high.Y*c.scale)+2)
	if box = box.Intersect(c.Image.Bounds()); box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy()) // no larger than it has to be: it is cleared each time
	at := func(p Point) (x, y float32) {
		return float32(p.X*c.scale) - float32(box.Min.X), float32(p.Y*c.scale) - float32(box.Min.Y)
	}
	for _, points := range polygons {
		r.MoveTo(at(points[0]))
		for _, p := range points[1:] {
			r.LineTo(at(p))
		}
		r.ClosePath()
	}
	r.Draw(c.Image, box, image.NewUniform(paintOf(colour, opacity)), image.Point{})
}

// stroke draws a line with round ends and corners: a bar for each piece, a disk for each corner, all one way round.
func (c *Canvas) stroke(points []Point, closed bool, l look) {
	var parts [][]Point
	half := l.width / 2
	for i, p := range points {
		if l.width > 3 {
			parts = append(parts, Disk(p, half))
		}
		q := points[(i+1)%len(points)]
		if i+1 == len(points) && !closed || p == q {
			continue
		}
		length := math.Hypot(q.X-p.X, q.Y-p.Y)
		nx, ny := (q.Y-p.Y)/length*half, -(q.X-p.X)/length*half
		parts = append(parts, []Point{{p.X + nx, p.Y + ny}, {q.X + nx, q.Y + ny}, {q.X - nx, q.Y - ny}, {p.X - nx, p.Y - ny}})
	}
	c.fill(l.stroke, l.opacity, parts...)
}

// write writes a word: its lines around its point, or from it on where the shape has no radius. A word on a space may
// lie on the line of a move, so an outline in the colour of the space separates the two.
func (c *Canvas) write(sh Shape, fill string, bold bool) {
	if sh.class == "name" || sh.class == "word" {
		behind, ground := sh, cmp.Or(sh.stroke, classes["space"].fill)
		behind.class = ""
		for eighth := range 8 {
			behind.points = []Point{Polar(sh.points[0], wordHalo/2, float64(eighth)*math.Pi/4)}
			c.write(behind, ground, bold)
		}
	}
	lines := strings.Split(sh.text, "\n")
	for i, line := range lines {
		x, y := sh.points[0].X*c.scale, sh.points[0].Y*c.scale
		y += (float64(i) - float64(len(lines)-1)/2) * lineStep * sh.size * c.scale
		c.letters(line, Point{x, y}, sh.size*c.scale, bold, sh.radius == 0, image.NewUniform(paintOf(fill, 0)))
	}
}
