package report

import (
	"io"

	"tpnote/verify/readings"
)

type jsonSolved struct {
	jsonGame
	Parts []jsonPart `json:"parts"`
}

type jsonPart struct {
	Line      int      `json:"line"`
	Column    int      `json:"column"`
	EndColumn int      `json:"endColumn"`
	Turn      int      `json:"turn"`
	Action    int      `json:"action"`
	Word      string   `json:"word"`
	Deduced   bool     `json:"deduced"`
	Open      bool     `json:"open,omitempty"`
	Choices   []string `json:"choices"`
}

// SolvedJSON writes a solved game as one JSON object on one line: a game as JSON writes it, and
// its unknown parts.
func SolvedJSON(w io.Writer, s *readings.Solved) error {
	out := jsonSolved{gameJSON(s.Summary), []jsonPart{}}
	for _, p := range s.Parts {
		out.Parts = append(out.Parts, jsonPart{p.Span.Line, p.Span.Column, p.Span.EndColumn, p.Turn, p.Action, p.Word, p.Deduced(), p.Open, append([]string{}, p.Choices...)})
	}
	return Line(w, out)
}
