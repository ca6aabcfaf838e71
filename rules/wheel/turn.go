package wheel

import (
	"math/bits"

	"tpnote/rules"
)

// This file carries effects out and decides whose turn it is.

// Apply carries a out. It carries out illegal actions too: the token stands where a says,
// whatever the roll.
func (e *Engine) Apply(s *State, a Action) {
	e.carryOut(s, e.effect(s, a, a.Space, e.Due(s, a)))
}

// Skip carries out what is left of an action whose space does not exist: the token stays,
// and the question, if one is recorded, is an ordinary one.
func (e *Engine) Skip(s *State, a Action) {
	due := RightMark
	if a.Answer == NoAnswer && a.Box == 0 {
		due = NoMark
	}
	e.carryOut(s, e.effect(s, a, s.Tokens[s.Clock.Seat].Space, due))
}

// carryOut changes s as an effect says.
func (e *Engine) carryOut(s *State, x Effect) {
	seat := s.Clock.Seat
	t := &s.Tokens[seat]
	t.Space, t.Barred = x.To, x.Barred
	t.Wedges |= x.Wedge
	s.Box, s.Card = x.Box, x.Card
	s.Clock.Phase = rules.Open
	if x.Wins {
		s.Winners |= 1 << seat
		if !e.sharedTie || s.Had>>seat&1 != 0 {
			s.Had = 1<<s.Players - 1 // nobody may tie such a win
		}
	}
	if x.Ends {
		e.endTurn(s)
	}
}

// endTurn passes the turn to the next player, or ends the game.
func (e *Engine) endTurn(s *State) {
	seat := s.Clock.Seat
	s.Fresh = 0
	if s.Had>>seat&1 == 0 {
		s.Fresh = seat + 1
	}
	s.Had |= 1 << seat
	next := e.after(s, seat)
	if s.Winners != 0 {
		if next = e.chance(s, seat); next == seat {
			s.Clock.Phase = rules.Over
			return
		}
	} else if e.everyRound && s.Had == 1<<s.Players-1 {
		s.Had = s.Out // a new round
	}
	s.Clock = rules.Clock{Number: s.Clock.Number + 1, Seat: next, Phase: rules.Due}
}

// chance returns the first seat behind the given one that has not had a turn, or that seat
// itself if there is none.
func (e *Engine) chance(s *State, seat uint8) uint8 {
	next := e.after(s, seat)
	for next != seat && s.Had>>next&1 != 0 {
		next = e.after(s, next)
	}
	return next
}

// after returns the seat whose turn follows that of another.
func (e *Engine) after(s *State, seat uint8) uint8 {
	next := beside(s.Players, seat, e.backwards)
	if s.Out != 0 {
		next = e.present(s, seat, next)
	}
	return next
}

// present returns the first seat from next on that has not left, or last if there is none.
func (e *Engine) present(s *State, last, next uint8) uint8 {
	for s.Out>>next&1 != 0 && next != last {
		next = beside(s.Players, next, e.backwards)
	}
	return next
}

// beside returns the seat to the left of another, or, backwards, to its right.
func beside(players, seat uint8, backwards bool) uint8 {
	if backwards {
		return (seat + players - 1) % players
	}
	if seat++; seat == players {
		return 0
	}
	return seat
}

// hasChance reports whether somebody has won, and a seat may still tie the win.
func (e *Engine) hasChance(s *State, seat uint8) bool {
	return s.Winners != 0 && s.Clock.Phase == rules.Due && s.Had>>seat&1 == 0
}

// MayTake reports whether a turn that is due may be taken by the given seat: by the one it
// falls to, or by any that may tie a win (those passed over decline).
func (e *Engine) MayTake(s *State, seat uint8) bool {
	return s.Clock.Phase != rules.Over && (seat == s.Clock.Seat || e.hasChance(s, seat))
}

// Take gives the turn to a seat under the given number, rightly or not. A seat that takes
// a chance to tie leaves none to those it passes over; one that has no chance while others
// have does not get the turn. The turn that has just ended may be taken up again: it is the
// same turn still, and if it was a first one, it is so again.
func (e *Engine) Take(s *State, seat uint8, number int32) {
	switch {
	case seat+1 == s.Fresh && number == s.Clock.Number-1:
		if s.Had == s.Out { // it has ended a round
			s.Had = 1<<s.Players - 1
		}
		s.Had &^= 1 << seat
	case e.hasChance(s, seat):
		for x := s.Clock.Seat; x != seat; x = e.after(s, x) {
			s.Had |= 1 << x
		}
	case s.Winners != 0 && seat != s.Clock.Seat:
		return
	}
	phase := rules.Due
	if seat == s.Clock.Seat && s.Clock.Phase == rules.Open {
		phase = rules.Open
	}
	s.Clock = rules.Clock{Number: number, Seat: seat, Phase: phase}
}

// MayStop reports whether the player whose turn is under way may end it: after a right
// answer, where rule point stopping allows it.
func (e *Engine) MayStop(s *State) bool {
	return e.mayStop && s.Clock.Phase == rules.Open && e.Board.kind[s.Tokens[s.Clock.Seat].Space] != RollAgain
}

// Close ends the turn without another roll.
func (e *Engine) Close(s *State) {
	if s.Clock.Phase != rules.Over {
		e.endTurn(s)
	}
}

// Shown returns s without what its text does not show: what is known of the turns gone by,
// and the number of the last card.
func (e *Engine) Shown(s State) State {
	s.Had, s.Fresh, s.Card = 0, 0, 0
	return s
}

// Adopt returns the position shown, with what is known of the turns gone by if known shows
// the same: of another position it would say nothing.
func (e *Engine) Adopt(shown, known State) State {
	if e.Shown(shown) == e.Shown(known) {
		return known
	}
	return shown
}

// Leave takes a seat out of the game. An open turn of its own ends with that; the turn that is
// due passes on. With fewer than two left, or with nobody left who may tie a win, the game is
// over; its clock then stays where it is.
func (e *Engine) Leave(s *State, seat uint8) {
	if s.Out>>seat&1 != 0 || s.Clock.Phase == rules.Over {
		return
	}
	if s.Clock.Phase == rules.Open && s.Clock.Seat == seat {
		if e.endTurn(s); s.Clock.Phase == rules.Over {
			s.out(seat)
			return
		}
	}
	s.out(seat)
	if bits.OnesCount32((1<<s.Players-1)&^s.Out) < 2 {
		s.Clock.Phase = rules.Over
		return
	}
	if s.Winners == 0 && e.everyRound && s.Had == 1<<s.Players-1 {
		s.Had = s.Out
	}
	if s.Clock.Seat != seat {
		return
	}
	next := e.after(s, seat)
	if s.Winners != 0 {
		if next = e.chance(s, seat); next == seat {
			s.Clock.Phase = rules.Over
			return
		}
	}
	s.Clock.Seat = next
}

// out takes a seat's token off the board.
func (s *State) out(seat uint8) {
	s.Out |= 1 << seat
	s.Had |= 1 << seat
	s.Fresh = 0
	s.Tokens[seat] = Token{}
}

// Left reports whether a seat has left the game.
func (e *Engine) Left(s *State, seat uint8) bool { return s.Out>>seat&1 != 0 }
