package cmd

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"unique"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/report"
)

// This file knows findings and games from before: those of a baseline, and games recorded twice.

// baselineKey identifies a finding by its file, code, turn, action and message, so that lines may move.
func baselineKey(file string, f *verify.Finding) string {
	return fmt.Sprintf("%s\x00%s\x00%d\x00%d\x00%s", file, f.Code, f.Turn, f.Action, lineNumber.ReplaceAllString(f.Message, "line"))
}

var lineNumber = regexp.MustCompile(`\bline \d+|:\d+$`)

// readBaseline reads the output of an earlier --format json, if there is a baseline.
func (c *verifyCmd) readBaseline() error {
	if c.Baseline == "" {
		return nil
	}
	c.known = map[string]int{}
	return c.lines(c.Baseline, func(line []byte) error {
		var game gameRead
		if err := json.Unmarshal(line, &game); err != nil {
			return fmt.Errorf("is not what verify --format json prints: %w", err)
		}
		for i := range game.Findings {
			c.known[baselineKey(game.File, &game.Findings[i])]++
		}
		return nil
	})
}

// gameRead is a game that verify --format json has printed, as far as it is read.
type gameRead struct {
	File     string
	Line     int
	Moves    string
	Verdict  verify.Verdict
	Findings []verify.Finding
	Omitted  int
}

// leaveOut removes the findings in the baseline from a game.
func (c *verifyCmd) leaveOut(g *verify.Summary) {
	g.Findings = slices.DeleteFunc(g.Findings, func(f verify.Finding) bool {
		key := baselineKey(report.FileName(g.File), &f)
		if c.known[key] == 0 {
			return false
		}
		c.known[key]--
		c.summary.Known++
		return true
	})
}

// played knows where each game of an archive is that was seen first with its moves. It takes some 50 bytes a game.
type played map[notation.Moves]place

// place is the line of a file on which a game begins.
type place struct {
	file unique.Handle[string]
	line int
}

// duplicate returns a note on a game whose moves were seen before; nil if this is the first one.
func (p played) duplicate(moves notation.Moves, file string, line int) []verify.Finding {
	first, seen := p[moves]
	switch {
	case moves == (notation.Moves{}):
		return nil
	case !seen:
		p[moves] = place{unique.Make(file), line}
		return nil
	}
	f := verify.Finding{Code: "duplicate", Severity: verify.SeverityNote}
	f.Message = fmt.Sprintf("the moves are those of the game at %s:%d", report.FileName(first.file.Value()), first.line)
	f.Span.Line, f.Span.Column, f.Span.EndColumn = line, 1, 1
	return []verify.Finding{f}
}
