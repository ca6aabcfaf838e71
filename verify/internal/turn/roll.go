package turn

import (
	"math/bits"

	"tpnote/rules"
)

// RollOff checks the rolls of an order line: in each group, every player who must roll does so
// once.
type RollOff struct {
	off    rules.RollOff
	every  bool // all who tie with another player roll again
	rolled uint32
	faces  [32]uint8
	seats  int
}

// NewRollOff begins the rolls of a number of seats; tie is the value of rule point rolloff-tie.
func NewRollOff(tie string, seats int) RollOff {
	return RollOff{off: rules.NewRollOff(tie, seats), every: tie == "every-tie", seats: seats}
}

// RollFault is a fault of a roll or a group of rolls.
type RollFault uint8

const (
	Twice     RollFault = iota + 1 // the seat has rolled in this group
	NotTied                        // the seat did not tie for the highest roll
	NotLevel                       // the seat did not tie with another
	Missing                        // a seat that must roll does not
	Won                            // the roll is settled, and another group follows
	Tied                           // the highest roll is tied, and no group follows
	Unsettled                      // some rolls are tied, and no group follows
)

// Roll takes one roll of the group; 0 means that nothing is wrong with it.
func (r *RollOff) Roll(seat, face int) RollFault {
	bit := uint32(1) << seat
	switch {
	case r.rolled&bit != 0:
		return Twice
	case r.off.Due()&bit == 0 && r.every:
		return NotLevel
	case r.off.Due()&bit == 0:
		return NotTied
	}
	r.rolled |= bit
	r.faces[seat] = uint8(face)
	return 0
}

// End ends a group; last says that no group follows. It returns the set of seats that are missing,
// have won or have tied; for a last group without a fault, the winner.
func (r *RollOff) End(last bool) (RollFault, uint32) {
	if missing := r.off.Due() &^ r.rolled; missing != 0 {
		return Missing, missing & -missing
	}
	r.off.Roll(r.faces[:r.seats])
	r.rolled = 0
	switch due := r.off.Due(); {
	case due == 0 && !last:
		return Won, 1 << r.off.First()
	case due == 0:
		return 0, 1 << r.off.First()
	case !last:
		return 0, 0
	case r.every:
		return Unsettled, due
	}
	return Tied, r.off.Highest()
}

// Seat is the lowest seat of a set.
func Seat(set uint32) int { return bits.TrailingZeros32(set) }
