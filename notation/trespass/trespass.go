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

// Word writes a move: path are the squares after the first, and jumps says for each whether the piece
// jumps there.
func Word(piece, from string, path []string, jumps []bool, wins bool) string {
	dst := append(make([]byte, 0, 32), piece...)
	dst = append(append(dst, ':'), from...)
	for i, to := range path {
		sign := byte('-')
		if jumps[i] {
			sign = '^'
		}
		dst = append(append(dst, sign), to...)
	}
	if wins {
		dst = append(dst, '#')
	}
	return string(dst)
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

// FileAndRow cuts the name of a square.
func FileAndRow(square string) (file, row string) { return square[:1], square[1:] }

// Parse returns the parts of an action word. The error is a *notation.SyntaxError. There are more moves
// than can be remembered, so those in which all is known are cut at their signs, as the grammar would.
func Parse(text string) (notation.Parts, error) {
	if parts, ok := cut(text); ok {
		return parts, nil
	}
	return grammar.Parse(text)
}

// Name is the letter and the number of a piece or a square. The number is -1 if it has more than four
// digits, or a zero before others: no piece and no square is called so.
type Name struct {
	Letter byte
	Number int
}

// Scanner reads the parts of a move in which all is known, one after another and without memory
// of its own. At is the place in Text to read from; a part that is not there sets At to -1.
type Scanner struct {
	Text []byte
	At   int
}

// Piece reads a piece with its colon, and Square a square.
func (s *Scanner) Piece() Name {
	piece := s.name('A', 'B')
	if s.sign() != ':' {
		s.At = -1
		return piece
	}
	s.At++
	return piece
}

func (s *Scanner) Square() Name { return s.name('a', 'z') }

// Hop reads the sign of a hop and its square; ok is false if no hop follows.
func (s *Scanner) Hop() (to Name, jump, ok bool) {
	sign := s.sign()
	if sign != '-' && sign != '^' {
		return to, false, false
	}
	s.At++
	return s.Square(), sign == '^', true
}

// Wins reads the mark "#", if it is there.
func (s *Scanner) Wins() bool {
	if s.sign() != '#' {
		return false
	}
	s.At++
	return true
}

// sign returns the next character; 0 at the end.
func (s *Scanner) sign() byte {
	if uint(s.At) < uint(len(s.Text)) {
		return s.Text[s.At]
	}
	return 0
}

// name reads a letter between two others, and digits.
func (s *Scanner) name(first, last byte) (name Name) {
	begin := s.At
	if name.Letter = s.sign(); name.Letter < first || name.Letter > last {
		s.At = -1
		return name
	}
	at := begin + 1
	for ; at < len(s.Text) && s.Text[at]-'0' < 10; at++ {
		if at <= begin+4 {
			name.Number = name.Number*10 + int(s.Text[at]-'0')
		}
	}
	switch s.At = at; {
	case at == begin+1:
		s.At = -1
	case at > begin+5, at > begin+2 && s.Text[begin+1] == '0':
		name.Number = -1
	}
	return name
}

// cut reads a move in which all is known; ok is false for other words.
func cut(text string) (parts notation.Parts, ok bool) {
	s := Scanner{Text: []byte(text)}
	s.Piece()
	from := s.At
	s.Square()
	if next := s.sign(); next != '-' && next != '^' {
		return nil, false
	}
	parts = make(notation.Parts, 0, 8)
	add := func(role notation.Role, joint string, start, end int) {
		parts = append(parts, notation.Part{Role: role, Joint: joint, Text: text[start:end], Start: start, End: end})
	}
	add(notation.IsPiece, "", 0, from-len(":"))
	add(notation.IsFrom, ":", from, s.At)
	sign := s.At
	for _, _, more := s.Hop(); more; _, _, more = s.Hop() {
		if s.At < 0 {
			return nil, false
		}
		add(notation.IsSign, "", sign, sign+1)
		add(notation.IsTo, "", sign+1, s.At)
		sign = s.At
	}
	if s.Wins() {
		add(notation.IsMark, "", sign, s.At)
	}
	return parts, s.At == len(text)
}
