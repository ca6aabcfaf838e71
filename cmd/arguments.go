package cmd

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"tpnote/rules/nearest"
	"tpnote/rules/variant"
)

// This file reads arguments as people type them: a file without a command, a command by another name.

// meant lists the commands for words that other programs use for them.
var meant = map[string]string{
	"check": "replay or verify", "validate": "replay or verify", "lint": "replay or verify", "judge": "replay or verify",
	"run": "replay or play", "show": "replay or view", "open": "step or view", "draw": "view", "board": "view or step",
	"write": "record", "edit": "record", "new": "record", "moves": "legal", "why": "legal or explain",
	"format": "fmt", "fix": "repair", "correct": "repair", "fill": "solve", "join": "merge",
	"rules": "variants or explain", "diff": "compare or variants diff", "simulate": "play", "random": "play", "stats": "play",
}

// withCommand returns the arguments with the command that their first one means: replay for a
// file or standard input, verify for a folder. A command comes before a file of the same name.
// It returns an error with the likely commands if there is neither.
func withCommand(k *kong.Kong, args []string) ([]string, error) {
	first := args[0]
	if strings.HasPrefix(first, "-") && first != "-" {
		return args, nil
	}
	commands := variant.Each(k.Model.Children, func(command *kong.Node) string { return command.Name })
	if slices.Contains(commands, first) {
		return args, nil
	}
	switch info, err := os.Stat(first); {
	case first == "-", err == nil && !info.IsDir():
		return append([]string{"replay"}, args...), nil
	case err == nil:
		return append([]string{"verify"}, args...), nil
	}
	likely := cmp.Or(meant[first], nearest.Word(first, commands))
	if likely == "" {
		return nil, fmt.Errorf("%q is neither a command nor a file; tpnote --help lists the commands", first)
	}
	return nil, fmt.Errorf("%q is neither a command nor a file; did you mean %s?", first, likely)
}
