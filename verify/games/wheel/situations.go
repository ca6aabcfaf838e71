package wheel

import (
	"tpnote/rules"
	"tpnote/rules/wheel"
	"tpnote/verify"
)

// This file says on what a refusal stands, for the clauses that are cited: see
// verify.Grounds.

// grounds is why an action is refused in s: the engine's reason, and what else of the
// position the rulebooks tell apart.
func (r *referee) grounds(s *wheel.State, a wheel.Action, why rules.Refusal) verify.Grounds {
	info := wheel.Reasons[why.Reason]
	g := verify.Grounds{Rule: info.Rule, Situation: info.Situation}
	seat, kind := s.Clock.Seat, r.Board.Kind(a.Space)
	switch why.Reason {
	case wheel.Staying:
		switch {
		case kind == wheel.Headquarters && s.Tokens[seat].Wedges>>r.Board.Colour(a.Space)&1 == 0:
			g.Situation = "staying-in-headquarters"
		case kind == wheel.HubKind && r.Enough(s, seat):
			g.Situation = "staying-in-hub"
		}
	case wheel.Unreachable:
		first := s.Clock.Phase == rules.Due && s.Had>>seat&1 == 0 && s.Clock.Number <= int32(s.Players)
		if first && s.Tokens[seat].Space == wheel.Hub {
			g.Situation = "first-move"
		}
	case wheel.QuestionMissing:
		switch {
		case kind != wheel.HubKind:
		case r.Enough(s, seat):
			g.Situation = wheel.Reasons[wheel.WinningCategory].Situation
		default:
			g.Situation = wheel.Reasons[wheel.CategoryMissing].Situation
		}
	case wheel.CategoryMismatch:
		if int(a.Category) > len(r.Board.Colours) {
			g.Situation = "unknown-category"
		}
	}
	return g
}

// marked is why a mark is not the one due: worth is the mark that is due, or claimed.
func marked(worth wheel.Mark) verify.Grounds {
	return verify.Grounds{Rule: "marks", Situation: map[wheel.Mark]string{wheel.WedgeMark: "wedge", wheel.WinMark: "win"}[worth]}
}

func (r *referee) Grounds(code verify.Code, s *wheel.State, seat uint8, last *verify.Last[wheel.State]) verify.Grounds {
	why := verify.TurnGrounds(code)
	token := &s.Tokens[seat]
	earned := last.Nth > 0 && token.Wedges != last.Before.Tokens[seat].Wedges
	switch code {
	case verify.CodeTurnUnfinished:
		switch {
		case r.Board.Kind(token.Space) == wheel.RollAgain:
			why.Situation = "roll-again"
		case earned:
			why = verify.Grounds{Rule: "wedge-ends-turn", Situation: "wedge"}
		default:
			why = verify.Grounds{Rule: "stopping", Situation: "right-answer"}
		}
	case verify.CodeTurnOver:
		switch {
		case s.Winners>>seat&1 != 0:
			why.Situation = "win"
		case earned:
			why.Rule = "wedge-ends-turn"
		case token.Space == wheel.Hub && r.Enough(s, seat):
			why.Situation = "winning-question"
		}
	case verify.CodeWrongPlayer:
		if s.Winners != 0 {
			why.Situation = "chance"
		}
	case verify.CodeGameOver:
		info := wheel.Reasons[r.Check(s, wheel.Action{}).Reason]
		why = verify.Grounds{Rule: info.Rule, Situation: info.Situation}
	}
	return why
}
