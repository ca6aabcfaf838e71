package verify

import (
	"strings"

	"tpnote/notation"
	"tpnote/verify/internal/turn"
)

// This file judges order lines: the rolls for the first turn.

// order judges the rolls for the first turn.
func (r *Replay) order(j *Judgement, o *notation.Order) {
	throw := r.terms.Throw
	switch {
	case r.notation == nil:
		return
	case !r.notation.rollsOff:
		r.foreign(j, o.Keyword)
		return
	case r.table == nil:
		return
	case r.turns.Played:
		j.RefuseIn(CodeOrderRoll, Grounds{Rule: "first-player", Situation: "late"}, o.Keyword.Span, "the "+throw+"s for the first turn stand before turn 1")
		return
	case r.turns.Ordered:
		j.RefuseIn(CodeOrderRoll, Grounds{Rule: "first-player", Situation: "twice"}, o.Keyword.Span, "the "+throw+"s for the first turn are given twice")
		return
	}
	r.turns.Ordered = true
	winner, ok := r.rollOff(j, o)
	if !r.waiting {
		r.turns.Order(r.table, winner, ok)
	}
}

// rollOff finds who wins the roll for the first turn. Faults are reported; then nobody
// does.
func (r *Replay) rollOff(j *Judgement, o *notation.Order) (winner uint8, ok bool) {
	throw := r.terms.Throw
	fault := func(situation string, at notation.Span, message string) (uint8, bool) {
		rule := "rolloff-tie"
		if !r.variant.Has(rule) {
			rule = "first-player"
		}
		j.RefuseIn(CodeOrderRoll, Grounds{Rule: rule, Situation: situation}, at, message)
		return 0, false
	}
	off := turn.NewRollOff(tieRule(r.variant), len(r.handles))
	for g, group := range o.Groups {
		for _, roll := range group {
			seat, known := j.Seat(roll.Handle)
			if !known {
				return 0, false
			}
			switch off.Roll(int(seat), roll.Face) {
			case turn.Twice:
				return fault("once", roll.Handle.Span, roll.Handle.Text+" "+throw+"s twice in the same group")
			case turn.NotLevel:
				return fault("tie", roll.Handle.Span, roll.Handle.Text+" did not tie with anybody, and "+throw+"s again all the same")
			case turn.NotTied:
				return fault("tie", roll.Handle.Span, roll.Handle.Text+" did not tie for the highest "+throw+", and "+throw+"s again all the same")
			}
		}
		last := g == len(o.Groups)-1
		switch f, seats := off.End(last); {
		case f == turn.Missing:
			return fault([]string{"everybody", "tie"}[min(g, 1)], group[0].Handle.Span, r.handles[turn.Seat(seats)]+" does not "+throw+" in this group")
		case f == turn.Won:
			return fault("settled", o.Groups[g+1][0].Handle.Span, r.handles[turn.Seat(seats)]+" has won already; nobody "+throw+"s again")
		case f == turn.Tied:
			return fault("tie", o.Keyword.Span, "the highest "+throw+" is tied ("+r.names(seats)+"), and they do not "+throw+" again")
		case f == turn.Unsettled:
			return fault("tie", o.Keyword.Span, throw+"s are tied ("+r.names(seats)+"), and nobody "+throw+"s again")
		case last:
			return uint8(turn.Seat(seats)), true
		}
	}
	return 0, false
}

// names lists the players of a set of seats.
func (r *Replay) names(seats uint32) string {
	var names []string
	for seat, handle := range r.handles {
		if seats>>seat&1 != 0 {
			names = append(names, handle)
		}
	}
	return strings.Join(names, ", ")
}
