package trespass

import (
	"math/bits"
	"slices"
)

// This file is the one statement of how pieces move, on sets of squares: which way a step may
// go, when a slide may bend, where a jump lands. Recorded routes, the squares that a piece can
// reach and the routes to them are all found with it.
//
// A path of forward and sideways steps that visits no square twice is one that never steps left right after a step to
// the right, or the other way round: a forward step never comes back to a row. So a move has to remember only the
// direction of its last step or jump. Of the squares of its slide, a jump can land only on the last.

// foreign reports whether a player's pieces may not be moved because they are the opponent's.
func (l *settings) foreign(s *State, owner uint8) bool { return !l.opponent && owner != s.Clock.Seat }

// barred is the piece that the opponent of the player to move has just moved, if it may not move again; else NoPiece.
func (l *settings) barred(s *State) Piece {
	if l.repeat || s.before.clock.Seat == s.Clock.Seat {
		return NoPiece
	}
	return s.Last
}

// movers is the squares of those of a player's pieces that may be moved.
func (l *settings) movers(s *State, owner uint8) uint64 {
	if l.foreign(s, owner) {
		return 0
	}
	set := s.men[owner]
	if p := l.barred(s); p != NoPiece && p.Owner() == owner {
		set &^= bit(s.at[p])
	}
	return set
}

// direction is a way to step. A step rotates the word that holds a set of squares, and removes what has left the board.
type direction struct {
	by   int    // how many squares further
	into uint64 // the squares that such a step can enter
}

func (d *direction) step(set uint64) uint64 { return bits.RotateLeft64(set, d.by) & d.into }

// reach is a set of squares for each direction of the last step that leads to them. A piece
// that has not moved may go on in any direction without a bend: its square is in all three.
type reach struct{ forward, left, right uint64 }

func anyway(set uint64) reach { return reach{set, set, set} }

func (r reach) all() uint64         { return r.forward | r.left | r.right }
func (r reach) in(set uint64) reach { return reach{r.forward & set, r.left & set, r.right & set} }
func (r reach) or(o reach) reach {
	return reach{r.forward | o.forward, r.left | o.left, r.right | o.right}
}
func (r reach) without(o reach) reach {
	return reach{r.forward &^ o.forward, r.left &^ o.left, r.right &^ o.right}
}

// of returns the set of one direction.
func (r reach) of(way int) uint64 { return [...]uint64{r.forward, r.left, r.right}[way] }

// mover is one piece about to move. The square it starts on counts as empty.
type mover struct {
	*Engine
	*side
	men, free uint64 // squares that can be jumped; squares that can be entered
}

func (e *Engine) mover(s *State, p Piece) mover {
	men := (s.men[0] | s.men[1]) &^ bit(s.at[p])
	return mover{e, &e.Board.sides[p.Owner()], men, e.Board.all &^ men}
}

// onto is the squares of a set that are one square further in each direction.
func (m *mover) onto(set uint64, r reach) reach {
	return reach{m.ways[forward].step(r.forward) & set, m.ways[left].step(r.left) & set, m.ways[right].step(r.right) & set}
}

// step is where one step of a slide leads that does not bend.
func (m *mover) step(r reach) reach { return m.onto(m.free, r) }

// bend is the squares where a slide may turn, by the direction into which it turns.
func (m *mover) bend(r reach) reach {
	turn := r.forward
	if m.limits.stops {
		turn &^= m.goal
	}
	return reach{r.left | r.right, turn, turn}
}

// leap is where one jump leads.
func (m *mover) leap(r reach) reach {
	if m.limits.turns {
		r = anyway(r.all())
	}
	if !m.limits.sideways {
		r.left, r.right = 0, 0
	}
	return m.onto(m.free, m.onto(m.men, r))
}

// course is how a move has come to its square: for each direction of its last step the fewest bends, or never.
type course struct{ forward, left, right int8 }

const never = maxSquares + 1

var (
	fresh   course                        // of a piece that has not moved
	nowhere = course{never, never, never} // of a piece that cannot come to a square
)

// within is the square of a piece, in the directions in which its course has at most that number of bends.
func (c course) within(bends int8, at uint64) (r reach) {
	if c.forward <= bends {
		r.forward = at
	}
	if c.left <= bends {
		r.left = at
	}
	if c.right <= bends {
		r.right = at
	}
	return r
}

// reached is a course that may also have come in the directions of a reach, with that number of bends.
func (c course) reached(r reach, bends int8) course {
	if r.forward != 0 {
		c.forward = min(c.forward, bends)
	}
	if r.left != 0 {
		c.left = min(c.left, bends)
	}
	if r.right != 0 {
		c.right = min(c.right, bends)
	}
	return c
}

// spread is the squares of a reach, and those to which a slide with any bends goes on from them. It may
// stop as soon as it has reached one of until. It looks for that after every third step only: a look takes longer
// than a step, because the processor cannot predict what it finds.
func (m *mover) spread(r reach, until uint64) reach {
	for {
		wider := r
		for range 3 {
			wider = wider.or(m.step(wider.or(m.bend(wider))))
		}
		if wider.all()&until != 0 || wider == r {
			return wider
		}
		r = wider
	}
}

// slide continues a slide from the square of a reach, which it reached on the given course. It finds the squares where
// the slide can end. If it reaches the square to, it replaces the course by the one on which it arrives there. With
// first, it does not matter how. If any number of bends is allowed, it needs no course, and ends has stand.
func (m *mover) slide(stand reach, c *course, to uint64, first bool) (ends reach) {
	if m.limits.bends == maxSquares {
		until := uint64(0)
		if first {
			until = to
		}
		return m.spread(stand, until)
	}
	at, came := stand.all(), nowhere
	for bends := int8(0); bends <= m.limits.bends; bends++ {
		fewer := ends.or(c.within(bends-1, at)) // what one bend fewer reaches
		front := c.within(bends, at).or(m.bend(fewer))
		for front.all() != 0 {
			front = m.step(front)
			ends = ends.or(front)
		}
		came = came.reached(ends.in(to), bends)
	}
	if came != nowhere {
		*c = came
	}
	return ends
}

// trip is a mover on a recorded route.
type trip struct {
	mover
	stand   reach // its square, by the directions in which it may have arrived
	course  course
	visited uint64 // the squares where it has been
}

// hop goes on to a square, and reports whether the hop leads there. If the hop is the last one, it does not matter
// in which direction it arrives. A slide cannot return to a visited square, and a jump may not.
func (t *trip) hop(h Hop, last bool) bool {
	to := bit(h.To)
	var ends reach
	switch {
	case to&t.visited != 0 && !(h.Jump && t.limits.revisit):
		return false
	case h.Jump:
		ends = t.leap(t.stand)
	default:
		ends = t.slide(t.stand, &t.course, to, last)
	}
	if ends.all()&to == 0 {
		return false
	}
	t.stand, t.visited = ends.in(to), t.visited|to
	return true
}

// targets is the squares on which a move from the given square can end. A series of jumps that
// comes back to a square leads nowhere new, so jump-revisit makes no difference.
func (m *mover) targets(from Square) uint64 {
	at := bit(from)
	c := fresh
	ends := m.slide(anyway(at), &c, 0, false).or(anyway(at))
	for stand := ends; stand.all() != 0; {
		stand = m.leap(stand).without(ends)
		ends = ends.or(stand)
	}
	return ends.all() &^ at
}

// stuck reports whether the player to move has no legal move. Every move begins with one step or one jump, which is a
// move by itself; so all pieces of a player are asked at once, and the squares of all of them count as taken.
func (e *Engine) stuck(s *State) bool {
	men := s.men[0] | s.men[1]
	for owner := range uint8(seats) {
		m := mover{e, &e.Board.sides[owner], men, e.Board.all &^ men}
		if movers := anyway(e.limits.movers(s, owner)); m.step(movers).or(m.leap(movers)).all() != 0 {
			return false
		}
	}
	return true
}

// Hop is one part of a recorded route.
type Hop struct {
	To   Square
	Jump bool // otherwise a slide, or a part of one
}

// Route is the first route of a legal move: of the routes with the fewest steps (of a slide, or
// jumps) the one that at the first difference goes forward before left before right. It is empty for
// a pass, and where no route leads. It uses the room of dst.
func (e *Engine) Route(dst []Hop, s *State, a Action) []Hop {
	if a.Piece == NoPiece {
		return nil
	}
	m := e.mover(s, a.Piece)
	oneSlide := func(next, before Hop) bool { return !next.Jump && !before.Jump }
	route := slices.CompactFunc(m.way(dst, s.at[a.Piece], a.To, true), oneSlide)
	slices.Reverse(route)
	return route
}

// Slide is the squares of the first shortest slide of a piece between two squares, without the first; none without one.
func (e *Engine) Slide(s *State, p Piece, from, to Square) (squares []Square) {
	m := e.mover(s, p)
	for _, h := range slices.Backward(m.way(nil, from, to, false)) {
		squares = append(squares, h.To)
	}
	return squares
}

// way appends to dst the steps of the first shortest way between two squares, the last step first.
func (m *mover) way(dst []Hop, from, to Square, jumps bool) []Hop {
	// A queue that is filled in the order of directions yields each node by its first shortest route.
	queue := append(make([]step, 0, maxSquares), step{parent: -1, at: from})
	seen := make([][2][3]uint64, 1, 4) // by bends, whether there was a jump, and direction
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		if n.at == to {
			for ; n.parent >= 0; n = queue[n.parent] {
				dst = append(dst, Hop{n.at, n.jumps > 0})
			}
			return dst
		}
		at := bit(n.at)
		stand := anyway(at)
		if i > 0 {
			stand = [...]reach{{forward: at}, {left: at}, {right: at}}[n.way]
		}
		var straight, bent reach
		if n.jumps == 0 {
			straight = m.step(stand)
			if n.bends < m.limits.bends {
				bent = m.step(m.bend(stand))
			}
		}
		var leapt reach
		if jumps {
			leapt = m.leap(stand)
		}
		for way := range m.ways {
			next := step{parent: int16(i), way: uint8(way), bends: n.bends, jumps: n.jumps}
			onto := straight.of(way)
			if onto == 0 && bent.of(way) != 0 {
				if onto = bent.of(way); m.limits.bends < maxSquares {
					next.bends++
				}
			}
			if onto == 0 {
				onto, next.jumps = leapt.of(way), 1
			}
			if int(next.bends) == len(seen) {
				seen = append(seen, [2][3]uint64{})
			}
			if reached := &seen[next.bends][next.jumps][way]; onto&^*reached != 0 {
				*reached |= onto
				next.at = lowest(onto)
				queue = append(queue, next)
			}
		}
	}
	return dst
}

// step is one step of a slide, or one jump, in a tree of routes.
type step struct {
	parent int16 // -1 for the start
	at     Square
	way    uint8
	bends  int8
	jumps  int8 // 1 if it is a jump
}
