package cmd

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"tpnote/verify"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"${enum}."`
}

// Run prints the script.
func (c *completionCmd) Run(s *streams, ctx *kong.Context) error {
	shells := map[string]func([]completed) string{"bash": bash, "zsh": zsh, "fish": fish}
	_, err := io.WriteString(s.out, shells[c.Shell](completions(s.games, ctx.Model.Node, "")))
	return err
}

// completed lists the words that can follow a command.
type completed struct {
	path  string // "variants show"; "" is the program itself
	words []word // commands, flags, or names
}

// word is one possible word.
type word struct {
	text, help string
	values     []string // the values of a flag; nil if it takes none, or any
	takes      bool     // a flag that takes a value
}

// completions walks the grammar of the command line.
func completions(games verify.Games, n *kong.Node, path string) []completed {
	now := completed{path: path}
	var below []completed
	for _, child := range n.Children {
		if child.Type != kong.CommandNode || child.Hidden {
			continue
		}
		now.words = append(now.words, word{text: child.Name, help: child.Help})
		below = append(below, completions(games, child, strings.TrimSpace(path+" "+child.Name))...)
	}
	if len(n.Positional) > 0 {
		for _, name := range namesFor(games, path, n.Positional[0]) {
			now.words = append(now.words, word{text: name})
		}
	}
	for _, f := range n.Flags {
		w := word{text: "--" + f.Name, help: f.Help, takes: !f.IsBool(), values: namesFor(games, f.Name, f.Value)}
		now.words = append(now.words, w)
		if f.Short != 0 {
			w.text = "-" + string(f.Short)
			now.words = append(now.words, w)
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

// texts returns the words, separated by blanks.
func texts(words []word) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = w.text
	}
	return strings.Join(all, " ")
}

// The scripts of bash and zsh find the command in the words before the cursor, then offer
// what can follow. Where nothing fits, the shell offers files.

func bash(all []completed) string {
	var b strings.Builder
	b.WriteString("_tpnote() {\n  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} given= words= w\n")
	walkPath(&b, all, `"${COMP_WORDS[@]:1:COMP_CWORD-1}"`)
	b.WriteString("  case \"$given $prev\" in\n")
	flagValues(&b, all, "  %q) COMPREPLY=($(compgen -W %q -- \"$cur\")); return ;;\n")
	b.WriteString("  esac\n  case \"$given\" in\n")
	for _, c := range all {
		fmt.Fprintf(&b, "  %q) words=%q ;;\n", c.path, texts(c.words))
	}
	b.WriteString("  esac\n  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n}\ncomplete -o default -F _tpnote tpnote\n")
	return b.String()
}

// flagValues writes, for each flag that takes a value, what can follow it.
func flagValues(b *strings.Builder, all []completed, format string) {
	for _, c := range all {
		for _, w := range c.words {
			if w.takes {
				fmt.Fprintf(b, format, c.path+" "+w.text, strings.Join(w.values, " "))
			}
		}
	}
}

// walkPath writes the loop that finds which command the words before the cursor name.
func walkPath(b *strings.Builder, all []completed, words string) {
	fmt.Fprintf(b, "  for w in %s; do\n    case \"$given $w\" in\n    ", words)
	for i, c := range all[1:] {
		parent, name := "", c.path
		if at := strings.LastIndexByte(c.path, ' '); at >= 0 {
			parent, name = c.path[:at], c.path[at+1:]
		}
		if i > 0 {
			b.WriteByte('|')
		}
		fmt.Fprintf(b, "%q", parent+" "+name)
	}
	b.WriteString(") given=\"${given:+$given }$w\" ;;\n    esac\n  done\n")
}

func zsh(all []completed) string {
	var b strings.Builder
	b.WriteString("#compdef tpnote\n_tpnote() {\n  local given= w\n  local -a offered\n")
	walkPath(&b, all, `"${(@)words[2,CURRENT-1]}"`)
	b.WriteString("  case \"$given ${words[CURRENT-1]}\" in\n")
	flagValues(&b, all, "  %q) compadd -- %s; _files; return ;;\n")
	b.WriteString("  esac\n  case \"$given\" in\n")
	for _, c := range all {
		fmt.Fprintf(&b, "  %q) offered=(", c.path)
		for _, w := range c.words {
			fmt.Fprintf(&b, "\n    %s", quoted(strings.ReplaceAll(w.text, ":", `\:`)+":"+w.help))
		}
		b.WriteString(") ;;\n")
	}
	b.WriteString("  esac\n  _describe tpnote offered\n  [[ -n $given ]] && _files\n}\n" +
		"if [[ $funcstack[1] == _tpnote ]]; then _tpnote \"$@\"; else compdef _tpnote tpnote; fi\n")
	return b.String()
}

func fish(all []completed) string {
	var b strings.Builder
	for _, c := range all {
		when := "__fish_use_subcommand"
		if c.path != "" {
			when = "__fish_seen_subcommand_from " + strings.ReplaceAll(c.path, " ", "; and __fish_seen_subcommand_from ")
		}
		for _, w := range c.words {
			fmt.Fprintf(&b, "complete -c tpnote -n %s", quoted(when))
			switch long, isLong := strings.CutPrefix(w.text, "--"); {
			case isLong:
				b.WriteString(" -l " + long)
			case strings.HasPrefix(w.text, "-"):
				b.WriteString(" -s " + w.text[1:])
			default:
				b.WriteString(" -a " + w.text)
			}
			if w.takes {
				b.WriteString(" -r")
			}
			if w.values != nil {
				b.WriteString(" -a " + quoted(strings.Join(w.values, " ")))
			}
			if w.help != "" {
				b.WriteString(" -d " + quoted(w.help))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// quoted returns text as one word of a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
