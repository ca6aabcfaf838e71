package readings

import (
	"cmp"
	"slices"

	"tpnote/notation"
)

// This file decides where candidates are looked for, and in which order.

// The costs of any slip.
const (
	everyTurnApart = 0.05
	rivalCost      = 1.25 // what a reading may cost more than the best and be a rival, wherever it is
)

// How many turn lines before an error its slip is looked for; and turns that the numbers show to be
// missing, and other places where an action can have been left out.
const (
	lookBack = 10
	farBack  = 30
)

// search takes all candidates into the comparison that can still win.
func (w *weighing) search() {
	i := w.slip.line
	if w.anyway { // nothing before explains it
		w.here(i)
		w.other(i)
		return
	}
	turn := w.turnOf(i)
	for d := 0; d <= farBack && turn-d >= 0; d++ {
		if j := w.turns[turn-d]; w.numbered[j] {
			w.lose(j, true)
		}
	}
	w.here(i)
	if w.wrongPlayer() {
		w.gone(i)
		w.lose(i, false)
	}
	bound := w.bound()
	for d := 1; d <= lookBack && turn-d >= 0; d++ {
		j := w.turns[turn-d]
		away := everyTurnApart * float64(d)
		if bound >= oneCharacter && bound < unbound {
			bound += rivalCost + away
		}
		if bound <= away || w.budget <= 0 {
			break
		}
		if w.patched(j, 0, nil) { // it is inside the lines of another reading: no position is before it
			continue
		}
		w.earlier(j, away, bound, w.speltBy(j))
		bound = w.bound()
	}
	w.rethink()
	w.other(i)
	for d := 0; d <= lookBack && turn-d >= 0; d++ {
		if j := w.turns[turn-d]; (d > 0 || !w.wrongPlayer()) && !w.patched(j, 0, nil) {
			w.lose(j, false)
		}
	}
	w.stretch()
}

// here adds the candidates of the line of the error, the cheap ones first: they may leave no room for others.
func (w *weighing) here(i int) {
	for _, c := range w.at(i, w.tried.Action, 0, w.bound()) {
		if c.Cost <= w.bound()+rivalCost {
			w.addAll(nil, c)
		}
	}
}

// earlier adds the candidates of an earlier line that cost less than bound. They change the reading of revises, if any.
func (w *weighing) earlier(j int, away, bound float64, revises *slip) {
	w.addAll(revises, slices.DeleteFunc(w.at(j, 0, away, bound), func(c *candidate) bool { return c.Cost >= bound })...)
}

// rethink looks before the last finding, if that was read on as it is written, for what both may have in common.
func (w *weighing) rethink() {
	n := len(w.slips) - 1
	if n < 0 {
		return
	}
	last := w.slips[n]
	if last.chosen != nil || last.line > w.slip.line || last.turned >= mostRevisions {
		return
	}
	turn := w.turnOf(last.line)
	for d := 1; d <= farBack && turn-d >= 0; d++ {
		j, away := w.turns[turn-d], everyTurnApart*float64(d)
		bound := w.bound() - revisionCost + standingCost
		if bound <= away || w.budget < flatBudget/2 || w.patched(j, 1, last) {
			return
		}
		w.earlier(j, away, bound, last)
	}
}

// stretch looks how much farther back that can be which is left out, if that fits best.
func (w *weighing) stretch() {
	fitting := slices.DeleteFunc(slices.Clone(w.trials), func(t *trial) bool { return t.revises != nil || len(t.errors) > 0 })
	if len(fitting) == 0 {
		return
	}
	best := slices.MinFunc(fitting, func(t, u *trial) int { return cmp.Compare(t.cost, u.cost) })
	if best.c.Kind != missing && !best.c.round {
		return
	}
	fitting = slices.DeleteFunc(fitting, func(t *trial) bool { return !w.alike(t.c, best.c) })
	first := slices.MinFunc(fitting, func(t, u *trial) int { return t.c.at - u.c.at })
	here, at, back := w.turnOf(w.slip.line), w.turnOf(best.c.at), farBack
	if best.c.round {
		back = lookBack
	}
	for k := w.turnOf(first.c.at) - 1; k >= max(0, here-back); k-- {
		l := w.list(w.turns[k], 0)
		t, ok := l.line.Node.(*notation.Turn)
		if !ok || w.patched(l.at, 1, nil) {
			return
		}
		cost := best.cost + everyTurnApart*float64(at-k)
		if best.c.round {
			c := l.add(turnMissing, cost, "")
			c.count, c.round = best.c.count, true
			if !w.leaveOut(c, int(w.states[l.at].Clock().Seat)) {
				return
			}
		} else if t.Handle.Text == w.Lines[best.c.at].Node.(*notation.Turn).Handle.Text {
			for k := range len(t.Actions) + 1 {
				l.leftOut(t, k, cost)
			}
		}
		if l.all != nil && !w.addAll(nil, l.all...) {
			return
		}
	}
}

// alike reports whether two candidates leave out the same, if not in the same place.
func (g *game) alike(c, d *candidate) bool {
	t, ok := g.Lines[c.at].Node.(*notation.Turn)
	u, too := g.Lines[d.at].Node.(*notation.Turn)
	return ok && too && c.Kind == d.Kind && c.count == d.count && c.round == d.round &&
		(c.Kind == missing && t.Handle.Text == u.Handle.Text || c.Kind == turnMissing && c.round)
}
