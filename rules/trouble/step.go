package trouble

import "tpnote/rules"

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

// Crowd goes with a State, so that Try need not look at every seat: it is the set of
// track spaces that hold a peg, as the first colour counts them, and whose turn follows
// whose. What the set says of HOME and FINISH means nothing.
type Crowd struct {
	held [4]uint64
	next [MaxColours]uint8 // by seat
}

func (c *Crowd) has(p Pos) bool { return c.held[p>>6]>>(p&63)&1 != 0 }

// Crowd returns the crowd of a position.
func (e *Engine) Crowd(s *State) (c Crowd) {
	for seat := range s.Players {
		for _, p := range e.pegsOf(s, seat) {
			p = e.common(s.Colours[seat], p)
			c.held[p>>6] |= 1 << (p & 63)
		}
	}
	e.line(s, &c)
	return c
}

// line sets whose turn follows whose.
func (e *Engine) line(s *State, c *Crowd) {
	for seat := range s.Players {
		c.next[seat] = e.after(s, seat)
	}
}

// Try carries out a step with the given roll, if the action is legal and both signs are
// right. If not, nothing is changed.
//
// It does what Resolve and Apply do, for archives: it looks for each peg once, and mostly
// without a loop, because processors cannot predict where a peg stands in its colour's list.
func (e *Engine) Try(s *State, c *Crowd, p *Step, die uint8) bool {
	if p.to == Home {
		return !p.captures && !p.finishes && e.TryPass(s, c, die)
	}
	seat := s.Clock.Seat
	if s.Clock.Phase == rules.Over || die < 1 || die > 6 || seat >= MaxColours {
		return false
	}
	view := &e.view[s.Colours[seat]%MaxColours]
	from, to := view[p.from], view[p.to]
	if to > e.track || e.special {
		return e.tryStated(s, c, p, Action{Die: die, From: from, To: to})
	}
	due := from + Pos(die)
	if from == Home {
		if due = AtStart; !e.enterOn.has(die) {
			return false
		}
	}
	pegs := asWord(&s.Pegs[seat]) | e.unused // no peg comes so far as 0xff
	there := find(pegs, from)
	if to != due || s.Rank[seat] != 0 || there == 0 || find(pegs, to) != 0 || c.has(p.to) != p.captures || p.finishes {
		return false
	}
	if p.captures {
		e.sendHome(s, to)
	}
	setWord(&s.Pegs[seat], forward(pegs, there, to)&^e.unused)
	c.held[p.from>>6] &^= 1 << (p.from & 63)
	c.held[p.to>>6] |= 1 << (p.to & 63)
	e.turnOn(s, c, die)
	return true
}

// tryStated is Try by the rules as they are stated.
func (e *Engine) tryStated(s *State, c *Crowd, p *Step, a Action) bool {
	if to, why, _ := e.move(s, a.From, a.Die); why != 0 || to != a.To {
		return false
	}
	x := e.effect(s, a)
	if !x.Moves() || x.Captures != p.captures || x.Finishes != p.finishes {
		return false
	}
	e.carryOut(s, x)
	c.held[p.from>>6] &^= 1 << (p.from & 63)
	c.held[p.to>>6] |= 1 << (p.to & 63)
	if x.Finishes {
		e.line(s, c)
	}
	return true
}

// TryPass is Try for a pass.
func (e *Engine) TryPass(s *State, c *Crowd, die uint8) bool {
	if s.Clock.Phase == rules.Over || die < 1 || die > 6 || s.Clock.Seat >= MaxColours || !e.mayPass && e.able(s, c, die) {
		return false
	}
	if e.extraStuck && e.tries == 1 {
		e.turnOn(s, c, die)
	} else {
		e.Apply(s, Pass(die))
	}
	return true
}

// turnOn ends the turn or gives another pop where nobody has just finished.
func (e *Engine) turnOn(s *State, c *Crowd, die uint8) {
	if e.extraOn.has(die) {
		e.goOn(s, e.extraPop(s))
		return
	}
	s.Extra, s.Tried = 0, 0
	s.Clock.Number++
	s.Clock.Seat = c.next[s.Clock.Seat%MaxColours]
	s.Clock.Phase = rules.Due
}

// sendHome sends home the peg of another seat that stands where the player to move, who
// calls the space p, is about to land.
func (e *Engine) sendHome(s *State, p Pos) {
	other, at, _ := e.other(s, p)
	// The pegs that have come less far move up over the one that goes behind them all.
	pegs := asWord(&s.Pegs[other])
	there := find(pegs|e.unused, at)
	upTo := there<<1 - 1
	setWord(&s.Pegs[other], pegs&^upTo|pegs<<8&upTo)
}

// able reports whether the player to move can move with a face of the die: see first.
func (e *Engine) able(s *State, c *Crowd, die uint8) bool {
	seat := s.Clock.Seat
	if s.Rank[seat] != 0 {
		return false
	}
	// Most often all pegs are too near the end, or are in HOME and have to stay there.
	pegs := asWord(&s.Pegs[seat]) | e.unused
	stay := e.unused & highs
	if !e.enterOn.has(die) {
		stay |= ^(pegs&^highs + ^uint64(highs) | pegs) & highs
	}
	if (stay|notLess(pegs, max(e.last-Pos(die)+1, AtStart)))&highs == highs {
		return false
	}
	last := Pos(0xff)
	for _, from := range e.pegsOf(s, seat) {
		if from == last || from == Home && !e.enterOn.has(die) {
			continue // what one peg in HOME cannot do, no other can
		}
		last = from
		to := e.due(from, die)
		if to == Home || from > e.track && !e.finishMoves {
			return false // nor can the pegs ahead of it
		}
		if to <= e.track && !c.has(e.common(s.Colours[seat], to)) {
			return true
		}
		if _, why, _ := e.move(s, from, die); why == 0 {
			return true
		}
	}
	return false
}

// A colour's pegs are the bytes of one word, the first of them the lowest. The following
// are for such words, and do without a loop. They mark a byte in its highest bit.

const highs = ones << 7

// find marks the first byte that is p, and no other; 0 if there is none.
func find(pegs uint64, p Pos) uint64 {
	pegs ^= uint64(p) * ones // now a byte is zero where a peg stands on p
	found := (pegs - ones) &^ pegs & highs
	return found & -found
}

// notLess marks the bytes that are not less than p.
func notLess(pegs uint64, p Pos) uint64 {
	than := uint64(p) * ones
	least := (pegs | highs) - than&^highs // by the lower bits of a byte
	return (pegs&^than | ^(pegs^than)&least) & highs
}

// forward moves the marked peg forward to a space where there is none of the colour: what
// it passes moves down, and it comes to stand below the first that is farther.
func forward(pegs, there uint64, to Pos) uint64 {
	farther := notLess(pegs, to)
	below := farther&-farther>>7 - 1 // the bytes below that: all of them if there is none
	passed := below &^ (there>>7 - 1)
	place := passed ^ passed>>8&passed // the highest byte of them
	return pegs&^passed | pegs>>8&passed&^place | uint64(to)*ones&place
}

// asWord returns the pegs of a seat as one word.
func asWord(pegs *[MaxPegs]Pos) uint64 {
	return uint64(pegs[0]) | uint64(pegs[1])<<8 | uint64(pegs[2])<<16 | uint64(pegs[3])<<24 |
		uint64(pegs[4])<<32 | uint64(pegs[5])<<40 | uint64(pegs[6])<<48 | uint64(pegs[7])<<56
}

func setWord(pegs *[MaxPegs]Pos, word uint64) {
	pegs[0], pegs[1], pegs[2], pegs[3] = Pos(word), Pos(word>>8), Pos(word>>16), Pos(word>>24)
	pegs[4], pegs[5], pegs[6], pegs[7] = Pos(word>>32), Pos(word>>40), Pos(word>>48), Pos(word>>56)
}
