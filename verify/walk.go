package verify

import (
	"bytes"
	"hash/maphash"
	"slices"

	"tpnote/rules"
)

// This file walks through a game under two rule sets in step, to find where they part.

// Brancher is Rules whose words may say more than a legal action does, such as the box that a
// card came from, and whose rules may care.
type Brancher[S, A comparable] interface {
	// Branches lists the actions that say more than a, which is legal or not.
	Branches(s *S, a A) []A
}

// Bounds are how far a walk goes.
type Bounds struct {
	Actions int // the longest sequence
	Tries   int // the most actions to try in all
}

// Walk is what a walk under two rule sets found.
type Walk struct {
	Parted bool
	Steps  []Step // the fewest actions on which the rules part: the last is legal under one rule set alone, or leads to two positions
	Whole  bool   // the bounds did not cut it short: no sequence within the bounds parts the rules
	Tries  int    // actions that were tried
}

// Step is an action of a walk, as a log would write it.
type Step struct {
	Turn int
	Who  string
	Word string
}

// Walk looks for the shortest sequence of actions, each but the last legal under both rule
// sets, on which the rules of r and of other part. Both are replays of one game under two
// variants, at the same position. The walk examines each pair of positions once.
func (r *Replay) Walk(other *Replay, within Bounds) Walk { return r.table.walk(other.table, within) }

// pair is a position under each of two rule sets, and how it came about.
type pair[S, A comparable] struct {
	states [2]S
	parent int // its index; -1 for the first
	action A
	stops  bool // the turn was ended instead
	depth  int
}

// walker is a walk under way. Its sides are the tables of two rule sets.
type walker[S, A comparable, W any] struct {
	sides [2]*seated[S, A, W]
	pairs []pair[S, A]
	seen  map[uint64]bool
	texts [2][]byte
	most  int // the longest sequence of actions
	tries int
}

var walkSeed = maphash.MakeSeed()

func (t *seated[S, A, W]) walk(other table, within Bounds) Walk {
	w := &walker[S, A, W]{sides: [2]*seated[S, A, W]{t, other.(*seated[S, A, W])}, seen: map[uint64]bool{}, most: within.Actions}
	first := pair[S, A]{states: [2]S{w.sides[0].State, w.sides[1].State}, parent: -1}
	if !bytes.Equal(w.sides[0].Position(nil), w.sides[1].Position(nil)) { // two boards may name what is the same
		return Walk{Parted: true, Whole: true}
	}
	w.keep(first)
	for at := 0; at < len(w.pairs); at++ {
		if w.tries >= within.Tries {
			return Walk{Tries: w.tries}
		}
		if steps := w.expand(at); steps != nil {
			return Walk{Parted: true, Steps: steps, Whole: true, Tries: w.tries}
		}
	}
	return Walk{Whole: true, Tries: w.tries}
}

// differ reports whether two positions differ in what their texts show.
func (w *walker[S, A, W]) differ(states *[2]S) bool {
	if states[0] == states[1] {
		return false
	}
	for i, t := range w.sides {
		w.texts[i] = t.Engine.AppendPosition(w.texts[i][:0], &states[i], t.Handles)
	}
	return !bytes.Equal(w.texts[0], w.texts[1])
}

// actions lists what is legal at a pair under either rule set.
func (w *walker[S, A, W]) actions(states *[2]S) []A {
	var all []A
	for i, t := range w.sides {
		legal := t.Engine.Legal(nil, &states[i])
		if b, ok := t.rules.(Brancher[S, A]); ok {
			for _, a := range legal[:len(legal):len(legal)] {
				legal = append(legal, b.Branches(&states[i], a)...)
			}
		}
		if i == 0 {
			all = legal
			continue
		}
		known := make(map[A]bool, len(all))
		for _, a := range all {
			known[a] = true
		}
		for _, a := range legal {
			if !known[a] {
				all = append(all, a)
			}
		}
	}
	return all
}

// expand looks at all that can follow a pair, and returns the way to where the rules part; nil
// if they do not. What can follow is kept to be looked at later.
func (w *walker[S, A, W]) expand(at int) []Step {
	states := w.pairs[at].states
	if w.sides[0].Engine.Turn(&states[0]).Phase == rules.Over {
		return nil
	}
	for _, a := range w.actions(&states) {
		legal := [2]bool{}
		next := pair[S, A]{states: states, parent: at, action: a, depth: w.pairs[at].depth + 1}
		w.tries++
		for i, t := range w.sides {
			legal[i] = t.Engine.Check(&states[i], a) == rules.Refusal{}
			if legal[i] {
				t.Engine.Apply(&next.states[i], a)
			}
		}
		if !legal[0] && !legal[1] {
			continue // a branch that neither knows
		}
		if legal[0] != legal[1] || w.differ(&next.states) {
			return w.way(next, legal[0])
		}
		w.keep(next)
	}
	var may [2]bool
	closed := pair[S, A]{states: states, parent: at, stops: true, depth: w.pairs[at].depth}
	for i, t := range w.sides {
		if may[i] = t.Engine.MayStop(&states[i]) && t.Engine.Turn(&states[i]).Phase == rules.Open; may[i] {
			t.Engine.Close(&closed.states[i])
		}
	}
	switch {
	case may[0] != may[1]: // it shows with the next player's first action
		i := slices.Index(may[:], true)
		for _, a := range w.sides[i].Engine.Legal(nil, &closed.states[i]) {
			w.pairs = append(w.pairs, closed)
			return w.way(pair[S, A]{states: closed.states, parent: len(w.pairs) - 1, action: a}, i == 0)
		}
	case may[0] && w.differ(&closed.states):
		return w.way(closed, true)
	case may[0]:
		w.keep(closed)
	}
	return nil
}

// keep keeps a pair to be looked at later, unless it is known or too far.
func (w *walker[S, A, W]) keep(p pair[S, A]) {
	if p.depth >= w.most {
		return
	}
	sum := maphash.Comparable(walkSeed, p.states)
	if !w.seen[sum] {
		w.seen[sum] = true
		w.pairs = append(w.pairs, p)
	}
}

// way is how a pair came about. Its last action is written as the first rule set has it, or
// as the second has it.
func (w *walker[S, A, W]) way(last pair[S, A], first bool) []Step {
	var steps []Step
	for p := last; p.parent >= 0; p = w.pairs[p.parent] {
		if p.stops {
			continue
		}
		i := 0
		if !first {
			i = 1
		}
		t, before := w.sides[i], &w.pairs[p.parent].states[i]
		c := t.Engine.Turn(before)
		steps = append(steps, Step{int(c.Number), t.Handles[c.Seat], t.rules.Write(t.rules.Describe(before, p.action))})
		first = true // all before it is legal under both
	}
	slices.Reverse(steps)
	if steps == nil {
		steps = []Step{}
	}
	return steps
}
