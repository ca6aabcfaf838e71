package verify

import (
	"tpnote/notation"
	"tpnote/rules"
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
	Terse   bool // the caller reads only codes: messages, help and fixes need not be made
	Brief   bool // the caller wants no grounds and no help; Terse implies this
	SetUp   bool // the game starts from a Setup
	Played  bool // a turn line has been read

	terms        Terms
	turn, action int
	apart        bool // reports do not belong to the turn under way
	findings     []Finding
}

// Findings are the reports about the line so far.
func (j *Judgement) Findings() []Finding { return j.findings }

// Error reports an error that no rule of the game decided: the record contradicts itself, or
// names what does not exist. The finding may be added to until the next report.
func (j *Judgement) Error(code Code, at notation.Span, message string) *Finding {
	return j.add(Finding{Code: code, Severity: SeverityError, Span: at, Message: message, Rule: "record"})
}

// Malformed reports text that is not the notation.
func (j *Judgement) Malformed(code Code, at notation.Span, message string) *Finding {
	return j.add(Finding{Code: code, Severity: SeverityError, Malformed: true, Span: at, Message: message})
}

// Warning reports a fault that changes no verdict.
func (j *Judgement) Warning(code Code, at notation.Span, message string) *Finding {
	return j.add(Finding{Code: code, Severity: SeverityWarning, Span: at, Message: message})
}

func (j *Judgement) add(f Finding) *Finding {
	f.Text, f.Turn, f.Action, f.apart = j.Line.Text, j.turn, j.action, j.apart
	if !j.Brief {
		f.Cites = cites(j.Variant, f.Code, Grounds{})
	}
	j.findings = append(j.findings, f)
	return &j.findings[len(j.findings)-1]
}

// Grounds are the reasons of a refusal, by which its clauses are found.
type Grounds struct {
	// Rule is the rule point that decides, or a rule without alternatives.
	Rule string
	// Situation is finer than a code and a rule: a token can fail to reach a space because its
	// move would turn back, or because it would stay where it is, and each of these breaks a
	// clause of its own. The clause index names a situation as CODE/SITUATION, such as
	// unreachable/backtracking. "" is none in particular; so is a situation that the index of
	// a rulebook does not name.
	Situation string
	// Assumed says that no rulebook speaks of this, and the finding cites no clause.
	Assumed bool
}

// Refuse reports an error that a rule decided.
func (j *Judgement) Refuse(code Code, rule string, at notation.Span, message string) *Finding {
	return j.RefuseIn(code, Grounds{Rule: rule}, at, message)
}

// RefuseIn reports an error that a rule decided in some situation.
func (j *Judgement) RefuseIn(code Code, why Grounds, at notation.Span, message string) *Finding {
	f := j.Error(code, at, message)
	j.By(f, why)
	return f
}

// By gives a finding its grounds: the rule with its value, the place that sets it, and the clauses.
func (j *Judgement) By(f *Finding, why Grounds) {
	rule := why.Rule
	f.Rule = rule
	if j.Variant == nil || j.Brief {
		return
	}
	if j.Variant.Has(rule) {
		s := j.Variant.Setting(rule)
		f.Value, f.Origin = s.Value.String(), s.Origin.String()
	}
	f.Cites = cites(j.Variant, f.Code, why)
}

// On moves a finding to an earlier line of the log, which the turn with that number was
// recorded on. It stands at the first action of that line, or at its keyword, and is no part
// of the turn under way; the text of a fix is appended to that action.
func (f *Finding) On(line, turn int) {
	f.Span, f.Text, f.Turn, f.Action, f.apart = notation.Span{Line: line}, "", turn, 0, true
}

// cites lists the clauses of a finding: those of its situation, else those of the rule point's value
// in the variant, else those of its code. A house rule has no rulebook, so only the clauses of its
// file are cited. For an assumed value the rulebook is silent: the clauses of its file only led to the
// choice.
func cites(v *variant.Variant, code Code, why Grounds) []string {
	if v == nil || why.Assumed {
		return nil
	}
	var given []string
	if v.Has(why.Rule) {
		switch setting := v.Setting(why.Rule); setting.Standing {
		case variant.House:
			return setting.Cites
		case variant.Assumed:
		default:
			given = setting.Cites
		}
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
	Due      string // the expected mark
	Captured int    // 1 + the seat of the player whose piece is sent home

	Judged  bool   // the word was judged: it is neither malformed nor after the end of the game
	Done    bool   // it was carried out
	Unknown bool   // parts of the word are unknown: in an Event the fields above are empty
	Said    string // what it did, in words; only if Options.Narrate asks for it
}

// Answer is how a question was answered.
type Answer uint8

const (
	NoQuestion Answer = iota
	Right
	Wrong
)

// Event is the judgement of one line. It is complete when it is handed out.
type Event struct {
	Line     notation.Line
	Turn     int             // number of the turn that the line belongs to; 0 for none
	Who      string          // its player
	Words    []notation.Word // the actions of a turn that was carried out
	Actions  []Action        // what each was taken for
	Before   []*Replay       // the game before each; only if Options.Keep asks for it
	After    *Replay         // the game after the line, also for Options.Keep; nil while there is no position
	Carried  bool            // the line was a turn that was carried out
	Findings []Finding
	Side     int // how deep in side lines the line is; 0 in the game itself

	positions []string // before each action, for rows
	ready     bool     // there is a position after the line, for rows

	begins bool // the line begins a turn, or ends the one before it: nothing is folded across
	ends   bool
}

// Row is one action of a log with all that is known of it, flat, for tables. "" and 0 mean that there
// is no value.
type Row struct {
	Variant  string // the rules that it was judged by
	Line     int    // of the log
	Turn     int    // its number, as it is written
	Action   int    // its place in the line, from 1
	Player   string // as it is written
	Seat     int    // the player's place in the seating order, from 1; 0 for an unknown player
	Word     string // the action as it is written
	Die      int    // the roll
	Piece    string // where pieces have names
	From, To string // spaces, by their canonical names
	Category string // a colour code
	Due      string // the expected mark
	Given    string // the mark that is written
	Answer   Answer
	Captured string // the player whose piece is sent home
	Done     bool   // it was carried out
	Legal    bool   // no finding about it is an error; one that the table let stand is none
	Codes    []Code // of the findings about it; those about the line as a whole are with the first action
	PlayedBy string // who played the colour, if a tag says so
	Position string // the position before the action; "" if it was not judged
}

// rows calls row with the actions of the line, if it is a turn of p. The reader must have kept the
// positions.
func (ev *Event) rows(p *Replay, row func(*Row)) {
	turn, ok := ev.Line.Node.(*notation.Turn)
	if !ok {
		return
	}
	var r Row
	for i := range turn.Actions {
		r = Row{Line: ev.Line.Span.Line, Turn: turn.Number, Action: i + 1, Player: turn.Handle.Text, Word: turn.Actions[i].Text, Legal: true}
		if ev.ready {
			r.Variant, r.PlayedBy = p.variant.Name, p.PlayedBy(r.Player)
			if seat, known := rules.SeatOf(r.Player, p.handles); known {
				r.Seat = seat + 1
			}
		}
		if i < len(ev.Actions) {
			r.take(&ev.Actions[i])
			if by := ev.Actions[i].Captured; by > 0 {
				r.Captured = p.handles[by-1]
			}
			if ev.Actions[i].Judged {
				r.Position = ev.positions[i]
			}
		}
		for k := range ev.Findings {
			f := &ev.Findings[k]
			if f.Span.Line != r.Line || f.Action != r.Action && (f.Action != 0 || i > 0) {
				continue
			}
			r.Codes = append(r.Codes, f.Code)
			r.Legal = r.Legal && f.Severity != SeverityError
		}
		row(&r)
	}
}

// take fills in the fields of an action, except the captured player.
func (r *Row) take(a *Action) {
	r.Die, r.Piece, r.From, r.To, r.Category = a.Die, a.Piece, a.From, a.To, a.Category
	r.Due, r.Given, r.Answer, r.Done = a.Due, a.Given, a.Answer, a.Done
}

// String is the answer as a table gives it: "right", "wrong" or "".
func (a Answer) String() string { return [...]string{"", "right", "wrong"}[a] }
