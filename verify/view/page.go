package view

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/report"
)

//go:embed page/page.html
var pageHTML string

//go:embed page/page.css
var pageCSS string

//go:embed page/colours.css
var coloursCSS string

//go:embed page/page.js
var pageSource string

// pageJS is the script as a page has it.
var pageJS = lean(pageSource)

// lean is a script without comments, and without blanks before a line.
func lean(script string) string {
	var b strings.Builder
	for line := range strings.Lines(script) {
		if line = strings.TrimLeft(line, " \t\n"); !strings.HasPrefix(line, "//") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// questions is how many the quiz asks of one game.
const questions = 12

// PageOptions say what a page does beside stepping through its films.
type PageOptions struct {
	Quiz   bool // it asks before it shows
	Lesson bool // the films are chapters
	Spot   bool // it shows moves that are not allowed, for the learner to stop
	Play   *Play
}

// Asks reports whether the page needs the positions of a film after its moments are written.
func (o PageOptions) asks() bool { return o.Quiz || o.Lesson || o.Spot }

// Page writes a page that steps through films of one game. It needs nothing but itself. The moments
// are written as they are drawn; without questions their positions are let go of then, and the film
// is over.
func Page(w io.Writer, films []*Film, o PageOptions) error {
	first := films[0]
	start := first.Scene(0)
	for _, f := range films[1:] {
		if len(f.Scene(0).Board.Spaces) != len(start.Board.Spaces) || f.Game.Rules.Game != first.Game.Rules.Game {
			return fmt.Errorf("%w: %s and %s", errBoards, gameOf(first), gameOf(f))
		}
	}
	data := &pageData{Spot: o.Spot, Play: o.Play, words: map[string]int{}, laws: map[Law]int{}, legal: map[string]int{}}
	data.begin(start)
	all := make([]*filmData, len(films))
	shown := map[string]bool{}
	for i, f := range films {
		all[i] = data.film(f, o)
		if i > 0 {
			all[i].link = strconv.Itoa(i+1) + "/"
		}
		if len(all[i].Findings) > 0 {
			shown["findings"] = true
		}
	}
	hidden := func(name string) part {
		if shown[name] {
			return markup("")
		}
		return markup(" hidden")
	}
	shown["again"], shown["chapters"], shown["spot"], shown["play"] = o.asks(), o.Lesson, o.Spot, o.Play != nil
	title, games := first.Title, first.list
	if o.Lesson {
		title, games = gameOf(first), markup("")
	}
	policy, player := "default-src 'none'; style-src 'unsafe-inline'; script-src "+hashOf(pageJS), markup("")
	if o.Play != nil { // a page inside a page may do what both allow
		policy, player = policy+" "+mayRun(wholeScript())+"; worker-src blob:", o.Play.player
	}
	return fill(w, pageHTML, map[string]part{
		"policy": escaped(policy), "player": player,
		"css": markup(styled(pageCSS)), "js": markup(pageJS),
		"title": escaped(title), "facts": escaped(all[0].Facts), "games": games,
		"board": markup(boardHTML(start)), "pieces": markup(all[0].piecesHTML(start)),
		"describe": escaped(start.Describe()), "empty": escaped("The board of " + gameOf(first)),
		"players": all[0].playersHTML,
		"luck":    first.luckPage,
		"again":   hidden("again"), "unfound": hidden("findings"), "unchaptered": hidden("chapters"), "unspotted": hidden("spot"), "unplayed": hidden("play"),
		"turns": all[0].turnsHTML,
		"others": func(w *bufio.Writer) error {
			for _, d := range all[1:] {
				if err := d.template(w); err != nil {
					return err
				}
			}
			return nil
		},
		"data":  func(w *bufio.Writer) error { return data.write(w, all, o) },
		"asked": func(w *bufio.Writer) error { return printed(w, all) },
	})
}

// gameOf is what a game is called: its variant's title, without the edition.
func gameOf(f *Film) string {
	title, _, _ := strings.Cut(report.OneLine(f.Moments[0].after.Variant().Title), ",")
	return title
}

// facts are the game, when and where it was played, and what came of it, in words.
func (f *Film) facts() string {
	text := report.OneLine(f.Moments[0].after.Variant().Title)
	if text == f.Title {
		text = "This game"
	}
	for _, tag := range f.Tags {
		if tag[0] == "Date" || tag[0] == "Site" {
			text += ", " + tag[1]
		}
	}
	mistakes := 0
	for i := range f.Game.Findings {
		if f.Game.Findings[i].Severity == verify.SeverityError {
			mistakes++
		}
	}
	switch mistakes {
	case 0:
		text += ": no mistakes, "
	case 1:
		text += ": 1 mistake, "
	default:
		text += ": " + strconv.Itoa(mistakes) + " mistakes, "
	}
	switch first, _, others := strings.Cut(f.Result(), " > "); {
	case first == "*":
		return text + "not finished"
	case strings.Contains(first, " = "):
		return text + strings.ReplaceAll(first, " = ", " and ") + " have won"
	case others:
		return text + first + " has won (" + f.Result() + ")"
	default:
		return text + first + " has won"
	}
}

// playersHTML lists the players, each with a piece to be known by.
func (d *filmData) playersHTML(w *bufio.Writer) error {
	s := d.film.Scene(0)
	for seat, p := range s.Players {
		var token bytes.Buffer
		if piece := s.PieceOf(seat); piece != nil {
			draw.WriteSVG(&token, s.PieceShapes(piece, false))
		}
		size := draw.Num(s.Radius * 1.2)
		fmt.Fprintf(w, `<li style="--player:%s"><svg class="token" viewBox="-%s -%[2]s %s %[3]s" aria-hidden="true">%s</svg><b><bdi>%s</bdi></b> <span class="has">%s</span></li>`,
			html.EscapeString(p.Colour), size, draw.Num(s.Radius*2.4), token.Bytes(), html.EscapeString(p.Name), html.EscapeString(p.Has))
	}
	return nil
}

// turnsHTML lists the turns, an item for each line of the log.
func (d *filmData) turnsHTML(w *bufio.Writer) error {
	all := d.film.Moments
	for from, to := 0, 1; from < len(all); from, to = to, to+1 {
		for from > 0 && to < len(all) && all[to].Line == all[from].Line {
			to++
		}
		d.turnHTML(w, all[from:to])
	}
	return nil
}

// template writes what the page shows of a film that is not its first.
func (d *filmData) template(w *bufio.Writer) error {
	fmt.Fprintf(w, "\n<template class=\"film\"><svg>%s</svg><ul>", d.piecesHTML(d.film.Scene(0)))
	if err := d.playersHTML(w); err != nil {
		return err
	}
	w.WriteString("</ul><ol>")
	if err := d.turnsHTML(w); err != nil {
		return err
	}
	_, err := w.WriteString("</ol></template>")
	return err
}

// printed writes the questions for a sheet of paper.
func printed(w *bufio.Writer, films []*filmData) error {
	for _, d := range films {
		for _, q := range d.Quiz {
			fmt.Fprintf(w, "<li>%s<ul>", html.EscapeString(q.Ask))
			for _, o := range q.Options {
				if !o.More {
					fmt.Fprintf(w, "<li>☐ %s</li>", html.EscapeString(o.Text))
				}
			}
			w.WriteString("</ul></li>")
		}
	}
	return nil
}

// list is the games of the file, if there are several.
func (f *Film) list(w *bufio.Writer) error {
	if len(f.Games) < 2 {
		return nil
	}
	fmt.Fprintf(w, "\n"+`<details class="games"><summary>Game %d of the file</summary>`+"\n<ol>", f.Game.Number)
	for i, name := range f.Games {
		if name = html.EscapeString(name); i+1 == f.Game.Number {
			fmt.Fprintf(w, `<li aria-current="true"><bdi>%s</bdi></li>`, name)
		} else {
			fmt.Fprintf(w, `<li><bdi>%s</bdi> <code>view --game %d</code></li>`, name, i+1)
		}
	}
	w.WriteString("</ol></details>")
	return nil
}

// turnHTML writes the moments of a line.
func (d *filmData) turnHTML(w *bufio.Writer, moments []Moment) {
	first := &moments[0]
	w.WriteString("\n<li")
	if first.Side > 0 {
		fmt.Fprintf(w, ` class="side" style="margin-left:%dem"`, first.Side)
	}
	w.WriteString(`><span class="number">`)
	if first.Turn > 0 {
		fmt.Fprintf(w, "%d.", first.Turn)
	}
	w.WriteString("</span><div>")
	if first.Side > 0 {
		w.WriteString(`<span class="flag">Side line: </span>`)
	}
	if first.Who != "" {
		fmt.Fprintf(w, "<b><bdi>%s</bdi></b> ", html.EscapeString(first.Who))
	}
	for _, m := range moments {
		word, severity, class, flag := cmp.Or(m.Word, "…"), "", "", ""
		if m.Link == "start" {
			word = "The game begins"
		}
		for _, found := range m.Findings {
			if severity != "error" {
				severity = d.Findings[found].Severity
			}
		}
		if severity != "" {
			class, flag = ` class="`+severity+`"`, `<span class="flag"> (`+severity+`)</span>`
		}
		fmt.Fprintf(w, `<a href="#%s"%s><bdi>%s</bdi>%s</a> `, html.EscapeString(d.link+m.Link), class, html.EscapeString(word), flag)
	}
	for _, m := range moments {
		for _, found := range m.Findings {
			f := d.Findings[found]
			fmt.Fprintf(w, `<p class="finding print %s"><b>%[1]s</b> <bdi>%s</bdi> <code>%s</code></p>`, f.Severity, html.EscapeString(f.Message), f.Code)
		}
		for _, comment := range m.Comments {
			fmt.Fprintf(w, `<p class="comment"><bdi>%s</bdi></p>`, html.EscapeString(comment))
		}
	}
	w.WriteString("</div></li>")
}

// styled is the style sheet of a page, with the colours that all pages and pictures have.
func styled(css string) string {
	light, dark := draw.Styles("svg ")
	return coloursCSS + css + light + "@media(prefers-color-scheme:dark){" + dark + "}@media print{" + light + "}"
}

// hashOf is how the policy of a page names its script.
func hashOf(js string) string {
	hash := sha256.Sum256([]byte(js))
	return "'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
}

// boardHTML is the board without pieces. Nothing in it is written by the author of the log.
func boardHTML(s *draw.Scene) string {
	var b bytes.Buffer
	group := func(id string, shapes []draw.Shape) {
		b.WriteString(`<g id="` + id + `">`)
		draw.WriteSVG(&b, shapes)
		b.WriteString("</g>")
	}
	draw.WriteSVG(&b, s.Board.Bare())
	group("targets", nil)
	group("trail", nil)
	group("printed", s.Board.Printed())
	group("names", s.Board.Named())
	group("crowds", nil)
	return b.String()
}

// piecesHTML is the pieces as they are at the start, and those that appear later, for the script to
// move. The signs of the pieces are escaped.
func (d *filmData) piecesHTML(s *draw.Scene) string {
	var b bytes.Buffer
	stand := s.Stand()
	for i, at := range d.follow(s) {
		place := draw.Place{Point: draw.Point{X: float64(away[0]), Y: float64(away[1])}}
		if at >= 0 && s.Pieces[at].Space >= 0 {
			place = stand[at]
		}
		b.WriteString(`<g class="moves" style="transform:translate(` + draw.Num(place.X) + `px,` + draw.Num(place.Y) + `px) scale(` + strconv.FormatFloat(place.Scale, 'f', 2, 64) + `)">`)
		draw.WriteSVG(&b, s.PieceShapes(&d.pieces[i].look, false))
		b.WriteString("</g>")
	}
	return b.String()
}
