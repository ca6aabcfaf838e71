package wheel

import (
	"math/bits"

	"tpnote/rules"
)

// This file carries actions out and decides whose turn it is.

// Apply carries a out. It carries out illegal actions too: the token lands where a says, whatever the roll.
func (e *Engine) Apply(s *State, a Action) {
	t := s.Mover()
	e.carryOut(s, t, &a, e.question(t, &a))
}

// Skip carries out what is left of an action whose space does not exist: the token stays,
// and the question, if the log records one, is an ordinary one.
func (e *Engine) Skip(s *State, a Action) {
	q := asked{mark: RightMark}
	if a.Answer == NoAnswer && a.Box == 0 {
		q.mark = NoMark
	}
	t := s.Mover()
	a.Space = t.Space
	e.carryOut(s, t, &a, &q)
}

// carryOut moves the token of the player to move, and draws the consequences of a question.
func (e *Engine) carryOut(s *State, t *Token, a *Action, q *asked) {
	t.Space = a.Space
	s.Clock.Phase = rules.Open
	if q.mark == NoMark {
		return
	}
	s.Box, s.Card = a.Box, a.Card
	if a.Answer == NoAnswer {
		return // a question was asked, and the log does not say how it was answered
	}
	t.Barred = 0 // any question lifts the bar
	switch {
	case a.Answer == Wrong:
		if q.bars {
			t.Barred = uint8(a.Space) + 1
		}
		e.Close(s)
	case q.mark == WedgeMark:
		t.Wedges |= q.wedge
		if e.wedgeEnds {
			e.Close(s)
		}
	case q.mark == WinMark:
		s.Winners |= 1 << s.Clock.Seat
		if !e.sharedTie || s.Had>>s.Clock.Seat&1 != 0 {
			s.Had = s.All() // no player may tie such a win
		}
		e.Close(s)
	}
}

// Close passes the turn to the next player, or ends the game.
func (e *Engine) Close(s *State) {
	if s.Clock.Phase == rules.Over {
		return
	}
	seat := s.Clock.Seat
	s.Fresh = 0
	if s.Had>>seat&1 == 0 {
		s.Fresh = seat + 1
	}
	s.Had |= 1 << seat
	e.newRound(s)
	switch {
	case s.Winners == 0:
		s.Pass()
	case s.Had == s.All():
		s.Clock.Phase = rules.Over
	default:
		s.Clock = rules.Clock{Number: s.Clock.Number + 1, Seat: s.Next(seat, s.Had)}
	}
}

// newRound begins a round of first turns, if first-turn-tie asks for one and all have had theirs without a win.
func (e *Engine) newRound(s *State) {
	if e.everyRound && s.Winners == 0 && s.Had == s.All() {
		s.Had = s.Left
	}
}

// hasChance reports whether a player has won, and a seat may still tie the win.
func (e *Engine) hasChance(s *State, seat uint8) bool {
	return s.Winners != 0 && s.Clock.Phase == rules.Due && s.Had>>seat&1 == 0
}

// MayTake reports whether the given seat may take the next turn: the seat of the clock may, and any
// seat that may tie a win (the seats in between decline).
func (e *Engine) MayTake(s *State, seat uint8) bool {
	return s.Clock.Phase != rules.Over && (seat == s.Clock.Seat || e.hasChance(s, seat))
}

// Take gives the turn to a seat under the given number, rightly or not. A seat that takes
// a chance to tie leaves none to those it passes over; one that has no chance while others
// have does not get the turn, and a winner never gets it again. The turn that has just ended
// may be taken up again: it is the same turn still, and if it was a first one, it is so again.
func (e *Engine) Take(s *State, seat uint8, number int32) {
	switch {
	case s.Winners>>seat&1 != 0:
		return
	case seat+1 == s.Fresh && number == s.Clock.Number-1:
		if s.Had == s.Left { // it has ended a round
			s.Had = s.All()
		}
		s.Had &^= 1 << seat
	case e.hasChance(s, seat):
		for x := s.Clock.Seat; x != seat; x = s.Beside(x) {
			s.Had |= 1 << x
		}
	case s.Winners != 0 && seat != s.Clock.Seat:
		return
	}
	s.Order.Take(seat, number)
}

// MayStop reports whether the player may end the turn under way: after a right answer, if the rules allow stopping.
func (e *Engine) MayStop(s *State) bool {
	return e.mayStop && s.Clock.Phase == rules.Open && e.Board.Places[s.Tokens[s.Clock.Seat].Space].Kind != RollAgain
}

// Shown returns s without what its text does not show: the turns gone by, the direction, and the last card's number.
func (e *Engine) Shown(s State) State {
	s.Had, s.Back, s.Fresh, s.Card = 0, false, 0, 0
	return s
}

// Adopt returns the position shown, with what is known of the turns gone by, if known shows the same position.
func (e *Engine) Adopt(shown, known State) State {
	if e.Shown(shown) == e.Shown(known) {
		return known
	}
	return shown
}

// Leave takes a seat out of the game. An open turn of the seat ends; a next turn passes on. The game is over if fewer
// than two are left, or if no player is left who may tie a win; its clock then does not change.
func (e *Engine) Leave(s *State, seat uint8) {
	if s.HasLeft(seat) || s.Clock.Phase == rules.Over {
		return
	}
	if s.Clock.Phase == rules.Open && s.Clock.Seat == seat {
		e.Close(s)
	}
	s.Order.Leave(seat)
	s.Had |= 1 << seat
	s.Fresh, s.Tokens[seat] = 0, Token{}
	if s.Clock.Phase == rules.Over {
		return
	}
	if bits.OnesCount32(s.All()&^s.Left) < 2 {
		s.Clock.Phase = rules.Over
		return
	}
	if e.newRound(s); s.Clock.Seat == seat {
		if e.Close(s); s.Clock.Phase != rules.Over {
			s.Clock.Number-- // the next player has the same turn
		}
	}
}
