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
// the route leads to another clause. m is the move that was refused, nil for none.
func (r *referee) situation(s *trespass.State, m *trespass.Move, why rules.Refusal) string {
	switch reason := why.Reason; {
	case reason == trespass.MustMove && s.Clock.Number == 1:
		return "first-turn"
	case reason == trespass.Backward && r.Board.Goal(trespass.Piece(why.Args[2]), trespass.Square(why.Args[0])):
		return "from-goal-row"
	case reason == trespass.Blocked && m.Hops[len(m.Hops)-1].Jump,
		(reason == trespass.JumpGap || reason == trespass.JumpNothing) && !m.Hops[0].Jump:
		return "slide-and-jump"
	}
	return trespass.Reasons[why.Reason].Situation
}
