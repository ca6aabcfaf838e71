package verify

import (
	"maps"

	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify/internal/turn"
)

// Replay is one game, as far as its lines have been read. It is a value: ForkInto copies it,
// and the copy goes on by itself. Reader.Start begins one.
type Replay struct {
	reader  *Reader
	head    *head            // the tags; shared by forks, never changed
	variant *variant.Variant // nil if the tags name none that can be had
	rules   *binding         // likewise
	// notation is what the game's words look like; nil if the tags name no game.
	notation *gameNotation
	handles  []string

	table   table // nil if the game cannot be replayed
	waiting bool  // the Setup is malformed: the table is not used until a state line gives a position
	turns   turn.Machine
	erred   bool // the turn under way has had an error
	number  int  // of the turn under way, as findings give it
	taken   int  // turns carried out
	actions int  // actions carried out

	rulable bool // the line before was a turn with an error that no ruling has let stand

	tallied tallied // what has been counted; nil where no tally line follows

	unknown int  // words with unknown parts
	more    bool // one of them is "..."
	unsure  int  // the turn of the first of them
	gaps    int  // gap lines
	gap     bool // a gap is open: nothing is judged before the next state line
	skipped int  // turns in gaps
}

// ForkInto makes q an independent copy of the replay. Into storage that a fork of the same
// game has used before it allocates nothing.
func (r *Replay) ForkInto(q *Replay) {
	used := q.table
	*q = *r
	if r.table != nil {
		q.table = r.table.fork(used)
	}
	if r.tallied != nil {
		q.tallied = maps.Clone(r.tallied)
	}
}

// Fork is an independent copy of the replay.
func (r *Replay) Fork() *Replay {
	q := &Replay{}
	r.ForkInto(q)
	return q
}

// Ready reports whether there is a position: the tags of the log name a game that can be
// played, from a position that is one.
func (r *Replay) Ready() bool { return r.table != nil && !r.waiting }

// Variant is the rules that the game is played by; nil if the tags name none.
func (r *Replay) Variant() *variant.Variant { return r.variant }

// Handles are the players, in seating order.
func (r *Replay) Handles() []string { return r.handles }

// Tag is the value of a tag, and whether it was given.
func (r *Replay) Tag(name string) (value string, given bool) { return r.head.value(name) }

// Clock is whose turn it is. The replay has to be Ready, as for all that follows.
func (r *Replay) Clock() rules.Clock { return *r.table.Clock() }

// Over reports whether the game is over.
func (r *Replay) Over() bool { return r.Clock().Phase == rules.Over }

// Position is the text of the position.
func (r *Replay) Position() string { return string(r.table.Position(nil)) }

// AppendPosition appends the text of the position.
func (r *Replay) AppendPosition(dst []byte) []byte { return r.table.Position(dst) }

// Outcome is how the game stands.
func (r *Replay) Outcome() Outcome { return r.table.outcome() }

// Result is how the game stands, as a Result tag gives it: "*" while nobody has won.
func (r *Replay) Result() string { return r.Outcome().String() }

// Board is the position for those who draw it.
func (r *Replay) Board() Board { return r.table.board() }
