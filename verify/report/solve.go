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
	readings.Part
	Deduced bool `json:"deduced"`
}

// SolvedJSON writes a solved game as one JSON object on one line: a game as JSON writes it, and
// its unknown parts.
func SolvedJSON(w io.Writer, s *readings.Solved) error {
	out := jsonSolved{gameJSON(s.Summary), []jsonPart{}}
	for _, p := range s.Parts {
		p.Choices = listed(p.Choices)
		out.Parts = append(out.Parts, jsonPart{p, p.Deduced()})
	}
	return Line(w, out)
}
