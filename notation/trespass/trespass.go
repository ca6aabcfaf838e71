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

// Pass is the word of a player who has no legal move.
const Pass = "pass"

// The signs before the squares of a route.
const (
	Slide = "-"
	Jump  = "^"
)

// Word writes a move: route are the signs and squares after the first square.
func Word(piece, from string, route notation.Parts, wins bool) string {
	word := piece + ":" + from + route.String()
	if wins {
		word += "#"
	}
	return word
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

// Parse returns the parts of an action word. The error is a *notation.SyntaxError. There are more moves
// than can be remembered, so those in which all is known are cut at their signs, as the grammar would.
func Parse(text string) (notation.Parts, error) {
	if parts, ok := cut(text); ok {
		return parts, nil
	}
	return grammar.Parse(text)
}

// Name is the letter and the number of a piece or a square. A number with a zero before other digits is
// -1, and one of more than four digits at least 10,000: no piece and no square is called so.
type Name struct {
	Letter byte
	Number int
}

// Piece, Square, Hop and Wins read the parts of a move in which all is known, one after another and without
// memory of their own. next is the place in the text after the part. It is -1 for a part that is not there,
// and nothing can be read from that place.

// Piece reads a piece with its colon.
func Piece(text []byte, at int) (piece Name, next int) {
	piece, next = name(text, at, 'A', 'B')
	if character(text, next) != ':' {
		return piece, -1
	}
	return piece, next + 1
}

// Square reads a square.
func Square(text []byte, at int) (square Name, next int) { return name(text, at, 'a', 'z') }

// Hop reads the sign of a hop and its square; ok is false, and next is at, if no hop follows.
func Hop(text []byte, at int) (to Name, jump bool, next int, ok bool) {
	sign := character(text, at)
	if sign != '-' && sign != '^' {
		return to, false, at, false
	}
	to, next = Square(text, at+1)
	return to, sign == '^', next, true
}

// Wins reads the mark "#", if it is there.
func Wins(text []byte, at int) (wins bool, next int) {
	if character(text, at) != '#' {
		return false, at
	}
	return true, at + 1
}

// character returns the character at a place; 0 after the end.
func character(text []byte, at int) byte {
	if uint(at) < uint(len(text)) {
		return text[at]
	}
	return 0
}

// name reads a letter between two others, and digits.
func name(text []byte, at int, first, last byte) (name Name, next int) {
	name.Letter = character(text, at)
	begin := at + 1
	next = begin
	for ; character(text, next)-'0' < 10; next++ {
		if name.Number < 10_000 {
			name.Number = name.Number*10 + int(text[next]-'0')
		}
	}
	switch {
	case name.Letter < first, name.Letter > last, next == begin:
		return name, -1
	case text[begin] == '0' && next > begin+1:
		name.Number = -1
	}
	return name, next
}

// cut reads a move in which all is known; ok is false for other words.
func cut(word string) (parts notation.Parts, ok bool) {
	text := []byte(word)
	_, from := Piece(text, 0)
	_, at := Square(text, from)
	if next := character(text, at); next != '-' && next != '^' {
		return nil, false
	}
	parts = make(notation.Parts, 0, len(text)/3*2) // nearly all names have two characters, and a sign follows
	add := func(role notation.Role, joint string, start, end int) {
		parts = append(parts, notation.Part{Role: role, Joint: joint, Text: word[start:end], Start: start, End: end})
	}
	add(notation.IsPiece, "", 0, from-len(":"))
	add(notation.IsFrom, ":", from, at)
	for _, _, next, more := Hop(text, at); more; _, _, next, more = Hop(text, at) {
		if next < 0 {
			return nil, false
		}
		add(notation.IsSign, "", at, at+1)
		add(notation.IsTo, "", at+1, next)
		at = next
	}
	if wins, next := Wins(text, at); wins {
		add(notation.IsMark, "", at, next)
		at = next
	}
	return parts, at == len(text)
}
