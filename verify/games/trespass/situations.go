package trespass

import (
	"tpnote/rules"
	"tpnote/rules/trespass"
	"tpnote/verify"
)

// Grounds names the rule by which a game without a winner is over.
func (r *referee) Grounds(code verify.Code, s *trespass.State, _ uint8, _ *verify.Last[trespass.State]) verify.Grounds {
	if code == verify.CodeGameOver && s.Drawn() {
		return verify.Grounds{Rule: "dead-game"}
	}
	return verify.TurnGrounds(code)
}

// grounds is why a line is refused in s, for the clauses that are cited: the engine's reason,
// and what else in the position and the route leads to another clause. w is the word that was
// refused, nil for a directive.
func (r *referee) grounds(s *trespass.State, w *verify.Action, why rules.Refusal) verify.Grounds {
	info := trespass.Reasons[why.Reason]
	g := verify.Grounds{Rule: info.Rule, Situation: info.Situation, Assumed: info.Assumed}
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
		if w != nil && len(w.Jumps) > 0 && w.Jumps[len(w.Jumps)-1] {
			g.Situation = "slide-and-jump"
		}
	case trespass.JumpGap, trespass.JumpNothing:
		if w != nil && len(w.Jumps) > 0 && !w.Jumps[0] {
			g.Situation = "slide-and-jump"
		}
	}
	return g
}
