// Package wheel reads and writes the actions of the hub-and-spoke games:
//
//	DIE:SPACE[/CATEGORY][@CARD][MARK]
//
// A "?" means an unknown die, space, category or mark, as in 4:?, ?:ye2+ and 4:ye2?. By itself it
// means a wholly unknown action.
//
// The package knows the form of an action and no board: rules/wheel says whether a space exists.
// See spec/notation.md.
package wheel

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"tpnote/notation"
	"tpnote/notation/action"
)

// Action is one action as it is written. A missing part is Unknown.
type Action struct {
	Lone     bool   // "?" by itself: nothing is known of the action, and all else is zero
	Die      int    // 1 to 6; 0 where it is unknown
	Space    string // "hub", "bl2or", "?"; perhaps no space of the board
	Category string // a colour code, "?", or "" where none was given
	Box      byte   // 'A' to 'Z', or 0 where no card was given
	Card     string // the card's number in its box, or ""
	Mark     byte   // '+', '*', '#', '-', '?', or 0
}

// Unknown is the sign for a missing part.
const Unknown = notation.Unknown

// Unknown reports whether a part of a is unknown.
func (a Action) Unknown() bool {
	return a.Lone || a.Die == 0 || a.Space == Unknown || a.Category == Unknown || a.Mark == Unknown[0]
}

// String writes a as a log would.
func (a Action) String() string {
	dst := make([]byte, 0, 32)
	if a.Lone {
		return Unknown
	}
	dst = action.AppendDie(dst, a.Die)
	dst = append(append(dst, ':'), a.Space...)
	if a.Category != "" {
		dst = append(append(dst, '/'), a.Category...)
	}
	if a.Box != 0 {
		dst = append(append(dst, '@', a.Box), a.Card...)
	}
	if a.Mark != 0 {
		dst = append(dst, a.Mark)
	}
	return string(dst)
}

type word struct {
	Die      notation.Die      `parser:"( @(Digits | '?') ':'"`
	Space    notation.To       `parser:"  @(Letters Digits? Letters? | '?')"`
	Category notation.Category `parser:"  ( '/' @(Letters | '?') )?"`
	Card     notation.Card     `parser:"  ( '@' @(Capital Digits?) )?"`
	Mark     notation.Answer   `parser:"  @('-' | '+' | '*' | '#' | '?')?"`
	Lone     notation.Kind     `parser:"| @'?' )"`
}

var grammar = action.New[word](action.Form{
	Shape: "DIE:SPACE, then /CATEGORY, @BOX and + * # or - where they belong, such as 4:ye2+",
	Hint:  hint,
	Check: func(p notation.Part) string {
		if p.Role == notation.IsCategory && len(p.Text) != 2 {
			return fmt.Sprintf("the category %q is not a colour code of two letters", p.Text)
		}
		return ""
	},
})

// Parts returns the parts of a word. The error is that of Parse.
func Parts(word string) (notation.Parts, error) { return grammar.Parts(word) }

// written matches a word that is meant for an action: die, space, category and the rest. All
// but the space may be missing.
var written = regexp.MustCompile(`^(?:[1-6?]:)?([A-Za-z0-9.]+)(?:/([A-Za-z]+))?(@|[-+*#?]?$)`)

// hint returns how a word near the notation should be written, or "".
func hint(word string) string {
	if len(word) == 2 && '1' <= word[0] && word[0] <= '6' && word[1] == ':' {
		return "put no blank after the colon, as in " + word + "or3-"
	}
	m := written.FindStringSubmatch(word)
	if m == nil {
		return ""
	}
	space, category := m[1], strings.ToLower(m[2])
	lower := strings.ToLower(space)
	switch {
	case lower == "hm" || lower == "h.m.":
		return "the H.M. is written hub"
	case lower != space:
		return "spaces are written in lower case: " + lower
	case len(category) > 2:
		return "a category is a colour code of two letters: " + space + "/" + category[:2]
	case category != m[2]:
		return "categories are written in lower case: " + space + "/" + category
	}
	return ""
}

// Parse reads one action word. The error is a *notation.SyntaxError.
func Parse(text string) (Action, error) {
	w, err := grammar.Parse(text)
	if err != nil {
		return Action{}, err
	}
	a := Action{Lone: w.Lone != "", Die: w.Die.Roll(), Space: string(w.Space), Category: string(w.Category)}
	if w.Card != "" {
		a.Box, a.Card = w.Card[0], string(w.Card[1:])
	}
	if w.Mark != "" {
		a.Mark = w.Mark[0]
	}
	return a, nil
}

// Space returns where the space of a word is, in bytes, if the word is well formed.
func Space(word []byte) (start, end int) {
	start = bytes.IndexByte(word, ':') + 1
	for end = start; end < len(word) && (word[end]-'0' < 10 || word[end]-'a' < 26); end++ {
	}
	return start, end
}

// NoBox is the error of a word that names a box beyond the given number, which no log of the
// variant can have; nil for other words.
func NoBox(word string, boxes int) *notation.SyntaxError {
	at := strings.IndexByte(word, '@') + 1
	if at == 0 || int(word[at]-'A') < boxes {
		return nil
	}
	return grammar.Refuse(word, at, at+1, fmt.Sprintf("no box %c in this game: its boxes are A to %c", word[at], 'A'+boxes-1))
}
