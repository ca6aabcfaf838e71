package cmd

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"tpnote/verify"
	"tpnote/verify/readings"
	"tpnote/verify/report"
)

type mergeCmd struct {
	rulesFlags
	Files []string `arg:"" name:"file" help:"The records of several scorers, of the same game; - is standard input."`
}

// Run merges the records.
func (c *mergeCmd) Run(s *streams) error {
	if len(c.Files) < 2 {
		return errors.New("merge takes two copies of a game, or more")
	}
	var texts [][]byte
	for i, name := range c.Files {
		if name == "-" && slices.Contains(c.Files[:i], "-") {
			return errors.New("standard input can be one of the records, and not several")
		}
		text, err := s.whole(name)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	var ask func(d *readings.Difference) (int, error)
	if f, ok := s.in.(*os.File); ok && isTerminal(f) { // a person can answer
		ask = s.asker().which
	}
	merged, err := readings.Merge(s.reader, verify.Folder(c.Files[0]), texts, ask)
	if other, ok := errors.AsType[*readings.OtherGame](err); ok {
		return ofFile(c.Files[other.Copy], err)
	}
	if err != nil {
		return err
	}
	for _, tag := range merged.Tags {
		s.complain("the tags differ: " + tag + "; the first is taken")
	}
	s.out.WriteString(s.shown(merged.Text))
	s.found = merged.Left > 0 || len(merged.Tags) > 0 || !merged.OK
	return nil
}

// which asks on the terminal which of several readings is right.
func (a *asker) which(d *readings.Difference) (int, error) {
	question := ""
	for i, choice := range d.Choices {
		question += fmt.Sprintf("%d  %s\n", i+1, strings.ReplaceAll(strings.TrimRight(report.Escape(choice), "\n"), "\n", "\n   "))
	}
	choice := a.choice(a.err, question+"which is right? (s leaves it open) ", len(d.Choices), map[string]int{"s": none})
	return choice, a.answers.Err()
}
