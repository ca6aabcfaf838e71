package cmd

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
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
	reader, err := verify.NewReader(verify.Options{Games: s.games, Variant: c.Variant, Set: c.Set})
	if err != nil {
		return err
	}
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
			return ofFile(name, err)
		}
		texts = append(texts, text)
	}
	var ask func(d *readings.Difference) (int, error)
	if f, ok := s.in.(*os.File); ok && isTerminal(f) { // a person can answer
		ask = s.asker()
	}
	merged, err := readings.Merge(reader, verify.Folder(c.Files[0]), texts, ask)
	var other *readings.OtherGame
	if errors.As(err, &other) {
		return ofFile(c.Files[other.Copy], err)
	}
	if err != nil {
		return err
	}
	for _, tag := range merged.Tags {
		s.complain("the tags differ: " + tag + "; the first is taken")
	}
	_, err = io.WriteString(s.out, s.shown(merged.Text))
	return cmp.Or(err, outcome(false, merged.Left > 0 || len(merged.Tags) > 0 || !merged.OK))
}

// asker asks on the terminal which of several readings is right.
func (s *streams) asker() func(d *readings.Difference) (int, error) {
	answers := bufio.NewScanner(s.in)
	return func(d *readings.Difference) (int, error) {
		for {
			for i, choice := range d.Choices {
				fmt.Fprintf(s.err, "%d  %s\n", i+1, strings.ReplaceAll(strings.TrimRight(report.Escape(choice), "\n"), "\n", "\n   "))
			}
			fmt.Fprint(s.err, "which is right? (s leaves it open) ")
			if !answers.Scan() {
				return -1, answers.Err()
			}
			answer := string(bytes.TrimSpace(answers.Bytes()))
			if answer == "s" {
				return -1, nil
			}
			if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= len(d.Choices) {
				return n - 1, nil
			}
		}
	}
}
