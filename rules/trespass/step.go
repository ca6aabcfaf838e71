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
	at, visited := begin, begin
	men := (s.men[0] | s.men[1]) &^ begin
	free := b.all &^ men
	if route&IsJump == 0 {
		at = square(Square(route))
		ahead, east, west := direction{side.ways[forward].by, side.ways[forward].into & free}, b.notFirst&free, b.notLast&free
		ends := begin
		ends |= ahead.step(ends) | ends<<1&east | ends>>1&west
		ends |= ahead.step(ends) | ends<<1&east | ends>>1&west
		ends |= ahead.step(ends) | ends<<1&east | ends>>1&west
		ends |= ahead.step(ends) | ends<<1&east | ends>>1&west // four steps without a question: few slides are longer
		if at == begin || ends&at == 0 && b.flow(side, begin, at, free)&at == 0 {
			return false, true
		}
		visited |= at
		route >>= 8
	}
	for ; route != 0; route >>= 8 {
		lands := b.leaps(side, at, men) & free
		if !l.revisit {
			lands &^= visited
		}
		if at = square(Square(route)); lands&at == 0 || route&IsJump == 0 {
			return false, route&IsJump != 0
		}
		visited |= at
	}
	if at == begin || wins != (at&side.goal != 0 && s.secret[owner] == int8(p.index())+1) {
		return false, at == begin || !wins
	}
	if last != NoPiece && b.sides[last.Owner()].goal>>s.at[last]&^(s.gone>>last)&1 != 0 && !e.goesOn(s, last) {
		return false, true
	}
	s.begun = true
	s.at[p] = lowest(at)
	s.men[owner] ^= begin | at
	s.next(p)
	if wins {
		s.end(int8(owner) + 1)
	}
	return true, true
}

// goesOn rules out a piece that the turn before has brought into its goal row, if that leaves each
// player a number that may be the secret.
func (e *Engine) goesOn(s *State, p Piece) bool {
	owner := p.Owner()
	if s.secret[owner] == 0 && e.Possible(s, owner) == 1<<p.index() || e.Possible(s, 1-owner) == 0 {
		return false
	}
	s.ruleOut(p, s.Now)
	return true
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
