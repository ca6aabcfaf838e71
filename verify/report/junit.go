package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"tpnote/verify"
)

// JUnit writes the results as the XML that build servers read: a suite for each file, a
// case for each game.
func JUnit(w io.Writer, results []FileResult) error {
	var all junitCounts
	each := make([]junitCounts, len(results))
	for i, r := range results {
		c := &each[i]
		c.tests = len(r.Games)
		for _, g := range r.Games {
			if len(g.Failures) > 0 {
				c.failures++
			}
		}
		if r.Err != nil {
			c.tests++
			c.errors++
		}
		all.tests += c.tests
		all.failures += c.failures
		all.errors += c.errors
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s<testsuites %s>\n", xml.Header, all)
	for i, r := range results {
		file := FileName(r.File)
		fmt.Fprintf(out, "  <testsuite name=%s %s time=\"%.3f\">\n", quoted(file), each[i], r.Took.Seconds())
		write := func(name, problem, message, text string) {
			fmt.Fprintf(out, "    <testcase classname=%s name=%s>", quoted(file), quoted(name))
			if problem != "" {
				fmt.Fprintf(out, "\n      <%s message=%s>%s</%[1]s>\n    ", problem, quoted(message), escaped(text))
			}
			out.WriteString("</testcase>\n")
		}
		if r.Err != nil {
			write("read", "error", r.Err.Error(), "")
		}
		for _, g := range r.Games {
			lines := make([]string, len(g.Failures))
			for i, f := range g.Failures {
				lines[i] = file + ":" + f.String()
			}
			if len(lines) == 0 {
				write(g.Name, "", "", "")
				continue
			}
			write(g.Name, "failure", lines[0], strings.Join(lines, "\n"))
		}
		out.WriteString("  </testsuite>\n")
	}
	out.WriteString("</testsuites>\n")
	return out.Flush()
}

type junitCounts struct{ tests, failures, errors int }

func (c junitCounts) String() string {
	return fmt.Sprintf("tests=\"%d\" failures=\"%d\" errors=\"%d\"", c.tests, c.failures, c.errors)
}

// junitArchive prints a test suite for each file and a test case for each game. It leaves out the
// totals of the format, which come before the cases: every reader counts for itself.
type junitArchive struct {
	w    *bufio.Writer
	file string // whose suite is open, if open
	open bool
}

func (a *junitArchive) Game(g *verify.Summary) {
	var text strings.Builder
	for i := range g.Findings {
		f := &g.Findings[i]
		fmt.Fprintf(&text, "%d:%d: %s: %s [%s]\n", f.Span.Line, f.Span.Column, f.Severity, Message(f), f.Code)
	}
	element, message := "system-out", ""
	if f := verify.FirstError(g.Findings); f != nil {
		element, message = "failure", " message="+quoted(f.Message)
	}
	found := ""
	if text.Len() > 0 {
		found = fmt.Sprintf("      <%s%s>%s</%s>\n", element, message, escaped(text.String()), element)
	}
	fmt.Fprintf(a.w, "%s    <testcase classname=%s name=\"game %d, line %d\">\n%s    </testcase>\n",
		a.suite(g.File), quoted(FileName(g.File)), g.Number, g.Line, found)
}

// suite begins the suite of a file, and ends the one before.
func (a *junitArchive) suite(file string) string {
	if a.open && a.file == file {
		return ""
	}
	head := xml.Header + "<testsuites>\n"
	if a.open {
		head = "  </testsuite>\n"
	}
	a.open, a.file = true, file
	return fmt.Sprintf("%s  <testsuite name=%s>\n", head, quoted(FileName(file)))
}

func (a *junitArchive) Unread(name, reason string) {
	fmt.Fprintf(a.w, "%s    <testcase classname=%s name=\"read\"><error message=%s/></testcase>\n", a.suite(name), quoted(FileName(name)), quoted(reason))
}

func (a *junitArchive) End(*Summary) {
	tail := xml.Header + "<testsuites>\n"
	if a.open {
		tail = "  </testsuite>\n"
	}
	a.w.WriteString(tail + "</testsuites>\n")
}

func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(Clean(s)))
	return b.String()
}

// quoted is s as the value of an attribute.
func quoted(s string) string { return `"` + escaped(s) + `"` }
