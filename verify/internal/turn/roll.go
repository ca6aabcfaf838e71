package turn

import "math/bits"

// RollOff judges the rolls for the first turn, group by group. It serves at most 64 seats.
type RollOff struct {
	everyone bool
	due      uint64 // sets of seats: who rolls in this group,
	rolled   uint64 // who has,
	best     uint64 // and who of them highest
	highest  int
}

// NewRollOff is a roll-off of so many seats. everyone says that all roll again where the
// highest roll is tied.
func NewRollOff(seats int, everyone bool) RollOff {
	return RollOff{everyone: everyone, due: 1<<seats - 1}
}

// RollFault is what is wrong with a roll or a group of rolls.
type RollFault uint8

const (
	Twice   RollFault = iota + 1 // the seat has rolled in this group
	NotTied                      // the seat did not tie for the highest roll
	Missing                      // a seat that is due does not roll
	Won                          // the roll is won, and another group follows
	Tied                         // the highest roll is tied, and no group follows
)

// Roll takes one roll of the group; 0 means that nothing is wrong with it.
func (r *RollOff) Roll(seat, face int) RollFault {
	bit := uint64(1) << seat
	switch {
	case r.rolled&bit != 0:
		return Twice
	case r.due&bit == 0:
		return NotTied
	}
	r.rolled |= bit
	if face > r.highest {
		r.highest, r.best = face, 0
	}
	if face == r.highest {
		r.best |= bit
	}
	return 0
}

// End ends a group, the last one or not. The set of seats is whoever is missing, has won or
// has tied; of the last group without a fault it is the winner.
func (r *RollOff) End(last bool) (RollFault, uint64) {
	missing, best := r.due&^r.rolled, r.best
	tied := best&(best-1) != 0
	switch {
	case missing != 0:
		return Missing, missing & -missing
	case !tied && !last:
		return Won, best
	case tied && last:
		return Tied, best
	}
	if !r.everyone {
		r.due = best
	}
	r.rolled, r.best, r.highest = 0, 0, 0
	return 0, best
}

// Seat is the lowest seat of a set.
func Seat(set uint64) int { return bits.TrailingZeros64(set) }
