package cmd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"tpnote/verify"
	"tpnote/verify/readings"
	"tpnote/verify/report"
)

type repairCmd struct {
	rulesFlags
	Write bool     `short:"w" help:"Write those corrections into the files that have no rival."`
	Ask   bool     `help:"Ask for each correction, and write those that are taken."`
	Aside bool     `name:"side-lines" help:"Write corrections as side lines, and leave the turns as they are."`
	Files []string `arg:"" name:"file" help:"Logs to repair; - is standard input."`
}

// Run repairs the files one after the other.
func (c *repairCmd) Run(s *streams) error {
	if c.Write && c.Ask {
		return errors.New("-w and --ask exclude each other")
	}
	judge := judgeFlags{lineFlags: lineFlags{rulesFlags: c.rulesFlags}}
	reader, err := verify.NewReader(judge.options(s))
	if err != nil {
		return err
	}
	out := bufio.NewWriter(s.out)
	answers := bufio.NewScanner(s.in)
	left, failed := false, false
	for _, name := range c.Files {
		some, err := c.repair(s, reader, out, answers, name)
		left = left || some
		if flushed := out.Flush(); flushed != nil {
			return flushed
		}
		if err != nil {
			s.complainOf(name, err)
			failed = true
		}
	}
	return outcome(failed, left)
}

// repair repairs one file, and reports whether something is left in it.
func (c *repairCmd) repair(s *streams, reader *verify.Reader, out *bufio.Writer, answers *bufio.Scanner, name string) (left bool, err error) {
	if c.Write || c.Ask {
		if err := rewritable(name); err != nil {
			return false, err
		}
	}
	text, err := s.whole(name)
	if err != nil {
		return false, err
	}
	shown := report.Name(name)
	var taken []verify.Reading
	ended := false
	_, err = reader.File(name, verify.Folder(name), bytes.NewReader(text), func(g *verify.Summary) error {
		for i := range g.Findings {
			f := &g.Findings[i]
			if f.Severity != verify.SeverityError {
				continue
			}
			if c.Aside {
				f.Readings = asides(string(text), f.Readings)
				if len(f.Readings) > 0 && len(f.Readings[0].Edits) == 0 {
					continue // it is there already
				}
			}
			choice := -1
			if len(f.Readings) > 0 && len(f.Readings[0].Edits) > 0 {
				fmt.Fprintf(out, "%s:%d:%d: %s [%s]\n", shown, f.Span.Line, f.Span.Column, report.OneLine(f.Message), f.Code)
				c.show(out, string(text), f)
				switch {
				case c.Ask && !ended:
					choice, ended = ask(out, answers, len(f.Readings))
				case c.Write && readings.Sure(f):
					choice = 0
				}
			}
			if choice < 0 {
				left = true
				continue
			}
			taken = append(taken, f.Readings[choice])
		}
		return unwritten(out)
	})
	if err != nil || len(taken) == 0 {
		return left, err
	}
	changed, done := readings.Apply(string(text), taken)
	if err := s.replace(name, []byte(changed)); err != nil {
		return left, err
	}
	fmt.Fprintf(out, "%s: %d corrected\n", shown, done)
	return left || done < len(taken), nil
}

// asides are readings as side lines, of those that can be one.
func asides(text string, all []verify.Reading) []verify.Reading {
	var out []verify.Reading
	for _, r := range all {
		if aside, ok := readings.Aside(text, r); ok {
			out = append(out, aside)
		}
	}
	return out
}

// show prints the best reading as a diff, and the others in words.
func (c *repairCmd) show(out *bufio.Writer, text string, f *verify.Finding) {
	best := f.Readings[0]
	first, last := best.Edits[0].Line, best.Edits[0].Line
	for _, e := range best.Edits {
		first, last = min(first, e.Line), max(last, e.Line)
	}
	lines := strings.SplitAfter(text, "\n")
	from, to := max(0, first-3), min(len(lines), last+2)
	was := strings.Join(lines[from:to], "")
	moved := best
	moved.Edits = slices.Clone(best.Edits)
	for i := range moved.Edits {
		moved.Edits[i].Line -= from
	}
	is, _ := readings.Apply(was, []verify.Reading{moved})
	showDiff(out, was, is, from+1)
	for i, r := range f.Readings[1:] {
		fmt.Fprintf(out, "  %d: or %s\n", i+2, report.OneLine(r.Message))
	}
}

// showDiff prints what changes in a part of a file, the first line of which has the given number.
func showDiff(out *bufio.Writer, was, is string, line int) {
	for i, text := range strings.SplitAfter(udiff.Unified("", "", report.Clean(was), report.Clean(is)), "\n") {
		if i < 2 {
			continue // names, which stand above
		}
		var first int
		if n, _ := fmt.Sscanf(text, "@@ -%d", &first); n == 1 {
			text = fmt.Sprintf("@@ line %d @@\n", line+first-1)
		}
		out.WriteString(text)
	}
}

// ask asks which of n readings to take; -1 is none.
func ask(out *bufio.Writer, answers *bufio.Scanner, n int) (choice int, ended bool) {
	choices := "y, n, q"
	if n > 1 {
		choices = fmt.Sprintf("y, n, 1 to %d, q", n)
	}
	for {
		fmt.Fprintf(out, "take it? [%s] ", choices)
		out.Flush()
		if !answers.Scan() {
			return -1, true
		}
		switch answer := strings.TrimSpace(answers.Text()); answer {
		case "y":
			return 0, false
		case "n":
			return -1, false
		case "q":
			return -1, true
		default:
			if k, err := strconv.Atoi(answer); err == nil && 1 <= k && k <= n {
				return k - 1, false
			}
		}
	}
}
