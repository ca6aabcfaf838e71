package verify

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
)

// This file judges order lines, which have the rolls for the first turn, and tally lines.

// order judges the rolls for the first turn.
func (r *played) order(j *Judgement) {
	o, throw := j.Line.Node.(*notation.Order), r.rules.Throw
	switch {
	case r.rules.game == nil:
		return
	case !r.rules.rollsOff:
		r.foreign(j, o.Keyword)
		return
	case r.table == nil:
		return
	case r.turns.Played:
		j.Refuse(CodeOrderRoll, Grounds{Rule: "first-player", Situation: "late"}, o.Keyword.Span, "the %ss for the first turn must come before turn 1", throw)
		return
	case r.turns.Ordered:
		j.Refuse(CodeOrderRoll, Grounds{Rule: "first-player", Situation: "twice"}, o.Keyword.Span, "the %ss for the first turn are given twice", throw)
		return
	}
	r.turns.Ordered = true
	winner, ok := r.rollOff(j, o)
	if !r.waiting {
		r.turns.Order(r.table, winner, ok)
	}
}

// rollOff finds who wins the roll for the first turn. It reports faults; ok is then false. In each
// group of the line, every player who must roll does so once.
func (r *tagged) rollOff(j *Judgement, o *notation.Order) (winner uint8, ok bool) {
	throw, tie := r.rules.Throw, r.rules.tie
	fault := func(situation string, at notation.Span, message string, args ...any) (uint8, bool) {
		rule := "rolloff-tie"
		if !r.variant.Has(rule) {
			rule = "first-player"
		}
		j.Refuse(CodeOrderRoll, Grounds{Rule: rule, Situation: situation}, at, message, args...)
		return 0, false
	}
	off := rules.NewRollOff(tie, len(r.handles))
	for g, group := range o.Groups {
		faces, missing := make([]uint8, len(r.handles)), off.Due()
		for _, roll := range group {
			seat, known := j.Seat(roll.Handle)
			bit := uint32(1) << seat
			switch {
			case !known:
				return 0, false
			case missing&bit != 0:
			case off.Due()&bit != 0:
				return fault("once", roll.Handle.Span, "%s %ss twice in the same group", roll.Handle.Text, throw)
			case tie == "every-tie":
				return fault("tie", roll.Handle.Span, "%s did not tie with another player, and %ss again all the same", roll.Handle.Text, throw)
			default:
				return fault("tie", roll.Handle.Span, "%s did not tie for the highest %s, and %[2]ss again all the same", roll.Handle.Text, throw)
			}
			missing &^= bit
			faces[seat] = uint8(roll.Face)
		}
		if missing != 0 {
			who := r.handles[bits.TrailingZeros32(missing)]
			return fault([]string{"everybody", "tie"}[min(g, 1)], group[0].Handle.Span, "%s does not %s in this group", who, throw)
		}
		off.Roll(faces)
		switch last := g == len(o.Groups)-1; {
		case off.Due() == 0 && !last:
			return fault("settled", o.Groups[g+1][0].Handle.Span, "%s has won already; no player %ss again", r.handles[off.First()], throw)
		case off.Due() == 0:
			return off.First(), true
		case !last:
		case tie == "every-tie":
			return fault("tie", o.Keyword.Span, "%ss are tied (%s), and the tied players do not %[1]s again", throw, r.names(off.Due()))
		default:
			return fault("tie", o.Keyword.Span, "the highest %s is tied (%s), and they do not %[1]s again", throw, r.names(off.Highest()))
		}
	}
	return 0, false
}

// names lists the players of a set of seats.
func (t *tagged) names(seats uint32) string {
	var names []string
	for seat, handle := range t.handles {
		if seats>>seat&1 != 0 {
			names = append(names, handle)
		}
	}
	return strings.Join(names, ", ")
}

// A tally line gives a count that another person kept of a player. The replay compares it with its own count since
// the beginning of the log. With unknown parts, the replay knows only the range of a count.

// counted is a key of a player.
type counted struct {
	seat uint8
	key  string
}

// between is the least and the most that a count can be.
type between struct{ least, most int }

// unbounded is added to the most of a count without a known bound.
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

func (t tallied) addAll(more tallied) {
	for at, n := range more {
		t.add(at.seat, at.key, n.least, n.most)
	}
}

// count adds what an action adds.
func (t tallied) count(on table, a Action, who uint8) {
	if a.Die != 0 {
		t.add(who, "rolls", 1, 1)
		t.add(who, "pips", a.Die, a.Die)
		if a.Die == 6 {
			t.add(who, "sixes", 1, 1)
		}
	}
	on.count(a, who, t.add)
}

// or returns what one of several actions can have added: a, or one of those that t is about. A nil t is about none.
func (t tallied) or(on table, a Action, who uint8) tallied {
	one := tallied{}
	one.count(on, a, who)
	if t == nil {
		return one
	}
	for at := range t {
		one.add(at.seat, at.key, 0, 0) // what is not counted is 0
	}
	for at, n := range one {
		one[at] = between{min(n.least, t[at].least), max(n.most, t[at].most)}
	}
	return one
}

// anyKey counts the places with an unknown number of actions.
const anyKey = "..."

// tally judges a tally line.
func (r *Replay) tally(j *Judgement, t *notation.Tally) {
	if r.rules.game == nil {
		return
	}
	var keys []string
	if r.table != nil {
		keys = r.rules.counts()
	}
	for _, c := range t.Counts {
		if r.table != nil && !slices.Contains(keys, c.Key) {
			f := j.Malformed(CodeDirective, c.Word.Span, "this game has no count %q: a tally has %s", c.Key, strings.Join(keys, ", "))
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
			j.Error(CodeTally, c.Word.Span, "the tally gives %s %s=%d; the replay counts %s", t.Handle.Text, c.Key, c.Number, n)
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
	if _, shown := r.table.shown(seat, key); shown {
		n := between{least: unbounded}
		for range r.members() {
			one, _ := r.table.shown(seat, key)
			n = between{min(n.least, one), max(n.most, one)}
		}
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
