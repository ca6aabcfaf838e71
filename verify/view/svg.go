package view

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"slices"
	"strconv"
	"strings"
)

// SVG draws the position behind a moment, the move that led to it, and the players. It
// shows in light or dark as its viewer is. With legal it rings the places that can be
// reached from there: with the roll that follows in the log, or else with any.
func (f *Film) SVG(w io.Writer, moment int, legal bool) error {
	s := f.Scene(moment)
	m := &f.Moments[moment]
	var marked []Choice
	if legal {
		marked = f.Reachable(moment)
	}
	legend, high := s.legend(f.heading(moment), m.Said)
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %s" role="img"><title>%s</title>`,
		Side, num(high), html.EscapeString(f.Title+": "+s.Describe()))
	fmt.Fprintf(&b, "<style>text{font-family:system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}.left{text-anchor:start;dominant-baseline:auto}%s@media(prefers-color-scheme:dark){%s}</style>", light.css(""), dark.css(""))
	fmt.Fprintf(&b, `<rect class="paper" width="%d" height="%s"/>`, Side, num(high))
	writeShapes(&b, append(s.shapes(f.Move(moment), marked), legend...))
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// heading says where in the game a moment is.
func (f *Film) heading(moment int) string {
	m := &f.Moments[moment]
	switch {
	case moment == 0:
		return f.Title
	case m.Who == "":
		return m.Word
	}
	return itoa(m.Turn) + ". " + m.Who + "  " + m.Word
}

// css is the style sheet of a theme, each rule below a selector.
func (t theme) css(below string) string {
	var b strings.Builder
	classes := make([]string, 0, len(t))
	for class := range t {
		classes = append(classes, class)
	}
	slices.Sort(classes)
	for _, class := range classes {
		l := t[class]
		fmt.Fprintf(&b, "%s.%s{", below, class)
		if l.fill != "" {
			fmt.Fprintf(&b, "fill:%s;", l.fill)
		} else if l.width > 0 {
			b.WriteString("fill:none;")
		}
		if l.width > 0 {
			fmt.Fprintf(&b, "stroke:%s;stroke-width:%s;stroke-linejoin:round;stroke-linecap:round;", l.stroke, num(l.width))
		}
		if l.opacity > 0 {
			fmt.Fprintf(&b, "stroke-opacity:%s;", num(l.opacity))
		}
		if l.bold {
			b.WriteString("font-weight:700;")
		}
		b.WriteString("}")
	}
	return b.String()
}

func writeShapes(b *bytes.Buffer, shapes []shape) {
	for i := range shapes {
		shapes[i].write(b)
	}
}

// write writes a shape as an SVG element. A colour of its own is an inline style, for that
// outranks its class.
func (sh *shape) write(b *bytes.Buffer) {
	attributes := `class="` + sh.class + `"`
	if sh.fill != "" {
		attributes += ` style="fill:` + sh.fill + `"`
	}
	close := "/>"
	if sh.title != "" {
		close = "><title>" + html.EscapeString(sh.title) + "</title></%s>"
	}
	end := func(element string) string { return strings.ReplaceAll(close, "%s", element) }
	switch {
	case sh.text != "" && sh.radius < 0: // begins at its point
		fmt.Fprintf(b, `<text %s x="%s" y="%s" font-size="%s">%s</text>`,
			strings.Replace(attributes, `class="`, `class="left `, 1), num(sh.points[0].X), num(sh.points[0].Y), num(sh.size), html.EscapeString(sh.text))
	case sh.text != "":
		fmt.Fprintf(b, `<text %s x="%s" y="%s" font-size="%s">%s</text>`,
			attributes, num(sh.points[0].X), num(sh.points[0].Y), num(sh.size), html.EscapeString(sh.text))
	case sh.radius > 0:
		fmt.Fprintf(b, `<circle %s cx="%s" cy="%s" r="%s"%s`, attributes, num(sh.points[0].X), num(sh.points[0].Y), num(sh.radius), end("circle"))
	case sh.open:
		fmt.Fprintf(b, `<polyline %s points="%s"%s`, attributes, pointList(sh.points), end("polyline"))
	default:
		fmt.Fprintf(b, `<polygon %s points="%s"%s`, attributes, pointList(sh.points), end("polygon"))
	}
}

func pointList(points []Point) string {
	var b strings.Builder
	for i, p := range points {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(num(p.X) + "," + num(p.Y))
	}
	return b.String()
}

// num writes a length, in tenths at the finest.
func num(x float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
}

// Describe is the position in words, for those who do not see it.
func (s *Scene) Describe() string {
	parts := make([]string, len(s.Players))
	for i, p := range s.Players {
		parts[i] = p.Name + ": " + strings.ReplaceAll(p.Has, " · ", ", ")
	}
	return s.Clock + ". " + strings.Join(parts, "; ") + "."
}
