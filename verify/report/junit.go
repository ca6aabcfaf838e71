package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"strings"

	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/regress"
)

// junitArchive prints the XML that build servers read: a test suite for each file, a test case for each game. It
// leaves out the totals of the format, which come before the cases: every reader counts for itself.
type junitArchive struct {
	w    *bufio.Writer
	file string // whose suite is open, if open
	open bool
}

// suite begins the suite of a file, with more attributes, if it is not open, and ends the one before.
func (a *junitArchive) suite(file, more string) {
	switch {
	case a.open && a.file == file:
		return
	case a.open:
		a.w.WriteString("  </testsuite>\n")
	default:
		a.w.WriteString(xml.Header + "<testsuites>\n")
	}
	a.open, a.file = true, file
	fmt.Fprintf(a.w, "  <testsuite name=%s%s>\n", quoted(FileName(file)), more)
}

// testcase prints a case of the suite. A message makes it a fault of some kind: a failure, or an error.
func (a *junitArchive) testcase(name, fault, message, text string) {
	fmt.Fprintf(a.w, "    <testcase classname=%s name=%s>\n", quoted(FileName(a.file)), quoted(name))
	if message != "" {
		fmt.Fprintf(a.w, "      <%s message=%s>%s</%[1]s>\n", fault, quoted(message), escaped(text))
	} else if text != "" {
		fmt.Fprintf(a.w, "      <system-out>%s</system-out>\n", escaped(text))
	}
	a.w.WriteString("    </testcase>\n")
}

func (a *junitArchive) Game(g *verify.Summary) {
	a.suite(g.File, "")
	var text strings.Builder
	for _, f := range g.Findings {
		fmt.Fprintf(&text, "%d:%d: %s: %s [%s]\n", f.Line, f.Column, f.Severity, Message(&f), f.Code)
	}
	message := ""
	if f := verify.FirstError(g.Findings); f != nil {
		message = f.Message
	}
	a.testcase(fmt.Sprintf("game %d, line %d", g.Number, g.Line), "failure", message, text.String())
}

func (a *junitArchive) Unread(name, reason string) {
	a.suite(name, "")
	a.testcase("read", "error", reason, "")
}

func (a *junitArchive) End(*Summary) {
	if a.open {
		a.w.WriteString("  </testsuite>\n</testsuites>\n")
	} else {
		a.w.WriteString(xml.Header + "<testsuites></testsuites>\n")
	}
}

// JUnit prints the results of tests in the same form.
func JUnit(w *bufio.Writer, results []FileResult) {
	a := &junitArchive{w: w}
	for _, r := range results {
		a.suite(r.File, fmt.Sprintf(" time=\"%.3f\"", r.Took.Seconds()))
		if r.Err != nil {
			a.Unread(r.File, r.Err.Error())
		}
		for _, g := range r.Games {
			text := strings.Join(variant.Each(g.Failures, func(f regress.Failure) string { return FileName(r.File) + ":" + f.String() }), "\n")
			first, _, _ := strings.Cut(text, "\n")
			a.testcase(g.Name, "failure", first, text)
		}
	}
	a.End(nil)
}

func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(Clean(s)))
	return b.String()
}

// quoted is s as the value of an attribute.
func quoted(s string) string { return `"` + escaped(s) + `"` }
