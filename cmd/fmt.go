package cmd

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/report"
)

type fmtCmd struct {
	List  bool `short:"l" help:"List the files whose form is not the canonical one."`
	Diff  bool `short:"d" help:"Print what would change, as a unified diff."`
	Write bool `short:"w" help:"Write the result into the files."`
	partFlag
	Paths []string `arg:"" name:"path" help:"Logs, or folders of logs (*.log, *.tpn); - is standard input."`
}

// Run formats the files one after the other.
func (c *fmtCmd) Run(s *streams) error {
	if c.Part != "" && (!c.List || c.Diff || c.Write) {
		return errors.New("--part goes with --list alone")
	}
	inputs, err := c.partFlag.of(c.Paths)
	if err != nil {
		return err
	}
	r, err := verify.NewReader(verify.Options{Games: s.games})
	if err != nil {
		return err
	}
	ctx := context.Background()
	if c.Write {
		ctx = s.awaitWriting()
	}
	if c.List || c.Diff || c.Write || s.terminal == nil { // it is not seen otherwise
		stop := s.watch(c.Paths, false)
		defer stop()
	}
	out := bufio.NewWriter(s.out)
	differs, malformed := false, false
	failed, err := s.eachLog(ctx, inputs, out, func(log entry) error {
		changed, err := c.format(ctx, r, s, out, log)
		differs = differs || changed
		if err == nil && c.Write {
			var bad bool
			bad, err = sayMalformed(ctx, s, r, log.name)
			malformed = malformed || bad
		}
		return err
	})
	return cmp.Or(err, outcome(failed, malformed || differs && (c.List || c.Diff)))
}

// format formats one log, piece by piece, and reports whether it changes.
func (c *fmtCmd) format(ctx context.Context, r *verify.Reader, s *streams, out *bufio.Writer, entry entry) (changed bool, err error) {
	name := entry.name
	if c.Write {
		if err := rewritable(name); err != nil {
			return false, err
		}
	}
	rewrite := newRewriting(name)
	defer rewrite.drop()
	log, err := s.open(name, s.progress)
	if err != nil {
		return false, err
	}
	defer log.Close()
	shown, print := name, func(text []byte) { out.Write(text) }
	if s.terminal != nil {
		shown, print = report.Name(name), func(text []byte) { out.WriteString(report.Escape(string(text))) }
	}
	diff := &lineDiff{name: shown, print: print}
	var src io.Reader = log
	if entry.to > 0 {
		src = notation.Section(log, entry.from, entry.to)
	}
	err = r.Format(src, verify.Folder(name), func(text, form []byte) error {
		changes := !bytes.Equal(text, form)
		if changes && !changed && c.List {
			fmt.Fprintln(out, shown)
		}
		changed = changed || changes
		if c.Diff {
			if err := diff.add(text, form); err != nil {
				return err
			}
		}
		if c.Write {
			rewrite.add(form, changes)
		}
		if !c.List && !c.Diff && !c.Write {
			print(form)
		}
		if ctx.Err() != nil {
			return errors.New("interrupted; the file is unchanged")
		}
		return unwritten(out)
	})
	if err == nil && c.Diff {
		diff.end()
	}
	if err == nil && c.Write {
		err = s.commit(rewrite)
	}
	return changed, cmp.Or(err, unwritten(out))
}

// sayMalformed reports whether games of a log are malformed, and names them on standard
// error: their malformed lines have no canonical form.
func sayMalformed(ctx context.Context, s *streams, r *verify.Reader, name string) (found bool, err error) {
	log, err := s.open(name, nil)
	if err != nil {
		return false, err
	}
	defer log.Close()
	count, first := 0, 0
	_, err = r.File(name, verify.Folder(name), log, func(g *verify.Summary) error {
		if g.Verdict() == verify.Malformed {
			count++
			first = cmp.Or(first, g.Line)
		}
		if ctx.Err() != nil {
			return errors.New("interrupted after formatting")
		}
		return nil
	})
	switch {
	case err != nil:
		return false, err
	case count == 1:
		s.complain(fmt.Sprintf("%s: the game at line %d is malformed; its malformed lines are unchanged", report.Name(name), first))
	case count > 1:
		s.complain(fmt.Sprintf("%s: %d games are malformed, the first at line %d; their malformed lines are unchanged", report.Name(name), count, first))
	}
	return count > 0, nil
}

// unwritten returns the error of a writer that has failed.
func unwritten(out *bufio.Writer) error {
	_, err := out.Write(nil)
	return err
}
