package view

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strconv"

	"tpnote/verify/draw"
)

// SVG draws the position behind a moment, the move that led to it, and the players. It
// shows in light or dark as its viewer is. With legal it rings the places that can be
// reached from there: with the roll that follows in the log, or else with any. With names
// it names the spaces.
func (f *Film) SVG(w io.Writer, moment int, legal, names bool) error {
	s := f.scene(moment)
	m := &f.Moments[moment]
	var marked []draw.Choice
	if legal {
		marked = f.reachable(moment)
	}
	caption, high := s.Caption(f.heading(moment), m.Said)
	var b bytes.Buffer
	picture(&b, f.Title+": "+s.Describe(), high, append(s.Shapes(f.move(moment), marked, names), caption...))
	_, err := w.Write(b.Bytes())
	return err
}

// picture draws shapes on a sheet that is so high.
func picture(b *bytes.Buffer, title string, high float64, shapes []draw.Shape) {
	light, dark := draw.Styles("")
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %s" role="img"><title>%s</title>`,
		draw.Side, draw.Num(high), html.EscapeString(title))
	fmt.Fprintf(b, "<style>text{font-family:system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}.left{text-anchor:start;dominant-baseline:auto}%s@media(prefers-color-scheme:dark){%s}</style>", light, dark)
	fmt.Fprintf(b, `<rect class="paper" width="%d" height="%s"/>`, draw.Side, draw.Num(high))
	draw.WriteSVG(b, shapes)
	b.WriteString("</svg>\n")
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
	return strconv.Itoa(m.Turn) + ". " + m.Who + "  " + m.Word
}
