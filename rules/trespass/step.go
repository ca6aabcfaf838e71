package trespass

// Try carries out a recorded turn if it is legal, if it is marked "#" as it is due, and if
// it leaves each player a number that may be the secret. If not, what it has changed does
// not count.
//
// It does what Resolve, CheckMark and Do do, in a fraction of the time: for archives.
func (e *Engine) Try(s *State, m *Move) bool {
	effect, gone := Effect{Action: Pass}, s.gone
	if m.Piece == NoPiece {
		if !s.ready() || !e.stuck(s) {
			return false
		}
	} else {
		if len(m.Hops) == 0 || !e.leads(s, m) {
			return false
		}
		effect.Action = m.action()
		if e.Board.Goal(m.Piece, effect.Action.To) {
			effect = e.effect(s, effect.Action, m.Wins)
		}
	}
	if m.Wins != (effect.Due || effect.Proves) {
		return false
	}
	e.Do(s, effect)
	return s.gone == gone || e.Possible(s, 0) != 0 && e.Possible(s, 1) != 0
}

// leads reports whether a recorded move is legal, its mark apart. Under most rules, and as
// most logs write it, its route is a slide that may bend anywhere, jumps that may turn
// anywhere, or one and the others.
func (e *Engine) leads(s *State, m *Move) bool {
	l, p, hops := &e.limits, m.Piece, m.Hops
	slides := !hops[0].Jump
	if !l.flows() || !l.turns || slides && len(hops) > 1 && !hops[1].Jump {
		return e.follow(l, s, m) == nil
	}
	if !s.ready() || int(p) >= len(s.at) || s.at[p] != m.From || l.movers(s, p.Owner())&bit(m.From) == 0 {
		return false
	}
	from, side := bit(m.From), &e.Board.sides[p.Owner()]
	at, visited := from, from
	men := (s.men[0] | s.men[1]) &^ from
	free := e.Board.all &^ men
	if slides {
		to := bit(hops[0].To)
		if to == from || side.flow(at, to, free)&to == 0 {
			return false
		}
		at, visited, hops = to, from|to, hops[1:]
	}
	for _, h := range hops {
		lands := side.ways[forward].over(at, men)
		if l.sideways {
			lands |= side.ways[left].over(at, men) | side.ways[right].over(at, men)
		}
		if !l.revisit {
			lands &^= visited
		}
		to := bit(h.To)
		if !h.Jump || lands&free&to == 0 {
			return false
		}
		at, visited = to, visited|to
	}
	return at != from
}
