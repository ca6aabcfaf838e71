package wheel

import "tpnote/rules"

// Step is an action with the mark that a log gives it, made ready to be carried out many
// times: for archives, where the same few hundred actions come again by the million.
type Step struct {
	action Action
	mark   Mark
	keep   uint8 // all bits where no question is asked, so that box and bar stay
	wedge  uint8 // 1 + the colour of the wedge that a right answer may earn; 0 for none
}

// Step makes an action ready. It is nil if no position allows it.
func (e *Engine) Step(a Action, mark Mark) *Step {
	if e.question(&State{}, a) != 0 {
		return nil
	}
	p := &Step{action: a, mark: mark}
	switch e.Board.kind[a.Space] {
	case RollAgain:
		p.keep = 0xff
	case Headquarters:
		p.wedge = 1 + e.Board.colour[a.Space]
	}
	return p
}

// Try carries a step out if Check has nothing against its action and its mark is the one
// that is due. If not, nothing is changed.
//
// It comes to the same as asking Check and Due and then calling Apply, in a third of the
// time: dice and answers are beyond any branch prediction, so it has no branches on them
// but one, whether the turn goes on without more ado.
func (e *Engine) Try(s *State, p *Step) bool {
	a := p.action
	t := &s.Tokens[s.Clock.Seat]
	if s.Clock.Phase == rules.Over || !e.reaches(s, a) {
		return false
	}
	if e.alternate && a.Box != 0 && e.question(s, a) != 0 {
		return false
	}
	lacks := uint16(1)<<p.wedge>>1&^t.Wedges != 0
	switch {
	case p.mark == WrongMark && !lacks && a.Space != Hub: // no bar comes of it
		t.Space, t.Barred, s.Box = a.Space, 0, a.Box
		e.endTurn(s)
		return true
	case p.mark == WrongMark, p.mark > RightMark && e.Due(s, a) == p.mark:
		e.Apply(s, a)
		return true
	case p.mark > RightMark:
		return false
	}
	if lacks || a.Space == Hub && e.Enough(s, s.Clock.Seat) {
		return false // a wedge or the game would be due
	}
	t.Space = a.Space
	t.Barred &= p.keep
	s.Box = s.Box&p.keep | a.Box
	s.Clock.Phase = rules.Open
	return true
}
