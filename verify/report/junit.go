package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"tpnote/verify"
)

type junitSuites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Suites   []junitSuite
}

type junitSuite struct {
	XMLName  xml.Name `xml:"testsuite"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Time     string   `xml:"time,attr"`
	Cases    []junitCase
}

type junitCase struct {
	XMLName   xml.Name      `xml:"testcase"`
	ClassName string        `xml:"classname,attr"`
	Name      string        `xml:"name,attr"`
	Failure   *junitProblem `xml:"failure,omitempty"`
	Error     *junitProblem `xml:"error,omitempty"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// FileResult is what came of testing one file: Tested, or the error of reading it.
type FileResult struct {
	*verify.Tested
	Err  error
	Took time.Duration
}

// JUnit writes the results as the XML that build servers read: a suite for each file, a
// case for each game.
func JUnit(w io.Writer, results []FileResult) error {
	out := junitSuites{}
	for _, r := range results {
		suite := junitSuite{Name: r.File, Time: fmt.Sprintf("%.3f", r.Took.Seconds())}
		if r.Err != nil {
			suite.Tests, suite.Errors = 1, 1
			suite.Cases = []junitCase{{ClassName: r.File, Name: "read", Error: &junitProblem{Message: r.Err.Error()}}}
		}
		for _, g := range r.Games {
			c := junitCase{ClassName: r.File, Name: g.Name}
			if n := len(g.Failures); n > 0 {
				lines := make([]string, n)
				for i, f := range g.Failures {
					lines[i] = r.File + ":" + f.String()
				}
				c.Failure = &junitProblem{Message: lines[0], Text: strings.Join(lines, "\n")}
				suite.Failures++
			}
			suite.Tests++
			suite.Cases = append(suite.Cases, c)
		}
		out.Suites = append(out.Suites, suite)
		out.Tests += suite.Tests
		out.Failures += suite.Failures
		out.Errors += suite.Errors
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
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
	out := jsonTested{File: r.File, Games: []jsonTestedGame{}}
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
