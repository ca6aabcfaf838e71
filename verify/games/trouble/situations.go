package trouble

import (
	"slices"

	"tpnote/rules"
	"tpnote/rules/trouble"
	"tpnote/verify"
)

// This file says on what a refusal stands, for the clauses that are cited: see
// verify.Grounds.

// grounds is why an action is refused in s: the engine's reason, and what else of the
// position the rulebooks tell apart.
func (r *referee) grounds(s *trouble.State, a trouble.Action, why rules.Refusal) verify.Grounds {
	info := trouble.Reasons[why.Reason]
	g := verify.Grounds{Rule: info.Rule, Situation: info.Situation}
	switch why.Reason {
	case trouble.NoPeg:
		switch {
		case a.From == trouble.Home:
			g.Situation = "home"
		case allHome(s, s.Clock.Seat):
			g.Situation = "all-home"
		}
	case trouble.WrongCount:
		if a.From == trouble.Home {
			g.Situation = "not-to-start"
		}
	case trouble.FinishCount:
		if r.InFinish(a.From) {
			g.Situation = "in-finish"
		}
	case trouble.OwnStart:
		if a.From != trouble.Home {
			g.Situation = "track"
		}
	case trouble.MustMove:
		out := r.Check(s, trouble.Action{Die: a.Die, From: trouble.Home, To: trouble.AtStart}).Reason
		switch {
		case out == trouble.OwnStart:
			g.Situation = "start-held"
		case out == 0 && allHome(s, s.Clock.Seat):
			g.Situation = "first-peg"
		case out == 0:
			g.Situation = "out-or-on"
		default:
			g.Situation = "on"
		}
	}
	return g
}

// allHome reports whether all pegs of a seat are in HOME.
func allHome(s *trouble.State, seat uint8) bool {
	return s.Pegs[seat] == [trouble.MaxPegs]trouble.Pos{} // HOME is 0
}

// captured is why x is due or not: the peg sent home stands on the START that the mover comes
// out to, or anywhere else.
func captured(x trouble.Effect) verify.Grounds {
	if x.From == trouble.Home {
		return verify.Grounds{Rule: "marks", Situation: "capture-on-start"}
	}
	return verify.Grounds{Rule: "marks", Situation: "capture"}
}

// lastPeg is why # is due or not.
var lastPeg = verify.Grounds{Rule: "marks", Situation: "last-peg"}

func (r *referee) Grounds(code verify.Code, s *trouble.State, seat uint8, last *verify.Last[trouble.State]) verify.Grounds {
	switch code {
	case verify.CodeWrongPlayer:
		if s.Players > 2 {
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
		info := trouble.Reasons[trouble.GameOver]
		return verify.Grounds{Rule: info.Rule, Situation: info.Situation}
	}
	return verify.TurnGrounds(code)
}

// unfinished is why a turn must go on behind the last action.
func (r *referee) unfinished(last *verify.Last[trouble.State]) verify.Grounds {
	before := &last.Before
	switch {
	case last.Nth == 0:
		return verify.Grounds{Rule: "extra-pop-on"}
	case !r.gives(last):
		return verify.Grounds{Rule: "home-tries"}
	case r.stuck(last):
		return verify.Grounds{Rule: "extra-pop-when-stuck", Situation: "stuck"}
	case last.Nth > 1:
		return verify.Grounds{Rule: "extra-pop-limit", Situation: "again"}
	case last.Action.From == r.Name(before.Colours[before.Clock.Seat], trouble.Home):
		return verify.Grounds{Rule: "extra-pop-on", Situation: "came-out"}
	}
	return verify.Grounds{Rule: "extra-pop-on", Situation: "moved-on"}
}

// ended is why the turn of a seat is over behind the last action.
func (r *referee) ended(s *trouble.State, seat uint8, last *verify.Last[trouble.State]) verify.Grounds {
	why := verify.Grounds{Rule: "extra-pop-on", Situation: "one-pop"}
	if r.noneOut(&last.Before, seat) {
		why.Rule = "home-tries"
	}
	switch {
	case s.Rank[seat] != 0:
		info := trouble.Reasons[trouble.Finished]
		return verify.Grounds{Rule: info.Rule, Situation: info.Situation}
	case r.gives(last) && r.stuck(last):
		return verify.Grounds{Rule: "extra-pop-when-stuck", Situation: "stuck"}
	case r.gives(last):
		return verify.Grounds{Rule: "extra-pop-limit"}
	case last.Nth == 1 && last.Before.Clock.Number <= int32(s.Players) && allHome(&last.Before, seat):
		why.Situation = "first-turn"
	}
	return why
}

// gives reports whether the face of the last action gives another pop.
func (r *referee) gives(last *verify.Last[trouble.State]) bool {
	return slices.Contains(r.Variant.Setting("extra-pop-on").Value.Faces, last.Action.Die)
}

// noneOut reports whether a seat has pegs in HOME and none on the track.
func (r *referee) noneOut(s *trouble.State, seat uint8) bool {
	pegs := s.Pegs[seat][:r.Variant.Board["pegs"].Number]
	return slices.Contains(pegs, trouble.Home) && !slices.ContainsFunc(pegs, func(p trouble.Pos) bool { return p != trouble.Home && !r.InFinish(p) })
}

// stuck reports whether the last action was a pass for want of a move.
func (r *referee) stuck(last *verify.Last[trouble.State]) bool {
	return last.Action.Pass && !slices.ContainsFunc(r.Legal(nil, &last.Before), func(a trouble.Action) bool {
		return int(a.Die) == last.Action.Die && !a.IsPass()
	})
}
