package trespass

// How pieces move, on sets of squares. A path of forward and sideways steps that visits no
// square twice is the same as one that never steps left right after a step to the right, or
// the other way round: forward steps never come back to a row. So all that a move has to
// remember of its way is the direction of its last step. The same holds for jumps, and a
// jump cannot land where its slide has been, except where the slide ended.

// reach is a set of squares for each direction of the last step that leads to them.
type reach [3]uint64

func (r *reach) all() uint64 { return r[forward] | r[left] | r[right] }

// course is where a move has got to: for each direction that its last step may have had,
// the fewest bends of a slide so far, or never.
type course [3]int8

const never = -1

// fresh is the course of a piece that has not moved: it goes on in any direction without a
// bend.
var fresh course

// mover is one piece about to move. The square it starts on counts as empty.
type mover struct {
	*Board
	*side
	law
	men, free uint64 // squares that can be jumped; squares that can be entered
}

func (e *Engine) mover(s *State, p Piece) mover {
	men := (s.men[0] | s.men[1]) &^ bit(s.at[p])
	return mover{e.Board, &e.Board.sides[p.Owner()], e.law, men, e.Board.all &^ men}
}

// slide finds where a slide ends that has come to the square at on the given course, and on
// which courses it comes to the square to.
func (m *mover) slide(at uint64, c course, to uint64) (ends reach, came course) {
	came = course{never, never, never}
	var last reach // what one bend fewer reaches
	for bends := int8(0); int(bends) <= m.bends; bends++ {
		entered := last[forward]
		if m.stops {
			entered &^= m.goal
		}
		from := reach{last[left] | last[right], entered, entered}
		var found reach
		for d := range found {
			if c[d] == bends {
				from[d] |= at
				found[d] = at // to bend here costs one more
			}
			hit := m.ray(m.ways[d], from[d]) &^ ends[d]
			ends[d] |= hit
			found[d] |= hit
			if hit&to != 0 {
				came[d] = bends
			}
		}
		if found.all() == 0 && bends >= max(c[0], c[1], c[2]) {
			break
		}
		last = found
	}
	return ends, came
}

// slides is where a slide ends, whatever its last step.
func (m *mover) slides(at uint64, c course) uint64 {
	ends, _ := m.slide(at, c, 0)
	return ends.all()
}

// ray is the empty squares in one direction from a set, up to whatever stands there.
func (m *mover) ray(d direction, from uint64) (hit uint64) {
	for from = m.step(d, from) & m.free; from != 0; from = m.step(d, from) & m.free {
		hit |= from
	}
	return hit
}

// jump is where one jump in one direction leads.
func (m *mover) jump(d direction, from uint64) uint64 {
	return m.step(d, m.step(d, from)&m.men) & m.free
}

// jumps is where jumps lead from the squares to which a slide, or none, has come. Landing
// twice on a square leads nowhere new, so that revisit is not asked.
func (m *mover) jumps(from reach) (landed uint64) {
	ways := m.ways[:1]
	if m.sideways {
		ways = m.ways[:]
	}
	if !m.turns {
		for i, d := range ways {
			for at := m.jump(d, from[i]); at != 0; at = m.jump(d, at) {
				landed |= at
			}
		}
		return landed
	}
	for at := from.all(); at != 0; {
		var next uint64
		for _, d := range ways {
			next |= m.jump(d, at)
		}
		at = next &^ landed
		landed |= next
	}
	return landed
}

// targets is the squares on which a move from the given square can end.
func (m *mover) targets(at uint64) uint64 {
	slid, _ := m.slide(at, fresh, 0)
	from := reach{slid[forward] | at, slid[left] | at, slid[right] | at}
	return (slid.all() | m.jumps(from)) &^ at
}

// targets is the set of squares on which a move of the piece can end, whoever may make it:
// bit q is square q.
func (e *Engine) targets(s *State, p Piece) uint64 {
	if s.at[p] == Off {
		return 0
	}
	m := e.mover(s, p)
	return m.targets(bit(s.at[p]))
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
	type node struct {
		parent int
		at     Square
		way    int // of the last step; len(ways) at the start
		bends  int
		jumped bool
	}
	if e.Check(s, a).Reason != 0 || a.Piece == NoPiece {
		return dst
	}
	m := e.mover(s, a.Piece)
	start := s.at[a.Piece]
	// A queue that is filled in the order of directions yields each node by its first
	// shortest route.
	queue := []node{{parent: -1, at: start, way: len(m.ways)}}
	seen := map[node]bool{}
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		if n.at == a.To {
			return appendRoute(dst, func(j int) (int, Hop) {
				return queue[j].parent, Hop{queue[j].at, queue[j].jumped}
			}, i)
		}
		here := bit(n.at)
		for way, d := range m.ways {
			begun := n.way < len(m.ways)
			turn := begun && way != n.way
			next := node{way: way, bends: n.bends, jumped: true}
			if to := m.step(d, here) & m.free; to != 0 {
				back := turn && way != forward && n.way != forward
				stopped := m.stops && begun && n.way == forward && here&m.goal != 0
				if turn && m.law.bends < maxSquares {
					next.bends++
				}
				if n.jumped || back || stopped || next.bends > m.law.bends {
					continue
				}
				next.at, next.jumped = lowest(to), false
			} else if to := m.jump(d, here); to != 0 && (way == forward || m.sideways) && (!turn || m.turns) {
				next.at = lowest(to)
			} else {
				continue
			}
			if !seen[next] {
				seen[next] = true
				next.parent = i
				queue = append(queue, next)
			}
		}
	}
	return dst
}

// appendRoute spells the route to node i of a tree: the steps of its slide are one hop.
func appendRoute(dst []Hop, node func(int) (parent int, h Hop), i int) []Hop {
	parent, hop := node(i)
	if parent < 0 {
		return dst
	}
	first := len(dst)
	dst = appendRoute(dst, node, parent)
	if n := len(dst); !hop.Jump && n > first {
		dst[n-1] = hop
		return dst
	}
	return append(dst, hop)
}
