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
	bar     uint8  // what a miss makes Token.Barred where that wedge is lacking
	special special
}

// special says when a step is left to tryQuestion.
type special uint8

const (
	never      special = iota
	withEnough         // if the player has enough wedges to win
	always
)

// Step makes an action ready, whatever its roll. It is nil if no position allows it.
func (e *Engine) Step(a Action, mark Mark) *Step {
	bare, full := &State{}, &State{} // without wedges, and with all of them
	full.Tokens[0].Wedges = 1<<len(e.Board.Colours) - 1
	if e.CheckQuestion(bare, a).Reason != 0 && e.CheckQuestion(full, a).Reason != 0 {
		return nil
	}
	p := &Step{space: a.Space, mark: mark, box: a.Box}
	x := e.effect(bare, a, a.Space, e.Due(bare, a))
	if e.Due(full, a) == NoMark {
		p.keep = 0xff
	}
	if x.Due == WedgeMark {
		p.wedge, p.bar = 1<<e.Board.colour[a.Space], x.Barred
	}
	switch {
	case mark == WinMark, x.Ends != (mark == WrongMark), p.keep == 0 && e.noRepeat, a.Box != 0 && e.alternate:
		p.special = always
	case a.Space == Hub:
		p.special = withEnough
	}
	return p
}

// Try carries a step out with the given roll, below 32, and card, if the action is legal and its mark is
// the one that is due. If not, nothing is changed.
//
// It does what Resolve and Apply do, in a fraction of the time. Processors cannot predict
// dice and answers, so the only branch on them is whether the turn goes on.
func (e *Engine) Try(s *State, p *Step, die uint8, card Card) bool {
	seat := s.Clock.Seat
	if seat >= MaxPlayers || s.Clock.Phase == rules.Over {
		return false // the first cannot be; the compiler then drops its bounds checks
	}
	t := &s.Tokens[seat]
	if uint32(e.rollsOf(s, t)[p.space%MaxSpaces])>>(die%32)&1 == 0 || t.Barred == uint8(p.space)+1 {
		return false
	}
	if p.special != never && (p.special == always || e.Enough(s, seat)) {
		return e.tryQuestion(s, p, card)
	}
	lacks := p.wedge&^t.Wedges != 0
	if p.mark == WrongMark {
		barred := uint32(0)
		if lacks {
			barred = uint32(p.bar)
		}
		t.Space, t.Barred, s.Box = p.space, uint8(barred), p.box
		e.endTurn(s)
		return true
	}
	if lacks != (p.mark == WedgeMark) {
		return false
	}
	t.Space = p.space
	t.Barred &= p.keep
	t.Wedges |= p.wedge // earned, or held already
	s.Box = s.Box&p.keep | p.box
	s.Clock.Phase = rules.Open
	return true
}

// tryQuestion is the rest of Try for a special step. Try has checked the move; of the
// question, the position only decides whether its box or its card may come again.
func (e *Engine) tryQuestion(s *State, p *Step, card Card) bool {
	a := Action{Space: p.space, Category: 1, Box: p.box, Card: card, Answer: Right}
	if p.space != Hub {
		a.Category = 0
	}
	due := e.Due(s, a)
	if p.mark == WrongMark {
		a.Answer = Wrong
	} else if due != p.mark {
		return false
	}
	if p.box != 0 && e.CheckQuestion(s, a).Reason != 0 {
		return false
	}
	e.carryOut(s, e.effect(s, a, a.Space, due))
	return true
}
