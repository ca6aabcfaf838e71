package report

import (
	"fmt"
	"time"

	"tpnote/verify/regress"
)

// FileResult is what came of testing one file: Tested, or the error of reading it.
type FileResult struct {
	*regress.Tested
	Err  error
	Took time.Duration
}

// Tested prints the result of testing one file, as go test does for a package.
func (t *Text) Tested(r FileResult) {
	name := Name(r.File)
	took := fmt.Sprintf("%.3fs", r.Took.Seconds())
	switch {
	case r.Err != nil:
		t.printf("%sFAIL%s\t%s\t[%s]\n", t.style.red, t.style.off, name, Clean(r.Err.Error()))
	case len(r.Games) == 0:
		t.printf("?   \t%s\t[no games]\n", name)
	case r.Passed():
		t.printf("ok  \t%s\t%s\t%s\n", name, count(len(r.Games), "game"), took)
	default:
		failed := 0
		for _, g := range r.Games {
			if len(g.Failures) == 0 {
				continue
			}
			failed++
			t.printf("%s--- FAIL:%s %s: %s\n", t.style.red, t.style.off, name, Clean(g.Name))
			for _, f := range g.Failures {
				t.printf("    %s:%s\n", name, Clean(f.String()))
			}
		}
		t.printf("%sFAIL%s\t%s\t%d of %s\t%s\n", t.style.red, t.style.off, name, failed, count(len(r.Games), "game"), took)
	}
}

type jsonTested struct {
	File  string           `json:"file"`
	Error string           `json:"error,omitempty"`
	Games []jsonTestedGame `json:"games"`
}

type jsonTestedGame struct {
	Game     int           `json:"game"`
	Line     int           `json:"line"`
	Name     string        `json:"name"`
	Passed   bool          `json:"passed"`
	Failures []jsonFailure `json:"failures"`
}

type jsonFailure struct {
	Line    int    `json:"line"`
	Code    string `json:"code"`
	Missing bool   `json:"missing"`
	Message string `json:"message,omitempty"`
}

// TestedJSON is the result of testing one file, for JSON.
func TestedJSON(r FileResult) any {
	out := jsonTested{File: FileName(r.File), Games: []jsonTestedGame{}}
	if r.Err != nil {
		out.Error = r.Err.Error()
	}
	for _, g := range r.Games {
		game := jsonTestedGame{Game: g.Number, Line: g.Line, Name: g.Name, Passed: len(g.Failures) == 0, Failures: []jsonFailure{}}
		for _, f := range g.Failures {
			game.Failures = append(game.Failures, jsonFailure(f))
		}
		out.Games = append(out.Games, game)
	}
	return out
}
