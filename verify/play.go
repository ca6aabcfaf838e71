package verify

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/notation/shape"
	"tpnote/rules"
	"tpnote/rules/nearest"
	"tpnote/spec"
)

// Move is one legal action.
type Move struct {
	Action
	Word  string   // as a log would write it, with the mark that is due
	Group Group    // what it is to a player
	Rules []string // the rules and rule points that allow it, those of the move before those of the answer
}

// Legal lists the legal actions, for every face of the die where there is one.
func (r *Replay) Legal() []Move { return r.table.legal() }

func (t *seated[S, A, W]) legal() []Move { return t.moves(&t.State, t.Engine.Legal(nil, &t.State)) }

// Ranked lists the legal actions, those first that help the player most to win. Where the
// record allows several positions in which it is the same turn, those that are legal in one of
// the first fifty.
func (r *Replay) Ranked() []Move { return r.table.ranked() }

const mostRanked = 50

func (t *seated[S, A, W]) ranked() []Move {
	ranked := t.rankedIn(&t.State)
	if len(t.set.list) == 0 {
		return ranked
	}
	known := map[string]bool{}
	for i := range ranked {
		known[ranked[i].Word] = true
	}
	turn := *t.Clock()
	for i := 1; i < min(len(t.set.list), mostRanked); i++ {
		s := &t.set.list[i].state
		if c := t.Engine.Turn(s); c.Seat != turn.Seat || c.Number != turn.Number || c.Phase == rules.Over {
			continue
		}
		for _, m := range t.rankedIn(s) {
			if !known[m.Word] {
				known[m.Word] = true
				ranked = append(ranked, m)
			}
		}
	}
	return ranked
}

func (t *seated[S, A, W]) rankedIn(s *S) []Move {
	actions := t.Engine.Legal(nil, s)
	sort.SliceStable(actions, func(i, j int) bool { return t.rules.Merit(s, actions[i]) > t.rules.Merit(s, actions[j]) })
	return t.moves(s, actions)
}

// moves describes legal actions in a position.
func (t *seated[S, A, W]) moves(s *S, actions []A) []Move {
	moves := make([]Move, 0, len(actions))
	for _, a := range actions {
		d := t.rules.Describe(s, a)
		moves = append(moves, Move{d, t.rules.Write(d), t.rules.Group(s, a), t.rules.Allowing(s, a)})
	}
	return moves
}

// Nearest lists the legal actions that are most like a word, the nearest first; where pieces
// have names, those of its piece stand before the others.
func (r *Replay) Nearest(word string, most int) []Move {
	moves := r.Legal()
	meant, _ := r.Read(word)
	sort.SliceStable(moves, func(i, j int) bool {
		a, b := &moves[i], &moves[j]
		if own := a.Piece == meant.Piece; own != (b.Piece == meant.Piece) {
			return own
		}
		return nearest.Distance(word, a.Word) < nearest.Distance(word, b.Word)
	})
	return moves[:min(most, len(moves))]
}

// Perft counts the sequences of depth legal actions, over all faces of the die and all
// answers.
func (r *Replay) Perft(depth int) uint64 { return r.table.perft(depth) }

func (t *seated[S, A, W]) perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return t.nodes(&t.State, make([][]A, depth))
}

// nodes counts below s, as deep as there are buffers. The last level is counted without
// being walked.
func (t *seated[S, A, W]) nodes(s *S, buffers [][]A) uint64 {
	actions := t.Engine.Legal(buffers[0][:0], s)
	buffers[0] = actions
	if len(buffers) == 1 {
		return uint64(len(actions))
	}
	total := uint64(0)
	for _, a := range actions {
		next := *s
		t.Engine.Apply(&next, a)
		total += t.nodes(&next, buffers[1:])
	}
	return total
}

// Play carries out one action, legal or not, and says what it was taken for; a word that is
// no action does nothing.
func (r *Replay) Play(word string) Action {
	if r.rules.syntax(word) != nil || r.Over() {
		return Action{}
	}
	j := r.judge(word)
	j.Narrate = true
	return r.table.act(j)
}

// Read is what a word would be taken for in this position, legal or not. ok is false for a
// word that is no action.
func (r *Replay) Read(word string) (a Action, ok bool) {
	if r.rules.syntax(word) != nil {
		return Action{}, false
	}
	return r.table.fork(nil).act(r.judge(word)), true
}

// Blanks lists the ways to write a legal action with one part of it, or all of it, unknown.
func (r *Replay) Blanks(word string) []string { return r.table.blanks(word) }

// Write is the word for an action, legal or not, with the mark that it says is due.
func (r *Replay) Write(a Action) string { return r.table.write(a) }

// judge is the judgement of a word by itself.
func (r *Replay) judge(word string) *Judgement {
	return &Judgement{
		Line: &notation.Line{Text: word}, Word: notation.Word{Text: word, Span: notation.SpanIn(word, 1, 0, len(word))},
		Handles: r.handles, Variant: r.variant, turn: r.number,
	}
}

// Why says all that is wrong with an action in this position, each condition that it fails
// by itself; none means that it is legal. The position stays as it is.
func (r *Replay) Why(word string) []Finding {
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

// Rule is a rule as it is settled for a game.
type Rule struct {
	Name     string
	Value    string // of a rule point; "" for a rule that has no alternatives
	Standing string
	Cites    []string // clause ids
}

// Rule tells how a rule is settled for this game, by the clauses that the rulebook's index
// names it in, or else those behind what it refuses.
func (r *Replay) Rule(name string) Rule {
	v := r.variant
	if v.Has(name) {
		s := v.Setting(name)
		return Rule{name, s.Value.String(), string(s.Standing), s.Cites}
	}
	rule := Rule{Name: name, Cites: spec.Enforcing(v.Rulebook, name)}
	if rule.Cites != nil {
		return rule
	}
	for _, code := range codesOf(r.reader.options.Games.of(v.Family).reasons(), name) {
		rule.Cites = union(rule.Cites, spec.Enforcing(v.Rulebook, code))
	}
	return rule
}

// choiceSeed is shared by all engines of a run, so that their sums compare.
var choiceSeed = maphash.MakeSeed()

// Choices sums up what might have been done in the place of an action, whose word is known
// to parse: two variants that allow the same have the same sum.
func (r *Replay) Choices(word string, a Action) uint64 { return r.table.choices(word, a.Die) }

func (t *seated[S, A, W]) choices(word string, die int) uint64 {
	var sum uint64
	if t.MayStop() {
		sum = maphash.Comparable(choiceSeed, "stop")
	}
	for _, a := range t.Engine.Legal(nil, &t.State) {
		if t.rules.Die(a) == die {
			sum += maphash.Comparable(choiceSeed, a)
		}
	}
	if w, err := t.words.ask(word); err == nil {
		t.rules.Unsettled(&t.State, w, func(open any) { sum += maphash.Comparable(choiceSeed, open) })
	}
	return sum
}

// respelling gives the words of a log their canonical names.
func (r *Replay) respelling() notation.Spelling {
	if r.table == nil {
		return notation.Spelling{}
	}
	return notation.Spelling{Action: r.rules.spell, Position: r.table.Respell}
}

// Policy is how a player chooses among legal actions.
type Policy uint8

const (
	Random Policy = iota // every legal action of the roll is as likely as any other
	Eager                // one of those that help most to win
)

// picked is an action that chance and a policy have chosen.
type picked struct {
	gain    bool
	stuck   bool  // nothing could be moved, whatever might have been rolled
	decided bool  // somebody has won
	group   Group // of an action after which somebody has won
}

// pick lets chance and a policy choose among the legal actions, carries one out and appends its
// word to body. right is how many of a hundred questions are answered right. The game must not be
// over.
func (t *seated[S, A, W]) pick(body []byte, chance *rand.Rand, policy Policy, right int) ([]byte, picked) {
	die, knows := 1+chance.IntN(6), chance.IntN(100) < right
	picker, picks := t.rules.(Picker[S, A])
	room := t.room()
	var a A
	if picks && policy == Random {
		if room.pick == nil {
			room.pick = picker.Picks()
		}
		a = room.pick(&t.State, chance)
	} else {
		a = t.choose(chance, policy, uint8(die), knows)
	}
	d := picked{gain: t.rules.Gains(&t.State, a)}
	before := &t.State
	if picks {
		body, d.stuck, d.decided = picker.AppendWord(body, before, a)
	} else {
		described := t.rules.Describe(before, a)
		body, d.stuck = append(body, t.rules.Write(described)...), described.Pass && described.Die == 0
	}
	if !picks || d.decided { // else nobody asks for the position before
		before = &room.next
		*before = t.State
	}
	t.Engine.Apply(&t.State, a)
	if d.decided = d.decided || !picks && t.outcome().Winners != nil; d.decided {
		d.group = t.rules.Group(before, a)
	}
	return body, d
}

// choose lets chance and a policy choose among the legal actions of a roll.
func (t *seated[S, A, W]) choose(chance *rand.Rand, policy Policy, die uint8, knows bool) A {
	room := t.room()
	if roller, ok := t.rules.(Roller[S, A]); ok {
		room.actions = roller.Rolled(room.actions[:0], &t.State, die, knows)
	} else {
		room.actions = slices.DeleteFunc(t.Engine.Legal(room.actions[:0], &t.State), func(a A) bool {
			d := t.rules.Die(a)
			return d != 0 && d != int(die) || !t.rules.Happens(a, knows)
		})
	}
	open := room.actions
	if policy == Eager {
		open = open[:0]
		best := 0
		for _, a := range room.actions {
			merit := t.rules.Merit(&t.State, a)
			if merit > best || len(open) == 0 {
				open, best = open[:0], merit
			}
			if merit == best {
				open = append(open, a)
			}
		}
	}
	return open[chance.IntN(len(open))]
}

// PlayOptions say how chance plays a game.
type PlayOptions struct {
	Policy Policy
	Right  int // how many of a hundred questions are answered right
	Limit  int // the turn after which a game is broken off
	Round  int // the number of the game, for its tags
	// Unknown is how likely a word of the log is to have an unknown part, from 0 to 1.
	Unknown float64
}

// Played is a game that chance has played to its end.
type Played struct {
	Log     string   // canonical, as fmt would write it
	Players []string // who can win: the players in seating order, or the sides
	By      []string // who plays for each of them, by the tags of colours; "" where none says so
	Turns   int
	Idle    int // turns that brought their player no nearer to winning
	Result  string
	Winners []string // nil if the game was broken off
	Ending  string   // what the deciding action was to its player, or "a shared win", "nobody can move" or "the turn limit"
}

// Play lets chance play a game. The same chance gives the same game, on every machine.
func (r *Reader) Play(h Header, chance *rand.Rand, o PlayOptions) (*Played, error) {
	p := r.prepare(h.Variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	for _, tag := range h.Tags {
		if slices.Contains([]string{"Rules", "Event", "Round", "Termination", "Result"}, tag[0]) {
			return nil, fmt.Errorf("the tag %s is not to be given: it is written with the game", tag[0])
		}
	}
	if h.Setup == "" && rollsOff(p.variant) {
		h.Opening = append(h.Opening, rollOff(h.Players, tieRule(p.variant), chance))
	}
	start, err := r.begin(h)
	if err != nil {
		return nil, err
	}
	played := &Played{Players: h.Players}
	if h.Sides != "" {
		played.Players = strings.Split(strings.ReplaceAll(h.Sides, " ", ""), ",")
	}
	for _, side := range played.Players {
		var by []string
		for handle := range strings.SplitSeq(side, "+") {
			if who := start.PlayedBy(handle); who != "" && !slices.Contains(by, who) {
				by = append(by, who)
			}
		}
		played.By = append(played.By, strings.Join(by, ", "))
	}
	body := r.body[:0]
	var words [][2]int // where they stand in it, if some of them are blanked
	stuck := 0         // the last turns, as far as their players could not move
	table := start.table
	for c := *table.Clock(); c.Phase != rules.Over && played.Turns < o.Limit && stuck < len(h.Players); c = *table.Clock() {
		played.Turns++
		body = append(append(strconv.AppendInt(body, int64(c.Number), 10), ". "...), h.Players[c.Seat]...)
		gained := false
		for turn := c; c.Phase != rules.Over && c.Seat == turn.Seat && c.Number == turn.Number; c = *table.Clock() {
			body = append(body, ' ')
			word := len(body)
			var d picked
			body, d = table.pick(body, chance, o.Policy, o.Right)
			if o.Unknown > 0 {
				words = append(words, [2]int{word, len(body)})
			}
			gained = gained || d.gain
			if stuck++; !d.stuck {
				stuck = 0
			}
			if played.Ending == "" && d.decided {
				played.Ending = string(d.group)
			}
		}
		body = append(body, '\n')
		if !gained {
			played.Idle++
		}
	}
	outcome := table.outcome()
	played.Result, played.Winners = outcome.String(), outcome.Winners
	switch {
	case outcome.Winners == nil && stuck == len(h.Players):
		played.Ending = "nobody can move"
	case outcome.Winners == nil:
		played.Ending = "the turn limit"
	case len(outcome.Winners) > 1:
		played.Ending = "a shared win"
	}

	tags := h.tags(p.variant.Game)
	tags = append(tags[:2], append([][2]string{{"Rules", p.variant.Name + "@" + p.variant.Fingerprint}}, tags[2:]...)...)
	tags = append(tags, [2]string{"Event", "tpnote play"}, [2]string{"Round", strconv.Itoa(o.Round)})
	if outcome.Winners == nil {
		tags = append(tags, [2]string{"Termination", "unterminated"})
	}
	tags = append(tags, [2]string{"Result", played.Result})
	r.body = body
	var log strings.Builder
	log.Grow(len(body) + 1<<9)
	log.WriteString(notation.FormatTags(tags...) + "\n")
	for _, line := range h.Opening {
		log.WriteString(line + "\n")
	}
	done := 0
	for _, at := range words { // it is the same game, whatever is blanked
		log.Write(body[done:at[0]])
		log.WriteString(o.blanked(table, string(body[at[0]:at[1]]), chance))
		done = at[1]
	}
	log.Write(body[done:])
	played.Log = log.String()
	return played, nil
}

// blanked is a word, perhaps with an unknown part.
func (o *PlayOptions) blanked(t table, word string, chance *rand.Rand) string {
	if chance.Float64() >= o.Unknown {
		return word
	}
	if ways := t.blanks(word); len(ways) > 0 {
		return ways[chance.IntN(len(ways))]
	}
	return word
}

// rollOff rolls for the first turn until that is settled.
func rollOff(handles []string, tie string, chance *rand.Rand) string {
	line := "order"
	r := rules.NewRollOff(tie, len(handles))
	faces := make([]uint8, len(handles))
	for {
		for seat, handle := range handles {
			if r.Due()>>seat&1 != 0 {
				faces[seat] = uint8(1 + chance.IntN(6))
				line += fmt.Sprintf(" %s:%d", handle, faces[seat])
			}
		}
		if r.Roll(faces); r.Due() == 0 {
			return line
		}
		line += " /"
	}
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

// tags are those of the header that are given, in their canonical order.
func (h *Header) tags(game string) [][2]string {
	tags := [][2]string{{"Game", game}, {"Variant", h.Variant}, {"Players", strings.Join(h.Players, ", ")}}
	if h.Sides != "" {
		tags = append(tags, [2]string{"Sides", h.Sides})
	}
	if h.Setup != "" {
		tags = append(tags, [2]string{"Setup", h.Setup})
	}
	return append(tags, h.Tags...)
}

// Begin sets up a game of which nothing has been played. A position to start from has to be
// possible.
func (r *Reader) Begin(h Header) (*Replay, error) {
	p := r.prepare(h.Variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	var head []notation.Line
	for i, tag := range h.tags(p.variant.Game) {
		head = append(head, notation.ParseLine(notation.FormatTag(tag[0], tag[1]), i+1))
	}
	replay, findings, err := r.Start(head, ".", 1, 1)
	if err != nil {
		return nil, err
	}
	for i, text := range h.Opening {
		findings = append(findings, replay.Line(notation.ParseLine(text, len(head)+i+1)).Findings...)
	}
	switch {
	case len(findings) > 0:
		return nil, errors.New(findings[0].Message)
	case !replay.Ready():
		return nil, fmt.Errorf("%d players are more than a game can hold", len(h.Players))
	}
	return replay, nil
}

// begin is Begin for one of many games: those that have the tags of the one before begin where that
// has, and a quick judge reads their opening.
func (r *Reader) begin(h Header) (*Replay, error) {
	opening := strings.Join(h.Opening, "\n") + "\n"
	whole := h
	h.Opening = nil
	if tags := h.tags(""); r.begun == nil || !slices.Equal(tags, r.begunBy) {
		replay, err := r.Begin(h)
		if err != nil {
			return nil, err
		}
		r.begun, r.begunBy = replay, tags
	}
	replay, b := &r.playing, notation.Block{Text: append(make([]byte, 0, len(opening)+shape.Slack), opening...)}
	r.begun.ForkInto(replay)
	if r.ahead.start(replay, b) {
		if b, _ = r.ahead.read(replay, b, len(b.Text)); len(b.Text) == 0 {
			return replay, nil
		}
	}
	return r.Begin(whole)
}

// Players proposes players for a variant: those that a position names, or else n with
// names of the program's own.
func (r *Reader) Players(variant, position string, n int) ([]string, error) {
	p := r.prepare(variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	fields := strings.Fields(position)
	var named []string
	for _, field := range fields[min(2, len(fields)):] {
		if name, _, found := strings.Cut(field, "="); found {
			named = append(named, name)
		}
	}
	if len(fields) > 1 && slices.Contains(named, strings.TrimRight(fields[1], "+-")) {
		return named, nil
	}
	return r.options.Games.of(p.variant.Family).players(p.variant, n), nil
}

// Opening gives the lines that a log of the variant needs before turn 1: where the pieces
// stand, and the like. Chance settles them; without it they are the plainest.
func (r *Reader) Opening(variant string, handles []string, chance *rand.Rand) ([]string, error) {
	p := r.prepare(variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	return r.options.Games.of(p.variant.Family).opening(p.variant, handles, chance), nil
}

// errForeign tells of a directive that no game has.
var errForeign = errors.New("no game has this directive")

// Format gives a log its canonical form: what notation.Format does, with the names of
// spaces as the board of each game's variant has them. Variant paths in the log are
// relative to dir. The replay finds the same in it before and after.
func (r *Reader) Format(src io.Reader, dir string, piece func(text, form []byte) error) error {
	check := func(d *notation.Directive) error {
		_, known, err := r.options.Games.directive(d)
		if !known {
			return errForeign
		}
		return err
	}
	spell := func(head []notation.Line) notation.Spelling {
		p, _, err := r.Start(head, dir, 1, 1)
		if err != nil {
			return notation.Spelling{Directive: check}
		}
		spelling := p.respelling()
		spelling.Directive = check
		return spelling
	}
	return notation.Format(src, spell, piece)
}
