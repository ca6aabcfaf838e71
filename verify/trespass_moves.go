package verify

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"tpnote/notation"
	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules/trespass"
	"tpnote/rules/variant"
)

// This file is what Trespass says of its actions, to those who ask what is legal, and why
// something is not.

// arrange sets the pieces out and chooses the secrets by chance; without it the numbers
// stand in order and the secrets stay unknown.
func arrange(v *variant.Variant, handles []string, chance *rand.Rand) []string {
	numbers := v.Setting("piece-numbers").Value
	columns, each := v.Board["columns"].Number, numbers.Hi-numbers.Lo+1
	var lines, secrets []string
	for _, handle := range handles {
		words := []string{"place", handle}
		for i := range each {
			words = append(words, fmt.Sprint(numbers.Lo+i))
		}
		if chance != nil {
			placed := words[2:]
			chance.Shuffle(each, func(i, k int) { placed[i], placed[k] = placed[k], placed[i] })
			secrets = append(secrets, fmt.Sprintf("secret %s %d", handle, numbers.Lo+chance.IntN(each)))
		}
		lines = append(lines, strings.Join(words[:2+columns], " ")+" / "+strings.Join(words[2+columns:], " "))
	}
	return append(lines, secrets...)
}

// trespassTeller tells the actions of one variant.
type trespassTeller struct{ engine *trespass.Engine }

func (t trespassTeller) route(s *trespass.State, a trespass.Action) []trespass.Hop {
	return t.engine.Route(nil, s, a)
}

func (t trespassTeller) word(s *trespass.State, a trespass.Action) string {
	if a.Piece == trespass.NoPiece {
		return trespassnotation.Pass
	}
	b := t.engine.Board
	w := trespassnotation.Action{Piece: b.PieceName(a.Piece), From: b.Name(s.At(a.Piece)), Wins: t.engine.Due(s, a)}
	for _, h := range t.route(s, a) {
		w.Hops = append(w.Hops, trespassnotation.Hop{To: b.Name(h.To), Jump: h.Jump})
	}
	return w.String()
}

func (trespassTeller) die(trespass.Action) int { return 0 }

func (t trespassTeller) group(s *trespass.State, a trespass.Action) string {
	if a.Piece == trespass.NoPiece {
		return "pass"
	}
	whose, mine := "the opponent's piece", a.Piece.Owner() == s.Clock.Seat
	if mine {
		whose = "an own piece"
	}
	switch {
	case t.engine.Due(s, a) && mine:
		return "the secret number home, to win"
	case t.engine.Due(s, a):
		return "the opponent's secret number home"
	case t.engine.Board.Goal(a.Piece, a.To):
		return whose + " into its goal row"
	}
	hops := t.route(s, a)
	switch jumps := hops[len(hops)-1].Jump; {
	case jumps && !hops[0].Jump:
		return whose + ", sliding and jumping"
	case jumps:
		return whose + ", jumping"
	}
	return whose + ", sliding"
}

func (t trespassTeller) allowing(s *trespass.State, a trespass.Action) []string {
	if a.Piece == trespass.NoPiece {
		return []string{"must-move"}
	}
	return t.engine.Allowing([]string{"movement"}, s, a.Piece, s.At(a.Piece), t.route(s, a))
}

func (trespassTeller) happens(trespass.Action, bool) bool { return true }

// merit prefers to bring the own secret forward; the other own pieces clear the way. What
// the opponent's secret is nobody knows, so that the opponent's pieces are left alone.
func (t trespassTeller) merit(s *trespass.State, a trespass.Action) int {
	seat := s.Clock.Seat
	if a.Piece == trespass.NoPiece || a.Piece.Owner() != seat {
		return -1
	}
	if secret, known := t.engine.Secret(s, seat); known && secret == a.Piece {
		return 2 * t.ahead(s, a)
	}
	return min(1, t.ahead(s, a))
}

// ahead is how many rows a move brings its piece forward.
func (t trespassTeller) ahead(s *trespass.State, a trespass.Action) int {
	columns := t.engine.Board.Columns
	rows := int(a.To)/columns - int(s.At(a.Piece))/columns
	return max(rows, -rows) // no piece goes backward
}

func (t trespassTeller) gains(s *trespass.State, a trespass.Action) bool {
	return a.Piece != trespass.NoPiece && a.Piece.Owner() == s.Clock.Seat && t.ahead(s, a) > 0
}

func (t *trespassTable) clone() table {
	c := *t
	c.turns, c.revealed, c.hops = maps.Clone(t.turns), slices.Clone(t.revealed), nil
	return &c
}

// spell has nothing to do: squares and pieces have one name.
func (t *trespassTable) spell(word string) string { return word }

func (t *trespassTable) why(j *judge, word notation.Word) {
	written, err := trespassWords.ask(word.Text)
	if err != nil {
		return // Why has looked at the word already
	}
	e, s := t.engine, &t.state
	if written.IsPass() {
		if r := e.Check(s, trespass.Pass); r.Reason != 0 {
			t.refuse(j, word, written, r)
		}
		return
	}
	piece, known := e.Board.Piece(written.Piece)
	if !known {
		f := j.errorAt("unknown-piece", word.Span, fmt.Sprintf("there is no piece %s", written.Piece))
		j.by(f, "piece-numbers", "")
	}
	from, unknown := t.route(written)
	if unknown != "" {
		j.errorAt("unknown-space", word.Span, "this board has no square "+unknown)
	}
	if !known || unknown != "" {
		return
	}
	for _, r := range e.Faults(nil, s, piece, from, t.hops) {
		t.refuse(j, word, written, r)
	}
	a := trespass.Action{Piece: piece, To: t.hops[len(t.hops)-1].To}
	if e.Movable(s, a) && written.Wins {
		if r := e.CheckMark(s, a); r.Reason != 0 {
			t.refuse(j, word, written, r)
		}
	}
}
