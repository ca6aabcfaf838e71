package trouble

import "tpnote/rules"

// This file says once what is legal: leaves, due, barred and landing are the rules of a move,
// and fault puts them in the order in which they are reported.

// The reasons to refuse an action. The arguments of a refusal are the face of the die, the spaces where the move begins
// and ends, and what its comment says. Spaces are Pos of the player to move, for Engine.Name; seats index the players.
const (
	GameOver rules.Reason = iota + 1 // it has no arguments
	Finished                         // the player has finished and moves no more
	MustMove                         // the move is the first legal one
	NoPeg                            // 1 + the seat that holds the space where the move begins (0: none)
	EnterFace
	EnterFirst    // in a first turn
	WrongCount    // the space that the die leads to (Home: beyond FINISH)
	FinishCount   // the same of a way that leads into FINISH, or should
	Bounce        // the same of a way that turns back at the end of FINISH
	Backward      // the same of a way counter-clockwise
	PastStart     // the FINISH space due instead (Home: beyond FINISH)
	ForeignFinish // the index in Engine.Colours whose FINISH it would be
	OwnPeg
	OwnStart      // on START
	OwnFinish     // in FINISH
	AllyPeg       // the seat whose peg it is
	SafeStart     // the seat whose peg it is
	FinishEntry   // the rearmost empty FINISH space
	FinishCreep   // the first face of the die that leads into FINISH
	FinishPassing // the space of the peg passed over
	FinishStays
	FinishBack
)

// Reasons names every reason, by its number.
var Reasons = [...]rules.ReasonInfo{
	GameOver:      {Code: "game-over", Rule: "play-on", Situation: "places"},
	Finished:      {Code: "game-over", Rule: "outcome", Situation: "finished"},
	MustMove:      {Code: "must-move", Rule: "forced-move"},
	NoPeg:         {Code: "no-peg", Rule: "movement"},
	EnterFace:     {Code: "enter-face", Rule: "enter-on", Situation: "later"},
	EnterFirst:    {Code: "enter-face", Rule: "enter-on", Situation: "first-turn"},
	WrongCount:    {Code: "wrong-count", Rule: "movement"},
	FinishCount:   {Code: "wrong-count", Rule: "movement", Situation: "into-finish"},
	Bounce:        {Code: "wrong-count", Rule: "finish-bounce", Situation: "into-finish"},
	Backward:      {Code: "wrong-count", Rule: "movement", Situation: "backward"},
	PastStart:     {Code: "past-start", Rule: "movement"},
	ForeignFinish: {Code: "foreign-finish", Rule: "movement"},
	OwnPeg:        {Code: "own-peg", Rule: "own-landing", Situation: "track"},
	OwnStart:      {Code: "own-peg", Rule: "movement", Situation: "start"},
	OwnFinish:     {Code: "own-peg", Rule: "movement", Situation: "track"},
	AllyPeg:       {Code: "own-peg", Rule: "sides", Situation: "partner"},
	SafeStart:     {Code: "start-safe", Rule: "start-safe"},
	FinishEntry:   {Code: "finish-entry", Rule: "finish-entry", Situation: "rearmost"},
	FinishCreep:   {Code: "finish-entry", Rule: "finish-approach"},
	FinishPassing: {Code: "finish-entry", Rule: "finish-entry"},
	FinishStays:   {Code: "finish-move", Rule: "finish-moves", Situation: "stays"},
	FinishBack:    {Code: "finish-move", Rule: "finish-moves", Situation: "backward"},
}

// met is the peg on the space that a move ends on.
type met struct {
	found bool
	seat  uint8 // whose it is
	at    Pos   // where it is, as that seat counts
}

// fault returns what is wrong with a, or 0 if it is legal: first whether there is such a peg,
// then where the die leads it, then what is there. Of a legal move m is the peg that it meets.
func (e *Engine) fault(s *State, a Action) (why rules.Reason, m met) {
	switch {
	case s.Clock.Phase == rules.Over:
		return GameOver, m
	case a.Die < 1 || a.Die > 6:
		return WrongCount, m
	case a.IsPass():
		if !e.mayPass && e.Able(s, a.Die) {
			return MustMove, m
		}
		return 0, m
	case find(s.mine(), a.From) >= e.pegs:
		return NoPeg, m
	}
	if why = e.leaves(s, a.From, a.Die); why != 0 {
		return why, m
	}
	if a.To != e.due(s, a.From, a.Die) {
		return e.wrongCount(s, a), m
	}
	return e.landing(s, a.From, a.To)
}

// leaves returns why a peg of the player to move may not leave a space with a face of the die.
func (e *Engine) leaves(s *State, from Pos, die uint8) rules.Reason {
	switch {
	case !s.Takes(s.Clock.Seat):
		return Finished
	case from == Home && !e.enterOn.has(die):
		if e.FirstTurn(s) {
			return EnterFirst
		}
		return EnterFace
	case from > e.track && !e.finishMoves:
		return FinishStays
	}
	return 0
}

// due returns where the die leads a peg; Home means beyond FINISH.
func (e *Engine) due(s *State, from Pos, die uint8) Pos {
	to := from + Pos(die)
	switch {
	case from == Home:
		return AtStart
	case e.bounce && to > e.track:
		return e.bounced(s, from, to)
	case to > e.last:
		return Home
	}
	return to
}

// bounced returns where a peg comes that turns back at the last FINISH space that it may take.
func (e *Engine) bounced(s *State, from, to Pos) Pos {
	end := e.last
	if e.entry == deepest {
		end = e.rearmost(s)
	} else if blocker := e.blocker(s, from, e.last+1); e.entry == anyNoPassing && blocker != Home {
		end = blocker - 1
	}
	switch back := 2*int(end) - int(to); {
	case to <= end || from >= end && to <= e.last:
		return to
	case from >= end, back < int(AtStart), back == int(from):
		return Home
	default:
		return Pos(back)
	}
}

// landing returns why a move may not end on a space, and the peg that is there.
func (e *Engine) landing(s *State, from, to Pos) (why rules.Reason, m met) {
	if m = e.meet(s, to); m.found {
		why = e.barred(s, m, to)
	}
	switch {
	case why != 0:
	case to <= e.track:
		if e.approach && from != Home && e.entering(s, from) != 0 {
			why = FinishCreep
		}
	case e.entry == deepest && to != e.rearmost(s):
		why = FinishEntry
	case e.entry == anyNoPassing && e.blocker(s, from, to) != Home:
		why = FinishPassing
	}
	return why, m
}

// entering returns the lowest face of the die that leads a peg into FINISH; 0 for none.
func (e *Engine) entering(s *State, from Pos) uint8 {
	for die := uint8(1); die <= 6; die++ {
		if to := e.due(s, from, die); to > e.track {
			if why, _ := e.landing(s, from, to); why == 0 {
				return die
			}
		}
	}
	return 0
}

// meet returns the peg on a space that the player to move calls p. Pegs do not meet in HOME.
func (e *Engine) meet(s *State, p Pos) met {
	switch {
	case p > e.track:
		return met{has(s.mine(), p), s.Clock.Seat, p}
	case p == Home:
		return met{}
	}
	common := e.common[s.Colours[s.Clock.Seat%MaxColours]%MaxColours][p]
	for seat := range min(s.Seats, MaxColours) {
		at := e.view[s.Colours[seat]%MaxColours][common]
		if has(asWord(&s.Pegs[seat]), at) {
			return met{true, seat, at}
		}
	}
	return met{}
}

// barred returns why a move may not end on the peg that it meets. A peg that does not bar it is sent home.
func (e *Engine) barred(s *State, m met, to Pos) rules.Reason {
	own := m.seat == s.Clock.Seat
	switch {
	case !own && !e.Allies(m.seat, s.Clock.Seat), e.ownHome && to > AtStart && to <= e.track:
		if e.startSafe && m.at == AtStart {
			return SafeStart
		}
		return 0
	case !own:
		return AllyPeg
	case to == AtStart:
		return OwnStart
	case to > e.track:
		return OwnFinish
	}
	return OwnPeg
}

// rearmost returns the rearmost empty FINISH space of the player to move, who has one until the player has finished.
func (e *Engine) rearmost(s *State) Pos {
	p, pegs := e.last, s.mine()
	for has(pegs, p) {
		p--
	}
	return p
}

// blocker returns the first of the player's own pegs in FINISH between two spaces, or Home.
func (e *Engine) blocker(s *State, from, to Pos) Pos {
	for _, p := range e.PegsOf(s, s.Clock.Seat) {
		if p > e.track && min(from, to) < p && p < max(from, to) {
			return p
		}
	}
	return Home
}

// wrongCount returns what is wrong with a move to another space than the die leads to.
func (e *Engine) wrongCount(s *State, a Action) rules.Reason {
	due := e.due(s, a.From, a.Die)
	onTrack := a.From != Home && a.From <= e.track
	switch {
	case !e.bounce && a.From != Home && a.To == e.bounced(s, a.From, a.From+Pos(a.Die)):
		return Bounce
	case a.From > e.track && a.To <= a.From:
		return FinishBack
	case onTrack && a.To <= e.track && int(a.From)+int(a.Die) == int(a.To)+int(e.track):
		return PastStart
	case onTrack && a.To <= e.track && (int(a.To)+int(a.Die)-int(a.From))%int(e.track) == 0:
		return Backward
	case a.From > e.track, onTrack && a.To <= e.track && (due == Home || due > e.track):
		return FinishCount
	case onTrack && a.To > e.track:
		if _, found := e.foreign(s, a); found {
			return ForeignFinish
		}
		return FinishCount
	}
	return WrongCount
}

// foreign returns the colour into whose FINISH the die leads a peg, if the log means it: f1 to f4 are the mover's own.
func (e *Engine) foreign(s *State, a Action) (colour uint8, found bool) {
	mine := s.Colours[s.Clock.Seat]
	for other := range uint8(len(e.Colours)) {
		if e.seen(mine, other, a.From)+Pos(a.Die) == a.To {
			colour, found = other, true
		}
	}
	return colour, found
}

// refusal gives a fault its arguments.
func (e *Engine) refusal(s *State, a Action, why rules.Reason) rules.Refusal {
	r := rules.Refused(why, int32(a.Die), int32(a.From), int32(a.To))
	switch m := e.meet(s, a.To); why {
	case 0, GameOver:
		return rules.Refusal{Reason: why}
	case MustMove:
		_, first := e.move(s, a.Die, 0)
		return rules.Refused(why, int32(a.Die), int32(first.From), int32(first.To))
	case NoPeg:
		if holder := e.meet(s, a.From); holder.found {
			r.Args[3] = 1 + int32(holder.seat)
		}
	case WrongCount, FinishCount, Bounce, Backward, PastStart:
		r.Args[3] = int32(e.due(s, a.From, a.Die))
	case ForeignFinish:
		colour, _ := e.foreign(s, a)
		r.Args[3] = int32(colour)
	case AllyPeg, SafeStart:
		r.Args[3] = int32(m.seat)
	case FinishEntry:
		r.Args[3] = int32(e.rearmost(s))
	case FinishCreep:
		r.Args[3] = int32(e.entering(s, a.From))
	case FinishPassing:
		r.Args[3] = int32(e.blocker(s, a.From, a.To))
	}
	return r
}

// Check returns why a is illegal in s; the zero Refusal means that it is legal.
func (e *Engine) Check(s *State, a Action) rules.Refusal {
	why, _ := e.fault(s, a)
	return e.refusal(s, a, why)
}

// Legal appends the legal actions of s in the order of die, from and to, pass first.
func (e *Engine) Legal(dst []Action, s *State) []Action {
	if s.Clock.Phase == rules.Over {
		return dst
	}
	for die := uint8(1); die <= 6; die++ {
		dst = e.LegalOf(dst, s, die)
	}
	return dst
}

// LegalOf is Legal for one roll, in a game that is not over.
func (e *Engine) LegalOf(dst []Action, s *State, die uint8) []Action {
	before := len(dst)
	if e.mayPass {
		dst = append(dst, Pass(die))
	}
	for i, a := e.move(s, die, 0); i < e.pegs; i, a = e.move(s, die, i+1) {
		dst = append(dst, a)
	}
	if len(dst) == before {
		dst = append(dst, Pass(die))
	}
	return dst
}

// Able reports whether the player to move can use a face of the die.
func (e *Engine) Able(s *State, die uint8) bool {
	i, _ := e.move(s, die, 0)
	return i < e.pegs
}

// move returns the first legal move with a face of the die, and the index of its peg. It leaves out the
// pegs before an index. Without a move it returns a pass, and the index of no peg.
func (e *Engine) move(s *State, die uint8, i int) (int, Action) {
	pegs := e.PegsOf(s, s.Clock.Seat)
	for ; i < len(pegs); i++ {
		from := pegs[i]
		if i > 0 && from == pegs[i-1] || e.leaves(s, from, die) != 0 {
			continue // one peg in HOME is as good as another
		}
		if to := e.due(s, from, die); to != Home {
			if why, _ := e.landing(s, from, to); why == 0 {
				return i, Action{die, from, to}
			}
		}
	}
	return i, Pass(die)
}
