// Package wheel reads and writes the actions of the hub-and-spoke games:
//
//	DIE:SPACE[/CATEGORY][@CARD][MARK]
//
// It knows what an action looks like, and no board: whether a space exists is for
// rules/wheel to say. See spec/notation.md.
package wheel

import (
	"fmt"
	"strconv"

	"tpnote/notation/internal/action"
)

// Action is one action as it is written.
type Action struct {
	Die      int    // 1 to 6
	Space    string // "hub", "bl2or"; perhaps no space of the board
	Category string // a colour code, or "" where none was given
	Box      byte   // 'A' or 'B', or 0 where no card was given
	Card     string // the card's number in its box, or ""
	Mark     byte   // '+', '*', '#', '-', or 0
}

// String writes a as a log would.
func (a Action) String() string { return string(a.Append(nil)) }

// Append appends a as a log would write it.
func (a Action) Append(dst []byte) []byte {
	dst = strconv.AppendInt(dst, int64(a.Die), 10)
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
	return dst
}

type word struct {
	Die      action.Die `parser:"@Digits ':'"`
	Space    string     `parser:"@(Letters Digits? Letters?)"`
	Category *category  `parser:"( '/' @Letters )?"`
	Box      *string    `parser:"( '@' @('A' | 'B')"`
	Card     string     `parser:"  @Digits? )?"`
	Mark     *string    `parser:"@('-' | '+' | '*' | '#')?"`
}

type category string

// Capture takes a colour code.
func (c *category) Capture(values []string) error {
	if len(values[0]) != 2 {
		return fmt.Errorf("the category %q is not a colour code of two letters", values[0])
	}
	*c = category(values[0])
	return nil
}

var grammar = action.New[word]("DIE:SPACE, then /CATEGORY, @BOX and + * # or - where they belong, such as 4:ye2+")

// Parse reads one action word. The error is a *notation.SyntaxError.
func Parse(text string) (Action, error) {
	w, err := grammar.Parse(text)
	if err != nil {
		return Action{}, err
	}
	a := Action{Die: int(w.Die), Space: w.Space, Card: w.Card}
	if w.Category != nil {
		a.Category = string(*w.Category)
	}
	if w.Box != nil {
		a.Box = (*w.Box)[0]
	}
	if w.Mark != nil {
		a.Mark = (*w.Mark)[0]
	}
	return a, nil
}
