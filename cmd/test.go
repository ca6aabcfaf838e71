package cmd

import (
	"bytes"
	"errors"
	"fmt"
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
	Cover     bool     `help:"Report which rule points the logs kept, broke or never met." xor:"report"`
	Mutants   bool     `help:"Report which changes of one value of a rule point no log notices." xor:"report"`
	Write     string   `help:"With --mutants, add to this file logs that notice them." placeholder:"FILE"`
	Threshold int      `help:"Fail where fewer of a hundred rule points are met, or with --mutants, mutants are killed." placeholder:"N"`
	Missing   bool     `help:"With --cover, print for each rule point never met a log that would meet it."`
	Format    string   `help:"How to print: ${enum}." enum:"text,json,junit" default:"text"`
	Paths     []string `arg:"" name:"path" help:"Logs, folders with *.log and *.tpn, or - for standard input."`
}

// searchBounds are how far a search for a game goes: of test --mutants, for what would kill a survivor, and of
// variants questions, for what shows the change of a reading. They are the defaults of witness.
var searchBounds = regress.SearchBounds{Actions: 6, Tries: 500_000}

// check returns an error if flags do not go together.
func (c *testCmd) check() error {
	return refused(
		misuse{c.Threshold > 0 && !c.Cover && !c.Mutants || c.Missing && !c.Cover, "--threshold and --missing go with --cover, and --threshold with --mutants"},
		misuse{c.Write != "" && !c.Mutants, "--write goes with --mutants"},
		misuse{c.Part != "" && (c.whole() || c.Format == "junit"), "--update, --cover, --mutants and --format junit do not go with --part"},
		misuse{(c.Cover || c.Mutants) && c.Format == "junit", "--cover and --mutants print as text or json, not as junit"},
	)
}

// whole reports whether logs are held as a whole.
func (c *testCmd) whole() bool { return c.Update || c.Cover || c.Mutants }

// testRun is a run of test.
type testRun struct {
	*testCmd
	*streams
	reader   *verify.Reader
	coverage *regress.Coverage
	mutants  *regress.Mutants
	text     *report.Text
	results  []report.FileResult
	games    int
	wants    bool // a comment wants a finding
}

// Run tests the files one after the other.
func (c *testCmd) Run(s *streams) error {
	if err := c.check(); err != nil {
		return err
	}
	inputs, err := c.partFlag.of(c.Paths)
	if err != nil {
		return err
	}
	options := verify.Options{Games: s.games, Variant: c.Variant, Set: c.Set, NoRulings: c.NoRulings}
	if c.Readings {
		options.Readings, options.ReadWants = readings.New(), true
	}
	t := &testRun{testCmd: c, streams: s, text: report.NewText(s.out, s.colour)}
	if t.reader, err = verify.NewReader(options); err != nil {
		return err
	}
	if t.coverage, err = regress.NewCoverage(options); err != nil {
		return err
	}
	if t.mutants, err = regress.NewMutants(options, searchBounds); err != nil {
		return err
	}
	s.line.begin(c.Paths, c.whole())
	defer s.line.stop()
	for log, unlisted := range inputs.logs() {
		if passedOver(unlisted) {
			s.complainOf(log.name, unlisted)
		} else if err := t.test(log, unlisted); err != nil {
			return err
		}
	}
	s.line.stop()
	return t.end()
}

// test tests one file, and prints the result as soon as it is there; err is the error of listing it.
func (t *testRun) test(log entry, err error) error {
	begun := time.Now()
	var result report.FileResult
	if err == nil {
		result.Tested, err = t.file(log)
	}
	if err != nil {
		result.Tested, result.Err = &regress.Tested{File: log.name}, errors.New(reason(err))
	}
	result.Took = time.Since(begun)
	if log.to > 0 && result.Err == nil && len(result.Games) == 0 {
		return nil // the games of the file begin in other parts
	}
	t.judged.Add(int64(len(result.Games)))
	t.found, t.failed = t.found || !result.Passed(), t.failed || result.Err != nil
	t.wants, t.games = t.wants || result.Wants, t.games+len(result.Games)
	switch t.Format {
	case "text":
		t.text.Tested(result)
		return t.out.Flush()
	case "json":
		return report.Line(t.out, report.TestedJSON(result))
	case "junit":
		t.results = append(t.results, result)
	}
	return nil
}

// end prints what is known when all files are tested.
func (t *testRun) end() (err error) {
	switch {
	case t.Format == "junit":
		report.JUnit(t.out, t.results)
	case t.Cover:
		err = t.cover()
	case t.Mutants:
		err = t.killed()
	}
	if t.Format == "text" && t.games > 0 && !t.wants {
		t.text.NothingWanted()
	}
	if t.found && t.Format == "text" {
		fmt.Fprintln(t.out, "FAIL")
	}
	return err
}

// file tests one file. With --update it writes the expectations into it first.
func (t *testRun) file(entry entry) (*regress.Tested, error) {
	name := entry.name
	dir := verify.Folder(name)
	if !t.testCmd.whole() {
		log, err := t.open(name, t.line)
		if err != nil {
			return nil, err
		}
		defer log.Close()
		return regress.Test(t.reader, name, dir, log, entry.from, entry.to)
	}
	var text []byte
	err := t.rewrite(name, t.Update, func(add func(text []byte, changed bool)) (err error) {
		if text, err = t.streams.whole(name); err == nil && t.Update {
			before := text
			text, err = regress.Expecting(t.reader, name, dir, before)
			add(text, !bytes.Equal(text, before))
		}
		return err
	})
	if err == nil && t.Cover {
		err = t.coverage.Add(name, dir, text)
	}
	if err == nil && t.Mutants {
		err = t.mutants.Add(name, dir, text)
	}
	if err != nil {
		return nil, err
	}
	defer t.line.read(len(text))
	return regress.Test(t.reader, name, dir, bytes.NewReader(text), 0, 0)
}

// killed prints which mutants the logs kill, and fails the test if they are too few.
func (t *testRun) killed() error {
	if err := t.mutants.Survey(); err != nil {
		return err
	}
	if t.Write != "" {
		if err := t.addWitnesses(); err != nil {
			return ofFile(t.Write, err)
		}
	}
	for _, v := range t.mutants.Variants {
		t.found = t.found || v.Percent() < t.Threshold
	}
	if t.Format == "json" {
		return report.Line(t.out, report.MutantsJSON(t.mutants))
	}
	t.text.Mutants(t.mutants, t.Threshold)
	return nil
}

// addWitnesses adds the logs that would kill the survivors to the file of --write.
func (t *testRun) addWitnesses() error {
	old, err := os.ReadFile(t.Write)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var found []*regress.Witness
	for _, v := range t.mutants.Variants {
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
	return t.writeFile(t.Write, append(old, regress.Suite(found)...))
}

// cover prints the coverage, and fails the test if it is below the threshold.
func (t *testRun) cover() (err error) {
	for _, v := range t.coverage.Variants {
		t.found = t.found || v.Percent() < t.Threshold
		for i := range v.Points {
			if p := &v.Points[i]; t.Missing && !p.Met() {
				if p.Log, err = regress.Covering(t.streams.games, v.Variant, p.Point); err != nil {
					return err
				}
			}
		}
	}
	if t.Format == "json" {
		return report.Line(t.out, report.CoverageJSON(t.coverage))
	}
	t.text.Coverage(t.coverage, t.Threshold, t.Missing)
	return nil
}
