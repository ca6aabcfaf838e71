package cmd

import (
	"bufio"
	"cmp"
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/readings"
	"tpnote/verify/report"
)

type repairCmd struct {
	rulesFlags
	Write bool     `short:"w" help:"Write the corrections that are certain into the files." xor:"write"`
	Ask   bool     `help:"Ask for each correction, and write those that are taken." xor:"write"`
	Aside bool     `name:"side-lines" help:"Write corrections as side lines, and leave the turns as they are."`
	Paths []string `arg:"" name:"path" help:"Logs, folders with *.log and *.tpn, or - for standard input."`

	*streams `kong:"-"`
	asker    *asker
	shown    string // the name of the file being repaired
	done     int    // corrections that were made in it
	helpless int    // errors in it without a likely correction
}

// Run repairs the files one after the other.
func (c *repairCmd) Run(s *streams) error {
	s.reader = s.reader.With(func(o *verify.Options) { o.Readings = readings.New() })
	c.streams, c.asker = s, s.asker()
	return s.eachLog(archive.Logs(c.Paths), func(log archive.Log) error {
		c.shown, c.done, c.helpless = report.Name(log.Name), 0, 0
		err := s.rewriteGames(log, c.Write || c.Ask, func(g game, text string) (string, error) {
			repaired, err := c.game(g, text)
			return repaired, cmp.Or(err, unwritten(s.out))
		})
		if err == nil && c.done > 0 {
			fmt.Fprintf(s.out, "%s: %d corrected\n", c.shown, c.done)
		}
		if err == nil && c.helpless > 0 {
			fmt.Fprintf(s.out, "%s: %s no likely correction; tpnote replay shows every error\n", c.shown, report.CountIs(c.helpless, "error", "has", "have"))
		}
		return err
	})
}

// game repairs a game.
func (c *repairCmd) game(g game, text string) (repaired string, err error) {
	line := g.Line
	if c.Write && !c.Aside {
		repaired, left, err := readings.Repair(c.reader, g.file, verify.Folder(g.file), g.Number, text, line, func(text string, finding *verify.Finding) {
			c.done++
			c.show(text, line, finding)
		})
		if err != nil {
			return text, err
		}
		for i := range left.Findings {
			if finding := &left.Findings[i]; finding.Severity == verify.SeverityError {
				c.found = true
				finding.Message = "not written, because it is not certain: " + finding.Message
				c.show(repaired, line, finding)
			}
		}
		return repaired, nil
	}
	judged, err := g.sum(c.reader)
	if err != nil {
		return text, err
	}
	var taken []verify.Reading
	for i := range judged.Findings {
		finding := &judged.Findings[i]
		finding.Readings = readings.Corrections(finding)
		if finding.Severity != verify.SeverityError {
			continue
		}
		if choice, ok := c.choice(text, line, finding); ok {
			taken = append(taken, choice)
		}
	}
	return c.write(g, text, taken)
}

// choice shows what a finding can have meant, and says what of that is to be written.
func (c *repairCmd) choice(text string, line int, finding *verify.Finding) (choice verify.Reading, ok bool) {
	sure := readings.Sure(finding)
	if c.Aside {
		var asides []verify.Reading // those that can be one
		for _, r := range finding.Readings {
			if aside, ok := readings.Aside(text, line, r); ok {
				asides = append(asides, aside)
			}
		}
		finding.Readings = asides
		if len(finding.Readings) > 0 && len(finding.Readings[0].Edits) == 0 {
			return choice, false // it is there already
		}
	}
	at := none
	if c.show(text, line, finding) {
		switch {
		case c.Ask && !c.asker.ended:
			at = c.asker.take(len(finding.Readings))
		case c.Write && sure:
			at = 0
		}
	}
	if at < 0 {
		c.found = true
		return choice, false
	}
	return finding.Readings[at], true
}

// write makes those of the corrections that make the game better.
func (c *repairCmd) write(g game, text string, taken []verify.Reading) (string, error) {
	if len(taken) == 0 {
		return text, nil
	}
	mended, made, err := readings.Mend(c.reader, verify.Folder(g.file), text, g.Line, taken, c.Aside)
	if err != nil {
		return text, err
	}
	for i, r := range taken {
		if made[i] {
			c.done++
			continue
		}
		c.found = true
		fmt.Fprintf(c.out, "%s:%d: not written: the game would be no better with it: %s\n", c.shown, r.Edits[0].Line, report.OneLine(r.Message))
	}
	return mended, nil
}

// show prints a finding with its best reading as a diff, and the others in words. It reports whether
// there is one. line is the number of the first line of the text.
func (c *repairCmd) show(text string, line int, finding *verify.Finding) bool {
	if len(finding.Readings) == 0 || len(finding.Readings[0].Edits) == 0 {
		c.helpless++
		return false
	}
	fmt.Fprintf(c.out, "%s:%d:%d: %s [%s]\n", c.shown, finding.Span.Line, finding.Span.Column, report.OneLine(finding.Message), finding.Code)
	best := finding.Readings[:1]
	first, last := best[0].Edits[0].Line, best[0].Edits[len(best[0].Edits)-1].Line
	lines := strings.SplitAfter(text, "\n")
	from, to := max(0, first-line-2), min(len(lines), last-line+3)
	was := strings.Join(lines[from:to], "")
	is, _ := readings.Apply(was, from+line, best)
	showDiff(c.out, was, is, from+line)
	for i, r := range finding.Readings[1:] {
		fmt.Fprintf(c.out, "  %d: or %s\n", i+2, report.OneLine(r.Message))
	}
	return true
}

// showDiff prints what changes in a part of a file, the first line of which has the given number.
func showDiff(out *bufio.Writer, was, is string, line int) {
	shown := func(text string) string { return report.Clean(strings.ReplaceAll(text, "\r\n", "\n")) }
	for i, text := range strings.SplitAfter(udiff.Unified("", "", shown(was), shown(is)), "\n") {
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
