package verify

import (
	"fmt"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
)

// order checks the rolls for the first turn.
func (j *judge) order(o *notation.Order) {
	switch {
	case j.played:
		f := j.errorAt("order-roll", o.Keyword.Span, "the rolls for the first turn stand before turn 1")
		j.by(f, "first-player")
		return
	case j.ordered:
		f := j.errorAt("order-roll", o.Keyword.Span, "the rolls for the first turn are given twice")
		j.by(f, "first-player")
		return
	}
	j.ordered = true
	seat, ok := j.rollOff(o)
	if !ok {
		return
	}
	if !j.first && j.table != nil { // else a Setup or a state line says who is next
		j.table.take(seat, j.table.clock().Number)
		j.first, j.winner = true, true
	}
}

// rollOff finds who wins the roll for the first turn. Faults are reported; then nobody
// does.
func (j *judge) rollOff(o *notation.Order) (winner uint8, ok bool) {
	tie := j.variant.Setting("rolloff-tie").Value.Word
	r := rules.NewRollOff(tie, len(j.Handles))
	faces := make([]uint8, len(j.Handles))
	for _, group := range o.Groups {
		due := r.Due()
		if due == 0 {
			first := j.Handles[r.First()]
			return 0, j.orderFault(group[0].Handle.Span, first+" has won the roll already; nobody rolls again")
		}
		rolled := uint32(0)
		for _, roll := range group {
			seat, known := rules.SeatOf(roll.Handle.Text, j.Handles)
			switch {
			case !known:
				f := j.errorAt("unknown-player", roll.Handle.Span, fmt.Sprintf("%s is not one of the players %s", roll.Handle.Text, strings.Join(j.Handles, ", ")))
				f.suggest(roll.Handle.Text, j.Handles)
				return 0, false
			case rolled>>seat&1 != 0:
				return 0, j.orderFault(roll.Handle.Span, roll.Handle.Text+" rolls twice in the same group")
			case due>>seat&1 == 0 && tie == "every-tie":
				return 0, j.orderFault(roll.Handle.Span, roll.Handle.Text+" did not tie with anybody, and rolls again all the same")
			case due>>seat&1 == 0:
				return 0, j.orderFault(roll.Handle.Span, roll.Handle.Text+" did not tie for the highest roll, and rolls again all the same")
			}
			rolled |= 1 << seat
			faces[seat] = uint8(roll.Face)
		}
		for seat, handle := range j.Handles {
			if due&^rolled>>seat&1 != 0 {
				return 0, j.orderFault(group[0].Handle.Span, handle+" does not roll in this group")
			}
		}
		r.Roll(faces)
	}
	switch due := r.Due(); {
	case due == 0:
		return r.First(), true
	case tie == "every-tie":
		return 0, j.orderFault(o.Keyword.Span, "rolls are tied ("+j.names(due)+"), and are not rolled again")
	default:
		return 0, j.orderFault(o.Keyword.Span, "the highest roll is tied ("+j.names(r.Highest())+"), and they do not roll again")
	}
}

func (j *judge) orderFault(at notation.Span, message string) bool {
	j.by(j.errorAt("order-roll", at, message), "rolloff-tie")
	return false
}

// names lists the players of a set of seats.
func (j *judge) names(seats uint32) string {
	var names []string
	for seat, handle := range j.Handles {
		if seats>>seat&1 != 0 {
			names = append(names, handle)
		}
	}
	return strings.Join(names, ", ")
}
