package wheel

import "tpnote/rules"

// Step is what an action does whatever the roll, with the mark that a log gives it, made
// ready to be carried out many times: for archives, where the same few hundred actions
// come again by the million. It fills eight bytes, so that a table of them stays in the
// processor's nearest cache.
type Step struct {
	space   Space
	mark    Mark
	keep    uint8 // all bits where no question is asked, so that box and bar stay
	box     uint8
	wedge   uint16 // the wedge that a right answer may earn, as in Token; 0 for none
	earns   bool   // the mark says that it is earned
	special bool   // more may come of it than Try's own few lines do
}

// Step makes an action ready, whatever its roll. It is nil if no position allows it.
func (e *Engine) Step(a Action, mark Mark) *Step {
	if e.question(&State{}, a) != 0 {
		return nil
	}
	p := &Step{space: a.Space, mark: mark, box: a.Box, earns: mark == WedgeMark}
	hq := false
	switch e.Board.kind[a.Space] {
	case RollAgain:
		p.keep = 0xff
	case Headquarters:
		hq = true
		p.wedge = 1 << e.Board.colour[a.Space]
	}
	p.special = a.Space == Hub || mark == WinMark ||
		hq && mark == WrongMark && e.barHQ ||
		hq && mark == WedgeMark && e.wedgeEnds ||
		a.Box != 0 && e.alternate && e.boxes == 2
	return p
}

// Try carries a step out with the given roll, if Check has nothing against the action and
// its mark is the one that is due. If not, nothing is changed.
//
// It comes to the same as asking Check and Due and then calling Apply, in a fraction of
// the time: dice and answers are beyond any branch prediction, so it has no branches on
// them but one, whether the turn goes on.
func (e *Engine) Try(s *State, p *Step, die uint8) bool {
	if s.Clock.Seat >= MaxPlayers {
		return false // never; but now Go knows
	}
	t := &s.Tokens[s.Clock.Seat]
	enough := 0
	if !e.plain && e.Enough(s, s.Clock.Seat) {
		enough = 1
	}
	if e.rolls[enough][t.Space%MaxSpaces][p.space%MaxSpaces]>>die&1 == 0 || t.Barred == uint8(p.space)+1 || s.Clock.Phase == rules.Over {
		return false
	}
	if p.special {
		return e.trySpecial(s, p)
	}
	if p.mark == WrongMark { // no bar comes of it
		t.Space, t.Barred, s.Box = p.space, 0, p.box
		e.endTurn(s)
		return true
	}
	if lacks := p.wedge&^t.Wedges != 0; lacks != p.earns {
		return false
	}
	t.Space = p.space
	t.Barred &= p.keep
	t.Wedges |= p.wedge // earned, or held already
	s.Box = s.Box&p.keep | p.box
	s.Clock.Phase = rules.Open
	return true
}

// trySpecial is Try for a step whose move is known to be legal.
func (e *Engine) trySpecial(s *State, p *Step) bool {
	if p.box != 0 && p.box == s.Box && e.alternate && e.boxes == 2 {
		return false
	}
	a := Action{Space: p.space, Box: p.box, Answer: Right}
	if p.mark == WrongMark {
		a.Answer = Wrong
	} else if e.Due(s, a) != p.mark {
		return false
	}
	e.Apply(s, a)
	return true
}

// tableRolls notes for every move from space to space the rolls that allow it, by whether
// the player has enough wedges: what reaches finds out but for the bar, as one look-up.
func (e *Engine) tableRolls() {
	b := e.Board
	for enough, w := range e.ways {
		for from := range b.name {
			for die := uint8(1); die <= 6; die++ {
				for to := range b.name {
					if b.reach[w][from][die].Has(Space(to)) || to == int(Hub) && enough == 1 && e.entryAtLeast && b.toHub[from] <= int(die) {
						e.rolls[enough][from][to] |= 1 << die
					}
				}
			}
		}
	}
}
