// Package walk goes through a game under two rule sets in step, to find where they part.
package walk

import (
	"bytes"
	"hash/maphash"
	"slices"

	"tpnote/rules"
)

// Side is one of the two rule sets, at the position where the walk begins.
type Side[S, A comparable] struct {
	Engine   rules.Engine[S, A]
	Branches func(s *S, a A) []A    // lists the actions that say more than a legal one
	Word     func(s *S, a A) string // writes an action
	State    S
	Handles  []string
}

// Found is what a walk found.
type Found struct {
	Parted bool
	Steps  []Step // the fewest actions on which the rules part: the last is legal under one rule set alone, or leads to two positions
	Whole  bool   // the bounds did not cut it short: no sequence within the bounds parts the rules
	Tries  int    // actions that were tried
}

// Step is an action of a walk, as the side whose rules allow all steps writes it.
type Step struct {
	Turn int
	Who  string
	Word string
}

// pair is a position under each of two rule sets, and how it came about.
type pair[S, A comparable] struct {
	states [2]S
	parent int // its index; -1 for the first
	action A
	stops  bool // the turn was ended instead
	depth  int
}

// walker is a walk under way.
type walker[S, A comparable] struct {
	sides [2]Side[S, A]
	pairs []pair[S, A]
	seen  map[uint64]bool
	texts [2][]byte
	most  int // the longest sequence of actions
	tries int
}

var seed = maphash.MakeSeed()

// Apart looks for the shortest sequence of actions, each but the last legal under both rule sets, on
// which they part. It examines each pair of positions once; it follows no sequence of more than most
// actions, and tries at most tries actions in all.
func Apart[S, A comparable](sides [2]Side[S, A], most, tries int) Found {
	w := &walker[S, A]{sides: sides, seen: map[uint64]bool{}, most: most}
	first := pair[S, A]{states: [2]S{sides[0].State, sides[1].State}, parent: -1}
	if w.textsDiffer(&first.states) { // two boards may name what is the same
		return Found{Parted: true, Whole: true}
	}
	w.keep(first)
	for at := 0; at < len(w.pairs); at++ {
		if w.tries >= tries {
			return Found{Tries: w.tries}
		}
		if last, by, parted := w.expand(at); parted {
			return Found{Parted: true, Steps: w.way(last, by), Whole: true, Tries: w.tries}
		}
	}
	return Found{Whole: true, Tries: w.tries}
}

// differ reports whether two positions differ in what their texts show. Equal ones do not: their texts were equal once.
func (w *walker[S, A]) differ(states *[2]S) bool {
	return states[0] != states[1] && w.textsDiffer(states)
}

func (w *walker[S, A]) textsDiffer(states *[2]S) bool {
	for i := range w.sides {
		w.texts[i] = w.sides[i].Engine.AppendPosition(w.texts[i][:0], &states[i], w.sides[i].Handles)
	}
	return !bytes.Equal(w.texts[0], w.texts[1])
}

// actions lists what is legal at a pair under either rule set.
func (w *walker[S, A]) actions(states *[2]S) (all []A) {
	known := map[A]bool{}
	for i := range w.sides {
		legal := w.sides[i].Engine.Legal(nil, &states[i])
		for _, a := range legal[:len(legal):len(legal)] {
			legal = append(legal, w.sides[i].Branches(&states[i], a)...)
		}
		for _, a := range legal {
			if !known[a] {
				known[a], all = true, append(all, a)
			}
		}
	}
	return all
}

// expand looks at all that can follow a pair. If the rules part there, it returns the pair after that,
// and the side whose rules allow it. Otherwise it keeps what can follow, to be looked at later.
func (w *walker[S, A]) expand(at int) (last pair[S, A], by int, parted bool) {
	states := w.pairs[at].states
	if w.sides[0].Engine.Turn(&states[0]).Phase == rules.Over {
		return last, 0, false
	}
	for _, a := range w.actions(&states) {
		legal := [2]bool{}
		next := pair[S, A]{states: states, parent: at, action: a, depth: w.pairs[at].depth + 1}
		w.tries++
		for i := range w.sides {
			legal[i] = w.sides[i].Engine.Check(&states[i], a) == rules.Refusal{}
			if legal[i] {
				w.sides[i].Engine.Apply(&next.states[i], a)
			}
		}
		if !legal[0] && !legal[1] {
			continue // a branch that neither knows
		}
		if legal[0] != legal[1] || w.differ(&next.states) {
			return next, slices.Index(legal[:], true), true
		}
		w.keep(next)
	}
	var may [2]bool
	closed := pair[S, A]{states: states, parent: at, stops: true, depth: w.pairs[at].depth}
	for i := range w.sides {
		e := w.sides[i].Engine
		if may[i] = e.MayStop(&states[i]) && e.Turn(&states[i]).Phase == rules.Open; may[i] {
			e.Close(&closed.states[i])
		}
	}
	switch {
	case may[0] != may[1]: // the next player's first action shows it
		by = slices.Index(may[:], true)
		for _, a := range w.sides[by].Engine.Legal(nil, &closed.states[by]) {
			w.pairs = append(w.pairs, closed)
			return pair[S, A]{states: closed.states, parent: len(w.pairs) - 1, action: a}, by, true
		}
	case may[0] && w.differ(&closed.states):
		return closed, 0, true
	case may[0]:
		w.keep(closed)
	}
	return last, 0, false
}

// keep keeps a pair to be looked at later, unless it is known or too far.
func (w *walker[S, A]) keep(p pair[S, A]) {
	if p.depth >= w.most {
		return
	}
	sum := maphash.Comparable(seed, p.states)
	if !w.seen[sum] {
		w.seen[sum] = true
		w.pairs = append(w.pairs, p)
	}
}

// way is how a pair came about, as one side writes it.
func (w *walker[S, A]) way(last pair[S, A], by int) (steps []Step) {
	side := &w.sides[by]
	for p := last; p.parent >= 0; p = w.pairs[p.parent] {
		if before := &w.pairs[p.parent].states[by]; !p.stops {
			c := side.Engine.Turn(before)
			steps = append(steps, Step{int(c.Number), side.Handles[c.Seat], side.Word(before, p.action)})
		}
	}
	slices.Reverse(steps)
	return steps
}
