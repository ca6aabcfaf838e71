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
	"tpnote/verify/archive"
	"tpnote/verify/report"
)

type totalCmd struct {
	Strict bool     `help:"Treat warnings as errors."`
	Files  []string `arg:"" name:"file" help:"What verify --part K/N --format json has printed, a file for each part or several parts in one; - is standard input."`

	archive report.Archive
	summary report.Summary
	played  played
	part    archive.Part   // the last one
	done    map[int64]bool // the parts

	games, errors int // of the parts that are done
}

// Run adds up the parts.
func (c *totalCmd) Run(s *streams) error {
	c.archive, c.played, c.done = report.NewArchive("text", s.out, false), played{}, map[int64]bool{}
	for _, name := range c.Files {
		if err := c.file(s, name); err != nil {
			return err
		}
	}
	if err := c.complete(); err != nil {
		return err
	}
	c.archive.End(&c.summary)
	s.failed, s.found = c.summary.Unread > 0, c.summary.Faulty(c.Strict)
	return nil
}

// file reads the parts in a file. Each line is a game, or the last line of a part.
func (c *totalCmd) file(s *streams, name string) error {
	err := s.lines(name, func(line []byte) error {
		var r struct {
			gameRead
			report.Part
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return errors.New("is not a line of verify --part --format json, or was cut short")
		}
		if r.Name == "" {
			c.game(&r.gameRead)
			return nil
		}
		return c.end(&r.Part)
	})
	if err == nil && (c.summary.Games > c.games || len(c.done) == 0) {
		return ofFile(name, errors.New("has no last line of a part: the part was cut short, or is none"))
	}
	return err
}

// game adds a game, and reports it if its moves were recorded before.
func (c *totalCmd) game(g *gameRead) {
	var moves notation.Moves
	if n, err := hex.Decode(moves[:], []byte(g.Moves)); err != nil || n != len(moves) {
		moves = notation.Moves{} // of an unknown game
	}
	again := c.played.duplicate(moves, g.File, g.Line)
	c.summary.Count(g.File, g.Verdict, append(again, g.Findings...), g.Omitted)
	c.archive.Game(&verify.Summary{File: g.File, Findings: again})
}

// end ends a part at its last line.
func (c *totalCmd) end(last *report.Part) error {
	games, errors := c.summary.Games-c.games, c.summary.Errors-c.errors
	part, ok := archive.ParsePart(last.Name)
	part.Bytes = last.Bytes
	if !ok {
		return fmt.Errorf("%q is not the name of a part", last.Name)
	}
	switch {
	case last.Interrupted:
		return fmt.Errorf("part %s was interrupted", last.Name)
	case last.Games != games || last.Errors != errors:
		return fmt.Errorf("part %s has %d games and %d errors, but its last line says %d and %d", last.Name, games, errors, last.Games, last.Errors)
	case c.part.N != 0 && (part.N != c.part.N || part.Bytes != c.part.Bytes):
		return fmt.Errorf("part %s is of %d bytes, and the parts before are of %d in %d parts: they are not parts of the same archive", last.Name, part.Bytes, c.part.Bytes, c.part.N)
	case c.done[part.K]:
		return fmt.Errorf("part %s is given twice", last.Name)
	}
	c.part, c.done[part.K] = part, true
	c.games, c.errors = c.summary.Games, c.summary.Errors
	c.summary.Files += last.Files
	c.summary.Unread += last.Unread
	return nil
}

// complete returns an error that names the parts that are missing, if any are.
func (c *totalCmd) complete() error {
	var missing []string
	for k := int64(1); k <= c.part.N; k++ {
		if !c.done[k] {
			missing = append(missing, fmt.Sprintf("%d/%d", k, c.part.N))
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
