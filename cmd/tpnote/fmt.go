package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/google/renameio/v2/maybe"

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
	for _, path := range c.Paths {
		err := eachLog(path, func(name string) error {
			changed, err := c.format(r, s, out, name)
			differs = differs || changed
			if err != nil {
				out.Flush()
				fmt.Fprintf(s.err, "tpnote: %s: %s\n", name, reason(err))
				failed = true
			}
			return nil
		})
		if err != nil {
			out.Flush()
			fmt.Fprintf(s.err, "tpnote: %s: %s\n", path, reason(err))
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

// eachLog calls do with a file's path, or with those of all logs in a folder.
func eachLog(path string, do func(string) error) error {
	info, err := os.Stat(path)
	if path == "-" || err == nil && !info.IsDir() {
		return do(path)
	}
	if err != nil {
		return err
	}
	return filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".log" && filepath.Ext(name) != ".tpn" {
			return err
		}
		return do(name)
	})
}

// format does one log, and says whether its form changes.
func (c *fmtCmd) format(r *verify.Replayer, s *streams, out *bufio.Writer, name string) (changed bool, err error) {
	var src []byte
	if name == "-" {
		if c.Write {
			return false, errors.New("standard input cannot be written to; leave -w out")
		}
		src, err = io.ReadAll(s.in)
	} else {
		src, err = os.ReadFile(name)
	}
	if err != nil {
		return false, err
	}
	formatted := r.Format(src, verify.Folder(name))
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

// replace gives a file new content, all of it or none, and keeps its mode. A link stays a
// link.
func replace(name string, content []byte) error {
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	if err := maybe.WriteFile(target, content, info.Mode().Perm()); err != nil {
		return err
	}
	return os.Chmod(target, info.Mode()) // the umask may have taken something from it
}
