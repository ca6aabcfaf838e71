package view

import (
	"bufio"
	"bytes"
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
var pageJS string

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

// pageData is what the script steps through, beside the moments, which are written before
// it. Names are short, for there are many moments; words that come often stand once, in
// Words, and lists of legal moves in Legal. Of positions only what changes is written.
type pageData struct {
	Words    []string          `json:"words"`
	Die      []int             `json:"die,omitempty"` // where the last roll lies
	Radius   int               `json:"radius"`        // of a piece
	Below    int               `json:"below"`         // how far below a piece its tag is
	Letters  int               `json:"letters"`       // of names
	Spaces   []dataSpace       `json:"spaces"`
	Slices   []string          `json:"slices"`
	Players  []string          `json:"players"`
	Laws     []dataLaw         `json:"laws"`
	Legal    []json.RawMessage `json:"legal"` // die, from, to, to, …
	Findings []*pageFinding    `json:"findings"`
	Quiz     []dataQuestion    `json:"quiz,omitempty"`
	words    map[string]int    // index in Words
	laws     map[Law]int       // index in Laws
	legal    map[string]int    // index in Legal, by its text
	pieces   []dataPieceState  // as they stand behind the last moment added
	has      []int             // what each player has there
}

type dataSpace struct {
	Name string `json:"n"`
	X    int    `json:"x"`
	Y    int    `json:"y"`
	Path string `json:"p"` // the outline
	Tag  string `json:"t,omitempty"`
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
	At       []int  `json:"p,omitempty"` // i, x, y, scale in hundredths of every piece that stands elsewhere than before
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
	Kind    kind         `json:"k"`
	Die     int          `json:"d,omitempty"` // the roll that it is about
	Options []dataOption `json:"o"`
}

type dataOption struct {
	Text  string `json:"t"`
	Right bool   `json:"r,omitempty"`
	Why   int    `json:"w"` // in Words
	From  int    `json:"f"`
	To    int    `json:"s"`
}

// dataPieceState is a piece that keeps its identity through the game, so that the page can
// move it.
type dataPieceState struct {
	look  draw.Piece // as it is when it first appears
	space int        // nowhere while it is not in the scene
	place [3]int     // x, y, scale in hundredths
	held  int
}

// nowhere is the space of a piece that a scene does not have.
const nowhere = -2

// away is where the page keeps a piece that is not on the board: outside, and too small to be seen.
var away = [3]int{-2 * draw.Side, -2 * draw.Side, 0}

// meet finds the pieces that appear in the game, at its start or later: the page has an element for
// each.
func (d *pageData) meet(f *Film) {
	type look struct {
		owner int
		label string
	}
	known := map[look]int{}
	for i := range f.Moments {
		here := map[look]int{}
		for _, p := range f.scene(i).Pieces {
			l := look{p.Owner, p.Label}
			if here[l]++; here[l] > known[l] {
				known[l]++
				d.pieces = append(d.pieces, dataPieceState{look: p, space: nowhere, held: -1})
			}
		}
	}
}

// questions is how many the quiz asks of one game.
const questions = 12

// Page writes a page that steps through the game. It needs nothing but itself. The moments
// are written as they are drawn; without a quiz their positions are let go of then, and the film
// is over.
func (f *Film) Page(w io.Writer, quiz bool) error {
	data := &pageData{words: map[string]int{}, laws: map[Law]int{}, legal: map[string]int{}}
	start := f.scene(0)
	data.begin(f, start)
	again, unfound := "", ""
	if quiz {
		again = `<p id="end" hidden><span role="status"></span> <button type="button" id="again">Ask again what I missed</button></p>`
	}
	if len(data.Findings) == 0 {
		unfound = " hidden"
	}
	return fill(w, pageHTML, map[string]part{
		"policy": escaped("default-src 'none'; style-src 'unsafe-inline'; script-src " + hashOf(pageJS)),
		"css":    markup(styled(pageCSS)), "js": markup(pageJS),
		"title": escaped(f.Title), "facts": f.facts, "games": f.list,
		"board": markup(data.boardHTML(start)), "describe": escaped(start.Describe()),
		"players": func(w *bufio.Writer) error {
			for _, p := range start.Players {
				fmt.Fprintf(w, `<li><span class="dot" style="background:%s"></span><b><bdi>%s</bdi></b> <span class="has">%s</span></li>`,
					html.EscapeString(p.Colour), html.EscapeString(p.Name), html.EscapeString(p.Has))
			}
			return nil
		},
		"luck":  f.luckPage,
		"again": markup(again), "unfound": markup(unfound),
		"turns": func(w *bufio.Writer) error {
			for turn := range f.turns(data.Findings) {
				turn.write(w)
			}
			return nil
		},
		"data": func(w *bufio.Writer) error { return data.write(w, f, quiz) },
	})
}

// facts are what the tags say of the game, and what it came to.
func (f *Film) facts(w *bufio.Writer) error {
	fmt.Fprintf(w, "<bdi>%s</bdi>", html.EscapeString(f.Game.Rules.Variant))
	for _, tag := range f.Tags {
		if tag[0] == "Date" || tag[0] == "Site" || tag[0] == "Annotator" {
			fmt.Fprintf(w, " · <bdi>%s</bdi>", html.EscapeString(tag[1]))
		}
	}
	fmt.Fprintf(w, " · %s · result <bdi>%s</bdi>", f.Game.Verdict(), html.EscapeString(f.Result()))
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
func (t *pageTurn) write(w *bufio.Writer) {
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
		fmt.Fprintf(w, `<a href="#%s"%s><bdi>%s</bdi>%s</a> `, html.EscapeString(m.Link), class, html.EscapeString(m.Word), flag)
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
func (d *pageData) write(out *bufio.Writer, f *Film, quiz bool) error {
	out.WriteString(`<script type="application/json" id="data">{"moments":[`)
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
		if i > 0 && !quiz { // the rules are asked of the first
			f.Moments[i].before, f.Moments[i].after = nil, nil
		}
	}
	out.WriteString("],")
	if quiz {
		for _, q := range f.quiz() {
			asked := dataQuestion{Moment: q.Moment, Ask: q.Ask, Hints: q.Hints, Kind: q.Kind, Die: q.Die}
			for _, o := range q.Options {
				asked.Options = append(asked.Options, dataOption{o.Text, o.Right, d.word(o.Why), o.From, o.To})
			}
			d.Quiz = append(d.Quiz, asked)
		}
	}
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	out.Write(text[1:]) // it goes on with the object that is open
	_, err = out.WriteString("</script>")
	return err
}

// boardHTML is the board with the pieces as they are at the start, and those that appear later, for the
// script to move. Nothing in it is written by the author of the log but the signs of the pieces, which
// are escaped.
func (d *pageData) boardHTML(s *draw.Scene) string {
	var b bytes.Buffer
	group := func(id string, shapes []draw.Shape) {
		b.WriteString(`<g id="` + id + `">`)
		draw.WriteSVG(&b, shapes)
		b.WriteString("</g>")
	}
	b.WriteString(`<g id="turned">`)
	draw.WriteSVG(&b, s.Board.Bare())
	group("targets", nil)
	group("trail", nil)
	group("printed", s.Board.Printed())
	group("names", s.Board.Named())
	stand := s.Stand()
	for i, at := range d.follow(s) {
		place := draw.Place{Point: draw.Point{X: float64(away[0]), Y: float64(away[1])}}
		if at >= 0 && s.Pieces[at].Space >= 0 {
			place = stand[at]
		}
		b.WriteString(`<g class="moves" style="transform:translate(` + draw.Num(place.X) + `px,` + draw.Num(place.Y) + `px) scale(` + strconv.FormatFloat(place.Scale, 'f', 2, 64) + `)">`)
		draw.WriteSVG(&b, s.PieceShapes(&d.pieces[i].look))
		b.WriteString("</g>")
	}
	b.WriteString(`<g id="tags"></g><g id="die"></g></g>`)
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
			pm := pageMoment{Link: m.Link, Word: m.Word, Comments: m.Comments}
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

func (d *pageData) begin(f *Film, s *draw.Scene) {
	for i := range s.Board.Spaces {
		space := &s.Board.Spaces[i]
		d.Spaces = append(d.Spaces, dataSpace{space.Name, round(space.At.X), round(space.At.Y), draw.PointList(space.Outline), space.Tag()})
	}
	if at := s.Board.Die; at != nil {
		d.Die = []int{round(at.X), round(at.Y)}
	}
	d.Radius, d.Below, d.Letters = round(s.Radius), round(s.TagBelow()), round(s.Board.LetterSize())
	d.meet(f)
	d.Slices = s.Slices
	for _, p := range s.Players {
		d.Players = append(d.Players, p.Name)
	}
	for i := range f.Game.Findings {
		found := &f.Game.Findings[i]
		law := lawOf(found)
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
		d.Findings = append(d.Findings, pf)
	}
}

func round(x float64) int { return int(math.Round(x)) }

// moment is a moment, as it changes the one before.
func (d *pageData) moment(f *Film, i int) dataMoment {
	m, s, move := &f.Moments[i], f.scene(i), f.move(i)
	laws := f.Rules(i) // before what is legal behind it, which the next moment asks for first
	dm := dataMoment{
		Link: m.Link, Position: m.after.Position(), Side: m.Side, Heading: d.word(f.heading(i)), Said: d.word(m.Said), Clock: d.word(s.Clock),
		Findings: m.Findings, Legal: d.choices(f.choices(i)), Die: move.Die, Route: move.Route, Sent: move.Sent, Perhaps: move.Perhaps, Next: f.due(i), Mover: -1, Actor: s.Actor,
	}
	for _, text := range m.Comments {
		dm.Comments = append(dm.Comments, d.word(text))
	}
	for _, law := range laws {
		dm.Laws = append(dm.Laws, once(d.laws, &d.Laws, law, dataLaw{law.String(), law.Says}))
	}
	for seat, p := range s.Players {
		if has := d.word(p.Has); i == 0 || d.has[seat] != has {
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
				dm.At = append(dm.At, j, away[0], away[1], away[2])
			}
			continue
		}
		piece := &s.Pieces[at]
		if n := len(move.Route); n > 0 && d.pieces[j].space == move.Route[0] && piece.Space == move.Route[n-1] {
			dm.Mover = j
		}
		was := &d.pieces[j]
		was.space = piece.Space
		if place := [3]int{round(stand[at].X), round(stand[at].Y), round(stand[at].Scale * 100)}; place != was.place {
			was.place = place
			dm.At = append(dm.At, j, place[0], place[1], place[2])
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
func (d *pageData) follow(s *draw.Scene) []int {
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
