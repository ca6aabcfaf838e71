package trouble

import (
	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/trouble"
	"tpnote/verify"
)

// This file finds the grounds of a refusal, from which its clauses are cited: see verify.Grounds.

// situation returns the situation in which an action is refused in s, as far as the rulebooks distinguish it.
func (r *referee) situation(s *trouble.State, a trouble.Action, why rules.Refusal) string {
	switch {
	case why.Reason == trouble.NoPeg:
		return r.noPeg(s, a, why.Args[3] != 0)
	case why.Reason == trouble.WrongCount && a.From == trouble.Home:
		return "not-to-start"
	case why.Reason == trouble.FinishCount && r.InFinish(a.From):
		return "in-finish"
	case why.Reason == trouble.OwnStart && a.From != trouble.Home:
		return "track"
	case why.Reason == trouble.MustMove:
		out := r.Check(s, trouble.Action{Die: a.Die, From: trouble.Home, To: trouble.AtStart}).Reason
		switch {
		case out == trouble.OwnStart:
			return "start-held"
		case out == 0 && allHome(s, s.Clock.Seat):
			return "first-peg"
		case out == 0:
			return "out-or-on"
		}
		return "on"
	}
	return trouble.Reasons[why.Reason].Situation
}

// noPeg is the situation of a player without a peg on the space that a move leaves. held reports whether another
// player's peg is there. In all other cases the face of the die decides which clause says what could have been moved.
func (r *referee) noPeg(s *trouble.State, a trouble.Action, held bool) string {
	enters := r.Variant.Setting("enter-on").Value.Has(int(a.Die))
	none := allHome(s, s.Clock.Seat)
	first := none && r.FirstTurn(s)
	switch {
	case held:
		return "held"
	case first && enters:
		return "first-peg"
	case first:
		return "first-turn"
	case enters:
		return "out-or-on"
	case none:
		return "all-home"
	}
	return ""
}

// allHome reports whether all pegs of a seat are in HOME.
func allHome(s *trouble.State, seat uint8) bool {
	return s.Pegs[seat] == [trouble.MaxPegs]trouble.Pos{} // HOME is 0
}

// captured is why a word has x or not: on the START that a peg comes out to, a clause of its
// own says that the peg there is sent home.
func captured(x trouble.Effect) verify.Grounds {
	if x.From == trouble.Home {
		return verify.Grounds{Rule: "capture", Situation: "capture-on-start"}
	}
	return verify.Grounds{Rule: "capture", Situation: "capture"}
}

// lastPeg is why a word has # or not.
var lastPeg = verify.Grounds{Rule: "marks", Situation: "last-peg"}

func (r *referee) Grounds(code verify.Code, s *trouble.State, seat uint8, last *verify.Last[trouble.State]) verify.Grounds {
	switch code {
	case verify.CodeWrongPlayer:
		taker := s.Clock.Seat
		switch sided := r.sides != [2]string{}; {
		case sided && (r.Allies(taker, seat) || r.Variant.Is("partner-turns", "either")):
			return verify.Grounds{Rule: "partner-turns"}
		case s.Seats > 2:
			return verify.Grounds{Rule: "turn-direction"}
		}
	case verify.CodeTurnUnfinished:
		return r.unfinished(last)
	case verify.CodeTurnOver:
		return r.ended(s, seat, last)
	case verify.CodeGameOver:
		if r.Side(s) != 0 {
			return verify.Grounds{Rule: "sides", Situation: "side"}
		}
		why := trouble.Reasons[trouble.GameOver]
		if len(r.Ranking(nil, s)) <= 2 { // no place was left to play for
			why.Situation = "won"
		}
		return why
	}
	return verify.TurnGrounds(code)
}

// unfinished is why a turn must go on after the last action: for the die, unless another rule point decides.
func (r *referee) unfinished(last *verify.Last[trouble.State]) verify.Grounds {
	why := verify.Grounds{Rule: "extra-pop-on"}
	if last.Nth == 0 {
		return why
	}
	for _, point := range r.continuing(last) {
		switch point {
		case "extra-pop-on", "extra-pop-limit":
		case "extra-pop-when-stuck":
			return verify.Grounds{Rule: point, Situation: "stuck"}
		default:
			return verify.Grounds{Rule: point}
		}
	}
	switch {
	case last.Nth > 1:
		return verify.Grounds{Rule: "extra-pop-limit", Situation: "again"}
	case last.Word.Text(notation.IsFrom) == r.Name(0, trouble.Home):
		why.Situation = "came-out"
	default:
		why.Situation = "moved-on"
	}
	return why
}

// ended is why the turn of a seat is over after the last action.
func (r *referee) ended(s *trouble.State, seat uint8, last *verify.Last[trouble.State]) verify.Grounds {
	if !s.Takes(seat) {
		return trouble.Reasons[trouble.Finished]
	}
	why := verify.Grounds{Rule: "extra-pop-on", Situation: "one-pop"}
	if last.Nth == 1 && r.FirstTurn(&last.Before) && allHome(&last.Before, seat) {
		why.Situation = "first-turn"
	}
	for _, point := range r.continuing(last) {
		switch point {
		case "extra-pop-on":
		case "extra-pop-limit":
			return verify.Grounds{Rule: point}
		case "extra-pop-when-stuck":
			return verify.Grounds{Rule: point, Situation: "stuck"}
		default:
			why.Rule = point
		}
	}
	return why
}

// continuing lists the rule points that decide whether the turn goes on after the last action.
func (r *referee) continuing(last *verify.Last[trouble.State]) []string {
	before := &last.Before
	a, _ := r.decode(before.Colours[before.Clock.Seat], last.Word)
	return r.Continuing(before, a)
}
