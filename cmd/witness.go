package cmd

import (
	"errors"
	"fmt"
	"io"

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
			return err
		}
		from = append(from, string(text))
	}
	search := regress.NewWitnesses(s.games, regress.SearchBounds{Actions: c.Within, Tries: 1000 * c.Tries}, from...)
	print := func(w *regress.Witness) error {
		s.found = s.found || w.Log == ""
		_, err := io.WriteString(s.out, report.Escape(string(regress.Suite([]*regress.Witness{w}))))
		return err
	}
	if c.B != "" {
		var b *variant.Variant
		if b, err = s.openVariant(c.B, nil); err != nil {
			return err
		}
		if c.Point != "" && a.Game == b.Game { // Between reports another game
			b = a.Mix(b, []string{c.Point})
		}
		err = search.Between(a, b, print)
	} else {
		for _, p := range a.Family.Points {
			if err == nil && (c.Point == "" || c.Point == p.Name) {
				err = search.Others(a, p.Name, print)
			}
		}
	}
	if err == nil {
		_, err = io.WriteString(s.out, search.RefusedValues())
	}
	return err
}
