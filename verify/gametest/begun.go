// Package gametest holds laws for the tests of games, in this module and outside it.
package gametest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/internal/quick"
)

// Settle settles by chance what has to be settled before turn 1.
type Settle[S, A comparable] func(r verify.Rules[S, A], s *S, chance *rand.Rand)

// begun is a game that chance plays.
type begun[S, A comparable] struct {
	*testing.T
	game    *verify.Game[S, A]
	variant *variant.Variant
	builtin bool // the variant is built in, and not one near such a variant
	rules   verify.Rules[S, A]
	handles []string
	chance  *rand.Rand
	state   S
	actions []A // that are legal

	judge  quick.Judge[S]                  // the fast judge; nil for a game without one
	known  []A                             // actions that were legal,
	words  []string                        // and their words
	others map[string][]verify.Rules[S, A] // see otherwise

	open        int // words with unknown parts
	fast, acted int // words that the fast judge carries out, and those that it leaves to Act
}

// start calls play with games under the built-in variants of a game and others near them.
func start[S, A comparable](t *testing.T, g *verify.Game[S, A], settle Settle[S, A], play func(*begun[S, A])) {
	chance := rand.New(rand.NewPCG(3, 5))
	for _, v := range variant.NewLibrary(g.Family).Variants("") {
		near := []*variant.Variant{v}
		for _, point := range g.Family.Points {
			near = append(near, v.Others(point.Name)...)
		}
		for i, v := range near {
			r, err := g.Rules(v)
			if err != nil || i > 0 && chance.IntN(3) > 0 { // some cannot be played
				continue
			}
			for players := 2; players <= 3; players++ {
				if !v.Plays(players) {
					continue
				}
				b := &begun[S, A]{T: t, game: g, variant: v, builtin: i == 0, rules: r, handles: names[:players], chance: chance, state: r.Start(players)}
				if g.Players != nil {
					b.handles = g.Players(v, players)
				}
				if fast := r.Fast(); fast != nil {
					b.judge = fast(b.parts)
				}
				if settle != nil {
					settle(r, &b.state, chance)
				}
				play(b)
			}
		}
	}
}

var names = []string{"Ann", "Ben", "Cleo"}

// legal lists the legal actions, and reports whether there are some.
func (b *begun[S, A]) legal() bool {
	b.actions = b.rules.Legal(nil, &b.state)
	return len(b.actions) > 0 && b.rules.Turn(&b.state).Phase != rules.Over
}

// any is one of the legal actions.
func (b *begun[S, A]) any() A { return b.actions[b.chance.IntN(len(b.actions))] }

// word is the word of a legal action.
func (b *begun[S, A]) word(a A) string { return b.rules.Write(b.rules.Describe(&b.state, a)) }

// misspelt is a word with another character somewhere.
func (b *begun[S, A]) misspelt(word string) string {
	at := b.chance.IntN(len(word))
	return word[:at] + string("0123456789abehprs+-*#:/x^"[b.chance.IntN(25)]) + word[at+1:]
}

// parts are the parts of a word; nil if it is no action.
func (b *begun[S, A]) parts(word string) notation.Parts {
	w, err := b.game.Parse(word)
	if err != nil || b.rules.Syntax(word) != nil {
		return nil
	}
	return w
}

// position is a position as text.
func (b *begun[S, A]) position(s *S) string {
	return string(b.rules.AppendPosition(nil, s, b.handles))
}

// fail ends the test because of a word in the position.
func (b *begun[S, A]) fail(word, why string, args ...any) {
	b.Helper()
	b.Fatalf("%s in %q by %s: "+why, slices.Concat([]any{word, b.position(&b.state), b.variant.Name}, args)...)
}

// act judges a word by itself, on line 1, and carries it out in s. It returns what is reported.
func (b *begun[S, A]) act(r verify.Rules[S, A], s *S, word string) ([]verify.Finding, verify.Action) {
	w, _ := b.game.Parse(word)
	j := &verify.Judgement{
		Line: &notation.Line{Text: word, Span: notation.Span{Line: 1}}, Word: notation.Word{Text: word, Span: notation.SpanIn(word, 1, 0, len(word))},
		Handles: slices.Clone(names), Variant: b.variant,
	}
	r.TurnLine(j, s)
	var done verify.Action
	r.Act(j, s, w, &done)
	return j.Findings(), done
}
