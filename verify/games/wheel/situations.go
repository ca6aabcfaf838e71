package wheel

import (
	"slices"

	"tpnote/rules"
	"tpnote/rules/wheel"
	"tpnote/verify"
)

// This file finds the grounds of a refusal, from which its clauses are cited: see verify.Grounds.

// situation returns the situation in which an action is refused in s, as far as the rulebooks distinguish it.
func (r *referee) situation(s *wheel.State, a wheel.Action, why rules.Reason) string {
	seat, kind := s.Clock.Seat, r.Board.Places[a.Space].Kind
	switch why {
	case wheel.Unreachable, wheel.Backtracking, wheel.Staying:
		if first := r.firstMove(s, a, why); first != "" {
			return first
		}
	}
	switch {
	case why == wheel.Staying && r.lacks(s, a.Space):
		return "staying-in-headquarters"
	case why == wheel.Staying && kind == wheel.HubKind && r.Enough(s, seat):
		return "staying-in-hub"
	case why == wheel.QuestionMissing && r.overshot(s, a):
		return "overshooting"
	case why == wheel.QuestionMissing && kind == wheel.HubKind && r.Enough(s, seat):
		why = wheel.WinningCategory
	case why == wheel.QuestionMissing && kind == wheel.HubKind:
		why = wheel.CategoryMissing
	case why == wheel.CategoryMismatch && int(a.Category) > len(r.Board.Colours):
		return "unknown-category"
	}
	return wheel.Reasons[why].Situation
}

// firstMove returns the situation of a player's first move that the roll does not allow: on a kind of space that the
// roll never reaches from the hub, or, in turn 1, at another distance; "" for other moves.
func (r *referee) firstMove(s *wheel.State, a wheel.Action, why rules.Reason) string {
	seat := s.Clock.Seat
	later := r.Variant.Is("first-turn-tie", "every-round") && s.Clock.Number > int32(s.Seats)
	if later || s.Clock.Phase != rules.Due || s.Had>>seat&1 != 0 || s.Tokens[seat].Space != wheel.Hub {
		return ""
	}
	for space := range r.Board.Reach(wheel.Hub, int(a.Die)).All() {
		if r.Board.Places[space].Kind == r.Board.Places[a.Space].Kind {
			if s.Clock.Number == 1 && why == wheel.Unreachable {
				return "first-distance"
			}
			return ""
		}
	}
	return "first-move"
}

// overshot reports whether a player who could win moves through the hub and past it.
func (r *referee) overshot(s *wheel.State, a wheel.Action) bool {
	return r.Enough(s, s.Clock.Seat) && r.through(s, a)
}

// marked returns the grounds for a wrong mark; worth is the expected mark, or the claimed one.
func marked(worth wheel.Mark) verify.Grounds {
	return verify.Grounds{Rule: "marks", Situation: map[wheel.Mark]string{wheel.WedgeMark: "wedge", wheel.WinMark: "win"}[worth]}
}

// continuing lists the rule points that decide whether the turn goes on after the last action, or in s without one.
func (r *referee) continuing(s *wheel.State, last *verify.Last[wheel.State]) []string {
	if a, _, known := r.decode(last.Word); known {
		return r.Continuing(nil, &last.Before, &a)
	}
	return r.Continuing(nil, s, nil)
}

// Grounds names what a finding about a turn rests on.
func (r *referee) Grounds(code verify.Code, s *wheel.State, seat uint8, last *verify.Last[wheel.State]) verify.Grounds {
	why := verify.TurnGrounds(code)
	token := &s.Tokens[seat]
	switch code {
	case verify.CodeTurnUnfinished:
		why.Situation = "roll-again" // unless a rule point decides
		for _, point := range r.continuing(s, last) {
			switch point {
			case "stopping":
				why = verify.Grounds{Rule: point, Situation: "right-answer"}
			case "wedge-ends-turn":
				why = verify.Grounds{Rule: point, Situation: "wedge"}
			}
		}
	case verify.CodeTurnOver:
		switch {
		case s.Winners>>seat&1 != 0:
			why.Situation = "win"
		case slices.Contains(r.continuing(s, last), "wedge-ends-turn"):
			why.Rule = "wedge-ends-turn"
		case token.Space == wheel.Hub && r.Enough(s, seat):
			why.Situation = "winning-question"
		case last.Nth > 0 && last.Before.Clock.Seat == seat && r.overshot(&last.Before, wheel.Action{Die: uint8(last.Word.Roll()), Space: token.Space}):
			why.Situation = "overshooting"
		}
	case verify.CodeWrongPlayer:
		if s.Winners != 0 {
			why.Situation = "chance"
		}
	case verify.CodeGameOver:
		why = wheel.Reasons[r.Check(s, wheel.Action{}).Reason]
	}
	return why
}
