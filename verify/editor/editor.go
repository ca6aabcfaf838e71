// Package editor serves a page in a browser: it keeps a log while the page changes it, and answers in JSON with the
// findings of the verify command, with the board at any place, and with the screen of the recorder where the log
// ends. It knows no browser: cmd/engine runs it in a worker, and tests ask it directly.
package editor

import (
	"bytes"
	"encoding/json"

	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/record"
	"tpnote/verify/report"
)

// Editor is a log that a page shows. It serves one goroutine.
type Editor struct {
	// Progress receives how many lines of a text are judged.
	Progress func(done, of int)
	// Dir is the folder that Variant paths start from.
	Dir string

	games    verify.Games
	options  verify.Options // of the text
	draft    *draft.Draft
	recorder *record.Recorder
	edits    []draft.Edit // that the recorder made for this request
}

// Request is a request of the page. Lines and bytes count from 0.
type Request struct {
	Do      string          `json:"do"`      // open, edit, mends, at, branch, press, play, moves, lesson, animation
	Name    string          `json:"name"`    // open: the log's
	Variant string          `json:"variant"` // open: judges by this variant, not by that of the log
	Set     []string        `json:"set"`     // open: rule-point=value
	Sealed  []record.Sealed `json:"sealed"`  // open: the secrets of commit lines
	Start   int             `json:"start"`   // edit, mends: the text takes the place of these bytes
	End     int             `json:"end"`
	Back    bool            `json:"back"` // edit: takes an action back
	Line    int             `json:"line"` // a place; except in edit, a line of -1 is the end of the log
	At      int             `json:"at"`
	Names   bool            `json:"names"` // at, animation: the board names the spaces
	Pick    int             `json:"pick"`  // press: an option of the recorder's screen, from 1; 0 for none
	Keys    []string        `json:"keys"`  // press: keys after that, as record.Recorder has them
	Best    bool            `json:"best"`  // play: choose among the best actions
	Right   int             `json:"right"` // play: how many of a hundred questions are answered right
}

// New makes an editor of the logs of some games, without a text.
func New(games verify.Games) *Editor {
	return &Editor{Progress: func(int, int) {}, Dir: ".", games: games}
}

// Do answers a request, which is JSON, with JSON. text is for open, edit and mends.
func (e *Editor) Do(request, text []byte) []byte {
	var r Request
	var reply any
	err := json.Unmarshal(request, &r)
	if err == nil {
		switch r.Do {
		case "open":
			reply, err = e.Open(&r, text)
		case "edit":
			reply = e.edit(&r, text)
		case "mends":
			reply = map[string]bool{"mends": e.draft.Mends(draft.Edit{Start: r.Start, End: r.End, Text: string(text)}, nil)}
		case "at":
			reply = e.At(&r)
		case "branch":
			reply = e.branch(&r)
		case "press", "play":
			reply = e.press(&r)
		case "lesson":
			reply, err = e.lesson()
		case "animation":
			reply, err = e.animation(&r)
		case "moves":
			reply = e.moves(r.Line)
		}
	}
	if err != nil {
		reply = map[string]string{"error": report.OneLine(err.Error())}
	}
	answer, err := json.Marshal(reply)
	if err != nil {
		panic(err) // a reply is made of texts and numbers
	}
	return answer
}

// Findings has the games of a text, as the verify command prints them as JSON; around a line if they are too many.
type Findings struct {
	Games  []json.RawMessage `json:"games"`
	First  int               `json:"first"`            // the number of the first of them
	Of     int               `json:"of"`               // games in the text
	Faulty int               `json:"faulty"`           // games with errors
	Failed []string          `json:"failed,omitempty"` // why games cannot be judged under the options
}

// mostGames and mostFindings limit an answer about a text of many games.
const (
	mostGames    = 200
	mostFindings = 1000
)

// Open opens a text. The error is about the variant or a setting.
func (e *Editor) Open(r *Request, text []byte) (*Findings, error) {
	options := verify.Options{Games: e.games, Variant: r.Variant, Set: r.Set, Narrate: true}
	reader, err := verify.NewReader(options)
	if err != nil {
		return nil, err
	}
	e.options, e.draft = options, draft.New(reader, r.Name, e.Dir, nil)
	e.draft.Watch = e.Progress
	e.recorder = record.New(record.Options{
		Library: e.games.Library(), Sealed: r.Sealed, Watch: func(edit draft.Edit) { e.edits = append(e.edits, edit) },
	}, e.draft)
	return e.edit(&Request{Line: r.Line}, text), nil
}

// Variants are those that the games of the text are judged by.
func (e *Editor) Variants() (all []*variant.Variant) {
	for _, g := range e.draft.Games() {
		if p := g.End(); p != nil && p.Variant() != nil {
			all = append(all, p.Variant())
		}
	}
	return all
}

// edit changes the text, and returns the findings around a line.
func (e *Editor) edit(r *Request, text []byte) *Findings {
	e.draft.Edit(draft.Edit{Start: r.Start, End: r.End, Text: string(text)})
	e.recorder.Edited(r.Back)
	return e.found(r.Line)
}

// found has the findings around a line.
func (e *Editor) found(line int) *Findings {
	f := &Findings{Games: []json.RawMessage{}, First: 1}
	games, total, at := e.draft.Games(), 0, e.draft.GameOn(line)
	for _, g := range games {
		s := g.Summary()
		total += len(s.Findings)
		if !s.OK() {
			f.Faulty++
		}
	}
	f.Of = len(games)
	if len(games) > mostGames || total > mostFindings {
		f.First = at + 1
		games = games[at:]
	}
	listed := 0
	for i, g := range games {
		if i == mostGames || i > 0 && listed > mostFindings {
			break
		}
		s, err := g.Meant()
		if err != nil {
			f.Failed = append(f.Failed, report.OneLine(err.Error()))
			continue
		}
		listed += len(s.Findings)
		s.Describe(g.Block())
		var b bytes.Buffer
		if err := report.JSON(&b, s); err != nil {
			panic(err) // a buffer takes all
		}
		f.Games = append(f.Games, b.Bytes())
	}
	return f
}
