package morris

import (
	"iter"
	"math/bits"
	"slices"

	"tpnote/rules"
	"tpnote/rules/variant"
)

// The reasons for which the engine refuses an action. Up to held, the action cannot be carried out.
const (
	gameOver rules.Reason = iota + 1
	handEmpty
	notOwn
	held
	menInHand
	notJoined
	takeMissing
	noTake
	inMill
)

var reasons = []rules.ReasonInfo{
	gameOver:    {Code: "game-over", Rule: "outcome"},
	handEmpty:   {Code: "hand-empty", Rule: "placing"},
	notOwn:      {Code: "not-own", Rule: "moving"},
	held:        {Code: "held", Rule: "board"},
	menInHand:   {Code: "men-in-hand", Rule: "placing"},
	notJoined:   {Code: "not-joined", Rule: "flying"},
	takeMissing: {Code: "take-missing", Rule: "mills"},
	noTake:      {Code: "no-take", Rule: "mills"},
	inMill:      {Code: "in-mill", Rule: "mill-safety"},
}

// state is a position. It is a flat value: copying it copies the game.
type state struct {
	rules.Order
	Men   [2]set   // on the board, by seat
	Hand  [2]uint8 // still to be placed
	Quiet uint16   // moves in a row without a capture
}

// set is a set of points: bit n is point n. Points are numbered from 1.
type set uint32

const maxPoints = 31

func only(point int8) set         { return 1 << point }
func (s set) has(point int8) bool { return s>>point&1 != 0 }
func (s set) count() int          { return bits.OnesCount32(uint32(s)) }

// each yields the points of a set in their order.
func (s set) each() iter.Seq[int8] {
	return func(yield func(int8) bool) {
		for ; s != 0 && yield(int8(bits.TrailingZeros32(uint32(s)))); s &= s - 1 {
		}
	}
}

// none, in place of a point, is the From of a man that is placed, and the Take of an action that takes no man.
const none int8 = 0

// move is an action.
type move struct{ From, To, Take int8 }

// engine judges one variant. It is immutable.
type engine struct {
	rules.Alternating[state, *state]
	settings
	names  []string // of the points, sorted; "" for none
	joined []set    // the neighbours of each point; all points for none
	mills  []set
	men    uint8
}

func newEngine(v *variant.Variant) (*engine, error) {
	e := &engine{settings: variant.Ruling(points, v), names: []string{""}, men: uint8(v.Board["men"].Number)}
	for _, row := range v.Board["lines"].Rows {
		for _, name := range row["points"].Words {
			if len(name) != 2 || name[0] < 'a' || name[0] > 'i' || name[1] < '1' || name[1] > '9' {
				return nil, row["points"].Errorf("%q is no point: a point is a letter from a to i and a number from 1 to 9", name)
			}
			e.names = append(e.names, name)
		}
	}
	slices.Sort(e.names)
	e.names = slices.Compact(e.names)
	n := len(e.names) - 1
	if n > maxPoints || n <= 2*int(e.men) {
		return nil, v.Board["men"].Errorf("a board for %d men each has %d to %d points, not %d", e.men, 2*e.men+1, maxPoints, n)
	}
	e.joined = make([]set, n+1)
	for point := range n {
		e.joined[none] |= only(int8(point) + 1)
	}
	for _, row := range v.Board["lines"].Rows {
		var line set
		last := none
		for _, name := range row["points"].Words {
			point, _ := e.point(name)
			if line |= only(point); last != none {
				e.joined[point] |= only(last)
				e.joined[last] |= only(point)
			}
			last = point
		}
		if line.count() < len(row["points"].Words) {
			return nil, row["points"].Errorf("a point is twice on this line")
		}
		if line.count() == 3 {
			e.mills = append(e.mills, line)
		}
	}
	return e, nil
}

// point returns the number of a point.
func (e *engine) point(name string) (point int8, ok bool) {
	at, ok := slices.BinarySearch(e.names, name)
	return int8(at), ok
}

func (e *engine) Start(players int) state {
	return state{Order: rules.NewOrder(players), Hand: [2]uint8{e.men, e.men}}
}

// fault returns why a move is not legal; 0 means that it is.
func (e *engine) fault(s *state, m move) rules.Reason {
	seat, placed := s.Clock.Seat, m.From == none
	own, other := s.Men[seat], s.Men[1-seat]
	switch {
	case s.Clock.Phase == rules.Over:
		return gameOver
	case placed && s.Hand[seat] == 0:
		return handEmpty
	case !placed && !own.has(m.From):
		return notOwn
	case (own | other).has(m.To):
		return held
	case !placed && s.Hand[seat] > 0:
		return menInHand
	case !e.reach(s, seat, m.From).has(m.To):
		return notJoined
	}
	switch takes := e.takes(s, m); {
	case takes.has(m.Take):
		return 0
	case m.Take == none:
		return takeMissing
	case !e.closes(s, m) || !other.has(m.Take):
		return noTake
	}
	return inMill
}

// reach returns the points that a man can move to, empty or not.
func (e *engine) reach(s *state, seat uint8, from int8) set {
	if e.flying && s.Men[seat].count() == 3 {
		return e.joined[none]
	}
	return e.joined[from]
}

// closes reports whether a move closes a mill.
func (e *engine) closes(s *state, m move) bool {
	men := s.Men[s.Clock.Seat]&^only(m.From) | only(m.To)
	return e.inMills(men).has(m.To)
}

// inMills returns those of some men that are in a mill.
func (e *engine) inMills(men set) (in set) {
	for _, mill := range e.mills {
		if mill&^men == 0 {
			in |= mill
		}
	}
	return in
}

// takes returns the men of which a move takes one; only none if it takes no man.
func (e *engine) takes(s *state, m move) set {
	other := s.Men[1-s.Clock.Seat]
	free := other &^ e.inMills(other)
	if e.safety == never || e.safety == othersFirst && free == 0 {
		free = other
	}
	if free == 0 || !e.closes(s, m) {
		return only(none)
	}
	return free
}

func (e *engine) Check(s *state, m move) rules.Refusal { return rules.Refused(e.fault(s, m)) }

func (e *engine) Legal(dst []move, s *state) []move {
	seat := s.Clock.Seat
	men := s.Men[seat]
	if s.Clock.Phase == rules.Over {
		men = 0
	} else if s.Hand[seat] > 0 {
		men = only(none)
	}
	for from := range men.each() {
		for to := range (e.reach(s, seat, from) &^ (s.Men[0] | s.Men[1])).each() {
			for take := range e.takes(s, move{from, to, none}).each() {
				dst = append(dst, move{from, to, take})
			}
		}
	}
	return dst
}

// Apply carries out a move, legal or not. If that is impossible, the turn passes.
func (e *engine) Apply(s *state, m move) {
	if why := e.fault(s, m); why != 0 && why <= held {
		e.Close(s)
		return
	}
	seat := s.Clock.Seat
	if s.Quiet++; m.From == none {
		s.Hand[seat]--
	}
	if m.From == none || s.Men[1-seat].has(m.Take) {
		s.Quiet = 0
	}
	s.Men[seat] = s.Men[seat]&^only(m.From) | only(m.To)
	s.Men[1-seat] &^= only(m.Take)
	if e.beaten(s, 1-seat) || e.drawn(s) {
		s.Clock.Phase = rules.Over
		return
	}
	e.Close(s)
}

// beaten reports whether a player whose turn it would be has lost: too few men, or no move.
func (e *engine) beaten(s *state, seat uint8) bool {
	if s.Hand[seat] > 0 {
		return s.Men[seat].count()+int(s.Hand[seat]) < 3
	}
	for from := range s.Men[seat].each() {
		if e.reach(s, seat, from)&^(s.Men[0]|s.Men[1]) != 0 {
			return s.Men[seat].count() < 3
		}
	}
	return true
}

// drawn reports whether too many moves in a row took no man.
func (e *engine) drawn(s *state) bool { return e.quiet > 0 && int(s.Quiet) >= e.quiet }

// won reports whether the player of the last turn has won.
func (e *engine) won(s *state) bool {
	return s.Clock.Phase == rules.Over && e.beaten(s, 1-s.Clock.Seat)
}
