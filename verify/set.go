package verify

import (
	"hash/maphash"
	"iter"
	"slices"

	"tpnote/notation"
	"tpnote/rules"
)

// A record with unknown parts allows more than one position. A replay then has several of them in the
// set beside its table. It judges each line in every member, and keeps the members in which the line is
// legal (see unknown.go). Members are flat values; equal ones are merged. A table knows nothing of the set.

// The bounds of a set. A set that grows beyond its bound is cut there, and the replay reports that.
const (
	maxSet   = 20_000    // members of a set
	maxSteps = 3_000_000 // positions examined in a game, after which lowSet bounds its sets
	lowSet   = 400       // members of a set
	mostMade = 9_000_000 // positions examined in a game, after which it is not followed any more

	// A reading with a missing turn keeps a small set of the candidates for that turn: turns of more
	// than readingActions actions are too rare to pay for.
	readingSet     = 800
	readingTries   = 12_800 // positions examined for it; later lines leave few of them
	readingActions = 3
)

// maxWays is where the count of fillings ends.
const maxWays = 1_000_000_000

// member is one position that the record allows.
type member[S comparable] struct {
	state S
	standing
	ways uint64 // how many fillings lead here, at most maxWays
}

// growth is how a set has grown, and how far it may grow.
type growth struct {
	made  int  // positions examined so far in the game
	cut   bool // some members were left out
	small bool // the set is that of a reading: if it becomes empty, that proves little
	few   bool // the set is a sample, and small
}

// positions is the set of the positions that a record allows. It hides the types of set, its only implementation.
type positions interface {
	grown() *growth
	size() int
	ways() (n uint64, capped bool)

	// members goes through the members, the first of them first. At each, the set has its position alone:
	// the table is there, and *at is its standing. Afterwards all is as before.
	members(at *standing) iter.Seq[int]
	// step makes the next set. It calls visit at each of the members. Then the set is what visit kept, and the table
	// and *at are at its first member. If visit kept nothing, the set does not change, and step returns false.
	step(at *standing, visit func(i int)) bool
	// keep keeps the position and the standing that step has come to. fill keeps what can follow by an action that fits
	// a word with unknown parts, fillTurn by one or more actions that were not written down. Only visit calls them.
	keep()
	fill(word string, seen func(Action))
	fillTurn()
	fillings(word string, number, most int) []Filling

	// fork is the set for a copy of its table, in the storage of another set of the same game if it can.
	fork(at table, into positions) positions
	// same reports whether another set of the game has the same members, and came there in as many steps.
	same(as positions) bool
}

// set is the positions that a record allows, and the table at one of them: at the one that is judged, or the first.
type set[S, A comparable] struct {
	growth
	at    *seated[S, A]
	list  []member[S] // empty for the table's position alone; its memory is that of this set only
	count uint64      // how many fillings lead to the table's position, where it is alone

	next *nextSet[S, A] // of the step under way
}

func (m *set[S, A]) grown() *growth { return &m.growth }

func (m *set[S, A]) fork(at table, into positions) positions {
	q, ok := into.(*set[S, A])
	if !ok {
		q = &set[S, A]{}
	}
	list := append(q.list[:0], m.list...)
	*q = *m
	q.at, q.list = at.(*seated[S, A]), list
	return q
}

func (m *set[S, A]) same(as positions) bool {
	q, ok := as.(*set[S, A])
	return ok && m.count == q.count && m.made == q.made && m.cut == q.cut && slices.Equal(m.list, q.list)
}

// seed is that of all sums, so that those of two engines compare. Nothing else depends on it.
var seed = maphash.MakeSeed()

// sumOf is a hash of a comparable value.
func sumOf[S comparable](s *S) uint64 { return maphash.Comparable(seed, *s) }

// nextSet is a set that is being made. Its memory serves the next step of any set of the same variant.
type nextSet[S comparable, A any] struct {
	list  []member[S]
	index map[uint64]int32 // of list, by sum
	bound int              // how many members it may have
	cut   bool             // it had no room for more
	of    int              // the size of the set before
	at    *standing        // of its member that is visited

	seen          map[uint64]bool // by fillTurn: sums
	actions       []A
	open, further []S
	after         S
}

func newNextSet[S comparable, A any]() any {
	return &nextSet[S, A]{index: map[uint64]int32{}, seen: map[uint64]bool{}}
}

// bound is how many members the next set may have.
func (g *growth) bound() int {
	switch {
	case g.made > maxSteps:
		return lowSet
	case g.few:
		return sampled
	case g.small:
		return readingSet
	}
	return maxSet
}

func (m *set[S, A]) members(at *standing) iter.Seq[int] {
	return func(yield func(i int) bool) {
		list, count, state, own := m.list, m.count, m.at.State, *at
		for i := range m.size() {
			if len(list) > 0 {
				one := &list[i]
				m.list, m.count, m.at.State, *at = nil, one.ways, one.state, one.standing
				m.at.forget()
			}
			if !yield(i) {
				break
			}
		}
		m.list, m.count, m.at.State, *at = list, count, state, own
	}
}

func (m *set[S, A]) step(at *standing, visit func(i int)) bool {
	next := m.at.sets.Get().(*nextSet[S, A])
	defer m.at.sets.Put(next)
	clear(next.index)
	clear(next.seen)
	next.bound, next.cut, next.of, next.at, m.next = m.bound(), false, m.size(), at, next
	next.list = slices.Grow(next.list[:0], min(next.bound, 64*next.of)) // to grow it later would copy it again and again
	for i := range m.members(at) {
		if visit(i); next.cut { // the ways to its positions are unknown
			break
		}
	}
	m.at.forget()
	if len(next.list) == 0 {
		return false
	}
	m.cut = m.cut || next.cut
	first := &next.list[0]
	if m.list = append(m.list[:0], next.list...); len(next.list) == 1 {
		m.list, m.count = m.list[:0], first.ways
	}
	m.at.State, *at = first.state, first.standing
	return true
}

func (m *set[S, A]) keep() { m.keepPosition(sumOf(&m.at.State), &m.at.State) }

// keepPosition keeps a position with its sum, and reports whether there was room. Where two positions have
// one sum, the second takes the next sum that is free.
func (m *set[S, A]) keepPosition(sum uint64, s *S) bool {
	m.made++
	next := m.next
	for ; ; sum++ {
		i, taken := next.index[sum]
		if !taken {
			break
		}
		if one := &next.list[i]; one.state == *s && one.standing == *next.at {
			one.ways = min(maxWays, one.ways+m.count)
			return !next.cut
		}
	}
	if len(next.list) == next.bound {
		next.cut = true
		return false
	}
	next.index[sum] = int32(len(next.list))
	next.list = append(next.list, member[S]{*s, *next.at, m.count})
	return true
}

// size is how many positions the record allows.
func (m *set[S, A]) size() int { return max(1, len(m.list)) }

// ways is how many fillings of the unknown parts the record allows, and whether that is no more than a lower bound.
func (m *set[S, A]) ways() (n uint64, capped bool) {
	if n = m.count; len(m.list) > 0 {
		n = 0
	}
	for i := range m.list {
		n = min(maxWays, n+m.list[i].ways)
	}
	return n, n >= maxWays || m.cut
}

// filled is a legal action as a word with unknown parts can have recorded it; ok is false if it cannot.
func (t *asker[S, A]) filled(a A, w notation.Parts) (filled A, ok bool) {
	if filler, ok := t.rules.(Filler[S, A]); ok {
		return filler.Fill(&t.State, a, w)
	}
	return a, w.Fits(t.parts(t.rules.Write(t.rules.Describe(&t.State, a))))
}

func (m *set[S, A]) fill(word string, seen func(Action)) {
	t := m.at
	w, next := t.parts(word), m.next
	next.actions = t.rules.Legal(next.actions[:0], &t.State)
	for _, a := range next.actions {
		if a, ok := t.filled(a, w); ok {
			after := &next.after
			*after = t.State
			t.rules.Apply(after, a)
			m.keepPosition(sumOf(after), after)
			if seen != nil {
				d := t.rules.Describe(&t.State, a)
				d.Unknown = true
				seen(d)
			}
		}
	}
}

// fillings lists the actions that a word with unknown parts can be in a turn, in up to most positions of the set.
func (m *set[S, A]) fillings(word string, number, most int) []Filling {
	t := m.at
	w := t.parts(word)
	var list []Filling
	known := map[A]int{} // index in list
	size := m.size()
	for i := range m.members(new(standing)) {
		if i == most {
			break
		}
		if c := t.Clock(); c.Phase == rules.Over || int(c.Number) != number {
			continue
		}
		for _, a := range t.rules.Legal(nil, &t.State) {
			a, ok := t.filled(a, w)
			if !ok {
				continue
			}
			at, again := known[a]
			if !again {
				at = len(list)
				known[a] = at
				list = append(list, Filling{of: size})
			}
			if len(list[at].in) < sampled {
				list[at].in = append(list[at].in, int32(i))
			}
			if word := t.rules.Write(t.rules.Describe(&t.State, a)); !slices.Contains(list[at].Words, word) {
				list[at].Words = append(list[at].Words, word)
			}
		}
	}
	return list
}

// fillTurn keeps the positions after one or more missing actions of the turn under way, from the position of the
// table: shorter turns first. It skips positions that it has reached already in this step.
func (m *set[S, A]) fillTurn() {
	t := m.at
	next, turn := m.next, *t.Clock()
	most, actions := maxSet, maxSet
	if m.small { // a reading has bounds for each position
		most, actions = readingTries/next.of, readingActions
		clear(next.seen)
	}
	own, seen, after := sumOf(next.at), next.seen, &next.after
	open, further := append(next.open[:0], t.State), next.further
	defer func() { next.open, next.further = open, further }()
	for n := 0; n < actions && len(open) > 0; n++ {
		further = further[:0]
		for i := range open {
			next.actions = t.rules.Legal(next.actions[:0], &open[i])
			for _, a := range next.actions {
				if len(seen) >= most {
					m.cut = true
					return
				}
				*after = open[i]
				t.rules.Apply(after, a)
				sum := sumOf(after)
				if seen[own^sum] {
					if !m.small {
						m.made++
					}
					continue
				}
				seen[own^sum] = true
				c := t.rules.Turn(after)
				goesOn := c.Phase != rules.Over && c.Seat == turn.Seat && c.Number == turn.Number
				kept := !goesOn || !m.small || t.rules.MayStop(after) // a reading leaves out whole turns
				if kept && !m.keepPosition(sum, after) {
					return
				}
				if goesOn {
					further = append(further, *after)
				}
			}
		}
		open, further = further, open
	}
	m.cut = m.cut || len(open) > 0
}
