package trouble

import (
	"bytes"
	"math/bits"
	"slices"

	"tpnote/rules"
	"tpnote/rules/variant"
)

// This file carries actions out, and decides whose turn it is and who has won.

// Mark has the signs of a word.
type Mark struct {
	Captures bool // x: a peg is sent home
	Finishes bool // #: the player's last peg comes into FINISH
}

// Effect is the effect of an action on the pegs and the turn of the player to move.
type Effect struct {
	Mark
	From, To Pos   // of the peg that moves; To is Home if none does
	Captured uint8 // the seat of the peg that is sent home,
	At       Pos   // and where it is, as that seat counts
	Again    bool  // the player has an extra pop
	Retry    bool  // the player may try again to leave HOME
}

// Moves reports whether a peg moves, legally or not.
func (x *Effect) Moves() bool { return x.To != Home }

// Apply carries a out, legal or not: see Effect.
func (e *Engine) Apply(s *State, a Action) {
	x := e.Effect(s, a)
	e.CarryOut(s, &x)
}

// Fit carries out an action that is legal and has the expected mark. Otherwise it changes nothing and returns false.
func (e *Engine) Fit(s *State, a Action, mark Mark) bool {
	var x Effect
	why, m := e.fault(s, a)
	if why != 0 {
		return false
	}
	if e.effect(s, a, m, &x); x.Mark != mark {
		return false
	}
	e.CarryOut(s, &x)
	return true
}

// Effect returns what a does in s, legal or not. An action cannot be carried out if there is no such
// peg, or if a peg of its own side bars the target. Then only the face of the die counts.
func (e *Engine) Effect(s *State, a Action) (x Effect) {
	var m met
	if !a.IsPass() {
		var bar rules.Reason
		if m = e.meet(s, a.To); m.found {
			bar = e.barred(s, m, a.To)
		}
		if !s.Takes(s.Clock.Seat) || a.To > e.last || a.From == a.To || !e.holds(s, s.Clock.Seat, a.From) || bar != 0 && bar != SafeStart {
			a = Pass(a.Die)
		}
	}
	e.effect(s, a, m, &x)
	return x
}

// effect makes x what an action does that can be carried out, and that meets m.
func (e *Engine) effect(s *State, a Action, m met, x *Effect) {
	*x = Effect{}
	if !a.IsPass() {
		x.From, x.To = a.From, a.To
		x.Captures, x.Captured, x.At = m.found, m.seat, m.at
		x.Finishes = e.finishes(s, a)
	}
	x.Again = e.extraPop(s, 1<<(a.Die%8), x.Captures) && !x.Finishes && (x.Moves() || e.extraStuck || e.Able(s, a.Die))
	x.Retry = !x.Again && !x.Moves() && int(s.Tried)+1 < int(e.tries) && e.noneOut(s)
}

// Deciding lists the rule points on which a legal action hangs: with another value the action
// is illegal, or does something else, or another turn follows it, or none.
func (e *Engine) Deciding(s *State, a Action) []string {
	type consequence struct { // zero of an illegal action
		clock rules.Clock
		Effect
	}
	return variant.Deciding(nil, e.settings, variant.Alternatives(points, e.settings), func(r settings) (c consequence) {
		other, after := *e, *s
		other.settings, after.Back = r, r.counterClockwise
		if why, m := other.fault(s, a); why == 0 {
			other.effect(s, a, m, &c.Effect)
			other.CarryOut(&after, &c.Effect)
			c.clock = after.Clock
		}
		return c
	})
}

// changing are the rule points that change what an action does, and not whether it is legal.
var changing = slices.DeleteFunc(slices.Clone(points), func(row variant.Row[settings]) bool {
	return row.Values[0].Does != variant.Changes
})

// Continuing lists the rule points that decide whether the turn goes on after an action, legal or not.
func (e *Engine) Continuing(s *State, a Action) []string {
	return variant.Deciding(nil, e.settings, variant.Alternatives(changing, e.settings), func(r settings) bool {
		other := *e
		other.settings = r
		x := other.Effect(s, a)
		return x.Again || x.Retry
	})
}

// extraPop reports whether a pop with one of some faces gives another pop in this turn. captures: it sent a peg home.
func (e *Engine) extraPop(s *State, pops faces, captures bool) bool {
	gives := pops&e.extraOn != 0 || captures && e.capturePop
	return gives && s.Takes(s.Clock.Seat) && (e.extraLimit < 0 || int(s.Extra) < int(e.extraLimit))
}

// finishes reports whether a, which can be carried out, brings the last peg into FINISH.
func (e *Engine) finishes(s *State, a Action) bool {
	if a.To <= e.track || a.From > e.track {
		return false
	}
	pegs := e.PegsOf(s, s.Clock.Seat) // ascending: the second is in FINISH if all the others are
	return a.From == pegs[0] && (len(pegs) == 1 || pegs[1] > e.track)
}

// noneOut reports whether the player to move has pegs in HOME, and none on the track.
func (e *Engine) noneOut(s *State) bool {
	home, finish := e.Stand(s, s.Clock.Seat)
	return home > 0 && home+finish == e.pegs
}

// CarryOut changes s as an effect says.
func (e *Engine) CarryOut(s *State, x *Effect) {
	if x.Captures {
		e.shift(s, x.Captured, x.At, Home)
	}
	if x.Moves() {
		e.shift(s, s.Clock.Seat, x.From, x.To)
	}
	if x.Finishes {
		s.finish(s.Clock.Seat, uint8(e.places(s))+1)
	}
	switch {
	case x.Again:
		s.Clock.Phase = rules.Open
		if e.extraLimit >= 0 {
			s.Extra++
		}
	case x.Retry:
		s.Clock.Phase = rules.Open
		s.Tried++
	default:
		e.Close(s)
	}
}

// finish gives a seat a place, after which it takes no more turns.
func (s *State) finish(seat, place uint8) {
	s.Rank[seat] = place
	s.Gone |= 1 << seat
}

// shift moves one peg within the ascending list of a seat's pegs. No branch depends on which peg: that would be slow.
func (e *Engine) shift(s *State, seat uint8, from, to Pos) {
	pegs := &s.Pegs[seat%MaxColours]
	word, in := asWord(pegs), 0
	out := find(word, from)
	for _, p := range pegs[:e.pegs] {
		if p < to {
			in++
		}
	}
	if from < to {
		in--
	}
	word = word&first(out) | word>>8&^first(out)
	word = word&first(in) | uint64(to)<<(8*in&63) | word&^first(in)<<8
	pegs[0], pegs[1], pegs[2], pegs[3] = Pos(word), Pos(word>>8), Pos(word>>16), Pos(word>>24)
	pegs[4], pegs[5], pegs[6], pegs[7] = Pos(word>>32), Pos(word>>40), Pos(word>>48), Pos(word>>56)
}

// first returns a word of which the first n bytes are set.
func first(n int) uint64 { return 1<<(8*n&63) - 1 }

// Close passes the turn to the next colour that has not finished, or ends the game.
func (e *Engine) Close(s *State) {
	if s.Clock.Phase == rules.Over {
		return
	}
	s.Extra, s.Tried = 0, 0
	if s.Gone != 0 && e.over(s) {
		s.Clock.Phase = rules.Over
		return
	}
	but := s.Gone
	if e.eitherColour {
		but |= e.allies(s)
	}
	s.Clock = rules.Clock{Number: s.Clock.Number + 1, Seat: s.Next(s.Clock.Seat, but), Phase: rules.Due}
}

// allies returns the seats of the side that has the turn, if sides play.
func (e *Engine) allies(s *State) (seats uint32) {
	for seat := range s.Seats {
		if e.Allies(seat, s.Clock.Seat) {
			seats |= 1 << seat
		}
	}
	return seats
}

// FirstTurn reports whether the player to move has had no turn yet. After a colour has left, the clock cannot show it.
func (e *Engine) FirstTurn(s *State) bool {
	turns := int32(s.Seats)
	if e.eitherColour && e.sides != (Sides{}) {
		turns /= 2
	}
	return s.Gone == 0 && s.Clock.Number <= turns
}

// MayTake reports whether a seat may take the next turn.
func (e *Engine) MayTake(s *State, seat uint8) bool {
	due := s.Clock.Seat
	return s.Clock.Phase != rules.Over && (seat == due || s.Takes(seat) && e.eitherColour && e.Allies(seat, due))
}

// Take gives the turn to a seat under the given number, rightly or not.
func (e *Engine) Take(s *State, seat uint8, number int32) {
	if s.Order.Take(seat, number); s.Clock.Phase != rules.Open {
		s.Extra, s.Tried = 0, 0
	}
}

// Shown returns s without the numbers of extra pops and tries, which its text does not show.
func (e *Engine) Shown(s State) State {
	s.Extra, s.Tried = 0, 0
	return s
}

// Adopt returns the position shown. In the same turn it keeps the known numbers of extra pops and tries.
func (e *Engine) Adopt(shown, known State) State {
	if shown.Clock == known.Clock {
		shown.Extra, shown.Tried = known.Extra, known.Tried
	}
	return shown
}

// places returns how many colours have finished.
func (e *Engine) places(s *State) int { return int(s.Seats) - bytes.Count(s.Rank[:s.Seats], []byte{0}) }

// unplacedCount returns how many colours left the game before they had finished.
func (e *Engine) unplacedCount(s *State) int { return bits.OnesCount32(s.Gone) - e.places(s) }

// Leave takes a seat out of the game. A turn of the seat that is under way ends, and a next turn passes on. The seat
// keeps its place if it has finished. If too few colours are left, the game is over, and its clock does not change.
func (e *Engine) Leave(s *State, seat uint8) {
	if s.HasLeft(seat) || s.Clock.Phase == rules.Over {
		return
	}
	finished := !s.Takes(seat)
	s.Order.Leave(seat)
	s.Pegs[seat] = [MaxPegs]Pos{}
	if !finished && (s.Clock.Seat == seat || e.over(s)) {
		due := s.Clock.Phase == rules.Due
		if e.Close(s); due && s.Clock.Phase != rules.Over {
			s.Clock.Number-- // the next player has the same turn
		}
	}
}

// over reports whether the game is over: at the end of a turn, or as a seat leaves.
func (e *Engine) over(s *State) bool {
	switch {
	case e.sides != Sides{}: // one colour alone does not win for its side
		return e.Side(s) != 0 || e.unplacedCount(s) > 0 && (e.idle(s, 1) || e.idle(s, 2))
	case s.Gone != 0:
		return bits.OnesCount32(s.Gone) >= int(s.Seats)-1 || !e.playOn && e.places(s) > 0
	}
	return false
}

// idle reports whether all colours of a side have finished or left.
func (e *Engine) idle(s *State, side uint8) bool {
	for seat := range s.Seats {
		if e.sides[seat] == side && s.Takes(seat) {
			return false
		}
	}
	return true
}

// Side returns the side that has won, 1 or 2 as in Sides: both its colours have finished. It returns 0 while none has.
func (e *Engine) Side(s *State) uint8 {
	var finished [3]int
	for seat, rank := range s.Rank {
		if rank != 0 {
			finished[e.sides[seat]]++
		}
	}
	return uint8(1 + slices.Index(finished[1:], 2))
}

// Finished reports whether the game has a winner, even if others may still play for places.
func (e *Engine) Finished(s *State) bool {
	if e.sides != (Sides{}) {
		return e.Side(s) != 0
	}
	return e.places(s) > 0 && (!e.playAll || s.Clock.Phase == rules.Over)
}

// Ranking appends the seats that have a place, in the order of the places. If the game is over and one colour is
// left, that colour has the last place. Under play-on: no there is only a winner.
func (e *Engine) Ranking(dst []uint8, s *State) []uint8 {
	places := e.places(s)
	for place := 1; place <= places; place++ {
		if seat := bytes.IndexByte(s.Rank[:], byte(place)); seat >= 0 {
			dst = append(dst, uint8(seat))
		}
	}
	if left := s.All() &^ s.Gone; e.playOn && places > 0 && bits.OnesCount32(left) == 1 {
		dst = append(dst, uint8(bits.TrailingZeros32(left)))
	}
	return dst
}
