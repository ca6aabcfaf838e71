package verify

import (
	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/spec"
)

// Judgement collects the findings of one line while it is judged. Games report to it.
type Judgement struct {
	Line    *notation.Line
	Word    notation.Word // the action being judged
	Handles []string      // the players, in seating order
	Variant *variant.Variant
	Narrate bool // whether Action.Said is wanted
	SetUp   bool // the game starts from a Setup
	Played  bool // a turn line has been read

	turn, action int
	apart        bool // what is reported is no part of the turn under way
	findings     []Finding
}

// Error reports an error. The finding may be added to until the next report.
func (j *Judgement) Error(code Code, at notation.Span, message string) *Finding {
	return j.add(Finding{Code: code, Severity: SeverityError, Span: at, Message: message})
}

// Malformed reports text that is not the notation.
func (j *Judgement) Malformed(code Code, at notation.Span, message string) *Finding {
	return j.add(Finding{Code: code, Severity: SeverityError, Malformed: true, Span: at, Message: message})
}

// Warning reports what changes no verdict.
func (j *Judgement) Warning(code Code, at notation.Span, message string) *Finding {
	return j.add(Finding{Code: code, Severity: SeverityWarning, Span: at, Message: message})
}

func (j *Judgement) add(f Finding) *Finding {
	f.Text, f.Turn, f.Action, f.apart = j.Line.Text, j.turn, j.action, j.apart
	f.Cites = cites(j.Variant, "", string(f.Code))
	j.findings = append(j.findings, f)
	return &j.findings[len(j.findings)-1]
}

// Refuse reports an error that a rule decided.
func (j *Judgement) Refuse(code Code, rule string, at notation.Span, message string) *Finding {
	f := j.Error(code, at, message)
	j.By(f, rule)
	return f
}

// By names the rule that decided, with its value, where that was written, and its clauses.
func (j *Judgement) By(f *Finding, rule string) {
	f.Rule = rule
	if j.Variant == nil {
		return
	}
	if j.Variant.Has(rule) {
		s := j.Variant.Setting(rule)
		f.Value, f.Origin = s.Value.String(), s.Origin.String()
	}
	f.Cites = cites(j.Variant, rule, string(f.Code))
}

// On moves a finding to an earlier line of the log, which the turn with that number was
// recorded on. It stands at the first action of that line, or at its keyword, and is no part
// of the turn under way; the text of a fix is appended to that action.
func (f *Finding) On(line, turn int) {
	f.Span, f.Text, f.Turn, f.Action, f.apart = notation.Span{Line: line}, "", turn, 0, true
}

// cites lists the clauses behind a rule or a code.
func cites(v *variant.Variant, rule, code string) []string {
	if v == nil {
		return nil
	}
	if v.Has(rule) {
		if c := v.Setting(rule).Cites; c != nil {
			return c
		}
		if ids := spec.Enforcing(v.Rulebook, rule); ids != nil {
			return ids
		}
	}
	return spec.Enforcing(v.Rulebook, code)
}

// Action is an action as it was taken for: what a word of a log says, or what a legal
// action would do. Names are the board's canonical ones; "" and 0 are for what there is
// not.
type Action struct {
	Die      int      // the roll, 1 to 6
	Pass     bool     // nothing was moved
	Piece    string   // the piece moved, where pieces have names
	From, To string   // spaces
	Path     []string // the spaces named on the way, the last one included
	Jumps    []bool   // for each of Path, whether it was jumped to
	Category string   // a colour code
	Box      string   // that the card came from, where the word says it
	Answer   Answer
	Given    string // the mark written, "" for none
	Due      string // the mark that is due
	Captured int    // 1 + the seat of the player whose piece is sent home

	Judged  bool   // the word was judged: it is neither malformed nor after the end of the game
	Done    bool   // it was carried out
	Unknown bool   // parts of the word are unknown: the fields above are empty
	Said    string // what it did, in words; only if Options.Narrate asks for it
}

// Answer is how a question was answered.
type Answer uint8

const (
	NoQuestion Answer = iota
	Right
	Wrong
)

// Event is what a replay made of one line. It is complete when it is handed out.
type Event struct {
	Line     notation.Line
	Turn     int             // number of the turn that the line belongs to; 0 for none
	Who      string          // its player
	Words    []notation.Word // the actions of a turn that was carried out
	Actions  []Action        // what each was taken for
	Before   []*Replay       // the game before each; only if Options.Keep asks for it
	After    *Replay         // the game after the line, likewise; nil while there is no position
	Carried  bool            // the line was a turn that was carried out
	Findings []Finding

	begins bool // the line begins a turn, or ends the one before it: nothing is folded across
	ends   bool
}
