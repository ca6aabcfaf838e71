package trespass

import "tpnote/rules"

// Allows reports whether CheckRoute has nothing against a recorded move. It is for
// archives: the plain slide, which most moves are, is settled by flooding the squares that
// it can reach, without keeping count of its bends.
func (e *Engine) Allows(s *State, p Piece, from Square, hops []Hop) bool {
	to := hops[0].To
	if len(hops) > 1 || hops[0].Jump || e.law.bends < maxSquares || e.law.stops || !e.exists(p) || s.at[p] != from ||
		int(to) >= e.Board.Len() || s.men[0] == 0 || s.men[1] == 0 || s.Clock.Phase == rules.Over || e.law.barred(s, p) != 0 {
		return e.CheckRoute(s, p, from, hops).Reason == 0
	}
	m := e.mover(s, p)
	goal := bit(to)
	for reached, before := bit(from), uint64(0); reached != before; {
		before = reached
		for _, d := range m.ways {
			reached |= m.step(d, reached) & m.free
		}
		if reached&goal != 0 {
			return to != from
		}
	}
	return false
}
