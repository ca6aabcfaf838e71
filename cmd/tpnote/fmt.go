package main

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"tpnote/verify"
)

type fmtCmd struct {
	List  bool     `short:"l" help:"List the files whose form is not the canonical one."`
	Diff  bool     `short:"d" help:"Print what would change, as a unified diff."`
	Write bool     `short:"w" help:"Write the result into the files."`
	Paths []string `arg:"" name:"path" help:"Logs, or folders of logs (*.log, *.tpn); - is standard input."`
}

// Help is the text below the flags.
func (fmtCmd) Help() string {
	return strings.TrimSpace(`
Gives logs their one canonical form: spaces by their canonical names, one blank
between words, two before a comment at the end of a line, tags in order. It never
changes what a log says. Malformed lines stay as they are.

Without -l, -d and -w the result is printed. With -l or -d the exit status is 1 if
a log is not in its canonical form.

Example:
  tpnote fmt -w logs/
  tpnote fmt -l -d game.log
  tpnote fmt - <game.log`)
}

// Run formats.
func (c *fmtCmd) Run(s *streams) error {
	r, err := verify.NewReplayer(verify.Options{})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(s.out)
	defer out.Flush()
	differs, failed := false, false
	for name, err := range s.logs(c.Paths) {
		changed := false
		if err == nil {
			changed, err = c.format(r, s, out, name)
		}
		differs = differs || changed
		if err != nil {
			out.Flush()
			s.complainOf(name, err)
			failed = true
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	switch {
	case failed:
		return errFailed
	case differs && (c.List || c.Diff):
		return errFound
	}
	return nil
}

// format does one log, and says whether its form changes.
func (c *fmtCmd) format(r *verify.Replayer, s *streams, out *bufio.Writer, name string) (changed bool, err error) {
	if c.Write {
		if err := rewritable(name); err != nil {
			return false, err
		}
	}
	dir := verify.Folder(name)
	log, err := s.open(name, nil)
	if err != nil {
		return false, err
	}
	defer log.Close()
	src, err := readWhole(log)
	if err != nil {
		return false, err
	}
	formatted := r.Format(src, dir)
	changed = !bytes.Equal(src, formatted)
	if c.List && changed {
		fmt.Fprintln(out, name)
	}
	if c.Diff && changed {
		out.WriteString(udiff.Unified(name+".orig", name, string(src), string(formatted)))
	}
	if c.Write && changed {
		return changed, replace(name, formatted)
	}
	if !c.List && !c.Diff && !c.Write {
		_, err = out.Write(formatted)
	}
	return changed, err
}
