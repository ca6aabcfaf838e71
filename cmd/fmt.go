package cmd

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/report"
)

type fmtCmd struct {
	List  bool `short:"l" help:"List the files whose form is not the canonical one."`
	Diff  bool `short:"d" help:"Print what would change, as a unified diff."`
	Write bool `short:"w" help:"Write the result into the files."`
	inputs
	Paths []string `arg:"" name:"path" help:"Logs, or folders of logs (*.log, *.tpn); - is standard input."`
}

// Run formats the files one after the other.
func (c *fmtCmd) Run(s *streams) error {
	if err := cmp.Or(misuse(c.Part != "" && (!c.List || c.Diff || c.Write), "--part goes with --list alone"), c.take(c.Paths)); err != nil {
		return err
	}
	if c.List || c.Diff || c.Write || s.terminal == nil { // it is not seen otherwise
		defer s.line.begin(c.Paths)()
	}
	return s.eachLog(c.part.Logs(c.paths), func(log archive.Log) error {
		err := c.format(s, log)
		if err == nil && c.Write {
			err = sayMalformed(s, log)
		}
		return err
	})
}

// format formats one log, piece by piece.
func (c *fmtCmd) format(s *streams, log archive.Log) error {
	name := log.Name
	shown := name
	if s.terminal != nil {
		shown = report.Name(name)
	}
	print := func(text []byte) { s.out.WriteString(s.shown(text)) }
	diff := &lineDiff{name: shown, print: print}
	changed := false
	return s.rewrite(log, c.Write, func(text io.Reader, add adder) error {
		games := notation.Section(notation.Whole(text), log.From, log.To)
		err := s.reader.Format(games, verify.Folder(name), func(text, form []byte) error {
			changes := !bytes.Equal(text, form)
			if changes && !changed && c.List {
				fmt.Fprintln(s.out, shown)
			}
			changed = changed || changes
			s.found = s.found || changes && (c.List || c.Diff)
			err := add(form, changes)
			switch {
			case c.Diff:
				diff.add(text, form)
			case !c.List && !c.Write:
				print(form)
			}
			return cmp.Or(err, unwritten(s.out))
		})
		if err == nil && c.Diff {
			diff.end()
		}
		return err
	})
}

// sayMalformed names the malformed games of a log on standard error: their malformed lines have no canonical form.
func sayMalformed(s *streams, log archive.Log) error {
	count, first := 0, 0
	err := s.gamesOf(log, func(game game) error {
		g, err := game.sum(s.reader)
		if err == nil && g.Verdict() == verify.Malformed {
			count++
			first = cmp.Or(first, g.Line)
		}
		if s.stopped() {
			return errors.New("interrupted after formatting")
		}
		return err
	})
	switch {
	case err == errNoGame:
		return nil
	case err != nil || count == 0:
		return err
	case count == 1:
		s.remark(log.Name, fmt.Sprintf("the game at line %d is malformed; its malformed lines are unchanged", first))
	default:
		s.remark(log.Name, fmt.Sprintf("%d games are malformed, the first at line %d; their malformed lines are unchanged", count, first))
	}
	s.found = true
	return nil
}
