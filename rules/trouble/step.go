package trouble

import "tpnote/rules"

// Try carries out an action with the signs that a log gives it, "x" where it captures and
// "#" where it finishes, if Check has nothing against it and both signs are right. If not,
// nothing is changed.
//
// It is for archives: it comes to the same as Check, Captures, Finishes and Apply, and
// looks for each peg once.
func (e *Engine) Try(s *State, a Action, captures, finishes bool) bool {
	seat := s.Clock.Seat
	if s.Clock.Phase == rules.Over || a.Die < 1 || a.Die > 6 {
		return false
	}
	if a.IsPass() {
		if captures || finishes {
			return false
		}
		if !e.mayPass {
			if _, able := e.first(s, a.Die); able {
				return false
			}
		}
		e.Skip(s, a)
		return true
	}
	if !e.holds(s, seat, a.From) {
		return false
	}
	due, why, other, at, found := e.meet(s, a.From, a.Die)
	if why != 0 || due != a.To || found != captures || e.bringsLast(s, a) != finishes {
		return false
	}
	if found {
		shift(e.pegsOf(s, other), at, Home)
	}
	e.advance(s, a, finishes)
	return true
}
