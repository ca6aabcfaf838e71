package cmd

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"tpnote/rules/variant"
	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/explain"
)

type completionCmd struct {
	Shell string   `arg:"" enum:"bash,zsh,fish" help:"${enum}."`
	Words []string `arg:"" optional:"" name:"word" help:"For the script, after --: the words of a command line. Prints what the last one can be."`
}

// Run prints the script, or what it offers.
func (c *completionCmd) Run(s *streams) error {
	var text []byte
	if len(c.Words) == 0 {
		text = within("completion/" + c.Shell)
	}
	for _, w := range offered(s, c.Words) {
		switch {
		case c.Shell == "fish":
			text = fmt.Appendf(text, "%s\t%s\n", w.text, w.help)
		case c.Shell == "zsh" && w.help != "":
			text = fmt.Appendf(text, "%s:%s\n", strings.ReplaceAll(w.text, ":", `\:`), w.help)
		default:
			text = fmt.Appendf(text, "%s\n", w.text)
		}
	}
	_, err := s.out.Write(text)
	return err
}

// word is a word that can be offered.
type word struct{ text, help string }

// offered lists what the last word of a command line can be: a value of the flag before it, or else a
// command, a name or a flag. The shells pick those that begin as the word does, and offer files too.
func offered(s *streams, words []string) (all []word) {
	if len(words) == 0 {
		return nil
	}
	node, flag := parser(s, &cli{}).Model.Node, (*kong.Flag)(nil)
	last := len(words) - 1
	for _, w := range words[:last] {
		if flag != nil { // w is its value
			flag = nil
			continue
		}
		i := slices.IndexFunc(node.Children, func(child *kong.Node) bool { return child.Name == w })
		if i >= 0 {
			node = node.Children[i]
		}
		flag = flagNamed(node, w)
	}
	begin := ""
	if name, _, valued := strings.Cut(words[last], "="); valued && flag == nil {
		flag, begin = flagNamed(node, name), name+"="
	}
	if flag != nil {
		return variant.Each(namesFor(s.games, flag.Name, flag.Value), func(value string) word { return word{begin + value, ""} })
	}
	all = variant.Each(node.Children, func(child *kong.Node) word { return word{child.Name, child.Help} })
	if len(node.Positional) > 0 {
		names := namesFor(s.games, strings.TrimPrefix(node.Path(), "tpnote "), node.Positional[0])
		all = append(all, variant.Each(names, func(name string) word { return word{name, ""} })...)
	}
	for _, f := range node.Flags {
		all = append(all, word{"--" + f.Name, f.Help})
		if f.Short != 0 {
			all = append(all, word{"-" + string(f.Short), f.Help})
		}
	}
	return all
}

// flagNamed returns the flag of a command that a word names, if it takes a value.
func flagNamed(node *kong.Node, word string) *kong.Flag {
	for _, f := range node.Flags {
		if !f.IsBool() && (word == "--"+f.Name || f.Short != 0 && word == "-"+string(f.Short)) {
			return f
		}
	}
	return nil
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
		return variant.Each(spec.Codes(), func(c spec.Code) string { return c.Name })
	case name == "variant", name == "variants", name == "variants show", name == "variants diff", name == "witness":
		return games.Library().Builtin()
	}
	return nil
}

// settings lists what --set takes: each rule point with each value that has a name, or with "=" alone before a number.
func settings(games verify.Games) []string {
	var all []string
	for _, v := range games.Library().Variants("") {
		for _, point := range v.Family.Points {
			all = append(all, variant.Each(point.Choices(), func(choice string) string { return point.Name + "=" + choice })...)
			if len(point.Choices()) == 0 {
				all = append(all, point.Name+"=")
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// plainName is a name that a shell takes as it is: the marks of the notation are not.
var plainName = regexp.MustCompile(`^[\w.-]+$`)
