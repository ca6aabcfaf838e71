// Package trouble reads and writes the actions of Trouble:
//
//	DIE:FROM-TO[#]   DIE:FROMxTO[#]   DIE:pass
//
// It knows what an action looks like, and no board: whether a space exists is for
// rules/trouble to say. See spec/trouble.md.
package trouble

import (
	"fmt"
	"strconv"
	"strings"

	"tpnote/notation/internal/action"
)

// Action is one action as it is written.
type Action struct {
	Die      int    // 1 to 6
	From, To string // "home", "re3", "f4"; both are "" for a pass
	Captures bool   // written with "x": a peg on To is sent home
	Finished bool   // marked "#": the colour has all its pegs in FINISH
}

// IsPass reports whether a is a pass.
func (a Action) IsPass() bool { return a.To == "" }

// String writes a as a log would.
func (a Action) String() string { return string(a.Append(nil)) }

// Append appends a as a log would write it.
func (a Action) Append(dst []byte) []byte {
	dst = append(strconv.AppendInt(dst, int64(a.Die), 10), ':')
	if a.IsPass() {
		dst = append(dst, "pass"...)
	} else {
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

// In re3xbl1 the lexer takes xbl for one run of letters, and in homexre0 homexre: it knows
// no words. So a capture is told from its letters, not by a token of its own.
type word struct {
	Die  action.Die  `parser:"@Digits ':'"`
	Step *step       `parser:"( @@"`
	Out  *outCapture `parser:"| @(Letters Digits)"`
	Pass bool        `parser:"| @'pass' )"`
	Mark bool        `parser:"@'#'?"`
}

type step struct {
	From string   `parser:"@(Letters Digits | 'home')"`
	To   string   `parser:"( '-' @(Letters Digits)"`
	Take *capture `parser:"| @(Letters Digits) )"`
}

type capture string

// Capture takes the target of a capture, such as xbl1.
func (c *capture) Capture(values []string) error {
	to, found := strings.CutPrefix(values[0], "x")
	if !found || to == "" {
		return fmt.Errorf("%q is out of place: - or x, and a space such as re3, are due", values[0]+values[1])
	}
	*c = capture(to + values[1])
	return nil
}

type outCapture string

// Capture takes a capture by a peg that comes out of HOME, such as homexre0.
func (c *outCapture) Capture(values []string) error {
	to, found := strings.CutPrefix(values[0], "homex")
	if !found || to == "" {
		return fmt.Errorf("%q leads nowhere: - or x, and a space such as re3, are due behind it", values[0]+values[1])
	}
	*c = outCapture(to + values[1])
	return nil
}

var grammar = action.New[word]("DIE:FROM-TO, with x for - where a peg is sent home, or DIE:pass, such as 2:re3-re5")

// Parse reads one action word. The error is a *notation.SyntaxError.
func Parse(text string) (Action, error) {
	w, err := grammar.Parse(text)
	if err != nil {
		return Action{}, err
	}
	a := Action{Die: int(w.Die), Finished: w.Mark}
	switch {
	case w.Out != nil:
		a.From, a.To, a.Captures = "home", string(*w.Out), true
	case w.Step != nil && w.Step.Take != nil:
		a.From, a.To, a.Captures = w.Step.From, string(*w.Step.Take), true
	case w.Step != nil:
		a.From, a.To = w.Step.From, w.Step.To
	}
	return a, nil
}
