// Package notation reads logs: the envelope that all games share. Tag pairs, comments,
// directives and turns are told apart here; what an action word means is for the package
// of its game (notation/wheel, notation/trouble, notation/trespass). Nothing here knows a
// rule.
//
// A Reader cuts a file into games without holding more than one of them; ParseLine turns
// a line into a node. Bad input becomes a Bad node with an Error, never nil and never the
// end of the reading.
//
// The notation is described in spec/notation.md.
package notation

import "strings"

// Bounds on a log. A longer line or game is reported and passed over.
const (
	MaxLine = 64 << 10 // bytes, without the line end
	MaxGame = 64 << 20 // bytes
)

// Span is where something stands: a line, and in it characters and bytes.
type Span struct {
	Line              int // from 1
	Column, EndColumn int // in characters from 1; EndColumn is one past the last
	Start, End        int // in bytes from 0, within the line
}

// Line is one line of a log.
type Line struct {
	Span     Span   // from the first to the last character that is not a blank
	Text     string // without the line end
	Node     Node   // what the line says; nil if it is blank or holds comments alone
	Comments []Comment
	Errors   []Error // in the order of the line
}

// Node is what a line says: a *Tag, *Turn, *Order, *Place, *Secret, *Commit, *Reveal,
// *State or *Bad.
type Node interface{ node() }

// Error is something that is not the notation, at its place.
type Error struct {
	Code    string // "encoding", "line-too-long", "syntax", "tag", "directive"
	Span    Span
	Message string
}

// Comment is a ";" or "{}" comment.
type Comment struct {
	Span  Span
	Text  string // without the signs around it
	After int    // how many words of the line stand before it
	Brace bool   // {…} rather than ;
}

// Word is a run of characters without white space.
type Word struct {
	Text string
	Span Span
}

// Tag is a tag pair, [Name "value"].
type Tag struct {
	Name  Word
	Value Word // its text is unescaped; its span includes the quotes
}

// Turn is a turn line, N. Handle action …
type Turn struct {
	Number     int
	NumberSpan Span
	Handle     Word
	Actions    []Word
}

// Roll is one player's roll for the first turn.
type Roll struct {
	Handle Word
	Face   int // 1 to 6
}

// Order is an order line: the rolls for the first turn, and those of the ties behind it.
type Order struct {
	Keyword Word
	Groups  [][]Roll
}

// Place is a place line of Trespass: the back row, then the row in front of it.
type Place struct {
	Keyword Word
	Handle  Word
	Rows    [2][]int
}

// Secret is a secret line of Trespass.
type Secret struct {
	Keyword Word
	Handle  Word
	Number  int
}

// Commit is a commit line of Trespass: the lower-case hex SHA-256 of "NUMBER:SALT".
type Commit struct {
	Keyword Word
	Handle  Word
	Hash    string
}

// Reveal is a reveal line of Trespass.
type Reveal struct {
	Keyword Word
	Handle  Word
	Number  int
	Salt    string
}

// State is a state line: it asserts a position.
type State struct {
	Keyword  Word
	Position Word // its words joined by single blanks
}

// Bad is a line that is not the notation. It is taken for what it begins like: a tag line,
// a directive, or else a turn.
type Bad struct {
	Tag       bool
	Directive bool // it begins with a lower-case keyword, known or not
}

func (*Tag) node()    {}
func (*Turn) node()   {}
func (*Order) node()  {}
func (*Place) node()  {}
func (*Secret) node() {}
func (*Commit) node() {}
func (*Reveal) node() {}
func (*State) node()  {}
func (*Bad) node()    {}

// Want lists the finding codes that the line's comments expect, as in "; want unreachable".
func (l *Line) Want() []string {
	var codes []string
	for _, c := range l.Comments {
		if fields := strings.Fields(c.Text); len(fields) > 0 && fields[0] == "want" {
			codes = append(codes, fields[1:]...)
		}
	}
	return codes
}
