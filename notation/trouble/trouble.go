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
	"fmt"
	"regexp"
	"strings"

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
const Unknown = "?"

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
	dst = append(action.AppendDie(dst, a.Die), ':')
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
	return string(dst)
}

// The lexer knows no words: in re3xbl1 it takes xbl for one run of letters, and in homexre0
// homexre. So a capture is recognised by its letters, not by a token of its own.
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

// unknown is a word in which something is unknown. It is a grammar of its own, so that the
// errors of ordinary words do not offer a "?".
type unknown struct {
	Parts *unknownParts `parser:"  @@"`
	Lone  bool          `parser:"| @'?'"`
}

type unknownParts struct {
	Die  action.Die   `parser:"@(Digits | '?') ':'"`
	Step *unknownStep `parser:"( @@"`
	Out  *outCapture  `parser:"| @(Letters (Digits | '?'))"`
	Pass bool         `parser:"| @'pass'"`
	Move bool         `parser:"| @'?' )"`
	Mark bool         `parser:"@'#'?"`
}

type unknownStep struct {
	From string   `parser:"@(Letters Digits | 'home' | '?')"`
	To   string   `parser:"( '-' @(Letters Digits | '?')"`
	Take *capture `parser:"| @(Letters (Digits | '?')) )"`
}

type capture string

// Capture takes the target of a capture, such as xbl1.
func (c *capture) Capture(values []string) error {
	to, found := target(values, "x")
	if !found {
		return fmt.Errorf("%q is out of place; expected - or x, and a space such as re3", values[0]+values[1])
	}
	*c = capture(to)
	return nil
}

type outCapture string

// Capture takes a capture by a peg that comes out of HOME, such as homexre0.
func (c *outCapture) Capture(values []string) error {
	to, found := target(values, "homex")
	if !found {
		return fmt.Errorf("%q has no target; expected - or x after it, and a space such as re3", values[0]+values[1])
	}
	*c = outCapture(to)
	return nil
}

// target returns the target of a capture from its two tokens: letters, which begin with
// before, and a number or "?". found is false if they are not a capture.
func target(values []string, before string) (to string, found bool) {
	letters, found := strings.CutPrefix(values[0], before)
	return letters + values[1], found && (letters == "") == (values[1] == Unknown)
}

var grammar = action.New[word, unknown]("DIE:FROM-TO, with x for - where a peg is sent home, or DIE:pass, such as 2:re3-re5", hint)

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
	w, u, err := grammar.Parse(text)
	if err != nil {
		return Action{}, err
	}
	if u != nil {
		if u.Lone {
			return Action{Lone: true}, nil
		}
		p := u.Parts
		if p.Move {
			return Action{Die: int(p.Die), To: Unknown, Finished: p.Mark}, nil
		}
		w = &word{Die: p.Die, Step: (*step)(p.Step), Out: p.Out, Pass: p.Pass, Mark: p.Mark}
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
