package readings

import (
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules/nearest"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// This file reads whole turns otherwise: of another player, swapped, written twice, not carried out, of a player whose
// opponent has left, or wholly unknown.

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
func (w *weighing) playerSlips(l *listing, t *notation.Turn) {
	for _, handle := range w.Begin.Handles() {
		if handle != t.Handle.Text {
			cost := float64(otherPlayer)
			if !slices.Contains(w.Begin.Handles(), t.Handle.Text) {
				cost = 1 + min(2, float64(nearest.Slips(handle, t.Handle.Text, 3)))/2
			}
			l.add(player, cost, handle+", not "+t.Handle.Text, put(t.Handle.Span, handle))
		}
	}
}

// turnSlips adds that a turn is swapped with the next one, is written twice, or was taken back.
func (w *weighing) turnSlips(l *listing, t *notation.Turn) {
	text := l.line.Text
	if next, u := w.turnBy(l.at, 1); u != nil && next == l.at+1 {
		cost := float64(turnsSwapped)
		if t.Number == u.Number+1 {
			cost = numbersSwapped
		}
		a, b := l.line.Span, w.Lines[next].Span
		if t.Number < u.Number { // the numbers stay
			a.Start, a.Column = t.Handle.Span.Start, t.Handle.Span.Column
			b.Start, b.Column = u.Handle.Span.Start, u.Handle.Span.Column
		}
		l.add(turnSwapped, cost, fmt.Sprintf("turns %d and %d are swapped", t.Number, u.Number),
			put(a, w.Lines[next].Text[b.Start:b.End]), put(b, text[a.Start:a.End])).size = 2
	}
	if _, u := w.turnBy(l.at, -1); u != nil && same(t, u) {
		cost := float64(turnTwice)
		if t.Number == u.Number {
			cost = sameTurnTwice
		}
		said := variant.Each(l.line.Comments, func(c notation.Comment) string { return text[c.Span.Start:c.Span.End] })
		l.add(turnDoubled, cost, fmt.Sprintf("turn %d is written twice", t.Number), verify.Edit{
			Span: notation.SpanIn(text, l.line.Span.Line, 0, len(text)), Text: strings.Join(said, " "), Out: len(said) == 0})
	}
	if !w.wrongPlayer() { // after such a line any player is believed
		l.add(notCarried, notCarriedOut, fmt.Sprintf("turn %d was not carried out", t.Number))
	}
}

// same reports whether two turns say the same of the same player.
func same(t, u *notation.Turn) bool {
	return t.Handle.Text == u.Handle.Text && slices.EqualFunc(t.Actions, u.Actions, func(a, b notation.Word) bool { return a.Text == b.Text })
}

// turnBy is the turn line some turn lines after another one, or -1, and its turn; nil if the line is malformed.
func (g *game) turnBy(i, by int) (line int, turn *notation.Turn) {
	k := g.turnOf(i) + by
	if k < 0 || k >= len(g.turns) {
		return -1, nil
	}
	turn, _ = g.Lines[g.turns[k]].Node.(*notation.Turn)
	return g.turns[k], turn
}

// wrongPlayer reports whether the error is that it was another player's turn.
func (w *weighing) wrongPlayer() bool {
	return w.tried.Code == verify.CodeWrongPlayer || w.tried.Code == verify.CodeWrongFirst
}

// gone adds the reading that the next player at line i has left the game, if no later line is theirs.
func (w *weighing) gone(i int) {
	before := &w.states[i]
	turn, ok := w.Lines[i].Node.(*notation.Turn)
	if !ok || !before.Ready() || before.Over() {
		return
	}
	who := before.Handles()[before.Clock().Seat]
	if slices.ContainsFunc(w.turns[w.turnOf(i)+1:], func(k int) bool {
		t, ok := w.Lines[k].Node.(*notation.Turn)
		return ok && t.Handle.Text == who
	}) {
		return
	}
	l := w.list(i, 0)
	message := fmt.Sprintf("%s has left the game before turn %d", who, turn.Number)
	w.addAll(nil, l.add(leaveLost, leaveMissing, message, insert(l.line, 0, "leave "+who+"\n")))
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
	l := w.list(i, 0)
	was := strings.NewReplacer("{", "(", "}", ")").Replace(l.line.Text[l.line.Span.Start:l.line.Span.End])
	w.addAll(nil, l.add(turnOther, anyTurn, "another turn was played here: "+text, put(l.line.Span, text+" {"+was+"}")))
}
