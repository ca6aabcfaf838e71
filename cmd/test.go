package cmd

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/readings"
	"tpnote/verify/regress"
	"tpnote/verify/report"
)

type testCmd struct {
	lineFlags
	inputs
	Readings  bool     `help:"Read on after an error with what the record most likely meant, as replay does."`
	Update    bool     `help:"Write the findings into the files, as comments."`
	Cover     bool     `help:"Report which rule points the logs kept, broke or never met." xor:"report"`
	Mutants   bool     `help:"Report which changes of one value of a rule point no log notices." xor:"report"`
	Write     string   `help:"With --mutants, add to this file logs that notice them." placeholder:"FILE"`
	Threshold int      `help:"Fail where fewer of a hundred rule points are met, or with --mutants, mutants are killed." placeholder:"N"`
	Missing   bool     `help:"With --cover, print for each rule point never met a log that would meet it."`
	Format    string   `help:"How to print: ${enum}." enum:"text,json,junit" default:"text"`
	Paths     []string `arg:"" name:"path" help:"Logs, folders with *.log and *.tpn, or - for standard input."`

	*streams `kong:"-"`
	study    *regress.Study // nil without --cover and --mutants
	text     *report.Text
	list     *report.List // of the games of a file
	results  []report.FileResult
	games    int
	wants    bool // a comment wants a finding
}

// searchBounds are how far a search for a game goes: of test --mutants, for what would kill a survivor, and of
// variants questions, for what shows the change of a reading. They are the defaults of witness.
var searchBounds = regress.SearchBounds{Actions: 6, Tries: 500_000}

// Run tests the files one after the other.
func (c *testCmd) Run(s *streams) error {
	if err := cmp.Or(
		misuse(c.Threshold > 0 && !c.Cover && !c.Mutants || c.Missing && !c.Cover, "--threshold and --missing go with --cover, and --threshold with --mutants"),
		misuse(c.Threshold < 0 || c.Threshold > 100, "--threshold takes a number from 0 to 100"),
		misuse(c.Write != "" && !c.Mutants, "--write goes with --mutants"),
		misuse(c.Part != "" && (c.Update || c.Cover || c.Mutants || c.Format == "junit"), "--update, --cover, --mutants and --format junit do not go with --part"),
		misuse((c.Cover || c.Mutants) && c.Format == "junit", "--cover and --mutants print as text or json, not as junit"),
		c.take(c.Paths),
	); err != nil {
		return err
	}
	if c.Readings {
		s.reader = s.reader.With(func(o *verify.Options) { o.Readings, o.ReadWants = readings.New(), true })
	}
	c.streams, c.text = s, report.NewText(s.out, s.colour)
	if c.Cover || c.Mutants {
		c.study = regress.NewStudy(c.reader, s.games, c.Cover)
	}
	read := c.Paths
	if c.Update { // they are read twice
		read = slices.Repeat(read, 2)
	}
	stop := s.line.begin(read)
	err := s.eachLog(c.part.Logs(c.paths), c.test)
	stop()
	if err != nil {
		return err
	}
	return c.end()
}

// test tests one file, and prints the result as soon as it is there.
func (c *testCmd) test(log archive.Log) error {
	begun := time.Now()
	c.list = report.NewList(c.out, "games")
	tested, err := c.file(log)
	result := report.FileResult{Tested: tested, Took: time.Since(begun)}
	if err != nil {
		result.Tested, result.Err = &regress.Tested{File: log.Name}, errors.New(archive.Reason(err))
	}
	if log.From+log.To > 0 && result.Err == nil && len(result.Games) == 0 {
		return nil // the games of the file begin in other parts
	}
	c.found, c.failed = c.found || !result.Passed(), c.failed || result.Err != nil
	c.wants, c.games = c.wants || result.Wants, c.games+len(result.Games)
	switch c.Format {
	case "text":
		c.text.Tested(result)
	case "json":
		return c.list.End(report.TestedJSON(result))
	case "junit":
		c.results = append(c.results, result)
	}
	return nil
}

// end prints what is known when all files are tested.
func (c *testCmd) end() (err error) {
	switch {
	case c.Format == "junit":
		report.JUnit(c.out, c.results)
	case c.Cover:
		err = c.cover()
	case c.Mutants:
		err = c.killed()
	}
	if c.Format == "text" && c.games > 0 && !c.wants {
		c.text.NothingWanted()
	}
	if c.found && c.Format == "text" {
		fmt.Fprintln(c.out, "FAIL")
	}
	return err
}

// file tests one file. With --update it writes the expectations into it first.
func (c *testCmd) file(log archive.Log) (*regress.Tested, error) {
	dir := verify.Folder(log.Name)
	if c.Update {
		err := c.rewriteGames(log, true, func(_ game, text string) (string, error) {
			expecting, err := regress.Expecting(c.reader, log.Name, dir, []byte(text))
			return string(expecting), err
		})
		if err != nil {
			return nil, err
		}
	}
	tested := &regress.Tested{File: log.Name}
	err := c.gamesOf(log, func(g game) error {
		if c.study != nil {
			if err := c.study.Add(g.file, dir, g.Block); err != nil {
				return err
			}
		}
		summary, err := tested.Test(c.reader, dir, g.Block)
		if err == nil && c.Format == "json" {
			summary.Describe(g.Block)
			err = c.list.Add(report.TestedGameJSON(summary, tested.Games[len(tested.Games)-1]))
		}
		return err
	})
	if err == errNoGame {
		err = nil
	}
	return tested, err
}

// killed prints which mutants the logs kill, and fails the test if they are too few.
func (c *testCmd) killed() error {
	if err := c.study.Survey(regress.NewWitnesses(c.streams.games, searchBounds)); err != nil {
		return err
	}
	if c.Write != "" {
		if err := c.addWitnesses(); err != nil {
			return ofFile(c.Write, err)
		}
	}
	for _, v := range c.study.Variants {
		c.found = c.found || v.PercentKilled() < c.Threshold
	}
	return printed(c.streams, c.Format, func(t *report.Text) { t.Mutants(c.study, c.Threshold) },
		func() any { return report.MutantsJSON(c.study) })
}

// addWitnesses adds the logs that would kill the survivors to the file of --write.
func (c *testCmd) addWitnesses() error {
	old, err := os.ReadFile(c.Write)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var found []*regress.Witness
	for _, v := range c.study.Variants {
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
	return c.writeFile(c.Write, append(old, regress.Suite(found)...))
}

// cover prints the coverage, and fails the test if it is below the threshold.
func (c *testCmd) cover() (err error) {
	for _, v := range c.study.Variants {
		c.found = c.found || v.PercentMet() < c.Threshold
		for i := range v.Points {
			if p := &v.Points[i]; c.Missing && !p.Met {
				if p.Log, err = regress.Covering(c.streams.games, v.Variant, p.Point); err != nil {
					return err
				}
			}
		}
	}
	return printed(c.streams, c.Format, func(t *report.Text) { t.Coverage(c.study, c.Threshold, c.Missing) },
		func() any { return report.CoverageJSON(c.study) })
}
