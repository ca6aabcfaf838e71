package cmd

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"tpnote/verify"
	"tpnote/verify/readings"
)

type mergeCmd struct {
	rulesFlags
	A string `arg:"" help:"The record of one scorer."`
	B string `arg:"" help:"That of another, of the same game."`
}

// Run merges the two records.
func (c *mergeCmd) Run(s *streams) error {
	reader, err := verify.NewReader(verify.Options{Games: s.games, Variant: c.Variant, Set: c.Set})
	if err != nil {
		return err
	}
	if c.A == "-" && c.B == "-" {
		return errors.New("standard input can be one of the records, and not both")
	}
	var texts [2][]byte
	for i, name := range []string{c.A, c.B} {
		if texts[i], err = s.whole(name); err != nil {
			return ofFile(name, err)
		}
	}
	var ask func(d *readings.Difference) (int, error)
	if f, ok := s.in.(*os.File); ok && isTerminal(f) { // somebody can be asked
		ask = s.asker()
	}
	merged, err := readings.Merge(reader, verify.Folder(c.A), texts[0], texts[1], ask)
	if err != nil {
		return err
	}
	_, err = s.out.Write(merged.Text)
	return cmp.Or(err, outcome(false, merged.Left > 0))
}

// asker asks on the terminal which of several readings is right.
func (s *streams) asker() func(d *readings.Difference) (int, error) {
	answers := bufio.NewScanner(s.in)
	return func(d *readings.Difference) (int, error) {
		for {
			for i, choice := range d.Choices {
				fmt.Fprintf(s.err, "%d  %s\n", i+1, strings.ReplaceAll(strings.TrimRight(choice, "\n"), "\n", "\n   "))
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
