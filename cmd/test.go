package cmd

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"tpnote/verify"
	"tpnote/verify/readings"
	"tpnote/verify/regress"
	"tpnote/verify/report"
)

type testCmd struct {
	rulesFlags
	partFlag
	NoRulings bool     `help:"Judge as if no ruling stood in the log."`
	Readings  bool     `help:"Read on after an error with what the record most likely meant, as replay does."`
	Update    bool     `help:"Write the expectations into the files, as the findings are."`
	Cover     bool     `help:"Report which rule points the logs kept, broke or never met."`
	Mutants   bool     `help:"Report which changes of one value of a rule point no log notices."`
	Write     string   `help:"With --mutants, add to this file logs that notice them." placeholder:"FILE"`
	Threshold int      `help:"Fail where fewer of a hundred rule points are met, or with --mutants, mutants are killed." placeholder:"N"`
	Missing   bool     `help:"With --cover, print for each rule point never met a log that would meet it."`
	Format    string   `help:"How to print: ${enum}." enum:"text,json,junit" default:"text"`
	Paths     []string `arg:"" name:"path" help:"Logs, folders with *.log and *.tpn, or - for standard input."`

	mutants *regress.Mutants
}

// mutantBounds are how far test --mutants looks for what would kill a survivor, as witness
// does by default.
var mutantBounds = regress.SearchBounds{Actions: 6, Tries: 500_000}

// Run tests the files one after the other.
func (c *testCmd) Run(s *streams) error {
	switch {
	case c.Threshold > 0 && !c.Cover && !c.Mutants, c.Missing && !c.Cover:
		return errors.New("--threshold and --missing go with --cover, and --threshold with --mutants")
	case c.Cover && c.Mutants:
		return errors.New("--cover and --mutants do not go together")
	case c.Write != "" && !c.Mutants:
		return errors.New("--write goes with --mutants")
	case c.Part != "" && (c.whole() || c.Format == "junit"):
		return errors.New("--update, --cover, --mutants and --format junit do not go with --part")
	case (c.Cover || c.Mutants) && c.Format == "junit":
		return errors.New("--cover and --mutants print as text or json, not as junit")
	}
	inputs, err := c.partFlag.of(c.Paths)
	if err != nil {
		return err
	}
	options := verify.Options{Games: s.games, Variant: c.Variant, Set: c.Set, NoRulings: c.NoRulings}
	if c.Readings {
		options.Readings, options.ReadWants = readings.New(), true
	}
	reader, err := verify.NewReader(options)
	if err != nil {
		return err
	}
	coverage, err := regress.NewCoverage(options)
	if err != nil {
		return err
	}
	if c.mutants, err = regress.NewMutants(options, mutantBounds); err != nil {
		return err
	}
	out := bufio.NewWriter(s.out)
	defer out.Flush()
	text := report.NewText(out, s.colour)
	var results []report.FileResult
	failed, unread, wants, games := false, false, false, 0
	stop := s.watch(c.Paths, c.whole())
	defer stop()
	for log, unlisted := range s.entries(inputs) {
		result := c.result(s, reader, coverage, log, unlisted)
		if log.to > 0 && result.Err == nil && len(result.Games) == 0 {
			continue // the games of the file begin in other parts
		}
		results = append(results, result)
		for range result.Games {
			s.judgedGame()
		}
		failed, wants, games = failed || !result.Passed(), wants || result.Wants, games+len(result.Games)
		unread = unread || result.Err != nil
		switch c.Format {
		case "text":
			text.Tested(result)
			err = cmp.Or(text.Err(), out.Flush()) // a line for each file as it is done
		case "json":
			err = report.Line(out, report.TestedJSON(result))
		}
		if err != nil {
			return err
		}
	}
	stop()
	if c.Format == "junit" {
		err = report.JUnit(out, results)
	}
	if c.Cover {
		var below bool
		below, err = c.cover(s, coverage, out, text)
		failed = failed || below
	}
	if c.Mutants {
		var below bool
		below, err = c.killed(out, text)
		failed = failed || below
	}
	if c.Format == "text" && games > 0 && !wants {
		text.NothingWanted()
	}
	if failed && c.Format == "text" {
		fmt.Fprintln(out, "FAIL")
	}
	if err := cmp.Or(err, text.Err(), out.Flush()); err != nil {
		return err
	}
	return outcome(unread, failed)
}

// result tests one file; err is the error of listing it.
func (c *testCmd) result(s *streams, reader *verify.Reader, coverage *regress.Coverage, log entry, err error) report.FileResult {
	begun := time.Now()
	var tested *regress.Tested
	if err == nil {
		tested, err = c.file(s, reader, coverage, log)
	}
	if err != nil {
		tested, err = &regress.Tested{File: log.name}, errors.New(reason(err))
	}
	return report.FileResult{Tested: tested, Err: err, Took: time.Since(begun)}
}

// file tests one file. With --update it writes the expectations into it first.
func (c *testCmd) file(s *streams, reader *verify.Reader, coverage *regress.Coverage, entry entry) (*regress.Tested, error) {
	name := entry.name
	if c.Update {
		if err := rewritable(name); err != nil {
			return nil, err
		}
	}
	dir := verify.Folder(name)
	if !c.whole() {
		log, err := s.open(name, s.progress)
		if err != nil {
			return nil, err
		}
		defer log.Close()
		return regress.Test(reader, name, dir, log, entry.from, entry.to)
	}
	rewrite := newRewriting(name)
	text, err := s.whole(name)
	if err != nil {
		return nil, err
	}
	if c.Update {
		expecting, err := regress.Expecting(reader, name, dir, text)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(expecting, text) {
			if err := s.replace(rewrite, expecting); err != nil {
				return nil, err
			}
			text = expecting
		}
	}
	if c.Cover {
		if err := coverage.Add(name, dir, text); err != nil {
			return nil, err
		}
	}
	if c.Mutants {
		if err := c.mutants.Add(name, dir, text); err != nil {
			return nil, err
		}
	}
	defer s.progress.count(len(text))
	return regress.Test(reader, name, dir, bytes.NewReader(text), 0, 0)
}

// whole reports whether logs are held as a whole.
func (c *testCmd) whole() bool { return c.Update || c.Cover || c.Mutants }

// killed prints which mutants the logs kill, and reports whether they are too few.
func (c *testCmd) killed(out io.Writer, text *report.Text) (below bool, err error) {
	if err := c.mutants.Survey(); err != nil {
		return false, err
	}
	if c.Write != "" {
		if err := c.addWitnesses(); err != nil {
			return false, ofFile(c.Write, err)
		}
	}
	if c.Format == "json" {
		err = report.Line(out, report.MutantsJSON(c.mutants))
	} else {
		text.Mutants(c.mutants)
	}
	for _, v := range c.mutants.Variants {
		if v.Percent() < c.Threshold {
			below = true
			if c.Format == "text" {
				fmt.Fprintln(out, report.BelowMutants(v, c.Threshold))
			}
		}
	}
	return below, err
}

// addWitnesses adds the logs that would kill the survivors to the file of --write.
func (c *testCmd) addWitnesses() error {
	old, err := os.ReadFile(c.Write)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var found []*regress.Witness
	for _, v := range c.mutants.Variants {
		for _, m := range v.Mutants {
			if m.Witness != nil && m.Witness.Log != "" {
				found = append(found, m.Witness)
			}
		}
	}
	if found == nil {
		return nil
	}
	if len(old) > 0 {
		old = append(bytes.TrimRight(old, "\n"), "\n\n"...)
	}
	return writeFile(c.Write, append(old, regress.Suite(found)...))
}

// cover prints the coverage, and reports whether it is below the threshold.
func (c *testCmd) cover(s *streams, coverage *regress.Coverage, out io.Writer, text *report.Text) (below bool, err error) {
	var missing func(v *regress.VariantCoverage, point string) string
	if c.Missing {
		missing = func(v *regress.VariantCoverage, point string) string {
			log, coverErr := regress.Covering(s.games, v.Variant, point)
			err = errors.Join(err, coverErr)
			return log
		}
	}
	for _, v := range coverage.Variants {
		below = below || v.Percent() < c.Threshold
	}
	if c.Format == "json" {
		asJSON := report.CoverageJSON(coverage, missing)
		return below, errors.Join(err, report.Line(out, asJSON))
	}
	text.Coverage(coverage)
	for _, v := range coverage.Variants {
		if v.Percent() < c.Threshold {
			fmt.Fprintf(out, "%s: %d%% is below the threshold of %d%%\n", v.Variant.Name, v.Percent(), c.Threshold)
		}
		for _, p := range v.Points {
			if missing != nil && !p.Met() {
				text.Missing(v, p.Point, missing(v, p.Point))
			}
		}
	}
	return below, err
}
