// Package report prints what a replay found: for people, and as JSON for programs. It is
// the only place where findings become text.
package report

import (
	"bytes"
	"encoding/json"
	"io"

	"tpnote/notation"
	"tpnote/verify"
)

// jsonEntry says which game a record is of, and where its log is.
type jsonEntry struct {
	File    string   `json:"file"`
	Offset  int64    `json:"offset"`
	Game    int      `json:"game"`
	Line    int      `json:"line"`
	Tags    jsonTags `json:"tags"`
	Players []string `json:"players"`
	Moves   string   `json:"moves"`
}

func entryJSON(g *verify.Summary) jsonEntry {
	return jsonEntry{FileName(g.File), g.Entry.Offset, g.Number, g.Line, g.Entry.Tags, append([]string{}, g.Handles...), g.Entry.Moves.String()}
}

// jsonTags is an object with the tags of a log, in its order.
type jsonTags []notation.Pair

// MarshalJSON writes the object.
func (tags jsonTags) MarshalJSON() ([]byte, error) {
	return appendTags(nil, tags), nil
}

type jsonGame struct {
	jsonEntry
	Rules    verify.RulesName `json:"rules"`
	Verdict  verify.Verdict   `json:"verdict"`
	Turns    int              `json:"turns"`
	Actions  int              `json:"actions"`
	Result   string           `json:"result"`
	Position string           `json:"position"`
	Findings []jsonFinding    `json:"findings"`
	Omitted  int              `json:"omitted,omitempty"`
	*jsonUnknown
}

// jsonUnknown is part of the object of an incomplete game.
type jsonUnknown struct {
	Unknown    int      `json:"unknown"`
	Gaps       int      `json:"gaps"`
	Skipped    int      `json:"skipped,omitempty"`
	Ways       uint64   `json:"ways"`
	WaysCapped bool     `json:"waysCapped,omitempty"`
	Positions  []string `json:"positions,omitempty"`
}

type jsonFinding struct {
	Code      string        `json:"code"`
	Severity  string        `json:"severity"`
	Ruled     bool          `json:"ruled,omitempty"`
	Line      int           `json:"line"`
	Column    int           `json:"column"`
	EndColumn int           `json:"endColumn"`
	Turn      int           `json:"turn"`
	Action    int           `json:"action"`
	Message   string        `json:"message"`
	Rule      string        `json:"rule,omitempty"`
	Value     string        `json:"value,omitempty"`
	Origin    string        `json:"origin,omitempty"`
	Cites     []string      `json:"cites"`
	Help      []string      `json:"help,omitempty"`
	Notes     []jsonNote    `json:"notes"`
	Fixes     []jsonFix     `json:"fixes"`
	Readings  []jsonReading `json:"readings,omitempty"`
	ReadOn    *int          `json:"readOn,omitempty"`
	SideLine  bool          `json:"sideLine,omitempty"`
}

type jsonNote struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Line    int      `json:"line"`
	Column  int      `json:"column"`
	Help    []string `json:"help,omitempty"`
}

type jsonFix struct {
	Message   string `json:"message"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndColumn int    `json:"endColumn"`
	Text      string `json:"text"`
}

type jsonReading struct {
	Kind     string     `json:"kind"`
	Message  string     `json:"message"`
	Cost     float64    `json:"cost"`
	Certain  bool       `json:"certain"`
	Evidence int        `json:"evidence"`
	From     int        `json:"from,omitempty"`
	Edits    []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Line      int     `json:"line"`
	Column    int     `json:"column"`
	EndColumn int     `json:"endColumn"`
	Text      *string `json:"text"` // null takes the line out
}

// JSON writes a game as one JSON object on one line, as spec/interface.md describes it.
func JSON(w io.Writer, g *verify.Summary) error { return Line(w, gameJSON(g)) }

func gameJSON(g *verify.Summary) jsonGame {
	out := jsonGame{
		jsonEntry: entryJSON(g),
		Rules:     g.Rules, Verdict: g.Verdict(), Turns: g.Turns, Actions: g.Actions,
		Result: g.Result, Position: g.Position,
		Findings: findingsJSON(g.Findings), Omitted: g.Omitted,
	}
	if u := &g.Unknown; u.Parts+u.Gaps > 0 {
		out.jsonUnknown = &jsonUnknown{u.Parts, u.Gaps, u.Skipped, u.Ways, u.Capped, u.Positions}
	}
	return out
}

func findingsJSON(findings []verify.Finding) []jsonFinding {
	out := make([]jsonFinding, len(findings))
	for i := range findings {
		out[i] = findingJSON(&findings[i])
	}
	return out
}

// Line writes a value as JSON on one line, with nothing in it that a terminal would obey.
func Line(w io.Writer, value any) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(escapedJSON(line.Bytes()))
	return err
}

func findingJSON(f *verify.Finding) jsonFinding {
	out := jsonFinding{
		Code: string(f.Code), Severity: string(f.Severity), Ruled: f.Ruled, SideLine: f.SideLine,
		Line: f.Span.Line, Column: f.Span.Column, EndColumn: f.Span.EndColumn,
		Turn: f.Turn, Action: f.Action, Message: f.Message,
		Rule: f.Rule, Value: f.Value, Origin: f.Origin, Cites: append([]string{}, f.Cites...), Help: f.Help,
		Notes: []jsonNote{}, Fixes: []jsonFix{},
	}
	for _, n := range f.Notes {
		out.Notes = append(out.Notes, jsonNote{string(n.Code), n.Message, n.Span.Line, n.Span.Column, n.Help})
	}
	for _, x := range f.Fixes {
		out.Fixes = append(out.Fixes, jsonFix{x.Message, x.Span.Line, x.Span.Column, x.Span.EndColumn, x.Text})
	}
	for _, r := range f.Readings {
		reading := jsonReading{r.Kind, r.Message, r.Cost, r.Certain, r.Evidence, r.From, []jsonEdit{}}
		for _, e := range r.Edits {
			edit := jsonEdit{Line: e.Line, Column: e.Column, EndColumn: e.EndColumn}
			if !e.Out {
				edit.Text = &e.Text
			}
			reading.Edits = append(reading.Edits, edit)
		}
		out.Readings = append(out.Readings, reading)
	}
	if len(out.Readings) > 0 {
		out.ReadOn = &f.ReadOn
	}
	return out
}

// jsonAction is an action wherever JSON has one. The fields after parts are those of the games that have them;
// parts has all of the word in any game.
type jsonAction struct {
	Word     string     `json:"word"`
	Parts    []jsonRole `json:"parts"`
	Die      int        `json:"die"` // 0 in a game without a die
	Piece    string     `json:"piece,omitempty"`
	From     string     `json:"from,omitempty"`
	To       string     `json:"to,omitempty"`
	Category string     `json:"category,omitempty"`
	Answer   string     `json:"answer,omitempty"`
	Captures string     `json:"captures,omitempty"` // the player whose piece is sent home
	Takes    string     `json:"takes,omitempty"`    // the space of the piece that is taken off the board
	Mark     string     `json:"mark,omitempty"`
}

// jsonRole is a part of a word.
type jsonRole struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// roleNames are the roles of parts in JSON.
var roleNames = map[notation.Role]string{
	notation.IsRoll: "roll", notation.IsPiece: "piece", notation.IsFrom: "from", notation.IsSign: "sign", notation.IsTo: "to",
	notation.IsCategory: "category", notation.IsCard: "card", notation.IsAnswer: "answer", notation.IsCapture: "capture",
	notation.IsMark: "mark", notation.IsKind: "kind",
}

// actionJSON is an action that is written as a word.
func actionJSON(table *verify.Replay, word string, a *verify.Action) jsonAction {
	parts := table.Notation().Parts(word)
	out := jsonAction{
		Word: word, Parts: []jsonRole{}, Die: a.Die, Piece: a.Piece, From: a.From, To: a.To, Category: a.Category,
		Answer: a.Answer.String(), Takes: a.Takes, Mark: parts.Text(notation.IsMark),
	}
	for _, p := range parts {
		out.Parts = append(out.Parts, jsonRole{roleNames[p.Role], p.Text})
	}
	if a.Captured > 0 {
		out.Captures = table.Handles()[a.Captured-1]
	}
	return out
}
