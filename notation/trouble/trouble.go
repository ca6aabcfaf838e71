// Package trouble reads and writes the actions of Trouble:
//
//	DIE:FROM-TO[#]   DIE:FROMxTO[#]   DIE:pass
//
// A "?" means an unknown part: the die, FROM, TO, or all after the colon, as in ?:re3-re5,
// 5:re3-? and 5:?. By itself it means a wholly unknown action.
//
// The package knows the form of an action and no board: rules/trouble says whether a space exists. See spec/trouble.md.
package trouble

import (
	"regexp"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/notation/action"
)

// Pass is what a log has after the roll if nothing can move.
const Pass = "pass"

// Signs writes the signs of an action by themselves: x if it sends a peg home, # if it brings the last peg into FINISH.
func Signs(captures, finishes bool) (signs string) {
	if captures {
		signs = "x"
	}
	if finishes {
		signs += "#"
	}
	return signs
}

// Word writes an action with its signs: a pass if from is "".
func Word(die int, from, to, signs string) string {
	return strconv.Itoa(die) + ":" + Move(from, to, signs)
}

// Move writes what a log has after the roll.
func Move(from, to, signs string) string {
	mark, captures := strings.CutPrefix(signs, "x")
	switch {
	case from == "":
		return Pass + mark
	case captures:
		return from + "x" + to + mark
	}
	return from + "-" + to + mark
}

type word struct {
	Die  notation.Die  `parser:"( @(Digits | '?') ':'"`
	From notation.From `parser:"  ( ( @(Letters Digits | 'home' | '?')"`
	Sign notation.Sign `parser:"      @('-' | 'x')"`
	To   notation.To   `parser:"      @(Letters Digits | '?')"`
	Open notation.To   `parser:"    | @'?' )"`
	Pass notation.Kind `parser:"  | @'pass' )"`
	Mark notation.Mark `parser:"  @'#'?"`
	Lone notation.Kind `parser:"| @'?' )"`
}

var grammar = action.New[word](action.Form{
	Shape:  "DIE:FROM-TO, with x for - where a peg is sent home, or DIE:pass, such as 2:re3-re5",
	Hint:   hint,
	Letter: "x",
	Names:  []string{"home"},
})

// Parse returns the parts of an action word. The error is a *notation.SyntaxError.
func Parse(word string) (notation.Parts, error) { return grammar.Parse(word) }

// written matches a word that is meant for a move. The roll may be missing.
var written = regexp.MustCompile(`^(?:[1-6?]:)?([A-Za-z]+[0-9]*)[-x]([A-Za-z]+[0-9]*)#?$`)

// hint returns how a word near the notation should be written, or "".
func hint(word string) string {
	roll, rest := "3", strings.ToLower(word)
	if len(word) > 1 && '1' <= word[0] && word[0] <= '6' && word[1] == ':' {
		roll, rest = word[:1], rest[2:]
	}
	switch rest {
	case "":
		if word == "" {
			return ""
		}
		return "put no blank after the colon, as in " + word + "re3-re5"
	case "pass", "passes", "passed":
		return "a pass is written with its roll: " + roll + ":pass"
	case "out":
		return "a peg comes out of HOME by a move from home, as in 6:home-re0"
	}
	if m := written.FindStringSubmatch(word); m != nil {
		for _, space := range m[1:] {
			if lower := strings.ToLower(space); lower != space {
				return "spaces are written in lower case: " + lower
			}
		}
	}
	return ""
}
