// Package gametest holds laws for the tests of games, in this module and outside it.
package gametest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tpnote/notation"
	"tpnote/notation/shape"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Settle settles by chance what has to be settled before turn 1.
type Settle[S, A comparable] func(r verify.Rules[S, A], s *S, chance *rand.Rand)

// Fast plays games by chance, under the built-in variants of a game and others near them, and compares
// its fast judge with Act in their positions: Fit carries an action out exactly if Act reports nothing,
// and then both come to the same position. The words are those of legal actions, of actions that were
// legal before, and misspelt ones. The Rules of the game are a Fitter that binds words to a B. settle may be nil.
func Fast[B, S, A comparable](t *testing.T, g *verify.Game[S, A], settle Settle[S, A]) {
	fitted, refused := 0, 0
	start(t, g, settle, func(b *begun[S, A]) {
		var words []string
		for line := int32(1); line < 80 && b.legal(); line++ {
			for range 3 {
				word := b.word(b.any())
				words = append(words, word)
				for _, word := range []string{word, b.misspelt(word), words[b.chance.IntN(len(words))]} {
					switch w, ok := b.parts(word); {
					case !ok:
					case fits[B](b, word, w, line):
						fitted++
					default:
						refused++
					}
				}
			}
			b.rules.Apply(&b.state, b.any())
		}
	})
	if fitted < 500 || refused < 500 {
		t.Errorf("%d words fit, %d do not", fitted, refused)
	}
}

// fits compares Fit with Act for a word, and returns what Fit does. Where the words are not remembered, it
// compares BindText with Bind, too.
func fits[B, S, A comparable](b *begun[S, A], word string, w notation.Parts, line int32) bool {
	fitter := any(b.rules).(verify.Fitter[S, B])
	means, ok := fitter.Bind(w)
	if texts, is := any(b.rules).(verify.TextFitter[B]); is {
		var read B
		text := append([]byte(word+"\n"), make([]byte, shape.Slack)...)
		if end, ok2 := texts.BindText(&read, text, 0); ok2 && (!ok || read != means || end != len(word)) {
			b.Errorf("%s: BindText reads %+v up to %d, Bind %+v, %t", word, read, end, means, ok)
		}
	}
	fast, acted := b.state, b.state
	fit := ok && fitter.Fit(&fast, &means, uint8(w.Roll()), line)
	findings, _ := b.act(b.rules, &acted, word, int(line))
	quiet := len(findings) == 0
	if fit != quiet && (ok || quiet) || fit && fast != acted {
		b.fail(word, "Fit says %t, Act reports %d findings\n%+v\n%+v", fit, len(findings), fast, acted)
	}
	return fit
}

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

	// Laws has these.
	known  []A                             // actions that were legal,
	words  []string                        // and their words
	others map[string][]verify.Rules[S, A] // see otherwise
	open   int                             // words with unknown parts
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

// parts are the parts of a word; ok is false if it is no action.
func (b *begun[S, A]) parts(word string) (w notation.Parts, ok bool) {
	w, err := b.game.Parse(word)
	return w, err == nil && b.rules.Syntax(word) == nil
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

// act judges a word by itself, and carries it out in s. It returns what is reported.
func (b *begun[S, A]) act(r verify.Rules[S, A], s *S, word string, line int) ([]verify.Finding, verify.Action) {
	w, _ := b.game.Parse(word)
	j := &verify.Judgement{
		Line: &notation.Line{Text: word, Span: notation.Span{Line: line}}, Word: notation.Word{Text: word, Span: notation.SpanIn(word, line, 0, len(word))},
		Handles: slices.Clone(names), Variant: b.variant,
	}
	r.TurnLine(j, s)
	done := r.Act(j, s, w)
	return j.Findings(), done
}
