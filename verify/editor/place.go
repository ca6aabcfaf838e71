package editor

import (
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/draw"
	"tpnote/verify/record"
	"tpnote/verify/report"
)

// Place is a place of a log as the page shows it.
type Place struct {
	Board    string         `json:"board"`    // SVG elements; "" where there is no position
	Heading  string         `json:"heading"`  // the turn and the action
	Said     string         `json:"said"`     // what it did
	Clock    string         `json:"clock"`    // whose turn it is
	Describe string         `json:"describe"` // the position in words
	Position string         `json:"position"`
	Players  []draw.Player  `json:"players"`
	Actor    int            `json:"actor"` // of Players, whose turn it is; -1 for none
	Spaces   []space        `json:"spaces,omitempty"`
	Live     bool           `json:"live"`   // the log ends here
	Branch   bool           `json:"branch"` // the next action is another move for the one at this place
	Over     bool           `json:"over"`
	Screen   *record.Screen `json:"screen,omitempty"` // of the recorder, where the log ends
}

type space struct {
	Name    string `json:"name"`
	Word    string `json:"word"`             // as a log names it
	Outline string `json:"outline"`          // the points of a polygon
	Pieces  string `json:"pieces,omitempty"` // the signs or owners of the pieces on it
}

// At is a place of the log: after an action, or where the log ends.
func (e *Editor) At(r *Request) *Place {
	e.recorder.Unbranch()
	p := &Place{Players: []draw.Player{}, Actor: -1}
	g := e.around(r.Line)
	end := g.End()
	ready := end != nil && end.Ready()
	if r.Line >= 0 && (!ready || e.after(p, g, r)) {
		return p
	}
	if ready {
		last := e.draft.Last()
		e.after(p, last, &Request{Line: last.After() - 1, At: notation.MaxLine, Names: r.Names})
		p.Over = end.Over()
	}
	p.Live, p.Screen = true, e.screen()
	return p
}

// around is the game that a line is in; a line of -1 is in the last.
func (e *Editor) around(line int) *draft.Game {
	if line < 0 {
		return e.draft.Last()
	}
	return e.draft.GameAt(line)
}

// after fills in the position after the action at a place; ok is false outside the game's body.
func (e *Editor) after(p *Place, g *draft.Game, r *Request) (ok bool) {
	for i := min(r.Line, g.After()-1); i >= g.Body(); i-- {
		ev, judged := e.draft.Event(i)
		if !judged || ev.After == nil || ev.Line.Node == nil { // the action before a comment
			continue
		}
		if !ev.Carried || len(ev.Words) == 0 {
			e.show(p, ev.After, draw.Move{}, r.Names)
			p.Heading = report.OneLine(ev.Line.Text)
			return true
		}
		n := len(ev.Words) - 1
		if i == r.Line {
			n = wordAt(&ev, r.At)
		}
		after := ev.AfterAction(n)
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

// branch is the position before the action at a place, and the screen of the recorder for a side line there.
func (e *Editor) branch(r *Request) *Place {
	ev, ok := e.draft.Event(r.Line)
	n := wordAt(&ev, r.At)
	if !ok || n < 0 || !e.recorder.Branch(r.Line, n) {
		return e.At(r)
	}
	p := &Place{Branch: true, Screen: e.screen(), Heading: "Instead of " + report.OneLine(ev.Words[n].Text)}
	e.show(p, ev.Before[n], draw.Move{}, r.Names)
	return p
}

// wordAt is the action at a byte of a turn's line, or else the one before it, or else the first; -1 without actions.
func wordAt(ev *verify.Event, at int) int {
	n := len(ev.Words) - 1
	for n > 0 && ev.Words[n].Span.Start > at {
		n--
	}
	return n
}

// show fills in a position.
func (e *Editor) show(p *Place, at *verify.Replay, m draw.Move, names bool) {
	s := at.Board().Scene(report.OneLine)
	p.Board, p.Clock, p.Describe, p.Position = draw.SVG(s.Shapes(m, nil, names)), s.Clock, s.Describe(), at.Position()
	p.Players, p.Actor = s.Players, s.Actor
	pieces := map[int][]string{} // on the spaces: their signs, or their owners
	for _, q := range s.Pieces {
		if q.Label != "" {
			pieces[q.Space] = append(pieces[q.Space], q.Label)
		} else if q.Owner >= 0 {
			pieces[q.Space] = append(pieces[q.Space], s.Players[q.Owner].Name)
		}
	}
	for i, sp := range s.Board.Spaces {
		word := sp.Name[strings.LastIndexByte(sp.Name, ' ')+1:]
		p.Spaces = append(p.Spaces, space{sp.Name, word, draw.PointList(sp.Outline), strings.Join(pieces[i], ", ")})
	}
}
