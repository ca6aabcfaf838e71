package view

import (
	"html"
	"strconv"
	"strings"

	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/report"
)

// SVG draws the position after a moment, the move that led to it, and the players, in the light
// or dark colours of its viewer. With legal it rings the places that can be reached: with the
// roll that follows in the log, or else with any roll. With names it names the spaces.
func (f *Film) SVG(moment int, legal, names bool) string {
	s := f.Scene(moment)
	var marked []draw.Choice
	if legal {
		marked = f.Reachable(moment)
	}
	return picture(s, f.Title+": ", f.Heading(moment), f.said(moment), s.Shapes(f.Move(moment), marked, names))
}

// lettersCSS is how letters lie in a picture: around their point, or to the right of it.
const lettersCSS = "text{font-family:system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}.left{text-anchor:start;dominant-baseline:auto}"

// picture draws the shapes of a scene with its caption. Its title is the scene in words.
func picture(s *draw.Scene, of, heading, said string, shapes []draw.Shape) string {
	caption, high := s.Caption(heading, said)
	themes, _ := draw.Styles("")
	return fill("page/picture.svg", map[string]string{
		"high": draw.Num(high), "title": html.EscapeString(of + s.Describe()),
		"style": lettersCSS + themes, "shapes": draw.SVG(append(shapes, caption...)),
	})
}

// Heading says where in the game a moment is.
func (f *Film) Heading(moment int) string {
	m := &f.Moments[moment]
	instead := ""
	if m.Side > 0 {
		instead = "Instead: "
	}
	switch {
	case moment == 0:
		return f.Title
	case m.Note():
		return f.Heading(f.Previous(moment))
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

// Cards are the questions of films as cards for flash-card programs: lines of four fields, which are
// the question, a picture of the position, the answers, and the reason. Fields are HTML, with tabs between.
func Cards(films []*Film) string {
	var cards strings.Builder
	for _, f := range films {
		for _, q := range f.ownQuestions() {
			var offered, answers, why []string
			for _, o := range q.Options {
				if !o.More {
					offered = append(offered, o.Text)
				}
				if o.Right {
					answers, why = append(answers, o.Text), append(why, o.Why)
				}
			}
			ask, and, reason := q.Ask, " or ", ""
			if q.Kind != PickPlace {
				ask += " (" + strings.Join(offered, " / ") + ")"
			}
			if q.Kind == PickSeveral {
				and = " and "
			}
			if len(why) == 1 {
				reason = why[0]
			}
			picture := f.SVG(f.Previous(q.Moment), false, q.Kind != PickOne)
			fields := []string{html.EscapeString(ask), picture, html.EscapeString(strings.Join(answers, and)), html.EscapeString(reason)}
			for i := range fields {
				fields[i] = strings.Join(strings.Fields(fields[i]), " ") // no tabs, no ends of lines
			}
			cards.WriteString(strings.Join(fields, "\t") + "\n")
		}
	}
	return cards.String()
}
