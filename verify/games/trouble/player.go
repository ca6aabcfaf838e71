package trouble

import (
	troublenotation "tpnote/notation/trouble"
	"tpnote/rules/trouble"
	"tpnote/verify"
)

// This file describes an action to a player: how it is written, what it is good for, and which rules allow it.

// The groups of legal actions.
const (
	groupPass    verify.Group = "pass"
	groupLast    verify.Group = "the last peg into FINISH"
	groupInside  verify.Group = "on inside FINISH"
	groupFinish  verify.Group = "into FINISH"
	groupCapture verify.Group = "send a peg home"
	groupOut     verify.Group = "out of HOME"
	groupTrack   verify.Group = "along the track"
)

func (r *referee) Write(a verify.Action) string {
	return troublenotation.Word(a.Die, a.From, a.To, a.Due)
}

func (r *referee) Describe(s *trouble.State, a trouble.Action) (d verify.Action) {
	if d.Die, d.Pass = int(a.Die), a.IsPass(); d.Pass {
		return d
	}
	x := r.Effect(s, a)
	d.From, d.To, d.Due = r.name(s, a.From), r.name(s, a.To), signs(x.Mark)
	if x.Captures {
		d.Captured = int(x.Captured) + 1
	}
	return d
}

// Rolled ignores right: Trouble has no questions.
func (r *referee) Rolled(dst []trouble.Action, s *trouble.State, die uint8, _ bool) []trouble.Action {
	return r.LegalOf(dst, s, die)
}

func (r *referee) Die(a trouble.Action) int { return int(a.Die) }

func (r *referee) Group(s *trouble.State, a trouble.Action) verify.Group {
	x := r.Effect(s, a)
	switch {
	case a.IsPass():
		return groupPass
	case x.Finishes:
		return groupLast
	case r.InFinish(a.From):
		return groupInside
	case r.InFinish(a.To):
		return groupFinish
	case x.Captures:
		return groupCapture
	case a.From == trouble.Home:
		return groupOut
	}
	return groupTrack
}

// Allowing names first the rule that no variant changes, in the situation that the clauses
// distinguish, and then the rule points that decide about the action.
func (r *referee) Allowing(s *trouble.State, a trouble.Action) []string {
	var names []string
	switch {
	case a.IsPass() && !r.Able(s, a.Die):
		names = append(names, "movement/stuck")
	case a.IsPass(), a.From == trouble.Home: // a rule point decides
	case r.InFinish(a.From):
		names = append(names, "movement/in-finish")
	case r.InFinish(a.To):
		names = append(names, "movement/into-finish")
	default:
		names = append(names, "movement")
	}
	switch x := r.Effect(s, a); {
	case x.Captures && a.From == trouble.Home:
		names = append(names, "capture/on-start")
	case x.Captures:
		names = append(names, "capture")
	}
	return append(names, r.Deciding(s, a)...)
}

// merits ranks the groups that are better than a move along the track.
var merits = map[verify.Group]int{groupLast: 4, groupCapture: 3, groupFinish: 2, groupOut: 1}

// Merit prefers to finish, then to send a peg home, to reach FINISH, to come out of HOME, to move the foremost peg.
func (r *referee) Merit(s *trouble.State, a trouble.Action) int {
	const step = int(^trouble.Pos(0)) + 1 // more than any peg has come
	return merits[r.Group(s, a)]*step + int(a.To)
}

func (r *referee) Gains(_ *trouble.State, a trouble.Action) bool { return !a.IsPass() }
