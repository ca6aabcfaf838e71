package cmd

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"tpnote/verify"
	"tpnote/verify/report"
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

Without -l, -d and -w the result is printed, byte for byte, control characters too.
With -l or -d the exit status is 1 if a log is not in its canonical form.

Example:
  tpnote fmt -w logs/
  tpnote fmt -l -d game.log
  tpnote fmt - <game.log`)
}

// Run formats.
func (c *fmtCmd) Run(s *streams) error {
	r, err := verify.NewReader(verify.Options{Games: s.games})
	if err != nil {
		return err
	}
	ctx := context.Background()
	if c.Write {
		var stop func()
		ctx, stop = orderly()
		defer stop()
	}
	out := bufio.NewWriter(s.out)
	differs, failed := false, false
	for name, err := range s.logs(c.Paths) {
		changed := false
		if err == nil {
			changed, err = c.format(ctx, r, s, out, name)
		}
		differs = differs || changed
		if err != nil {
			if flushed := out.Flush(); flushed != nil {
				return flushed
			}
			s.complainOf(name, err)
			failed = true
		}
		if ctx.Err() != nil {
			break
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

// format does one log, piece by piece, and says whether its form changes.
func (c *fmtCmd) format(ctx context.Context, r *verify.Reader, s *streams, out *bufio.Writer, name string) (changed bool, err error) {
	if c.Write {
		if err := rewritable(name); err != nil {
			return false, err
		}
	}
	log, err := s.open(name, nil)
	if err != nil {
		return false, err
	}
	defer log.Close()
	shown := name
	if s.terminal != nil {
		shown = report.Name(name)
	}
	var was, is strings.Builder // for a diff, which takes both sides whole
	rewrite := &rewriting{name: name}
	defer rewrite.drop()
	err = r.Format(log, verify.Folder(name), func(text, form []byte) error {
		changes := !bytes.Equal(text, form)
		if changes && !changed && c.List {
			fmt.Fprintln(out, shown)
		}
		changed = changed || changes
		if c.Diff {
			was.Write(text)
			is.Write(form)
			if was.Len() > maxWhole {
				return errTooLong
			}
		}
		if c.Write {
			rewrite.add(form, changes)
		}
		if !c.List && !c.Diff && !c.Write {
			out.Write(form)
		}
		if ctx.Err() != nil {
			return errors.New("interrupted; it is as it was")
		}
		return unwritten(out)
	})
	if err == nil && c.Diff {
		out.WriteString(udiff.Unified(shown+".orig", shown, was.String(), is.String())) // nothing, where nothing changes
	}
	if err == nil && c.Write {
		if err = rewrite.commit(); err != nil {
			err = errors.New("cannot be written: " + plain(err))
		}
	}
	return changed, cmp.Or(err, unwritten(out))
}

// unwritten is why a writer does not write any more.
func unwritten(out *bufio.Writer) error {
	_, err := out.Write(nil)
	return err
}
