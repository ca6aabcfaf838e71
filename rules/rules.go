// Package rules holds what the engines of all games share: whose turn it is, the roll for the first turn, why an
// action is refused, and the form of a position. An engine lives in a package of its own below this one (rules/wheel,
// rules/trouble, rules/trespass); what it may decide one way or another is read from a variant file (rules/variant).
//
// Engines know positions and actions, never logs. Dice and answers are events of the log:
// no engine rolls, prints, reads a file or looks at a clock.
package rules

// Engine is the rules of a game. One engine serves one resolved variant, is immutable, and may be shared by
// goroutines. S is a flat position, A a small comparable action.
//
// An engine states each rule once, in three unexported functions; its methods are made of them:
//
//	fault     what is wrong first with an action; 0 means that it is legal
//	refusal   the arguments of a fault, made only when it is reported
//	carryOut  what the action does, legal or not
//
// The law that every engine is fuzzed against: Check(s, a) is the zero Refusal exactly for the
// actions that Legal(nil, s) lists, up to the engine's own canonical spelling.
type Engine[S any, A comparable] interface {
	// Start returns the position before turn 1, with the given number of players.
	Start(players int) S
	// Turn returns whose turn it is in s.
	Turn(s *S) *Clock
	// Legal appends every legal action of s to dst, sorted, and returns it.
	Legal(dst []A, s *S) []A
	// Check returns why a is not legal in s; the zero Refusal means that it is.
	Check(s *S, a A) Refusal
	// Apply carries a out, legal or not, as long as it names what exists.
	Apply(s *S, a A)
	// MayTake reports whether seat may take the next turn.
	MayTake(s *S, seat uint8) bool
	// Take gives the turn to seat under the given number, rightly or not. An engine changes nothing if a turn of that
	// seat could take a chance away from another player: such a turn is skipped.
	Take(s *S, seat uint8, number int32)
	// MayStop reports whether the player whose turn is under way may end it.
	MayStop(s *S) bool
	// Close ends the turn, begun or not, and moves on to the next.
	Close(s *S)
	// Shown returns s without the parts that a position's text does not show, to compare positions.
	Shown(s S) S
	// Adopt returns the position shown, with the parts that its text does not show from known.
	Adopt(shown, known S) S
	// AppendPosition appends the text of s (see spec/notation.md) to dst. handles are in seating order.
	AppendPosition(dst []byte, s *S, handles []string) []byte
	// ParsePosition is the inverse of AppendPosition. Its error is a *PositionError.
	ParsePosition(text string, handles []string) (S, error)
}

// Phase says how far a turn has come.
type Phase uint8

const (
	Due  Phase = iota // the turn has not begun: its player is to act first
	Open              // under way, and the same player goes on; printed as "+"
	Over              // the game is over; printed as "-"
)

// Clock is whose turn it is. When the game is over it names the last turn and its player.
type Clock struct {
	Number int32 // of the turn under way or next, from 1
	Seat   uint8 // index in seating order
	Phase  Phase
}

// maxTurn is the highest turn number that a log may give. notation has it too, because neither may import the other.
const maxTurn = 999_999_999

// Reason is an engine's own number for a kind of refusal, 0 for none. Its Reasons table gives the code and the rule.
type Reason uint8

// Refusal says why an action is illegal, in numbers; words are made where it is reported.
type Refusal struct {
	Reason Reason
	Args   [4]int32 // their meaning depends on the reason
}

// Refused returns the refusal for a reason.
func Refused(reason Reason, args ...int32) (r Refusal) {
	r.Reason = reason
	copy(r.Args[:], args)
	return r
}

// ReasonInfo names a kind of refusal to the outside. Reasons that share a code and a rule differ in their situation:
// a token can fail to reach a space because its move would turn back, or because it would stay where it is, and each
// of these breaks a clause of its own. The clause index of spec names a situation as CODE/SITUATION, such as
// unreachable/backtracking. Where it depends on the position as well, the table leaves it open.
type ReasonInfo struct {
	Code      string // the permanent finding code, such as "unreachable"
	Rule      string // the rule point, or the name of a rule that has no alternatives
	Situation string // "" for the ordinary one; one that the index of a rulebook does not name is the same
	Assumed   bool   // no rulebook speaks of it: a finding cites no clause
}

// PositionError says why a text is not a position. Contradiction marks a text that is well formed
// and names only things that exist, but describes an impossible position.
type PositionError struct {
	Message       string
	Contradiction bool
	Situation     string // as in ReasonInfo
}

func (e *PositionError) Error() string { return e.Message }
