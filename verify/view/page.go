package view

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"iter"
	"math"
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

// pageTurn is a line of the log in the list of turns.
type pageTurn struct {
	Number  int // 0 for a line that is no turn
	Who     string
	Side    int // how deep in side lines
	Moments []pageMoment
}

// pageMoment is a moment in the list of turns.
type pageMoment struct {
	Link, Word, Severity string
	Comments             []string
	Findings             []*pageFinding
}

// pageData is what the script steps through, beside the films, which are written before
// it. Names are short, for there are many moments; words that come often stand once, in
// Words, and lists of legal moves in Legal. Of positions only what changes is written.
type pageData struct {
	Words   []string          `json:"words"`
	Die     []int             `json:"die,omitempty"` // where the last roll lies
	Radius  int               `json:"radius"`        // of a piece
	Below   int               `json:"below"`         // how far below a piece its tag is
	Letters int               `json:"letters"`       // of names
	Spaces  []dataSpace       `json:"spaces"`
	Slices  []string          `json:"slices"`
	Laws    []dataLaw         `json:"laws"`
	Legal   []json.RawMessage `json:"legal"` // die, from, to, to, …
	Spot    bool              `json:"spot,omitempty"`
	Play    *Play             `json:"play,omitempty"`
	words   map[string]int    // index in Words
	laws    map[Law]int       // index in Laws
	legal   map[string]int    // index in Legal, by its text
}

// filmData is one of the films of a page, beside its moments.
type filmData struct {
	Title    string         `json:"title"`
	Facts    string         `json:"facts"`
	Players  []string       `json:"players"`
	Colours  []string       `json:"colours"` // of the players
	Signs    [][2]string    `json:"signs"`   // of the pieces: without names, and with them
	Owners   []int          `json:"owners"`  // of the pieces
	Findings []*pageFinding `json:"findings"`
	Quiz     []dataQuestion `json:"quiz,omitempty"`
	Spots    []dataSpot     `json:"spots,omitempty"`
	Chapters []Chapter      `json:"chapters,omitempty"`
	Head     string         `json:"head,omitempty"` // the tags of a log that plays on
	page     *pageData
	film     *Film
	link     string           // what its links begin with
	pieces   []dataPieceState // as they are after the last moment added
	has      []int            // what each player has there
}

type dataSpace struct {
	Name string `json:"n"`
	X    int    `json:"x"`
	Y    int    `json:"y"`
	Tag  string `json:"t,omitempty"`
	Hub  bool   `json:"c,omitempty"` // it has room for all pieces
}

type dataLaw struct {
	Rule string `json:"r"`
	Says string `json:"s,omitempty"`
}

type dataMoment struct {
	Link     string `json:"l"`
	Heading  int    `json:"h"`
	Said     int    `json:"s"`
	Clock    int    `json:"c"`
	Comments []int  `json:"m,omitempty"`
	Findings []int  `json:"f,omitempty"`
	Laws     []int  `json:"w,omitempty"`
	Legal    int    `json:"o"`
	Next     int    `json:"n,omitempty"` // the roll of the moment that follows
	Die      int    `json:"d,omitempty"`
	Route    []int  `json:"r,omitempty"`
	Sent     []int  `json:"x,omitempty"`
	Perhaps  bool   `json:"z,omitempty"` // parts of the action are unknown
	Mover    int    `json:"v"`           // the piece that took the route, or -1
	At       []int  `json:"p,omitempty"` // i, x, y, scale in hundredths and space of every piece that stands elsewhere than before
	Held     []int  `json:"k,omitempty"` // i, wedges, a bit each, of every piece that has others
	Has      []int  `json:"a,omitempty"` // seat, what the player has, where it changed
	Position string `json:"q"`
	Side     int    `json:"b,omitempty"` // how deep in side lines
	Actor    int    `json:"t"`
	Won      []int  `json:"y,omitempty"`
}

type pageFinding struct {
	Severity string   `json:"s"`
	Code     string   `json:"c"`
	Message  string   `json:"m"`
	Rule     string   `json:"r,omitempty"`
	Says     string   `json:"q,omitempty"`
	Help     []string `json:"h,omitempty"`
	Line     int      `json:"l"`
}

type dataQuestion struct {
	Moment  int          `json:"m"`
	Ask     string       `json:"a"`
	Hints   []string     `json:"h,omitempty"`
	Kind    Kind         `json:"k"`
	Die     int          `json:"d,omitempty"` // the roll that it is about
	Rings   []int        `json:"g,omitempty"` // spaces to look at
	Arrows  [][2]int     `json:"w,omitempty"`
	Options []dataOption `json:"o"`
}

type dataOption struct {
	Text  string `json:"t"`
	Right bool   `json:"r,omitempty"`
	Why   int    `json:"w"` // in Words
	From  int    `json:"f"`
	To    int    `json:"s"`
	Word  string `json:"x,omitempty"` // how it is written
	More  bool   `json:"z,omitempty"` // it is not in the short list
}

// dataSpot is a move that is not allowed, shown before a moment instead of what happened.
type dataSpot struct {
	Moment  int          `json:"m"`
	Heading int          `json:"h"` // in Words, as Said
	Die     int          `json:"d,omitempty"`
	From    int          `json:"f"`
	To      int          `json:"s"`
	Options []dataOption `json:"o"` // reasons
}

// dataPieceState is a piece that keeps its identity through the game, so that the page can
// Move it.
type dataPieceState struct {
	look  draw.Piece // as it is when it first appears
	space int        // nowhere while it is not in the scene
	place [4]int     // x, y, scale in hundredths, space
	held  int
}

// nowhere is the space of a piece that a scene does not have.
const nowhere = -2

// away is where the page keeps a piece that is not on the board: outside, and too small to be seen.
var away = [4]int{-2 * draw.Side, -2 * draw.Side, 0, -1}

// meet finds the pieces that appear in the game, at its start or later: the page has an element for
// each.
func (d *filmData) meet(f *Film) {
	type look struct {
		owner int
		label string
	}
	known := map[look]int{}
	for i := range f.Moments {
		here := map[look]int{}
		for _, p := range f.Scene(i).Pieces {
			l := look{p.Owner, p.Label}
			if here[l]++; here[l] > known[l] {
				known[l]++
				d.pieces = append(d.pieces, dataPieceState{look: p, space: nowhere, held: -1})
				d.Owners = append(d.Owners, p.Owner)
				d.Signs = append(d.Signs, [2]string{p.Sign(false), p.Sign(true)})
			}
		}
	}
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

// film begins the data of a film.
func (d *pageData) film(f *Film, o PageOptions) *filmData {
	fd := &filmData{page: d, film: f, Title: f.Title, Facts: f.facts()}
	fd.meet(f)
	for _, p := range f.Scene(0).Players {
		fd.Players, fd.Colours = append(fd.Players, p.Name), append(fd.Colours, p.Colour)
	}
	if o.Play != nil {
		fd.Head = f.head()
	}
	for i := range f.Game.Findings {
		fd.Findings = append(fd.Findings, findingOf(&f.Game.Findings[i]))
	}
	var questions []Question
	switch {
	case o.Lesson:
		fd.Chapters, questions = f.chapters(), f.ownQuestions()
	case o.Quiz:
		questions = f.Quiz()
	case o.Spot:
		for _, s := range f.spots() {
			fd.Spots = append(fd.Spots, dataSpot{s.moment, d.word(s.heading), s.Die, s.from, s.to, d.options(s.Options)})
		}
	}
	for _, q := range questions {
		fd.Quiz = append(fd.Quiz, dataQuestion{
			Moment: q.Moment, Ask: q.Ask, Hints: q.Hints, Kind: q.Kind, Die: q.Die, Rings: q.Rings, Arrows: q.Arrows, Options: d.options(q.Options),
		})
	}
	return fd
}

// head is the tags of a log that goes on from a position of this one.
func (f *Film) head() (tags string) {
	for _, tag := range f.Tags {
		if slices.Contains([]string{"Game", "Variant", "Players", "Sides"}, tag[0]) {
			tags += fmt.Sprintf("[%s \"%s\"]\n", tag[0], tag[1])
		}
	}
	return tags
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

func (d *filmData) turnsHTML(w *bufio.Writer) error {
	for turn := range d.film.turns(d.Findings) {
		turn.write(w, d.link)
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

// write writes the turn as an item of the list.
func (t *pageTurn) write(w *bufio.Writer, link string) {
	w.WriteString("\n<li")
	if t.Side > 0 {
		fmt.Fprintf(w, ` class="side" style="margin-left:%dem"`, t.Side)
	}
	w.WriteString(`><span class="number">`)
	if t.Number > 0 {
		fmt.Fprintf(w, "%d.", t.Number)
	}
	w.WriteString("</span><div>")
	if t.Side > 0 {
		w.WriteString(`<span class="flag">Side line: </span>`)
	}
	if t.Who != "" {
		fmt.Fprintf(w, "<b><bdi>%s</bdi></b> ", html.EscapeString(t.Who))
	}
	for _, m := range t.Moments {
		class, flag := "", ""
		if m.Severity != "" {
			class, flag = ` class="`+m.Severity+`"`, `<span class="flag"> (`+m.Severity+`)</span>`
		}
		fmt.Fprintf(w, `<a href="#%s"%s><bdi>%s</bdi>%s</a> `, html.EscapeString(link+m.Link), class, html.EscapeString(m.Word), flag)
	}
	for _, m := range t.Moments {
		for _, f := range m.Findings {
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

// write writes the data in its element, as JSON, which escapes <, > and &, and so can end no script.
func (d *pageData) write(out *bufio.Writer, films []*filmData, o PageOptions) error {
	out.WriteString(`<script type="application/json" id="data">{"films":[`)
	for i, fd := range films {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := fd.write(out, o); err != nil {
			return err
		}
	}
	out.WriteString("],")
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	out.Write(text[1:]) // it goes on with the object that is open
	_, err = out.WriteString("</script>")
	return err
}

func (d *filmData) write(out *bufio.Writer, o PageOptions) error {
	f := d.film
	out.WriteString(`{"moments":[`)
	for i := range f.Moments {
		f.Progress(i, len(f.Moments))
		text, err := json.Marshal(d.moment(f, i))
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.Write(text)
		if i > 0 && !o.asks() { // the rules are asked of the first
			f.Moments[i].before, f.Moments[i].after = nil, nil
		}
	}
	out.WriteString("],")
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	_, err = out.Write(text[1:])
	return err
}

func (d *pageData) options(all []Option) (out []dataOption) {
	for _, o := range all {
		out = append(out, dataOption{o.Text, o.Right, d.word(o.Why), o.From, o.To, o.Word, o.More})
	}
	return out
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

// turns is the list of turns.
func (f *Film) turns(findings []*pageFinding) iter.Seq[pageTurn] {
	return func(yield func(pageTurn) bool) {
		var turn pageTurn
		for i := range f.Moments {
			m := &f.Moments[i]
			if i == 0 || m.Line != f.Moments[i-1].Line {
				turn = pageTurn{Number: m.Turn, Who: m.Who, Side: m.Side}
			}
			pm := pageMoment{Link: m.Link, Word: cmp.Or(m.Word, "…"), Comments: m.Comments}
			if i == 0 {
				pm.Word = "The game begins"
			}
			for _, found := range m.Findings {
				pm.Findings = append(pm.Findings, findings[found])
				if pm.Severity != "error" {
					pm.Severity = findings[found].Severity
				}
			}
			turn.Moments = append(turn.Moments, pm)
			if (i+1 == len(f.Moments) || i == 0 || f.Moments[i+1].Line != m.Line) && !yield(turn) {
				return
			}
		}
	}
}

func (d *pageData) begin(s *draw.Scene) {
	for i := range s.Board.Spaces {
		space := &s.Board.Spaces[i]
		d.Spaces = append(d.Spaces, dataSpace{space.Name, round(space.At.X), round(space.At.Y), space.Tag(), space.Kind == draw.Centre})
	}
	if at := s.Board.Die; at != nil {
		d.Die = []int{round(at.X), round(at.Y)}
	}
	d.Radius, d.Below, d.Letters = round(s.Radius), round(s.TagBelow()), round(s.Board.LetterSize())
	d.Slices = s.Slices
}

// findingOf is a finding as a page shows it.
func findingOf(found *verify.Finding) *pageFinding {
	law := LawOf(found)
	pf := &pageFinding{Severity: string(found.Severity), Code: string(found.Code), Message: report.OneLine(report.Message(found)), Rule: law.String(), Says: law.Says, Line: found.Span.Line}
	for _, help := range found.Help {
		pf.Help = append(pf.Help, report.OneLine(help))
	}
	for _, note := range found.Notes {
		pf.Help = append(pf.Help, report.OneLine("also: "+note.Message))
		for _, help := range note.Help {
			pf.Help = append(pf.Help, report.OneLine(help))
		}
	}
	return pf
}

func round(x float64) int { return int(math.Round(x)) }

// moment is a moment, as it changes the one before.
func (d *filmData) moment(f *Film, i int) dataMoment {
	m, s, move := &f.Moments[i], f.Scene(i), f.Move(i)
	heading := f.Heading(i)
	if heading == f.Title { // it is above the page
		heading = "Start"
	}
	laws := f.Rules(i) // before the legal actions, which the next moment asks for first
	dm := dataMoment{
		Link: m.Link, Position: m.after.Position(), Side: m.Side, Heading: d.page.word(heading), Said: d.page.word(m.Said), Clock: d.page.word(s.Clock),
		Findings: m.Findings, Legal: d.page.choices(f.choices(i)), Die: move.Die, Route: move.Route, Sent: move.Sent, Perhaps: move.Perhaps, Next: f.Due(i), Mover: -1, Actor: s.Actor,
	}
	for _, text := range m.Comments {
		dm.Comments = append(dm.Comments, d.page.word(text))
	}
	for _, law := range laws {
		dm.Laws = append(dm.Laws, once(d.page.laws, &d.page.Laws, law, dataLaw{law.String(), law.Says}))
	}
	for seat, p := range s.Players {
		if has := d.page.word(p.Has); i == 0 || d.has[seat] != has {
			dm.Has = append(dm.Has, seat, has)
			if i == 0 {
				d.has = append(d.has, has)
			}
			d.has[seat] = has
		}
		if p.Won {
			dm.Won = append(dm.Won, seat)
		}
	}
	stand := s.Stand()
	for j, at := range d.follow(s) {
		if at < 0 || s.Pieces[at].Space < 0 {
			if d.pieces[j].space = nowhere; d.pieces[j].place != away {
				d.pieces[j].place = away
				dm.At = append(dm.At, j, away[0], away[1], away[2], away[3])
			}
			continue
		}
		piece := &s.Pieces[at]
		if n := len(move.Route); n > 0 && d.pieces[j].space == move.Route[0] && piece.Space == move.Route[n-1] {
			dm.Mover = j
		}
		was := &d.pieces[j]
		was.space = piece.Space
		if place := [4]int{round(stand[at].X), round(stand[at].Y), round(stand[at].Scale * 100), piece.Space}; place != was.place {
			was.place = place
			dm.At = append(dm.At, j, place[0], place[1], place[2], place[3])
		}
		if piece.Slices != nil {
			held := 0
			for k, has := range piece.Slices {
				if has {
					held |= 1 << k
				}
			}
			if held != was.held {
				was.held = held
				dm.Held = append(dm.Held, j, held)
			}
		}
	}
	return dm
}

// follow finds every piece in the next scene: on its space, or, if it moved, where a piece of the same
// look was not before; -1 if the scene does not have it.
func (d *filmData) follow(s *draw.Scene) []int {
	found := slices.Repeat([]int{-1}, len(d.pieces))
	taken := make([]bool, len(s.Pieces))
	for _, moved := range []bool{false, true} {
		for i, was := range d.pieces {
			if found[i] >= 0 {
				continue
			}
			for j, p := range s.Pieces {
				if !taken[j] && p.Owner == was.look.Owner && p.Label == was.look.Label && (moved || p.Space == was.space) {
					found[i], taken[j] = j, true
					break
				}
			}
		}
	}
	return found
}

// once is the place of a key in a list, to which value is added where the key is new.
func once[K comparable, V any](known map[K]int, list *[]V, key K, value V) int {
	i, ok := known[key]
	if !ok {
		i = len(*list)
		known[key] = i
		*list = append(*list, value)
	}
	return i
}

func (d *pageData) word(text string) int { return once(d.words, &d.Words, text, text) }

// choices groups what is legal by roll and piece.
func (d *pageData) choices(list []draw.Choice) int {
	groups := [][]int{}
	for _, c := range list {
		at := slices.IndexFunc(groups, func(g []int) bool { return g[0] == c.Die && g[1] == c.From })
		if at < 0 {
			at = len(groups)
			groups = append(groups, []int{c.Die, c.From})
		}
		groups[at] = append(groups[at], c.To)
	}
	text, err := json.Marshal(groups)
	if err != nil {
		panic(err) // numbers always have a text
	}
	return once(d.legal, &d.Legal, string(text), text)
}
