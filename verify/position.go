package verify

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/nearest"
	"tpnote/rules/variant"
	"tpnote/spec"
)

// Table is a game as it stands: a position, and what may be done in it. It is what `legal`,
// `perft`, `play` and the board viewers look at.
type Table struct{ judge *judge }

// Header is what the tags of a log say.
type Header struct {
	Variant string // a built-in name, or a path
	Players []string
	Sides   string   // "" where everybody plays alone
	Setup   string   // "" for the game's own start
	Opening []string // lines before turn 1, such as an order line
}

// Move is one legal action.
type Move struct {
	Word  string   // as a log would write it, with the mark that is due
	Die   int      // the roll that it takes; 0 in a game without a die
	Group string   // what it is to a player: "to a headquarters", "roll again"
	Rules []string // the rules and rule points that allow it, those of the move before those of the answer
}

// Rule is a rule as it is settled for a game.
type Rule struct {
	Name     string
	Value    string // of a rule point; "" for a rule that has no alternatives
	Standing string
	Cites    []string // clause ids
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
	return tags
}

// Table sets up a game of which nothing has been played. A position to start from has to
// be possible.
func (r *Replayer) Table(h Header) (*Table, error) {
	p := r.prepare(h.Variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	var log strings.Builder
	for _, tag := range h.tags(p.variant.Game) {
		log.WriteString(notation.FormatTag(tag[0], tag[1]) + "\n")
	}
	for _, line := range h.Opening {
		log.WriteString(line + "\n")
	}
	j := r.sit("", ".", 1, 1)
	for line := range (notation.Block{Text: []byte(log.String()), Line: 1}).Lines() {
		j.line = line
		j.read()
	}
	j.open()
	switch {
	case j.problem != nil:
		return nil, j.problem
	case len(j.Findings) > 0:
		return nil, errors.New(j.Findings[0].Message)
	case j.table == nil:
		return nil, fmt.Errorf("%d players are more than a game can hold", len(h.Players))
	}
	return &Table{j}, nil
}

// Players proposes players for a variant: those that a position names, or else n with
// names of the program's own.
func (r *Replayer) Players(variant, position string, n int) ([]string, error) {
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
	return bindingOf(p.variant.Family).players(p.variant, n), nil
}

// Opening gives the lines that a log of the variant needs before turn 1: where the pieces
// stand, and the like. Chance settles them.
func (r *Replayer) Opening(variant string, handles []string, chance *rand.Rand) ([]string, error) {
	p := r.prepare(variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	if opening := bindingOf(p.variant.Family).opening; opening != nil {
		return opening(p.variant, handles, chance), nil
	}
	return nil, nil
}

// Tables replays every game of a log, as File does, and calls done with the table of each
// as the log (or Options.LastTurn) leaves it. A game that cannot be replayed has no
// position; its Game says why.
func (r *Replayer) Tables(name, dir string, src io.Reader, done func(*Table) error) (int, error) {
	return r.each(name, dir, src, func(j *judge) error { return done(&Table{j}) })
}

// Game is what the replay of the log has found so far.
func (t *Table) Game() *Game { return t.judge.Game }

// Ready reports whether there is a position: the tags of the log named a game that can be
// played.
func (t *Table) Ready() bool { return t.judge.table != nil }

// Variant is the rules that the game is played by.
func (t *Table) Variant() *variant.Variant { return t.judge.variant }

// Handles are the players, in seating order.
func (t *Table) Handles() []string { return t.judge.Handles }

// Clock is whose turn it is.
func (t *Table) Clock() rules.Clock { return t.judge.table.clock() }

// Over reports whether the game is over.
func (t *Table) Over() bool { return t.Clock().Phase == rules.Over }

// Position is the text of the position.
func (t *Table) Position() string { return string(t.judge.table.position(nil)) }

// Board is the engine of the game, such as a *wheel.Engine, and a pointer to its position,
// for those who draw it. The position is only to be looked at.
func (t *Table) Board() (engine, state any) { return t.judge.table.board() }

// Result is how the game stands, as a Result tag gives it: "*" while nobody has won.
func (t *Table) Result() string { return t.judge.table.outcome().text() }

// Legal lists the legal actions, for every face of the die where there is one.
func (t *Table) Legal() []Move { return t.judge.table.legal() }

// Perft counts the sequences of depth legal actions, over all faces of the die and all
// answers.
func (t *Table) Perft(depth int) uint64 { return t.judge.table.perft(depth) }

// Play carries out one action, legal or not, and says in words what it did; a word that is
// no action does nothing.
func (t *Table) Play(word string) string {
	if t.judge.game.syntax(word) != nil || t.Over() {
		return ""
	}
	t.judge.line = notation.Line{Text: word}
	return t.judge.table.act(t.judge, wholeWord(word))
}

// wholeWord is a word that is all there is of its line.
func wholeWord(text string) notation.Word {
	return notation.Word{Text: text, Span: notation.SpanIn(text, 1, 0, len(text))}
}

// Clone is another table in the same position, to try things on.
func (t *Table) Clone() *Table {
	j := *t.judge
	game := *j.Game
	game.Findings, game.Omitted = nil, 0
	j.Game, j.table, j.unit = &game, j.table.clone(), -1
	return &Table{&j}
}

// Why says all that is wrong with an action in this position, each condition that it fails
// by itself; none means that it is legal. The position stays as it is.
func (t *Table) Why(word string) []Finding {
	j := t.Clone().judge
	j.apart = true
	j.line = notation.Line{Text: word}
	at := wholeWord(word)
	wrong := j.game.syntax(word)
	switch {
	case wrong != nil:
		j.malformedAt("action-syntax", part(word, at.Span, wrong), wrong.Message)
	case j.table.clock().Phase == rules.Over:
		j.gameOver(at.Span)
	default:
		j.table.why(j, at)
	}
	return slices.DeleteFunc(j.Findings, func(f Finding) bool { return f.Severity != SeverityError })
}

// Nearest lists the legal actions that are most like a word, the nearest first.
func (t *Table) Nearest(word string, most int) []Move {
	moves := t.Legal()
	slices.SortStableFunc(moves, func(a, b Move) int {
		return nearest.Distance(word, a.Word) - nearest.Distance(word, b.Word)
	})
	return moves[:min(most, len(moves))]
}

// Rule tells how a rule is settled for this game, by the clauses that the rulebook's index
// names it in, or else those behind what it refuses.
func (t *Table) Rule(name string) Rule {
	v := t.judge.variant
	if v.Has(name) {
		s := v.Setting(name)
		return Rule{name, s.Value.String(), string(s.Standing), t.judge.cites(name, name, "")}
	}
	rule := Rule{Name: name, Cites: spec.Enforcing(v.Rulebook, name)}
	if rule.Cites != nil {
		return rule
	}
	for _, code := range codesOf(bindingOf(v.Family).reasons, name) {
		for _, id := range spec.Enforcing(v.Rulebook, code) {
			if !slices.Contains(rule.Cites, id) {
				rule.Cites = append(rule.Cites, id)
			}
		}
	}
	return rule
}
