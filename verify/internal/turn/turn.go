// Package turn judges turn lines: whose turn a line takes, when a turn may end, how turns are
// numbered, who begins. It knows clocks and seats, and no game, no words and no text. The replay
// puts its faults into words; the fast judge leaves a line with a fault to the replay.
package turn

import "tpnote/rules"

// Table is the access of the machine to a game's position.
type Table interface {
	// Clock says whose turn it is. The machine reads it through the pointer after every change.
	Clock() *rules.Clock
	// MayTake reports whether seat may take the next turn; the seat of the clock may.
	MayTake(seat uint8) bool
	Take(seat uint8, number int32)
	MayStop() bool
	Close()
}

// never is the clock of no turn.
var never = rules.Clock{Number: -1}

// Machine knows what the lines so far say about turns, apart from the position. It is a flat
// value: copying it forks it. The zero Machine is not ready; see Start.
type Machine struct {
	begun   rules.Clock // seat and number of the last turn that had a line
	kept    bool        // the last turn line was not carried out, see Kept and Pass: the next number is believed
	Ordered bool        // an order line has been read
	Settled bool        // it is known who begins, or whose turn it is
	Winner  bool        // an order line says who begins
	Lost    bool        // a turn line was skipped: the next player and number are believed
	Played  bool        // a turn line has been read
}

// Start is the machine before the first line. settled says that the position to start from settles whose turn it is.
func Start(settled bool) Machine { return Machine{begun: never, Settled: settled} }

// Fault is a fault of the player or the number of a turn line; a line can have several.
type Fault uint8

const (
	// Over: the game is over, and the line is not carried out.
	Over Fault = 1 << iota
	// Cut: the turn of another player is under way and not over.
	Cut
	// WrongPlayer: the turn falls to another player.
	WrongPlayer
	// WrongFirst is WrongPlayer for turn 1 where an order line settled it.
	WrongFirst
	// WrongNumber: the turn has another number.
	WrongNumber
	// Kept: the line is not carried out, and the turn stays with its player, because this player
	// has no chance to tie, and others have one.
	Kept
)

// Taking is the judgement of a turn line.
type Taking struct {
	Faults Fault
	Begins bool        // the line begins a turn rather than going on with one
	Counts bool        // the line counts as one more turn carried out
	Open   uint8       // the seat whose turn was cut, with Cut
	Due    rules.Clock // the expected turn, with WrongPlayer and WrongNumber
}

// Taken notes that the right player has taken the next turn, under the right number. Of several, note the last.
func (m *Machine) Taken(seat uint8, number int32) {
	m.Settled, m.Played = true, true
	m.begun = rules.Clock{Seat: seat, Number: number}
}

// Take gives the turn to the player of a turn line, under the number of the line. erred says that
// the turn under way has had an error, which excuses its end.
func (m *Machine) Take(t Table, seat uint8, number int32, erred bool) Taking {
	c, over := t.Clock(), Taking{Faults: Over, Begins: true}
	lost, first, underWay := m.Lost, m.Winner && !m.Played, m.UnderWay(*c)
	m.Lost, m.Played = false, true
	if c.Phase == rules.Over {
		return over
	}
	goesOn := underWay && seat == c.Seat && (!lost || number == c.Number)
	k := Taking{Begins: lost || !goesOn, Counts: !goesOn}
	if underWay && !goesOn {
		if !lost && !erred && !t.MayStop() {
			k.Faults, k.Open = Cut, c.Seat
		}
		if t.Close(); c.Phase == rules.Over {
			return over
		}
	}
	if !lost {
		k.Due = *c
		if m.Settled && !t.MayTake(seat) {
			if first {
				k.Faults |= WrongFirst
			} else {
				k.Faults |= WrongPlayer
			}
		}
		if number != c.Number && (goesOn || !m.kept) {
			k.Faults |= WrongNumber
		}
	}
	m.Settled = true
	if seat != c.Seat || number != c.Number {
		t.Take(seat, number)
	}
	if m.kept = seat != c.Seat; m.kept {
		k.Faults |= Kept
		k.Counts = false
	} else {
		m.begun = rules.Clock{Seat: seat, Number: number}
	}
	return k
}

// UnderWay reports whether the turn of c has had a line, or is open in the position.
func (m *Machine) UnderWay(c rules.Clock) bool {
	return c.Phase == rules.Open || c.Seat == m.begun.Seat && c.Number == m.begun.Number
}

// Pass notes a turn line of a player who has left the game: the next number is believed.
func (m *Machine) Pass() { m.kept, m.Played = true, true }

// Leave notes that a player leaves the game, which ends a turn under way.
func (m *Machine) Leave(t Table) {
	if m.UnderWay(*t.Clock()) {
		t.Close()
	}
	m.Lost = false
}

// Skip notes a turn line that could not be read: the next one is believed as to player and number.
func (m *Machine) Skip() { m.Lost = true }

// Leeway lists the parts of an asserted position that are believed without comparing them.
type Leeway struct {
	Seat    bool // whose turn it is: still unknown, and the text does not settle it
	Clock   bool // that, the number of the turn, and whether it is under way
	Closing bool // whether the turn under way is over
}

// Leeway returns the parts that a state line need not prove here. erred says that the turn before has had an error.
func (m *Machine) Leeway(t Table, erred bool) Leeway {
	c := *t.Clock()
	return Leeway{
		Seat:    !m.Settled && !m.Lost && c.Phase == rules.Due,
		Clock:   m.Lost,
		Closing: (erred || t.MayStop()) && m.UnderWay(c),
	}
}

// Assert goes on from an asserted position. settled says that the position settles whose turn it is.
func (m *Machine) Assert(settled bool) {
	m.Settled = m.Settled || settled
	m.Lost, m.begun = false, never
}

// Order notes an order line; winner is the seat that it gives the first turn to, and ok whether it settles that.
func (m *Machine) Order(t Table, winner uint8, ok bool) {
	if ok && !m.Settled { // else a Setup or a state line says who is next
		t.Take(winner, t.Clock().Number)
		m.Settled, m.Winner = true, true
	}
}
