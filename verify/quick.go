package verify

import (
	"tpnote/rules/variant"
	"tpnote/verify/internal/turn"
)

// Quick is a game's judge for archives, in which nearly all games are legal and written as
// one expects. It reads the game's words from bytes and knows one answer only: yes, legal.
// Whatever else it meets, archive hands the whole game to a Reader, which alone makes
// findings. A Quick serves one goroutine; most of it is an embedded Seats. The pointer that
// Clock returns stays good from one Start to the next.
type Quick interface {
	turn.Table
	Position(dst []byte) []byte
	Setup(text string) error
	Assert(text string, belief turn.Belief) (bool, error)
	Outcome() Outcome

	// Start sets the pieces for a new game, or says that this takes a Reader. setup says that
	// the game starts from a Setup, which is set next, and sides is the value of the Sides
	// tag, nil if there is none.
	Start(handles []string, setup bool, sides []byte) bool
	// Play carries out the action words from at on, in the turn with the given number, up
	// to their line end, and returns where that is and how many there were. It refuses
	// whatever would be a finding. It takes a whole line, because a call through an
	// interface for every word would cost a tenth of the time.
	Play(text []byte, at int, number int32) (end, actions int, ok bool)
	// Line carries out a directive of this game alone, up to its line end.
	Line(text []byte, at int) (end int, ok bool)
}

// QuickRules are the rules that a log's Game and Variant tags name, ready for a quick judge.
type QuickRules struct {
	Name     RulesName
	Table    Quick // nil where games of these rules take a Reader
	RollsOff bool  // an order line is one of the game's
	Everyone bool  // all roll again where the highest roll is tied

	variant *variant.Variant
}

// Admits reports whether nothing is to be said of so many players and of the Rules tag of a
// log, nil if there is none.
func (q *QuickRules) Admits(players int, made []byte) bool {
	return fits(q.variant, players) && (made == nil || sameRules(q.variant, string(made)))
}

// Quick finds the rules that a log's tags name, for a quick judge of the caller's own; tagged
// says whether there is a Variant tag. Table is nil where that takes the Reader.
func (r *Reader) Quick(game, wanted string, tagged bool, dir string) QuickRules {
	name := r.library.Default(game)
	if name == "" {
		return QuickRules{}
	}
	if tagged {
		name = wanted
	}
	if r.options.Variant != "" {
		name, dir = r.options.Variant, "."
	}
	p := r.prepare(name, dir)
	if p.err != nil || p.variant.Game != game || p.binding.quick == nil || r.options.cut() {
		return QuickRules{}
	}
	v := p.variant
	return QuickRules{
		Name: RulesName{game, v.Name, v.Fingerprint}, Table: p.binding.quick(),
		RollsOff: p.binding.rollsOff, Everyone: p.binding.rollsOff && v.Is("rolloff-tie", "everyone"), variant: v,
	}
}
