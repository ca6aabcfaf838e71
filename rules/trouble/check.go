package trouble

import "tpnote/rules"

// The reasons of Check. Their Args are given behind each; spaces are Pos of the player to
// move, to be named by Engine.Name, and seats index the players.
const (
	GameOver      rules.Reason = iota + 1
	Finished                   // seat: it has finished and moves no more
	MustMove                   // die, and the first legal move: from, to
	NoPeg                      // die, from, to, 1 + the seat that holds from (0: nobody)
	EnterFace                  // die
	WrongCount                 // die, from, to, the space that the die leads to (Home: beyond FINISH)
	PastStart                  // die, from, to, the FINISH space due instead (Home: beyond FINISH)
	ForeignFinish              // die, from, to, the index in Engine.Colours whose FINISH it would be
	OwnPeg                     // die, from, to
	AllyPeg                    // die, from, to, seat
	SafeStart                  // die, from, to, seat
	FinishEntry                // die, from, to, the rearmost empty FINISH space
	FinishPassing              // die, from, to, the space of the peg passed over
	FinishStays                // die, from, to
	FinishBack                 // die, from, to
)

// Reasons names every reason of Check, by its number.
var Reasons = [...]rules.ReasonInfo{
	GameOver:      {Code: "game-over", Rule: "play-on"},
	Finished:      {Code: "game-over", Rule: "outcome"},
	MustMove:      {Code: "must-move", Rule: "forced-move"},
	NoPeg:         {Code: "no-peg", Rule: "movement"},
	EnterFace:     {Code: "enter-face", Rule: "enter-on"},
	WrongCount:    {Code: "wrong-count", Rule: "movement"},
	PastStart:     {Code: "past-start", Rule: "movement"},
	ForeignFinish: {Code: "foreign-finish", Rule: "movement"},
	OwnPeg:        {Code: "own-peg", Rule: "movement"},
	AllyPeg:       {Code: "own-peg", Rule: "sides"},
	SafeStart:     {Code: "start-safe", Rule: "start-safe"},
	FinishEntry:   {Code: "finish-entry", Rule: "finish-entry"},
	FinishPassing: {Code: "finish-entry", Rule: "finish-entry"},
	FinishStays:   {Code: "finish-move", Rule: "finish-moves"},
	FinishBack:    {Code: "finish-move", Rule: "finish-moves"},
}

// Check says why a is not legal in s: first whether there is such a peg, then where the
// die leads it, then what stands there. The zero Refusal means that a is legal.
func (e *Engine) Check(s *State, a Action) rules.Refusal {
	seat := s.Clock.Seat
	args := [4]int32{int32(a.Die), int32(a.From), int32(a.To)}
	switch {
	case s.Clock.Phase == rules.Over:
		return rules.Refusal{Reason: GameOver}
	case a.Die < 1 || a.Die > 6:
		return rules.Refusal{Reason: WrongCount, Args: args}
	case a.IsPass():
		return e.checkPass(s, a.Die)
	case !e.holds(s, seat, a.From):
		if holder, _, found := e.other(s, a.From); found {
			args[3] = 1 + int32(holder)
		}
		return rules.Refusal{Reason: NoPeg, Args: args}
	}

	due, why := e.move(s, a.From, a.Die)
	switch why {
	case Finished:
		return rules.Refusal{Reason: why, Args: [4]int32{int32(seat)}}
	case EnterFace:
		return rules.Refusal{Reason: why, Args: [4]int32{int32(a.Die)}}
	case FinishStays:
		return rules.Refusal{Reason: why, Args: args}
	}
	if a.To != due {
		return e.checkCount(s, a, due)
	}
	switch why {
	case AllyPeg, SafeStart:
		holder, _, _ := e.other(s, a.To)
		args[3] = int32(holder)
	case FinishEntry:
		args[3] = int32(e.rearmost(s))
	case FinishPassing:
		args[3] = int32(e.blocker(s, a.From, a.To))
	case 0:
		return rules.Refusal{}
	}
	return rules.Refusal{Reason: why, Args: args}
}

// checkPass says which move takes the place of a pass.
func (e *Engine) checkPass(s *State, die uint8) rules.Refusal {
	if !e.mayPass {
		if a, able := e.first(s, die); able {
			return rules.Refusal{Reason: MustMove, Args: [4]int32{int32(die), int32(a.From), int32(a.To)}}
		}
	}
	return rules.Refusal{}
}

// checkCount says what is wrong with a target other than the one to which the die leads.
func (e *Engine) checkCount(s *State, a Action, due Pos) rules.Refusal {
	r := rules.Refusal{Reason: WrongCount, Args: [4]int32{int32(a.Die), int32(a.From), int32(a.To), int32(due)}}
	onTrack := a.From != Home && a.From <= e.track
	switch {
	case a.From > e.track && a.To <= a.From:
		r.Reason = FinishBack
		r.Args[3] = 0
	case onTrack && a.To <= e.track && int(a.From)+int(a.Die) == int(a.To)+int(e.track):
		r.Reason = PastStart
	case onTrack && a.To > e.track:
		// The way into another colour's FINISH, if that is what the log means: f1 to f4 are
		// always the mover's own.
		mine := s.Colours[s.Clock.Seat]
		for colour := range uint8(len(e.Colours)) {
			if e.seen(mine, colour, a.From)+Pos(a.Die) == a.To {
				r.Reason = ForeignFinish
				r.Args[3] = int32(colour)
			}
		}
	}
	return r
}
