package trespass

import (
	"math/bits"
	"slices"
)

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

// mayMove reports whether a piece that stands on the board may be moved.
func (l *limits) mayMove(s *State, p Piece) bool {
	return (l.repeat || p != s.Last) && (l.opponent || p.Owner() == s.Clock.Seat)
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

func (r reach) all() uint64 { return r[forward] | r[left] | r[right] }

func anyway(set uint64) reach { return reach{set, set, set} }

// mover is one piece about to move. The square it starts on counts as empty.
type mover struct {
	*Board
	*side
	*limits
	men, free uint64 // squares that can be jumped; squares that can be entered
}

func (e *Engine) mover(l *limits, s *State, p Piece) mover {
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

// jumps reports whether there are jumps in a direction.
func (l *limits) jumps(way int) bool { return way == forward || l.sideways }

// leap is where one jump in a direction ends.
func (m *mover) leap(from *reach, way int) uint64 {
	if !m.jumps(way) {
		return 0
	}
	set := from[way]
	if m.turns {
		set = from.all()
	}
	return m.ways[way].over(set, m.men) & m.free
}

// course is how a move has come to its square: for each direction that its last step may
// have had, the fewest bends of its slide, or never.
type course [3]int8

const never = -1

var (
	fresh   course                        // of a piece that has not moved
	nowhere = course{never, never, never} // of a piece that cannot come to a square
)

// slide finds where a slide ends that has come to a square on the given course, and on which
// courses it comes to the square to. With first it stops at the first of them. Where any
// number of bends is allowed they are not counted: every course has 0.
func (m *mover) slide(from Square, c course, to uint64, first bool) (ends reach, came course) {
	at := bit(from)
	came = nowhere
	counted := m.bends < maxSquares
	var last reach // what one bend fewer reaches
	for bends := int8(0); bends <= m.bends; bends++ {
		var found, front reach
		for way := range front {
			front[way] = m.bend(&last, way)
			if c[way] == bends || !counted && c[way] != never {
				front[way] |= at
				found[way] = at // to bend here costs one more
			}
		}
		for front.all() != 0 {
			var next reach
			for way := range next {
				set := front[way]
				if !counted {
					set |= m.bend(&front, way)
				}
				next[way] = m.ways[way].step(set) & m.free &^ ends[way]
				if next[way]&to != 0 {
					if came[way] = bends; first {
						return ends, came
					}
				}
				ends[way] |= next[way]
				found[way] |= next[way]
			}
			front = next
		}
		if !counted || found.all() == 0 && bends >= max(c[0], c[1], c[2]) {
			break
		}
		last = found
	}
	return ends, came
}

// near is where one step of a slide leads from the squares of a set.
func (b *Board) near(s *side, set uint64) uint64 {
	return s.ways[forward].step(set) | b.east(set) | b.west(set)
}

// leaps is where one jump over any of men leads from the squares of a set.
func (b *Board) leaps(s *side, set, men uint64) uint64 {
	return s.ways[forward].over(set, men) | b.east(b.east(set)&men) | b.west(b.west(set)&men)
}

// flow is where a slide of a piece that has not moved ends if it may bend anywhere: then it
// does not matter how it comes to a square. It need not go on when it has come to the square
// to.
func (b *Board) flow(s *side, at, to, free uint64) (ends uint64) {
	for front := at; front != 0 && ends&to == 0; ends |= front { // two steps at a time: most slides are short
		front = b.near(s, front) & free &^ ends
		ends |= front
		front = b.near(s, front) & free &^ ends
	}
	return ends
}

// flows reports whether slides may bend anywhere.
func (l *limits) flows() bool { return l.bends == maxSquares && !l.stops }

// wide reports whether besides jumps may go sideways and turn anywhere.
func (l *limits) wide() bool { return l.flows() && l.turns && l.sideways }

// hop is how one hop comes to its square, or nowhere. A jump does not come back to a visited
// square. With last it does not matter how a slide comes there.
func (m *mover) hop(from Square, c course, h Hop, visited uint64, last bool) course {
	if !h.Jump {
		if h.To == from {
			return nowhere // a slide that goes nowhere is none
		}
		if last && c == fresh && m.flows() && m.flow(m.side, bit(from), bit(h.To), m.free)&bit(h.To) != 0 {
			return fresh
		}
		_, came := m.slide(from, c, bit(h.To), last)
		return came
	}
	var stand reach
	for way, bends := range c {
		if bends != never {
			stand[way] = bit(from)
		}
	}
	if m.revisit {
		visited = 0
	}
	came := nowhere
	for way := range came {
		if m.leap(&stand, way)&^visited&bit(h.To) != 0 {
			came[way] = 0
		}
	}
	return came
}

// targets is the squares on which a move from the given square can end. That a series of
// jumps comes back to a square leads nowhere new, so that jump-revisit is not asked.
func (m *mover) targets(from Square) uint64 {
	at := bit(from)
	if m.wide() { // it does not matter how the piece comes to a square
		ends := m.flow(m.side, at, 0, m.free)
		for stand := ends | at; stand != 0; {
			stand = m.leaps(m.side, stand, m.men) & m.free &^ ends
			ends |= stand
		}
		return ends &^ at
	}
	ends, _ := m.slide(from, fresh, 0, false)
	stand := reach{ends[forward] | at, ends[left] | at, ends[right] | at}
	for stand.all() != 0 {
		var landed reach
		for way := range landed {
			landed[way] = m.leap(&stand, way) &^ ends[way]
			ends[way] |= landed[way]
		}
		stand = landed
	}
	return ends.all() &^ at
}

// stuck reports whether the player to move has no legal move. Every move begins with one
// step or one jump, which is a move by itself; so all pieces are asked at once.
func (e *Engine) stuck(s *State) bool {
	men := s.men[0] | s.men[1]
	free := e.Board.all &^ men
	for owner := range e.Board.sides {
		set := e.limits.movers(s, uint8(owner))
		for way := range e.Board.sides[owner].ways {
			d := &e.Board.sides[owner].ways[way]
			if d.step(set)&free != 0 || e.limits.jumps(way) && d.over(set, men)&free != 0 {
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
	if a.Piece == NoPiece || !e.exists(a.Piece) {
		return dst
	}
	move := Move{a.Piece, s.at[a.Piece], []Hop{{To: a.To}}, false}
	if e.admit(&e.limits, s, &move) != nil {
		return dst
	}
	m := e.mover(&e.limits, s, a.Piece)
	if m.wide() { // most routes are one slide or one jump
		from, to := bit(move.From), bit(a.To)
		slid, leapt, ends, seen := from, uint64(0), from, from
		for (slid|leapt)&to == 0 {
			if slid|leapt == 0 {
				return dst
			}
			slid, leapt = m.near(m.side, slid)&m.free&^ends, m.leaps(m.side, slid|leapt, m.men)&m.free&^seen
			ends |= slid
			seen |= slid | leapt
		}
		if leapt&to == 0 {
			return append(dst, Hop{To: a.To})
		} else if m.leaps(m.side, from, m.men)&to != 0 {
			return append(dst, Hop{To: a.To, Jump: true})
		}
		return m.mixedRoute(dst, a.Piece.Owner(), from, to)
	}
	// A queue that is filled in the order of directions yields each node by its first
	// shortest route.
	queue := append(make([]step, 0, maxSquares), step{parent: -1, at: s.at[a.Piece]})
	var uncounted [1][2]reach
	seen := uncounted[:] // by bends, and whether there was a jump
	if m.bends < maxSquares {
		seen = make([][2]reach, maxSquares)
	}
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		if n.at == a.To {
			begin := len(dst)
			for ; queue[i].parent >= 0; i = queue[i].parent {
				h := Hop{queue[i].at, queue[i].jumps > 0}
				if h.Jump || len(dst) == begin || dst[len(dst)-1].Jump { // else the slide ends behind it
					dst = append(dst, h)
				}
			}
			slices.Reverse(dst[begin:])
			return dst
		}
		here := bit(n.at)
		stand := anyway(here)
		if i > 0 {
			stand = reach{}
			stand[n.way] = here
		}
		for way := range m.ways {
			next := step{parent: i, way: way, bends: n.bends, jumps: n.jumps}
			to := m.ways[way].step(here) & m.free
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

// mixedRoute is Route where it does not matter how a piece comes to a square, and there is a route.
func (m *mover) mixedRoute(dst []Hop, owner uint8, from, to uint64) []Hop {
	// Where slides and jumps can have come to after so many steps; then, which of these squares
	// lead on to the last.
	var slid, leapt [maxSquares]uint64
	slid[0] = from
	ends, seen, n := from, from, 0
	for ; (slid[n]|leapt[n])&to == 0; n++ {
		slid[n+1], leapt[n+1] = m.near(m.side, slid[n])&m.free&^ends, m.leaps(m.side, slid[n]|leapt[n], m.men)&m.free&^seen
		ends |= slid[n+1]
		seen |= slid[n+1] | leapt[n+1]
	}
	slid[n] &= to
	leapt[n] &= to
	back := &m.sides[1-owner]
	for i := n - 1; i > 0; i-- {
		over := m.leaps(back, leapt[i+1], m.men)
		slid[i] &= over | m.near(back, slid[i+1])
		leapt[i] &= over
	}
	begin, jumps := len(dst), false
	for i := 1; i <= n; i++ {
		for way := range m.ways {
			d := &m.ways[way]
			if next := d.step(from) & slid[i]; next != 0 && !jumps {
				dst = append(dst[:begin], Hop{To: lowest(next)})
				from = next
				break
			} else if next = d.over(from, m.men) & leapt[i]; next != 0 {
				dst, jumps = append(dst, Hop{To: lowest(next), Jump: true}), true
				from = next
				break
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

// direction is a way to step. A step turns the word that a set of squares is, and leaves out
// what has left the board.
type direction struct {
	by   int    // squares further
	into uint64 // the squares that such a step can enter
}

func (d *direction) step(set uint64) uint64 { return bits.RotateLeft64(set, d.by) & d.into }

// over is a step over whatever of men stands there.
func (d *direction) over(set, men uint64) uint64 { return d.step(d.step(set) & men) }
