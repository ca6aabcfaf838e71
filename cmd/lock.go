package cmd

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/regress"
	"tpnote/verify/report"
)

type lockCmd struct {
	rulesFlags
	Check  string   `help:"Hold the games against this lock, and say what has changed." placeholder:"FILE"`
	Output string   `short:"o" help:"Write to this file." placeholder:"FILE"`
	Paths  []string `arg:"" name:"path" help:"Logs, folders with *.log and *.tpn, or - for standard input."`
}

// locking is the sink of a run of lock.
type locking struct {
	reading
	lock *regress.Lock
}

// Game takes what a game came to.
func (l *locking) Game(g *verify.Summary) error {
	l.lock.Add(g)
	return nil
}

// Run locks the games, or holds them against a lock.
func (c *lockCmd) Run(s *streams) error {
	options := verify.Options{Games: s.games, Variant: c.Variant, Set: c.Set}
	reader, err := verify.NewReader(options)
	if err != nil {
		return err
	}
	if c.Check != "" && c.Output != "" {
		return errors.New("--check does not go with --output")
	}
	var old *regress.Lock
	if c.Check != "" {
		text, err := s.whole(c.Check)
		if err == nil {
			old, err = regress.ReadLock(bytes.NewReader(text))
		}
		if err != nil {
			return ofFile(c.Check, err)
		}
	}
	l := &locking{reading: reading{streams: s}, lock: regress.NewLock()}
	ctx, stop := interruptible()
	defer stop()
	unwatch := s.watch(c.Paths, false)
	o := archive.Options{Options: options, Positions: true, AnyRules: true}
	_, err = archive.Run(ctx, o, l.sources(c.Paths), l)
	unwatch()
	if err != nil {
		return interrupted(err)
	}
	switch {
	case old != nil:
		err = c.check(s, old, l.lock, reader)
	case c.Output != "" && c.Output != "-":
		err = writeFile(c.Output, []byte(l.lock.Text()))
	default:
		_, err = io.WriteString(s.out, l.lock.Text())
	}
	if (err == nil || errors.Is(err, errFound)) && l.failed {
		return errFailed
	}
	return err
}

// check says what has become of the games of a lock.
func (c *lockCmd) check(s *streams, old, now *regress.Lock, reader *verify.Reader) error {
	changes := old.Check(now)
	if err := changes.Explain(old, reader, s.games, func(name string) (io.ReadCloser, error) {
		if name == "-" {
			return nil, fmt.Errorf("standard input cannot be read twice, which it takes to say why %d games have changed", len(changes.Changed))
		}
		return s.open(name, nil)
	}); err != nil {
		return err
	}
	err := printed(s, "text", func(t *report.Text) { t.Changes(changes) }, nil)
	return cmp.Or(err, outcome(false, len(changes.Changed) > 0 || changes.Missing > 0))
}
