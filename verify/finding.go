package verify

import (
	"fmt"
	"slices"

	"tpnote/notation"
	"tpnote/rules/nearest"
	"tpnote/rules/variant"
)

// Severity is how much a finding weighs.
type Severity string

const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
	SeverityNote    Severity = "note"
)

// Code is the permanent name of a kind of finding; `tpnote explain CODE` describes it.
type Code string

// The codes that the program itself needs. spec/findings.md lists all codes.
const (
	codeEncoding       Code = "encoding"
	CodeActionSyntax   Code = "action-syntax"
	CodeDirective      Code = "directive"
	CodeGameOver       Code = "game-over"
	CodeGameTooLong    Code = "game-too-long"
	CodeHelpWithdrawn  Code = "help-withdrawn"
	CodeLeft           Code = "left"
	CodeNoReading      Code = "no-reading"
	CodeOrderRoll      Code = "order-roll"
	CodePlayers        Code = "players"
	CodePosition       Code = "position-syntax"
	CodeResult         Code = "result-mismatch"
	CodeFingerprint    Code = "rules-fingerprint"
	CodeRuling         Code = "ruling"
	CodeState          Code = "state-mismatch"
	CodeSyntax         Code = "syntax"
	CodeTag            Code = "tag"
	CodeTally          Code = "tally-mismatch"
	CodeTurnNumber     Code = "turn-number"
	CodeTurnOver       Code = "turn-over"
	CodeTurnUnfinished Code = "turn-unfinished"
	CodeUnknownGame    Code = "unknown-game"
	CodeUnknownPiece   Code = "unknown-piece"
	CodeUnknownPlayer  Code = "unknown-player"
	CodeUnknownSpace   Code = "unknown-space"
	CodeUnknownVariant Code = "unknown-variant"
	CodeVariantFile    Code = "variant-file"
	CodeWeakMark       Code = "weak-mark"
	CodeFalseMark      Code = "false-mark"
	CodeWrongFirst     Code = "wrong-first-player"
	CodeWrongPlayer    Code = "wrong-player"
)

// Finding is something worth saying about a log, at its place. It is complete when it is
// handed out.
type Finding struct {
	Code      Code
	Severity  Severity
	Malformed bool // the text is not the notation, rather than against the rules
	Ruled     bool // it was an error, and the table let it stand
	SideLine  bool // it is about a side line, and weighs nothing
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
	Readings  []Reading // likely meanings of the record, best first
	ReadOn    int       // which of Readings the replay went on with; -1 for as it is written

	apart  bool // it is no part of the turn that its line belongs to
	behind bool // the turn before it is after the end of the game too
}

// FirstError is the first of some findings that is an error; nil if none is.
func FirstError(findings []Finding) *Finding {
	for i := range findings {
		if findings[i].Severity == SeverityError {
			return &findings[i]
		}
	}
	return nil
}

// Note is trouble that was folded into an earlier finding of the same turn.
type Note struct {
	Code      Code
	Malformed bool
	Span      notation.Span
	Message   string
	Help      []string
}

// Fix is a replacement for a part of the finding's line.
type Fix struct {
	Message string
	Span    notation.Span
	Text    string
}

// Suggest adds the known word that was probably meant.
func (f *Finding) Suggest(word string, known []string) {
	if near := nearest.Word(word, known); near != "" {
		f.Help = append(f.Help, fmt.Sprintf("did you mean %s?", near))
	}
}

// MaxFindings is how many findings of one game are kept; the rest are counted. A file of
// garbage must not fill the memory with what is wrong with it.
const MaxFindings = 1000

// Verdict sums a game up.
type Verdict string

const (
	Legal      Verdict = "legal"
	Incomplete Verdict = "incomplete" // no finding is an error, and something was not written down
	Illegal    Verdict = "illegal"    // some finding is an error
	Malformed  Verdict = "malformed"  // something is not the notation
)

// OK reports whether a verdict says that nothing is wrong.
func (v Verdict) OK() bool { return v == Legal || v == Incomplete }

// Summary is what the replay of one game found.
type Summary struct {
	File      string
	Number    int // of the game in its file, from 1
	Line      int // its first line that is neither blank nor a comment
	Rules     RulesName
	Handles   []string // in seating order; nil if the Players tag cannot be read
	Findings  []Finding
	Omitted   int // findings beyond the 1000 that are kept, counted
	Turns     int // carried out
	Actions   int // carried out
	Finished  bool
	Result    string // "*", a handle, a tie, a ranking
	Position  string // the final position; "" if the game could not be replayed, or may have ended in several
	Unknown   Unknown
	Entry     Entry // only where Describe has filled it in
	variant   *variant.Variant
	malformed bool
	illegal   bool
}

// Variant is the rules that the game was judged by; nil if its tags name none that can be had.
func (g *Summary) Variant() *variant.Variant { return g.variant }

// Entry is where a game is in its file, and what its log says of it.
type Entry struct {
	Offset int64           // of the first byte of the line Summary.Line in the file, unpacked
	Tags   []notation.Pair // in the order of the log
	Moves  notation.Moves
}

// Describe fills in the Entry of a game that was cut from its file. Reader.File does so, and an
// archive if Options.Entries asks for it.
func (g *Summary) Describe(game notation.Block) {
	g.Entry = Entry{game.Offset, game.Tags(), game.Moves()}
}

// Tag is the value of a tag of the game; "" if it is not there or Describe has not been called.
func (r *Entry) Tag(name string) string {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// RulesName names what a game was judged by.
type RulesName struct {
	Game        string `json:"game"`
	Variant     string `json:"variant"`
	Fingerprint string `json:"fingerprint"`
}

// OK reports whether nothing is wrong with the game: it is legal, or incomplete.
func (g *Summary) OK() bool { return g.Verdict().OK() }

// Verdict is the verdict on the game.
func (g *Summary) Verdict() Verdict {
	switch {
	case g.malformed:
		return Malformed
	case g.illegal:
		return Illegal
	case g.Unknown.Parts+g.Unknown.Gaps > 0:
		return Incomplete
	}
	return Legal
}

// Shift moves a game down by some lines.
func (g *Summary) Shift(lines int) {
	if lines == 0 {
		return
	}
	g.Line += lines
	for i := range g.Findings {
		g.Findings[i].shift(lines)
	}
}

// shift moves a finding down by some lines. It does not change the storage that copies share.
func (f *Finding) shift(lines int) {
	f.Span.Line += lines
	f.Notes, f.Fixes, f.Readings = slices.Clone(f.Notes), slices.Clone(f.Fixes), slices.Clone(f.Readings)
	for k := range f.Notes {
		f.Notes[k].Span.Line += lines
	}
	for k := range f.Fixes {
		f.Fixes[k].Span.Line += lines
	}
	for i := range f.Readings {
		r := &f.Readings[i]
		r.Edits = slices.Clone(r.Edits)
		for k := range r.Edits {
			r.Edits[k].Line += lines
		}
	}
}

// fold takes findings into a summary, line by line: what follows the first error of a turn
// in the same turn becomes a note of it.
type fold struct {
	*Summary
	first int // index of the first error of the turn under way, or -1
	over  int // 1 + index of the last finding about a turn after the end of the game
	after int // turns after that one
}

func newFold(file string, number, line int) fold {
	return fold{Summary: &Summary{File: file, Number: number, Line: line, Result: "*"}, first: -1}
}

// take takes the findings of a line of the body.
func (s *fold) take(ev *Event) {
	s.line(ev.Findings, ev.begins)
	if ev.ends {
		s.first = -1
	}
}

// line takes the findings of one line. begins says that the line begins a turn.
func (s *fold) line(found []Finding, begins bool) {
	if begins {
		s.first = -1
	}
	for i := range found {
		s.add(&found[i])
	}
}

func (s *fold) add(f *Finding) {
	s.malformed = s.malformed || f.Malformed
	if f.Code == codeEncoding && slices.ContainsFunc(s.Findings, func(f Finding) bool { return f.Code == codeEncoding }) {
		return // the first speaks for the file
	}
	s.illegal = s.illegal || f.Severity == SeverityError
	if s.first >= 0 && !f.apart {
		if s.first < len(s.Findings) {
			first := &s.Findings[s.first]
			if len(first.Notes) < MaxFindings {
				first.Notes = append(first.Notes, Note{Code: f.Code, Malformed: f.Malformed, Span: f.Span, Message: f.Message, Help: f.Help})
			}
		}
		return
	}
	if f.Severity == SeverityError && f.Code == CodeGameOver {
		if f.behind && s.over > 0 {
			s.alsoOver(f)
			return
		}
		s.over, s.after = len(s.Findings)+1, 0
	}
	if f.Severity == SeverityError && !f.apart {
		s.first = len(s.Findings)
	}
	if len(s.Findings) == MaxFindings {
		s.Omitted++
		return
	}
	s.Findings = append(s.Findings, *f)
}

// alsoOver counts one more turn after the end of the game, in a note of the first.
func (s *fold) alsoOver(f *Finding) {
	s.first = s.over - 1
	switch {
	case s.over > len(s.Findings): // there was no room for the first
	case s.after == 0:
		s.after = 1
		first := &s.Findings[s.over-1]
		first.Notes = append(slices.Clone(first.Notes), Note{Code: f.Code, Span: f.Span, Message: "another turn comes after the end of the game"})
	default:
		s.passed(1)
	}
}

// passed counts more turns without other findings.
func (s *fold) passed(turns int) {
	s.first = s.over - 1
	s.after += turns
	first := &s.Findings[s.over-1]
	i := slices.IndexFunc(first.Notes, func(n Note) bool { return n.Code == CodeGameOver && n.Span.Line > first.Span.Line })
	first.Notes[i].Message = fmt.Sprintf("%d more turns come after the end of the game", s.after)
}
