package verify

import (
	"slices"

	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules"
	"tpnote/rules/trespass"
	"tpnote/rules/trouble"
	"tpnote/rules/wheel"
)

// This file decides in which situation a game refuses something. A situation is finer than
// a code and a rule: a token can fail to reach a space because its move would turn back,
// or because it would stay where it is, and each of these breaks a clause of its own. The
// clause index names a situation as CODE/SITUATION, such as unreachable/backtracking. A
// situation that no clause of a rulebook names needs no clause: the finding then stands on
// the clauses of its rule point or its code.

// grounds are why the turn machine refuses a line: the rule that decides, and the
// situation, "" for none in particular.
type grounds struct{ rule, situation string }

// turnRules are the rules behind what the turn machine reports of any game; a game says
// more in its method grounds.
var turnRules = map[string]string{
	"turn-unfinished": "turn-order",
	"turn-over":       "turn-order",
	"wrong-player":    "turn-order",
	"game-over":       "outcome",
}

// moveSituation says why a roll does not lead where a says.
func (t *wheelTable) moveSituation(a wheel.Action) string {
	b, seat := t.engine.Board, t.state.Clock.Seat
	token := &t.state.Tokens[seat]
	from := token.Space
	switch {
	case a.Space == from && b.Kind(from) == wheel.Headquarters && token.Wedges>>b.Colour(from)&1 == 0:
		return "staying-in-headquarters"
	case a.Space == from && from == wheel.Hub && t.engine.Enough(&t.state, seat):
		return "staying-in-hub"
	case turnsBack(b, from, a.Space, int(a.Die)):
		return "backtracking"
	case from == wheel.Hub && t.moved>>seat&1 == 0 && int(t.state.Clock.Number) <= len(t.handles):
		return "first-move"
	}
	return ""
}

// turnsBack reports whether a walk of the given length leads from one space to another if
// it may turn back.
func turnsBack(b *wheel.Board, from, to wheel.Space, length int) bool {
	at := map[wheel.Space]bool{from: true}
	for range length {
		next := map[wheel.Space]bool{}
		for s := range at {
			for _, neighbour := range b.Next(s) {
				next[neighbour] = true
			}
		}
		at = next
	}
	return at[to]
}

// situation says in which situation an action is refused.
func (t *wheelTable) situation(r rules.Refusal, a wheel.Action) string {
	b := t.engine.Board
	switch r.Reason {
	case wheel.Unreachable:
		return t.moveSituation(a)
	case wheel.HubEntry:
		return "overshooting"
	case wheel.Reentry:
		return "headquarters"
	case wheel.ReentryHub:
		return "hub"
	case wheel.QuestionMissing, wheel.CategoryMissing:
		switch {
		case b.Kind(a.Space) != wheel.HubKind:
			return ""
		case t.engine.Enough(&t.state, t.state.Clock.Seat):
			return "winning-question"
		}
		return "wild-card"
	case wheel.CategoryMismatch:
		if int(a.Category) > len(b.Colours) {
			return "unknown-category"
		}
	}
	return ""
}

// markSituations are the situations in which a mark of the wheel games is not the one due,
// by the mark that is due or claimed.
var markSituations = map[wheel.Mark]string{wheel.RightMark: "", wheel.WedgeMark: "wedge", wheel.WinMark: "win"}

// grounds says why the turn machine refuses a line, to the player of a seat.
func (t *wheelTable) grounds(code string, seat uint8) grounds {
	s := &t.state
	token := &s.Tokens[seat]
	why := grounds{rule: turnRules[code]}
	switch {
	case code == "turn-unfinished" && t.engine.Board.Kind(token.Space) == wheel.RollAgain:
		why.situation = "roll-again"
	case code == "turn-unfinished" && t.due == wheel.WedgeMark:
		why = grounds{"wedge-ends-turn", "wedge"}
	case code == "turn-unfinished":
		why = grounds{"stopping", "right-answer"}
	case code == "turn-over" && s.Winners>>seat&1 != 0:
		why.situation = "win"
	case code == "turn-over" && t.due == wheel.WedgeMark && t.answer == wheel.Right:
		why.rule = "wedge-ends-turn"
	case code == "turn-over" && t.due == wheel.WinMark:
		why.situation = "winning-question"
	case code == "wrong-player" && s.Winners != 0:
		why.situation = "chance"
	case code == "game-over" && t.chance:
		why = grounds{"first-turn-tie", "chance"}
	}
	return why
}

// canMove reports whether the die moves any peg.
func (t *troubleTable) canMove(s *trouble.State, die uint8) bool {
	return slices.ContainsFunc(t.engine.Legal(nil, s), func(a trouble.Action) bool { return a.Die == die && !a.IsPass() })
}

// inFirstTurn reports whether this is the colour's first turn, and no peg of it is out yet.
func (t *troubleTable) inFirstTurn(s *trouble.State) bool {
	return int(s.Clock.Number) <= len(t.handles) && allHome(s, s.Clock.Seat)
}

// allHome reports whether all pegs of a seat are in HOME.
func allHome(s *trouble.State, seat uint8) bool {
	return s.Pegs[seat] == [trouble.MaxPegs]trouble.Pos{} // HOME is 0
}

// situation says in which situation an action is refused.
func (t *troubleTable) situation(r rules.Refusal, a trouble.Action) string {
	e, s := t.engine, &t.state
	switch r.Reason {
	case trouble.NoPeg:
		switch {
		case a.From == trouble.Home:
			return "home"
		case allHome(s, s.Clock.Seat):
			return "all-home"
		}
	case trouble.EnterFace:
		if t.inFirstTurn(s) {
			return "first-turn"
		}
		return "later"
	case trouble.WrongCount:
		return t.countSituation(a)
	case trouble.OwnPeg:
		if a.From == trouble.Home {
			return "start"
		}
		return "track"
	case trouble.AllyPeg:
		return "partner"
	case trouble.FinishEntry:
		return "rearmost"
	case trouble.FinishStays:
		return "stays"
	case trouble.FinishBack:
		return "backward"
	case trouble.MustMove:
		out := e.Check(s, trouble.Action{Die: a.Die, From: trouble.Home, To: trouble.AtStart}).Reason
		switch {
		case out == trouble.OwnPeg:
			return "start-held"
		case out == 0 && allHome(s, s.Clock.Seat):
			return "first-peg"
		case out == 0:
			return "out-or-on"
		}
		return "on"
	}
	return ""
}

// countSituation says how a move is not of the length that the die shows.
func (t *troubleTable) countSituation(a trouble.Action) string {
	e := t.engine
	round := e.Variant.Board["quarter"].Number * len(e.Colours)
	back := (int(a.From) - int(a.To) + round) % round // spaces, counter-clockwise
	switch {
	case a.From == trouble.Home:
		return "not-to-start"
	case e.InFinish(a.From):
		return "in-finish"
	case e.InFinish(a.To):
		return "into-finish"
	case back >= 1 && back <= 6:
		return "backward"
	}
	return ""
}

// markSituation says what a move claims or does not claim by x: the peg sent home stands on
// the START that the mover comes out to, or anywhere else.
func (t *troubleTable) markSituation(a trouble.Action) string {
	if a.From == trouble.Home {
		return "capture-on-start"
	}
	return "capture"
}

// grounds says why the turn machine refuses a line, to the player of a seat.
func (t *troubleTable) grounds(code string, seat uint8) grounds {
	why := grounds{rule: turnRules[code]}
	before, last := &t.before, t.last
	stuck := last.IsPass() && !t.canMove(before, last.Die)
	switch code {
	case "wrong-player":
		if len(t.handles) > 2 {
			why.rule = "turn-direction"
		}
	case "turn-unfinished":
		switch {
		case t.pops == 0: // the turn was open in the position that the log begins from
			why.rule = "extra-pop-on"
		case stuck:
			why = grounds{"extra-pop-when-stuck", "stuck"}
		case t.pops > 1:
			why = grounds{"extra-pop-limit", "again"}
		case last.From == trouble.Home && last.To == trouble.AtStart:
			why = grounds{"extra-pop-on", "came-out"}
		default:
			why = grounds{"extra-pop-on", "moved-on"}
		}
	case "turn-over":
		extra := t.engine.Variant.Setting("extra-pop-on").Value.Faces
		gives := slices.Contains(extra, int(last.Die))
		switch {
		case t.state.Rank[seat] != 0:
			why = grounds{"outcome", "finished"}
		case gives && stuck:
			why = grounds{"extra-pop-when-stuck", "stuck"}
		case gives:
			why.rule = "extra-pop-limit"
		case t.pops == 1 && t.inFirstTurn(before):
			why = grounds{"extra-pop-on", "first-turn"}
		default:
			why = grounds{"extra-pop-on", "one-pop"}
		}
	case "game-over":
		why = grounds{"play-on", "places"}
		if t.engine.Side(&t.state) != 0 {
			why = grounds{"sides", "side"}
		}
	}
	return why
}

// situation says in which situation a move is refused; written is its route.
func (t *trespassTable) situation(r rules.Refusal, written trespassnotation.Action) string {
	switch r.Reason {
	case trespass.MustMove:
		if t.state.Clock.Number == 1 {
			return "first-turn"
		}
	case trespass.Backward:
		b, from, owner := t.engine.Board, int(r.Args[0]), trespass.Piece(r.Args[2]).Owner()
		if owner == 0 && from >= b.Len()-b.Columns || owner == 1 && from < b.Columns {
			return "from-goal-row"
		}
	case trespass.Occupied:
		if written.Hops[r.Args[3]].Jump {
			return "jump"
		}
		return "slide"
	case trespass.Blocked:
		if len(written.Hops) > 0 && written.Hops[len(written.Hops)-1].Jump {
			return "slide-and-jump"
		}
	case trespass.SlideTwice:
		return "square-twice"
	case trespass.JumpGap, trespass.JumpNothing:
		if !written.Hops[0].Jump {
			return "slide-and-jump"
		}
	case trespass.SecretUnknown, trespass.SecretOther:
		return "another-number"
	case trespass.SecretLate, trespass.SecretNone:
		return "arrived"
	case trespass.MarkElsewhere:
		return "not-in-goal-row"
	}
	return ""
}

// grounds says why the turn machine refuses a line, to the player of a seat.
func (t *trespassTable) grounds(code string, _ uint8) grounds {
	return grounds{rule: turnRules[code]}
}
