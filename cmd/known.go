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

// baselineKey identifies a finding by its file, code, turn, action and message, without line
// numbers, so that lines may move.
func baselineKey(file string, f *verify.Finding) string {
	return fmt.Sprintf("%s\x00%s\x00%d\x00%d\x00%s", file, f.Code, f.Turn, f.Action, lineNumber.ReplaceAllString(f.Message, "line"))
}

var lineNumber = regexp.MustCompile(`\bline \d+|:\d+$`)

// readBaseline reads the output of an earlier --format json.
func (v *verification) readBaseline(name string) error {
	v.known = map[string]int{}
	return v.lines(name, func(line []byte) error {
		var game gameRead
		if err := json.Unmarshal(line, &game); err != nil {
			return fmt.Errorf("is not what verify --format json prints: %w", err)
		}
		for i := range game.Findings {
			v.known[baselineKey(game.File, &game.Findings[i])]++
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
func (v *verification) leaveOut(g *verify.Summary) {
	g.Findings = slices.DeleteFunc(g.Findings, func(f verify.Finding) bool {
		key := baselineKey(report.FileName(g.File), &f)
		if v.known[key] == 0 {
			return false
		}
		v.known[key]--
		v.summary.Known++
		return true
	})
}

// duplicate adds a note to a game if its moves were seen before.
func (v *verification) duplicate(g *verify.Summary) {
	first := v.played.before(g.Entry.Moves, g.File, g.Line)
	if first == "" {
		return
	}
	f := verify.Finding{Code: "duplicate", Severity: verify.SeverityNote, Message: sameMoves + first}
	f.Span.Line, f.Span.Column, f.Span.EndColumn = g.Line, 1, 1
	g.Findings = append([]verify.Finding{f}, g.Findings...)
}

// sameMoves begins the message of a duplicate.
const sameMoves = "the moves are those of the game at "

// played knows where each game of an archive is that was seen first with its moves. It takes some
// 50 bytes a game.
type played map[notation.Moves]place

// place is the line of a file on which a game begins.
type place struct {
	file unique.Handle[string]
	line int
}

// before returns FILE:LINE of an earlier game with the same moves, or "" if this is the first one.
func (p played) before(moves notation.Moves, file string, line int) string {
	if moves == (notation.Moves{}) {
		return ""
	}
	if first, seen := p[moves]; seen {
		return fmt.Sprintf("%s:%d", report.FileName(first.file.Value()), first.line)
	}
	p[moves] = place{unique.Make(file), line}
	return ""
}
