package morris

import (
	"tpnote/notation"
	"tpnote/notation/action"
)

// word is an action as a log writes it: a man is placed (a1) or moved (a1-a4), may take
// another (xd1), and may win (#). Each part may be unknown.
type word struct {
	From notation.From    `parser:"( @(Letters Digits | '?')"` // "" where a man is placed
	Sign notation.Sign    `parser:"  @'-' )?"`
	To   notation.To      `parser:"@(Letters Digits | '?')"`
	Take notation.Capture `parser:"( 'x' @(Letters Digits | '?') )?"` // "" for none
	Won  notation.Mark    `parser:"@'#'?"`
}

// String writes the word as a log would.
func (w word) String() string {
	text := string(w.To)
	if w.From != "" && (w.From != notation.Unknown || w.To != notation.Unknown) {
		text = string(w.From) + "-" + text
	}
	if w.Take != "" {
		text += "x" + string(w.Take)
	}
	return text + string(w.Won)
}

// mark is the mark of an action that wins.
func mark(won bool) string {
	if won {
		return "#"
	}
	return ""
}

var grammar = action.New[word](action.Form{Shape: "POINT or FROM-TO, then xPOINT if a man is taken, such as a1-a4xd1", Letter: "x"})

// parse reads one action word.
func parse(text string) (word, error) {
	w, err := grammar.Parse(text)
	if err != nil {
		return word{}, err
	}
	if w.From == "" && w.To == notation.Unknown { // the man was placed or moved
		w.From = notation.Unknown
	}
	return *w, nil
}
