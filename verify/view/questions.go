package view

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/regress"
	"tpnote/verify/report"
)

//go:embed page/questions.html
var questionsPage string

//go:embed page/questions.js
var questionsJS string

// Questions writes a page to print before a first game: what the rulebook of v leaves open, a box for
// each reading, and the shortest game that shows what the reading changes, as a picture. Its script makes
// the variant file of the boxes that are ticked. An error is that of w or of a log.
func Questions(w io.Writer, games verify.Games, v *variant.Variant, all []regress.Question) error {
	return fill(w, questionsPage, map[string]part{
		"title":  escaped(report.OneLine(v.Title)),
		"hash":   markup(hashOf(questionsJS)),
		"script": markup(questionsJS),
		"base":   escaped(v.Name),
		"file":   escaped(string(regress.Table(v.Name, all))),
		"questions": func(out *bufio.Writer) error {
			for i, q := range all {
				if err := writeQuestion(out, games, i+1, q); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

// writeQuestion writes one question with its readings.
func writeQuestion(out *bufio.Writer, games verify.Games, number int, q regress.Question) error {
	fmt.Fprintf(out, "<fieldset><legend>%d. %s</legend><p>%s</p>", number, html.EscapeString(q.Topic), html.EscapeString(report.Asks(q)))
	for _, c := range q.Clauses {
		fmt.Fprintf(out, `<p class="clause"><b>%s</b> %s</p>`, html.EscapeString(c.ID), html.EscapeString(c.Text))
	}
	if q.Note != "" {
		fmt.Fprintf(out, `<p class="clause">%s</p>`, html.EscapeString(q.Note))
	}
	for i, r := range q.Readings {
		ticked := ""
		if i == 0 {
			ticked = " checked"
		}
		fmt.Fprintf(out, `<div class="reading"><label><input type="radio" name="%s" value="%s"%s> <b>%s</b>: %s</label>`,
			html.EscapeString(q.Point.Name), html.EscapeString(r.Value), ticked, html.EscapeString(r.Value), html.EscapeString(r.Means))
		if err := writeChange(out, games, r.Witness); err != nil {
			return err
		}
		out.WriteString("</div>")
	}
	_, err := out.WriteString("</fieldset>\n")
	return err
}

// writeChange writes what a reading changes, with the picture of the shortest game that shows it.
func writeChange(out *bufio.Writer, games verify.Games, w *regress.Witness) error {
	if w == nil {
		return nil
	}
	if w.Log == "" {
		_, err := fmt.Fprintf(out, `<p class="change">%s</p>`, html.EscapeString(w.Says()))
		return err
	}
	film, err := Shoot(verify.Options{Games: games}, "", ".", strings.NewReader(w.Log), 1)
	if err != nil {
		return err
	}
	var picture bytes.Buffer
	if err := film.SVG(&picture, film.End(), false, true); err != nil {
		return err
	}
	fmt.Fprintf(out, `<figure>%s<figcaption>%s<pre>%s</pre></figcaption></figure>`, picture.Bytes(),
		html.EscapeString(w.Says()), html.EscapeString(strings.Join(w.Shown(), "\n")))
	return nil
}
