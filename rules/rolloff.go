package rules

import "math/bits"

// maxSeats is how many players any game may have.
const maxSeats = 32

// RollOff is the roll for the first turn as far as it has come, by rule point rolloff-tie.
// All roll once; tied players roll again until the tie is broken.
type RollOff struct {
	tie     string
	players int
	rank    [maxSeats]uint8 // by seat: how many are ahead
	due     uint32
	highest uint32
}

// NewRollOff begins a roll for the first turn. tie is who rolls again: "highest" for those who tie for the highest
// roll, "everyone" for all players if there are such, "every-tie" for all who tie with another player.
func NewRollOff(tie string, players int) RollOff {
	return RollOff{tie: tie, players: players, due: 1<<players - 1}
}

// Due returns the set of seats that roll next, bit by bit; 0 when the roll is settled.
func (r *RollOff) Due() uint32 { return r.due }

// First returns the seat that has won the roll, when it is settled.
func (r *RollOff) First() uint8 {
	seat := uint8(0)
	for r.rank[seat] != 0 {
		seat++
	}
	return seat
}

// Highest returns the set of seats that had the highest roll of all so far.
func (r *RollOff) Highest() uint32 { return r.highest }

// Roll takes the rolls of the seats in Due, by seat. A roll separates only players who were level before.
func (r *RollOff) Roll(faces []uint8) {
	score := func(seat int) int { return int(faces[seat])*int(r.due>>seat&1) - 8*int(r.rank[seat]) }
	var rank [maxSeats]uint8
	var holders [maxSeats]uint32 // by rank
	for seat := range r.players {
		for other := range r.players {
			if score(other) > score(seat) {
				rank[seat]++
			}
		}
		holders[rank[seat]] |= 1 << seat
	}
	r.rank, r.due, r.highest = rank, 0, holders[0]
	for place, tied := range holders {
		if bits.OnesCount32(tied) > 1 && (place == 0 || r.tie == "every-tie") {
			r.due |= tied
		}
	}
	if r.due != 0 && r.tie == "everyone" {
		r.rank, r.due = [maxSeats]uint8{}, 1<<r.players-1
	}
}
