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
const Unknown = "?"

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

// HopSpan returns the place in the word, in bytes, of hop i with its sign.
func (a Action) HopSpan(i int) (start, end int) {
	end = len(a.Piece) + len(":") + len(a.From)
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

// unknown is a word in which something is unknown. It is a grammar of its own, so that the
// errors of ordinary words do not offer a "?".
type unknown struct {
	Move  *unknownMove  `parser:"  @@"`
	Piece *unknownPiece `parser:"| @@"`
	Lone  bool          `parser:"| @'?'"`
}

// unknownMove is a piece with an unknown square.
type unknownMove struct {
	Piece string `parser:"@(('A' | 'B') Digits) ':'"`
	From  square `parser:"( @(Letters Digits) '-' '?'"`
	None  bool   `parser:"| @'?' )"`
}

// unknownPiece is a whole route of an unknown piece.
type unknownPiece struct {
	From square `parser:"'?' ':' @(Letters Digits)"`
	Hops []hop  `parser:"@@+"`
	Wins bool   `parser:"@'#'?"`
}

type hop struct {
	Sign string `parser:"@('-' | '^')"`
	To   square `parser:"@(Letters Digits)"`
}

type square string

// Capture takes a file and a row, or the file alone if the word ends too early.
func (s *square) Capture(values []string) error {
	if len(values[0]) != 1 {
		return fmt.Errorf("%q is not a file: a square is one letter and a number", values[0])
	}
	*s = square(strings.Join(values, ""))
	return nil
}

var grammar = action.New[word, unknown]("PIECE:FROM, then -SQUARE for a slide or ^SQUARE for a jump, and # where it ends the game, such as A7:c2-d3^d5; or pass", hint)

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
	w, u, err := grammar.Parse(text)
	switch {
	case err != nil:
		return Action{}, err
	case u != nil:
		return u.action(), nil
	case w.Pass:
		return Action{}, nil
	}
	return Action{Piece: w.Move.Piece, From: string(w.Move.From), Hops: hops(w.Move.Hops), Wins: w.Move.Wins}, nil
}

func (u *unknown) action() Action {
	switch {
	case u.Lone:
		return Action{Lone: true}
	case u.Piece != nil:
		return Action{Piece: Unknown, From: string(u.Piece.From), Hops: hops(u.Piece.Hops), Wins: u.Piece.Wins}
	case u.Move.None:
		return Action{Piece: u.Move.Piece, From: Unknown}
	}
	return Action{Piece: u.Move.Piece, From: string(u.Move.From), Hops: []Hop{{To: Unknown}}}
}

func hops(tree []hop) []Hop {
	list := make([]Hop, len(tree))
	for i, h := range tree {
		list[i] = Hop{To: string(h.To), Jump: h.Sign == "^"}
	}
	return list
}
