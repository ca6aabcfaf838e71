package trespass

import (
	"math/rand/v2"

	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules/trespass"
	"tpnote/verify"
)

// This file is what a player sees in an action: how it is written, what it is good for, and
// which rules allow it.

func (r *referee) Write(a verify.Action) string {
	w := trespassnotation.Action{Piece: a.Piece, From: a.From, Hops: make([]trespassnotation.Hop, 0, len(a.Path)), Wins: a.Due != ""}
	for i, to := range a.Path {
		w.Hops = append(w.Hops, trespassnotation.Hop{To: to, Jump: a.Jumps[i]})
	}
	return w.String()
}

func (r *referee) Describe(s *trespass.State, a trespass.Action) verify.Action {
	if a.Piece == trespass.NoPiece {
		return verify.Action{Pass: true}
	}
	b := r.Board
	d := verify.Action{Piece: b.PieceName(a.Piece), From: b.Name(s.At(a.Piece)), To: b.Name(a.To)}
	var few [4]trespass.Hop
	hops := r.Route(few[:0], s, a)
	d.Path, d.Jumps = make([]string, len(hops)), make([]bool, len(hops))
	for i, h := range hops {
		d.Path[i], d.Jumps[i] = b.Name(h.To), h.Jump
	}
	if r.due(s, a) {
		d.Due = "#"
	}
	return d
}

// Tell reads a word as Play does, for the cells of a row: the way of a move it leaves out.
func (t *quick) Tell(text []byte, at int) *verify.Told {
	_, ok := t.action(text, at)
	m, b := &t.word, t.referee.Board
	t.told.Done, t.told.Given, t.told.Due = true, "", ""
	if !ok || m.Piece != trespass.NoPiece && len(m.Hops) == 0 { // it is no legal word
		return &t.told
	}
	if t.told.Pass = m.Piece == trespass.NoPiece; t.told.Pass {
		t.told.Piece, t.told.From, t.told.To = "", "", ""
		return &t.told
	}
	t.told.Piece, t.told.From, t.told.To = b.PieceName(m.Piece), b.Name(m.From), b.Name(m.Hops[len(m.Hops)-1].To)
	if m.Wins {
		t.told.Given = "#"
		if x, _ := t.Resolve(&t.State, *m); x.Due {
			t.told.Due = "#"
		}
	}
	return &t.told
}

func (r *referee) Picks() func(s *trespass.State, chance *rand.Rand) trespass.Action {
	var w trespass.Ways
	return func(s *trespass.State, chance *rand.Rand) trespass.Action { return w.Nth(chance.IntN(r.Ways(&w, s))) }
}

func (r *referee) AppendWord(dst []byte, s *trespass.State, a trespass.Action) (word []byte, pass, wins bool) {
	if a.Piece == trespass.NoPiece {
		return append(dst, trespassnotation.Pass...), true, false
	}
	var few [4]trespass.Hop
	var named [len(few)]trespassnotation.Hop
	w := trespassnotation.Action{Piece: r.Board.PieceName(a.Piece), From: r.Board.Name(s.At(a.Piece)), Hops: named[:0], Wins: r.due(s, a)}
	for _, h := range r.Route(few[:0], s, a) {
		w.Hops = append(w.Hops, trespassnotation.Hop{To: r.Board.Name(h.To), Jump: h.Jump})
	}
	return w.Append(dst), false, w.Wins
}

// Rolled lists all: there is no die.
func (r *referee) Rolled(dst []trespass.Action, s *trespass.State, _ uint8, _ bool) []trespass.Action {
	return r.Legal(dst, s)
}

// due reports whether a legal action is known to end the game.
func (r *referee) due(s *trespass.State, a trespass.Action) bool {
	known, some := r.Secret(s, a.Piece.Owner())
	return some && known == a.Piece && r.Board.Goal(a.Piece, a.To)
}

// move is an action as a log would record it.
func (r *referee) move(s *trespass.State, a trespass.Action) trespass.Move {
	return trespass.Move{Piece: a.Piece, From: s.At(a.Piece), Hops: r.Route(nil, s, a)}
}

func (r *referee) Group(s *trespass.State, a trespass.Action) verify.Group {
	if a.Piece == trespass.NoPiece {
		return "pass"
	}
	whose, mine := verify.Group("the opponent's piece"), a.Piece.Owner() == s.Clock.Seat
	if mine {
		whose = "an own piece"
	}
	switch {
	case r.due(s, a) && mine:
		return "the secret number home, to win"
	case r.due(s, a):
		return "the opponent's secret number home"
	case r.Board.Goal(a.Piece, a.To):
		return whose + " into its goal row"
	}
	hops := r.Route(nil, s, a)
	switch jumps := hops[len(hops)-1].Jump; {
	case jumps && !hops[0].Jump:
		return whose + ", sliding and jumping"
	case jumps:
		return whose + ", jumping"
	}
	return whose + ", sliding"
}

func (r *referee) Allowing(s *trespass.State, a trespass.Action) []string {
	if a.Piece == trespass.NoPiece {
		return []string{"must-move"}
	}
	return r.Engine.Allowing([]string{"movement"}, s, r.move(s, a))
}

// merit prefers to bring the own secret forward; the other own pieces clear the way. What
// the opponent's secret is nobody knows, so that the opponent's pieces are left alone.
func (r *referee) Merit(s *trespass.State, a trespass.Action) int {
	seat := s.Clock.Seat
	if a.Piece == trespass.NoPiece || a.Piece.Owner() != seat {
		return -1
	}
	if secret, known := r.Secret(s, seat); known && secret == a.Piece {
		return 2 * r.ahead(s, a)
	}
	return min(1, r.ahead(s, a))
}

// ahead is how many rows a move brings its piece forward.
func (r *referee) ahead(s *trespass.State, a trespass.Action) int {
	columns := r.Board.Columns
	rows := int(a.To)/columns - int(s.At(a.Piece))/columns
	return max(rows, -rows) // no piece goes backward
}

func (r *referee) Gains(s *trespass.State, a trespass.Action) bool {
	return a.Piece != trespass.NoPiece && a.Piece.Owner() == s.Clock.Seat && r.ahead(s, a) > 0
}
