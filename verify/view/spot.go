package view

import (
	"slices"
	"strconv"
)

// spot is a move that is not allowed, shown instead of what a moment did, for a learner to stop.
type spot struct {
	question        // why it is not allowed
	moment   int    // the moment that it takes the place of
	heading  string // as of a moment
	from, to int    // the spaces of the piece, as indexes in Board.Spaces
}

// apart is how many moves a learner sees between two that are not allowed, at least.
const apart = 3

// spots chooses moves that are not allowed: where a rule forbids one that a player may well try.
func (f *Film) spots() []spot {
	var all []spot
	last := -apart
	var reasons []option // each clause once
	for i := range f.Moments {
		m := &f.Moments[i]
		if m.Who == "" || m.Side > 0 || len(m.Findings) > 0 {
			continue
		}
		wrong, _ := f.temptations(m, choicesIn(m.before), m.action.Die)
		for _, o := range wrong {
			if says := o.law.Says; says != "" && !slices.ContainsFunc(reasons, func(r option) bool { return r.Text == says }) {
				reasons = append(reasons, prose(says, false))
			}
		}
		at := slices.IndexFunc(wrong, func(o option) bool { return o.law.Says != "" && o.From >= 0 && o.To >= 0 })
		if at < 0 || i < last+apart {
			continue
		}
		last = i
		o := wrong[at]
		right := prose(o.law.Says, true)
		right.Why = o.Why
		all = append(all, spot{question{Die: m.action.Die, Options: []option{right}}, i, strconv.Itoa(m.Turn) + ". " + m.Who + "  " + o.Word, o.From, o.To})
	}
	for i := range all {
		s := &all[i]
		for k := range reasons { // others for every spot
			if r := reasons[(i+k)%len(reasons)]; len(s.Options) < 3 && r.Text != s.Options[0].Text {
				s.Options = append(s.Options, r)
			}
		}
		s.sort()
	}
	return slices.DeleteFunc(all, func(s spot) bool { return len(s.Options) < 2 })
}
