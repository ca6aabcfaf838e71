package draw

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Styles are the style sheets of the classes of shapes, each rule below a selector, for
// light and for dark.
func Styles(below string) (inLight, inDark string) { return css(light, below), css(dark, below) }

// css is the style sheet of a theme, each rule below a selector.
func css(theme int, below string) string {
	var b strings.Builder
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		l := classes[class]
		fill := l.fill[theme]
		fmt.Fprintf(&b, "%s.%s{", below, class)
		if fill != "" {
			fmt.Fprintf(&b, "fill:%s;", fill)
		} else if l.width > 0 {
			b.WriteString("fill:none;")
		}
		if l.width > 0 {
			fmt.Fprintf(&b, "stroke:%s;stroke-width:%s;stroke-linejoin:round;stroke-linecap:round;", l.stroke[theme], Num(l.width))
		}
		if l.opacity > 0 {
			fmt.Fprintf(&b, "opacity:%s;", strconv.FormatFloat(l.opacity, 'f', 2, 64))
		}
		if l.bold {
			b.WriteString("font-weight:700;")
		}
		b.WriteString("}")
	}
	fmt.Fprintf(&b, "%s.name,%[1]s.word{stroke:%s;stroke-width:%s;stroke-linejoin:round;paint-order:stroke}", below, classes["space"].fill[theme], Num(wordHalo))
	return b.String()
}

// WriteSVG writes shapes as SVG elements.
func WriteSVG(b *bytes.Buffer, shapes []Shape) {
	for i := range shapes {
		shapes[i].write(b)
	}
}

// write writes a shape as an SVG element. A colour of its own is an inline style, for that
// outranks its class.
func (sh *Shape) write(b *bytes.Buffer) {
	attributes := `class="` + sh.class + `"`
	style := ""
	if sh.fill != "" {
		style = "fill:" + sh.fill
	}
	if line := cmp.Or(sh.halo, sh.stroke); line != "" {
		style += ";stroke:" + line
	}
	if style != "" {
		attributes += ` style="` + style + `"`
	}
	if sh.about != nil {
		attributes += ` data-about="` + Num(sh.about.X) + " " + Num(sh.about.Y) + `"`
	}
	var element, place string
	switch {
	case sh.text != "":
		sh.writeText(b, attributes)
		return
	case sh.radius > 0:
		element, place = "circle", fmt.Sprintf(`cx="%s" cy="%s" r="%s"`, Num(sh.points[0].X), Num(sh.points[0].Y), Num(sh.radius))
	case sh.open:
		element, place = "polyline", `points="`+PointList(sh.points)+`"`
	default:
		element, place = "polygon", `points="`+PointList(sh.points)+`"`
	}
	fmt.Fprintf(b, `<%s %s %s`, element, attributes, place)
	if sh.title == "" {
		b.WriteString("/>")
		return
	}
	fmt.Fprintf(b, `><title>%s</title></%s>`, html.EscapeString(sh.title), element)
}

// writeText writes a text, each of its lines around its point, or from there on.
func (sh *Shape) writeText(b *bytes.Buffer, attributes string) {
	if sh.radius < 0 { // it begins at its point
		attributes = strings.Replace(attributes, `class="`, `class="left `, 1)
	}
	x, lines := Num(sh.points[0].X), strings.Split(html.EscapeString(sh.text), "\n")
	fmt.Fprintf(b, `<text %s x="%s" y="%s" font-size="%s">`, attributes, x, Num(sh.points[0].Y), Num(sh.size))
	step := -lineStep * float64(len(lines)-1) / 2 // from the middle to the first line
	for _, line := range lines {
		if len(lines) > 1 {
			line = fmt.Sprintf(`<tspan x="%s" dy="%s">%s</tspan>`, x, Num(step*sh.size), line)
		}
		b.WriteString(line)
		step = lineStep
	}
	b.WriteString("</text>")
}

// PointList is the value of an attribute points.
func PointList(points []Point) string {
	var b strings.Builder
	for _, p := range points {
		b.WriteString(" " + Num(p.X) + "," + Num(p.Y))
	}
	return strings.TrimPrefix(b.String(), " ")
}

// Num writes a length, in tenths at the finest.
func Num(x float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
}

// Describe is the position in words, for those who do not see it.
func (s *Scene) Describe() string {
	parts := make([]string, len(s.Players))
	for i, p := range s.Players {
		parts[i] = p.Name + ": " + p.Has
	}
	return s.Clock + ". " + strings.Join(parts, "; ") + "."
}
