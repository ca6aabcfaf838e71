package verify

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify/internal/turn"
)

// Replay is one game, as far as its lines have been read. It is a value: ForkInto copies it. Reader.Start begins one.
type Replay struct {
	played
	set positions // that the record allows; nil if the game cannot be replayed
}

// played is what a game has come to, in one position. None of its methods asks whether the record allows more.
type played struct {
	position
	course
	counts
	tallied tallied // the counts for tally lines; nil if no tally line follows
}

// tagged is what the tags of a game settle: its rules and its players.
type tagged struct {
	reader  *Reader
	head    *head            // the tags; shared by forks, never changed
	variant *variant.Variant // nil if the tags name no known one
	rules   *binding         // its game is nil if the tags name none; it can seat no table if variant is nil
	handles []string
}

// position is one position of a game.
type position struct {
	tagged
	table table // nil if the game cannot be replayed
}

// course is the part of a replay, apart from its position, that bears on the following lines.
type course struct {
	standing
	waiting bool // the Setup is malformed: the table is not used until a state line gives a position
	number  int  // of the turn under way, as findings give it
	quiet   bool // its findings are counted, and not read
	rulable bool // the line before was a turn with an error, which a ruling may allow
	more    bool // a turn so far ends with "...": the fillings cannot all be counted
	unsure  int  // the turn of the first unknown word since the record last allowed one position; 0 for none
	gap     bool // a gap is open: nothing is judged before the next state line
	ended   bool // the last turn, or an action of it, came after the end of the game
}

// standing is what a member of a set has of the course for itself.
type standing struct {
	turns turn.Machine
	erred bool // the turn under way has had an error
}

// counts is what a replay has counted for its summary.
type counts struct {
	taken   int // turns carried out
	actions int // actions carried out
	unknown int // words with unknown parts
	gaps    int // gap lines
	skipped int // turns in gaps
}

// ForkInto makes q an independent copy of the replay. If q has held one of the game, it allocates only tally counts.
func (r *Replay) ForkInto(q *Replay) {
	used, set := q.table, q.set
	if q.head == r.head && q.reader == r.reader && r.head != nil { // of one game
		q.course, q.counts = r.course, r.counts
	} else {
		*q = *r
	}
	if r.table != nil {
		q.table = r.table.fork(used)
		q.set = r.set.fork(q.table, set)
	}
	q.tallied = maps.Clone(r.tallied)
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
	if r.head != q.head || r.reader != q.reader || r.course != q.course ||
		(r.tallied == nil) != (q.tallied == nil) || !maps.Equal(r.tallied, q.tallied) {
		return false
	}
	return r.table == nil || r.table.same(q.table) && r.set.same(q.set)
}

// Recount gives a replay the counts that it would have if its game had reached to, at the same position as from.
func (r *played) Recount(from, to *Replay) {
	r.taken += to.taken - from.taken
	r.actions += to.actions - from.actions
	r.unknown += to.unknown - from.unknown
	r.gaps += to.gaps - from.gaps
	r.skipped += to.skipped - from.skipped
}

// Retag gives a replay the tags of begin if only Result and the places of tags differ. It reports whether it did.
func (r *position) Retag(begin *Replay) bool {
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

// Detailed returns a fork whose events have positions and descriptions: see Options.Keep and Options.Narrate.
func (r *Replay) Detailed() *Replay {
	q := r.Fork()
	q.reader = r.reader.With(func(o *Options) { o.Keep, o.Narrate = true, true })
	return q
}

// Ready reports whether there is a position: the tags name a game that can be played, from a position that is one.
func (r *played) Ready() bool { return r.table != nil && !r.waiting }

// Variant is the rules that the game is played by; nil if the tags name none.
func (t *tagged) Variant() *variant.Variant { return t.variant }

// Reasons names what the engine of the game refuses.
func (t *tagged) Reasons() []rules.ReasonInfo { return t.rules.game.reasons() }

// Handles are the players, in seating order.
func (t *tagged) Handles() []string { return t.handles }

// Tag is the value of a tag, and whether it was given.
func (t *tagged) Tag(name string) (value string, given bool) { return t.head.value(name) }

// PlayedBy is who played a colour, by the tag with its name; "" without such a tag, or where players are no colours.
func (t *tagged) PlayedBy(handle string) string {
	if t.variant == nil || !slices.Contains(t.variant.Board["colours"].Words, handle) {
		return ""
	}
	who, _ := t.Tag(handle)
	return who
}

// Clock is whose turn it is. The replay has to be Ready.
func (p *position) Clock() rules.Clock { return *p.table.Clock() }

// InGap reports whether turns are missing here: nothing is judged before a state line gives a position.
func (r *played) InGap() bool { return r.gap }

// Notation returns the notation of the game, as the tags settle it. The replay has to be Ready.
func (p *position) Notation() Notation { return Notation{p} }

// Notation answers questions about the words and lines of one game, whatever its position.
type Notation struct{ of *position }

// Parses reports whether a word has the shape of an action.
func (n Notation) Parses(word string) bool { return n.of.rules.parses(word) }

// Parts returns the parts of an action word; nil if it is malformed.
func (n Notation) Parts(word string) notation.Parts { return n.of.rules.action(word) }

// Blanks lists the ways to write a legal action with one part of it unknown, or all from one part on.
func (n Notation) Blanks(word string) []string {
	return slices.DeleteFunc(n.Parts(word).Blanks(), func(text string) bool { return !n.Parses(text) })
}

// Write is the word for an action, legal or not, with the mark in a.Due.
func (n Notation) Write(a Action) string { return n.of.table.write(a) }

// Meaning spells out a word as an action or a space of the game: its parts in order, perhaps not all; nil for others.
func (n Notation) Meaning(word string) []MeaningPart {
	return n.of.rules.game.meaning(n.of.variant, word).Parts
}

// Throw is what the game calls a throw of the die.
func (n Notation) Throw() string { return n.of.rules.Throw }

// Order writes the line of the rolls for the first turn. roll makes them one after another; if it returns 0, the line
// ends. seat is who takes the first turn if they settle that, else who rolls next. line is empty if a game has none.
func (n Notation) Order(roll func() int) (line string, seat int, settled bool) {
	if !n.of.rules.rollsOff {
		return "", 0, false
	}
	off, faces := rules.NewRollOff(n.of.rules.tie, len(n.of.handles)), make([]uint8, len(n.of.handles))
	for line = "order"; ; line += " /" {
		for seat, handle := range n.of.handles {
			if off.Due()>>seat&1 == 0 {
				continue
			}
			face := roll()
			if face == 0 {
				return line, seat, false
			}
			faces[seat] = uint8(face)
			line += fmt.Sprintf(" %s:%d", handle, face)
		}
		if off.Roll(faces); off.Due() == 0 {
			return line, int(off.First()), true
		}
	}
}

// Directives are the keywords of the lines that the game has for itself.
func (n Notation) Directives() []string { return n.of.rules.keywords }

// Readable reports whether readings are sought for an error of a line: it is a turn, or bad: perhaps a misspelt one.
func (n Notation) Readable(line *notation.Line) (turn, bad bool) {
	switch node := line.Node.(type) {
	case *notation.Turn:
		return true, false
	case *notation.Bad:
		return false, !node.Tag
	case *notation.Directive, *notation.Order, *notation.Leave:
		return false, true
	}
	return false, false
}

// Opening returns the lines that must come before turn 1, settled by chance, or the plainest ones if that is nil.
func (n Notation) Opening(chance *rand.Rand) []string {
	return n.of.rules.game.opening(n.of.variant, n.of.handles, chance)
}

// Over reports whether the game is over.
func (p *position) Over() bool { return p.Clock().Phase == rules.Over }

// Position is the text of the position.
func (p *position) Position() string { return string(p.table.Position(make([]byte, 0, 128))) }

// AppendPosition appends the text of the position.
func (p *position) AppendPosition(dst []byte) []byte { return p.table.Position(dst) }

// Outcome is how the game stands.
func (p *position) Outcome() Outcome { return p.table.outcome() }

// Result is the result so far, as in a Result tag: "*" before a win.
func (p *position) Result() string { return p.Outcome().String() }

// Board is the position in a form for drawing.
func (p *position) Board() Board { return p.table }

// ending is a replay whose game is over or broken off: it sums it up, and compares its outcome with the Result tag.
type ending struct{ *Replay }

// finish ends a game: the position, the result, and the Result tag against it.
func (r ending) finish(s *Sum) {
	g := s.game
	g.Handles, g.Rules, g.Turns, g.Actions = r.handles, r.head.name, r.taken, r.actions
	g.variant = r.variant
	j := Judgement{Handles: r.handles, Variant: r.variant, apart: true}
	r = ending{r.narrowed()}
	var o *Outcome
	if r.unknown+r.gaps > 0 {
		g.Unknown = r.Unknown()
	}
	if r.Ready() && !r.gap {
		found := r.Outcome() // in the first position
		if text := found.String(); !r.several() || r.agree(text) {
			g.Finished = found.Winners != nil
			g.Result = text
		}
		if len(g.Unknown.Positions) < 2 && !r.reader.options.NoPosition {
			g.Position = r.Position()
		}
		o = &found
	}
	if tag, _ := r.head.find("Result"); tag != nil {
		before := len(j.findings)
		r.resultTag(&j, tag, o)
		if o != nil && o.Winners == nil && r.head.terminated() && len(j.findings) == before {
			g.Result = tag.Value.Text
		}
	}
	s.Apart(j.findings)
	rank := func(f *Finding) int {
		if f.Code == CodeResult { // it may follow from the others
			return math.MaxInt
		}
		return f.Span.Line
	}
	slices.SortStableFunc(g.Findings, func(a, b Finding) int { return cmp.Compare(rank(&a), rank(&b)) })
}

// agree reports whether the outcome is the same in every position that the record allows.
func (r ending) agree(outcome string) bool {
	for range r.members() {
		if r.Outcome().String() != outcome {
			return false
		}
	}
	return true
}

// narrowed returns the replay without the positions that contradict the Result tag, and the replay itself if all do.
func (r ending) narrowed() *Replay {
	if !r.several() || r.head.noResult != nil || !r.head.given("Result") || r.reader.options.Before > 0 || r.gap {
		return r.Replay
	}
	q := r.Fork()
	q.Narrow(func(one *Replay) bool { return one.mayEnd(one.Outcome(), one.head.result) })
	return q
}

// mayEnd reports whether a Result tag is right for an outcome.
func (t *tagged) mayEnd(o Outcome, given notation.Result) bool {
	return o.Agrees(given) || o.Winners == nil && t.head.terminated()
}

// resultTag compares the Result tag with the outcome; nil is that of a game that cannot be
// replayed. If the record allows several positions, the tag is right in all of them or in none.
func (r ending) resultTag(j *Judgement, tag *notation.Tag, o *Outcome) {
	given, err := r.head.result, r.head.noResult
	at := func() notation.Span { return r.head.at(j, "Result") }
	if err != nil {
		j.Malformed(CodeTag, at(), "not a result: %v", err)
		return
	}
	if o == nil && (!r.gap || r.table == nil) {
		return
	}
	for _, name := range given.Names {
		for handle := range strings.SplitSeq(name, "+") {
			if !slices.Contains(r.handles, handle) {
				j.Seat(notation.Word{Text: handle, Span: at()})
				return
			}
		}
	}
	if o == nil || r.reader.options.Before > 0 || r.mayEnd(*o, given) {
		return
	}
	if o.Maybe != "" && !given.Tie && slices.Equal(given.Names, []string{o.Maybe}) {
		j.add(Finding{Code: CodeResult, Severity: SeverityNote, Span: at()}, Grounds{Rule: "outcome"},
			"the log says that %s has won; with the secret unknown, nothing in it can confirm that", tag.Value.Text)
		return
	}
	message := fmt.Sprintf("the log gives the result %q, but the replay finds %q", tag.Value.Text, o.String())
	switch {
	case o.Winners == nil:
		message = fmt.Sprintf("the log gives the result %q, but no player has won yet", tag.Value.Text)
	case given.Open:
		message = "the log says that the game is unfinished, but " + o.said()
	}
	why := Grounds{Rule: "outcome"}
	switch {
	case given.Tie || len(o.Winners) > 1:
		why.Situation = "tie"
	case o.Ranking != nil && len(given.Names) > 0 && given.Names[0] == o.Ranking[0]:
		why.Situation = "places"
	}
	j.Refuse(CodeResult, why, at(), "%s", message)
}
