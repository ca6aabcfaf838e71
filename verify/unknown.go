package verify

import (
	"fmt"

	"tpnote/notation"
	"tpnote/rules"
)

// This file judges records in which something is missing: parts that nobody wrote down, and
// gaps. The replay then keeps the set of positions that the record allows (see set.go). What
// is illegal in some of them only narrows the set; what is illegal in all is an error.

// inEach judges in every position that the record allows, and keeps those without an error.
// If none is left, the error is that of the first, and all go on as the scorer says.
func (r *Replay) inEach(j *Judgement, judge func(j *Judgement)) {
	if r.table == nil || r.table.size() == 1 {
		judge(j)
		return
	}
	own := standing{r.turns, r.erred}
	var raised []Finding // in the first position that fails
	var shared []Finding // warnings that all of those raise which are kept
	pass := func(believing bool) bool {
		kept := 0
		at, ok := r.table.step(own, func(at standing, keep func(standing)) {
			each := *j
			each.findings = nil
			each.Terse = j.Terse || !believing && raised != nil && shared != nil // only the first of each kind are read
			r.turns, r.erred = at.turns, at.erred
			judge(&each)
			if !believing && hasError(each.findings) {
				if raised == nil {
					raised = each.findings
				}
				return
			}
			if !believing {
				if kept++; kept == 1 {
					shared = each.findings
				} else {
					shared = common(shared, each.findings)
				}
			}
			keep(standing{r.turns, r.erred})
		})
		r.turns, r.erred = at.turns, at.erred
		return ok
	}
	if pass(false) {
		j.findings = append(j.findings, shared...)
		return
	}
	if r.cut() {
		r.giveUp(j)
		return
	}
	pass(true)
	if !j.Terse {
		none := "no reading of the unknown parts fits"
		if r.table.overflown() {
			none = "no likely reading of the unknown parts fits"
		}
		raised[0].Message = r.since(none) + ": " + raised[0].Message
	}
	j.findings = append(j.findings, raised...)
}

// hasError reports whether any finding is an error.
func hasError(findings []Finding) bool {
	for i := range findings {
		if findings[i].Severity == SeverityError {
			return true
		}
	}
	return false
}

// common is those findings that stand in both lists, by code and place.
func common(a, b []Finding) []Finding {
	var both []Finding
	for _, f := range a {
		for i := range b {
			if b[i].Code == f.Code && b[i].Span == f.Span {
				both = append(both, f)
				break
			}
		}
	}
	return both
}

// since says a sentence with the turns that it is about.
func (r *Replay) since(text string) string {
	if r.unsure == 0 || r.unsure == r.number {
		return fmt.Sprintf("%s (turn %d)", text, r.number)
	}
	return fmt.Sprintf("%s (turns %d to %d)", text, r.unsure, r.number)
}

// performInEach judges an action in every position that the record allows.
func (r *Replay) performInEach(j *Judgement, ev *Event, seat uint8, number int32) {
	before, actions := len(ev.Actions), r.actions
	if r.keeps() {
		ev.Before = append(ev.Before, r.Fork())
	}
	var done Action
	first := true
	r.inEach(j, func(j *Judgement) {
		var each Event
		here := *r
		here.performAlone(j, &each, seat, number)
		if r.turns = here.turns; first || !hasError(j.findings) {
			done, first = each.Actions[0], false
		}
	})
	ev.Actions = append(ev.Actions[:before], done)
	r.actions = actions
	if done.Done {
		r.actions++
	}
}

// performAlone is performHere without a copy of the position before it.
func (r *Replay) performAlone(j *Judgement, ev *Event, seat uint8, number int32) {
	if r.keeps() {
		quiet := *r.reader
		quiet.options.Keep = false
		r.reader = &quiet
	}
	r.performHere(j, ev, seat, number)
}

// guess goes on from every position that an action with unknown parts, or "...", can have led
// to.
func (r *Replay) guess(j *Judgement, ev *Event, seat uint8, number int32) {
	if r.keeps() {
		ev.Before = append(ev.Before, r.Fork())
	}
	r.unknown++
	if r.unsure == 0 {
		r.unsure = r.number
	}
	if j.Word.Text == notation.More {
		r.more = true
	} else {
		r.actions++
		ev.Actions = append(ev.Actions, Action{Judged: true, Done: true, Unknown: true, Said: "nobody wrote down all of it"})
	}
	own := standing{r.turns, r.erred}
	at, ok := r.table.step(own, func(at standing, _ func(standing)) {
		c := r.table.Clock()
		switch {
		case c.Phase == rules.Over || c.Seat != seat || c.Number != number:
		case j.Word.Text == notation.More:
			r.table.fillTurn(at)
		default:
			r.table.fill(j.Word.Text, at)
		}
	})
	r.turns, r.erred = at.turns, at.erred
	switch {
	case ok:
	case r.cut():
		r.giveUp(j)
	default:
		message := ""
		if !j.Terse {
			message = r.since("no legal action can stand here for the unknown parts")
		}
		j.Error(CodeNoReading, j.Word.Span, message)
	}
}

// cut reports whether the set of positions has been cut at its bound, so that nothing can be
// concluded from an empty one.
func (r *Replay) cut() bool {
	_, capped := r.table.ways()
	return capped && r.table.overflown() && !r.table.keptSmall()
}

// giveUp goes on as behind a gap: too much is unknown.
func (r *Replay) giveUp(j *Judgement) {
	f := j.add(Finding{Code: CodeNoReading, Severity: SeverityNote, Span: j.Line.Span,
		Message: r.since("too much is unknown to follow the game") + "; what follows is not judged before the next state line"})
	f.apart = true
	r.openGap()
}

// openGap notes that turns are missing here, however many.
func (r *Replay) openGap() {
	r.gaps++
	r.gap = true
	r.erred = false
}

// unjudged counts a turn in a gap, and looks at the names in it.
func (r *Replay) unjudged(j *Judgement, t *notation.Turn) {
	if !r.gap || r.table == nil {
		return
	}
	r.skipped++
	if _, known := rules.SeatOf(t.Handle.Text, r.handles); !known {
		j.unknownPlayer(t.Handle)
	}
	names := *j
	for i, word := range t.Actions {
		if r.rules.syntax(word.Text) != nil || r.table.unknown(word.Text) {
			continue
		}
		names.action, names.Word, names.findings = i+1, word, nil
		r.table.fork(nil).act(&names)
		for _, f := range names.findings {
			if f.Code == CodeUnknownSpace || f.Code == CodeUnknownPiece {
				j.findings = append(j.findings, f)
			}
		}
	}
}

// ruling judges a ruling line. What it does to the turn before it is for the drive, which
// knows of it when it judges the turn.
func (r *Replay) ruling(j *Judgement, n *notation.Ruling) {
	if !r.rulable && !r.reader.options.NoRulings {
		j.Error(CodeRuling, n.Keyword.Span, "a ruling stands behind a turn with an error, once; there is none before it")
	}
}

// Unknown is what a record leaves open.
type Unknown struct {
	Parts     int      // words with "?", and "..."
	Gaps      int      // gap lines
	Skipped   int      // turns in gaps, which are not judged
	Ways      uint64   // how many fillings of the unknown parts fit, at most 1,000,000,000
	Capped    bool     // Ways is no more than a lower bound
	Positions []string // the positions that they lead to, at most eight, if they differ
}

// Unknown is what the record leaves open so far.
func (r *Replay) Unknown() Unknown {
	u := Unknown{Parts: r.unknown, Gaps: r.gaps, Skipped: r.skipped}
	if !r.Ready() || r.gap {
		u.Capped = r.gap
		return u
	}
	u.Ways, u.Capped = r.table.ways()
	u.Capped = u.Capped || r.more || r.gaps > 0
	if r.table.size() > 1 {
		u.Positions = r.table.positions(8)
	}
	return u
}

// Fillings lists what a word with unknown parts, which is known to parse, can have been here.
func (r *Replay) Fillings(word string) []Move { return r.table.fillings(word) }

// certain reports whether the record allows one position alone.
func (r *Replay) certain() bool { return r.Ready() && !r.gap && r.table.size() == 1 }
