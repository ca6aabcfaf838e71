package trouble

import "tpnote/rules"

// This file carries effects out and decides whose turn it is and who has won.

// Apply carries a out, legal or not: see Resolve.
func (e *Engine) Apply(s *State, a Action) { e.carryOut(s, e.effect(s, a)) }

// Skip lets the pop of a count without its move.
func (e *Engine) Skip(s *State, a Action) { e.Apply(s, Pass(a.Die)) }

// carryOut changes s as an effect says.
func (e *Engine) carryOut(s *State, x Effect) {
	seat := s.Clock.Seat
	if x.Captures {
		shift(e.pegsOf(s, x.Captured), x.At, Home)
	}
	if x.Moves() {
		shift(e.pegsOf(s, seat), x.From, x.To)
	}
	if x.Finishes {
		s.Rank[seat] = uint8(e.places(s)) + 1
	}
	if x.Retry {
		s.Clock.Phase = rules.Open
		s.Tried++
		return
	}
	e.goOn(s, x.Again)
}

// goOn gives the player an extra pop or ends the turn.
func (e *Engine) goOn(s *State, again bool) {
	if !again {
		e.endTurn(s)
		return
	}
	s.Clock.Phase = rules.Open
	if e.extraLimit >= 0 {
		s.Extra++
	}
}

// shift moves one peg within the ascending list of a colour's pegs.
func shift(pegs []Pos, from, to Pos) {
	i := 0
	for pegs[i] != from {
		i++
	}
	for ; i+1 < len(pegs) && pegs[i+1] < to; i++ {
		pegs[i] = pegs[i+1]
	}
	for ; i > 0 && pegs[i-1] > to; i-- {
		pegs[i] = pegs[i-1]
	}
	pegs[i] = to
}

// endTurn passes the turn to the next colour that has not finished, or ends the game.
func (e *Engine) endTurn(s *State) {
	s.Extra, s.Tried = 0, 0
	if s.Rank != ([MaxColours]uint8{}) && e.over(s, e.places(s)) {
		s.Clock.Phase = rules.Over
		return
	}
	s.Clock = rules.Clock{Number: s.Clock.Number + 1, Seat: e.after(s, s.Clock.Seat), Phase: rules.Due}
}

// after returns whose turn follows that of a seat.
func (e *Engine) after(s *State, seat uint8) uint8 {
	step := uint8(1)
	if e.counterClockwise {
		step = s.Players - 1
	}
	for range s.Players {
		if seat += step; seat >= s.Players {
			seat -= s.Players
		}
		if s.Rank[seat] == 0 {
			break
		}
	}
	return seat
}

// MayTake reports whether a turn that is due may be taken by the given seat.
func (e *Engine) MayTake(s *State, seat uint8) bool {
	return s.Clock.Phase != rules.Over && seat == s.Clock.Seat
}

// Take gives the turn to a seat under the given number, rightly or not.
func (e *Engine) Take(s *State, seat uint8, number int32) {
	phase := rules.Open
	if seat != s.Clock.Seat || s.Clock.Phase != rules.Open {
		phase, s.Extra, s.Tried = rules.Due, 0, 0
	}
	s.Clock = rules.Clock{Number: number, Seat: seat, Phase: phase}
}

// MayStop returns false: a pop that is due is never skipped.
func (e *Engine) MayStop(*State) bool { return false }

// Close ends the turn without another pop.
func (e *Engine) Close(s *State) {
	if s.Clock.Phase != rules.Over {
		e.endTurn(s)
	}
}

// Shown returns s without the numbers of extra pops and tries used.
func (e *Engine) Shown(s State) State {
	s.Extra, s.Tried = 0, 0
	return s
}

// Adopt returns the position shown. If it is the same turn of the same player, as many extra
// pops and tries have been used as was known.
func (e *Engine) Adopt(shown, known State) State {
	if shown.Clock == known.Clock {
		shown.Extra, shown.Tried = known.Extra, known.Tried
	}
	return shown
}

// places returns how many colours have finished.
func (e *Engine) places(s *State) int {
	n := 0
	for _, rank := range s.Rank[:s.Players] {
		if rank != 0 && rank != unplaced {
			n++
		}
	}
	return n
}

// unplacedCount returns how many colours have left the game before they had finished.
func (e *Engine) unplacedCount(s *State) int { return count(s.Rank[:s.Players], unplaced) }

// Leave takes a seat out of the game. An open turn of its own ends with that; the turn that is
// due passes on. A place that the seat has is kept. Where nobody is left to play against, the
// game is over; its clock then stays where it is.
func (e *Engine) Leave(s *State, seat uint8) {
	if e.Left(s, seat) || s.Clock.Phase == rules.Over {
		return
	}
	s.Out |= 1 << seat
	s.Pegs[seat] = [MaxPegs]Pos{}
	if s.Rank[seat] != 0 {
		return
	}
	s.Rank[seat] = unplaced
	if e.over(s, e.places(s)) {
		s.Clock.Phase = rules.Over
		return
	}
	if s.Clock.Seat != seat {
		return
	}
	if s.Clock.Phase == rules.Open {
		s.Clock.Number++
	}
	s.Extra, s.Tried = 0, 0
	s.Clock = rules.Clock{Number: s.Clock.Number, Seat: e.after(s, seat), Phase: rules.Due}
}

// Left reports whether a seat has left the game.
func (e *Engine) Left(s *State, seat uint8) bool { return s.Out>>seat&1 != 0 }

// over reports whether the first so many places end the game, or those who have left do.
func (e *Engine) over(s *State, places int) bool {
	gone := e.unplacedCount(s)
	switch {
	case e.sides != Sides{} && gone > 0:
		return e.side(s, places) != 0 || e.idle(s, 1) || e.idle(s, 2)
	case gone > 0 && int(s.Players)-places-gone <= 1:
		return true
	case places <= 0:
		return false
	case int(s.Players)-places <= 1:
		return true
	case e.sides != Sides{}:
		return e.side(s, places) != 0 // the first colour to finish is half a win
	default:
		return !e.playOn
	}
}

// idle reports whether no colour of a side can play any more.
func (e *Engine) idle(s *State, side uint8) bool {
	for seat := range s.Players {
		if e.sides[seat] == side && s.Rank[seat] == 0 {
			return false
		}
	}
	return true
}

// side returns the side whose two colours are both among the first so many places, or 0.
func (e *Engine) side(s *State, places int) uint8 {
	var finished [3]int
	for seat, rank := range s.Rank {
		if rank != 0 && int(rank) <= places {
			finished[e.sides[seat]]++
		}
	}
	for side := uint8(1); side <= 2; side++ {
		if finished[side] == 2 {
			return side
		}
	}
	return 0
}

// Side returns the side that has won, 1 or 2 as in Sides; 0 while none has.
func (e *Engine) Side(s *State) uint8 { return e.side(s, MaxColours) }

// Finished reports whether the game has a winner, even if others may still play for places.
func (e *Engine) Finished(s *State) bool {
	if e.sides != (Sides{}) {
		return e.Side(s) != 0
	}
	return e.places(s) > 0 && (!e.playAll || s.Clock.Phase == rules.Over)
}

// Ranking appends the seats that have a place, the first place first. Where the game is
// over and one colour is left over, it has the last place. With rule point play-on: no
// there is only a winner.
func (e *Engine) Ranking(dst []uint8, s *State) []uint8 {
	places := e.places(s)
	left := uint8(0)
	for place := 1; place <= places; place++ {
		for seat := range s.Players {
			if int(s.Rank[seat]) == place {
				dst = append(dst, seat)
			}
		}
	}
	for seat := range s.Players {
		if s.Rank[seat] == 0 {
			left = seat
		}
	}
	if e.playOn && places > 0 && places == int(s.Players)-e.unplacedCount(s)-1 {
		dst = append(dst, left)
	}
	return dst
}
