// Package trespass reads and writes the actions of Trespass:
//
//	PIECE:FROM-SQ…^SQ…[#]   pass
//
// where "-" slides to a square and "^" jumps to it. A "?" is a part that was not written
// down: A7:? and A7:c2-? (which may have been a jump), ?:c2-c5, and by itself an action of
// which nothing is known. The package also reads the game's directives: see
// ParseDirective. It knows what an action looks like, but no board: whether a piece or a
// square exists is for rules/trespass to say. See spec/notation.md.
package trespass

import (
	"fmt"
	"regexp"
	"strings"

	"tpnote/notation"
	"tpnote/notation/action"
)

// Action is one action as it is written. A part that was not written down is Unknown.
type Action struct {
	Lone  bool   // "?" by itself: nothing is known of the action, and all else is zero
	Piece string // "A7", "?"; perhaps no piece of the game; "" for a pass
	From  string // "c2", "?"; like all squares perhaps none of the board
	Hops  []Hop  // the route; none where From is unknown
	Wins  bool   // "#": this move ends the game
}

// Hop is one part of a route.
type Hop struct {
	To   string
	Jump bool // "^", otherwise "-"; to an unknown square it may have been either
}

// Unknown is the sign for a part that was not written down.
const Unknown = notation.Unknown

// Unknown reports whether a part of a is unknown.
func (a Action) Unknown() bool {
	return a.Lone || a.Piece == Unknown || a.From == Unknown || len(a.Hops) > 0 && a.Hops[0].To == Unknown
}

// Pass is the word of a player who has no legal move.
const Pass = "pass"

// IsPass reports whether a is a pass.
func (a Action) IsPass() bool { return a.Piece == "" && !a.Lone }

// String writes a as a log would.
func (a Action) String() string { return string(a.Append(make([]byte, 0, 32))) }

// Append appends the word.
func (a Action) Append(dst []byte) []byte {
	switch {
	case a.Lone:
		return append(dst, Unknown...)
	case a.IsPass():
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

type word struct {
	Piece notation.Piece `parser:"( @(('A' | 'B') Digits) ':'"`
	Move  notation.From  `parser:"  ( @'?'"`
	From  notation.From  `parser:"  | @(Letters Digits)"`
	Sign  notation.Sign  `parser:"    ( @'-'"`
	End   notation.To    `parser:"      @'?'"`
	Route *route         `parser:"    | @@ ) )"`
	Other *otherPiece    `parser:"| @@"`
	Kind  notation.Kind  `parser:"| @('pass' | '?') )"`
}

// otherPiece is the whole route of an unknown piece.
type otherPiece struct {
	Piece notation.Piece `parser:"@'?' ':'"`
	From  notation.From  `parser:"@(Letters Digits)"`
	Route route          `parser:"@@"`
}

type route struct {
	Hops []hop         `parser:"@@+"`
	Wins notation.Mark `parser:"@'#'?"`
}

type hop struct {
	Sign notation.Sign `parser:"@('-' | '^')"`
	To   notation.To   `parser:"@(Letters Digits)"`
}

var grammar = action.New[word](action.Form{
	Shape: "PIECE:FROM, then -SQUARE for a slide or ^SQUARE for a jump, and # where it ends the game, such as A7:c2-d3^d5; or pass",
	Hint:  hint,
	Check: func(p notation.Part) string {
		letters := strings.TrimRight(p.Text, "0123456789")
		if (p.Role == notation.IsFrom || p.Role == notation.IsTo) && len(letters) > 1 {
			return fmt.Sprintf("%q is not a file: a square is one letter and a number", letters)
		}
		return ""
	},
})

// Parts returns the parts of a word. The error is that of Parse.
func Parts(word string) (notation.Parts, error) { return grammar.Parts(word) }

// written matches a word that is meant for a move. The piece may be missing.
var written = regexp.MustCompile(`^(?:([ABab][0-9]+):)?((?:[A-Za-z][0-9]+[-^x]?)*)#?$`)

// hint returns how a word near the notation should be written, or "".
func hint(word string) string {
	switch strings.ToLower(word) {
	case "pass", "passes", "passed":
		return "a player who cannot move writes pass"
	}
	m := written.FindStringSubmatch(word)
	if m == nil {
		return ""
	}
	piece, route := m[1], m[2]
	switch {
	case piece != strings.ToUpper(piece):
		return "a piece is written with a capital letter: " + strings.ToUpper(piece)
	case route == "" && piece != "":
		return "put no blank after the colon, as in " + piece + ":c2-c5"
	case strings.Contains(route, "x"):
		return "a jump is written with ^, and nothing is captured: " + strings.ToLower(strings.ReplaceAll(route, "x", "^"))
	case route != strings.ToLower(route):
		return "squares are written in lower case: " + strings.ToLower(route)
	}
	return ""
}

// Parse reads one action word. The error is a *notation.SyntaxError. There are more moves than
// can be remembered, so those in which all is known are cut at their signs, as the grammar would.
func Parse(text string) (Action, error) {
	if a, ok := cut(text); ok {
		return a, nil
	}
	return parse(text)
}

// Scanner reads the parts of a move in which all is known, one after another and without memory
// of its own. At is the place in Text to read from; a part that is not there sets At to -1.
type Scanner[T string | []byte] struct {
	Text T
	At   int
}

// Piece reads a piece with its colon, and Square a square.
func (s *Scanner[T]) Piece() (piece T) {
	piece = s.name('A', 'B')
	if s.At < 0 || s.At == len(s.Text) || s.Text[s.At] != ':' {
		s.At = -1
		return piece
	}
	s.At++
	return piece
}

func (s *Scanner[T]) Square() T { return s.name('a', 'z') }

// Hop reads the sign of a hop and its square; ok is false if no hop follows.
func (s *Scanner[T]) Hop() (to T, jump, ok bool) {
	if s.At < 0 || s.At == len(s.Text) || s.Text[s.At] != '-' && s.Text[s.At] != '^' {
		return to, false, false
	}
	jump = s.Text[s.At] == '^'
	s.At++
	return s.Square(), jump, true
}

// Wins reads the mark "#", if it is there.
func (s *Scanner[T]) Wins() bool {
	if s.At < 0 || s.At == len(s.Text) || s.Text[s.At] != '#' {
		return false
	}
	s.At++
	return true
}

// name reads a letter between two others, and digits.
func (s *Scanner[T]) name(first, last byte) (name T) {
	begin := s.At
	if begin < 0 || begin == len(s.Text) || s.Text[begin] < first || s.Text[begin] > last {
		s.At = -1
		return name
	}
	for s.At++; s.At < len(s.Text) && s.Text[s.At]-'0' < 10; s.At++ {
	}
	if s.At == begin+1 {
		s.At = -1
		return name
	}
	return s.Text[begin:s.At]
}

// cut reads a move in which all is known; ok is false for other words.
func cut(text string) (a Action, ok bool) {
	s := Scanner[string]{Text: text}
	a = Action{Piece: s.Piece(), From: s.Square()}
	for to, jump, more := s.Hop(); more; to, jump, more = s.Hop() {
		a.Hops = append(a.Hops, Hop{to, jump})
	}
	a.Wins = s.Wins()
	return a, s.At == len(text) && len(a.Hops) > 0
}

// parse asks the grammar.
func parse(text string) (Action, error) {
	w, err := grammar.Parse(text)
	if err != nil {
		return Action{}, err
	}
	a := Action{Lone: w.Kind == Unknown, Piece: string(w.Piece), From: string(w.From + w.Move)}
	path := w.Route
	if w.Other != nil {
		a.Piece, a.From, path = string(w.Other.Piece), string(w.Other.From), &w.Other.Route
	}
	if w.End != "" {
		a.Hops = []Hop{{To: Unknown}}
	}
	if path != nil {
		a.Hops, a.Wins = make([]Hop, len(path.Hops)), path.Wins != ""
		for i, h := range path.Hops {
			a.Hops[i] = Hop{To: string(h.To), Jump: h.Sign == "^"}
		}
	}
	return a, nil
}
