package trespass

import (
	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules"
	"tpnote/rules/trespass"
	"tpnote/verify"
)

// grounds is why a line is refused in s, for the clauses that are cited: the engine's reason,
// and what else of the position and the route the rulebook tells apart. w is the word that
// was refused, nil for a directive.
func (r *referee) grounds(s *trespass.State, w *trespassnotation.Action, why rules.Refusal) verify.Grounds {
	info := trespass.Reasons[why.Reason]
	g := verify.Grounds{Rule: info.Rule, Situation: info.Situation}
	switch why.Reason {
	case trespass.MustMove:
		if s.Clock.Number == 1 {
			g.Situation = "first-turn"
		}
	case trespass.Backward:
		if p := trespass.Piece(why.Args[2]); r.Board.Goal(p, trespass.Square(why.Args[0])) {
			g.Situation = "from-goal-row"
		}
	case trespass.Blocked:
		if w != nil && len(w.Hops) > 0 && w.Hops[len(w.Hops)-1].Jump {
			g.Situation = "slide-and-jump"
		}
	case trespass.JumpGap, trespass.JumpNothing:
		if w != nil && len(w.Hops) > 0 && !w.Hops[0].Jump {
			g.Situation = "slide-and-jump"
		}
	}
	return g
}
