package trespass

import "math/bits"

// Route is a recorded route of few hops, a byte each, the first lowest: its square, IsHop, and
// IsJump if it is a jump.
type Route uint64

const (
	MostHops = 8

	IsJump Route = 1 << 6
	IsHop  Route = 1 << 7
)

// Jumps is how many hops are jumps.
func (r Route) Jumps() int { return bits.OnesCount64(uint64(r) & 0x4040404040404040) }

// Step carries out a move as Try does, in a fraction of the time: where slides and jumps may go
// anywhere but backward, and the move is one as most are, a slide to its end, jumps, or one and
// the others, whose mark tells no secret. Where it does not, it changes nothing, and sure reports
// whether Try would not either.
func (e *Engine) Step(s *State, p Piece, from Square, route Route, wins bool) (ok, sure bool) {
	l, b, last := &e.limits, e.Board, s.Last
	if !e.plain || route == 0 || s.due {
		return false, false
	}
	if !s.ready() || int(p) >= len(s.at) || s.at[p] != from || !l.mayMove(s, p) {
		return false, true
	}
	owner := p.Owner()
	side, begin := &b.sides[owner], square(from)
	men := (s.men[0] | s.men[1]) &^ begin
	to := Square(route) % maxSquares
	at := square(to)
	visited := begin | at
	// Nobody foresees whether a move begins with a slide or a jump: so both are looked at.
	way := &side.tracks[int(from)*len(b.names)+int(to)]
	held, leap := min(way.bends[0]&men, way.bends[1]&men), way.over&^men|at&men
	if route&IsJump != 0 {
		held = leap
	}
	if held != 0 && (route&IsJump != 0 || at == begin || b.flow(side, begin, at, b.all&^men)&at == 0) {
		return false, true
	}
	for route >>= 8; route != 0; route >>= 8 {
		lands := b.leaps(side, at, men) & b.all &^ men
		if !l.revisit {
			lands &^= visited
		}
		if to = Square(route) % maxSquares; lands&square(to) == 0 || route&IsJump == 0 {
			return false, route&IsJump != 0
		}
		at = square(to)
		visited |= at
	}
	var secret uint64
	if s.secret[owner] == int8(p.index())+1 {
		secret = at
	}
	if at == begin || wins != (secret&side.goal != 0) {
		return false, at == begin || !wins
	}
	if last < NoPiece {
		owner := last.Owner() % seats
		arrived := b.sides[owner].goal >> (s.at[last%maxSquares] % maxSquares) &^ (s.gone >> (last % maxSquares)) & 1
		if (s.secret[0] == 0 || s.secret[1] == 0) && arrived != 0 && !e.goesOn(s, last) {
			return false, true
		}
		// Nobody foresees which moves arrive. So the place of the next is written in any case: with nothing,
		// as it is, where this one does not.
		if i := bits.OnesCount64(s.gone); i < mostGone {
			is := -int32(arrived)
			s.goneAt[i].turn, s.goneAt[i].piece = Ref{s.Now.Line & is, s.Now.Number & is}, last&Piece(is)
		}
		s.gone |= arrived << (last % maxSquares)
	}
	s.begun = true
	s.at[p] = to
	s.men[owner] ^= begin | at
	s.next(p)
	if wins {
		s.end(int8(owner) + 1)
	}
	return true, true
}

// goesOn reports whether each player is left a number that may be the secret when a piece is ruled
// out, because the turn before has brought it into its goal row.
func (e *Engine) goesOn(s *State, p Piece) bool {
	owner := p.Owner()
	return (s.secret[owner] != 0 || e.Possible(s, owner) != 1<<p.index()) && e.Possible(s, 1-owner) != 0
}

// Try carries out a recorded turn if it is legal, if it is marked "#" as it is due, and if
// it leaves each player a number that may be the secret. If not, what it has changed does
// not count. It does what Resolve, CheckMark and Do do, for archives.
func (e *Engine) Try(s *State, m *Move) bool {
	effect, why := e.Resolve(s, *m)
	if why.Reason != 0 || m.Wins != (effect.Due || effect.Proves) {
		return false
	}
	gone := s.gone
	e.Do(s, effect)
	return s.gone == gone || e.Possible(s, 0) != 0 && e.Possible(s, 1) != 0
}
