package verify

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
)

// This file judges tally lines. A tally line says what somebody else has counted of a player. It is held against
// what the replay has counted since the beginning of the log. Where parts are unknown, the
// replay knows no more than from where to where a count can be.

// everyCount is what can be counted in every game.
var everyCount = []string{"turns", "rolls", "sixes", "pips"}

// counted is what is counted: of whom, and what.
type counted struct {
	seat uint8
	key  string
}

// between is the least and the most that a count can be.
type between struct{ least, most int }

// unbounded is added to the most that a count can be where nobody knows.
const unbounded = 1_000_000_000

// tallied is what a replay has counted. A nil tallied counts nothing: no tally line follows.
type tallied map[counted]between

func (t tallied) add(seat uint8, key string, least, most int) {
	if t == nil {
		return
	}
	at := counted{seat, key}
	n := t[at]
	t[at] = between{n.least + least, min(unbounded, n.most+most)}
}

// action counts an action that was carried out.
func (t tallied) action(on table, a Action, who uint8) {
	if t != nil {
		countAction(on, a, who, t.add)
	}
}

// countAction tells what an action adds to the counts.
func countAction(on table, a Action, who uint8, add func(seat uint8, key string, least, most int)) {
	if a.Die != 0 {
		add(who, "rolls", 1, 1)
		add(who, "pips", a.Die, a.Die)
		if a.Die == 6 {
			add(who, "sixes", 1, 1)
		}
	}
	on.count(a, who, add)
}

// spread collects what an action can have added to the counts, whatever it was.
type spread struct {
	n      int // actions that it can have been
	counts map[counted]between
}

// take notes one more action that it can have been.
func (s *spread) take(on table, a Action, who uint8) {
	one := tallied{}
	countAction(on, a, who, one.add)
	if s.n++; s.n == 1 {
		s.counts = one
		return
	}
	for at := range s.counts {
		if _, both := one[at]; !both {
			one[at] = between{}
		}
	}
	for at, n := range one {
		before := s.counts[at] // nothing, if no action before counted there
		s.counts[at] = between{min(before.least, n.least), max(before.most, n.most)}
	}
}

// spread adds what an unknown action can have added.
func (t tallied) spread(s *spread) {
	if t == nil {
		return
	}
	for at, n := range s.counts {
		t.add(at.seat, at.key, n.least, n.most)
	}
}

// anything notes that nobody knows how much was done.
func (t tallied) anything(seats int) {
	if t == nil {
		return
	}
	for seat := range seats {
		t.add(uint8(seat), anyKey, 0, 1)
	}
}

// anyKey counts the places where nobody knows how much was done.
const anyKey = "..."

// tally judges a tally line.
func (r *Replay) tally(j *Judgement, t *notation.Tally) {
	if r.notation == nil {
		return
	}
	keys := everyCount
	if r.table != nil {
		keys = slices.Concat(everyCount, r.table.counts())
	}
	for _, c := range t.Counts {
		if r.table != nil && !slices.Contains(keys, c.Key) {
			f := j.Malformed(CodeDirective, c.Word.Span, fmt.Sprintf("nobody counts %q in this game: a tally has %s", c.Key, strings.Join(keys, ", ")))
			f.Suggest(c.Key, keys)
		}
	}
	seat, known := j.Seat(t.Handle)
	if !known || !r.Ready() || r.gaps > 0 || r.tallied == nil {
		return
	}
	for i, c := range t.Counts {
		if !slices.Contains(keys, c.Key) || slices.ContainsFunc(t.Counts[:i], func(d notation.Count) bool { return d.Key == c.Key && d.Number == c.Number }) {
			continue
		}
		if n := r.countOf(seat, c.Key); c.Number < n.least || c.Number > n.most {
			j.Error(CodeTally, c.Word.Span, fmt.Sprintf("the tally gives %s %d %s; the replay counts %s", t.Handle.Text, c.Number, c.Key, n))
		}
	}
}

func (b between) String() string {
	switch {
	case b.least == b.most:
		return fmt.Sprint(b.least)
	case b.most >= unbounded:
		return fmt.Sprintf("%d or more", b.least)
	}
	return fmt.Sprintf("%d to %d", b.least, b.most)
}

// countOf is the count of a key so far.
func (r *Replay) countOf(seat uint8, key string) between {
	if n, stands := r.table.standing(seat, key); stands {
		return n
	}
	n := r.tallied[counted{seat, key}]
	if r.tallied[counted{seat, anyKey}].most > 0 && key != "turns" {
		n.most = unbounded
	}
	return n
}

// tallies reports whether a game may have a tally line.
func tallies(b notation.Block) bool { return bytes.Contains(b.Text, []byte("tally")) }
