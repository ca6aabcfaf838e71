package editor

import (
	"strings"

	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/record"
	"tpnote/verify/report"
)

// Pressed is the result of keys for the recorder.
type Pressed struct {
	Edits  []draft.Edit    // what the recorder wrote, in order; the page makes the same edits
	Sealed []record.Sealed // the secrets to keep until the log reveals them
	Screen *record.Screen  // what the recorder shows now
	Found  *Findings       // if there are edits
}

// press gives the recorder an option or keys, or lets it play.
func (e *Editor) press(r *Request) *Pressed {
	e.edits = nil
	switch {
	case r.Do == "play":
		e.recorder.Play(r.Best, r.Right)
	case r.Pick > 0:
		e.recorder.Pick(r.Pick)
	}
	for _, key := range r.Keys {
		e.recorder.Key(key)
	}
	p := &Pressed{Edits: e.edits, Sealed: e.recorder.Unrevealed(), Screen: e.screen()}
	if len(e.edits) > 0 {
		p.Found = e.found(r.Line)
	}
	return p
}

// screen is the recorder's screen without the position, which a Place shows.
func (e *Editor) screen() *record.Screen {
	s := e.recorder.Screen()
	s.Replay, s.Log = nil, nil
	return &s
}

// GameOf is a game of the text in a list of chapters.
type GameOf struct {
	Line    int    `json:"line"` // the first, from 0
	Title   string `json:"title"`
	Players string `json:"players"`
	Result  string `json:"result"`
}

// Step is an action, or a comment, in the list of moves of a game.
type Step struct {
	Line           int    `json:"line"`
	At             int    `json:"at"` // the byte of the line that it begins with
	Turn           int    `json:"turn,omitempty"`
	Who            string `json:"who,omitempty"`
	*verify.Action        // nil for a comment
	Side           int    `json:"side,omitempty"` // how deep in side lines
	Comment        string `json:"comment,omitempty"`
}

// Moves are the games of the text, and the actions of the one that a line is in.
type Moves struct {
	Games []GameOf `json:"games"`
	Game  int      `json:"game"` // of Games, from 0
	Steps []Step   `json:"steps"`
}

// moves lists the games, and the actions of the game around a line; -1 is the last.
func (e *Editor) moves(line int) *Moves {
	m := &Moves{Games: []GameOf{}, Steps: []Step{}}
	at := e.around(line)
	games := e.draft.Games()
	for i, g := range games[:min(len(games), mostGames)] {
		if g == at {
			m.Game = i
		}
		of := GameOf{Line: g.Base(), Title: "no position"}
		if end := g.End(); end != nil && end.Ready() {
			of = GameOf{g.Base(), end.Variant().Title, report.OneLine(strings.Join(end.Handles(), ", ")), end.Result()}
		}
		m.Games = append(m.Games, of)
	}
	for i, ev := range at.Events(at.Base(), at.After()) {
		if text := strings.TrimSpace(ev.Line.Text); strings.HasPrefix(text, ";") {
			m.Steps = append(m.Steps, Step{Line: i, Comment: report.OneLine(strings.TrimSpace(text[1:])), Side: ev.Side})
		}
		for k, w := range ev.Words {
			a := ev.Actions[k]
			a.Word = report.OneLine(a.Word)
			m.Steps = append(m.Steps, Step{Line: i, At: w.Span.Start, Turn: ev.Turn, Who: report.OneLine(ev.Who), Action: &a, Side: ev.Side})
		}
	}
	return m
}
