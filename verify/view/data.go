package view

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/report"
)

// This file is what the script of a page steps through; page.go writes the rest of the page.

// pageData is what the script steps through. Names are short, for there are many moments. Sentences about
// players are in Words once each, and so are lists of legal moves in Legal. Of positions it has only what changes.
type pageData struct {
	Films   []*filmData `json:"films"`
	Words   []string    `json:"words"`
	Die     []int       `json:"die,omitempty"` // where the last roll lies
	Radius  int         `json:"radius"`        // of a piece
	Below   int         `json:"below"`         // how far below a piece its tag is
	Letters int         `json:"letters"`       // of names
	Spaces  []dataSpace `json:"spaces"`
	Slices  []string    `json:"slices"`
	Laws    []Law       `json:"laws"`
	Legal   [][][]int   `json:"legal"` // die, from, to, to, …
	PageOptions
	words map[string]int // index in Words
	laws  map[Law]int    // index in Laws
	legal map[string]int // index in Legal, by its text
}

// filmData is one of the films of a page.
type filmData struct {
	Moments  []dataMoment   `json:"moments"`
	Title    string         `json:"title"`
	Facts    string         `json:"facts"`
	Players  []draw.Player  `json:"players"` // at the start
	Pieces   []*dataPiece   `json:"pieces"`  // as they are after the last moment added
	Findings []*pageFinding `json:"findings"`
	Quiz     []Question     `json:"quiz,omitempty"`
	Spots    []spot         `json:"spots,omitempty"`
	Chapters []Chapter      `json:"chapters,omitempty"`
	Head     string         `json:"head,omitempty"` // the tags of a log that plays on
	page     *pageData
	has      []int // what each player has after the last moment added, as an index in Words; -1 before the first
}

type dataSpace struct {
	Name string `json:"n"`
	X    int    `json:"x"`
	Y    int    `json:"y"`
	Tag  string `json:"t,omitempty"`
	Hub  bool   `json:"c,omitempty"` // it has room for all pieces
}

type dataMoment struct {
	*Moment
	draw.Move
	Heading  string `json:"h"`
	Clock    int    `json:"c"`
	Laws     []int  `json:"w,omitempty"`
	Legal    int    `json:"o"`
	Next     int    `json:"n,omitempty"` // the roll of the moment that follows
	Mover    int    `json:"v"`           // the piece that took the route, or -1
	At       []int  `json:"p,omitempty"` // i, x, y, scale in hundredths and space of every piece that stands elsewhere than before
	Held     []int  `json:"k,omitempty"` // i, wedges, a bit each, of every piece that has others
	Has      []int  `json:"a,omitempty"` // seat, what the player has, where it changed
	Position string `json:"q"`
	Actor    int    `json:"t"`
	Won      []int  `json:"y,omitempty"`
}

type pageFinding struct {
	Severity string   `json:"s"`
	Code     string   `json:"c"`
	Message  string   `json:"m"`
	Law      Law      `json:"w,omitzero"`
	Help     []string `json:"h,omitempty"`
}

// dataPiece is a piece that keeps its identity through the game, so that the page can move it.
type dataPiece struct {
	Owner int        `json:"o"`
	Signs [2]string  `json:"s"` // without names, and with them
	look  draw.Piece // as it is when it first appears
	place [4]int     // x, y, scale in hundredths, space
	held  int
}

// away is where the page keeps a piece that is not on the board: outside, and too small to be seen.
var away = [4]int{-2 * draw.Side, -2 * draw.Side, 0, -1}

// film is the data of a film.
func (d *pageData) film(f *Film) *filmData {
	fd := &filmData{page: d, Title: f.Title, Facts: f.facts(), Players: f.Scene(0).Players}
	fd.has = slices.Repeat([]int{-1}, len(fd.Players))
	if d.Play != nil {
		fd.Head = f.head()
	}
	for i := range f.Game.Findings {
		fd.Findings = append(fd.Findings, findingOf(&f.Game.Findings[i]))
	}
	switch {
	case d.Lesson:
		fd.Chapters, fd.Quiz = f.Chapters, f.ownQuestions()
	case d.Quiz:
		fd.Quiz = f.Quiz()
	case d.Spot:
		fd.Spots = f.spots()
	}
	for i := range f.Moments {
		f.Progress(i, len(f.Moments))
		fd.Moments = append(fd.Moments, fd.moment(f, i))
	}
	first := &fd.Moments[0]
	for i := len(first.At) / (1 + len(away)); i < len(fd.Pieces); i++ { // those that appear later
		first.At = append(append(first.At, i), away[:]...)
	}
	return fd
}

// head is the tags of a log that goes on from a position of this one.
func (f *Film) head() (tags string) {
	for _, tag := range f.Game.Entry.Tags {
		if slices.Contains([]string{"Game", "Variant", "Players", "Sides"}, tag.Name) {
			tags += fmt.Sprintf("[%s \"%s\"]\n", tag.Name, report.OneLine(tag.Value))
		}
	}
	return tags
}

// newPageData is the data of a page.
func newPageData(films []*Film, o PageOptions) *pageData {
	s := films[0].Scene(0)
	d := &pageData{
		Radius: round(s.Radius), Below: round(s.TagBelow()), Letters: round(s.Board.LetterSize()), Slices: s.Slices, PageOptions: o,
		words: map[string]int{}, laws: map[Law]int{}, legal: map[string]int{},
	}
	d.Spaces = variant.Each(s.Board.Spaces, func(s draw.Space) dataSpace {
		return dataSpace{s.Name, round(s.At.X), round(s.At.Y), s.Tag(), s.Kind == draw.Centre}
	})
	if at := s.Board.Die; at != nil {
		d.Die = []int{round(at.X), round(at.Y)}
	}
	d.Films = variant.Each(films, d.film)
	return d
}

// jsonOf is data for an element of a page: it escapes <, > and &, and so can end no script.
func jsonOf(data any) string {
	text, err := json.Marshal(data)
	if err != nil {
		panic(err) // texts and numbers always have a form
	}
	return string(text)
}

// findingOf is a finding as a page shows it.
func findingOf(found *verify.Finding) *pageFinding {
	help := slices.Clone(found.Help)
	for _, note := range found.Notes {
		help = append(append(help, "also: "+note.Message), note.Help...)
	}
	return &pageFinding{
		Severity: string(found.Severity), Code: string(found.Code), Message: report.OneLine(report.Message(found)),
		Law: LawOf(found), Help: variant.Each(help, report.OneLine),
	}
}

func round(x float64) int { return int(math.Round(x)) }

// moment is a moment, as it changes the one before.
func (d *filmData) moment(f *Film, i int) dataMoment {
	m, s := &f.Moments[i], f.Scene(i)
	heading := f.Heading(i)
	if heading == f.Title { // it is above the page
		heading = "Start"
	}
	dm := dataMoment{
		Moment: m, Move: f.Move(i), Heading: heading, Clock: d.page.word(s.Clock), Position: m.after.Position(),
		Laws: variant.Each(f.Rules(i), d.page.law), Legal: d.page.choices(f.choicesIn(m.after)), Next: f.Due(i), Mover: -1, Actor: s.Actor,
	}
	for seat, p := range s.Players {
		if has := d.page.word(p.Has); d.has[seat] != has {
			dm.Has = append(dm.Has, seat, has)
			d.has[seat] = has
		}
		if p.Won {
			dm.Won = append(dm.Won, seat)
		}
	}
	d.stand(&dm, s)
	return dm
}

// stand adds the pieces that stand elsewhere than before, or hold something else.
func (d *filmData) stand(dm *dataMoment, s *draw.Scene) {
	stand := s.Stand()
	for j, at := range d.follow(s) {
		was, place := d.Pieces[j], away
		if at >= 0 && s.Pieces[at].Space >= 0 {
			piece := &s.Pieces[at]
			place = [4]int{round(stand[at].X), round(stand[at].Y), round(stand[at].Scale * 100), piece.Space}
			if n := len(dm.Route); n > 0 && was.place[3] == dm.Route[0] && piece.Space == dm.Route[n-1] {
				dm.Mover = j
			}
			if held := int(piece.Held); s.Slices != nil && held != was.held {
				was.held = held
				dm.Held = append(dm.Held, j, held)
			}
		}
		if place != was.place {
			was.place = place
			dm.At = append(append(dm.At, j), place[:]...)
		}
	}
}

// follow finds every piece in the next scene: on its space, or, if it moved, where a piece of the same look was not
// before; -1 if the scene does not have it. It adds those that appear there: the page has an element for each.
func (d *filmData) follow(s *draw.Scene) []int {
	found := slices.Repeat([]int{-1}, len(d.Pieces))
	taken := make([]bool, len(s.Pieces))
	for _, moved := range []bool{false, true} {
		for i, was := range d.Pieces {
			if found[i] >= 0 {
				continue
			}
			for j, p := range s.Pieces {
				if !taken[j] && p.Owner == was.Owner && p.Label == was.look.Label && (moved || p.Space == was.place[3]) {
					found[i], taken[j] = j, true
					break
				}
			}
		}
	}
	for j, p := range s.Pieces {
		if !taken[j] {
			d.Pieces = append(d.Pieces, &dataPiece{Owner: p.Owner, Signs: [2]string{p.Sign(false), p.Sign(true)}, look: p, held: -1})
			found = append(found, j)
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

func (d *pageData) law(l Law) int { return once(d.laws, &d.Laws, l, l) }

// choices groups what is legal by roll and piece.
func (d *pageData) choices(list []*choice) int {
	groups := [][]int{}
	for _, c := range list {
		at := slices.IndexFunc(groups, func(g []int) bool { return g[0] == c.Die && g[1] == c.From })
		if at < 0 {
			at = len(groups)
			groups = append(groups, []int{c.Die, c.From})
		}
		groups[at] = append(groups[at], c.To)
	}
	return once(d.legal, &d.Legal, fmt.Sprint(groups), groups)
}
