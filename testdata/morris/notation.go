package morris

import (
	"fmt"
	"strings"

	"tpnote/notation/action"
)

// unknown is the sign for an unknown part.
const unknown = "?"

// word is an action as a log writes it: a man is placed (a1) or moved (a1-a4), may take
// another (xd1), and may win (#). It is its own grammar, in which a "?" is an unknown part.
type word struct {
	From string `parser:"@(Letters Digits | '?')"` // "" where a man is placed
	To   string `parser:"('-' @(Letters Digits | '?'))?"`
	Take taken  `parser:"@(Letters (Digits | '?'))?"` // "" for none
	Won  bool   `parser:"@'#'?"`
}

// Unknown reports whether a part of the word is unknown.
func (w word) Unknown() bool { return w.From == unknown || w.To == unknown || w.Take == unknown }

// String writes the word as a log would.
func (w word) String() string {
	text := w.To
	if w.From != "" && (w.From != unknown || w.To != unknown) {
		text = w.From + "-" + w.To
	}
	if w.Take != "" {
		text += "x" + string(w.Take)
	}
	return text + mark(w.Won)
}

// mark is the mark of an action that wins.
func mark(won bool) string {
	if won {
		return "#"
	}
	return ""
}

// taken is the point after an x. The lexer knows no words: it cuts xd1 into xd and 1.
type taken string

// Capture takes the point without its x.
func (t *taken) Capture(values []string) error {
	letters, ok := strings.CutPrefix(values[0], "x")
	if !ok || (letters == "") != (values[1] == unknown) {
		return fmt.Errorf("%q is out of place; expected x and the point of the man taken", values[0]+values[1])
	}
	*t = taken(letters + values[1])
	return nil
}

var grammar = action.New[word, word]("POINT or FROM-TO, then xPOINT if a man is taken, such as a1-a4xd1", nil)

// parse reads one action word.
func parse(text string) (word, error) {
	w, _, err := grammar.Parse(text)
	if err != nil {
		return word{}, err
	}
	if w.To == "" {
		w.To = w.From
		if w.From != unknown { // else the man was placed or moved
			w.From = ""
		}
	}
	return *w, nil
}
