package verify

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/nearest"
	"tpnote/rules/variant"
	"tpnote/rules/walk"
)

// Move is one legal action.
type Move struct {
	Action
	Group Group           // what it is to a player
	Merit func() int      // finds how much it helps the player to win; only the order of merits counts
	Rules func() []string // finds the rules and rule points that allow it, those of the move before those of the answer
}

// Legal lists the legal actions, for every face of the die where there is one.
func (p *position) Legal() []Move { return p.table.legal() }

func (t *asker[S, A]) legal() []Move {
	actions, here := t.rules.Legal(nil, &t.State), t.State // which does not go on changing
	moves := make([]Move, 0, len(actions))
	for _, a := range actions {
		d := t.rules.Describe(&here, a)
		word := t.rules.Write(d)
		d.take(word, t.parts(word), t.Handles)
		merit := func() int { return t.rules.Merit(&here, a) }
		rules := func() []string { return t.rules.Allowing(&here, a) }
		moves = append(moves, Move{d, t.rules.Group(&here, a), merit, rules})
	}
	return moves
}

// mostRanked is how many of the positions that the record allows Ranked looks at.
const mostRanked = 50

// Ranked lists the legal actions, those first that help the player most to win. Where the record allows several
// positions in which it is the same turn, those that are legal in one of the first fifty.
func (r *Replay) Ranked() (ranked []Move) {
	turn, known := r.Clock(), map[string]bool{}
	for i := range r.members() {
		if i == mostRanked {
			break
		}
		if c := r.Clock(); c.Seat != turn.Seat || c.Number != turn.Number || c.Phase == rules.Over {
			continue
		}
		moves := r.Legal()
		slices.SortStableFunc(moves, func(a, b Move) int { return b.Merit() - a.Merit() })
		for _, move := range moves {
			if !known[move.Word] {
				known[move.Word] = true
				ranked = append(ranked, move)
			}
		}
	}
	return ranked
}

// Tree returns what can follow from the position by legal actions. The replay has to be Ready.
func (p *position) Tree() Tree { return p.table }

// Tree is for searches in the game tree below a position, the first one where the record allows several.
type Tree interface {
	// Words appends the legal actions as a log would write them, for every face of the die where
	// there is one; with like, only those that one of these words with unknown parts can record.
	Words(dst []string, like ...notation.Parts) []string
	// Nearest lists the legal actions that are most like a word, the nearest first, those of its piece before others.
	Nearest(word string, most int) []Move
	// Follow calls do for every legal action, with after, the tree of a fork, at the position that it leads to.
	Follow(after Tree, do func(a Action))
	// Perft counts the sequences of depth legal actions, over all faces of the die and all answers.
	Perft(depth int) uint64
	// Choices sums up what might have been done instead of an action: variants that allow the same have the same sum.
	Choices(instead Action) uint64
	// Pick rolls a die where the game has one, chooses one of the legal actions by chance, carries it
	// out and appends its word to dst. With best it chooses among the actions that help most to win.
	// right is how many of a hundred questions are answered right. The game must not be over.
	Pick(dst []byte, chance *rand.Rand, best bool, right int) ([]byte, Picked)
	// Walk looks for the shortest sequence of actions, each but the last legal under both rule sets, on
	// which the rules of the tree and of other part. Both are trees of one game under two variants, at
	// the same position. The walk examines each pair of positions once; it follows no sequence of more
	// than most actions, and tries at most tries actions in all.
	Walk(other Tree, most, tries int) walk.Found
}

func (t *asker[S, A]) Words(dst []string, like ...notation.Parts) []string {
	t.actions = t.rules.Legal(t.actions[:0], &t.State)
	for _, a := range t.actions {
		fits := func(w notation.Parts) bool {
			_, ok := t.filled(a, w)
			return ok
		}
		if like == nil || slices.ContainsFunc(like, fits) {
			dst = append(dst, t.rules.Write(t.rules.Describe(&t.State, a)))
		}
	}
	return dst
}

func (t *asker[S, A]) Nearest(word string, most int) []Move {
	moves, piece := t.legal(), t.parts(word).Text(notation.IsPiece)
	sort.SliceStable(moves, func(i, j int) bool {
		a, b := &moves[i], &moves[j]
		if own := a.Piece == piece; own != (b.Piece == piece) {
			return own
		}
		return nearest.Distance(word, a.Word) < nearest.Distance(word, b.Word)
	})
	return moves[:min(most, len(moves))]
}

func (t *asker[S, A]) Follow(after Tree, do func(a Action)) {
	q := after.(*seated[S, A])
	for _, a := range t.rules.Legal(nil, &t.State) {
		q.State = t.State
		t.rules.Apply(&q.State, a)
		do(t.rules.Describe(&t.State, a))
	}
}

func (t *asker[S, A]) Perft(depth int) uint64 {
	return t.nodes(&t.State, make([][]A, max(0, depth)))
}

// nodes counts below s, as deep as there are buffers. The last level is counted without being walked.
func (t *asker[S, A]) nodes(s *S, buffers [][]A) uint64 {
	if len(buffers) == 0 {
		return 1
	}
	actions := t.rules.Legal(buffers[0][:0], s)
	buffers[0] = actions
	if len(buffers) == 1 {
		return uint64(len(actions))
	}
	total := uint64(0)
	for _, a := range actions {
		next := *s
		t.rules.Apply(&next, a)
		total += t.nodes(&next, buffers[1:])
	}
	return total
}

// Read is what a word would be taken for in this position, legal or not. ok is false for a word that is no action.
func (r *played) Read(word string) (a Action, ok bool) {
	q := *r
	q.table = r.table.fork(nil)
	return q.Play(word)
}

// Play carries out one action, legal or not, and says what it means. Any other word does nothing; ok is then false.
func (r *played) Play(word string) (a Action, ok bool) {
	parts := r.rules.action(word)
	if ok = parts != nil; ok {
		r.table.act(r.judge(word), &a)
	}
	a.take(word, parts, r.handles)
	return a, ok
}

// judge is the judgement of a word by itself.
func (r *played) judge(word string) *Judgement {
	return &Judgement{
		Line: &notation.Line{Text: word}, Word: notation.Word{Text: word, Span: notation.SpanIn(word, 1, 0, len(word))}, parts: r.rules.parts(word),
		Handles: r.handles, Variant: r.variant, turn: r.number,
	}
}

// Why says all that is wrong with an action in this position, each condition that it fails
// by itself; none means that it is legal. The position stays as it is.
func (r *played) Why(word string) []Finding {
	j := r.judge(word)
	switch wrong := r.rules.syntax(word); {
	case wrong != nil:
		j.badWord(j.Word, wrong)
	case r.Over():
		r.gameOver(j, j.Word.Span, "turn")
	default:
		r.table.fork(nil).why(j)
	}
	return slices.DeleteFunc(j.findings, func(f Finding) bool { return f.Severity != SeverityError })
}

func (t *asker[S, A]) Choices(instead Action) uint64 {
	var sum uint64
	if t.MayStop() {
		sum = 1 // stopping is a choice, too
	}
	for _, a := range t.rules.Legal(nil, &t.State) {
		if t.rules.Die(a) == instead.Die {
			sum += sumOf(&a)
		}
	}
	t.rules.Unsettled(&t.State, instead.Parts, func(open any) { sum += sumOf(&open) })
	return sum
}

// Picked is an action that was chosen by chance.
type Picked struct {
	Gain   bool  // it brings the player nearer to winning for good
	Stuck  bool  // nothing could be moved, whatever might have been rolled
	Ending Group // of the action, if a player has won
}

func (t *seated[S, A]) Pick(dst []byte, chance *rand.Rand, best bool, right int) ([]byte, Picked) {
	die, knows := 1+chance.IntN(6), chance.IntN(100) < right
	a := t.choose(chance, best, uint8(die), knows)
	before := &t.before
	*before = t.State
	described := t.rules.Describe(before, a)
	d := Picked{Gain: t.rules.Gains(before, a), Stuck: described.Pass && described.Die == 0}
	t.rules.Apply(&t.State, a)
	if t.outcome().Winners != nil {
		d.Ending = t.rules.Group(before, a)
	}
	return append(dst, t.rules.Write(described)...), d
}

// choose chooses one of the legal actions of a roll, or of the best of them.
func (t *asker[S, A]) choose(chance *rand.Rand, best bool, die uint8, knows bool) A {
	if roller, ok := t.rules.(Roller[S, A]); ok {
		t.actions = roller.Rolled(t.actions[:0], &t.State, die, knows)
	} else {
		t.actions = slices.DeleteFunc(t.rules.Legal(t.actions[:0], &t.State), func(a A) bool {
			d := t.rules.Die(a)
			return d != 0 && d != int(die)
		})
	}
	open := t.actions
	if best {
		open = open[:0]
		most := 0
		for _, a := range t.actions {
			merit := t.rules.Merit(&t.State, a)
			if merit > most || len(open) == 0 {
				open, most = open[:0], merit
			}
			if merit == most {
				open = append(open, a)
			}
		}
	}
	return open[chance.IntN(len(open))]
}

// Header is what the tags of a log say.
type Header struct {
	Variant string // a built-in name, or a path
	Players []string
	Sides   string      // "" where everybody plays alone
	Setup   string      // "" for the game's own start
	Tags    [][2]string // others
	Opening []string    // lines before turn 1, such as an order line
}

// InOrder lists the tags that are given, in their canonical order, for a log of a game by a variant.
func (h *Header) InOrder(v *variant.Variant) [][2]string {
	tags := [][2]string{
		{"Game", v.Game}, {"Variant", h.Variant}, {"Rules", v.Rules()}, {"Players", strings.Join(h.Players, ", ")},
		{"Sides", h.Sides}, {"Setup", strings.Join(strings.Fields(h.Setup), " ")},
	}
	return append(slices.DeleteFunc(tags, func(tag [2]string) bool { return tag[1] == "" }), h.Tags...)
}

// Begin sets up a game of which nothing has been played. A position to start from has to be possible.
func (r *Reader) Begin(h Header) (*Replay, error) {
	b, err := r.prepare(h.Variant, ".")
	if err != nil {
		return nil, err
	}
	text := notation.FormatTags(h.InOrder(b.variant)...) + strings.Join(h.Opening, "\n")
	g, replay, err := r.Block("", ".", notation.Block{Text: []byte(text), Number: 1, Line: 1, First: 1}, nil)
	switch {
	case err != nil:
		return nil, err
	case len(g.Findings) > 0:
		return nil, errors.New(g.Findings[0].Message)
	case !replay.Ready():
		return nil, fmt.Errorf("%d players are more than a game can hold", len(h.Players))
	}
	return replay, nil
}

// Propose fills in what a header leaves open. The players are those that the Setup names, or else n with names of its
// own. Chance settles the lines before turn 1, which a game without a Setup may need; if nil, they are the plainest.
func (r *Reader) Propose(h Header, n int, chance *rand.Rand) (Header, error) {
	b, err := r.prepare(h.Variant, ".")
	if err != nil {
		return h, err
	}
	if h.Players == nil {
		h.Players = r.playersOf(b.variant, h.Variant, h.Setup)
	}
	if h.Players == nil {
		h.Players = b.game.players(b.variant, n)
		if v := b.variant; len(h.Players) < n {
			return h, fmt.Errorf("%s can play %s, not %d", v.Setting("players").Value, v.Title, n)
		}
	}
	if h.Setup == "" {
		h.Opening = b.game.opening(b.variant, h.Players, chance)
	}
	return h, nil
}

// playersOf are the players that a position names; nil if it names none. They are the NAMEs of its first
// fields NAME=…, as many as the game takes: a field after them may be about something else. If the game
// takes the position with no number of players, they are as many as may play.
func (r *Reader) playersOf(v *variant.Variant, variant, position string) []string {
	fields := strings.Fields(position)
	var named []string
	for _, field := range fields[min(2, len(fields)):] {
		if name, _, found := strings.Cut(field, "="); found {
			named = append(named, name)
		}
	}
	if len(fields) < 2 || !slices.Contains(named, strings.TrimRight(fields[1], "+-")) {
		return nil
	}
	likely := named
	for n := len(named); n > 0; n-- {
		if _, err := r.Begin(Header{Variant: variant, Players: named[:n], Setup: position}); err == nil {
			return named[:n]
		}
		if v.Plays(n) && !v.Plays(len(likely)) {
			likely = named[:n]
		}
	}
	return likely
}

// Format gives a log its canonical form: what notation.Format does, with the names of
// spaces as the board of each game's variant has them. Variant paths in the log are
// relative to dir. The replay finds the same in it before and after.
func (r *Reader) Format(games iter.Seq2[notation.Block, error], dir string, piece func(text, form []byte) error) error {
	check := func(d *notation.Directive) error {
		_, err := r.options.Games.directive(d, nil)
		return err
	}
	spell := func(lines []notation.Line) notation.Spelling {
		spelling := notation.Spelling{Directive: check}
		p := r.last.replay
		if h := (&head{lines: lines}); p == nil || r.last.dir != dir || !h.agrees(p.head) {
			p, _, _ = r.Start(lines, notation.Block{Number: 1, First: 1}, dir) // without a table after an error
		}
		if p.table != nil {
			spelling.Action, spelling.Position = p.rules.spell, p.table.Respell
		}
		return spelling
	}
	return notation.Format(games, spell, piece)
}

func (t *asker[S, A]) Walk(other Tree, most, tries int) walk.Found {
	side := func(t *asker[S, A]) walk.Side[S, A] {
		word := func(s *S, a A) string { return t.rules.Write(t.rules.Describe(s, a)) }
		return walk.Side[S, A]{Engine: t.rules, Branches: t.rules.Branches, Word: word, State: t.State, Handles: t.Handles}
	}
	return walk.Apart([2]walk.Side[S, A]{side(t), side(&other.(*seated[S, A]).asker)}, most, tries)
}
