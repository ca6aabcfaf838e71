package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

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

// JUnit writes the results as the XML that build servers read: a suite for each file, a
// case for each game.
func JUnit(w io.Writer, results []FileResult) error {
	out := junitSuites{}
	for _, r := range results {
		file := FileName(r.File)
		suite := junitSuite{Name: file, Time: fmt.Sprintf("%.3f", r.Took.Seconds())}
		if r.Err != nil {
			suite.Tests, suite.Errors = 1, 1
			suite.Cases = []junitCase{{ClassName: file, Name: "read", Error: &junitProblem{Message: r.Err.Error()}}}
		}
		for _, g := range r.Games {
			c := junitCase{ClassName: file, Name: g.Name}
			if n := len(g.Failures); n > 0 {
				lines := make([]string, n)
				for i, f := range g.Failures {
					lines[i] = file + ":" + f.String()
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

// junitArchive prints a test suite a file and a test case a game. The totals that the
// format also knows would stand before what they count, and are left out: every reader
// counts for itself.
type junitArchive struct {
	w    io.Writer
	file string // whose suite is open, if open
	open bool
	any  bool
}

func (a *junitArchive) Game(g *verify.Summary) error {
	if err := a.suite(g.File); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(a.w, "    <testcase classname=%s name=\"game %d, line %d\">\n", quoted(FileName(g.File)), g.Number, g.Line); err != nil {
		return err
	}
	var text strings.Builder
	first := ""
	for i := range g.Findings {
		f := &g.Findings[i]
		if first == "" && f.Severity == verify.SeverityError {
			first = f.Message
		}
		fmt.Fprintf(&text, "%d:%d: %s: %s [%s]\n", f.Span.Line, f.Span.Column, f.Severity, Message(f), f.Code)
	}
	element := "system-out"
	if first != "" {
		element = "failure"
	}
	if text.Len() > 0 {
		open := "<" + element
		if first != "" {
			open += " message=" + quoted(first)
		}
		if _, err := fmt.Fprintf(a.w, "      %s>%s</%s>\n", open, escaped(text.String()), element); err != nil {
			return err
		}
	}
	_, err := io.WriteString(a.w, "    </testcase>\n")
	return err
}

// suite begins the suite of a file, and ends the one before.
func (a *junitArchive) suite(file string) error {
	if a.open && a.file == file {
		return nil
	}
	head := ""
	if !a.any {
		head = xml.Header + "<testsuites>\n"
	}
	if a.open {
		head += "  </testsuite>\n"
	}
	a.open, a.any, a.file = true, true, file
	_, err := fmt.Fprintf(a.w, "%s  <testsuite name=%s>\n", head, quoted(FileName(file)))
	return err
}

func (a *junitArchive) Unread(name, reason string) error {
	if err := a.suite(name); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.w, "    <testcase classname=%s name=\"read\"><error message=%s/></testcase>\n", quoted(FileName(name)), quoted(reason))
	return err
}

func (a *junitArchive) End(*Summary) error {
	tail := "</testsuites>\n"
	switch {
	case a.open:
		tail = "  </testsuite>\n" + tail
	case !a.any:
		tail = xml.Header + "<testsuites>\n" + tail
	}
	_, err := io.WriteString(a.w, tail)
	return err
}

func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(Clean(s)))
	return b.String()
}

// quoted is s as the value of an attribute.
func quoted(s string) string { return `"` + escaped(s) + `"` }
