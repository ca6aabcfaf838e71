// Package verify replays logs against the rules: it reads a log with notation, judges each
// action with the engine of its game, carries out what was recorded, and says what it
// found. A game's two halves, its notation and its rules, meet here and only here, in one
// binding file a game.
//
// Replay never stops at the first error: see spec/wheel.md, "After an error".
package verify

import "tpnote/notation"

// Severity is how much a finding weighs.
type Severity string

const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
	SeverityNote    Severity = "note"
)

// Finding is something worth saying about a log, at its place.
type Finding struct {
	Code      string // permanent; `tpnote explain CODE` tells more
	Severity  Severity
	Malformed bool // the text is not the notation, rather than against the rules
	Span      notation.Span
	Text      string // the line that Span is in
	Turn      int    // number of the turn; 0 where none is meant
	Action    int    // number of the action in its line, from 1; 0 where none is meant
	Message   string
	Rule      string   // the rule point, or a rule without alternatives; "" where none decided
	Value     string   // the rule point's value in the variant; "" for other rules
	Origin    string   // the file and line that gave the value
	Cites     []string // clause ids
	Help      []string // what would be legal, what was probably meant
	Notes     []Note   // further trouble in the same turn
	Fixes     []Fix
}

// Note is trouble that was folded into an earlier finding of the same turn.
type Note struct {
	Code      string
	Malformed bool
	Span      notation.Span
	Message   string
}

// Fix is a replacement for a part of the finding's line.
type Fix struct {
	Message string
	Span    notation.Span
	Text    string
}

// Verdict sums a game up.
type Verdict string

const (
	Legal     Verdict = "legal"
	Illegal   Verdict = "illegal"   // some finding is an error
	Malformed Verdict = "malformed" // something is not the notation
)

// Game is what the replay of one game found.
type Game struct {
	File      string
	Number    int // of the game in its file, from 1
	Line      int // its first line that is neither blank nor a comment
	Rules     Rules
	Handles   []string // in seating order; nil if the Players tag cannot be read
	Findings  []Finding
	Omitted   int // findings beyond maxFindings, counted and not kept
	Turns     int // carried out
	Actions   int // carried out
	Finished  bool
	Result    string // "*", a handle, a tie, a ranking
	Position  string // the final position; "" if the game could not be replayed
	Moves     uint64 // a hash of the moves, if a Bulk was asked for it; 0 for none
	malformed bool
	illegal   bool
}

// Rules names what a game was judged by.
type Rules struct {
	Game, Variant, Fingerprint string
}

// Verdict is the verdict on the game.
func (g *Game) Verdict() Verdict {
	switch {
	case g.malformed:
		return Malformed
	case g.illegal:
		return Illegal
	}
	return Legal
}
