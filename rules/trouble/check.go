package trouble

import "tpnote/rules"

// This file states the rules of an action, each once: move says where a peg may go, Check
// what else is wrong, and effect what an action does. Legal is made from them, and the packed
// Step of archives is held to them.

// The reasons to refuse an action. The arguments of a refusal are named behind its reason;
// spaces are Pos of the player to move, to be named by Engine.Name, and seats index the
// players.
const (
	GameOver      rules.Reason = iota + 1
	Finished                   // seat: it has finished and moves no more
	MustMove                   // die, and the first legal move: from, to
	NoPeg                      // die, from, to, 1 + the seat that holds from (0: nobody)
	EnterFace                  // die
	EnterFirst                 // die: the same in a first turn
	WrongCount                 // die, from, to, the space that the die leads to (Home: beyond FINISH)
	FinishCount                // the same of a way that leads into FINISH, or should
	Backward                   // the same of a way counter-clockwise
	PastStart                  // die, from, to, the FINISH space due instead (Home: beyond FINISH)
	ForeignFinish              // die, from, to, the index in Engine.Colours whose FINISH it would be
	OwnPeg                     // die, from, to
	OwnStart                   // the same on START
	OwnFinish                  // the same in FINISH
	AllyPeg                    // die, from, to, seat
	SafeStart                  // die, from, to, seat
	FinishEntry                // die, from, to, the rearmost empty FINISH space
	FinishPassing              // die, from, to, the space of the peg passed over
	FinishStays                // die, from, to
	FinishBack                 // die, from, to
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
	Backward:      {Code: "wrong-count", Rule: "movement", Situation: "backward"},
	PastStart:     {Code: "past-start", Rule: "movement"},
	ForeignFinish: {Code: "foreign-finish", Rule: "movement"},
	OwnPeg:        {Code: "own-peg", Rule: "own-landing", Situation: "track"},
	OwnStart:      {Code: "own-peg", Rule: "movement", Situation: "start"},
	OwnFinish:     {Code: "own-peg", Rule: "movement", Situation: "track"},
	AllyPeg:       {Code: "own-peg", Rule: "sides", Situation: "partner"},
	SafeStart:     {Code: "start-safe", Rule: "start-safe"},
	FinishEntry:   {Code: "finish-entry", Rule: "finish-entry", Situation: "rearmost"},
	FinishPassing: {Code: "finish-entry", Rule: "finish-entry"},
	FinishStays:   {Code: "finish-move", Rule: "finish-moves", Situation: "stays"},
	FinishBack:    {Code: "finish-move", Rule: "finish-moves", Situation: "backward"},
}

// Effect is what an action does to the pegs and the turn of the player to move.
type Effect struct {
	From, To Pos   // of the peg that moves; To is Home where none does
	Captures bool  // a peg is sent home:
	Captured uint8 // the seat whose it is,
	At       Pos   // and where it stands, as that seat counts
	Finishes bool  // the player's last peg comes into FINISH
	Again    bool  // the player has an extra pop
	Retry    bool  // the player may try again to leave HOME
}

// Moves reports whether a peg moves, legally or not.
func (x Effect) Moves() bool { return x.To != Home }

// Resolve returns what a does in s, legal or not, and why it is illegal; the zero Refusal
// means that it is legal. Of an action that cannot be carried out, since there is no such
// peg or the target is held by a peg of its own side, only the face of the die counts.
func (e *Engine) Resolve(s *State, a Action) (Effect, rules.Refusal) {
	return e.effect(s, a), e.Check(s, a)
}

// Check returns why a is illegal in s, the refusal of Resolve: first whether there is such a
// peg, then where the die leads it, then what stands there.
func (e *Engine) Check(s *State, a Action) rules.Refusal {
	args := [4]int32{int32(a.Die), int32(a.From), int32(a.To)}
	switch {
	case s.Clock.Phase == rules.Over:
		return rules.Refusal{Reason: GameOver}
	case a.Die < 1 || a.Die > 6:
		return rules.Refusal{Reason: WrongCount, Args: args}
	case a.IsPass():
		if first, able := e.first(s, a.Die); able && !e.mayPass {
			return rules.Refusal{Reason: MustMove, Args: [4]int32{int32(a.Die), int32(first.From), int32(first.To)}}
		}
		return rules.Refusal{}
	case !e.holds(s, s.Clock.Seat, a.From):
		if holder, _, found := e.other(s, a.From); found {
			args[3] = 1 + int32(holder)
		}
		return rules.Refusal{Reason: NoPeg, Args: args}
	}
	to, why, more := e.move(s, a.From, a.Die)
	args[3] = int32(more)
	switch {
	case why == Finished:
		args = [4]int32{int32(s.Clock.Seat)}
	case why == EnterFace || why == EnterFirst:
		args = [4]int32{int32(a.Die)}
	case why != FinishStays && a.To != to:
		return e.refuseCount(s, a, to)
	case why == 0:
		return rules.Refusal{}
	}
	return rules.Refusal{Reason: why, Args: args}
}

// move returns where the die leads a peg of the player to move that stands on from, and why
// it may not go there, with the last argument of the refusal. To is Home where the die leads
// beyond FINISH.
func (e *Engine) move(s *State, from Pos, die uint8) (to Pos, why rules.Reason, more uint8) {
	seat := s.Clock.Seat
	to = e.due(from, die)
	switch {
	case s.Rank[seat] != 0:
		return to, Finished, 0
	case from == Home && !e.enterOn.has(die) && s.Clock.Number <= int32(s.Players):
		return to, EnterFirst, 0
	case from == Home && !e.enterOn.has(die):
		return to, EnterFace, 0
	case from > e.track && !e.finishMoves:
		return to, FinishStays, 0
	case to == Home:
		return to, WrongCount, 0
	case !e.takesOwn(to) && e.holds(s, seat, to):
		return to, e.ownPeg(to), 0
	case to > e.track && e.entry == deepest:
		if rearmost := e.rearmost(s); to != rearmost {
			return to, FinishEntry, uint8(rearmost)
		}
	case to > e.track && e.entry == anyNoPassing:
		if blocker := e.blocker(s, from, to); blocker != Home {
			return to, FinishPassing, uint8(blocker)
		}
	}
	switch other, at, met := e.other(s, to); {
	case met && e.allies(other, seat) && !e.takesOwn(to):
		return to, AllyPeg, other
	case met && e.startSafe && at == AtStart:
		return to, SafeStart, other
	}
	return to, 0, 0
}

// ownPeg returns the reason why no peg may land on an own one.
func (e *Engine) ownPeg(to Pos) rules.Reason {
	switch {
	case to == AtStart:
		return OwnStart
	case to > e.track:
		return OwnFinish
	}
	return OwnPeg
}

// due returns where the die leads a peg: Home stands for beyond FINISH.
func (e *Engine) due(from Pos, die uint8) Pos {
	switch to := from + Pos(die); {
	case from == Home:
		return AtStart
	case to > e.last:
		return Home
	default:
		return to
	}
}

// refuseCount returns what is wrong with a target other than the one that is due.
func (e *Engine) refuseCount(s *State, a Action, due Pos) rules.Refusal {
	r := rules.Refusal{Reason: WrongCount, Args: [4]int32{int32(a.Die), int32(a.From), int32(a.To), int32(due)}}
	onTrack := a.From != Home && a.From <= e.track
	switch {
	case a.From > e.track && a.To <= a.From:
		r.Reason = FinishBack
		r.Args[3] = 0
	case onTrack && a.To <= e.track && int(a.From)+int(a.Die) == int(a.To)+int(e.track):
		r.Reason = PastStart
	case onTrack && a.To <= e.track && (int(a.To)+int(a.Die)-int(a.From))%int(e.track) == 0:
		r.Reason = Backward
	case a.From > e.track, onTrack && a.To <= e.track && (due == Home || due > e.track):
		r.Reason = FinishCount
	case onTrack && a.To > e.track:
		r.Reason = FinishCount
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

// rearmost returns the rearmost empty FINISH space of the player to move. There is one as
// long as the player has not finished.
func (e *Engine) rearmost(s *State) Pos {
	p := e.last
	for e.holds(s, s.Clock.Seat, p) {
		p--
	}
	return p
}

// blocker returns the first own peg in FINISH between two spaces, or Home.
func (e *Engine) blocker(s *State, from, to Pos) Pos {
	for _, p := range e.pegsOf(s, s.Clock.Seat) {
		if p > e.track && from < p && p < to {
			return p
		}
	}
	return Home
}

// effect returns what a does, legal or not.
func (e *Engine) effect(s *State, a Action) (x Effect) {
	seat := s.Clock.Seat
	if !a.IsPass() && s.Rank[seat] == 0 && a.To <= e.last && e.holds(s, seat, a.From) && (!e.holds(s, seat, a.To) || e.takesOwn(a.To) && a.From != a.To) {
		other, at, met := e.other(s, a.To)
		if e.holds(s, seat, a.To) {
			other, at, met = seat, a.To, true
		}
		if !met || !e.allies(seat, other) || e.takesOwn(a.To) {
			x = Effect{From: a.From, To: a.To, Captures: met, Captured: other, At: at, Finishes: e.finishes(s, a)}
		}
	}
	x.Again = e.extraOn.has(a.Die) && !x.Finishes && e.extraPop(s)
	if x.Again && !x.Moves() && !e.extraStuck {
		_, x.Again = e.first(s, a.Die)
	}
	x.Retry = !x.Again && !x.Moves() && int(s.Tried)+1 < e.tries && e.noneOut(s)
	return x
}

// takesOwn reports whether a peg that lands on a space of the track sends home one of its
// own side.
func (e *Engine) takesOwn(to Pos) bool { return e.ownHome && to > AtStart && to <= e.track }

// noneOut reports whether the player to move has pegs in HOME, and none on the track.
func (e *Engine) noneOut(s *State) bool {
	pegs := e.pegsOf(s, s.Clock.Seat)
	for _, p := range pegs {
		if p != Home && p <= e.track {
			return false
		}
	}
	return pegs[0] == Home
}

// extraPop reports whether the player to move may have another extra pop in this turn.
func (e *Engine) extraPop(s *State) bool {
	return s.Rank[s.Clock.Seat] == 0 && (e.extraLimit < 0 || int(s.Extra) < e.extraLimit)
}

// finishes reports whether a, which can be carried out, brings the last peg into FINISH.
func (e *Engine) finishes(s *State, a Action) bool {
	pegs := e.pegsOf(s, s.Clock.Seat) // ascending: the second is in FINISH if all the others are
	return a.To > e.track && a.From <= e.track && a.From == pegs[0] && (len(pegs) == 1 || pegs[1] > e.track)
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
	if e.mayPass {
		dst = append(dst, Pass(die))
	}
	before := len(dst)
	pegs := e.pegsOf(s, s.Clock.Seat)
	for i, from := range pegs {
		if i > 0 && from == pegs[i-1] {
			continue // one peg in HOME is as good as another
		}
		if to, why, _ := e.move(s, from, die); why == 0 {
			dst = append(dst, Action{Die: die, From: from, To: to})
		}
	}
	if len(dst) == before && !e.mayPass {
		dst = append(dst, Pass(die))
	}
	return dst
}

// first returns the first legal move with a face of the die, if there is one.
func (e *Engine) first(s *State, die uint8) (a Action, able bool) {
	for _, from := range e.pegsOf(s, s.Clock.Seat) {
		if to, why, _ := e.move(s, from, die); why == 0 {
			return Action{Die: die, From: from, To: to}, true
		}
	}
	return Action{}, false
}
