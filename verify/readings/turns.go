package readings

import (
	"fmt"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
)

// This file reads whole turns otherwise: of another player, swapped, written twice, not carried out, of a player
// whose opponent has left, or wholly unknown.

// The costs of slips with whole turns.
const (
	otherPlayer    = 2
	turnsSwapped   = 2
	numbersSwapped = 0.5 // where their numbers show it
	sameTurnTwice  = 0.5
	turnTwice      = 2.25
	notCarriedOut  = 2.5
	leaveMissing   = 4.25
	anyTurn        = 4.5
	misnumbered    = 2 // more, where the turn of the error then has another number than the one due
)

// playerSlips adds the other players that a turn can be of.
func (w *weighing) playerSlips(t *notation.Turn, add adder) {
	for _, handle := range w.Begin.Handles() {
		if handle != t.Handle.Text {
			cost := float64(otherPlayer)
			if !slices.Contains(w.Begin.Handles(), t.Handle.Text) {
				cost = 1 + min(2, float64(distance(handle, t.Handle.Text, 3)))/2
			}
			add(player, cost, 0, handle)
		}
	}
}

// turnSlips adds that a turn is swapped with the next one, is written twice, or was taken back.
func (w *weighing) turnSlips(i int, t *notation.Turn, add adder) {
	if next := w.turnBy(i, 1); next == i+1 {
		if u, ok := w.Lines[next].Node.(*notation.Turn); ok {
			cost := float64(turnsSwapped)
			if t.Number == u.Number+1 {
				cost = numbersSwapped
			}
			add(turnSwapped, cost, next, "").size = 2
		}
	}
	if before := w.turnBy(i, -1); before >= 0 {
		if u, ok := w.Lines[before].Node.(*notation.Turn); ok && same(t, u) {
			cost := float64(turnTwice)
			if t.Number == u.Number {
				cost = sameTurnTwice
			}
			add(turnDoubled, cost, 0, "")
		}
	}
	if !w.wrongPlayer() { // after such a line any player is believed
		add(notCarried, notCarriedOut, 0, "")
	}
}

// same reports whether two turns say the same of the same player.
func same(t, u *notation.Turn) bool {
	return t.Handle.Text == u.Handle.Text && slices.EqualFunc(t.Actions, u.Actions, func(a, b notation.Word) bool { return a.Text == b.Text })
}

// turnBy is the turn line that is a number of turn lines after another one; -1 if there is none.
func (g *game) turnBy(i, by int) int {
	if k := g.turnOf(i) + by; k >= 0 && k < len(g.turns) {
		return g.turns[k]
	}
	return -1
}

// wrongPlayer reports whether the error is that it was another player's turn.
func (w *weighing) wrongPlayer() bool {
	return w.tried.Code == verify.CodeWrongPlayer || w.tried.Code == verify.CodeWrongFirst
}

// gone adds the reading that the next player at line i has left the game, if no later line is theirs.
func (w *weighing) gone(i int) {
	before := &w.states[i]
	if !before.Ready() || before.Over() {
		return
	}
	if w.lastOf == nil {
		w.lastOf = map[string]int{}
		for _, k := range w.turns {
			if t, ok := w.Lines[k].Node.(*notation.Turn); ok {
				w.lastOf[t.Handle.Text] = k
			}
		}
	}
	who := before.Handles()[before.Clock().Seat]
	if last, some := w.lastOf[who]; some && last > i {
		return
	}
	w.addAll([]*candidate{{kind: leaveLost, cost: leaveMissing, at: i, size: 1, text: who}}, nil)
}

// other adds the reading that line i is a wholly unknown turn of the next player, if that can still win.
func (w *weighing) other(i int) {
	before := &w.states[i]
	if w.bound() <= anyTurn || !before.Ready() || before.Over() {
		return
	}
	clock := before.Clock()
	number := int(clock.Number)
	switch n := w.Lines[i].Node.(type) {
	case *notation.Turn:
		number = n.Number
	case *notation.Bad:
		if n.Head != nil {
			number = n.Head.Number
		}
	}
	text := fmt.Sprintf("%d. %s %s", number, before.Handles()[clock.Seat], notation.More)
	w.addAll([]*candidate{{kind: turnOther, cost: anyTurn, at: i, size: 1, text: text}}, nil)
}
