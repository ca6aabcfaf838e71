package verify

import (
	"fmt"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/verify/internal/turn"
)

// This file judges records with missing parts and gaps. The replay then keeps the set of positions
// that the record allows (see set.go). An action that is illegal in some of them only narrows the set;
// one that is illegal in all is an error.

// possible is the set of the positions that a record allows.
type possible struct {
	set positions // nil as long as no part was unknown
}

// Size is how many positions the record allows.
func (p *possible) Size() int {
	if p.set == nil {
		return 1
	}
	return p.set.size()
}

// Made is how many positions have been examined so far for the sets that the record allows.
func (p *possible) Made() int {
	if p.set == nil {
		return 0
	}
	return p.set.made()
}

// several reports whether the record allows more than one position.
func (p *possible) several() bool { return p.Size() > 1 }

// overflown reports whether members were left out of the set.
func (p *possible) overflown() bool { return p.set != nil && p.set.overflown() }

// exhausted reports whether the replay has looked at mostMade positions, and looks at no more.
func (p *possible) exhausted() bool {
	return p.several() && !p.set.keptSmall() && p.set.made() > mostMade
}

// cut reports whether the set of positions has been cut at its bound, so that nothing can be
// concluded from an empty one.
func (p *possible) cut() bool { return p.overflown() && !p.set.keptSmall() }

// inEach judges in every position that the record allows, and keeps those without an error.
// If none is left, the error is that of the first, and all go on as the record says.
func (r *Replay) inEach(j *Judgement, judge func(j *Judgement)) {
	if !r.several() {
		judge(j)
		return
	}
	own := standing{r.turns, r.erred}
	var raised []Finding // in the first position that fails
	var shared []Finding // warnings that all kept positions raise
	var each Judgement
	var spare []Finding // storage for reuse
	pass := func(believing bool) bool {
		kept := 0
		at, ok := r.set.step(own, func(at standing, keep func(standing)) {
			each = *j
			each.findings = spare[:0]
			if !believing && raised != nil && shared != nil { // only the first of each kind are read
				each.Terse, each.Brief = true, true
			}
			r.turns, r.erred = at.turns, at.erred
			judge(&each)
			spare = each.findings
			if !believing && FirstError(each.findings) != nil {
				if raised == nil {
					raised, spare = each.findings, nil
				}
				return
			}
			if !believing {
				if kept++; kept == 1 {
					shared, spare = each.findings, nil
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
	asWritten := r.gap || raised[0].Malformed // it is wrong whatever the positions are
	if !asWritten && r.cut() {
		r.giveUp(j)
		return
	}
	pass(true)
	if !asWritten && !j.Terse {
		none := "no reading of the unknown parts fits"
		if r.overflown() {
			none = "no likely reading of the unknown parts fits"
		}
		raised[0].Message = r.since(none) + ": " + raised[0].Message
	}
	j.findings = append(j.findings, raised...)
}

// common returns the findings that are in both lists, by code and place.
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
func (r *played) since(text string) string {
	if r.unsure == 0 || r.unsure == r.number {
		return fmt.Sprintf("%s (turn %d)", text, r.number)
	}
	return fmt.Sprintf("%s (turns %d to %d)", text, r.unsure, r.number)
}

// takeInEach is takeTurn in every position that the record allows. It returns the Taking of a position
// without an error.
func (r *Replay) takeInEach(j *Judgement, t *notation.Turn, seat uint8) turn.Taking {
	if !r.several() {
		return r.takeTurn(j, t, seat)
	}
	var taking turn.Taking
	first := true
	r.inEach(j, func(j *Judgement) {
		if k := r.takeTurn(j, t, seat); first || FirstError(j.findings) == nil {
			taking, first = k, false
		}
	})
	return taking
}

// performInEach judges an action in every position that the record allows.
func (r *Replay) performInEach(j *Judgement, ev *Event, seat uint8, number int32) {
	before, actions := len(ev.Actions), r.actions
	r.before(ev)
	var done Action
	first := true
	var kept, all spread
	var each Event
	var here Replay
	r.inEach(j, func(j *Judgement) {
		each.Actions = each.Actions[:0]
		here = *r
		here.tallied, here.terse = nil, true // it keeps no copy of the position before
		here.performHere(j, &each, seat, number, nil)
		if r.turns = here.turns; first || FirstError(j.findings) == nil {
			done, first = each.Actions[0], false
		}
		if r.tallied != nil && each.Actions[0].Done {
			all.take(r.table, each.Actions[0], seat)
			if FirstError(j.findings) == nil {
				kept.take(r.table, each.Actions[0], seat)
			}
		}
	})
	ev.Actions = append(ev.Actions[:before], done)
	r.actions = actions
	if done.Done {
		r.actions++
	}
	if kept.n == 0 {
		kept = all
	}
	r.tallied.spread(&kept)
}

// guess goes on from every position that an action with unknown parts, or "...", can have led
// to.
func (r *Replay) guess(j *Judgement, ev *Event, seat uint8, number int32) {
	r.before(ev)
	if j.Word.Text != notation.More {
		a := Action{Judged: true, Done: true, Unknown: true}
		if r.reader.options.Narrate {
			a.Said = r.guessed(j.Word.Text)
		}
		ev.Actions = append(ev.Actions, a)
	}
	var could spread
	var seen func(Action)
	if r.tallied != nil {
		seen = func(a Action) { could.take(r.table, a, seat) }
	}
	ok := r.fillIn(j.Word.Text, seat, number, seen)
	if j.Word.Text == notation.More {
		r.tallied.anything(len(r.handles))
	} else {
		r.tallied.spread(&could)
	}
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

// fillIn goes on from every position that a word with unknown parts can have led to, and
// reports whether there is any.
func (r *Replay) fillIn(word string, seat uint8, number int32, seen func(Action)) bool {
	r.unknown++
	if r.unsure == 0 || !r.several() {
		r.unsure = r.number
	}
	if word == notation.More {
		r.more = true
	} else {
		r.actions++
	}
	first := true
	r.set = r.allowed()
	at, ok := r.set.step(standing{r.turns, r.erred}, func(at standing, _ func(standing)) {
		c := r.table.Clock()
		switch {
		case c.Phase == rules.Over || c.Seat != seat || c.Number != number:
		case word == notation.More:
			r.set.fillTurn(at, first)
			first = false
		default:
			r.set.fill(word, at, seen)
		}
	})
	r.turns, r.erred = at.turns, at.erred
	return ok
}

// giveUp goes on as after a gap: too much is unknown.
func (r *played) giveUp(j *Judgement) {
	what := "what follows is not judged before the next state line"
	if _, state := j.Line.Node.(*notation.State); state {
		what = "the replay goes on from the position that the log asserts"
	}
	f := j.add(Finding{Code: CodeNoReading, Severity: SeverityNote, Span: j.Line.Span, Message: r.since("too much is unknown to follow the game") + "; " + what})
	f.apart = true
	r.openGap()
}

// openGap notes that turns are missing here, however many.
func (r *played) openGap() {
	r.gaps++
	r.gap = true
	r.erred = false
}

// unjudged counts a turn in a gap, and looks at the names in it.
func (r *played) unjudged(j *Judgement, t *notation.Turn) {
	if !r.gap || r.table == nil {
		return
	}
	r.skipped++
	if _, known := rules.SeatOf(t.Handle.Text, r.handles); !known {
		j.unknownPlayer(t.Handle)
	}
	names := *j
	for i, word := range t.Actions {
		if r.rules.syntax(word.Text) != nil || r.rules.unknown(word.Text) {
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

// ruling judges a ruling line itself. The drive reads ahead for rulings, and changes the findings of
// the turn before.
func (r *played) ruling(j *Judgement, n *notation.Ruling) {
	if !r.rulable && !r.reader.options.NoRulings {
		j.Error(CodeRuling, n.Keyword.Span, "a ruling can only follow a turn with an error, and only once")
	}
}

// Unknown counts the open parts of a record, and lists its possible positions.
type Unknown struct {
	Parts     int      `json:"unknown"`              // words with "?", and "..."
	Gaps      int      `json:"gaps"`                 // gap lines
	Skipped   int      `json:"skipped,omitempty"`    // turns in gaps, which are not judged
	Ways      uint64   `json:"ways"`                 // how many fillings of the unknown parts fit, at most 1,000,000,000
	Capped    bool     `json:"waysCapped,omitempty"` // Ways is no more than a lower bound
	Positions []string `json:"positions,omitempty"`  // the positions that they lead to, at most eight, if they differ
	More      int      `json:"-"`                    // positions that Positions leaves out
	Examined  int      `json:"-"`                    // positions in which lines were judged where the record allows several; the cost of judging it
}

// Unknown is what the record leaves open so far.
func (r *Replay) Unknown() Unknown {
	u := Unknown{Parts: r.unknown, Gaps: r.gaps, Skipped: r.skipped}
	if r.set != nil {
		u.Examined = r.set.made()
	}
	if !r.Ready() || r.gap {
		u.Capped = r.gap
		return u
	}
	u.Ways, u.Capped = r.allowed().ways()
	u.Capped = u.Capped || r.more || r.gaps > 0
	if r.several() {
		u.Positions, u.More = r.set.texts(8)
	}
	return u
}

// Filling is a possible action for a word with unknown parts.
type Filling struct {
	// Words are its spellings, at least one. Where the record allows several positions, marks
	// and routes may differ.
	Words []string

	in []int32 // some of the positions in which it is legal, by index,
	of int     // the size of the set
}

// Sample keeps in r, a fork of the replay before a line, some of the positions in which the first word
// of the line can mean f, and bounds the sets to come. A line that is legal then is legal in the
// record; an error proves nothing.
func (f *Filling) Sample(r *Replay) {
	if !r.Ready() {
		return
	}
	r.set = r.allowed()
	if at, ok := r.set.sample(f); ok {
		r.turns, r.erred = at.turns, at.erred
	}
}

// Fillings lists the possible actions for a word with unknown parts here, in the turn under way. It is
// empty for other words.
func (r *Replay) Fillings(word string) []Filling {
	if !r.Ready() || r.gap || r.rules.syntax(word) != nil || !r.rules.unknown(word) {
		return nil
	}
	return r.allowed().fillings(word, r.number, r.Size())
}

// mostSaid is how many fillings a description of a word names, and mostGuessed in how many positions
// they are sought.
const (
	mostSaid    = 6
	mostGuessed = 500
)

// guessed describes the possible actions for a word with unknown parts.
func (r *Replay) guessed(word string) string {
	list := r.allowed().fillings(word, r.number, mostGuessed)
	least := ""
	if r.Size() > mostGuessed {
		least = "at least "
	}
	var words []string
	for _, f := range list[:min(mostSaid, len(list))] {
		words = append(words, f.Words[0])
	}
	switch more := len(list) - len(words); {
	case words == nil:
		return "nothing fits"
	case more > 0:
		return fmt.Sprintf("not written down: %s, or one of %s%d more", strings.Join(words, ", "), least, more)
	}
	return "not written down: " + OrList(words)
}

// certain reports whether the record allows one position alone.
func (r *Replay) certain() bool { return r.Ready() && !r.gap && !r.several() }

// allowed is the set of the positions that the record allows.
func (r *Replay) allowed() positions {
	if r.set == nil {
		return r.table.allowed()
	}
	return r.set
}

// keepSmall bounds the sets to come as those of a reading: see set.keepSmall.
func (r *Replay) keepSmall(own bool) {
	r.set = r.allowed()
	r.set.keepSmall(own)
}

// outcomes calls yield with the outcome in every position, as long as it wants more.
func (r *Replay) outcomes(yield func(Outcome) bool) {
	if r.set == nil {
		yield(r.table.outcome())
		return
	}
	r.set.outcomes(yield)
}

// standing is what the positions say of a key that they show.
func (r *Replay) standing(seat uint8, key string) (n between, shown bool) {
	if r.set == nil {
		return r.table.standing(seat, key)
	}
	return r.set.standing(seat, key)
}
