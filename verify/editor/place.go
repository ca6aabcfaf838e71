package editor

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/draw"
	"tpnote/verify/report"
)

// Place is a place of a log as the page shows it.
type Place struct {
	Board    string   `json:"board"`    // SVG elements; "" where there is no position
	Heading  string   `json:"heading"`  // the turn and the action
	Said     string   `json:"said"`     // what it did
	Clock    string   `json:"clock"`    // whose turn it is
	Describe string   `json:"describe"` // the position in words
	Position string   `json:"position"`
	Players  []player `json:"players"`
	Live     bool     `json:"live"` // it is where the log ends
	Over     bool     `json:"over"`
	Moves    []move   `json:"moves,omitempty"`  // what is legal, where the log ends
	Blank    bool     `json:"blank,omitempty"`  // an action of which nobody knows anything can be written
	Dice     bool     `json:"dice,omitempty"`   // an action takes a roll
	Pieces   bool     `json:"pieces,omitempty"` // an action names the space that it begins on
	Asks     bool     `json:"asks,omitempty"`   // an action can be answered
	Spaces   []space  `json:"spaces,omitempty"`
}

type player struct {
	Name   string `json:"name"`
	Colour string `json:"colour"`
	Has    string `json:"has"`
	Won    bool   `json:"won,omitempty"`
	Actor  bool   `json:"actor,omitempty"`
}

// move is a place that can be reached, with the words that lead there.
type move struct {
	Die   int    `json:"die,omitempty"`
	From  int    `json:"from"` // in Spaces, or -1
	To    int    `json:"to"`   // or -1
	Brief string `json:"brief"`
	Open  string `json:"open,omitempty"` // the word for this roll or piece where nobody saw what was done with it
	Words []word `json:"words"`
	Why   string `json:"why,omitempty"` // it is not legal
}

type word struct {
	Word string `json:"word"`
	Says string `json:"says"` // what tells it from the other words of a move
	Sort string `json:"sort,omitempty"`
}

type space struct {
	Name    string `json:"name"`
	Outline string `json:"outline"`         // the points of a polygon
	Piece   string `json:"piece,omitempty"` // that stands there
}

// At is a place of the log: behind the action that stands there, or where the log ends.
func (e *Editor) At(r *Request) *Place {
	p := &Place{Players: []player{}}
	g := e.draft.Last()
	if r.Line >= 0 {
		g = e.draft.Games()[e.draft.GameOn(r.Line)]
	}
	end := g.End()
	if end == nil || !end.Ready() {
		return p
	}
	if r.Line < 0 || !e.behind(p, g, r) {
		e.end(p, end, r)
	}
	return p
}

// behind fills in the position behind the action that stands at a place; ok is false if no
// line of the game's body stands there.
func (e *Editor) behind(p *Place, g *draft.Game, r *Request) (ok bool) {
	for i := min(r.Line, g.Base()+g.Len()-1); i >= g.Base()+g.Body(); i-- {
		ev, judged := e.draft.Event(i)
		if !judged || ev.After == nil || ev.Line.Node == nil { // what stands before a comment
			continue
		}
		n := len(ev.Words)
		if !ev.Carried || n == 0 {
			e.show(p, ev.After, draw.Move{}, r.Names)
			p.Heading = report.OneLine(ev.Line.Text)
			return true
		}
		n--
		for i == r.Line && n > 0 && ev.Words[n].Span.Start > r.At {
			n--
		}
		after := ev.After
		if n+1 < len(ev.Words) {
			after = ev.Before[n+1]
		}
		e.show(p, after, after.Board().Route(ev.Before[n].Board(), ev.Actions[n]), r.Names)
		p.Heading = strconv.Itoa(ev.Turn) + ". " + report.OneLine(ev.Who+" "+ev.Words[n].Text)
		p.Said = report.OneLine(ev.Actions[n].Said)
		return true
	}
	if before := g.Before(g.Body()); before != nil && before.Ready() {
		e.show(p, before, draw.Move{}, r.Names)
		p.Heading = "The game begins"
		return true
	}
	return false
}

// end fills in the position where the log ends, and what is legal there.
func (e *Editor) end(p *Place, end *verify.Replay, r *Request) {
	g := e.draft.Last()
	e.behind(p, g, &Request{Line: g.Base() + g.Len() - 1, At: notation.MaxLine, Names: r.Names})
	p.Live, p.Over = g.End() == end, end.Over()
	if !p.Live || p.Over || end.InGap() {
		return
	}
	end = turnOf(end, r.Who)
	board := end.Board()
	scene := board.Scene(report.OneLine)
	for i := range scene.Board.Spaces {
		s := &scene.Board.Spaces[i]
		p.Spaces = append(p.Spaces, space{s.Name, draw.PointList(s.Outline), labelOn(scene, i)})
	}
	for _, m := range end.Ranked() {
		c := board.Choice(m.Action)
		at := slices.IndexFunc(p.Moves, func(o move) bool { return o.Die == c.Die && o.From == c.From && o.To == c.To })
		if at < 0 {
			at = len(p.Moves)
			p.Moves = append(p.Moves, move{Die: c.Die, From: c.From, To: c.To, Brief: c.Brief})
			p.Dice = p.Dice || c.Die > 0
		}
		o := &p.Moves[at]
		o.Words = append(o.Words, wordOf(end, &m))
		blanks := end.Blanks(m.Word)
		p.Blank = p.Blank || slices.Contains(blanks, "?")
		if first, _, moves := strings.Cut(m.Word, ":"); moves && slices.ContainsFunc(blanks, func(b string) bool { return strings.HasPrefix(b, first+":?") }) {
			o.Open = first + ":?"
		}
		p.Asks = p.Asks || m.Answer != verify.NoQuestion
		unmarked := m.Word[:len(m.Word)-1] + "?"
		if m.Answer != verify.NoQuestion && slices.Contains(blanks, unmarked) && !slices.ContainsFunc(o.Words, func(w word) bool { return w.Word == unmarked }) {
			o.Words = append(o.Words, word{unmarked, says(end, m.Category, "nobody saw"), "open"})
		}
	}
	first := written(&scene.Board.Spaces[0])
	_, p.Pieces = end.Read("1:" + first + "-" + first)
	p.Pieces = p.Pieces || !p.Dice
}

// labelOn is the sign of a piece on a space; "" if none stands there.
func labelOn(s *draw.Scene, space int) string {
	for i := range s.Pieces {
		if s.Pieces[i].Space == space {
			return s.Pieces[i].Label
		}
	}
	return ""
}

// wordOf is a legal action and what tells it from those that lead to the same place.
func wordOf(p *verify.Replay, m *verify.Move) word {
	switch m.Answer {
	case verify.Right:
		return word{m.Word, says(p, m.Category, "right"), "right"}
	case verify.Wrong:
		return word{m.Word, says(p, m.Category, "wrong"), "wrong"}
	}
	return word{m.Word, m.Word, ""}
}

// says says how a question was answered, and of which category it was if that is chosen.
func says(p *verify.Replay, category, answer string) string {
	if category == "" {
		return answer
	}
	return report.OneLine(cmp.Or(p.Variant().Categories[category], category)) + ": " + answer
}

// show fills in a position.
func (e *Editor) show(p *Place, at *verify.Replay, m draw.Move, names bool) {
	s := at.Board().Scene(report.OneLine)
	var b bytes.Buffer
	draw.WriteSVG(&b, s.Shapes(m, nil, names))
	p.Board, p.Clock, p.Describe, p.Position = b.String(), s.Clock, s.Describe(), at.Position()
	for i := range s.Players {
		pl := &s.Players[i]
		p.Players = append(p.Players, player{pl.Name, pl.Colour, pl.Has, pl.Won, i == s.Actor})
	}
}
