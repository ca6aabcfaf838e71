package cmd

import (
	"errors"
	"fmt"
)

type perftCmd struct {
	rulesFlags
	setupFlags
	Depth  int  `help:"How many actions deep to count." required:"" placeholder:"N"`
	Divide bool `help:"Count below each first action by itself."`
}

// Run prints the counts.
func (c *perftCmd) Run(s *streams) error {
	switch {
	case c.Variant == "":
		return errors.New("give a variant, as in tpnote perft --variant genus-iii --depth 3")
	case c.Depth < 0:
		return errors.New("--depth must be at least 0")
	case c.Divide && c.Depth == 0:
		return errors.New("--divide needs a --depth of at least 1")
	}
	table, err := c.begin(s.reader, c.Variant)
	if err != nil {
		return err
	}
	if !c.Divide {
		for depth := range c.Depth + 1 {
			fmt.Fprintf(s.out, "%d %d\n", depth, table.Tree().Perft(depth))
			if err := s.out.Flush(); err != nil {
				return err
			}
		}
		return nil
	}
	total := uint64(0)
	for _, m := range table.Legal() {
		below := table.Fork()
		below.Play(m.Word)
		n := below.Tree().Perft(c.Depth - 1)
		total += n
		fmt.Fprintf(s.out, "%s %d\n", m.Word, n)
	}
	fmt.Fprintf(s.out, "%d %d\n", c.Depth, total)
	return nil
}
