package wheel

import "tpnote/rules"

// The reasons of Check. Args, where a reason has any, are given behind it.
const (
	GameOver           rules.Reason = iota + 1
	Unreachable                     // die, from, to
	HubEntry                        // die, from, distance: the roll is too high
	HubExit                         // die, from, to: only by the spoke it came by
	HubPassing                      // die, from, to: only through the hub
	Reentry                         // the barred space
	ReentryHub                      // no args
	QuestionMissing                 // space
	QuestionUnexpected              // space
	CategoryMissing                 // no args
	CategoryMismatch                // space, category
	NoSuchBox                       // box, number of boxes
	SameBox                         // box
)

// Reasons names every reason of Check, by its number.
var Reasons = [...]rules.ReasonInfo{
	GameOver:           {Code: "game-over", Rule: "first-turn-tie"},
	Unreachable:        {Code: "unreachable", Rule: "movement"},
	HubEntry:           {Code: "hub-entry", Rule: "hub-entry"},
	HubExit:            {Code: "hub-exit", Rule: "hub-exit"},
	HubPassing:         {Code: "hub-passing", Rule: "hub-passing"},
	Reentry:            {Code: "reentry", Rule: "headquarters-reentry"},
	ReentryHub:         {Code: "reentry", Rule: "hub-reentry"},
	QuestionMissing:    {Code: "question-missing", Rule: "question"},
	QuestionUnexpected: {Code: "question-unexpected", Rule: "question"},
	CategoryMissing:    {Code: "category-missing", Rule: "question"},
	CategoryMismatch:   {Code: "category-mismatch", Rule: "question"},
	NoSuchBox:          {Code: "card-box", Rule: "card-boxes"},
	SameBox:            {Code: "card-box", Rule: "card-alternation"},
}

// Check says why a is not legal in s: first what is wrong with the move, then with the
// question. The zero Refusal means that a is legal.
func (e *Engine) Check(s *State, a Action) rules.Refusal {
	if s.Clock.Phase == rules.Over {
		return rules.Refusal{Reason: GameOver}
	}
	if r := e.CheckMove(s, a); r.Reason != 0 {
		return r
	}
	return e.CheckQuestion(s, a)
}

// CheckMove says why the token may not end where a says.
func (e *Engine) CheckMove(s *State, a Action) rules.Refusal {
	if e.reaches(s, a) {
		return rules.Refusal{}
	}
	t := &s.Tokens[s.Clock.Seat]
	args := [4]int32{int32(a.Die), int32(t.Space), int32(a.Space)}
	if a.Die < 1 || a.Die > 6 {
		return rules.Refusal{Reason: Unreachable, Args: args}
	}
	enough := e.Enough(s, s.Clock.Seat)
	reached := func(w through) bool { return e.Board.reach[w][t.Space][a.Die].Has(a.Space) }
	switch {
	case t.Barred == uint8(a.Space)+1 && (reached(e.way(enough)) || a.Space == Hub && e.entryAtLeast && e.Board.toHub[t.Space] <= int(a.Die)):
		if a.Space == Hub {
			return rules.Refusal{Reason: ReentryHub}
		}
		return rules.Refusal{Reason: Reentry, Args: [4]int32{int32(a.Space)}}
	case reached(e.exit): // but not in e.way, or it would be legal or barred
		return rules.Refusal{Reason: HubPassing, Args: args}
	case e.exit == anotherSpoke && reached(anySpoke):
		return rules.Refusal{Reason: HubExit, Args: args}
	case a.Space == Hub && enough && e.Board.toHub[t.Space] < int(a.Die):
		args[2] = int32(e.Board.toHub[t.Space])
		return rules.Refusal{Reason: HubEntry, Args: args}
	}
	return rules.Refusal{Reason: Unreachable, Args: args}
}

// CheckQuestion says what is wrong with a's question, wherever the token came from.
func (e *Engine) CheckQuestion(s *State, a Action) rules.Refusal {
	r := rules.Refusal{Reason: e.question(s, a)}
	switch r.Reason {
	case QuestionMissing, QuestionUnexpected:
		r.Args[0] = int32(a.Space)
	case CategoryMismatch:
		r.Args = [4]int32{int32(a.Space), int32(a.Category)}
	case NoSuchBox:
		r.Args = [4]int32{int32(a.Box), int32(e.boxes)}
	case SameBox:
		r.Args[0] = int32(a.Box)
	}
	return r
}

// question is the reason to refuse a's question, or 0.
func (e *Engine) question(s *State, a Action) rules.Reason {
	kind := e.Board.kind[a.Space]
	switch {
	case kind == RollAgain:
		if a.Answer != NoAnswer || a.Category != 0 || a.Box != 0 {
			return QuestionUnexpected
		}
	case a.Answer == NoAnswer:
		return QuestionMissing
	case kind == HubKind && a.Category == 0:
		return CategoryMissing
	case kind != HubKind && a.Category != 0 && a.Category-1 != e.Board.colour[a.Space]:
		return CategoryMismatch
	case int(a.Category) > len(e.Board.Colours):
		return CategoryMismatch
	case int(a.Box) > e.boxes:
		return NoSuchBox
	case e.alternate && e.boxes == 2 && a.Box != 0 && a.Box == s.Box:
		return SameBox
	}
	return 0
}

// reaches reports whether the token of the player to move may end where a says: whether
// a's space is one of targets.
func (e *Engine) reaches(s *State, a Action) bool {
	t := &s.Tokens[s.Clock.Seat]
	if a.Die < 1 || a.Die > 6 || t.Barred == uint8(a.Space)+1 {
		return false
	}
	if e.plain {
		return e.Board.reach[e.ways[0]][t.Space][a.Die].Has(a.Space)
	}
	enough := e.Enough(s, s.Clock.Seat)
	return e.Board.reach[e.way(enough)][t.Space][a.Die].Has(a.Space) ||
		a.Space == Hub && e.entryAtLeast && enough && e.Board.toHub[t.Space] <= int(a.Die)
}

// Targets is the set of spaces on which the token of the player to move may end with the
// given roll (1 to 6).
func (e *Engine) Targets(s *State, die int) Spaces { return e.targets(s, uint8(die)) }
