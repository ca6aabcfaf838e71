package verify

import (
	"slices"

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

	table table // nil if the game cannot be replayed
	course
	counts
}

// course is what of a replay, beside its position, bears on the lines that follow.
type course struct {
	waiting bool // the Setup is malformed: the table is not used until a state line gives a position
	turns   turn.Machine
	erred   bool // the turn under way has had an error
	number  int  // of the turn under way, as findings give it
	rulable bool // the line before was a turn with an error that no ruling has let stand
	more    bool // a word with unknown parts is "..."
	unsure  int  // the turn of the first word with unknown parts
	gap     bool // a gap is open: nothing is judged before the next state line
}

// counts is what a replay has counted for its summary.
type counts struct {
	taken   int // turns carried out
	actions int // actions carried out
	unknown int // words with unknown parts
	gaps    int // gap lines
	skipped int // turns in gaps
}

// ForkInto makes q an independent copy of the replay. Into storage that a fork of the same
// game has used before it allocates nothing.
func (r *Replay) ForkInto(q *Replay) {
	used := q.table
	*q = *r
	if r.table != nil {
		q.table = r.table.fork(used)
	}
}

// Fork is an independent copy of the replay.
func (r *Replay) Fork() *Replay {
	q := &Replay{}
	r.ForkInto(q)
	return q
}

// Same reports whether both replays judge alike whatever follows. They have to be of one
// game's tags, and may differ in what they have counted.
func (r *Replay) Same(q *Replay) bool {
	if r.head != q.head || r.reader != q.reader || r.course != q.course {
		return false
	}
	return r.table == nil || r.table.same(q.table)
}

// Recount gives a replay the counts that it would have, had its game come to where to is in
// the place of from, which is the same.
func (r *Replay) Recount(from, to *Replay) {
	r.taken += to.taken - from.taken
	r.actions += to.actions - from.actions
	r.unknown += to.unknown - from.unknown
	r.gaps += to.gaps - from.gaps
	r.skipped += to.skipped - from.skipped
}

// Retag gives a replay the tags that begin has read, if nothing but the Result tag and the
// places of tags differs. It reports whether it did.
func (r *Replay) Retag(begin *Replay) bool {
	if r.head == begin.head {
		return true
	}
	if r.reader != begin.reader || r.variant != begin.variant || (r.table == nil) != (begin.table == nil) ||
		!slices.Equal(r.handles, begin.handles) || !r.head.alike(begin.head) {
		return false
	}
	r.head = begin.head
	return true
}

// Telling is a fork whose events have all there is to tell: see Options.Keep and
// Options.Narrate.
func (r *Replay) Telling() *Replay {
	q := r.Fork()
	q.reader = r.reader.With(func(o *Options) { o.Keep, o.Narrate = true, true })
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
