// Package trespass reads and writes the actions of Trespass:
//
//	PIECE:FROM-SQ…^SQ…[#]   pass
//
// where "-" slides to a square and "^" jumps to it. A "?" is a part that was not written down: A7:? and A7:c2-?
// (which may have been a jump), ?:c2-c5, and by itself an action of which nothing is known. The package also reads
// the game's directives: see ParseDirective. It knows what an action looks like, but no board: whether a piece or a
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

// Name is the letter and the number of a piece or a square, and the sign after it. A number with a zero before
// other digits is -1, and one of more than four digits at least 10,000: no piece and no square is called so.
type Name struct {
	Letter, Sign byte
	Number       int
}

// NameAt reads a name. next is the place of its sign; after the end of the text the sign is 0. Without digits
// there is no name: the number is -1, and all else 0.
func NameAt(text []byte, at int) (name Name, next int) {
	digit := character(text, at+1) - '0'
	if digit > 9 {
		return Name{Number: -1}, 0
	}
	name, next = Name{Letter: character(text, at), Number: int(digit)}, at+2
	for name.Sign = character(text, next); name.Sign-'0' <= 9; name.Sign = character(text, next) {
		if digit == 0 {
			name.Number = -1
		} else if name.Number < 10_000 {
			name.Number = name.Number*10 + int(name.Sign-'0')
		}
		next++
	}
	return name, next
}

// Hops reports whether a hop follows the name, and whether it is a jump.
func (n Name) Hops() (hops, jump bool) {
	return n.Sign == Slide[0] || n.Sign == Jump[0], n.Sign == Jump[0]
}

// character returns the character at a place; 0 after the end.
func character(text []byte, at int) byte {
	if uint(at) < uint(len(text)) {
		return text[at]
	}
	return 0
}

// cut reads a move in which all is known; ok is false for other words.
func cut(word string) (parts notation.Parts, ok bool) {
	text := []byte(word)
	piece, colon := NameAt(text, 0)
	name, at := NameAt(text, colon+1)
	if hops, _ := name.Hops(); piece.Letter-'A' > 1 || piece.Sign != ':' || name.Letter-'a' > 'z'-'a' || !hops {
		return nil, false
	}
	parts = make(notation.Parts, 0, len(text)/3*2) // nearly all names have two characters, and a sign follows
	add := func(role notation.Role, joint string, start, end int) {
		parts = append(parts, notation.Part{Role: role, Start: int32(start), Joint: joint, Text: word[start:end]})
	}
	add(notation.IsPiece, "", 0, colon)
	add(notation.IsFrom, ":", colon+1, at)
	for hops, _ := name.Hops(); hops; hops, _ = name.Hops() {
		sign := at
		if name, at = NameAt(text, sign+1); name.Letter-'a' > 'z'-'a' {
			return nil, false
		}
		add(notation.IsSign, "", sign, sign+1)
		add(notation.IsTo, "", sign+1, at)
	}
	if name.Sign == '#' {
		add(notation.IsMark, "", at, at+1)
		at++
	}
	return parts, at == len(text)
}
