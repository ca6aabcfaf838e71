package verify

import (
	"cmp"
	"hash/maphash"
	"slices"

	"tpnote/notation"
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

func (t *seated[S, A, W]) legal() []Move { return t.movesThat(func(A) bool { return true }) }

// Ranked lists the legal actions, those first that help the player most to win.
func (r *Replay) Ranked() []Move { return r.table.ranked() }

func (t *seated[S, A, W]) ranked() []Move {
	actions, moves := t.Engine.Legal(nil, &t.State), t.legal()
	order := make([]int, len(moves))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int {
		return cmp.Compare(t.rules.Merit(&t.State, actions[k]), t.rules.Merit(&t.State, actions[i]))
	})
	ranked := make([]Move, len(moves))
	for i, k := range order {
		ranked[i] = moves[k]
	}
	return ranked
}

// movesThat lists those legal actions that keep admits.
func (t *seated[S, A, W]) movesThat(keep func(A) bool) []Move {
	actions := t.Engine.Legal(nil, &t.State)
	moves := make([]Move, 0, len(actions))
	for _, a := range actions {
		if keep(a) {
			d := t.rules.Describe(&t.State, a)
			moves = append(moves, Move{d, t.rules.Write(d), t.rules.Group(&t.State, a), t.rules.Allowing(&t.State, a)})
		}
	}
	return moves
}

// Nearest lists the legal actions that are most like a word, the nearest first.
func (r *Replay) Nearest(word string, most int) []Move {
	moves := r.Legal()
	slices.SortStableFunc(moves, func(a, b Move) int {
		return nearest.Distance(word, a.Word) - nearest.Distance(word, b.Word)
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
		return Rule{name, s.Value.String(), string(s.Standing), cites(v, name, name)}
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
	return notation.Spelling{Action: r.table.spell, Position: r.table.Respell}
}
