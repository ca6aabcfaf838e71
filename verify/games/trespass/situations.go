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

// situation returns the situation in which a line is refused in s, by what else in the position and
// the route leads to another clause. w is the word that was refused, nil for a directive.
func (r *referee) situation(s *trespass.State, w *verify.Action, why rules.Refusal) string {
	hops := w != nil && len(w.Path) > 0
	switch reason := why.Reason; {
	case reason == trespass.MustMove && s.Clock.Number == 1:
		return "first-turn"
	case reason == trespass.Backward && r.Board.Goal(trespass.Piece(why.Args[2]), trespass.Square(why.Args[0])):
		return "from-goal-row"
	case reason == trespass.Blocked && hops && w.Jumps[len(w.Jumps)-1],
		(reason == trespass.JumpGap || reason == trespass.JumpNothing) && hops && !w.Jumps[0]:
		return "slide-and-jump"
	}
	return trespass.Reasons[why.Reason].Situation
}
