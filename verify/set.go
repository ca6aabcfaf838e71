package verify

import (
	"hash/maphash"
	"slices"
	"strings"

	"tpnote/rules"
	"tpnote/verify/internal/turn"
)

// A record with unknown parts allows more than one position. A table then holds the set of them. It
// judges each line in every member, and keeps the members in which the line is legal. Members are flat
// values; equal ones are merged.

// The bounds of a set. A set that grows beyond its bound is cut there, and the replay reports that:
// from then on it cannot be sure that nothing fits.
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

// standing is the part of a member of a set apart from its position: the turn machine, and whether the
// turn under way has had an error.
type standing struct {
	turns turn.Machine
	erred bool
}

// member is one position that the record allows.
type member[S comparable] struct {
	position[S]
	ways uint64 // how many fillings lead here, at most maxWays
}

// position is what makes two members different.
type position[S comparable] struct {
	state S
	standing
}

// members is a set of positions. The zero value is the set of the table's own position.
type members[S comparable] struct {
	list  []member[S] // never changed in place once a step has ended, so that forks share it
	steps int         // positions looked at so far in the game
	cut   bool        // some members were left out
	small bool        // the set is that of a reading
	few   bool        // the set is a sample, and small
	own   bool        // the table is one of a Quiet replay or the like, and list is in its own storage: a fork copies it
}

// nextSet collects the members of a set that is being made.
type nextSet[S comparable] struct {
	list  []member[S]
	index *sums // of list
	bound int
	made  int
	cut   bool
}

// memberSeed is that of the sums of positions. Nothing depends on it.
var memberSeed = maphash.MakeSeed()

// add takes a position with its sum into the set.
func (n *nextSet[S]) add(sum uint64, s *S, at standing, ways uint64) {
	n.made++
	slot := n.index.find(sum, func(i int32) bool { return n.list[i].state == *s && n.list[i].standing == at })
	if n.index.taken(slot) {
		m := &n.list[slot.at]
		m.ways = min(maxWays, m.ways+ways)
		return
	}
	if len(n.list) == n.bound {
		n.cut = true
		return
	}
	n.index.take(slot, sum, int32(len(n.list)))
	n.list = append(n.list, member[S]{position[S]{*s, at}, ways})
}

// sums is a table of sums, with a place for each. To empty it costs nothing.
type sums struct {
	slots []sumSlot // a power of two, of which at most half are taken
	size  int
	round uint32 // slots of other rounds are free
}

type sumSlot struct {
	sum   uint64
	at    int32
	round uint32
}

// empty makes the table ready for other sums.
func (h *sums) empty() {
	if h.size, h.round = 0, h.round+1; h.round == 0 || h.slots == nil {
		h.slots, h.round = make([]sumSlot, 64), 1
	}
}

// find is the slot of a sum of which same says that it is the one, or that which is free for it.
func (h *sums) find(sum uint64, same func(at int32) bool) *sumSlot {
	for i := sum; ; i++ {
		if slot := &h.slots[i&uint64(len(h.slots)-1)]; !h.taken(slot) || slot.sum == sum && same(slot.at) {
			return slot
		}
	}
}

func (h *sums) taken(slot *sumSlot) bool { return slot.round == h.round }

// take puts a sum into a free slot that find has given.
func (h *sums) take(slot *sumSlot, sum uint64, at int32) {
	*slot = sumSlot{sum, at, h.round}
	if h.size++; 2*h.size <= len(h.slots) {
		return
	}
	full := h.slots
	h.slots = make([]sumSlot, 4*len(full))
	for _, slot := range full {
		if h.taken(&slot) {
			*h.find(slot.sum, func(int32) bool { return false }) = slot
		}
	}
}

// sumOf is a hash of a comparable value.
func sumOf[S comparable](s *S) uint64 { return maphash.Comparable(memberSeed, *s) }

// storage is memory for the steps of a table. The tables of Quiet replays share that of their binding,
// and so does the table of a game with readings while it is free. Other tables have their own, because
// two of them may be used at the same time.
type storage[S comparable, A any] struct {
	actions       []A
	index, seen   sums
	open, further []S
	next          S
	list          []member[S]
	kept          [3]S // see keepState
}

// room is the storage for a step.
func (t *seated[S, A, W]) room() *storage[S, A] {
	if t.set.own {
		return t.shared
	}
	if t.storage == nil {
		t.storage = &storage[S, A]{}
	}
	return t.storage
}

// nextSet begins a set.
func (t *seated[S, A, W]) nextSet() nextSet[S] {
	room := t.room()
	room.index.empty()
	next := nextSet[S]{list: room.list[:0], index: &room.index, bound: maxSet}
	switch {
	case t.set.steps > maxSteps:
		next.bound = lowSet
	case t.set.few:
		next.bound = sampled
	case t.set.small:
		next.bound = readingSet
	}
	return next
}

// become makes the set the table's own, unless it is empty. It answers whether it is not, and
// the standing of its first member, at which the table is left.
func (t *seated[S, A, W]) become(next *nextSet[S]) (standing, bool) {
	t.forget()
	t.room().list = next.list
	t.set.steps += next.made
	if len(next.list) == 0 {
		return standing{}, false
	}
	t.set.cut = t.set.cut || next.cut
	first := &next.list[0]
	switch {
	case len(next.list) == 1:
		t.set.list, t.wayCount = nil, first.ways
	case t.set.own:
		t.list = append(t.list[:0], next.list...)
		t.set.list = t.list
	default:
		t.set.list = slices.Clone(next.list)
	}
	t.State = first.state
	return first.standing, true
}

// size is how many positions the record allows.
func (t *seated[S, A, W]) size() int { return max(1, len(t.set.list)) }

// ways is how many fillings of the unknown parts the record allows, and whether that is no
// more than a lower bound.
func (t *seated[S, A, W]) ways() (n uint64, capped bool) {
	if len(t.set.list) == 0 {
		return t.wayCount, t.wayCount >= maxWays || t.set.cut
	}
	for i := range t.set.list {
		n = min(maxWays, n+t.set.list[i].ways)
	}
	return n, n >= maxWays || t.set.cut
}

// exhausted reports whether the budget of positions of the game is used up.
func (t *seated[S, A, W]) exhausted() bool {
	return len(t.set.list) > 1 && !t.set.small && t.set.steps > mostMade
}

// overflown reports whether members were left out of the set.
func (t *seated[S, A, W]) overflown() bool { return t.set.cut }

// load makes a member of the set the table's position.
func (t *seated[S, A, W]) load(i int, own standing) standing {
	if len(t.set.list) == 0 {
		return own
	}
	m := &t.set.list[i]
	t.State = m.state
	t.forget()
	return m.standing
}

// step makes the next set: it calls judge for every member, with the table at its position, and judge
// keeps the positions that follow. If judge keeps none at all, the set does not change, and step
// returns false. The table is left at the first member.
func (t *seated[S, A, W]) step(own standing, judge func(at standing, keep func(standing))) (standing, bool) {
	next := t.nextSet()
	before, ways := t.State, uint64(0) // that lead to the member
	t.keeping = func(sum uint64, s *S, at standing) bool {
		next.add(sum, s, at, ways)
		return !next.cut
	}
	keep := func(at standing) { next.add(t.rules.Sum(&t.State), &t.State, at, ways) }
	for i := range t.size() {
		if next.cut { // the ways to the positions that it has are unknown from here on
			break
		}
		at := t.load(i, own)
		if ways = t.wayCount; len(t.set.list) > 0 {
			ways = t.set.list[i].ways
		}
		judge(at, keep)
	}
	t.keeping = nil
	at, ok := t.become(&next)
	if !ok {
		t.State = before
		return t.load(0, own), false
	}
	return at, true
}

// alone is a table at one member of the set, in the storage of another table if it can be.
func (t *seated[S, A, W]) alone(i int, own standing, into table) (table, standing) {
	if len(t.set.list) == 0 {
		return t.fork(into), own
	}
	list := t.set.list
	m := &list[i]
	t.set.list = nil
	q := t.fork(into).(*seated[S, A, W])
	t.set.list = list
	q.State, q.wayCount = m.state, m.ways
	q.forget()
	return q, m.standing
}

// keep keeps some members of the set, at least one.
func (t *seated[S, A, W]) keep(which func(i int) bool) standing {
	next := t.nextSet()
	for i := range t.set.list {
		if m := &t.set.list[i]; which(i) {
			next.add(t.rules.Sum(&m.state), &m.state, m.standing, m.ways)
		}
	}
	at, _ := t.become(&next)
	return at
}

// fill keeps the position after every legal action that fits a word with unknown parts, from the
// position of the table, with the given standing. It calls seen with each action; seen may be nil.
func (t *seated[S, A, W]) fill(word string, at standing, seen func(Action)) {
	w, room := t.word(word), t.room()
	room.actions = t.Engine.Legal(room.actions[:0], &t.State)
	for _, a := range room.actions {
		if a, ok := t.rules.Fill(&t.State, a, w); ok {
			next := &room.next
			*next = t.State
			t.Engine.Apply(next, a)
			t.keeping(t.rules.Sum(next), next, at)
			if seen != nil {
				d := t.rules.Describe(&t.State, a)
				d.Unknown = true
				seen(d)
			}
		}
	}
}

// fillings lists the possible actions for a word with unknown parts in the turn with a number, in the
// first most positions of the set.
func (t *seated[S, A, W]) fillings(word string, number, most int) []Filling {
	w := t.word(word)
	var list []Filling
	known := map[A]int{} // index in list
	own := t.State
	for i := range min(most, t.size()) {
		t.load(i, standing{})
		if c := t.Clock(); c.Phase == rules.Over || int(c.Number) != number {
			continue
		}
		for _, a := range t.Engine.Legal(nil, &t.State) {
			a, ok := t.rules.Fill(&t.State, a, w)
			if !ok {
				continue
			}
			at, again := known[a]
			if !again {
				at = len(list)
				known[a] = at
				list = append(list, Filling{of: t.size()})
			}
			if len(list[at].in) < sampled {
				list[at].in = append(list[at].in, int32(i))
			}
			if word := t.rules.Write(t.rules.Describe(&t.State, a)); !slices.Contains(list[at].Words, word) {
				list[at].Words = append(list[at].Words, word)
			}
		}
	}
	t.State = own
	return list
}

// sampled is the size of a sample of the positions in which a filling is legal.
const sampled = 32

// sample keeps the sample of positions for a filling, if it was found in the same set, and bounds the
// sets to come. ok is false if it drops no position.
func (t *seated[S, A, W]) sample(f *Filling) (at standing, ok bool) {
	t.keepSmall(true)
	if ok = len(t.set.list) == f.of && f.of > len(f.in); ok {
		at = t.keep(func(member int) bool {
			_, found := slices.BinarySearch(f.in, int32(member))
			return found
		})
	}
	t.set.few, t.set.cut = true, true // the dropped positions need no report
	return at, ok
}

// unknown reports whether a word, which is known to parse, has unknown parts.
func (t *seated[S, A, W]) unknown(word string) bool {
	if !strings.Contains(word, "?") {
		return false
	}
	u, ok := any(t.word(word)).(interface{ Unknown() bool })
	return ok && u.Unknown()
}

// positions lists up to most positions of the set, in text order; more is the number of the others.
func (t *seated[S, A, W]) positions(most int) (texts []string, more int) {
	for i := range t.set.list {
		s := t.set.list[i].state
		texts = append(texts, string(t.Engine.AppendPosition(nil, &s, t.Handles)))
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	listed := min(most, len(texts))
	return texts[:listed], len(texts) - listed
}

// outcomes calls yield with the outcome in every position of the set, as long as it wants more.
func (t *seated[S, A, W]) outcomes(yield func(Outcome) bool) {
	if len(t.set.list) == 0 {
		yield(t.outcome())
	}
	for i := range t.set.list {
		s := t.set.list[i].state
		if !yield(t.rules.Outcome(&s, t.Handles)) {
			return
		}
	}
}

// fillTurn keeps the positions after one or more missing actions of the turn under way, from the
// position of the table: shorter turns first. It skips positions that it has reached already in this
// step. start begins a step.
func (t *seated[S, A, W]) fillTurn(at standing, start bool) {
	turn := *t.Clock()
	most, actions := maxSet, maxSet
	if t.set.small {
		most, actions = readingTries/t.size(), readingActions
	}
	room := t.room()
	seen, next := &room.seen, &room.next
	if start || t.set.small { // a reading has a bound for each position
		seen.empty()
	}
	standing, left := sumOf(&at), 0
	open, further := append(room.open[:0], t.State), room.further
	defer func() { room.open, room.further = open, further }()
	for n := 0; n < actions && len(open) > 0; n++ {
		further = further[:0]
		for i := range open {
			room.actions = t.Engine.Legal(room.actions[:0], &open[i])
			for _, a := range room.actions {
				if seen.size+left >= most {
					t.set.cut = true
					return
				}
				*next = open[i]
				t.Engine.Apply(next, a)
				c := t.Engine.Turn(next)
				goesOn := c.Phase != rules.Over && c.Seat == turn.Seat && c.Number == turn.Number
				kept := !goesOn || !t.set.small || t.Engine.MayStop(next) // a reading leaves out whole turns
				if !kept && !goesOn {
					left++
					continue
				}
				sum := t.rules.Sum(next)
				known := sum ^ standing
				if !t.set.small { // it has seen positions after other members, too
					known = sumOf(next) ^ standing
				}
				slot := seen.find(known, func(int32) bool { return true })
				if seen.taken(slot) {
					if !t.set.small {
						t.set.steps++
					}
					continue
				}
				seen.take(slot, known, 0)
				if kept && !t.keeping(sum, next, at) {
					return
				}
				if goesOn {
					further = append(further, *next)
				}
			}
		}
		open, further = further, open
	}
	t.set.cut = t.set.cut || len(open) > 0
}

// keptSmall reports whether the set has the bounds of a reading. If such a set becomes empty, that
// proves little, and the replay goes on as written.
func (t *seated[S, A, W]) keptSmall() bool { return t.set.small }

// Made is how many positions have been examined so far for the sets that the record allows.
func (r *Replay) Made() int {
	if r.table == nil {
		return 0
	}
	return r.table.made()
}

func (t *seated[S, A, W]) made() int { return t.set.steps }

// keepSmall gives the sets to come the bounds of a reading. own says that the table does not hold them
// for long, and may reuse their storage.
func (t *seated[S, A, W]) keepSmall(own bool) { t.set.small, t.set.own = true, own }

// release gives up the storage of others.
func (t *seated[S, A, W]) release() { t.set.own = false }

// resume goes on from the position of a text, after a gap.
func (t *seated[S, A, W]) resume(text string) error {
	shown, err := t.Engine.ParsePosition(text, t.Handles)
	if err == nil {
		shown, err = t.rules.Resume(shown, t.State)
	}
	if err == nil {
		t.State = shown
		t.set.cut = false // this is the position in the dropped ones, too
		t.forget()
	}
	return err
}
