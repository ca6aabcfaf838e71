package trespass

import "math/bits"

// This file is the one statement of how pieces move, on sets of squares. What a route is
// refused for, what is legal and whether anybody can move at all are asked of it.
//
// A path of forward and sideways steps that visits no square twice is the same as one that
// never steps left right after a step to the right, or the other way round: forward steps
// never come back to a row. So all that a move has to remember of its way is the direction
// of its last step. The same holds for jumps, and a jump cannot land where its slide has
// been, except where the slide ended.

// limits is the part of a variant that says which moves there are.
type limits struct {
	bends    int8 // at most, in one slide
	sideways bool // jumps may go sideways
	turns    bool // jumps may change the direction
	revisit  bool // jumps may come back to a square of the move
	stops    bool // entering the goal row ends a slide
	opponent bool // the opponent's pieces may be moved
	repeat   bool // so may the piece that was moved last
}

// movers is the squares of one player's pieces that may be moved.
func (l *limits) movers(s *State, owner uint8) uint64 {
	if !l.opponent && owner != s.Clock.Seat {
		return 0
	}
	set := s.men[owner]
	if !l.repeat && s.Last != NoPiece && s.Last.Owner() == owner {
		set &^= bit(s.at[s.Last])
	}
	return set
}

// reach is a set of squares for each direction of the last step that leads to them. A piece
// that has not moved goes on in any direction without a bend: its square is in all three.
type reach [3]uint64

func (r *reach) all() uint64 { return r[forward] | r[left] | r[right] }

func anyway(set uint64) reach { return reach{set, set, set} }

// mover is one piece about to move. The square it starts on counts as empty.
type mover struct {
	*Board
	*side
	limits
	men, free uint64 // squares that can be jumped; squares that can be entered
}

func (e *Engine) mover(l limits, s *State, p Piece) mover {
	men := (s.men[0] | s.men[1]) &^ bit(s.at[p])
	return mover{e.Board, &e.Board.sides[p.Owner()], l, men, e.Board.all &^ men}
}

// bend is the squares from which a slide may turn into a direction.
func (m *mover) bend(from *reach, way int) uint64 {
	if way == forward {
		return from[left] | from[right]
	}
	if m.stops {
		return from[forward] &^ m.goal
	}
	return from[forward]
}

// leap is where one jump in a direction ends.
func (m *mover) leap(from *reach, way int) uint64 {
	if way != forward && !m.sideways {
		return 0
	}
	set := from[way]
	if m.turns {
		set = from.all()
	}
	d := m.ways[way]
	return d.step(d.step(set)&m.men) & m.free
}

// course is how a move has come to its square: for each direction that its last step may
// have had, the fewest bends of its slide, or never.
type course [3]int8

const never = -1

// fresh is the course of a piece that has not moved.
var fresh course

// at is the course as a reach.
func (c course) at(square uint64) (r reach) {
	for way, bends := range c {
		if bends != never {
			r[way] = square
		}
	}
	return r
}

// slide finds where a slide ends that has come to the square at on the given course, and on
// which courses it comes to the square to. With first it stops at the first of them.
func (m *mover) slide(at uint64, c course, to uint64, first bool) (ends reach, came course) {
	came = course{never, never, never}
	var last reach // what one bend fewer reaches
	for bends := int8(0); bends <= m.bends; bends++ {
		var found reach
		for way := range found {
			from := m.bend(&last, way)
			if c[way] == bends {
				from |= at
				found[way] = at // to bend here costs one more
			}
			if from == 0 {
				continue
			}
			hit := m.ways[way].ray(from, m.free) &^ ends[way]
			ends[way] |= hit
			found[way] |= hit
			if hit&to != 0 {
				if came[way] = bends; first {
					return ends, came
				}
			}
		}
		if found.all() == 0 && bends >= max(c[0], c[1], c[2]) {
			break
		}
		last = found
	}
	return ends, came
}

// jump is where one jump ends, if it does not come back to a visited square.
func (m *mover) jump(from *reach, visited uint64) (landed reach) {
	if m.revisit {
		visited = 0
	}
	for way := range landed {
		landed[way] = m.leap(from, way) &^ visited
	}
	return landed
}

// targets is the squares on which a move from the given square can end. That a series of
// jumps comes back to a square leads nowhere new, so that jump-revisit is not asked.
func (m *mover) targets(at uint64) uint64 {
	ends, _ := m.slide(at, fresh, 0, false)
	from := reach{ends[forward] | at, ends[left] | at, ends[right] | at}
	for from.all() != 0 {
		for way, landed := range m.jump(&from, 0) {
			from[way] = landed &^ ends[way]
		}
		for way, landed := range from {
			ends[way] |= landed
		}
	}
	return ends.all() &^ at
}

// stuck reports whether the player to move has no legal move. Every move begins with one
// step or one jump, which is a move by itself; so all pieces are asked at once.
func (e *Engine) stuck(s *State) bool {
	men := s.men[0] | s.men[1]
	for owner := range uint8(seats) {
		m := mover{e.Board, &e.Board.sides[owner], e.limits, men, e.Board.all &^ men}
		set := e.limits.movers(s, owner)
		from := anyway(set)
		for way, d := range m.ways {
			if d.step(set)&m.free|m.leap(&from, way) != 0 {
				return false
			}
		}
	}
	return true
}

// Hop is one part of a recorded route.
type Hop struct {
	To   Square
	Jump bool // otherwise a slide, or a part of one
}

// Route appends to dst the first route of a legal move, in the order of fewest steps (of a
// slide, or jumps), then of forward before left before right at the first difference. It
// appends nothing to an illegal one.
func (e *Engine) Route(dst []Hop, s *State, a Action) []Hop {
	if a.Piece == NoPiece || e.Check(s, a).Reason != 0 {
		return dst
	}
	m := e.mover(e.limits, s, a.Piece)
	// A queue that is filled in the order of directions yields each node by its first
	// shortest route.
	queue := append(make([]step, 0, maxSquares), step{parent: -1, at: s.at[a.Piece]})
	var seen [maxSquares][2]reach // by bends, and whether there was a jump
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		if n.at == a.To {
			return appendRoute(dst, queue, i)
		}
		here := bit(n.at)
		stand := anyway(here)
		if i > 0 {
			stand = reach{}
			stand[n.way] = here
		}
		for way, d := range m.ways {
			next := step{parent: i, way: way, bends: n.bends, jumps: n.jumps}
			to := d.step(here) & m.free
			switch {
			case to != 0 && n.jumps == 0 && stand[way] != 0:
			case to != 0 && n.jumps == 0 && n.bends < m.bends && m.bend(&stand, way) != 0:
				if m.bends < maxSquares {
					next.bends++
				}
			default:
				to, next.jumps = m.leap(&stand, way), 1
			}
			if reached := &seen[next.bends][next.jumps][way]; to&^*reached != 0 {
				*reached |= to
				next.at = lowest(to)
				queue = append(queue, next)
			}
		}
	}
	return dst
}

// step is one step of a slide, or one jump, in a tree of routes.
type step struct {
	parent int // -1 for the start
	at     Square
	way    int
	bends  int8
	jumps  int8 // 1 if it is a jump
}

// appendRoute spells the route to step i of a tree: the steps of its slide are one hop.
func appendRoute(dst []Hop, tree []step, i int) []Hop {
	if tree[i].parent < 0 {
		return dst
	}
	first := len(dst)
	dst = appendRoute(dst, tree, tree[i].parent)
	hop := Hop{tree[i].at, tree[i].jumps > 0}
	if n := len(dst); !hop.Jump && n > first {
		dst[n-1] = hop
		return dst
	}
	return append(dst, hop)
}

// direction is a way to step. A step turns the word that a set of squares is, and leaves out
// what has left the board.
type direction struct {
	by        int    // squares further
	into      uint64 // the squares that such a step can enter
	doublings int    // so often is a step doubled to cross the board
}

func (d *direction) step(set uint64) uint64 { return bits.RotateLeft64(set, d.by) & d.into }

// ray is the free squares in one direction from a set, up to whatever stands there.
func (d *direction) ray(from, free uint64) uint64 {
	open, by := free&d.into, d.by
	for range d.doublings {
		from |= bits.RotateLeft64(from, by) & open
		open &= bits.RotateLeft64(open, by)
		by *= 2
	}
	return d.step(from) & free
}
