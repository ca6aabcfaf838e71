package cmd

import (
	"cmp"
	"fmt"

	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/regress"
	"tpnote/verify/report"
)

type lockCmd struct {
	rulesFlags
	inputs
	Check  string   `help:"Hold the games against this lock, and say what has changed." xor:"check" placeholder:"FILE"`
	Output string   `short:"o" help:"Write to this file." xor:"check" placeholder:"FILE"`
	Paths  []string `arg:"" name:"path" help:"Logs, folders with *.log and *.tpn, or - for standard input."`
}

// Run locks the games, or holds them against a lock.
func (c *lockCmd) Run(s *streams) error {
	var old *regress.Lock
	if c.Check != "" {
		var err error
		if old, err = readFile(s, c.Check, regress.ReadLock); err != nil {
			return err
		}
	}
	if err := cmp.Or(misuse(c.Part != "" && c.Check == "", "--part goes with --check"), c.take(c.Paths)); err != nil {
		return err
	}
	lock, ends := regress.NewLock(), map[string]int{}
	game := func(g *verify.Summary) error {
		lock.Add(g)
		s.judged.Add(1)
		return nil
	}
	ended := func(log archive.Log, games int, err error) error {
		if err == nil && log.To == 0 {
			ends[log.Name] = games
		}
		return nil
	}
	if err := s.runArchive(&c.inputs, archive.Options{Options: s.options, Game: game, Done: ended}); err != nil {
		return err
	}
	if old != nil {
		return s.checkLock(old, old.Check(lock, c.missing(ends)))
	}
	return s.writeFile(c.Output, []byte(lock.Text()))
}

// missing returns a function that reports whether a locked game that was not found is missing; nil if
// all such games are. The first part reports the games of files that are not among the inputs. The
// part with the end of a file reports the games after its last one: ends has how many games these files have.
func (in *inputs) missing(ends map[string]int) func(file string, number int) bool {
	if in.Part == "" {
		return nil
	}
	listed := map[string]bool{}
	for log := range archive.Logs(in.paths) {
		listed[log.Name] = true
	}
	return func(file string, number int) bool {
		if games, ended := ends[file]; ended {
			return number > games
		}
		return in.part.K == 1 && !listed[file]
	}
}

// checkLock says what has become of the games of a lock.
func (s *streams) checkLock(old *regress.Lock, changes *regress.Changes) error {
	for _, name := range changes.Files() {
		if name == "-" {
			return fmt.Errorf("standard input cannot be read twice, which it takes to say why %d games have changed", len(changes.Changed))
		}
		if err := s.gamesOf(archive.Log{Name: name}, func(g game) error {
			changes.Explain(old, s.reader, s.games, g.file, g.Block)
			return nil
		}); err != nil {
			return ofFile(name, err)
		}
	}
	s.found = len(changes.Changed) > 0 || changes.Missing > 0
	return printed(s, "text", func(t *report.Text) { t.Changes(changes) }, nil)
}
