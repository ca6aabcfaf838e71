package readings

import (
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
)

// This file finds turns that were left out.

// The costs of missing turns.
const (
	turnLost     = 2.25
	turnsMissing = 3.5 // two; each further one costs
	eachMissing  = 0.5 // more
	gapMissing   = 0.9 // one, where the numbers show it
)

// mostMissing is the greatest number of missing turns in one place.
const mostMissing = 3

// lose takes into the comparison that turns were left out before line i, as long as that can still win: turns that the
// numbers show to be missing, or others.
func (w *weighing) lose(i int, shown bool) {
	t, ok := w.Lines[i].Node.(*notation.Turn)
	before := &w.states[i]
	if !ok || w.patched(i, 1, nil) || !before.Ready() || before.Over() {
		return
	}
	clock, ok := before.Due()
	if !ok {
		return // it is an action that is missing
	}
	gap, widths, handles := 0, 1, before.Handles()
	if w.numbered[i] {
		gap = t.Number - int(clock.Number)
	}
	if shown { // they are surely missing
		widths = surelyMissing
	}
	seat, d := slices.Index(handles, t.Handle.Text), w.turnOf(w.slip.line)-w.turnOf(i)
	first := i == w.turns[0] && clock.Number == 1 && w.tried.Code != verify.CodeWrongFirst // any player can have begun
	some := false
	for who := range handles {
		if !first && who != int(clock.Seat) {
			continue
		}
		for n := 1; n <= mostMissing; n++ {
			if shown != (gap == n) || !shown && (who+n-seat)%len(handles) != 0 && (who-n-seat)%len(handles) != 0 { // in both directions of play
				continue
			}
			c := w.list(i, 0).add(turnMissing, w.missingCost(i, n, shown)+everyTurnApart*float64(d), "")
			c.count, c.round = n, !shown && n%len(handles) == 0
			bound := w.bound()
			if d == 0 && w.wrongPlayer() && !some { // besides the other candidates
				bound += rivalCost
			}
			likely := shown || first && n == 1 || n < mostMissing && d == 0 && !c.round ||
				w.budget >= flatBudget/2 && (first || n < mostMissing && c.round && d <= lookBack && !slices.ContainsFunc(w.trials, (*trial).through))
			if likely && c.Cost < bound && w.budget > 0 && (shown || w.budget > reserved) {
				some = w.miss(*c, who, widths) || some
			}
		}
	}
}

// missingCost is what it costs that n turns were left out before line i.
func (w *weighing) missingCost(i, n int, shown bool) float64 {
	switch {
	case shown:
		return gapMissing + eachMissing*float64(n-1)
	case n > 1:
		return turnsMissing + eachMissing*float64(n-2)
	case i == w.turns[len(w.turns)-1]: // no later line distinguishes it from another player
		return otherPlayer
	}
	return turnLost
}

// miss takes missing turns into the comparison, the first of seat who, in the ways to narrow them until they fit as
// far as they are tried. It reports whether the player who is written after them is next.
func (w *weighing) miss(like candidate, who, widths int) (next bool) {
	for width := range widths {
		c := like
		c.width = width
		if !w.leaveOut(&c, who) {
			continue
		}
		next = true
		t := &trial{c: &c, cost: c.Cost}
		fits := w.add(t)
		if c.round && t.legal() < fewLines { // a whole round explains a few lines always
			w.trials = slices.DeleteFunc(w.trials, func(u *trial) bool { return u == t })
		} else if c.count == 1 || fits && len(t.errors) == 0 {
			break
		}
	}
	return next
}

// leaveOut completes a candidate with missing turns, the first of seat who. It reports whether they lead to its line.
func (w *weighing) leaveOut(c *candidate, who int) bool {
	r, l := w.states[c.at].Fork(), &w.Lines[c.at]
	first, _ := r.Due()
	after := l.Node.(*notation.Turn)
	var players []string
	lines := ""
	for n := range c.count {
		players = append(players, r.Handles()[who])
		text := fmt.Sprintf("%d. %s %s", int(first.Number)+n, players[n], notation.More)
		lines += text + "\n"
		line := notation.ParseLine(text, l.Span.Line)
		if n > 0 && !w.foresee(r, c, n) || w.try(r, &line).Errors > 0 || r.Over() {
			return false
		}
		next, _ := r.Due()
		who = int(next.Seat)
	}
	c.after, c.Edits = r, []verify.Edit{insert(l, 0, lines)}
	if c.count == 1 {
		c.Message = fmt.Sprintf("a turn of %s is left out before turn %d", players[0], after.Number)
	} else {
		c.Message = fmt.Sprintf("%d turns are left out before turn %d: of %s", c.count, after.Number, strings.Join(players, ", "))
	}
	return r.Handles()[who] == after.Handle.Text
}

// If two turns in a row are missing, the lines after both narrow the candidates for the first,
// because most lines do not depend on the second. With the second turn not played, keep the
// candidates under which the fewest of the next foreseen turn lines are wrong. If these fit no
// farther and the numbers show missing turns, keep some more; if those do not fit either, all.
const (
	foreseen       = 8
	mostUnforeseen = 5 // of them may be wrong

	surelyMissing = 3   // of these ways
	wrongToo      = 2   // how many more may be wrong
	mostFollowed  = 100 // positions of which it is asked what can follow
)

// foresee narrows the candidates for the turn before line n of a reading so. It reports whether any is left.
func (g *game) foresee(r *verify.Replay, c *candidate, n int) bool {
	if c.width == 2 {
		return r.Size() <= mostFollowed
	}
	wrong := func(q *verify.Replay, most int) int { return g.wrongAfter(q, c.at, most) }
	if c.width == 1 {
		return r.Likeliest(mostUnforeseen, wrongToo, wrong)
	}
	return r.Likeliest(0, 0, wrong) || r.Likeliest(mostUnforeseen, 0, wrong)
}

// wrongAfter counts which of the lines from i on are wrong, up to one more than most.
func (g *game) wrongAfter(q *verify.Replay, i, most int) (wrong int) {
	if g.budget <= 0 {
		return most + 1
	}
	q.Skip() // the other turn
	for turns := 0; i < len(g.Lines) && turns < foreseen; i++ {
		line := &g.Lines[i]
		if line.IsTurn() {
			turns++
		}
		if g.try(q, line).Errors > 0 {
			if wrong++; wrong > most {
				return wrong
			}
		}
	}
	return wrong
}
