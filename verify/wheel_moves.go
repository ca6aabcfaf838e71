package verify

import (
	"slices"
	"sync"

	"tpnote/notation"
	wheelnotation "tpnote/notation/wheel"
	"tpnote/rules"
	"tpnote/rules/wheel"
)

// This file is what the wheel games say of their actions, to those who ask what is legal,
// and why something is not.

// wheelTeller tells the actions of one variant.
type wheelTeller struct {
	engine *wheel.Engine
	steps  func() [][]int // between any two spaces, for those who hurry
}

func newWheelTeller(e *wheel.Engine) wheelTeller {
	return wheelTeller{e, sync.OnceValue(func() [][]int { return distances(e.Board) })}
}

// distances measures the shortest way between any two spaces.
func distances(b *wheel.Board) [][]int {
	all := make([][]int, b.Len())
	for from := range all {
		steps := slices.Repeat([]int{-1}, b.Len())
		steps[from] = 0
		front := []wheel.Space{wheel.Space(from)}
		for len(front) > 0 {
			at := front[0]
			front = front[1:]
			for _, next := range b.Next(at) {
				if steps[next] < 0 {
					steps[next] = steps[at] + 1
					front = append(front, next)
				}
			}
		}
		all[from] = steps
	}
	return all
}

func (t wheelTeller) word(s *wheel.State, a wheel.Action) string {
	b := t.engine.Board
	w := wheelnotation.Action{Die: int(a.Die), Space: b.Name(a.Space)}
	if a.Category != 0 {
		w.Category = b.Colours[a.Category-1]
	}
	due := wheel.WrongMark
	if a.Answer != wheel.Wrong {
		due = t.engine.Due(s, a)
	}
	if due != wheel.NoMark {
		w.Mark = markSigns[due][0]
	}
	return w.String()
}

func (t wheelTeller) die(a wheel.Action) int { return int(a.Die) }

// overshoots reports whether a move ends in the hub on a roll that is too high, which rule
// point hub-entry may allow.
func (t wheelTeller) overshoots(s *wheel.State, a wheel.Action) bool {
	exact := t.engine.Board.Reach(s.Tokens[s.Clock.Seat].Space, int(a.Die))
	return a.Space == wheel.Hub && !exact.Has(wheel.Hub)
}

// through reports whether a move leads through the hub, for want of another way.
func (t wheelTeller) through(s *wheel.State, a wheel.Action) bool {
	around := t.engine.Board.Around(s.Tokens[s.Clock.Seat].Space, int(a.Die))
	return a.Space != wheel.Hub && !around.Has(a.Space)
}

func (t wheelTeller) group(s *wheel.State, a wheel.Action) string {
	b, seat, words := t.engine.Board, s.Clock.Seat, wordsOf(t.engine.Variant.Game)
	switch b.Kind(a.Space) {
	case wheel.HubKind:
		switch {
		case !t.engine.Enough(s, seat):
			return "to " + words.hub + ", as a wild card"
		case t.overshoots(s, a):
			return "to " + words.hub + " to win, on a higher roll"
		}
		return "to " + words.hub + ", to win"
	case wheel.RollAgain:
		return "roll again"
	case wheel.Headquarters:
		if s.Tokens[seat].Wedges>>b.Colour(a.Space)&1 == 0 {
			return "to a headquarters, for its " + words.wedge
		}
		return "to a headquarters already won"
	}
	if t.through(s, a) {
		return "through " + words.hub
	}
	return "to a category space"
}

func (t wheelTeller) allowing(s *wheel.State, a wheel.Action) []string {
	b, from := t.engine.Board, s.Tokens[s.Clock.Seat].Space
	names := []string{"movement"}
	switch {
	case t.overshoots(s, a):
		names = []string{"hub-entry"}
	case a.Space == wheel.Hub && t.engine.Enough(s, s.Clock.Seat):
		names = append(names, "hub-entry")
	case t.through(s, a):
		names = append(names, "hub-passing")
		if set := b.Reach(from, int(a.Die)); !set.Has(a.Space) {
			names = append(names, "hub-exit")
		}
	}
	if a.Answer == wheel.NoAnswer {
		return names
	}
	names = append(names, "question")
	if a.Answer == wheel.Right {
		switch t.engine.Due(s, a) {
		case wheel.WedgeMark:
			names = append(names, "wedge-ends-turn")
		case wheel.WinMark:
			names = append(names, "wedges-to-win", "first-turn-tie")
		}
	}
	return names
}

func (t wheelTeller) happens(a wheel.Action, right bool) bool {
	return a.Answer == wheel.NoAnswer || (a.Answer == wheel.Right) == right
}

// merit prefers the winning question, then a wedge, then another roll, then to be near to
// what is still wanted. Nearer than one roll is no better than one roll.
func (t wheelTeller) merit(s *wheel.State, a wheel.Action) int {
	b, seat := t.engine.Board, s.Clock.Seat
	switch kind := b.Kind(a.Space); {
	case kind == wheel.HubKind && t.engine.Enough(s, seat):
		return 3
	case kind == wheel.Headquarters && !t.engine.Enough(s, seat) && s.Tokens[seat].Wedges>>b.Colour(a.Space)&1 == 0:
		return 2
	case kind == wheel.RollAgain:
		return 1
	}
	near := b.Len()
	for space := range b.Names() {
		goal := wheel.Space(space)
		if t.engine.Enough(s, seat) {
			if goal != wheel.Hub {
				continue
			}
		} else if b.Kind(goal) != wheel.Headquarters || s.Tokens[seat].Wedges>>b.Colour(goal)&1 != 0 {
			continue
		}
		if steps := t.steps()[a.Space][goal]; steps > 0 {
			near = min(near, max(steps, 6))
		}
	}
	return -near
}

func (t wheelTeller) gains(s *wheel.State, a wheel.Action) bool {
	return a.Answer == wheel.Right && t.engine.Due(s, a) > wheel.RightMark
}

func (t *wheelTable) clone() table {
	c := *t
	return &c
}

func (t *wheelTable) spell(word string) string {
	a, written, ok := t.decode(word)
	if !ok {
		return word
	}
	written.Space = t.engine.Board.Name(a.Space)
	return written.String()
}

func (t *wheelTable) why(j *judge, word notation.Word) {
	e, s := t.engine, &t.state
	a, written, ok := t.decode(word.Text)
	if !ok {
		t.unknownSpace(j, word, written.Space)
		return
	}
	move := e.CheckMove(s, a)
	if move.Reason != 0 {
		t.refuse(j, word, a, written, move)
	}
	// A bar is named only for a space within reach; here it counts as well for others.
	if token := s.Tokens[s.Clock.Seat]; token.Barred == uint8(a.Space)+1 && move.Reason != wheel.Reentry && move.Reason != wheel.ReentryHub {
		bar := rules.Refusal{Reason: wheel.Reentry, Args: [4]int32{int32(a.Space)}}
		if a.Space == wheel.Hub {
			bar.Reason = wheel.ReentryHub
		}
		t.refuse(j, word, a, written, bar)
	}
	// Each fault of the question is mended as soon as it is told, so that the next one shows.
	for asked := a; ; {
		r := e.CheckQuestion(s, asked)
		switch r.Reason {
		case 0:
			if due := e.Due(s, a); a.Answer == wheel.Right && due != wheel.NoMark && marks[written.Mark] != due {
				t.mark(j, word, a, marks[written.Mark], due)
			}
			return
		case wheel.QuestionMissing:
			asked.Answer = wheel.Right
		case wheel.QuestionUnexpected:
			asked.Answer, asked.Category, asked.Box = wheel.NoAnswer, 0, 0
		case wheel.CategoryMissing:
			asked.Category = 1
		case wheel.CategoryMismatch:
			asked.Category = 0
			if asked.Space == wheel.Hub {
				asked.Category = 1
			}
		case wheel.NoSuchBox, wheel.SameBox:
			asked.Box = 0
		}
		t.refuse(j, word, asked, written, r)
	}
}
