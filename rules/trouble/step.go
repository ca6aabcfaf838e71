package trouble

import (
	"math/bits"

	"tpnote/rules"
)

// Step is what a word of a log says apart from the roll, the same for every colour, made
// ready to be carried out many times: in archives the same few hundred words come again by
// the million.
type Step struct {
	from, to           Pos // as the first colour counts
	captures, finishes bool
}

// Step makes an action of a colour ready, with the signs that a log gives it: "x" where it
// captures and "#" where it finishes.
func (e *Engine) Step(colour uint8, a Action, captures, finishes bool) Step {
	return Step{e.common(colour, a.From), e.common(colour, a.To), captures, finishes}
}

// Does tells whether the step sends a peg home, and whether it brings one out of HOME.
func (p *Step) Does() (captures, enters bool) {
	return p.captures, p.from == Home && p.to != Home
}

// common returns the first colour's count of what another calls p.
func (e *Engine) common(colour uint8, p Pos) Pos {
	if p == Home || p > e.track {
		return p
	}
	return e.seen(colour, 0, p)
}

// Crowd is where the pegs of a State stand, as sets, so that Try has nothing to look for. Where
// the rules are special it says only whose turn follows whose.
type Crowd struct {
	held uint64             // the spaces of the track that hold a peg, as the first colour counts
	pegs [MaxColours]uint64 // by seat, as it counts; HOME is in the set while a peg is there
	next [MaxColours]uint8  // by seat
}

func bit(p Pos) uint64 { return 1 << (p & 63) }

// Crowd returns the crowd of a position.
func (e *Engine) Crowd(s *State) (c Crowd) {
	for seat := range s.Players {
		c.next[seat] = e.after(s, seat)
		for _, p := range e.pegsOf(s, seat) {
			c.pegs[seat] |= bit(p)
			c.held |= bit(e.common(s.Colours[seat], p)) & e.round
		}
	}
	return c
}

// Settle brings the pegs of a State, which Try leaves where they are, to where its crowd has
// them.
func (e *Engine) Settle(s *State, c *Crowd) {
	for seat := range s.Players {
		e.SettleSeat(s, c, seat)
	}
}

// SettleSeat is Settle for the pegs of a seat.
func (e *Engine) SettleSeat(s *State, c *Crowd, seat uint8) {
	if e.special {
		return
	}
	out := c.pegs[seat] &^ bit(Home)
	s.Pegs[seat] = [MaxPegs]Pos{}
	for i := e.pegs - bits.OnesCount64(out); out != 0; i++ {
		s.Pegs[seat][i] = Pos(bits.TrailingZeros64(out))
		out &= out - 1
	}
}

// Where is a number that says where the pegs of a seat stand.
func (e *Engine) Where(s *State, c *Crowd, seat uint8) uint64 {
	if e.special {
		return asWord(&s.Pegs[seat])
	}
	return c.pegs[seat]
}

// From is the name of the space that a step leaves; "" for a pass.
func (e *Engine) From(p *Step) string {
	if p.to == Home {
		return ""
	}
	return e.Name(0, p.from)
}

// Victim is 1 + the seat whose peg stands where a step leads, in a position that is settled; 0 if
// there is none.
func (e *Engine) Victim(s *State, p *Step) int {
	seat, _, found := e.other(s, e.view[s.Colours[s.Clock.Seat]%MaxColours][p.to])
	if !found {
		return 0
	}
	return 1 + int(seat)
}

// setSpecial tells whether the rules say more of a move than lands does, or the board has more
// spaces than a set. Otherwise it makes the sets of spaces.
func (e *Engine) setSpecial() {
	e.special = e.startSafe || e.ownHome || e.sides != Sides{} || e.entry == anyNoPassing || e.last > 62
	e.round = bit(e.track+1) - bit(AtStart)
	e.finish = bit(e.last+1) - bit(e.track+1)
	e.leave = e.round
	if e.finishMoves {
		e.leave |= e.finish
	}
}

// lands returns the spaces on which a player with such pegs may land.
func (e *Engine) lands(pegs uint64) uint64 {
	finish := e.finish &^ pegs
	if e.entry == deepest {
		finish = 1 << bits.Len64(finish) >> 1
	}
	return e.round&^pegs | finish
}

// movable reports whether one of such pegs can move with a face of the die.
func (e *Engine) movable(pegs uint64, die uint8) bool {
	to := pegs & e.leave << (die & 7)
	if e.enterOn.has(die) {
		to |= pegs & bit(Home) << AtStart
	}
	return to&e.lands(pegs) != 0
}

// Try carries out a step with the given roll, if the action is legal and both signs are
// right. If not, nothing is changed. The pegs of s stand right only after Settle.
//
// It does what Resolve and Apply do, for archives, and mostly without a loop, because processors
// cannot predict where a peg stands.
func (e *Engine) Try(s *State, c *Crowd, p *Step, die uint8) bool {
	if p.to == Home {
		return !p.captures && !p.finishes && e.TryPass(s, c, die)
	}
	seat := s.Clock.Seat % MaxColours
	view := &e.view[s.Colours[seat]%MaxColours]
	from, to := view[p.from], view[p.to]
	if e.special || p.finishes {
		return e.tryStated(s, c, p, Action{Die: die, From: from, To: to})
	}
	pegs := c.pegs[seat]
	leave, due := e.leave, from+Pos(die)
	if from == Home {
		if leave, due = bit(Home), AtStart; !e.enterOn.has(die) {
			return false
		}
	}
	if to != due || die < 1 || die > 6 || pegs&leave&bit(from) == 0 || e.lands(pegs)&bit(to) == 0 || c.held&bit(p.to) != 0 != p.captures ||
		s.Rank[seat] != 0 || s.Clock.Phase == rules.Over {
		return false
	}
	moved := pegs&^bit(from) | bit(to)
	if from == Home && bits.OnesCount64(moved) < e.pegs {
		moved |= bit(Home)
	}
	if moved&^e.finish == 0 {
		return false // the player finishes
	}
	if p.captures {
		other := s.Colours[seat]
		for seat := range s.Players {
			if at := bit(e.seen(other, s.Colours[seat], to)); c.pegs[seat]&at != 0 {
				c.pegs[seat] = c.pegs[seat]&^at | bit(Home)
				break
			}
		}
	}
	c.pegs[seat] = moved
	c.held = c.held&^bit(p.from) | bit(p.to)&e.round
	if e.extraOn.has(die) {
		e.goOn(s, e.extraPop(s))
	} else {
		s.passOn(c)
	}
	return true
}

// tryStated is Try by the rules as they are stated.
func (e *Engine) tryStated(s *State, c *Crowd, p *Step, a Action) bool {
	e.Settle(s, c)
	x, why := e.Resolve(s, a)
	if why.Reason != 0 || x.Captures != p.captures || x.Finishes != p.finishes {
		return false
	}
	e.carryOut(s, x)
	if x.Finishes || !e.special {
		*c = e.Crowd(s)
	}
	return true
}

// TryPass is Try for a pass.
func (e *Engine) TryPass(s *State, c *Crowd, die uint8) bool {
	seat := s.Clock.Seat % MaxColours
	switch {
	case s.Clock.Phase == rules.Over || die < 1 || die > 6:
		return false
	case e.special:
		if _, able := e.first(s, die); able && !e.mayPass {
			return false
		}
	case !e.mayPass && e.movable(c.pegs[seat], die) && s.Rank[seat] == 0:
		return false
	}
	if e.tries != 1 || e.extraOn.has(die) { // there may be another pop
		e.Settle(s, c)
		e.Apply(s, Pass(die))
	} else {
		s.passOn(c)
	}
	return true
}

// passOn gives the turn to the next seat where nobody has just finished.
func (s *State) passOn(c *Crowd) {
	s.Extra, s.Tried = 0, 0
	s.Clock = rules.Clock{Number: s.Clock.Number + 1, Seat: c.next[s.Clock.Seat%MaxColours], Phase: rules.Due}
}
