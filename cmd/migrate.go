package cmd

import (
	"fmt"
	"path/filepath"

	"tpnote/verify"
	"tpnote/verify/regress"
	"tpnote/verify/report"
)

type migrateCmd struct {
	Variants []string `required:"" help:"The rules that the games were made under, and the rules that replace them: built-in names or YAML files." placeholder:"OLD,NEW"`
	Accept   bool     `help:"Write all that is proposed into the files." xor:"write"`
	Ask      bool     `help:"Ask for each game, and write what is taken." xor:"write"`
	Keep     bool     `help:"Keep the records as they are: pin what would be repaired."`
	Diff     bool     `short:"d" help:"Print what would change in each game."`
	Paths    []string `arg:"" name:"path" help:"Logs, folders with *.log and *.tpn, or - for standard input."`
}

// migrating is a run of migrate.
type migrating struct {
	*migrateCmd
	*streams
	migration *regress.Migration
	fates     regress.Fates
	asker     *asker
}

// Run moves the games file by file.
func (c *migrateCmd) Run(s *streams) error {
	a, b, err := s.openVariants(c.Variants, nil)
	if err != nil {
		return err
	}
	m := &migrating{migrateCmd: c, streams: s, asker: s.asker()}
	if m.migration, err = regress.NewMigration(s.games, a, b, c.pin(s)); err != nil {
		return err
	}
	m.migration.Keep = c.Keep
	if c.Accept {
		s.awaitWriting()
	}
	if !c.Ask {
		s.line.begin(c.Paths, true)
	}
	err = s.eachLog(logs(c.Paths), m.file)
	s.line.stop()
	if err != nil {
		return err
	}
	report.NewText(s.out, s.colour).Fates(m.migration, &m.fates)
	return nil
}

// pin finds what a Variant tag names the old rules by: a built-in name, or the path of their
// file from the folder of the log.
func (c *migrateCmd) pin(s *streams) func(dir string) (string, error) {
	old := c.Variants[0]
	if s.games.Library().IsBuiltin(old) {
		return func(string) (string, error) { return old, nil }
	}
	return func(dir string) (string, error) {
		from, err := filepath.Abs(dir)
		if err != nil {
			return "", err
		}
		to, err := filepath.Abs(old)
		if err != nil {
			return "", err
		}
		path, err := filepath.Rel(from, to)
		return filepath.ToSlash(path), err
	}
}

// file moves the games of a file.
func (m *migrating) file(log entry) error {
	var moves []*regress.Moved
	err := m.rewriteGames(log.name, m.Accept || m.Ask, func(game string, number, line int) (string, error) {
		moved, err := m.migration.Game(log.name, verify.Folder(log.name), number, line, game)
		if err != nil {
			return game, err
		}
		if moved.Fate != regress.Unchanged {
			if m.takes(moved, game, line) {
				game = moved.Text
			} else {
				m.found = true
			}
		}
		moved.Text = ""
		moves = append(moves, moved)
		return game, nil
	})
	if err != nil {
		return err
	}
	for _, moved := range moves {
		m.fates.Add(moved)
	}
	return nil
}

// takes reports whether a proposal is taken, and shows it where that is wanted. line is the
// number of the first line of what it was.
func (m *migrating) takes(g *regress.Moved, was string, line int) bool {
	asks := m.Ask && !m.asker.ended
	if m.Diff || asks {
		fmt.Fprintf(m.out, "%s:%d: game %d: %s: %s\n", report.Name(g.File), g.Line, g.Number, g.Fate, g.Why)
		showDiff(m.out, was, g.Text, line)
	}
	return m.Accept || asks && m.asker.take(1) == 0
}
