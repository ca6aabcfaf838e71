package readings

import (
	"cmp"
	"iter"
	"slices"
	"sync"

	"tpnote/notation"
	"tpnote/verify"
)

// Each remaining error adds to the cost of a reading: in full up to the line where the candidate that
// reaches farthest meets its first error, less for some lines after it, and hardly anything later. In
// a plain sum, the cascade of errors after the next slip would hide the differences.
const (
	errorCost = 5
	nearCost  = 0.2
	farCost   = 0.02
	nearLines = 12

	revisionCost = 0.3
	standingCost = 3 // the cost of an error read as written, against a revision that undoes it
)

// Of a candidate the first fewLines turn lines after the error are tried, and if they fit all up to widest.
const (
	fewLines = 3
	widest   = 60
)

// trial is a candidate that is being replayed.
type trial struct {
	c         *candidate
	cost      float64
	revises   *slip // the slip whose reading it changes; nil for the one at hand
	asWritten bool  // in which case c only says where
	r         *verify.Replay
	next      int // line
	turns     int // turn lines tried after the error
	ended     bool
	errors    []int // the turn lines after the error, from 1, that have an error
}

// reach is how many turn lines fit.
func (t *trial) reach() int {
	if len(t.errors) == 0 {
		return widest + 1
	}
	return t.errors[0] - 1
}

// through reports whether a trial fits to its end.
func (t *trial) through() bool {
	return len(t.errors) == 0 && (t.ended || t.turns >= widest)
}

// legal is how many turn lines after the error fit.
func (t *trial) legal() int { return min(t.turns, t.reach()) }

// from is the line from which a trial differs from the record as it is read.
func (t *trial) from() int {
	if s := t.revises; s != nil && s.chosen != nil {
		return min(t.c.at, s.chosen.at)
	}
	return t.c.at
}

// weighing compares the ways to read on after one error.
type weighing struct {
	*game
	slip    *slip
	tried   *verify.Tried
	written *trial
	trials  []*trial
	forced  *candidate // the respelt line, though it does not fit; nil for none
	anyway  bool       // nothing before the line explains the error

	misspelt *candidate // the likeliest spelling of a misspelt line; nil for another line
}

// advance replays a trial up to turns turn lines after the error. A trial without errors stops at its first one.
func (w *weighing) advance(t *trial, turns int) {
	for fits := len(t.errors) == 0; w.budget > 0 && t.turns < turns && !t.ended && (!fits || len(t.errors) == 0); {
		if t.next >= len(w.Lines) {
			t.ended = true
			if !t.r.ResultFits() {
				t.errors = append(t.errors, t.turns+1)
			}
			return
		}
		if c := w.patch(t.next, t.revises); c != nil {
			for line, tried := range w.follow(t.r, c) {
				w.note(t, line, tried)
			}
			t.next += c.size
			continue
		}
		line := &w.ahead[t.next]
		w.note(t, line, t.r.Try(line))
		t.next++
	}
}

// begin replays a trial from where it differs to the line of the error, and reports whether nothing is wrong so far.
func (w *weighing) begin(t *trial) bool {
	t.r, t.next = replays.Get().(*verify.Replay), t.from()
	w.states[t.next].ForkInto(t.r)
	for t.next <= w.slip.line {
		if t.revises == nil && t.next > t.c.at && t.r.Same(&w.states[t.next]) {
			return false // the candidate has changed nothing that the error depends on
		}
		c := w.patch(t.next, t.revises)
		if t.next == t.c.at && !t.asWritten {
			c = t.c
		}
		if c != nil {
			for _, tried := range w.follow(t.r, c) {
				if w.budget -= tried.Cost; tried.Errors > 0 {
					return false
				}
			}
			t.next += c.size
			continue
		}
		tried := w.try(t.r, &w.Lines[t.next])
		s := w.slipAt(t.next)
		stands := s != nil && (s != t.revises || t.asWritten) // the error: it is an earlier one, which the trial does not undo
		if tried.Errors > 0 && !w.Ruled[t.next] && !stands {
			return false
		}
		if t.next == w.slip.line && t.c.Kind != turnMissing && tried.Number {
			t.cost += misnumbered
			t.c.Cost += misnumbered
		}
		t.next++
	}
	return true
}

// follow yields the lines of a reading, each tried in a replay. It begins after the missing turns where that is known.
func (g *game) follow(r *verify.Replay, c *candidate) iter.Seq2[*notation.Line, verify.Tried] {
	return func(yield func(*notation.Line, verify.Tried) bool) {
		known, k := 0, 0
		if c.after != nil {
			c.after.ForkInto(r)
			known = c.count
		}
		for g.line = range g.rendered(c, g.parser.Line) {
			if k++; k <= known {
				continue
			}
			if !yield(&g.line, r.Try(&g.line)) {
				return
			}
			if k < c.count { // another missing turn follows
				g.foresee(r, c, k)
			}
		}
	}
}

// try tries a line, and takes its cost off the budget.
func (g *game) try(r *verify.Replay, line *notation.Line) verify.Tried {
	t := r.Try(line)
	g.budget -= t.Cost
	return t
}

// note notes what became of a line after the error.
func (w *weighing) note(t *trial, line *notation.Line, tried verify.Tried) {
	w.budget -= tried.Cost
	if line.IsTurn() {
		t.turns++
	}
	if tried.Errors > 0 && !w.Ruled[t.next] {
		if k := max(1, t.turns); !slices.Contains(t.errors, k) {
			t.errors = append(t.errors, k)
		}
	}
}

// add tries a candidate, and keeps it for comparison. It reports whether the first few lines fit.
func (w *weighing) add(t *trial) bool {
	if w.budget <= 0 {
		return false
	}
	if !w.begin(t) {
		t.leave()
		return false
	}
	w.advance(t, fewLines)
	fits := len(t.errors) == 0
	if fits && w.budget > 0 {
		w.advance(t, widest)
	}
	if w.trials = append(w.trials, t); t.reach() < w.farthest() {
		t.leave() // only those that reach farthest are tried again
		t.c.after = nil
	}
	return fits
}

// replays are those of trials that have ended, for the next ones.
var replays = sync.Pool{New: func() any { return &verify.Replay{} }}

// leave ends a trial, and gives its memory to others.
func (t *trial) leave() {
	if t.r != nil {
		replays.Put(t.r)
		t.r = nil
	}
}

// farthest is how many turn lines the best candidate fits.
func (w *weighing) farthest() int {
	far := w.written.reach()
	for _, t := range w.trials {
		far = max(far, t.reach())
	}
	return far
}

// left is what the errors of a trial cost, up to the turn line seen, if the best trial fits for far turn lines.
func (t *trial) left(far, seen int) (cost float64) {
	for _, at := range t.errors {
		switch {
		case at <= far+1:
			cost += errorCost
		case at > seen:
		case at <= far+1+nearLines:
			cost += nearCost
		default:
			cost += farCost
		}
	}
	return cost
}

// score is what a trial costs with its errors.
func (t *trial) score(far int) float64 { return t.cost + t.left(far, t.turns+1) }

// best is the trial to go on with; nil for as written.
func (w *weighing) best() *trial {
	far := w.farthest()
	if far < widest { // the best meet an error, too: what of the next lines?
		for _, t := range w.trials {
			if t.reach() == far && w.budget > 0 {
				w.advance(t, min(far+1+nearLines, widest))
			}
		}
	}
	var best *trial
	least := 0.0
	for _, t := range w.trials {
		if cost := t.score(far); t.reach() == far && (best == nil || cost < least) {
			best, least = t, cost
		}
	}
	if best == nil {
		return nil
	}
	if least >= errorCost { // mostly the first error decides
		w.advance(w.written, widest)
	}
	written := 0.0
	switch {
	case w.misspelt != nil: // nothing of the line is understood
		written = anyTurn
	case w.tried.Skipped || w.forced != nil: // it is read on as if nothing had been done
		written = notCarriedOut
	}
	written += w.written.left(far, best.turns) // what the best has seen, too
	if best.revises != nil && best.revises.chosen != nil {
		written += standingCost
	}
	if written <= least {
		return nil
	}
	return best
}

// explained reports whether the record goes on well as it is written: what is wrong farther on is another slip.
func (w *weighing) explained() bool {
	return w.written.through() || w.written.legal() >= goodLines
}

// maxRivals is how many readings of a finding are kept for later revision.
const maxRivals = 12

// rivals are the candidates that fit as far as the best, best first. They are of the slip at hand, or revise another.
func (w *weighing) rivals(best *trial, revise *slip) []*candidate {
	far := 0
	for _, t := range w.trials {
		far = max(far, t.reach())
	}
	var fit []*trial
	for _, t := range w.trials {
		if t.revises == revise && t.reach() == far {
			t.c.Fits, t.c.Evidence = t.legal(), w.evidence(t)
			fit = append(fit, t)
		}
	}
	rank := func(t *trial) float64 {
		if t == best {
			return -1
		}
		return t.score(far)
	}
	slices.SortStableFunc(fit, func(a, b *trial) int { return cmp.Compare(rank(a), rank(b)) })
	var list []*candidate
	for _, t := range fit {
		if own := fit[0].c; w.alike(t.c, own) && t.c.at < own.at && (own.From == 0 || w.Lines[t.c.at].Span.Line < own.From) {
			own.From = w.Lines[t.c.at].Span.Line
		}
		again := func(c *candidate) bool {
			return c.Kind == turnMissing && t.c.Kind == turnMissing && slices.Equal(c.Edits, t.c.Edits)
		}
		if len(list) < maxRivals && !slices.ContainsFunc(list, again) {
			list = append(list, t.c)
		}
	}
	return list
}

// evidence is how many turn lines after the error only this trial makes legal.
func (w *weighing) evidence(t *trial) int {
	others := w.written.legal()
	for _, u := range w.trials {
		if u != t {
			others = max(others, u.legal())
		}
	}
	return max(0, t.legal()-others)
}

// revise takes the other readings of an earlier slip into the comparison.
func (w *weighing) revise(s *slip) {
	if s.chosen != nil {
		w.add(&trial{c: &candidate{at: s.line, size: 1}, asWritten: true, revises: s, cost: revisionCost})
	}
	w.addAll(s, slices.DeleteFunc(slices.Clone(s.rivals), func(c *candidate) bool { return c == s.chosen })...)
}
