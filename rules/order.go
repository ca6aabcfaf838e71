package rules

// Order is whose turn it is and who takes the turns of a game. The state of a game embeds it; both are flat values.
type Order struct {
	Clock Clock
	Seats uint8  // how many players there are
	Back  bool   // the turn passes to the seat before, counter-clockwise
	Gone  uint32 // seats that take no more turns: bit n is seat n
	Left  uint32 // those of them that have left the game
	Had   uint32 // seats that have had a turn, for games that ask
}

// NewOrder returns the order before turn 1, which seat 0 takes.
func NewOrder(seats int) Order { return Order{Clock: Clock{Number: 1}, Seats: uint8(seats)} }

// Turns returns the order itself, as Alternating asks for it.
func (o *Order) Turns() *Order { return o }

// After returns the seat whose turn follows that of another: the next that takes turns, or the same if none does.
func (o *Order) After(seat uint8) uint8 { return o.Next(seat, o.Gone) }

// Next returns the first seat after another that is not one of the seats in except, or the same seat if all others are.
func (o *Order) Next(seat uint8, except uint32) uint8 {
	next := seat
	for {
		next = o.Beside(next)
		if except>>(next%32)&1 == 0 || next == seat {
			return next
		}
	}
}

// Beside returns the seat to the left of another; to its right where the turn passes back.
func (o *Order) Beside(seat uint8) uint8 {
	if o.Back {
		if seat == 0 {
			seat = o.Seats
		}
		return seat - 1
	}
	next := uint32(seat) + 1 // 32 bits, so that the compiler needs no branch
	if next >= uint32(o.Seats) {
		next = 0
	}
	return uint8(next)
}

// Pass ends the turn and gives the next one to the seat after it.
func (o *Order) Pass() {
	o.Clock = Clock{Number: o.Clock.Number + 1, Seat: o.After(o.Clock.Seat)}
}

// Take gives the turn to a seat under a number, rightly or not. A turn that is under way stays so for its player.
func (o *Order) Take(seat uint8, number int32) {
	phase := Due
	if seat == o.Clock.Seat && o.Clock.Phase == Open {
		phase = Open
	}
	o.Clock = Clock{Number: number, Seat: seat, Phase: phase}
}

// All returns the set of all seats.
func (o *Order) All() uint32 { return 1<<o.Seats - 1 }

// Takes reports whether a seat still takes turns.
func (o *Order) Takes(seat uint8) bool { return o.Gone>>(seat%32)&1 == 0 }

// Leave notes that a seat leaves the game. It ends no turn.
func (o *Order) Leave(seat uint8) {
	o.Gone |= 1 << seat
	o.Left |= 1 << seat
}

// HasLeft reports whether a seat has left the game.
func (o *Order) HasLeft(seat uint8) bool { return o.Left>>seat&1 != 0 }

// Alternating is the part of an Engine that says whose turn it is, for games in which the players take turns in order
// and a turn ends when the rules say so. An engine embeds it as Alternating[State, *State], with a State that embeds
// Order, and writes no code for turns. Apply still has to call Pass where an action ends the turn. An engine with
// other rules for turns embeds it too, and has methods of its own in place of some of these.
type Alternating[S any, P interface {
	*S
	Turns() *Order
}] struct{}

// Turn returns whose turn it is.
func (Alternating[S, P]) Turn(s *S) *Clock { return &P(s).Turns().Clock }

// MayTake reports whether the turn is that of a seat.
func (Alternating[S, P]) MayTake(s *S, seat uint8) bool {
	c := &P(s).Turns().Clock
	return c.Phase != Over && seat == c.Seat
}

// Take gives the turn to a seat under a number.
func (Alternating[S, P]) Take(s *S, seat uint8, number int32) { P(s).Turns().Take(seat, number) }

// MayStop returns false: a turn ends when the rules say so.
func (Alternating[S, P]) MayStop(*S) bool { return false }

// Close ends the turn, begun or not, and gives the next seat its turn.
func (Alternating[S, P]) Close(s *S) {
	if o := P(s).Turns(); o.Clock.Phase != Over {
		o.Pass()
	}
}

// Left reports whether a seat has left the game.
func (Alternating[S, P]) Left(s *S, seat uint8) bool { return P(s).Turns().HasLeft(seat) }
