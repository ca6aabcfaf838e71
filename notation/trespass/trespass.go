// Package trespass reads and writes the actions of Trespass:
//
//	PIECE:FROM-SQ…^SQ…[#] or pass
//
// where "-" slides to a square and "^" jumps to it. It knows what an action looks like, and
// no board: whether a piece or a square exists is for rules/trespass to say. See
// spec/notation.md.
package trespass

import (
	"fmt"
	"strings"

	"tpnote/notation/internal/action"
)

// Action is one action as it is written.
type Action struct {
	Piece string // "A7"; perhaps no piece of the game; "" for a pass
	From  string // "c2"; like all squares perhaps none of the board
	Hops  []Hop
	Wins  bool // "#": this move ends the game
}

// Hop is one part of a route.
type Hop struct {
	To   string
	Jump bool // "^", otherwise "-"
}

// Pass is the word of a player who has no legal move.
const Pass = "pass"

// IsPass reports whether a is a pass.
func (a Action) IsPass() bool { return a.Piece == "" }

// String writes a as a log would.
func (a Action) String() string { return string(a.Append(nil)) }

// Append appends a as a log would write it.
func (a Action) Append(dst []byte) []byte {
	if a.IsPass() {
		return append(dst, Pass...)
	}
	dst = append(dst, a.Piece...)
	dst = append(append(dst, ':'), a.From...)
	for _, h := range a.Hops {
		sign := byte('-')
		if h.Jump {
			sign = '^'
		}
		dst = append(append(dst, sign), h.To...)
	}
	if a.Wins {
		dst = append(dst, '#')
	}
	return dst
}

// FromSpan is where the square that the move begins on stands in the word, in bytes.
func (a Action) FromSpan() (start, end int) {
	start = len(a.Piece) + 1
	return start, start + len(a.From)
}

// HopSpan is where hop i stands in the word with its sign, in bytes.
func (a Action) HopSpan(i int) (start, end int) {
	_, end = a.FromSpan()
	for _, h := range a.Hops[:i+1] {
		start, end = end, end+1+len(h.To)
	}
	return start, end
}

type word struct {
	Pass bool  `parser:"  @'pass'"`
	Move *move `parser:"| @@"`
}

type move struct {
	Piece string `parser:"@(('A' | 'B') Digits) ':'"`
	From  square `parser:"@(Letters Digits)"`
	Hops  []hop  `parser:"@@+"`
	Wins  bool   `parser:"@'#'?"`
}

type hop struct {
	Sign string `parser:"@('-' | '^')"`
	To   square `parser:"@(Letters Digits)"`
}

type square string

// Capture takes a file and a row; of a word that ends too early perhaps the file alone.
func (s *square) Capture(values []string) error {
	if len(values[0]) != 1 {
		return fmt.Errorf("%q is no file: a square is one letter and a number", values[0])
	}
	*s = square(strings.Join(values, ""))
	return nil
}

var grammar = action.New[word]("PIECE:FROM, then -SQUARE for a slide or ^SQUARE for a jump, and # where it ends the game, such as A7:c2-d3^d5; or pass")

// Parse reads one action word. The error is a *notation.SyntaxError.
func Parse(text string) (Action, error) {
	w, err := grammar.Parse(text)
	if err != nil {
		return Action{}, err
	}
	if w.Pass {
		return Action{}, nil
	}
	a := Action{Piece: w.Move.Piece, From: string(w.Move.From), Wins: w.Move.Wins}
	for _, h := range w.Move.Hops {
		a.Hops = append(a.Hops, Hop{To: string(h.To), Jump: h.Sign == "^"})
	}
	return a, nil
}
