package wheel

import "tpnote/rules"

// Step is what an action does whatever the roll, with the mark that a log gives it, made
// ready to be carried out many times: for archives, where the same few hundred actions
// come again by the million.
type Step struct {
	space Space
	mark  Mark
	keep  uint8 // all bits where no question is asked, so that box and bar stay
	box   uint8
	bar   uint8  // what a miss makes Token.Barred where the wedge is lacking
	wedge uint16 // the wedge that a right answer may earn, as in Token; 0 for none
	held  uint16 // what of it the player has where the mark is due; of a wrong answer, what nobody has
	below uint16 // the step is special for a player whose wedges are, as a number, no less
}

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
	switch mark {
	case WrongMark:
		p.held = ^p.wedge
	case NoMark, RightMark:
		p.held = p.wedge
	}
	switch {
	case !e.plain, mark == WinMark, mark == WedgeMark && p.wedge == 0, x.Ends != (mark == WrongMark), a.Box != 0 && (e.alternate || e.noRepeat): // always special
	case a.Space == Hub: // as long as there are not enough wedges to win
		for !e.isEnough(p.below) {
			p.below++
		}
	default:
		p.below = 1 << MaxColours
	}
	return p
}

// Settled reports whether the turn goes from seat to seat, and nothing else is to be said of it: so
// it is behind the first round, until somebody wins or leaves, by the rules of most variants.
func (e *Engine) Settled(s *State) bool {
	return s.Had == 1<<s.Players-1 && s.Winners|s.Out == 0 && s.Fresh == 0 && s.Card == 0 && s.Clock.Phase != rules.Over && !e.everyRound && !e.backwards
}

// Mover returns the token of the player to move.
func (s *State) Mover() *Token { return &s.Tokens[s.Clock.Seat] }

// What nearly all steps need of Try in a settled position is in GoesOn and GoOn, and in Misses and
// Miss: so little that the compiler makes no call of it. Their token is the mover's.

// GoesOn reports whether the turn goes on behind a step with the given roll, which is legal and has
// the mark that is due then. Of some steps only Try knows.
func (e *Engine) GoesOn(t *Token, p *Step, die uint8) bool {
	return e.plainly(t, p, die) && t.Wedges&p.wedge == p.held
}

// GoOn carries such a step out.
func (s *State) GoOn(t *Token, p *Step) {
	t.Space = p.space
	t.Barred &= p.keep
	t.Wedges |= p.wedge // earned, or held already
	s.Box = s.Box&p.keep | p.box
	s.Clock.Phase = rules.Open
}

// Misses is GoesOn for a wrong answer, which ends the turn.
func (e *Engine) Misses(t *Token, p *Step, die uint8) bool {
	return e.plainly(t, p, die) && p.mark == WrongMark
}

// Miss carries such a step out, and returns the token of the player to move then.
func (s *State) Miss(t *Token, p *Step) *Token {
	s.miss(t, p)
	next := uint32(s.Clock.Seat) + 1 // of a width for which there is a move without a branch
	if next == uint32(s.Players) {
		next = 0
	}
	s.Clock = rules.Clock{Number: s.Clock.Number + 1, Seat: uint8(next), Phase: rules.Due}
	return s.Mover()
}

// plainly reports whether the move of a step is legal that is not special.
func (e *Engine) plainly(t *Token, p *Step, die uint8) bool {
	return e.rolls[0][t.Space%MaxSpaces][p.space%MaxSpaces]>>(die%8)&1 != 0 && t.Barred != uint8(p.space)+1 && t.Wedges < p.below
}

// miss is what Miss does to the token and to the box.
func (s *State) miss(t *Token, p *Step) {
	barred := uint32(p.bar)
	if p.wedge&^t.Wedges == 0 {
		barred = 0
	}
	t.Space, t.Barred, s.Box = p.space, uint8(barred), p.box
}

// Try carries a step out with the given roll, below 8, and card, if the action is legal and its
// mark is the one that is due. If not, nothing is changed. It does what Resolve and Apply do.
func (e *Engine) Try(s *State, p *Step, die uint8, card Card) bool {
	t := s.Mover()
	switch {
	case s.Clock.Phase == rules.Over:
		return false
	case t.Wedges >= p.below:
		return e.rollsOf(s, t)[p.space%MaxSpaces]>>(die%8)&1 != 0 && t.Barred != uint8(p.space)+1 && e.tryQuestion(s, p, card)
	case e.GoesOn(t, p, die):
		s.GoOn(t, p)
		if p.keep == 0 {
			s.Card = 0 // a card is recorded with its box alone
		}
		return true
	case e.Misses(t, p, die):
		s.miss(t, p)
		s.Card = 0
		e.endTurn(s)
		return true
	}
	return false
}

// tryQuestion is the rest of Try for a special step. Try has checked the move; of the
// question, the position only decides whether its box or its card may come again.
func (e *Engine) tryQuestion(s *State, p *Step, card Card) bool {
	a := Action{Space: p.space, Category: 1, Box: p.box, Card: card, Answer: Right}
	if p.space != Hub {
		a.Category = 0
	}
	if p.mark == NoMark {
		a.Answer = NoAnswer
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
