package trespass

// Try carries out a recorded turn if it is legal, if it is marked "#" as it is due, and if
// it leaves each player a number that may be the secret. If not, what it has changed does
// not count.
//
// It does what Resolve, CheckMark and Do do, for archives: in a fraction of the time where slides
// and jumps may go anywhere but backward, and a move is written as most are, a slide to its end,
// jumps, or one and the others.
func (e *Engine) Try(s *State, m *Move) bool {
	l, b, p, hops, last := &e.limits, e.Board, m.Piece, m.Hops, s.Last
	if !l.wide() || e.passes || m.Wins || len(hops) == 0 || !hops[0].Jump && len(hops) > 1 && !hops[1].Jump || s.due {
		return e.try(s, m)
	}
	if !s.ready() || int(p) >= len(s.at) || s.at[p] != m.From || !l.mayMove(s, p) {
		return false
	}
	from, side := square(m.From), &b.sides[p.Owner()]
	at, visited := from, from
	men := (s.men[0] | s.men[1]) &^ from
	free := b.all &^ men
	if !hops[0].Jump {
		to := square(hops[0].To)
		if to == from {
			return false
		}
		for reached := from; reached&to == 0; {
			wider := reached | b.near(side, reached)&free
			wider |= b.near(side, wider) & free // two steps at a time: most slides are short
			if wider == reached {
				return false
			}
			reached = wider
		}
		at, visited, hops = to, from|to, hops[1:]
	}
	for _, h := range hops {
		to := square(h.To)
		lands := b.leaps(side, at, men) & free
		if !l.revisit {
			lands &^= visited
		}
		if !h.Jump || lands&to == 0 {
			return false
		}
		at, visited = to, visited|to
	}
	if at == from || s.secret[p.Owner()] == int8(p.index())+1 && at&side.goal != 0 {
		return false
	}
	arrived := uint64(0) // 1 if the piece moved last has come into its goal row, and nothing has been said of that
	if last != NoPiece {
		arrived = b.sides[last.Owner()].goal >> s.at[last] &^ (s.gone >> last) & 1
	}
	s.begun = true
	s.at[p] = lowest(at)
	s.men[p.Owner()] ^= from | at
	s.next(p)
	return arrived == 0 || e.goesOn(s, last)
}

// goesOn rules out a piece that the turn before has brought into its goal row, and reports whether
// each player is left a number that may be the secret.
func (e *Engine) goesOn(s *State, last Piece) bool {
	s.ruleOut(last, s.Now)
	return e.Possible(s, 0) != 0 && e.Possible(s, 1) != 0
}

// try is Try for any turn.
func (e *Engine) try(s *State, m *Move) bool {
	effect, why := e.Resolve(s, *m)
	if why.Reason != 0 || m.Wins != (effect.Due || effect.Proves) {
		return false
	}
	gone := s.gone
	e.Do(s, effect)
	return s.gone == gone || e.Possible(s, 0) != 0 && e.Possible(s, 1) != 0
}
