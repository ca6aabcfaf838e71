package view

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"slices"
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
	var others, asked strings.Builder
	for i, d := range data.Films {
		if i > 0 {
			fmt.Fprintf(&others, "\n<template class=\"film\"><svg>%s</svg><ul>%s</ul><ol>%s</ol></template>", d.piecesHTML(d.film.Scene(0)), d.playersHTML(), d.turnsHTML())
		}
		asked.WriteString(d.askedHTML())
	}
	d := data.Films[0]
	found := slices.ContainsFunc(data.Films, func(d *filmData) bool { return len(d.Findings) > 0 })
	_, err := io.WriteString(w, fill(pageHTML, map[string]string{
		"policy": html.EscapeString(policy), "player": player,
		"css": styled(pageCSS), "js": pageJS,
		"title": html.EscapeString(title), "facts": html.EscapeString(d.Facts), "games": games,
		"board": boardHTML(start), "pieces": d.piecesHTML(start),
		"describe": html.EscapeString(start.Describe()), "empty": html.EscapeString("The board of " + gameOf(first)),
		"players": d.playersHTML(), "luck": first.luckHTML(),
		"again": attribute("hidden", !o.Quiz && !o.Lesson && !o.Spot), "unfound": attribute("hidden", !found),
		"unchaptered": attribute("hidden", !o.Lesson), "unspotted": attribute("hidden", !o.Spot), "unplayed": attribute("hidden", o.Play == nil),
		"turns": d.turnsHTML(), "others": others.String(), "asked": asked.String(),
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

// playersHTML lists the players, each with a piece to be known by.
func (d *filmData) playersHTML() string {
	s := d.film.Scene(0)
	var b strings.Builder
	for seat, p := range s.Players {
		token := ""
		if piece := s.PieceOf(seat); piece != nil {
			token = draw.SVG(s.PieceShapes(piece, false))
		}
		size := draw.Num(s.Radius * 1.2)
		fmt.Fprintf(&b, `<li style="--player:%s"><svg class="token" viewBox="-%s -%[2]s %s %[3]s" aria-hidden="true">%s</svg><b><bdi>%s</bdi></b> <span class="has">%s</span></li>`,
			html.EscapeString(p.Colour), size, draw.Num(s.Radius*2.4), token, html.EscapeString(p.Name), html.EscapeString(p.Has))
	}
	return b.String()
}

// turnsHTML lists the turns, an item for each line of the log.
func (d *filmData) turnsHTML() string {
	var b strings.Builder
	all := d.film.Moments
	for from, to := 0, 1; from < len(all); from, to = to, to+1 {
		for from > 0 && to < len(all) && all[to].Line == all[from].Line {
			to++
		}
		b.WriteString(d.turnHTML(all[from:to]))
	}
	return b.String()
}

// askedHTML is the questions for a sheet of paper.
func (d *filmData) askedHTML() string {
	var b strings.Builder
	for _, q := range d.Quiz {
		fmt.Fprintf(&b, "<li>%s<ul>", html.EscapeString(q.Ask))
		for _, o := range q.Options {
			if !o.More {
				fmt.Fprintf(&b, "<li>☐ %s</li>", html.EscapeString(o.Text))
			}
		}
		b.WriteString("</ul></li>")
	}
	return b.String()
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

// turnHTML is the item of a line, with its moments.
func (d *filmData) turnHTML(moments []Moment) string {
	first, side, number, who := &moments[0], "", "", ""
	if first.Side > 0 {
		side = fmt.Sprintf(` class="side" style="margin-left:%dem"`, first.Side)
		who = `<span class="flag">Side line: </span>`
	}
	if first.Turn > 0 {
		number = strconv.Itoa(first.Turn) + "."
	}
	if first.Who != "" {
		who += "<b><bdi>" + html.EscapeString(first.Who) + "</bdi></b> "
	}
	var words, below strings.Builder
	for _, m := range moments {
		word, severity, class, flag := cmp.Or(m.Word, "…"), "", "", ""
		if m.Link == "start" {
			word = "The game begins"
		}
		for _, found := range m.Findings {
			f := d.Findings[found]
			fmt.Fprintf(&below, `<p class="finding print %s"><b>%[1]s</b> <bdi>%s</bdi> <code>%s</code></p>`, f.Severity, html.EscapeString(f.Message), f.Code)
			if severity != "error" {
				severity = f.Severity
			}
		}
		for _, comment := range m.Comments {
			fmt.Fprintf(&below, `<p class="comment"><bdi>%s</bdi></p>`, html.EscapeString(comment))
		}
		if severity != "" {
			class, flag = ` class="`+severity+`"`, `<span class="flag"> (`+severity+`)</span>`
		}
		fmt.Fprintf(&words, `<a href="#%s"%s><bdi>%s</bdi>%s</a> `, html.EscapeString(d.link+m.Link), class, html.EscapeString(word), flag)
	}
	return fmt.Sprintf("\n<li%s><span class=\"number\">%s</span><div>%s%s%s</div></li>", side, number, who, words.String(), below.String())
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
