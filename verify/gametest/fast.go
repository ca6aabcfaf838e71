// Package gametest holds laws for the tests of games, in this module and outside it.
package gametest

import (
	"math/rand/v2"
	"testing"

	"tpnote/notation/shape"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Fast plays games by chance, under the built-in variants of a game and others near them, and compares
// its fast judge with Act in their positions: Fit carries an action out exactly if Act reports nothing,
// and then both come to the same position. The words are those of legal actions, of actions that were
// legal before, and misspelt ones. fitter is the Rules as a Fitter. settle settles by chance what has to
// be settled before turn 1; it may be nil.
func Fast[S, A, B comparable](t *testing.T, g *verify.Game[S, A], fitter func(verify.Rules[S, A]) verify.Fitter[S, B], settle func(r verify.Rules[S, A], s *S, chance *rand.Rand)) {
	fitted, refused := 0, 0
	start(g, settle, func(v *variant.Variant, r verify.Rules[S, A], s S, _ int, chance *rand.Rand) {
		l := law[S, A, B]{T: t, game: g, rules: r, fitter: fitter(r), variant: v, chance: chance}
		l.text, _ = any(l.fitter).(verify.TextFitter[B])
		l.play(s)
		fitted += l.fitted
		refused += l.refused
	})
	if fitted < 500 || refused < 500 {
		t.Errorf("%d words fit, %d do not", fitted, refused)
	}
}

// start calls play with the rules, the first position and the number of players of games under the built-in variants of a game
// and others near them.
func start[S, A comparable](g *verify.Game[S, A], settle func(r verify.Rules[S, A], s *S, chance *rand.Rand), play func(v *variant.Variant, r verify.Rules[S, A], s S, players int, chance *rand.Rand)) {
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
				if v.Has("players") && !allows(v, players) {
					continue
				}
				s := r.Start(players)
				if settle != nil {
					settle(r, &s, chance)
				}
				play(v, r, s, players, chance)
			}
		}
	}
}

// allows reports whether this many players may play.
func allows(v *variant.Variant, players int) bool {
	limits := v.Setting("players").Value
	return limits.Lo <= players && players <= limits.Hi
}

// law is Fast for one variant.
type law[S, A, B comparable] struct {
	*testing.T
	game            *verify.Game[S, A]
	rules           verify.Rules[S, A]
	fitter          verify.Fitter[S, B]
	text            verify.TextFitter[B] // nil where the words are remembered
	variant         *variant.Variant
	chance          *rand.Rand
	words           []string // that were legal
	fitted, refused int
}

// play plays a game, and checks words in each position.
func (l *law[S, A, B]) play(s S) {
	for line := int32(1); line < 80; line++ {
		legal := l.rules.Legal(nil, &s)
		if len(legal) == 0 || l.rules.Turn(&s).Phase == rules.Over {
			return
		}
		for range 3 {
			word := l.rules.Write(l.rules.Describe(&s, legal[l.chance.IntN(len(legal))]))
			l.words = append(l.words, word)
			l.check(&s, word, line)
			at := l.chance.IntN(len(word))
			l.check(&s, word[:at]+string("0123456789abehprs+-*#:/x^"[l.chance.IntN(25)])+word[at+1:], line)
			l.check(&s, l.words[l.chance.IntN(len(l.words))], line)
		}
		l.rules.Apply(&s, legal[l.chance.IntN(len(legal))])
	}
}

// check compares Fit with Act for a word in a position.
func (l *law[S, A, B]) check(s *S, word string, line int32) {
	l.Helper()
	w, err := l.game.Parse(word)
	if err != nil || l.rules.Syntax(word) != nil {
		return
	}
	means, ok := l.fitter.Bind(w)
	if l.text != nil {
		var read B
		text := append([]byte(word+"\n"), make([]byte, shape.Slack)...)
		if end, ok2 := l.text.BindText(&read, text, 0); ok2 && (!ok || read != means || end != len(word)) {
			l.Errorf("%s: BindText reads %+v up to %d, Bind %+v, %t", word, read, end, means, ok)
		}
	}
	fast, acted := *s, *s
	fits := ok && l.fitter.Fit(&fast, &means, uint8(w.Roll()), line)
	j := judgement(word, int(line), l.variant)
	l.rules.TurnLine(j, &acted)
	l.rules.Act(j, &acted, w)
	quiet := len(j.Findings()) == 0
	if fits != quiet && (ok || quiet) || fits && fast != acted {
		text := l.rules.AppendPosition(nil, s, handles)
		l.Fatalf("%s in %q by %s: Fit says %t, Act reports %d findings\n%+v\n%+v", word, text, l.variant.Name, fits, len(j.Findings()), fast, acted)
	}
	if fits {
		l.fitted++
	} else {
		l.refused++
	}
}
