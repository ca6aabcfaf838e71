package wheel

import (
	"cmp"

	"tpnote/rules"
	"tpnote/rules/variant"
)

// This file states the rules of an action, each once: leads says where a roll ends, ask what a space asks of a player,
// and fault puts them together. The tables of an engine, Legal, Check and Fit are made from these.

// The reasons to refuse an action. The arguments of a refusal are the roll, the spaces where the move
// begins and ends, and the number that a reason has in its comment.
const (
	GameOver     rules.Reason = iota + 1
	ChancesTaken              // the last chance to tie has been taken
	Unreachable
	Backtracking // it is reached only by turning back
	Staying      // of a headquarters or the hub, to itself
	HubEntry     // the roll is higher than this distance
	HubExit      // it is reached only by the spoke that the token came by
	HubPassing   // it is reached only through the hub
	Reentry      // of a headquarters
	ReentryHub
	QuestionMissing
	QuestionUnexpected
	CategoryMissing
	WinningCategory // the category of the winning question is missing
	EveryCategory   // the winning question is one of every category
	CategoryMismatch
	NoSuchBox // the number of boxes
	SameBox
	SameCard
	NoSuchCard // the highest number of a card
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
	QuestionUnexpected: {Code: "question-unexpected", Rule: "roll-again"},
	CategoryMissing:    {Code: "category-missing", Rule: "wild-card", Situation: "wild-card"},
	WinningCategory:    {Code: "category-missing", Rule: "winning-question", Situation: "winning-question"},
	EveryCategory:      {Code: "category-mismatch", Rule: "winning-question"},
	CategoryMismatch:   {Code: "category-mismatch", Rule: "question"},
	NoSuchBox:          {Code: "card-box", Rule: "card-boxes"},
	SameBox:            {Code: "card-box", Rule: "card-alternation"},
	SameCard:           {Code: "card-box", Rule: "card-repeat", Situation: "same-card"},
	NoSuchCard:         {Code: "card-box", Rule: "card-numbers"},
}

// leads returns the spaces where a roll from a space may end, for a player of a class. It knows no bars.
func (e *Engine) leads(from Space, die, class uint8) Spaces {
	b := e.Board
	ends := b.reach[notThrough][from][die]
	if e.pass[class] {
		past := &b.reach[e.exit][from][die]
		ends[0], ends[1] = ends[0]|past[0], ends[1]|past[1]
	}
	if class == 1 && e.atLeast && b.distance(from) <= int(die) {
		ends.add(Hub)
	}
	return ends
}

// walk returns the reason why a roll does not lead from one space to another; 0 if it does.
func (e *Engine) walk(from, to Space, die, class uint8) rules.Reason {
	if die < 1 || die > 6 {
		return Unreachable
	}
	b := e.Board
	reached := func(w through) bool { return b.reach[w][from][die].Has(to) }
	switch {
	case e.rolls[class%2][from][to]>>die&1 != 0:
		return 0
	case reached(e.exit):
		return HubPassing
	case reached(anySpoke):
		return HubExit
	case to == Hub && class == 1 && b.distance(from) <= int(die):
		return HubEntry
	case from == to && (b.Places[to].Kind == Headquarters || b.Places[to].Kind == HubKind):
		return Staying
	case b.turnsBack(from, to, int(die)):
		return Backtracking
	}
	return Unreachable
}

// asked describes the question of a space, for a player of a class.
type asked struct {
	class      uint8  // of the player: 1 with enough wedges to win, else 0
	mark       Mark   // that a right answer gets; NoMark where no question is asked
	categories uint16 // that a log may give the question: bit 0 for none, bit n for Board.Colours[n-1]
	wedge      uint16 // that a right answer earns: as in Token
	bars       bool   // a miss keeps the player from the space until another question is answered
}

// A headquarters whose wedge the player has asks an ordinary question, or none.
const (
	wanted = iota // the player does not have the wedge of the space, or the space has none
	held
	passed // held, and the player chooses another roll instead
	holdings
)

// ask returns the question of a space.
func (e *Engine) ask(space Space, class uint8, holding int) asked {
	place := &e.Board.Places[space]
	q := asked{class: class, mark: RightMark, categories: 1 | 2<<place.Colour}
	every := uint16(1)<<(len(e.Board.Colours)+1) - 2
	switch kind := place.Kind; {
	case kind == RollAgain || holding == passed:
		q.mark, q.categories = NoMark, 1
	case kind == HubKind && class == 1:
		q.mark, q.categories, q.bars = WinMark, every, e.barHub
		if e.allAsked {
			q.categories = 1
		}
	case kind == HubKind:
		q.categories = every
	case kind == Headquarters && holding == wanted:
		q.mark, q.wedge, q.bars = WedgeMark, 1<<place.Colour, e.barHQ
	}
	return q
}

// Due returns the mark that a right answer to the question of a earns in s. It is NoMark where no
// question is asked: on a roll-again space, and on a headquarters whose player chooses another roll.
func (e *Engine) Due(s *State, a Action) Mark { return e.question(s.Mover(), &a).mark }

// question returns what the space of a asks of a player.
func (e *Engine) question(t *Token, a *Action) *asked {
	asks := &e.asks[e.class(t)][a.Space%MaxSpaces]
	switch {
	case asks[wanted].wedge&t.Wedges == 0:
		return &asks[wanted]
	case e.heldChoice && a.Answer == NoAnswer && a.Category == 0 && a.Box == 0:
		return &asks[passed]
	}
	return &asks[held]
}

// fault returns what is wrong with a in s, the move before the question; 0 if it is legal.
func (e *Engine) fault(s *State, a *Action) rules.Reason {
	t := s.Mover()
	return e.faultOf(s, t, a, e.question(t, a))
}

// faultOf is fault for an action of a token whose question is known.
func (e *Engine) faultOf(s *State, t *Token, a *Action, q *asked) rules.Reason {
	switch {
	case s.Clock.Phase == rules.Over:
		if s.Winners == 1<<s.Clock.Seat {
			return GameOver // the last turn was the winner's
		}
		return ChancesTaken
	case !e.mayLand(t, a, q.class):
		return cmp.Or(e.walk(t.Space, a.Space, a.Die, q.class), t.barFault(a.Space))
	case q.mark == NoMark || a.Answer == NoAnswer:
		return q.answerFault(a)
	case !q.may(a):
		return q.categoryFault(a)
	case a.Box != 0:
		return e.cardFault(s, a)
	}
	return 0
}

// mayLand reports whether a token may end where a says.
func (e *Engine) mayLand(t *Token, a *Action, class uint8) bool {
	return e.rolls[class%2][t.Space%MaxSpaces][a.Space%MaxSpaces]>>(a.Die%8)&1 != 0 && t.Barred != uint8(a.Space)+1
}

// barFault returns why a bar keeps a token from a space; 0 if none does.
func (t *Token) barFault(space Space) rules.Reason {
	switch {
	case t.Barred != uint8(space)+1:
		return 0
	case space == Hub:
		return ReentryHub
	}
	return Reentry
}

// answerFault returns whether a question is missing, or unexpected.
func (q *asked) answerFault(a *Action) rules.Reason {
	switch {
	case q.mark != NoMark && a.Answer == NoAnswer:
		return QuestionMissing
	case q.mark == NoMark && (a.Answer != NoAnswer || a.Category != 0 || a.Box != 0):
		return QuestionUnexpected
	}
	return 0
}

// may reports whether a log may give a question the category of a.
func (q *asked) may(a *Action) bool { return q.categories>>(a.Category%16)&1 != 0 }

// categoryFault returns what is wrong with the category of a question that is asked.
func (q *asked) categoryFault(a *Action) rules.Reason {
	switch {
	case q.may(a):
		return 0
	case q.categories == 1:
		return EveryCategory
	case a.Category != 0:
		return CategoryMismatch
	case q.mark == WinMark:
		return WinningCategory
	}
	return CategoryMissing
}

// cardFault returns what is wrong with the card of a question; 0 if nothing is.
func (e *Engine) cardFault(s *State, a *Action) rules.Reason {
	switch again := a.Box == s.Box && a.Box != 0; {
	case int(a.Box) > e.boxes:
		return NoSuchBox
	case e.cards > 0 && int(a.Card) > e.cards+1:
		return NoSuchCard
	case again && e.alternate && e.boxes > 1:
		return SameBox
	case again && e.noRepeat && a.Card == s.Card && a.Card != 0 && a.Card != HugeCard:
		return SameCard
	}
	return 0
}

// Refusal gives a reason why a is illegal in s its arguments; 0 gives the zero Refusal.
func (e *Engine) Refusal(s *State, a Action, why rules.Reason) rules.Refusal {
	from, number := s.Mover().Space, 0
	switch why {
	case 0:
		return rules.Refusal{}
	case HubEntry:
		number = e.Board.distance(from)
	case NoSuchBox:
		number = e.boxes
	case NoSuchCard:
		number = e.cards
	}
	return rules.Refused(why, int32(a.Die), int32(from), int32(a.Space), int32(number))
}

// Check returns why a is illegal in s. Of several reasons it gives the first, of the move
// before the question; the zero Refusal means that a is legal.
func (e *Engine) Check(s *State, a Action) rules.Refusal {
	return e.Refusal(s, a, e.fault(s, &a))
}

// Faults returns all that is wrong with an action, each condition by itself: the way of the token and the bar
// that keeps it from the space; the answer, the category and the card of the question.
func (e *Engine) Faults(s *State, a Action) (move [2]rules.Reason, question [3]rules.Reason) {
	t := s.Mover()
	q := e.question(t, &a)
	move = [2]rules.Reason{e.walk(t.Space, a.Space, a.Die, q.class), t.barFault(a.Space)}
	question[0] = q.answerFault(&a)
	if q.mark != NoMark {
		question[1], question[2] = q.categoryFault(&a), e.cardFault(s, &a)
	}
	return move, question
}

// Fit carries a out if it is legal and mark is the one that a log gives it. If not, it changes nothing.
func (e *Engine) Fit(s *State, a *Action, mark Mark) bool {
	t := s.Mover()
	q := e.question(t, a)
	if e.faultOf(s, t, a, q) != 0 || a.Answer == Right && mark != q.mark {
		return false
	}
	e.carryOut(s, t, a, q)
	return true
}

// Targets returns the set of spaces where the token of the player to move may land with the given roll (1 to 6).
func (e *Engine) Targets(s *State, die int) Spaces {
	return e.targets(s.Mover(), uint8(die), e.class(s.Mover()))
}

// targets is Targets for a token of a player of a class.
func (e *Engine) targets(t *Token, die, class uint8) (set Spaces) {
	for space := range e.leads(t.Space, die, class).All() {
		if t.barFault(space) == 0 {
			set.add(space)
		}
	}
	return set
}

// Legal appends the legal actions of s in the order of roll, space, category and answer, right
// before wrong. A category is given in the hub alone, and no card.
func (e *Engine) Legal(dst []Action, s *State) []Action {
	for die := uint8(1); die <= 6; die++ {
		dst = e.LegalOf(dst, s, die)
	}
	return dst
}

// LegalOf is Legal for one roll.
func (e *Engine) LegalOf(dst []Action, s *State, die uint8) []Action {
	for space := range e.Targets(s, int(die)).All() {
		most := 0
		if space == Hub {
			most = len(e.Board.Colours)
		}
		for category := range uint8(most + 1) {
			for answer := range Wrong + 1 {
				a := Action{Die: die, Space: space, Category: category, Answer: answer}
				if e.fault(s, &a) == 0 {
					dst = append(dst, a)
				}
			}
		}
	}
	return dst
}

// outcome is the effect of an action, as far as a player can see it; that of an illegal one is zero.
type outcome struct {
	mayStop bool
	after   State
}

// Deciding appends to dst the rule points that allow a legal action, and those that what it brings about follows from.
func (e *Engine) Deciding(dst []string, s *State, a Action) []string {
	return variant.Deciding(dst, e, e.others(), func(e *Engine) (o outcome) {
		if e.fault(s, &a) == 0 {
			o.after = *s
			o.after.Back = e.backwards
			e.Apply(&o.after, a)
			o.mayStop = e.MayStop(&o.after)
			o.after = e.Shown(o.after)
		}
		return o
	})
}

// Continuing appends to dst the rule points that decide whether a turn goes on in s, or after any action there.
func (e *Engine) Continuing(dst []string, s *State, a *Action) []string {
	return variant.Deciding(dst, e, e.others(), func(e *Engine) [2]bool {
		after := *s
		if a != nil {
			e.Apply(&after, *a)
		}
		return [2]bool{after.Clock.Phase == rules.Open, e.MayStop(&after)}
	})
}
