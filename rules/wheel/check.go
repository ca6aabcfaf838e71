package wheel

import (
	"math/bits"

	"tpnote/rules"
)

// This file states the rules of an action, each once: CheckMove says where a token may go,
// CheckQuestion how a question is recorded, and Due and Resolve what comes of it. Legal, the
// table of reach and the packed Step of archives are made from them.

// The reasons to refuse an action. The arguments of a refusal are named behind its reason.
const (
	GameOver           rules.Reason = iota + 1
	ChancesTaken                    // no arguments: the game is over behind the chances to tie
	Unreachable                     // die, from, to
	Backtracking                    // die, from, to: only by turning back
	Staying                         // die, from, to: of a headquarters or the hub, to itself
	HubEntry                        // die, from, distance: the roll is too high
	HubExit                         // die, from, to: only by the spoke it came by
	HubPassing                      // die, from, to: only through the hub
	Reentry                         // the barred space
	ReentryHub                      // no arguments
	QuestionMissing                 // space
	QuestionUnexpected              // space
	CategoryMissing                 // no arguments
	WinningCategory                 // no arguments: the category of the winning question is missing
	CategoryMismatch                // space, category
	NoSuchBox                       // box, number of boxes
	SameBox                         // box
	SameCard                        // box, card
)

// Reasons names every reason, by its number.
var Reasons = [...]rules.ReasonInfo{
	GameOver:           {Code: "game-over", Rule: "outcome"},
	ChancesTaken:       {Code: "game-over", Rule: "first-turn-tie", Situation: "chance"},
	Unreachable:        {Code: "unreachable", Rule: "movement"},
	Backtracking:       {Code: "unreachable", Rule: "movement", Situation: "backtracking"},
	Staying:            {Code: "unreachable", Rule: "movement"},
	HubEntry:           {Code: "hub-entry", Rule: "hub-entry", Situation: "overshooting"},
	HubExit:            {Code: "hub-exit", Rule: "hub-exit"},
	HubPassing:         {Code: "hub-passing", Rule: "hub-passing"},
	Reentry:            {Code: "reentry", Rule: "headquarters-reentry", Situation: "headquarters"},
	ReentryHub:         {Code: "reentry", Rule: "hub-reentry", Situation: "hub"},
	QuestionMissing:    {Code: "question-missing", Rule: "question"},
	QuestionUnexpected: {Code: "question-unexpected", Rule: "question"},
	CategoryMissing:    {Code: "category-missing", Rule: "question", Situation: "wild-card"},
	WinningCategory:    {Code: "category-missing", Rule: "question", Situation: "winning-question"},
	CategoryMismatch:   {Code: "category-mismatch", Rule: "question"},
	NoSuchBox:          {Code: "card-box", Rule: "card-boxes"},
	SameBox:            {Code: "card-box", Rule: "card-alternation"},
	SameCard:           {Code: "card-box", Rule: "card-repeat", Situation: "same-card"},
}

// Effect is what an action does to the token and the turn of the player to move.
type Effect struct {
	To     Space
	Barred uint8  // of the token from then on
	Box    uint8  // of the last question from then on
	Card   Card   // likewise
	Due    Mark   // what a right answer to the question earns; NoMark where none is asked
	Wedge  uint16 // the wedge earned, as in Token; 0 for none
	Wins   bool
	Ends   bool // the turn is over
}

// Resolve returns what a does in s, legal or not, and why it is illegal. Of several
// reasons it gives the first, of the move before the question; the zero Refusal means that
// a is legal.
func (e *Engine) Resolve(s *State, a Action) (Effect, rules.Refusal) {
	return e.effect(s, a, a.Space, e.Due(s, a)), e.Check(s, a)
}

// Check returns why a is illegal in s: the refusal of Resolve.
func (e *Engine) Check(s *State, a Action) rules.Refusal {
	if s.Clock.Phase == rules.Over {
		if s.Winners == 1<<s.Clock.Seat {
			return rules.Refused(GameOver) // the last turn was the winner's
		}
		return rules.Refused(ChancesTaken)
	}
	if r := e.CheckMove(s, a); r.Reason != 0 {
		return r
	}
	return e.CheckQuestion(s, a)
}

// CheckMove returns why the token may not end where a says.
func (e *Engine) CheckMove(s *State, a Action) rules.Refusal {
	t := &s.Tokens[s.Clock.Seat]
	if e.rollsOf(s, t)[a.Space%MaxSpaces]>>a.Die&1 != 0 {
		switch {
		case t.Barred != uint8(a.Space)+1:
			return rules.Refusal{}
		case a.Space == Hub:
			return rules.Refused(ReentryHub)
		}
		return rules.Refused(Reentry, int32(a.Space))
	}
	to := int32(a.Space)
	reason := e.refuseWalk(t.Space, a.Space, a.Die, e.Enough(s, s.Clock.Seat))
	switch kind := e.Board.kind[a.Space]; {
	case reason == HubEntry:
		to = int32(e.Board.distance(t.Space))
	case reason == Unreachable && a.Space == t.Space && (kind == Headquarters || kind == HubKind):
		reason = Staying
	case reason == Unreachable && a.Die <= 6 && e.Board.turnsBack(t.Space, a.Space, int(a.Die)):
		reason = Backtracking
	}
	return rules.Refused(reason, int32(a.Die), int32(t.Space), to)
}

// rollsOf returns the rolls that lead the token of the player to move to each space, bars apart.
func (e *Engine) rollsOf(s *State, t *Token) *[MaxSpaces]uint8 {
	return &e.rolls[e.class(s)][t.Space%MaxSpaces]
}

// class returns the index of the player to move in the tables of reach: 1 with enough wedges
// to win, and 0 otherwise or where it makes no difference.
func (e *Engine) class(s *State) int {
	if !e.plain && e.Enough(s, s.Clock.Seat) {
		return 1
	}
	return 0
}

// refuseWalk returns the reason why a roll does not lead from one space to another, for a
// player with or without enough wedges to win; 0 if it does.
func (e *Engine) refuseWalk(from, to Space, die uint8, enough bool) rules.Reason {
	if die < 1 || die > 6 {
		return Unreachable
	}
	b := e.Board
	reached := func(w through) bool { return b.reach[w][from][die].Has(to) }
	way, atLeast := e.ways[0], to == Hub && enough && b.distance(from) <= int(die)
	if enough {
		way = e.ways[1]
	}
	switch {
	case reached(way), atLeast && e.entryAtLeast:
		return 0
	case reached(e.exit):
		return HubPassing
	case reached(anySpoke):
		return HubExit
	case atLeast:
		return HubEntry
	}
	return Unreachable
}

// makeReach makes the tables of reach from refuseWalk.
func (e *Engine) makeReach() {
	for c := range e.rolls {
		for from := range e.Board.name {
			for to := range e.Board.name {
				for die := uint8(1); die <= 6; die++ {
					if to != int(Hub) && !e.Board.reach[anySpoke][from][die].Has(Space(to)) {
						continue // no walk at all leads there
					}
					if e.refuseWalk(Space(from), Space(to), die, c == 1) == 0 {
						e.rolls[c][from][to] |= 1 << die
						e.reach[c][from][die].add(Space(to))
					}
				}
			}
		}
	}
	e.plain = e.rolls[0] == e.rolls[1]
}

// Targets returns the set of spaces on which the token of the player to move may end with the
// given roll (1 to 6).
func (e *Engine) Targets(s *State, die int) Spaces {
	t := &s.Tokens[s.Clock.Seat]
	set := e.reach[e.class(s)][t.Space%MaxSpaces][die]
	if t.Barred != 0 {
		set[(t.Barred-1)>>6] &^= 1 << ((t.Barred - 1) & 63)
	}
	return set
}

// CheckQuestion returns what is wrong with the question of a, wherever the token came from.
func (e *Engine) CheckQuestion(s *State, a Action) rules.Refusal {
	kind := e.Board.kind[a.Space]
	switch {
	case e.Due(s, a) == NoMark:
		if a.Answer != NoAnswer || a.Category != 0 || a.Box != 0 {
			return rules.Refused(QuestionUnexpected, int32(a.Space))
		}
	case a.Answer == NoAnswer:
		return rules.Refused(QuestionMissing, int32(a.Space))
	case kind == HubKind && a.Category == 0:
		if e.Enough(s, s.Clock.Seat) {
			return rules.Refused(WinningCategory)
		}
		return rules.Refused(CategoryMissing)
	case int(a.Category) > len(e.Board.Colours), kind != HubKind && a.Category != 0 && a.Category-1 != e.Board.colour[a.Space]:
		return rules.Refused(CategoryMismatch, int32(a.Space), int32(a.Category))
	case int(a.Box) > e.boxes:
		return rules.Refused(NoSuchBox, int32(a.Box), int32(e.boxes))
	case e.alternate && e.boxes > 1 && a.Box != 0 && a.Box == s.Box:
		return rules.Refused(SameBox, int32(a.Box))
	case e.noRepeat && a.Box != 0 && a.Box == s.Box && a.Card != 0 && a.Card == s.Card:
		return rules.Refused(SameCard, int32(a.Box), int32(a.Card))
	}
	return rules.Refusal{}
}

// Due returns the mark that a right answer to the question of a earns in s. It is NoMark
// where none is asked: on a roll-again space, and on a headquarters whose player chooses
// another roll.
func (e *Engine) Due(s *State, a Action) Mark {
	switch e.Board.kind[a.Space] {
	case RollAgain:
		return NoMark
	case HubKind:
		if e.Enough(s, s.Clock.Seat) {
			return WinMark
		}
	case Headquarters:
		switch {
		case s.Tokens[s.Clock.Seat].Wedges>>e.Board.colour[a.Space]&1 == 0:
			return WedgeMark
		case e.heldChoice && a.Answer == NoAnswer && a.Category == 0 && a.Box == 0:
			return NoMark
		}
	}
	return RightMark
}

// effect returns what a token on its way to a space does there, with a question for the
// given mark.
func (e *Engine) effect(s *State, a Action, to Space, due Mark) Effect {
	x := Effect{To: to, Barred: s.Tokens[s.Clock.Seat].Barred, Box: s.Box, Card: s.Card, Due: due}
	if due == NoMark {
		return x
	}
	x.Box = a.Box
	if e.noRepeat {
		x.Card = a.Card
	}
	if a.Answer == NoAnswer {
		return x // it was asked, and how it was answered is not recorded
	}
	x.Barred = 0 // any question lifts the bar
	if a.Answer == Wrong {
		x.Ends = true
		if due == WedgeMark && e.barHQ || due == WinMark && e.barHub {
			x.Barred = uint8(to) + 1
		}
		return x
	}
	if due == WedgeMark {
		x.Wedge, x.Ends = 1<<e.Board.colour[to], e.wedgeEnds
	}
	if due == WinMark {
		x.Wins, x.Ends = true, true
	}
	return x
}

// makeAsked lists the ways to record a question on every space, as CheckQuestion has it: by
// category, and right before wrong. A category is recorded in the hub alone, and no box.
func (e *Engine) makeAsked() {
	for held := range e.asked {
		s := State{Players: 1}
		s.Tokens[0].Wedges = -uint16(held)
		e.asked[held] = make([][]Action, len(e.Board.name))
		for space := range e.asked[held] {
			first, last := 0, 0
			if space == int(Hub) {
				first, last = 1, len(e.Board.Colours)
			}
			for c := first; c <= last; c++ {
				for answer := range Wrong + 1 {
					a := Action{Space: Space(space), Category: uint8(c), Answer: answer}
					if e.CheckQuestion(&s, a).Reason == 0 {
						e.asked[held][space] = append(e.asked[held][space], a)
					}
				}
			}
		}
	}
}

// Legal appends the legal actions of s in the order of roll, space and makeAsked.
func (e *Engine) Legal(dst []Action, s *State) []Action {
	if s.Clock.Phase == rules.Over {
		return dst
	}
	for die := uint8(1); die <= 6; die++ {
		dst = e.LegalOf(dst, s, die, true, true)
	}
	return dst
}

// LegalOf is Legal for one roll, in a game that is not over. right and wrong say whether a
// question may be answered so.
func (e *Engine) LegalOf(dst []Action, s *State, die uint8, right, wrong bool) []Action {
	wedges := s.Tokens[s.Clock.Seat].Wedges
	set := e.Targets(s, int(die))
	for word, low := range [2]Space{0, 64} {
		for m := set[word]; m != 0; m &= m - 1 {
			space := low + Space(bits.TrailingZeros64(m))
			for _, a := range e.asked[wedges>>e.Board.colour[space]&1][space] {
				if a.Answer == NoAnswer || a.Answer == Right && right || a.Answer == Wrong && wrong {
					a.Die = die
					dst = append(dst, a)
				}
			}
		}
	}
	return dst
}
