package wheel

import (
	"fmt"
	"slices"

	wheelnotation "tpnote/notation/wheel"
	"tpnote/rules/wheel"
	"tpnote/verify"
)

// This file describes an action to a player: how it is written, what it is good for, and which rules allow it.

func (r *referee) Write(a verify.Action) string {
	category := a.Category
	if a.To != r.Board.Names[wheel.Hub] {
		category = ""
	}
	return wheelnotation.Word(a.Die, a.To, category, a.Box, a.Due)
}

// answers are what the core calls the answers of the engine.
var answers = [...]verify.Answer{wheel.Right: verify.Right, wheel.Wrong: verify.Wrong}

func (r *referee) Describe(s *wheel.State, a wheel.Action) (d verify.Action) {
	b, place := r.Board, &r.Board.Places[a.Space]
	d.Die, d.From, d.To, d.Answer = int(a.Die), b.Names[s.Mover().Space], b.Names[a.Space], answers[a.Answer]
	switch {
	case a.Category > 0 && int(a.Category) <= len(b.Colours):
		d.Category = b.Colours[a.Category-1]
	case place.Kind != wheel.HubKind && place.Kind != wheel.RollAgain:
		d.Category = b.Colours[place.Colour]
	}
	if a.Box != 0 {
		number := ""
		if a.Card != 0 {
			number = fmt.Sprint(a.Card - 1)
		}
		d.Box = wheelnotation.Card(int(a.Box), number)
	}
	switch a.Answer {
	case wheel.Right:
		d.Due = markSigns[r.Due(s, a)]
	case wheel.Wrong:
		d.Due = markSigns[wheel.WrongMark]
	}
	return d
}

// Branches are the boxes that the card can have come from, and a card where its number counts.
func (r *referee) Branches(_ *wheel.State, a wheel.Action) []wheel.Action {
	if a.Answer == wheel.NoAnswer || a.Box != 0 {
		return nil
	}
	var all []wheel.Action
	for a.Box = 1; int(a.Box) <= r.Boxes(); a.Box++ {
		all = append(all, a)
	}
	if r.CountsCards() {
		a.Box, a.Card = 1, 2
		all = append(all, a)
	}
	return all
}

func (r *referee) Rolled(dst []wheel.Action, s *wheel.State, die uint8, right bool) []wheel.Action {
	return slices.DeleteFunc(r.LegalOf(dst, s, die), func(a wheel.Action) bool {
		return a.Answer != wheel.NoAnswer && (a.Answer == wheel.Right) != right
	})
}

func (r *referee) Die(a wheel.Action) int { return int(a.Die) }

// overshoots reports whether a move ends in the hub on a roll that is too high, which rule point hub-entry may allow.
func (r *referee) overshoots(s *wheel.State, a wheel.Action) bool {
	return a.Space == wheel.Hub && !r.Board.Reach(s.Mover().Space, int(a.Die)).Has(wheel.Hub)
}

// through reports whether a move can only lead through the hub.
func (r *referee) through(s *wheel.State, a wheel.Action) bool {
	return a.Space != wheel.Hub && !r.Board.Around(s.Mover().Space, int(a.Die)).Has(a.Space)
}

// lacks reports whether a space is a headquarters whose wedge the player to move does not have.
func (r *referee) lacks(s *wheel.State, space wheel.Space) bool {
	place := &r.Board.Places[space]
	return place.Kind == wheel.Headquarters && s.Mover().Wedges>>place.Colour&1 == 0
}

func (r *referee) Group(s *wheel.State, a wheel.Action) verify.Group {
	switch r.Board.Places[a.Space].Kind {
	case wheel.HubKind:
		switch {
		case !r.Enough(s, s.Clock.Seat):
			return verify.Group("to " + r.words.hub + ", as a wild card")
		case r.overshoots(s, a):
			return verify.Group("to " + r.words.hub + " to win, on a higher roll")
		}
		return verify.Group("to " + r.words.hub + ", to win")
	case wheel.RollAgain:
		return "roll again"
	case wheel.Headquarters:
		if r.lacks(s, a.Space) {
			return verify.Group("to a headquarters, for its " + r.words.wedge)
		}
		return "to a headquarters already won"
	}
	if r.through(s, a) {
		return verify.Group("through " + r.words.hub)
	}
	return "to a category space"
}

// Allowing names the rules of every action, which no variant changes, and the rule points that decide this one.
func (r *referee) Allowing(s *wheel.State, a wheel.Action) []string {
	names := []string{"movement", "question"}
	switch due := r.Due(s, a); {
	case r.Board.Places[a.Space].Kind == wheel.RollAgain:
		names[1] = "roll-again"
	case due == wheel.NoMark, due == wheel.WinMark: // rule points have the rest
		names = names[:1]
	case a.Space == wheel.Hub:
		names[1] = "wild-card"
	}
	return r.Deciding(names, s, a)
}

// merit prefers the winning question, then a wedge, then another roll, then to be near to
// what is still wanted. Nearer than one roll is no better than one roll.
func (r *referee) Merit(s *wheel.State, a wheel.Action) int {
	wanted := func(goal wheel.Space) bool { return r.lacks(s, goal) }
	enough := r.Enough(s, s.Clock.Seat)
	if enough {
		wanted = func(goal wheel.Space) bool { return goal == wheel.Hub }
	}
	switch {
	case wanted(a.Space) && enough:
		return 3
	case wanted(a.Space):
		return 2
	case r.Board.Places[a.Space].Kind == wheel.RollAgain:
		return 1
	}
	return -max(r.steps(a.Space, wanted), 6)
}

// steps measures the shortest way from a space to another one that is wanted.
func (r *referee) steps(from wheel.Space, wanted func(wheel.Space) bool) int {
	steps := make([]int, r.Board.Len()) // to a space; 0 before it is reached
	for due := []wheel.Space{from}; len(due) > 0; due = due[1:] {
		for _, next := range r.Board.Places[due[0]].Next {
			if next == from || steps[next] != 0 {
				continue
			}
			if steps[next] = steps[due[0]] + 1; wanted(next) {
				return steps[next]
			}
			due = append(due, next)
		}
	}
	return r.Board.Len()
}

func (r *referee) Gains(s *wheel.State, a wheel.Action) bool {
	return a.Answer == wheel.Right && r.Due(s, a) > wheel.RightMark
}
