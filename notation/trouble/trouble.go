// Package trouble reads and writes the actions of Trouble:
//
//	DIE:FROM-TO[#]   DIE:FROMxTO[#]   DIE:pass
//
// A "?" means an unknown part: the die, FROM, TO, or all after the colon, as in ?:re3-re5,
// 5:re3-? and 5:?. By itself it means a wholly unknown action.
//
// The package knows the form of an action and no board: rules/trouble says whether a space
// exists. See spec/trouble.md.
package trouble

import (
	"regexp"
	"strings"

	"tpnote/notation"
	"tpnote/notation/action"
)

// Action is one action as it is written. A missing part is Unknown.
type Action struct {
	Lone     bool   // "?" by itself: nothing is known of the action, and all else is zero
	Die      int    // 1 to 6; 0 where it is unknown
	From, To string // "home", "re3", "f4", "?"; "" and "" for a pass; "" and "?" for 5:?, a move or a pass
	Captures bool   // written with "x": a peg on To is sent home
	Finished bool   // marked "#": the colour has all its pegs in FINISH
}

// Unknown is the sign for a missing part.
const Unknown = notation.Unknown

// Unknown reports whether a part of a is unknown.
func (a Action) Unknown() bool {
	return a.Lone || a.Die == 0 || a.From == Unknown || a.To == Unknown
}

// IsPass reports whether a is a pass.
func (a Action) IsPass() bool { return a.To == "" && !a.Lone }

// String writes a as a log would.
func (a Action) String() string {
	dst := make([]byte, 0, 32)
	if a.Lone {
		return Unknown
	}
	return string(a.appendMove(append(action.AppendDie(dst, a.Die), ':')))
}

// Move is what a log writes after the roll.
func (a Action) Move() string { return string(a.appendMove(nil)) }

func (a Action) appendMove(dst []byte) []byte {
	switch {
	case a.IsPass():
		dst = append(dst, "pass"...)
	case a.From == "":
		dst = append(dst, a.To...)
	default:
		sign := byte('-')
		if a.Captures {
			sign = 'x'
		}
		dst = append(dst, a.From...)
		dst = append(append(dst, sign), a.To...)
	}
	if a.Finished {
		dst = append(dst, '#')
	}
	return dst
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

// Parts returns the parts of a word. The error is that of Parse.
func Parts(word string) (notation.Parts, error) { return grammar.Parts(word) }

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

// Parse reads one action word. The error is a *notation.SyntaxError.
func Parse(text string) (Action, error) {
	w, err := grammar.Parse(text)
	if err != nil {
		return Action{}, err
	}
	return Action{Lone: w.Lone != "", Die: w.Die.Roll(), From: string(w.From), To: string(w.To + w.Open), Captures: w.Sign == "x", Finished: w.Mark != ""}, nil
}
