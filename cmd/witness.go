package cmd

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"tpnote/rules/variant"
	"tpnote/verify/regress"
	"tpnote/verify/report"
)

type witnessCmd struct {
	Point  string   `help:"Only for this rule point." placeholder:"RULE-POINT"`
	Within int      `help:"How many actions the log may have, at most." default:"6" placeholder:"N"`
	Tries  int      `help:"How many actions to try for each rule point, at most, in thousands." default:"500" placeholder:"N"`
	From   []string `help:"A log whose positions are to be looked at too; may be repeated." placeholder:"FILE" sep:"none"`
	A      string   `arg:"" help:"A built-in name or a YAML file."`
	B      string   `arg:"" optional:"" help:"Another one; without it, every other value of each rule point of A."`
}

// Help is the text below the flags.
func (witnessCmd) Help() string {
	return strings.TrimSpace(`
Searches for the shortest log that is legal under one variant and not under the
other, or ends otherwise: one for each rule point that A and B differ in, with its
value in A changed to that of B and all else as in A. Each is made as small as
"tpnote reduce" can, and is a test: its "; want" comments say what A finds. The
Event tag names the rule point and the other value.

The search begins at the starts of games, at every position in the logs of the
specification, and at those of --from. Where nothing is found, a comment says how
far it went.

Exit status: 0 if there is a log for each rule point, 1 if one is missing, 2 if the
command could not do its work.

Example:
  tpnote witness genus-iii master-1981
  tpnote witness --point hub-entry --within 3 genus-iii heisey-mania.yaml
  tpnote witness trouble-official > testdata/witness/trouble-official.log`)
}

// Run searches for the witnesses and prints them.
func (c *witnessCmd) Run(s *streams) error {
	if c.Within < 1 || c.Tries < 1 {
		return errors.New("--within and --tries take a number from 1 on")
	}
	a, err := s.openVariant(c.A, nil)
	if err != nil {
		return err
	}
	if c.Point != "" && !a.Has(c.Point) {
		return fmt.Errorf("%s has no rule point %s; tpnote variants show %s lists them", a.Name, c.Point, a.Name)
	}
	var from []string
	for _, name := range c.From {
		text, err := s.whole(name)
		if err != nil {
			return ofFile(name, err)
		}
		from = append(from, string(text))
	}
	search := regress.NewWitnesses(s.games, regress.SearchBounds{Actions: c.Within, Tries: 1000 * c.Tries}, from...)
	missing := false
	print := func(w *regress.Witness) error {
		missing = missing || w.Log == ""
		_, err := io.WriteString(s.out, report.Escape(string(regress.Suite([]*regress.Witness{w}))))
		return err
	}
	if c.B == "" {
		for _, p := range a.Family.Points {
			if c.Point != "" && c.Point != p.Name {
				continue
			}
			if err := search.Others(a, p.Name, print); err != nil {
				return err
			}
		}
	} else if err := c.between(s, search, a, print); err != nil {
		return err
	}
	if missing {
		return errFound
	}
	return nil
}

// between searches between two variants.
func (c *witnessCmd) between(s *streams, search *regress.Witnesses, a *variant.Variant, print func(*regress.Witness) error) error {
	b, err := s.openVariant(c.B, nil)
	if err != nil {
		return err
	}
	if c.Point != "" {
		b = a.Mix(b, []string{c.Point})
	}
	return search.Between(a, b, print)
}

// whole reads a log that is held in memory as a whole.
func (s *streams) whole(name string) ([]byte, error) {
	src, err := s.open(name, nil)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	return readWhole(src)
}
