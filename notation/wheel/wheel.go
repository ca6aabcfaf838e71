// Package wheel reads and writes the actions of the hub-and-spoke games:
//
//	DIE:SPACE[/CATEGORY][@CARD][MARK]
//
// A "?" is an unknown die, space, category or mark, as in 4:?, ?:ye2+ and 4:ye2?; by itself, an unknown action.
//
// The package knows the form of an action and no board: rules/wheel says whether a space exists. See spec/notation.md.
package wheel

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/notation/action"
)

// Word writes an action. Without a category, a card or a mark, it is "".
func Word(die int, space, category, card, mark string) string {
	dst := strconv.AppendInt(make([]byte, 0, 32), int64(die), 10)
	dst = append(append(dst, ':'), space...)
	if category != "" {
		dst = append(append(dst, '/'), category...)
	}
	if card != "" {
		dst = append(append(dst, '@'), card...)
	}
	return string(append(dst, mark...))
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

// Parse returns the parts of an action word. The error is a *notation.SyntaxError.
func Parse(word string) (notation.Parts, error) { return grammar.Parse(word) }

// written matches a word that is meant for an action: die, space, category and the rest. Only the space is needed.
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

// Card writes a card: its box from 1, and its number in the box, "" for none.
func Card(box int, number string) string { return notation.BoxName(box) + number }

// NoBox is the error of a word that names a box beyond the given number, which the variant lacks; nil for others.
func NoBox(word string, boxes int) *notation.SyntaxError {
	at := strings.IndexByte(word, '@') + 1
	if at == 0 || int(word[at]-'A') < boxes {
		return nil
	}
	return grammar.Refuse(word, at, at+1, fmt.Sprintf("no box %c in this game: its boxes are A to %c", word[at], 'A'+boxes-1))
}
