package cmd

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
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
	t := &total{archive: report.NewArchive("text", s.out, false), played: played{}, done: map[int64]bool{}}
	for _, name := range c.Files {
		if err := t.file(s, name); err != nil {
			return err
		}
	}
	if err := t.complete(); err != nil {
		return err
	}
	t.archive.End(&t.summary)
	s.failed, s.found = t.summary.Unread > 0, t.summary.Faulty(c.Strict)
	return nil
}

// total is the sum of the parts that have been read.
type total struct {
	archive report.Archive
	summary report.Summary
	played  played
	n       int64          // how many parts there are; 0 before the first
	bytes   int64          // of the inputs
	done    map[int64]bool // the parts

	games, errors int // of the parts that are done
}

// file reads the parts in a file. Each line is a game, or the last line of a part.
func (t *total) file(s *streams, name string) error {
	err := s.lines(name, func(line []byte) error {
		var r struct {
			gameRead
			report.Part
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return errors.New("is not a line of verify --part --format json, or was cut short")
		}
		if r.Name == "" {
			t.game(&r.gameRead)
			return nil
		}
		return t.end(&r.Part)
	})
	if err == nil && (t.summary.Games > t.games || len(t.done) == 0) {
		return ofFile(name, errors.New("has no last line of a part: the part was cut short, or is none"))
	}
	return err
}

// game adds a game, and reports it if its moves were recorded before.
func (t *total) game(g *gameRead) {
	var moves notation.Moves
	if n, err := hex.Decode(moves[:], []byte(g.Moves)); err != nil || n != len(moves) {
		moves = notation.Moves{} // of an unknown game
	}
	again := t.played.duplicate(moves, g.File, g.Line)
	t.summary.Count(g.File, g.Verdict, append(again, g.Findings...), g.Omitted)
	t.archive.Game(&verify.Summary{File: g.File, Findings: again})
}

// end ends a part at its last line.
func (t *total) end(last *report.Part) error {
	games, errors := t.summary.Games-t.games, t.summary.Errors-t.errors
	k, n, ok := cutPart(last.Name)
	if !ok {
		return fmt.Errorf("%q is not the name of a part", last.Name)
	}
	switch {
	case last.Interrupted:
		return fmt.Errorf("part %s was interrupted", last.Name)
	case last.Games != games || last.Errors != errors:
		return fmt.Errorf("part %s has %d games and %d errors, but its last line says %d and %d", last.Name, games, errors, last.Games, last.Errors)
	case t.n != 0 && (n != t.n || last.Bytes != t.bytes):
		return fmt.Errorf("part %s is of %d bytes, and the parts before are of %d in %d parts: they are not parts of the same archive", last.Name, last.Bytes, t.bytes, t.n)
	case t.done[k]:
		return fmt.Errorf("part %s is given twice", last.Name)
	}
	t.n, t.bytes, t.done[k] = n, last.Bytes, true
	t.games, t.errors = t.summary.Games, t.summary.Errors
	t.summary.Files += last.Files
	t.summary.Unread += last.Unread
	return nil
}

// complete returns an error that names the parts that are missing, if any are.
func (t *total) complete() error {
	var missing []string
	for k := int64(1); k <= t.n; k++ {
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
