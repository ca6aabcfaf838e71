package view

import (
	"fmt"
	"html"
	"io"
	"strings"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/regress"
	"tpnote/verify/report"
)

// Questions writes a page to print before a first game: what the rulebook of v leaves open, a box for
// each reading, and the shortest game that shows what the reading changes, as a picture. Its script makes
// the variant file of the boxes that are ticked. An error is that of w or of a log.
func Questions(w io.Writer, games verify.Games, v *variant.Variant, all []regress.Question) error {
	var questions strings.Builder
	for i, q := range all {
		if err := writeQuestion(&questions, games, i+1, q); err != nil {
			return err
		}
	}
	script := file("page/questions.js")
	_, err := io.WriteString(w, fill("page/questions.html", map[string]string{
		"title": html.EscapeString(report.OneLine(v.Title)),
		"hash":  hashOf(script), "script": script,
		"base":      html.EscapeString(v.Name),
		"file":      html.EscapeString(string(regress.Table(v.Name, all))),
		"questions": questions.String(),
	}))
	return err
}

// writeQuestion writes one question with its readings.
func writeQuestion(out *strings.Builder, games verify.Games, number int, q regress.Question) error {
	fmt.Fprintf(out, "<fieldset><legend>%d. %s</legend><p>%s</p>", number, html.EscapeString(q.Topic), html.EscapeString(report.Asks(q)))
	for _, c := range q.Clauses {
		fmt.Fprintf(out, `<p class="clause"><b>%s</b> %s</p>`, html.EscapeString(c.ID), html.EscapeString(c.Text))
	}
	if q.Note != "" {
		fmt.Fprintf(out, `<p class="clause">%s</p>`, html.EscapeString(q.Note))
	}
	for i, r := range q.Readings {
		change, err := changeHTML(games, r.Witness)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, `<div class="reading"><label><input type="radio" name="%s" value="%s"%s> <b>%[2]s</b>: %[4]s</label>%s</div>`,
			html.EscapeString(q.Point.Name), html.EscapeString(r.Value), attribute("checked", i == 0), html.EscapeString(r.Means), change)
	}
	out.WriteString("</fieldset>\n")
	return nil
}

// changeHTML is what a reading changes, with the picture of the shortest game that shows it.
func changeHTML(games verify.Games, w *regress.Witness) (string, error) {
	if w == nil {
		return "", nil
	}
	says := html.EscapeString(w.Says())
	if w.Log == "" {
		return `<p class="change">` + says + "</p>", nil
	}
	game, _ := notation.CutGame([]byte(w.Log), 1)
	film, err := Shoot(verify.Options{Games: games}, "", ".", game)
	if err != nil {
		return "", err
	}
	shown := html.EscapeString(strings.Join(w.Shown(), "\n"))
	return fmt.Sprintf(`<figure>%s<figcaption>%s<pre>%s</pre></figcaption></figure>`, film.SVG(film.End(), false, true), says, shown), nil
}
