package cmd

import (
	"bufio"
	"cmp"
	"io"
	"math"
	"os"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/odds"
	"tpnote/verify/regress"
	"tpnote/verify/report"
)

type compareCmd struct {
	Variants []string `required:"" help:"The two variants: built-in names or YAML files." placeholder:"A,B"`
	Set      []string `help:"Give a rule point another value, under both variants; may be repeated." placeholder:"RULE-POINT=VALUE" sep:"none"`

	NoRulings   bool `help:"Judge as if no ruling stood in the log."`
	NoSideLines bool `help:"Pass over side lines, what might have been."`

	Luck bool `help:"Say how much of the games is luck under each of the variants, which takes longer."`
	rightFlag

	Only   string   `help:"Compare only logs that name this variant, or that it judges because they name none." placeholder:"VARIANT"`
	Format string   `help:"How to print: ${enum}." enum:"text,json" default:"text"`
	Quiet  bool     `short:"q" help:"Print the summary only."`
	Paths  []string `arg:"" name:"path" help:"Logs, folders with *.log and *.tpn, or - for standard input."`

	*streams   `kong:"-"`
	comparison *regress.Comparison
	stats      []*report.Stats // of luck, under both variants; nil if it is not wanted
	kept       *bufio.Writer   // the games that change, as text: in a file, since there may be any number
}

// Run compares the logs. As text, it prints the games that change after the summary.
func (c *compareCmd) Run(s *streams) error {
	a, b, err := s.openVariants(c.Variants, c.Set)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp("", "tpnote")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	c.streams, c.kept = s, bufio.NewWriter(file)
	options := verify.Options{Games: s.games, NoRulings: c.NoRulings, NoSideLines: c.NoSideLines}
	if c.comparison, err = regress.NewComparison(options, a, b); err != nil {
		return err
	}
	if c.Luck {
		c.stats = []*report.Stats{report.NewStats(a.Name), report.NewStats(b.Name)}
	}
	err = s.runArchive(&inputs{paths: c.Paths}, archive.Options{Look: c.look, Done: func(archive.Log, int, error) error { return nil }})
	if err := cmp.Or(err, c.kept.Flush()); err != nil {
		return err
	}
	s.found = c.comparison.Changed > 0
	err = printed(s, c.Format, func(t *report.Text) {
		t.Comparison(c.comparison)
		if c.comparison.Games > 0 && c.Luck {
			t.LuckCompared(c.stats)
		}
	}, func() any { return report.ComparisonJSON(c.comparison, c.stats) })
	if err == nil {
		_, err = io.Copy(s.out, io.NewSectionReader(file, 0, math.MaxInt64))
	}
	return err
}

// look returns a Look that compares games.
func (c *compareCmd) look() (archive.Look, error) {
	own, err := c.comparison.Fork()
	if err != nil {
		return nil, err
	}
	meter := odds.Meter{}
	return func(name string, block notation.Block) func() error {
		variant := own.Names(block)
		if c.Only != "" && variant != c.Only {
			return func() error { return nil }
		}
		p, err := own.Part(name, verify.Folder(name), block)
		if p != nil && c.Format == "json" {
			p.A.Describe(block)
		}
		var measured [2]*odds.Luck
		for i := range c.stats {
			if err == nil {
				measured[i], err = c.luckOf(own.Sides[i], meter, game{name, block})
			}
		}
		return func() error {
			c.judged.Add(1)
			for i, stats := range c.stats {
				stats.AddLuck(measured[i])
			}
			if err := c.comparison.Count(variant, p, err); err != nil || p == nil {
				return err
			}
			return c.changes(p)
		}
	}, nil
}

// changes prints a game that changes.
func (c *compareCmd) changes(p *regress.Parting) error {
	switch {
	case c.Format == "json":
		return report.Line(c.out, report.PartingJSON(p))
	case !c.Quiet:
		report.NewText(c.kept, c.colour).Parting(p)
	}
	return unwritten(c.kept)
}
