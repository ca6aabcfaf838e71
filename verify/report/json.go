// Package report prints what a replay found, for people and as JSON for programs. Only here do findings become text.
package report

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/readings"
)

// jsonEntry says which game a record is of, and where its log is.
type jsonEntry struct {
	File    string          `json:"file"`
	Offset  int64           `json:"offset"`
	Game    int             `json:"game"`
	Line    int             `json:"line"`
	Tags    json.RawMessage `json:"tags"` // in the order of the log
	Players []string        `json:"players"`
	Moves   string          `json:"moves"`
}

func entryJSON(g *verify.Summary) jsonEntry {
	return jsonEntry{FileName(g.File), g.Entry.Offset, g.Number, g.Line, appendTags(nil, g.Entry.Tags), listed(g.Handles), g.Entry.Moves.String()}
}

type jsonGame struct {
	jsonEntry
	Rules           verify.RulesName `json:"rules"`
	Verdict         verify.Verdict   `json:"verdict"`
	Turns           int              `json:"turns"`
	Actions         int              `json:"actions"`
	Result          string           `json:"result"`
	Position        string           `json:"position"`
	Findings        []jsonFinding    `json:"findings"`
	Omitted         int              `json:"omitted,omitempty"`
	*verify.Unknown                  // of an incomplete game
}

// jsonFinding is a finding. The fields here take the place of its own.
type jsonFinding struct {
	verify.Finding
	Readings []jsonReading `json:"readings,omitempty"`
	ReadOn   *int          `json:"readOn,omitempty"`
}

type jsonReading struct {
	verify.Reading
	Edits []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	verify.Edit
	Text *string `json:"text"` // null takes the line out
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
	if g.Unknown.Parts+g.Unknown.Gaps > 0 {
		out.Unknown = &g.Unknown
	}
	return out
}

type jsonPart struct {
	readings.Part
	Deduced bool `json:"deduced"`
}

// SolvedJSON writes a solved game as one JSON object on one line: a game as JSON writes it, and its unknown parts.
func SolvedJSON(w io.Writer, s *readings.Solved) error {
	parts := variant.Each(s.Parts, func(p readings.Part) jsonPart {
		p.Choices = listed(p.Choices)
		return jsonPart{p, p.Deduced()}
	})
	return Line(w, struct {
		jsonGame
		Parts []jsonPart `json:"parts"`
	}{gameJSON(s.Summary), parts})
}

func findingsJSON(findings []verify.Finding) []jsonFinding {
	return variant.Each(findings, func(f verify.Finding) jsonFinding {
		f.Cites, f.Notes, f.Fixes = listed(f.Cites), listed(f.Notes), listed(f.Fixes)
		if len(f.Readings) == 0 {
			return jsonFinding{Finding: f}
		}
		return jsonFinding{f, variant.Each(f.Readings, readingJSON), &f.ReadOn}
	})
}

func readingJSON(r verify.Reading) jsonReading {
	return jsonReading{r, variant.Each(r.Edits, func(e verify.Edit) jsonEdit {
		if e.Out {
			return jsonEdit{Edit: e}
		}
		return jsonEdit{e, &e.Text}
	})}
}

// listed is a list that is [] in JSON, and not null, if it is empty.
func listed[T any](all []T) []T { return append([]T{}, all...) }

// Line writes a value as JSON on one line, with nothing in it that a terminal would obey.
func Line(w io.Writer, value any) error {
	line, err := lineOf(value)
	if err == nil {
		_, err = w.Write(line)
	}
	return err
}

// lineOf is the line that Line writes.
func lineOf(value any) ([]byte, error) {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return escapedJSON(line.Bytes()), err
}

// List writes a JSON object on one line. The first field of the object is a list, which may be too long for the memory.
type List struct {
	w      io.Writer
	before string // what comes before the next value
}

// NewList begins an object whose first field has that name.
func NewList(w io.Writer, name string) *List { return &List{w, `{"` + name + `":[`} }

// Add writes the next value of the list.
func (l *List) Add(value any) error {
	line, err := lineOf(value)
	if err == nil {
		_, err = io.WriteString(l.w, l.before+strings.TrimSuffix(string(line), "\n"))
		l.before = ","
	}
	return err
}

// End writes the other fields, which are those of an object.
func (l *List) End(others any) error {
	line, err := lineOf(others)
	if err == nil {
		_, err = io.WriteString(l.w, strings.TrimSuffix(l.before, ",")+"],"+string(line[len("{"):]))
	}
	return err
}
