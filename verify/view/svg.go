package view

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/report"
)

// SVG draws the position behind a moment, the move that led to it, and the players. It
// shows in light or dark as its viewer is. With legal it rings the places that can be
// reached from there: with the roll that follows in the log, or else with any. With names
// it names the spaces.
func (f *Film) SVG(w io.Writer, moment int, legal, names bool) error {
	s := f.scene(moment)
	var marked []draw.Choice
	if legal {
		marked = f.reachable(moment)
	}
	caption, high := s.Caption(f.heading(moment), f.said(moment))
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
	instead := ""
	if m.Side > 0 {
		instead = "Instead: "
	}
	switch {
	case moment == 0:
		return f.Title
	case m.note():
		return f.heading(f.previous(moment))
	case m.Who == "":
		return instead + m.Word
	}
	return instead + strconv.Itoa(m.Turn) + ". " + m.Who + "  " + m.Word
}

// said is what a picture says of a moment: what is wrong with it, if anything is, or what it did.
func (f *Film) said(moment int) string {
	m := &f.Moments[moment]
	for _, i := range m.Findings {
		if found := &f.Game.Findings[i]; found.Severity == verify.SeverityError || found.SideLine {
			return "✗ Not legal: " + report.OneLine(report.Message(found))
		}
	}
	if m.action.Unknown {
		return strings.TrimSpace("Perhaps this move; " + m.Said)
	}
	return m.Said
}
