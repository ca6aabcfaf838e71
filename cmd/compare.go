package cmd

import (
	"bufio"
	"cmp"

	"tpnote/notation"
	"tpnote/rules/variant"
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
	NoSideLines bool `help:"Pass over side lines: what might have been played."`

	Luck bool `help:"Say how much of the games is luck under each of the variants, which takes longer."`
	rightFlag

	Format string   `help:"How to print: ${enum}." enum:"text,json" default:"text"`
	Quiet  bool     `short:"q" help:"Print the summary only."`
	Paths  []string `arg:"" name:"path" help:"Logs, folders with *.log and *.tpn, or - for standard input."`
}

// comparing is the sink of a run of compare.
type comparing struct {
	reading
	comparison *regress.Comparison
}

// Game is never called, because the games are not judged.
func (c *comparing) Game(*verify.Summary) error { return nil }

// Run compares the logs.
func (c *compareCmd) Run(s *streams) error {
	a, b, err := s.openVariants(c.Variants, c.Set)
	if err != nil {
		return err
	}
	if _, err := c.share(odds.Answers{}); err != nil {
		return err
	}
	options := verify.Options{Games: s.games, NoRulings: c.NoRulings, NoSideLines: c.NoSideLines}
	comparison, err := regress.NewComparison(options, a, b)
	if err != nil {
		return err
	}
	var luck []*report.Stats
	if c.Luck {
		luck = []*report.Stats{report.NewLuckStats(a.Name), report.NewLuckStats(b.Name)}
	}
	out := bufio.NewWriter(s.out)
	defer out.Flush()
	text := report.NewText(out, s.colour)
	changes := func(p *regress.Parting) error {
		switch {
		case c.Format == "json":
			return report.Line(out, report.PartingJSON(p))
		case !c.Quiet:
			text.Parting(p, a.Name, b.Name)
		}
		return text.Err()
	}
	looks := func() (archive.Look, error) {
		own, err := comparison.Fork()
		if err != nil {
			return nil, err
		}
		meter := odds.NewMeter(s.games)
		var readers []*verify.Reader
		for _, v := range []*variant.Variant{a, b} {
			r, err := verify.ReaderBy(v, options)
			if err != nil {
				return nil, err
			}
			readers = append(readers, r)
		}
		return func(name string, block notation.Block) func(int) error {
			p, err := own.Part(name, verify.Folder(name), block)
			var measured [2]*odds.Luck
			for i := range luck {
				if err == nil {
					measured[i], err = c.luckOf(readers[i], meter, name, 1, block)
				}
			}
			return func(number int) error {
				s.judgedGame()
				for i := range luck {
					if err == nil {
						luck[i].AddLuck(measured[i])
					}
				}
				return comparison.Count(p, err, number, changes)
			}
		}, nil
	}
	unwatch := s.watch(c.Paths, false)
	run := &comparing{reading{streams: s}, comparison}
	_, err = archive.Run(s.await(), archive.Options{Look: looks}, run.sources(&parted{paths: c.Paths}), run)
	unwatch()
	if err != nil {
		return s.interrupted(err)
	}
	if c.Format == "json" {
		err = report.Line(out, report.ComparisonJSON(comparison, luck))
	} else {
		text.Comparison(comparison)
		if comparison.Games > 0 && c.Luck {
			text.LuckCompared(luck)
		}
		err = text.Err()
	}
	return cmp.Or(err, out.Flush(), outcome(run.failed, comparison.Changed > 0))
}
