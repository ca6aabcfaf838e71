package view

import (
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
	Quiz   bool  `json:"-"`              // it asks before it shows
	Lesson bool  `json:"-"`              // the films are chapters
	Spot   bool  `json:"spot,omitempty"` // it shows moves that are not allowed, for the learner to stop
	Play   *Play `json:"play,omitempty"`
}

// Page writes a page that steps through films of one game. It needs nothing but itself.
func Page(w io.Writer, films []*Film, o PageOptions) error {
	first := films[0]
	start := first.Scene(0)
	for _, f := range films[1:] {
		if len(f.Scene(0).Board.Spaces) != len(start.Board.Spaces) || f.Game.Rules.Game != first.Game.Rules.Game {
			return fmt.Errorf("%w: %s and %s", errBoards, gameOf(first), gameOf(f))
		}
	}
	data := newPageData(films, o)
	title, games := first.Title, first.list()
	if o.Lesson {
		title, games = gameOf(first), ""
	}
	policy, player := "default-src 'none'; style-src 'unsafe-inline'; script-src "+hashOf(pageJS), ""
	if o.Play != nil { // a page inside a page may do what both allow
		policy, player = policy+" "+mayRun(wholeScript())+"; worker-src blob:", o.Play.player()
	}
	others := ""
	for i, f := range films[1:] {
		others += "\n<template class=\"film\"><svg>" + data.Films[i+1].piecesHTML(f.Scene(0)) + "</svg></template>"
	}
	_, err := io.WriteString(w, fill(pageHTML, map[string]string{
		"policy": html.EscapeString(policy), "player": player,
		"css": styled(pageCSS), "js": pageJS,
		"title": html.EscapeString(title), "facts": html.EscapeString(data.Films[0].Facts), "games": games,
		"board": boardHTML(start), "pieces": data.Films[0].piecesHTML(start), "others": others,
		"empty": html.EscapeString("The board of " + gameOf(first)), "luck": first.luckHTML(),
		"unchaptered": attribute("hidden", !o.Lesson), "unspotted": attribute("hidden", !o.Spot), "unplayed": attribute("hidden", o.Play == nil),
		"data": `<script type="application/json" id="data">` + jsonOf(data) + "</script>",
	}))
	return err
}

// fill is a page with its parts where their names stand: {{name}}.
func fill(page string, parts map[string]string) string {
	var pairs []string
	for name, text := range parts {
		pairs = append(pairs, "{{"+name+"}}", text)
	}
	return strings.NewReplacer(pairs...).Replace(page)
}

// attribute is an attribute that an element has under a condition.
func attribute(name string, given bool) string {
	if !given {
		return ""
	}
	return " " + name
}

// gameOf is what a game is called: its variant's title, without the edition.
func gameOf(f *Film) string {
	title, _, _ := strings.Cut(report.OneLine(f.Variant().Title), ",")
	return title
}

// facts are the game, when and where it was played, and what came of it, in words.
func (f *Film) facts() string {
	text := report.OneLine(f.Variant().Title)
	if text == f.Title {
		text = "This game"
	}
	for _, tag := range f.Game.Entry.Tags {
		if tag.Name == "Date" || tag.Name == "Site" {
			text += ", " + report.OneLine(tag.Value)
		}
	}
	mistakes := 0
	for i := range f.Game.Findings {
		if f.Game.Findings[i].Severity == verify.SeverityError {
			mistakes++
		}
	}
	counted := map[int]string{0: "no mistakes", 1: "1 mistake"}
	text += ": " + cmp.Or(counted[mistakes], strconv.Itoa(mistakes)+" mistakes") + ", "
	result := report.OneLine(f.Game.Result)
	switch first, _, others := strings.Cut(result, " > "); {
	case first == "*":
		return text + "not finished"
	case strings.Contains(first, " = "):
		return text + strings.ReplaceAll(first, " = ", " and ") + " have won"
	case others:
		return text + first + " has won (" + result + ")"
	default:
		return text + first + " has won"
	}
}

// list is the games of the file, if there are several.
func (f *Film) list() string {
	if len(f.Games) < 2 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n"+`<details class="games"><summary>Game %d of the file</summary>`+"\n<ol>", f.Game.Number)
	for i, name := range f.Games {
		if name = html.EscapeString(name); i+1 == f.Game.Number {
			fmt.Fprintf(&b, `<li aria-current="true"><bdi>%s</bdi></li>`, name)
		} else {
			fmt.Fprintf(&b, `<li><bdi>%s</bdi> <code>view --game %d</code></li>`, name, i+1)
		}
	}
	return b.String() + "</ol></details>"
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
	group := func(id string, shapes []draw.Shape) string { return `<g id="` + id + `">` + draw.SVG(shapes) + "</g>" }
	return draw.SVG(s.Board.Bare()) + group("targets", nil) + group("trail", nil) +
		group("printed", s.Board.Printed()) + group("names", s.Board.Named()) + group("crowds", nil)
}

// piecesHTML is the pieces as they are at the start, and those that appear later, for the script to
// move. The signs of the pieces are escaped.
func (d *filmData) piecesHTML(s *draw.Scene) string {
	var b strings.Builder
	stand := s.Stand()
	for i := range d.pieces { // first those of the first scene, in its order
		place := draw.Place{Point: draw.Point{X: float64(away[0]), Y: float64(away[1])}}
		if i < len(stand) && s.Pieces[i].Space >= 0 {
			place = stand[i]
		}
		fmt.Fprintf(&b, `<g class="moves" style="transform:translate(%spx,%spx) scale(%.2f)">%s</g>`,
			draw.Num(place.X), draw.Num(place.Y), place.Scale, draw.SVG(s.PieceShapes(&d.pieces[i].look, false)))
	}
	return b.String()
}
