// Package notation reads logs: the envelope that all games share. It recognizes tag pairs,
// comments, turns and directives, and knows no rules. The packages of the games (notation/wheel,
// notation/trouble, notation/trespass) read action words and the directives of one game.
//
// A Reader cuts a file into games and holds one at a time; CutGame cuts a text in memory. ParseLine turns a line into a
// node; a Parser does so in memory that it uses again. Bad input becomes a Bad node with an Error.
//
// The notation is described in spec/notation.md.
package notation

import "strings"

// Bounds on a log. A longer line or game is an error and is skipped.
const (
	MaxLine = 64 << 10 // bytes, without the line end
	MaxGame = 64 << 20 // bytes
)

// Span is the place of something: a line, and the characters and bytes in it.
type Span struct {
	Line       int `json:"line"`      // from 1
	Column     int `json:"column"`    // in characters from 1
	EndColumn  int `json:"endColumn"` // one past the last
	Start, End int `json:"-"`         // in bytes from 0, within the line
}

// Line is one line of a log.
type Line struct {
	Span     Span   // from the first to the last character that is not a blank
	Text     string // without the line end; the beginning of a line that is too long
	Node     Node   // what the line says; nil if it is blank or holds comments alone
	Comments []Comment
	Errors   []Error // in the order of the line
}

// IsTurn reports whether a line is a turn, or is taken for one.
func (l *Line) IsTurn() bool {
	switch n := l.Node.(type) {
	case *Turn:
		return true
	case *Bad:
		return !n.Tag && !n.Directive
	}
	return false
}

// Node is the content of a line: a *Tag, *Turn, *Order, *State, *Gap, *Ruling, *Leave, *Tally,
// *SideLine, *Directive or *Bad.
type Node interface{ node() }

// Error says what on a line is not the notation.
type Error struct {
	Code    string // "encoding", "line-too-long", "syntax", "tag"
	Span    Span
	Message string
	Right   string // the line as it was probably meant; "" if that is not known
}

// Comment is a ";" or "{}" comment.
type Comment struct {
	Span  Span
	Text  string // without the ; or the braces
	After int    // number of words of the line before it
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
	More       bool // the last word is "...", for one or more missing actions; it is not in Actions
	MoreSpan   Span // of that word
}

// Roll is one player's roll for the first turn.
type Roll struct {
	Handle Word
	Face   int // 1 to 6
}

// Order is an order line: the rolls for the first turn, then those that broke ties.
type Order struct {
	Keyword Word
	Groups  [][]Roll
}

// State is a state line: it asserts a position.
type State struct {
	Keyword  Word
	Position Word // its words joined by single blanks
}

// Gap is a gap line: turns are missing here, however many.
type Gap struct{ Keyword Word }

// Ruling is a ruling line, which can only be "ruling stands": the turn before it stands, errors and all.
type Ruling struct {
	Keyword Word
	Verdict Word // "stands"
}

// Leave is a leave line: a player is out of the game.
type Leave struct {
	Keyword Word
	Handle  Word
}

// Tally is a tally line: what an independent count says of a player at this point.
type Tally struct {
	Keyword Word
	Handle  Word
	Counts  []Count
}

// Count is one KEY=NUMBER of a tally. Which keys there are is for the game to say.
type Count struct {
	Word   Word // as it is written
	Key    string
	Number int
}

// SideLine is a line "(", which opens a side line, or ")", which closes one.
type SideLine struct {
	Sign Word
	Open bool
}

// Directive is a line that begins with a lower-case keyword unknown to this package. Whether
// it belongs to the game or is a mistake, the game's notation decides: see Game.Directive in verify.
type Directive struct {
	Keyword Word
	Words   []Word // after the keyword
}

// Bad is a line that is not the notation. It counts as the kind of line that it begins like:
// a tag line, a directive, or else a turn.
type Bad struct {
	Tag       bool
	Directive bool  // it begins with a lower-case keyword, known or not
	Head      *Turn // the number and the handle of a turn line, without actions; nil if they cannot be read
}

func (*Tag) node()       {}
func (*Turn) node()      {}
func (*Order) node()     {}
func (*State) node()     {}
func (*Gap) node()       {}
func (*Ruling) node()    {}
func (*Leave) node()     {}
func (*Tally) node()     {}
func (*SideLine) node()  {}
func (*Directive) node() {}
func (*Bad) node()       {}

// Want lists the finding codes that the line's comments expect, as in "; want unreachable".
func (l *Line) Want() (codes []string) {
	for _, c := range l.Comments {
		if fields := strings.FieldsFunc(c.Text, isBlank); len(fields) > 0 && fields[0] == "want" {
			codes = append(codes, fields[1:]...)
		}
	}
	return codes
}
