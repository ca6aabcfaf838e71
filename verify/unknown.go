package verify

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
)

// This file maps lines over the positions that a record with missing parts or gaps allows (see set.go).
// A line that is illegal in some of them only narrows the set; one that is illegal in all is an error.

// Size is how many positions the record allows.
func (r *Replay) Size() int {
	if r.set == nil {
		return 1
	}
	return r.set.size()
}

// several reports whether the record allows more than one position.
func (r *Replay) several() bool { return r.Size() > 1 }

// members goes through the positions that the record allows. At each, r has it alone. Afterwards r is as before.
func (r *Replay) members() iter.Seq[int] { return r.set.members(&r.standing) }

// growth returns the growth of the set; without a set it is zero.
func (r *Replay) growth() growth {
	if r.set == nil {
		return growth{}
	}
	return *r.set.grown()
}

// Made is how many positions have been examined so far for the sets that the record allows.
func (r *Replay) Made() int { return r.growth().made }

// cut reports whether the set of positions has been cut at its bound: then nothing follows from an empty one.
func (r *Replay) cut() bool { return r.growth().cut && !r.growth().small }

// inEach calls judge in every position that the record allows, and keeps those without an error.
// If none is left, the error is that of the first, and all go on as the record says. It returns the
// result of judge in a position without an error if there is one, or else in the first.
func inEach[T any](r *Replay, j *Judgement, judge func(r *played, j *Judgement) T) T {
	if !r.several() {
		return judge(&r.played, j)
	}
	return inSeveral(r, j, judge)
}

// inSeveral is inEach where the record allows several positions. Its variables are on the heap.
func inSeveral[T any](r *Replay, j *Judgement, judge func(r *played, j *Judgement) T) (result T) {
	var raised []Finding // in the first position that fails
	var shared []Finding // warnings that all kept positions raise
	failed, kept := 0, 0
	var one Judgement
	fits := r.set.step(&r.standing, func(int) {
		one, one.findings = *j, one.findings[:0]
		one.Quiet = j.Quiet || failed > 0 && kept > 0 // only the first of each kind are read
		here := judge(&r.played, &one)
		fails := FirstError(one.findings) != nil
		if !fails || failed+kept == 0 {
			result = here
		}
		if fails {
			if failed++; failed == 1 {
				raised = slices.Clone(one.findings)
			}
			return
		}
		if kept++; kept == 1 {
			shared = slices.Clone(one.findings)
		}
		shared = slices.DeleteFunc(shared, func(f Finding) bool {
			return !slices.ContainsFunc(one.findings, func(g Finding) bool { return g.Code == f.Code && g.Span == f.Span })
		})
		r.set.keep()
	})
	if fits {
		j.findings = append(j.findings, shared...)
	} else {
		r.followAll(j, raised, func(j *Judgement) { judge(&r.played, j) })
	}
	return result
}

// followAll goes on as the record says from every position: raised is the error of the first, and all have one.
func (r *Replay) followAll(j *Judgement, raised []Finding, judge func(j *Judgement)) {
	asWritten := r.gap || raised[0].Malformed || raised[0].Code == CodeUnknownPlayer // it is wrong whatever the positions are
	if !asWritten && r.cut() {
		r.giveUp(j)
		return
	}
	var one Judgement
	r.set.step(&r.standing, func(int) {
		one, one.findings = *j, one.findings[:0]
		one.Quiet = true // only raised is reported
		judge(&one)
		r.set.keep()
	})
	if !asWritten && !j.Quiet {
		none := "no reading of the unknown parts fits"
		if r.growth().cut {
			none = "no likely reading of the unknown parts fits"
		}
		raised[0].Message = r.since(none) + ": " + raised[0].Message
	}
	j.findings = append(j.findings, raised...)
}

// each is inEach for a judge without a result.
func (r *Replay) each(j *Judgement, judge func(r *played, j *Judgement)) {
	if !r.several() {
		judge(&r.played, j)
		return
	}
	inSeveral(r, j, func(r *played, j *Judgement) struct{} {
		judge(r, j)
		return struct{}{}
	})
}

// since says a sentence with the turns that it is about.
func (r *played) since(text string) string {
	if r.unsure == 0 || r.unsure == r.number {
		return fmt.Sprintf("%s (turn %d)", text, r.number)
	}
	return fmt.Sprintf("%s (turns %d to %d)", text, r.unsure, r.number)
}

// perform judges an action of a turn that has been taken.
func (r *Replay) perform(j *Judgement, ev *Event, seat uint8, number int32) {
	parts, wrong := r.rules.read(j.Word.Text)
	if wrong != nil {
		j.badWord(j.Word, wrong)
		r.before(ev)
		ev.Actions = append(ev.Actions, Action{Said: "not an action; skipped"})
		ev.Actions[len(ev.Actions)-1].take(j.Word.Text, nil, nil)
		return
	}
	if r.rules.unknown(j.Word.Text) {
		r.guess(j, ev, seat, number)
		return
	}
	j.parts = parts
	ev.Actions = append(ev.Actions, Action{})
	a := &ev.Actions[len(ev.Actions)-1]
	if r.several() {
		r.before(ev)
		*a = r.actInSeveral(j, seat, number)
	} else {
		r.claim(j, a, seat, number)
		r.before(ev)
		if r.act(j, a); a.Done && r.tallied != nil {
			r.tallied.count(r.table, *a, seat)
		}
	}
	a.take(j.Word.Text, parts, r.handles)
	if a.Done {
		r.actions++
	}
}

// actInSeveral judges an action in several positions.
func (r *Replay) actInSeveral(j *Judgement, seat uint8, number int32) (a Action) {
	ended := r.ended
	var kept, all tallied // what it adds in the positions that are kept, and in all
	a = inSeveral(r, j, func(_ *played, j *Judgement) Action {
		a = Action{}
		r.claim(j, &a, seat, number)
		r.act(j, &a)
		if r.tallied != nil && a.Done {
			all = all.or(r.table, a, seat)
			if FirstError(j.findings) == nil {
				kept = kept.or(r.table, a, seat)
			}
		}
		return a
	})
	r.ended = ended
	if kept == nil {
		kept = all
	}
	r.tallied.addAll(kept)
	return a
}

// guess goes on from every position that an action with unknown parts, or "...", can have led to.
func (r *Replay) guess(j *Judgement, ev *Event, seat uint8, number int32) {
	r.before(ev)
	word := j.Word.Text
	var could tallied // what it may have added
	var fill func()   // keeps what can follow from a position
	if word == notation.More {
		r.more = true
		fill = r.set.fillTurn
		for seat := range r.handles {
			r.tallied.add(uint8(seat), anyKey, 0, 1)
		}
	} else {
		a := Action{Judged: true, Done: true, Unknown: true}
		a.take(word, r.rules.parts(word), nil)
		if r.reader.options.Narrate {
			a.Said = r.guessed(word)
		}
		ev.Actions = append(ev.Actions, a)
		r.actions++
		var seen func(Action)
		if r.tallied != nil {
			seen = func(a Action) { could = could.or(r.table, a, seat) }
		}
		fill = func() { r.set.fill(word, seen) }
	}
	r.unknown++
	if r.unsure == 0 || !r.several() {
		r.unsure = r.number
	}
	fits := r.set.step(&r.standing, func(int) {
		if c := r.table.Clock(); c.Phase != rules.Over && c.Seat == seat && c.Number == number {
			fill()
		}
	})
	r.tallied.addAll(could)
	switch {
	case fits:
	case r.cut():
		r.giveUp(j)
	default:
		j.Error(CodeNoReading, j.Word.Span, "%s", r.since("no legal action fits the unknown parts"))
	}
}

// giveUp goes on as after a gap: too much is unknown.
func (r *played) giveUp(j *Judgement) {
	what := "what follows is not judged before the next state line"
	if _, state := j.Line.Node.(*notation.State); state {
		what = "the replay goes on from the position that the log asserts"
	}
	f := j.add(Finding{Code: CodeNoReading, Severity: SeverityNote, Span: j.Line.Span}, Grounds{},
		"%s; %s", r.since("too much is unknown to follow the game"), what)
	f.apart = true
	r.openGap()
}

// openGap notes that turns are missing here, however many.
func (r *played) openGap() {
	r.gaps++
	r.gap = true
	r.erred = false
}

// unjudged looks at the syntax of a turn that is not judged. It counts a turn in a gap, and looks at the names in it.
func (r *played) unjudged(j *Judgement, t *notation.Turn) {
	r.syntaxOnly(j, t, 0)
	if !r.gap || r.table == nil {
		return
	}
	r.skipped++
	j.Seat(t.Handle)
	names := *j
	for i, word := range t.Actions {
		parts, wrong := r.rules.read(word.Text)
		if wrong != nil || r.rules.unknown(word.Text) {
			continue
		}
		names.action, names.Word, names.parts, names.findings = i+1, word, parts, nil
		r.table.fork(nil).act(&names, &Action{})
		for _, f := range names.findings {
			if f.Code == CodeUnknownSpace || f.Code == CodeUnknownPiece {
				j.findings = append(j.findings, f)
			}
		}
	}
}

// ruling judges a ruling line itself. The pass reads ahead for rulings, and changes the findings of the turn before.
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
	u := Unknown{Parts: r.unknown, Gaps: r.gaps, Skipped: r.skipped, Examined: r.Made()}
	if !r.Ready() || r.gap {
		u.Capped = r.gap
		return u
	}
	u.Ways, u.Capped = r.set.ways()
	u.Capped = u.Capped || r.more || r.gaps > 0
	if r.several() {
		var texts []string
		for range r.members() {
			texts = append(texts, r.Position())
		}
		slices.Sort(texts)
		texts = slices.Compact(texts)
		listed := min(8, len(texts))
		u.Positions, u.More = texts[:listed], len(texts)-listed
	}
	return u
}

// Filling is a possible action for a word with unknown parts.
type Filling struct {
	// Words are its spellings, at least one. Where the record allows several positions, marks and routes may differ.
	Words []string

	in []int32 // some of the positions in which it is legal, by index,
	of int     // the size of the set
}

// sampled is the size of a sample of the positions in which a filling is legal.
const sampled = 32

// Sample keeps in r, a fork of the replay before a line, some of the positions in which the first word of the line
// can mean f, and bounds the sets to come. A line that is legal then is legal in the record; an error proves nothing.
func (f *Filling) Sample(r *Replay) {
	if !r.Ready() {
		return
	}
	r.keepSmall()
	if r.Size() == f.of && f.of > len(f.in) {
		r.keepOnly(func(i int) bool {
			_, found := slices.BinarySearch(f.in, int32(i))
			return found
		})
	}
	grown := r.set.grown()
	grown.few, grown.cut = true, true // the dropped positions need no report
}

// Fillings lists the possible actions for a word with unknown parts, in the turn under way; none for other words.
func (r *Replay) Fillings(word string) []Filling {
	if !r.Ready() || r.gap || r.rules.syntax(word) != nil || !r.rules.unknown(word) {
		return nil
	}
	return r.set.fillings(word, r.number, r.Size())
}

// mostSaid is how many fillings a description of a word names, and mostGuessed in how many positions they are sought.
const (
	mostSaid    = 6
	mostGuessed = 500
)

// guessed describes the possible actions for a word with unknown parts.
func (r *Replay) guessed(word string) string {
	list := r.set.fillings(word, r.number, mostGuessed)
	least := ""
	if r.Size() > mostGuessed {
		least = "at least "
	}
	words := variant.Each(list[:min(mostSaid, len(list))], func(f Filling) string { return f.Words[0] })
	switch more := len(list) - len(words); {
	case len(words) == 0:
		return "nothing fits"
	case more > 0:
		return fmt.Sprintf("not written down: %s, or one of %s%d more", strings.Join(words, ", "), least, more)
	}
	return "not written down: " + variant.OrList(words)
}

// certain reports whether the record allows one position alone.
func (r *Replay) certain() bool { return r.Ready() && !r.gap && !r.several() }

// keepOnly keeps some of the positions, at least one.
func (r *Replay) keepOnly(which func(i int) bool) {
	r.set.step(&r.standing, func(i int) {
		if which(i) {
			r.set.keep()
		}
	})
}

// keepSmall gives the sets to come the bounds of a reading.
func (r *Replay) keepSmall() { r.set.grown().small = true }
