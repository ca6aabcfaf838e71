package trespass

import (
	"slices"

	"tpnote/notation"
	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules/trespass"
	"tpnote/verify"
)

// This file describes an action to a player: how it is written, what it achieves, and which rules allow it.

func (r *referee) Write(a verify.Action) string {
	if a.Piece == "" {
		return trespassnotation.Pass
	}
	return trespassnotation.Word(a.Piece, a.From, a.Route, a.Due != "")
}

func (r *referee) Describe(s *trespass.State, a trespass.Action) verify.Action {
	if a.Piece == trespass.NoPiece {
		return verify.Action{Pass: true}
	}
	b := r.Board
	d := verify.Action{Piece: b.PieceName(a.Piece), From: b.Name(s.At(a.Piece)), To: b.Name(a.To)}
	var few [4]trespass.Hop
	hops := r.Route(few[:0], s, a)
	d.Route = make(notation.Parts, 0, 2*len(hops))
	for _, h := range hops {
		sign := trespassnotation.Slide
		if h.Jump {
			sign = trespassnotation.Jump
		}
		d.Route = append(d.Route, notation.Part{Role: notation.IsSign, Text: sign}, notation.Part{Role: notation.IsTo, Text: b.Name(h.To)})
	}
	if r.Ends(s, a) {
		d.Due = "#"
	}
	return d
}

// Rolled appends all legal actions: no action has a roll or a question.
func (r *referee) Rolled(dst []trespass.Action, s *trespass.State, _ uint8, _ bool) []trespass.Action {
	return r.Legal(dst, s)
}

func (r *referee) Group(s *trespass.State, a trespass.Action) verify.Group {
	if a.Piece == trespass.NoPiece {
		return "pass"
	}
	whose, mine := verify.Group("the opponent's piece"), a.Piece.Owner() == s.Clock.Seat
	if mine {
		whose = "the player's own piece"
	}
	switch {
	case r.Ends(s, a) && mine:
		return "the secret number home, to win"
	case r.Ends(s, a):
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
	if a.Piece != trespass.NoPiece {
		as := trespass.Move{Piece: a.Piece, From: s.At(a.Piece), Hops: r.Route(nil, s, a)}
		return r.Engine.Allowing([]string{"movement"}, s, as)
	}
	names := r.Engine.Allowing(nil, s, trespass.Move{Piece: trespass.NoPiece})
	if !slices.Contains(names, "passing") { // a player who cannot move passes under any value
		names = append([]string{"turn-order"}, names...)
	}
	return names
}

// Merit prefers to bring the player's own secret forward, and the player's other pieces out of
// its way. The opponent's secret is unknown, so the opponent's pieces are left alone.
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
