package verify

import (
	"fmt"
	"regexp"
	"slices"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/nearest"
	"tpnote/rules/variant"
	"tpnote/spec"
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

// Finding is something worth saying about a log, at its place. It is complete when it is handed out.
type Finding struct {
	Code      Code     `json:"code"`
	Severity  Severity `json:"severity"`
	Malformed bool     `json:"-"`                  // the text is not the notation, rather than against the rules
	Ruled     bool     `json:"ruled,omitempty"`    // it was an error, and the players allowed it with a ruling
	SideLine  bool     `json:"sideLine,omitempty"` // it is about a side line, and weighs nothing
	notation.Span
	Text     string    `json:"-"`      // the line that Span is in
	Turn     int       `json:"turn"`   // number of the turn; 0 where none is meant
	Action   int       `json:"action"` // number of the action in its line, from 1; 0 where none is meant
	Message  string    `json:"message"`
	Rule     string    `json:"rule,omitempty"`   // the rule point, or a rule without alternatives; "" where none decided
	Value    string    `json:"value,omitempty"`  // the rule point's value in the variant; "" for other rules
	Origin   string    `json:"origin,omitempty"` // the file and line that gave the value
	Cites    []string  `json:"cites"`            // clause ids
	Help     []string  `json:"help,omitempty"`   // what would be legal, what was probably meant
	Notes    []Note    `json:"notes"`            // further trouble in the same turn
	Fixes    []Fix     `json:"fixes"`
	Readings []Reading `json:"readings,omitempty"` // likely meanings of the record, best first
	ReadOn   int       `json:"readOn"`             // which of Readings the replay went on with; -1 for as it is written

	apart bool // it is no part of the turn that its line belongs to
	again bool // it is about a turn after the end of the game, and so is the last finding of its code
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

// errs reports whether some findings of a line have an error that is part of its turn.
func errs(findings []Finding) bool {
	return slices.ContainsFunc(findings, func(f Finding) bool { return f.Severity == SeverityError && !f.apart })
}

// Note is trouble that was folded into an earlier finding of the same turn.
type Note struct {
	Code      Code `json:"code"`
	Malformed bool `json:"-"`
	notation.Span
	Message string   `json:"message"`
	Help    []string `json:"help,omitempty"`
}

// Fix is an edit of the finding's line, and what it does.
type Fix struct {
	Message string `json:"message"`
	Edit
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
	Omitted   int // findings beyond MaxFindings, counted
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

// Describe fills in the Entry of a game that was cut from its file, as Reader.File and archives with Entries do.
func (g *Summary) Describe(game notation.Block) {
	g.Entry = Entry{game.Offset, game.Tags(), game.Moves()}
}

// Tag is the value of a tag of the game; "" if it is not there or Describe has not been called.
func (r *Entry) Tag(name string) string {
	for i := range r.Tags {
		if t := &r.Tags[i]; t.Name == name {
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

// String is the variant with its fingerprint, as the tag Rules gives them.
func (r RulesName) String() string { return r.Variant + "@" + r.Fingerprint }

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
	g.Line += lines
	for i := range g.Findings {
		g.Findings[i].shift(lines)
	}
}

// shift moves a finding down by some lines. It does not change the storage that copies share.
func (f *Finding) shift(lines int) {
	if lines == 0 {
		return
	}
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

// Judgement collects the findings of one line while it is judged. Games report to it.
type Judgement struct {
	Line    *notation.Line
	Word    notation.Word // the action being judged
	Handles []string      // the players, in seating order
	Variant *variant.Variant
	Narrate bool // whether Action.Said is wanted
	Quiet   bool // the caller reads only codes: reports make no messages, and help and fixes need not be made
	Played  bool // a turn line has been read

	head         *head          // nil outside of a line
	parts        notation.Parts // of Word
	parsed       any            // the last directive; its memory is used again
	turn, action int
	seat         uint8 // of the player of the turn
	apart        bool  // reports do not belong to the turn under way
	findings     []Finding
}

// SetUp reports whether the game starts from a Setup.
func (j *Judgement) SetUp() bool { return j.head != nil && j.head.given("Setup") }

// Findings are the reports about the line so far.
func (j *Judgement) Findings() []Finding { return j.findings }

// Error reports an error that no rule of the game decided: the record contradicts itself, or names what does not exist.
// message and args are those of fmt.Sprintf, as in all reports. The finding may be added to until the next report.
func (j *Judgement) Error(code Code, at notation.Span, message string, args ...any) *Finding {
	return j.Refuse(code, Grounds{Rule: "record"}, at, message, args...)
}

// Malformed reports text that is not the notation.
func (j *Judgement) Malformed(code Code, at notation.Span, message string, args ...any) *Finding {
	return j.add(Finding{Code: code, Severity: SeverityError, Malformed: true, Span: at}, Grounds{}, message, args...)
}

// Warning reports a fault that changes no verdict.
func (j *Judgement) Warning(code Code, at notation.Span, message string, args ...any) *Finding {
	return j.add(Finding{Code: code, Severity: SeverityWarning, Span: at}, Grounds{}, message, args...)
}

func (j *Judgement) add(f Finding, why Grounds, message string, args ...any) *Finding {
	f.Text, f.Turn, f.Action, f.apart = j.Line.Text, j.turn, j.action, j.apart
	if !j.Quiet {
		f.Message = fmt.Sprintf(message, args...)
	}
	j.By(&f, why)
	j.findings = append(j.findings, f)
	return &j.findings[len(j.findings)-1]
}

// Grounds are the rule and the situation that a refusal rests on, as an engine's table of reasons has them.
// The code of a finding is given beside them, so they may lack it.
type Grounds = rules.ReasonInfo

// Refuse reports an error that a rule decided, perhaps in some situation.
func (j *Judgement) Refuse(code Code, why Grounds, at notation.Span, message string, args ...any) *Finding {
	return j.add(Finding{Code: code, Severity: SeverityError, Span: at}, why, message, args...)
}

// named matches a name in braces.
var named = regexp.MustCompile(`\{[^}]*\}`)

// RefuseFor reports what an engine refuses. text returns what takes the place of a name in braces in the message, such
// as {from}. situation returns the situation of the grounds. Both are called only if the caller reads what they return.
func (j *Judgement) RefuseFor(info rules.ReasonInfo, at notation.Span, message string, text func(name string) string, situation func() string) *Finding {
	if !j.Quiet {
		info.Situation = situation()
		message = named.ReplaceAllStringFunc(message, func(name string) string { return text(name[1 : len(name)-1]) })
	}
	return j.Refuse(Code(info.Code), info, at, "%s", message)
}

// Mark compares what a mark of the word claims with what the action earns, in numbers: the higher is worth
// more. A mark that claims less is weak, which is a warning with a fix. A mark that claims more is false,
// which is an error. Of equal ones Mark reports nothing and returns nil.
func (j *Judgement) Mark(claims, earns int, why Grounds, weak, wrong string, fix Fix) *Finding {
	switch {
	case claims < earns:
		f := j.Warning(CodeWeakMark, j.Word.Span, "%s", weak)
		j.By(f, why)
		f.Fixes = append(f.Fixes, fix)
		return f
	case claims > earns:
		return j.Refuse(CodeFalseMark, why, j.Word.Span, "%s", wrong)
	}
	return nil
}

// By gives a finding its grounds: the rule with its value, the place that sets it, and the clauses.
func (j *Judgement) By(f *Finding, why Grounds) {
	f.Rule = why.Rule
	if j.Variant == nil || j.Quiet {
		return
	}
	var point *variant.Setting
	if j.Variant.Has(f.Rule) {
		point = j.Variant.Setting(f.Rule)
		f.Value, f.Origin = point.Value.String(), point.Origin.String()
	}
	f.Cites = cites(j.Variant, point, f.Code, why)
}

// On moves a finding to an earlier line of the log, which the turn with that number was
// recorded on. Its place is the first action of that line, or its keyword. It is no part of the turn
// under way. The text of a fix is appended to that action.
func (f *Finding) On(line, turn int) {
	f.Span, f.Text, f.Turn, f.Action, f.apart = notation.Span{Line: line}, "", turn, 0, true
}

// cites lists the clauses of a finding with a rule point, which may be nil: those of its situation, else those of the
// rule point's value in the variant, else those of its code. A house rule has no rulebook, so only the clauses of its
// file are cited. For an assumed value the rulebook is silent: the clauses of its file only led to the choice.
func cites(v *variant.Variant, point *variant.Setting, code Code, why Grounds) (given []string) {
	switch {
	case why.Assumed:
		return nil
	case point == nil || point.Standing == variant.Assumed:
	case point.Standing == variant.House:
		return point.Cites
	default:
		given = point.Cites
	}
	if why.Situation != "" {
		if ids := spec.Enforcing(v.Rulebook, string(code)+"/"+why.Situation); ids != nil {
			return ids
		}
	}
	if given != nil {
		return given
	}
	if v.Has(string(code)) && v.Setting(string(code)).Standing == variant.Assumed {
		return nil
	}
	return spec.Enforcing(v.Rulebook, string(code))
}

// Action is an action as it was taken for: what a word of a log says, or what a legal action would do. Names are the
// board's canonical ones; "" and 0 are for what there is not. Its JSON is the JSON of an action everywhere.
type Action struct {
	Word  string         `json:"word"`  // as it is written; of a legal action, as a log would write it, with the expected mark
	Parts notation.Parts `json:"parts"` // of Word; empty if it is no action

	Die      int            `json:"die"`                // the roll, 1 to 6; 0 in a game without a die
	Pass     bool           `json:"-"`                  // nothing was moved
	Piece    string         `json:"piece,omitempty"`    // the piece moved, where pieces have names
	From     string         `json:"from,omitempty"`     // a space
	To       string         `json:"to,omitempty"`       // a space
	Route    notation.Parts `json:"-"`                  // the signs and spaces after From, where a word names a route
	Category string         `json:"category,omitempty"` // a colour code
	Box      string         `json:"-"`                  // that the card came from, where the word says it
	Takes    string         `json:"takes,omitempty"`    // the space of the piece that is taken off the board, if the word names it
	Answer   Answer         `json:"answer,omitempty"`
	Given    string         `json:"-"`                  // the mark written, "" for none
	Due      string         `json:"-"`                  // the expected mark
	Captured int            `json:"-"`                  // 1 + the seat of the player whose piece is sent home
	Captures string         `json:"captures,omitempty"` // the name of that player
	Mark     string         `json:"mark,omitempty"`     // the part of the word that says what the action achieves

	Judged  bool   `json:"-"` // the word was judged: it is neither malformed nor after the end of the game
	Done    bool   `json:"-"` // it was carried out
	Unknown bool   `json:"-"` // parts of the word are unknown: in an Event the fields from Die to Captures are empty
	Said    string `json:"-"` // what it did, in words; only if Options.Narrate asks for it
}

// take sets what follows from the word of an action and the names of the players. A game leaves these fields empty.
func (a *Action) take(word string, parts notation.Parts, handles []string) {
	a.Word, a.Parts, a.Mark = word, parts, parts.Text(notation.IsMark)
	if parts == nil {
		a.Parts = notation.Parts{} // a list in JSON
	}
	if a.Captured > 0 {
		a.Captures = handles[a.Captured-1]
	}
}

// Answer is how a question was answered, as a table gives it.
type Answer string

const (
	NoQuestion Answer = ""
	Right      Answer = "right"
	Wrong      Answer = "wrong"
)

// Event is what the replay reports of one line. It is complete when it is handed out.
type Event struct {
	Line    notation.Line
	Turn    int             // number of the turn that the line belongs to; 0 for none
	Who     string          // its player
	Words   []notation.Word // the actions of a turn that was carried out
	Actions []Action        // what each was taken for
	Before  []*Replay       // the game before each; only if Options.Keep asks for it
	After   *Replay         // the game after a line that is not blank, also for Options.Keep; nil while there is no position
	Carried bool            // the line was a turn that was carried out
	Side    int             // how deep in side lines the line is; 0 in the game itself
	Found

	positions [][]byte // before each action, for rows
}

// Found is the part of an Event that a Sum needs.
type Found struct {
	Findings []Finding

	begins bool // the line begins a turn, or ends the one before it: nothing is folded across
	ends   bool
}

// AfterAction is the game after the action with index i, if the reader keeps positions.
func (ev *Event) AfterAction(i int) *Replay {
	if i+1 < len(ev.Before) {
		return ev.Before[i+1]
	}
	return ev.After
}

// Row is one action of a log with all that is known of it, for tables. "" and 0 mean that there is no value.
type Row struct {
	*Action           // if the turn was not carried out, only what the word says
	Variant  string   // the rules that it was judged by
	Line     int      // of the log
	Turn     int      // its number, as it is written
	Nth      int      // its place in the line, from 1
	Player   string   // as it is written
	Seat     int      // the player's place in the seating order, from 1; 0 for an unknown player
	Legal    bool     // no finding about it is an error; one that the players let stand is none
	Codes    []string // of the findings about it; those about the line as a whole are with the first action
	PlayedBy string   // who played the colour, if a tag says so
	Position []byte   // the text of the position before the action; nil if it was not judged
}

// rows calls row with the actions of a turn, one after the other in r. The reader must have kept the positions.
func (ev *Event) rows(p *Replay, r *Row, row func(*Row)) {
	turn, ok := ev.Line.Node.(*notation.Turn)
	if !ok {
		return
	}
	*r = Row{Line: ev.Line.Span.Line, Turn: turn.Number, Player: turn.Handle.Text, Codes: r.Codes}
	if p.Ready() {
		r.Variant, r.PlayedBy = p.variant.Name, p.PlayedBy(r.Player)
		if seat, known := rules.SeatOf(r.Player, p.handles); known {
			r.Seat = seat + 1
		}
	}
	for i := range turn.Actions {
		r.Nth, r.Legal, r.Codes, r.Position = i+1, true, r.Codes[:0], nil
		if i < len(ev.Actions) {
			r.Action = &ev.Actions[i]
		} else {
			r.Action = &Action{}
			r.take(turn.Actions[i].Text, p.rules.action(turn.Actions[i].Text), nil)
		}
		if r.Judged {
			r.Position = ev.positions[i]
		}
		for k := range ev.Findings {
			if f := &ev.Findings[k]; f.Span.Line == r.Line && (f.Action == r.Nth || f.Action == 0 && i == 0) {
				r.Codes = append(r.Codes, string(f.Code))
				r.Legal = r.Legal && f.Severity != SeverityError
			}
		}
		row(r)
	}
}
