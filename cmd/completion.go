package cmd

import (
	"embed"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"

	"tpnote/verify"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"${enum}."`
}

// Run prints the script.
func (c *completionCmd) Run(s *streams, ctx *kong.Context) error {
	script, err := template.New(c.Shell+".tmpl").Funcs(scriptFuncs).ParseFS(scripts, "completion/*")
	if err != nil {
		return err
	}
	return script.Execute(s.out, completions(s.games, ctx.Model.Node, "", ""))
}

// scripts has a template for each shell. The scripts of bash and zsh find the command in the
// words before the cursor, then offer what can follow. Where nothing fits, the shell offers
// files.
//
//go:embed completion
var scripts embed.FS

var scriptFuncs = template.FuncMap{
	"join":    strings.Join,
	"replace": strings.ReplaceAll,
	"quoted":  func(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }, // one word of a shell
}

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

// Fish is the word as an option of fish's complete.
func (w word) Fish() string {
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
		return slices.DeleteFunc(verify.NewIndex(games).Topics(), func(name string) bool { return !plainName.MatchString(name) })
	case name == "variant", name == "variants", name == "variants show", name == "variants diff", name == "witness":
		return games.Library().Builtin()
	}
	return nil
}

// plainName is a name that a shell takes as it is: the marks of the notation are not.
var plainName = regexp.MustCompile(`^[\w.-]+$`)
