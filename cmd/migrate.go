package cmd

import (
	"fmt"

	"tpnote/verify"
	"tpnote/verify/archive"
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

	*streams  `kong:"-"`
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
	c.streams, c.asker = s, s.asker()
	if c.migration, err = regress.NewMigration(s.games, a, b, c.pin); err != nil {
		return err
	}
	c.migration.Keep = c.Keep
	if !c.Ask {
		defer s.line.begin(c.Paths)()
	}
	if err := s.eachLog(archive.Logs(c.Paths), c.file); err != nil {
		return err
	}
	report.NewText(s.out, s.colour).Fates(c.migration, &c.fates)
	return nil
}

// pin finds the name of the old rules for a Variant tag: a built-in one, or a path from the folder of the log.
func (c *migrateCmd) pin(dir string) (path string, err error) {
	old := c.Variants[0]
	if c.games.Library().IsBuiltin(old) {
		return old, nil
	}
	return pathFrom(dir, old)
}

// file moves the games of a file.
func (c *migrateCmd) file(log archive.Log) error {
	var moves []*regress.Moved
	err := c.rewriteGames(log, c.Accept || c.Ask, func(g game, text string) (string, error) {
		moved, err := c.migration.Game(g.file, verify.Folder(g.file), g.Number, g.Line, text)
		if err != nil {
			return text, err
		}
		if moved.Fate != regress.Unchanged {
			if c.takes(moved, text, g.Line) {
				text = moved.Text
			} else {
				c.found = true
			}
		}
		moved.Text = ""
		moves = append(moves, moved)
		return text, nil
	})
	if err != nil {
		return err
	}
	for _, moved := range moves {
		c.fates.Add(moved)
	}
	return nil
}

// takes reports whether a proposal is taken, and shows it where that is wanted. line is the number of its first line.
func (c *migrateCmd) takes(g *regress.Moved, was string, line int) bool {
	asks := c.Ask && !c.asker.ended
	if c.Diff || asks {
		fmt.Fprintf(c.out, "%s:%d: game %d: %s: %s\n", report.Name(g.File), g.Line, g.Number, g.Fate, g.Why)
		showDiff(c.out, was, g.Text, line)
	}
	return c.Accept || asks && c.asker.take(1) == 0
}
