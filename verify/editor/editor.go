// Package editor is what a page in a browser asks of the program: it keeps a log while the
// page changes it, and answers in JSON with what the verify command finds, with the board at
// any place, and with what is legal where the log ends. It knows no browser; cmd/engine is
// what a worker runs, and tests ask it directly.
package editor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/readings"
	"tpnote/verify/report"
)

// Editor is a log that a page shows. It serves one goroutine.
type Editor struct {
	// Progress, if it is set, is told how many lines of a text are judged.
	Progress func(done, of int)
	// Dir is the folder that Variant paths start from.
	Dir string

	games verify.Games
	name  string
	draft *draft.Draft
	meant *verify.Reader             // judges as the verify command does: it looks for what was meant
	known map[*draft.Game]*judgement // of the games with errors
}

// judgement is what was found of a game with errors, when it began on a line.
type judgement struct {
	line    int
	summary *verify.Summary
	err     error
}

// Request is what a page asks for. Lines and bytes count from 0.
type Request struct {
	Do      string   `json:"do"`      // open, edit, at, play, odd, write, begin
	Name    string   `json:"name"`    // open: the log's
	Variant string   `json:"variant"` // open: judges whatever the log says; begin: the variant to play by
	Set     []string `json:"set"`     // open: rule-point=value
	Start   int      `json:"start"`   // edit: the text takes the place of these bytes
	End     int      `json:"end"`
	Line    int      `json:"line"` // at: a place; a line of -1 is the end of the log
	At      int      `json:"at"`
	Word    string   `json:"word"`   // play: an action; write: a line
	Who     string   `json:"who"`    // play, odd, at: whose turn it is taken for; "" for whose it is
	Stands  bool     `json:"stands"` // play: the table lets it stand
	Die     int      `json:"die"`    // odd: the roll, and the spaces from which to which
	From    int      `json:"from"`
	To      int      `json:"to"`
	Players string   `json:"players"` // begin: as the Players tag has them, or how many
	Names   bool     `json:"names"`   // at: the board shows how a log names the spaces
}

// New makes an editor of the logs of some games, without a text.
func New(games verify.Games) *Editor { return &Editor{Dir: ".", games: games} }

// Do answers a request, which is JSON, with JSON. text is that of open and edit.
func (e *Editor) Do(request, text []byte) []byte {
	var r Request
	var reply any
	err := json.Unmarshal(request, &r)
	if err == nil {
		switch r.Do {
		case "open":
			reply, err = e.Open(&r, text)
		case "edit":
			reply = e.edit(draft.Edit{Start: r.Start, End: r.End, Text: string(text)}, r.Line)
		case "at":
			reply = e.At(&r)
		case "play":
			reply = e.play(&r)
		case "odd":
			reply = e.odd(&r)
		case "write":
			reply = e.write(r.Word)
		case "begin":
			reply, err = e.begin(&r)
		}
	}
	if err != nil {
		reply = failure{report.OneLine(err.Error())}
	}
	return JSON(reply)
}

// JSON is an answer as Do gives it.
func JSON(reply any) []byte {
	answer, err := json.Marshal(reply)
	if err != nil {
		panic(err) // a reply is made of texts and numbers
	}
	return answer
}

// failure says why a request cannot be answered.
type failure struct {
	Error string `json:"error"`
}

// Findings is what was found of a text: games one after the other, as the verify command prints
// them as JSON, around a line where they are too many.
type Findings struct {
	Games  []json.RawMessage `json:"games"`
	First  int               `json:"first"`            // the number of the first of them
	Of     int               `json:"of"`               // games in the text
	Faulty int               `json:"faulty"`           // games with errors
	Lines  int               `json:"lines"`            // judged for this answer
	Failed []string          `json:"failed,omitempty"` // why games cannot be judged under the options
}

// mostGames and mostFindings limit what an answer tells of a text of many games.
const (
	mostGames    = 200
	mostFindings = 1000
)

// Open begins with a text. The error is that of the variant or a setting.
func (e *Editor) Open(r *Request, text []byte) (*Findings, error) {
	reader, err := verify.NewReader(verify.Options{Games: e.games, Variant: r.Variant, Set: r.Set})
	if err != nil {
		return nil, err
	}
	e.meant = reader.With(func(o *verify.Options) { o.Readings = readings.New() })
	e.name, e.known = r.Name, map[*draft.Game]*judgement{}
	e.draft = draft.New(reader, e.name, e.Dir, nil)
	e.draft.Watch = e.Progress
	return e.edit(draft.Edit{Text: string(text)}, r.Line), nil
}

// Variants are those that the games of the text are judged by.
func (e *Editor) Variants() iter.Seq[*variant.Variant] {
	return func(yield func(*variant.Variant) bool) {
		for _, g := range e.draft.Games() {
			if p := g.End(); p != nil && p.Variant() != nil && !yield(p.Variant()) {
				return
			}
		}
	}
}

// edit changes the text, and tells what is found around a line.
func (e *Editor) edit(change draft.Edit, line int) *Findings {
	f := &Findings{Games: []json.RawMessage{}, First: 1, Lines: e.draft.Edit(change).Judged}
	games := make([]*draft.Game, 0, len(e.draft.Games()))
	total, at := 0, 0
	for _, g := range e.draft.Games() {
		if g.Blank() {
			continue
		}
		if g.Base() <= line {
			at = len(games)
		}
		games = append(games, g)
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
	told := 0
	known := map[*draft.Game]*judgement{}
	for i, g := range games {
		if i == mostGames || i > 0 && told > mostFindings {
			break
		}
		s, err := e.summary(g, known)
		if err != nil {
			f.Failed = append(f.Failed, report.OneLine(err.Error()))
			continue
		}
		told += len(s.Findings)
		g.Describe(s)
		var b bytes.Buffer
		if err := report.JSON(&b, s); err != nil {
			panic(err) // a buffer takes all
		}
		f.Games = append(f.Games, b.Bytes())
	}
	e.known = known
	return f
}

// summary is what the verify command finds of a game: where there is an error, it looks for
// what was meant. What it has found is remembered among known.
func (e *Editor) summary(g *draft.Game, known map[*draft.Game]*judgement) (*verify.Summary, error) {
	s := g.Summary()
	if g.Err() != nil || s.OK() {
		return s, g.Err()
	}
	j := e.known[g]
	if j != nil && j.line != g.Base() {
		if j = j.moved(g); j != nil {
			j.line = g.Base()
		}
	}
	if j == nil {
		j = &judgement{line: g.Base()}
		j.summary, j.err = g.ReadBy(e.meant)
	}
	known[g] = j
	if j.err == nil {
		j.summary.Number = s.Number
	}
	return j.summary, j.err
}

// moved is what was found of a game that has moved to other lines, or nil if that has to be
// found again: what is said of tags names lines.
func (j *judgement) moved(g *draft.Game) *judgement {
	if j.err != nil {
		return nil
	}
	for i := range j.summary.Findings {
		if j.summary.Findings[i].Span.Line <= j.line+g.Body() {
			return nil
		}
	}
	j.summary.Shift(g.Base() - j.line)
	return j
}

// Begun is the head of a log.
type Begun struct {
	Text string `json:"text"`
}

// begin makes the head of a log of which nothing has been played.
func (e *Editor) begin(r *Request) (*Begun, error) {
	reader, err := verify.NewReader(verify.Options{Games: e.games})
	if err != nil {
		return nil, err
	}
	v, err := e.games.Library().Open(r.Variant, ".")
	if err != nil {
		return nil, err
	}
	h := verify.Header{Variant: r.Variant}
	if n, noNumber := strconv.Atoi(strings.TrimSpace(r.Players)); noNumber != nil {
		h.Players, err = notation.ParsePlayers(r.Players)
	} else if v.Has("players") && n > v.Most("players") || n < 1 {
		err = fmt.Errorf("%s is played by %s", v.Title, v.Setting("players").Value)
	} else {
		h.Players, err = reader.Players(r.Variant, "", n)
	}
	if err == nil {
		h.Opening, err = reader.Opening(r.Variant, h.Players, nil)
	}
	if err == nil {
		_, err = reader.Begin(h)
	}
	if err != nil {
		return nil, err
	}
	head := notation.FormatTags([2]string{"Game", v.Game}, [2]string{"Variant", r.Variant}, [2]string{"Players", strings.Join(h.Players, ", ")})
	return &Begun{head + "\n" + strings.Join(append(h.Opening, ""), "\n")}, nil
}
