package trouble

import (
	"math/bits"

	"tpnote/rules"
)

// Step is what a word of a log says but for the roll, the same for every colour, made
// ready to be carried out many times: for archives, where the same few hundred words come
// again by the million.
type Step struct {
	from, to           Pos // as the first colour counts
	captures, finishes bool
}

// Step makes an action of a colour ready, with the signs that a log gives it: "x" where it
// captures and "#" where it finishes.
func (e *Engine) Step(colour uint8, a Action, captures, finishes bool) Step {
	return Step{e.common(colour, a.From), e.common(colour, a.To), captures, finishes}
}

// common is the first colour's count of what another calls p.
func (e *Engine) common(colour uint8, p Pos) Pos {
	if p == Home || p > e.track {
		return p
	}
	return e.seen(colour, 0, p)
}

// Crowd is the set of track spaces that hold a peg, as the first colour counts them. It
// goes with a State, and spares Try the question to every other seat. What it says of HOME
// and FINISH means nothing.
type Crowd [4]uint64

func (c *Crowd) has(p Pos) bool { return c[p>>6]>>(p&63)&1 != 0 }

// Crowd is the crowd of a position.
func (e *Engine) Crowd(s *State) (c Crowd) {
	for seat := range s.Players {
		for _, p := range e.pegsOf(s, seat) {
			p = e.common(s.Colours[seat], p)
			c[p>>6] |= 1 << (p & 63)
		}
	}
	return c
}

// Try carries out a step with the given roll, if Check has nothing against the action and
// both signs are right. If not, nothing is changed.
//
// It is for archives: it comes to the same as Check, Captures, Finishes and Apply, but
// looks for each peg once, and mostly without a loop, since where a peg stands in its
// colour's list is beyond any branch prediction.
func (e *Engine) Try(s *State, c *Crowd, p *Step, die uint8) bool {
	seat := s.Clock.Seat
	if s.Clock.Phase == rules.Over || die < 1 || die > 6 || seat >= MaxColours {
		return false
	}
	if p.to == Home {
		if p.captures || p.finishes || !e.mayPass && e.able(s, c, die) {
			return false
		}
		if e.extraStuck {
			e.goOn(s, die)
		} else {
			e.Skip(s, Pass(die))
		}
		return true
	}
	view := &e.view[s.Colours[seat]%MaxColours]
	from, to := view[p.from], view[p.to]
	due := from + Pos(die)
	if from == Home {
		if due = AtStart; !e.enterOn.has(die) {
			return false
		}
	}
	pegs := asWord(&s.Pegs[seat])
	if to != due || to > e.last || s.Rank[seat] != 0 || !contains(pegs, e.unused, from) || contains(pegs, e.unused, to) {
		return false
	}
	if to > e.track {
		a := Action{Die: die, From: from, To: to}
		if p.captures || from > e.track && !e.finishMoves || e.enter(s, from, to) != 0 || e.bringsLast(s, a) != p.finishes {
			return false
		}
		e.shiftPeg(s, seat, from, to)
		c[p.from>>6] &^= 1 << (p.from & 63)
		if p.finishes {
			s.Rank[seat] = uint8(e.places(s)) + 1
		}
		e.goOn(s, die)
		return true
	}
	if c.has(p.to) != p.captures || p.finishes {
		return false
	}
	if p.captures {
		other, at, _ := e.other(s, to)
		if e.allies(other, seat) || e.startSafe && at == AtStart {
			return false
		}
		e.shiftPeg(s, other, at, Home)
	}
	e.shiftPeg(s, seat, from, to)
	c[p.from>>6] &^= 1 << (p.from & 63)
	c[p.to>>6] |= 1 << (p.to & 63)
	e.goOn(s, die)
	return true
}

// able reports whether the player to move can move with a face of the die: see first.
func (e *Engine) able(s *State, c *Crowd, die uint8) bool {
	seat := s.Clock.Seat
	if s.Rank[seat] != 0 {
		return false
	}
	if e.pegsOf(s, seat)[e.pegs-1] == Home && !e.enterOn.has(die) {
		return false // as so often
	}
	last := Pos(0xff)
	for _, from := range e.pegsOf(s, seat) {
		if from == last {
			continue // what one peg in HOME cannot do, no other can
		}
		last = from
		to := from + Pos(die)
		if from == Home {
			if to = AtStart; !e.enterOn.has(die) {
				continue
			}
		}
		if to > e.last || from > e.track && !e.finishMoves {
			return false // nor can the pegs ahead of it
		}
		if to <= e.track && !c.has(e.common(s.Colours[seat], to)) {
			return true
		}
		if _, why := e.move(s, from, die); why == 0 {
			return true
		}
	}
	return false
}

// shiftPeg is shift, of a peg that is there, without a loop: a colour's pegs are the bytes
// of one word, the first of them the lowest. A peg is taken out of it and put in again
// behind those that have come less far.
func (e *Engine) shiftPeg(s *State, seat uint8, from, to Pos) {
	const high = ones << 7
	pegs := &s.Pegs[seat]
	word := asWord(pegs) | e.unused // no peg comes so far as 0xff
	out := word ^ uint64(from)*ones
	below := uint64(1)<<(bits.TrailingZeros64((out-ones)&^out&high)&^7) - 1
	word = word&below | word>>8&^below | 0xff<<56
	than := uint64(to) * ones
	less := (^word&than | ^(word^than)&^((word|high)-than&^high)) & high // in bytes less than to
	at := less >> 7 * ones >> 56 * 8                                     // adds up the bytes, quicker than Go asks for the instruction that counts bits
	below = 1<<(at&63) - 1
	word = (word&below | uint64(to)<<(at&63) | word&^below<<8) &^ e.unused
	pegs[0], pegs[1], pegs[2], pegs[3] = Pos(word), Pos(word>>8), Pos(word>>16), Pos(word>>24)
	pegs[4], pegs[5], pegs[6], pegs[7] = Pos(word>>32), Pos(word>>40), Pos(word>>48), Pos(word>>56)
}

// asWord is the pegs of a seat as one word.
func asWord(pegs *[MaxPegs]Pos) uint64 {
	return uint64(pegs[0]) | uint64(pegs[1])<<8 | uint64(pegs[2])<<16 | uint64(pegs[3])<<24 |
		uint64(pegs[4])<<32 | uint64(pegs[5])<<40 | uint64(pegs[6])<<48 | uint64(pegs[7])<<56
}
