package cmd

import (
	_ "embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/explain"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"${enum}."`
}

// Run prints the script.
func (c *completionCmd) Run(s *streams) error {
	all := completions(s.games, parser(s).Model.Node, "", "")
	script := ""
	switch c.Shell {
	case "bash":
		script = framed(bashFrame, all, `offered="%s" ;;`, `offered="%s"`, " ", func(w word) string { return w.Text })
	case "zsh":
		script = framed(zshFrame, all, "compadd -- %s; _files; return ;;", "offered=(%s)", "", func(w word) string {
			return "\n    " + quoted(strings.ReplaceAll(w.Text, ":", `\:`)+":"+w.Help)
		})
	case "fish":
		script = fish(all)
	}
	_, err := io.WriteString(s.out, script)
	return err
}

// The scripts of bash and zsh find the command in the words before the cursor, then offer what
// can follow. Where nothing fits, the shell offers files.
var (
	//go:embed completion/bash
	bashFrame string
	//go:embed completion/zsh
	zshFrame string
)

// framed fills in the frame of a script: the commands, the cases that offer the values of a flag,
// and the cases that offer the words of a command. one formats a word.
func framed(frame string, all []completed, values, words, between string, one func(word) string) string {
	var given []string
	var offersValues, offersWords strings.Builder
	for i, c := range all {
		if i > 0 { // 0 is the program itself
			given = append(given, `"`+c.Given+`"`)
		}
		var offered []string
		for _, w := range c.Words {
			offered = append(offered, one(w))
			if w.Takes {
				fmt.Fprintf(&offersValues, "\n  \"%s %s\") "+values, c.Path, w.Text, strings.Join(w.Values, " "))
			}
		}
		fmt.Fprintf(&offersWords, "\n  \"%s\") "+words+" ;;", c.Path, strings.Join(offered, between))
	}
	return strings.NewReplacer("{{given}}", strings.Join(given, "|"), "{{values}}", offersValues.String(), "{{words}}", offersWords.String()).Replace(frame)
}

// fish offers each word by a command of its own.
func fish(all []completed) string {
	var b strings.Builder
	for _, c := range all {
		when := "__fish_use_subcommand"
		if c.Path != "" {
			when = "__fish_seen_subcommand_from " + strings.ReplaceAll(c.Path, " ", "; and __fish_seen_subcommand_from ")
		}
		for _, w := range c.Words {
			fmt.Fprintf(&b, "complete -c tpnote -n '%s' %s", when, w.fish())
			if w.Takes {
				b.WriteString(" -r")
			}
			if len(w.Values) > 0 {
				b.WriteString(" -a " + quoted(strings.Join(w.Values, " ")))
			}
			if w.Help != "" {
				b.WriteString(" -d " + quoted(w.Help))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// quoted is text as one word of a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// completed lists the words that can follow a command.
type completed struct {
	Path  string // "variants show"; "" is the program itself
	Given string // the path of the command above it, a blank, and its name
	Words []word // commands, flags, or names
}

// word is one possible word.
type word struct {
	Text, Help string
	Values     []string // the values of a flag; nil if it takes none, or any
	Takes      bool     // a flag that takes a value
}

// fish is the word as an option of fish's complete.
func (w word) fish() string {
	if long, ok := strings.CutPrefix(w.Text, "--"); ok {
		return "-l " + long
	}
	if short, ok := strings.CutPrefix(w.Text, "-"); ok {
		return "-s " + short
	}
	return "-a " + w.Text
}

// completions walks the grammar of the command line.
func completions(games verify.Games, n *kong.Node, above, name string) []completed {
	given := above + " " + name
	path := strings.TrimSpace(given)
	now := completed{Path: path, Given: given}
	var below []completed
	for _, child := range n.Children {
		if child.Type != kong.CommandNode || child.Hidden {
			continue
		}
		now.Words = append(now.Words, word{Text: child.Name, Help: child.Help})
		below = append(below, completions(games, child, path, child.Name)...)
	}
	if len(n.Positional) > 0 {
		for _, name := range namesFor(games, path, n.Positional[0]) {
			now.Words = append(now.Words, word{Text: name})
		}
	}
	for _, f := range n.Flags {
		w := word{Text: "--" + f.Name, Help: f.Help, Takes: !f.IsBool(), Values: namesFor(games, f.Name, f.Value)}
		now.Words = append(now.Words, w)
		if f.Short != 0 {
			w.Text = "-" + string(f.Short)
			now.Words = append(now.Words, w)
		}
	}
	return append([]completed{now}, below...)
}

// namesFor lists the values of a flag or an argument, or nil if it takes any.
func namesFor(games verify.Games, name string, v *kong.Value) []string {
	switch {
	case v.Enum != "":
		return v.EnumSlice()
	case name == "explain":
		return slices.DeleteFunc(explain.NewIndex(games).Topics(), func(name string) bool { return !plainName.MatchString(name) })
	case name == "set":
		return settings(games)
	case name == "code":
		return codes()
	case name == "variant", name == "variants", name == "variants show", name == "variants diff", name == "witness":
		return games.Library().Builtin()
	}
	return nil
}

// settings lists what --set takes: each rule point with each value that has a name, or with "="
// alone where the values are numbers.
func settings(games verify.Games) []string {
	var all []string
	for _, v := range games.Library().Variants("") {
		for _, point := range v.Family.Points {
			for _, choice := range point.Choices {
				all = append(all, point.Name+"="+choice)
			}
			if len(point.Choices) == 0 {
				all = append(all, point.Name+"=")
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// codes lists the finding codes.
func codes() []string {
	var names []string
	for _, c := range spec.Codes() {
		names = append(names, c.Name)
	}
	return names
}

// plainName is a name that a shell takes as it is: the marks of the notation are not.
var plainName = regexp.MustCompile(`^[\w.-]+$`)
