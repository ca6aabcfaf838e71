package draw

import (
	"cmp"
	"fmt"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Styles are style sheets of the classes of shapes, below a selector: in the theme of the viewer, and in the light one.
func Styles(below string) (themes, inLight string) {
	inLight = css(false, below)
	return inLight + "@media(prefers-color-scheme:dark){" + css(true, below) + "}", inLight
}

// css is the style sheet of the light or the dark theme, each rule below a selector.
func css(dark bool, below string) string {
	var b strings.Builder
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		l := classes[class].in(dark)
		fmt.Fprintf(&b, "%s.%s{fill:%s;", below, class, cmp.Or(l.fill, "none"))
		if l.width > 0 {
			fmt.Fprintf(&b, "stroke:%s;stroke-width:%s;stroke-linejoin:round;stroke-linecap:round;", l.stroke, Num(l.width))
		}
		if l.opacity > 0 {
			fmt.Fprintf(&b, "opacity:%s;", strconv.FormatFloat(l.opacity, 'f', 2, 64))
		}
		if l.bold {
			b.WriteString("font-weight:700;")
		}
		b.WriteString("}")
	}
	fmt.Fprintf(&b, "%s.name,%[1]s.word{stroke:%s;stroke-width:%s;stroke-linejoin:round;paint-order:stroke}", below, classes["space"].in(dark).fill, Num(wordHalo))
	return b.String()
}

// SVG is shapes as SVG elements.
func SVG(shapes []Shape) string {
	var b strings.Builder
	for i := range shapes {
		b.WriteString(shapes[i].element())
	}
	return b.String()
}

// element is a shape as an SVG element. A colour of its own is an inline style, for that outranks its class.
func (sh *Shape) element() string {
	class, style := sh.class, ""
	if sh.radius < 0 { // a text that begins at its point
		class = "left " + class
	}
	attributes := `class="` + class + `"`
	if sh.fill != "" {
		style = "fill:" + sh.fill
	}
	if sh.stroke != "" {
		style += ";stroke:" + sh.stroke
	}
	if style != "" {
		attributes += ` style="` + style + `"`
	}
	if sh.about != nil {
		attributes += ` data-about="` + Num(sh.about.X) + " " + Num(sh.about.Y) + `"`
	}
	x, y := Num(sh.points[0].X), Num(sh.points[0].Y)
	element, place, content := "polygon", `points="`+PointList(sh.points)+`"`, ""
	switch {
	case sh.text != "":
		element, place, content = "text", fmt.Sprintf(`x="%s" y="%s" font-size="%s"`, x, y, Num(sh.size)), sh.lines()
	case sh.radius > 0:
		element, place = "circle", fmt.Sprintf(`cx="%s" cy="%s" r="%s"`, x, y, Num(sh.radius))
	case sh.open:
		element = "polyline"
	}
	if sh.title != "" {
		content = "<title>" + html.EscapeString(sh.title) + "</title>"
	}
	end := "/>"
	if content != "" {
		end = ">" + content + "</" + element + ">"
	}
	return "<" + element + " " + attributes + " " + place + end
}

// lines is the text of a shape: if it has several lines, each is an element around its point, or from there on.
func (sh *Shape) lines() string {
	lines := strings.Split(html.EscapeString(sh.text), "\n")
	if len(lines) == 1 {
		return lines[0]
	}
	step := -lineStep * float64(len(lines)-1) / 2 // from the middle to the first line
	for i, line := range lines {
		lines[i] = fmt.Sprintf(`<tspan x="%s" dy="%s">%s</tspan>`, Num(sh.points[0].X), Num(step*sh.size), line)
		step = lineStep
	}
	return strings.Join(lines, "")
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
