package cmd

import (
	"bufio"
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"tpnote/verify/games"
)

// TestHelpSize holds the help of every command to a screen: at most 60 lines of 80 columns, with an
// example in the first 10.
func TestHelpSize(t *testing.T) {
	s := &streams{games: games.All}
	var check func(n *kong.Node)
	check = func(n *kong.Node) {
		var out bytes.Buffer
		s.out, s.err = bufio.NewWriter(&out), &out
		path := strings.Fields(n.Path())
		if status := run(append(path, "--help"), s); status != exitLegal {
			t.Fatalf("%s --help: status %d\n%s", n.Path(), status, out.String())
		}
		lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		if len(lines) > 60 {
			t.Errorf("%s --help has %d lines; at most 60 fit", n.Path(), len(lines))
		}
		for _, line := range lines {
			if utf8.RuneCountInString(line) > 80 {
				t.Errorf("%s --help is too wide: %s", n.Path(), line)
			}
		}
		if first := strings.Join(lines[:min(10, len(lines))], "\n"); len(path) > 0 && !strings.Contains(first, "\nExample:\n") {
			t.Errorf("%s --help has no example in its first 10 lines", n.Path())
		}
		for _, child := range n.Children {
			check(child)
		}
	}
	check(parser(s, &cli{}).Model.Node)
}

// TestGrammar holds that the grammar of a command that is named has this command alone, as the whole grammar has it.
func TestGrammar(t *testing.T) {
	s := &streams{games: games.All}
	shape := func(command *kong.Node) (shape []string) {
		_ = kong.Visit(command, func(node kong.Visitable, next kong.Next) error {
			switch n := node.(type) {
			case *kong.Node:
				shape = append(shape, n.Summary()+" "+n.Help+" "+n.Detail)
			case *kong.Flag:
				shape = append(shape, n.String()+" "+n.Help)
			}
			return next(nil)
		})
		return shape
	}
	for _, command := range parser(s, &cli{}).Model.Children {
		alone := parser(s, grammar([]string{command.Name})).Model.Children
		if len(alone) != 1 {
			t.Fatalf("%s: the grammar has %d commands", command.Name, len(alone))
		}
		if diff := cmp.Diff(shape(command), shape(alone[0])); diff != "" {
			t.Errorf("%s (-whole +alone):\n%s", command.Name, diff)
		}
	}
}
