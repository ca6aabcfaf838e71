package morris

import (
	"tpnote/notation"
	"tpnote/notation/action"
	"tpnote/verify"
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

// written is the word for an action.
func written(a verify.Action) string {
	parts := notation.Parts{{Role: notation.IsTo, Text: a.To}}
	if a.From != "" {
		parts = notation.Parts{{Role: notation.IsFrom, Text: a.From}, {Role: notation.IsSign, Text: "-"}, parts[0]}
	}
	if a.Takes != "" {
		parts = append(parts, notation.Part{Role: notation.IsCapture, Joint: "x", Text: a.Takes})
	}
	return append(parts, notation.Part{Role: notation.IsMark, Text: a.Due}).String()
}

// mark is the mark of an action that wins.
func mark(won bool) string {
	if won {
		return "#"
	}
	return ""
}

var grammar = action.New[word](action.Form{Shape: "POINT or FROM-TO, then xPOINT if a man is taken, such as a1-a4xd1", Letter: "x"})
