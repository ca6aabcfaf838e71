package cmd

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/report"
)

type totalCmd struct {
	Strict bool     `help:"Treat warnings as errors."`
	Files  []string `arg:"" name:"file" help:"What verify --part K/N --format json has printed, a file for each part or several parts in one; - is standard input."`
}

// Run adds up the parts.
func (c *totalCmd) Run(s *streams) error {
	t := &total{out: bufio.NewWriter(s.out), played: played{}, done: map[int]bool{}}
	defer t.out.Flush()
	for _, name := range c.Files {
		if err := t.file(s, name); err != nil {
			return err
		}
	}
	if err := t.complete(); err != nil {
		return err
	}
	fmt.Fprintln(t.out, &t.summary)
	if err := t.out.Flush(); err != nil {
		return err
	}
	return outcome(t.summary.Unread > 0, t.summary.Errors > 0 || t.faulty || c.Strict && t.summary.Warnings > 0)
}

// total is the sum of the parts that have been read.
type total struct {
	out     *bufio.Writer
	summary report.Summary
	faulty  bool // a game whose error is among its omitted findings
	played  played
	n       int          // how many parts there are; 0 before the first
	bytes   int64        // of the inputs
	done    map[int]bool // the parts
}

// partLine is a line of what verify --part --format json prints: a game, or the last line of a part.
type partLine struct {
	report.Part
	File     string
	Line     int
	Moves    string
	Verdict  verify.Verdict
	Findings []struct{ Severity verify.Severity }
	Omitted  int
}

// file reads the parts in a file.
func (t *total) file(s *streams, name string) error {
	src, err := s.open(name, s.progress)
	if err != nil {
		return ofFile(name, err)
	}
	defer src.Close()
	lines := bufio.NewReaderSize(src, 1<<16)
	var part report.Summary
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return ofFile(name, err)
		}
		if len(bytes.TrimSpace(line)) == 0 && err == io.EOF {
			break
		}
		var r partLine
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("%s:%d: is not a line of verify --part --format json, or was cut short", report.Name(name), number)
		}
		if r.Name == "" {
			t.game(&part, &r)
			continue
		}
		if err := t.end(&part, &r.Part); err != nil {
			return ofFile(name, err)
		}
		part = report.Summary{}
	}
	if part.Games > 0 || len(t.done) == 0 {
		return ofFile(name, errors.New("has no last line of a part: the part was cut short, or is none"))
	}
	return nil
}

// game adds a game to a part, and reports it if its moves were recorded before.
func (t *total) game(part *report.Summary, r *partLine) {
	part.CountVerdict(r.Verdict)
	for _, f := range r.Findings {
		part.CountFinding(f.Severity)
	}
	part.Omitted += r.Omitted
	t.faulty = t.faulty || r.Omitted > 0 && !r.Verdict.OK()
	var moves notation.Moves
	if n, err := hex.Decode(moves[:], []byte(r.Moves)); err != nil || n != len(moves) {
		return
	}
	if first := t.played.before(moves, r.File, r.Line); first != "" {
		part.Notes++
		fmt.Fprintf(t.out, "%s:%d:1: %s: %s%s [%s]\n", report.Name(r.File), r.Line, verify.SeverityNote, sameMoves, report.OneLine(first), "duplicate")
	}
}

// end adds a part that has been read to its last line.
func (t *total) end(part *report.Summary, last *report.Part) error {
	var k, n int
	if _, err := fmt.Sscanf(last.Name, "%d/%d", &k, &n); err != nil || k < 1 || k > n {
		return fmt.Errorf("%q is not the name of a part", last.Name)
	}
	switch {
	case last.Interrupted:
		return fmt.Errorf("part %s was interrupted", last.Name)
	case last.Games != part.Games || last.Errors != part.Errors:
		return fmt.Errorf("part %s has %d games and %d errors, but its last line says %d and %d", last.Name, part.Games, part.Errors, last.Games, last.Errors)
	case t.n != 0 && (n != t.n || last.Bytes != t.bytes):
		return fmt.Errorf("part %s is of %d bytes, and the parts before are of %d in %d parts: they are not parts of the same archive", last.Name, last.Bytes, t.bytes, t.n)
	case t.done[k]:
		return fmt.Errorf("part %s is given twice", last.Name)
	}
	t.n, t.bytes, t.done[k] = n, last.Bytes, true
	part.Files, part.Unread = last.Files, last.Unread
	t.summary.Add(part)
	return nil
}

// complete returns an error that names the parts that are missing, if any are.
func (t *total) complete() error {
	var missing []string
	for k := 1; k <= t.n; k++ {
		if !t.done[k] {
			missing = append(missing, fmt.Sprintf("%d/%d", k, t.n))
		}
	}
	if missing == nil {
		return nil
	}
	const most = 20
	if more := len(missing) - most; more > 0 {
		missing = append(slices.Clip(missing[:most]), fmt.Sprintf("and %d more", more))
	}
	return errors.New("missing: part " + strings.Join(missing, ", "))
}
