package gametest

import (
	"math/rand/v2"
	"testing"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Laws plays games by chance, as Fast does, and checks what every game must satisfy. Each reason has a
// code and a rule. A position is the one that its text gives. A legal action passes Check, and Act reports
// nothing about its word and carries it out as Apply does. Its parts, joined, are the word; each is at its
// place; and the word fits the action with parts unknown, as far as the notation lets them be unknown.
func Laws[S, A comparable](t *testing.T, g *verify.Game[S, A], settle func(r verify.Rules[S, A], s *S, chance *rand.Rand)) {
	for n, why := range g.Reasons {
		if n > 0 && (why.Code == "" || why.Rule == "") {
			t.Errorf("reason %d has no code or no rule: %+v", n, why)
		}
	}
	open := 0
	start(g, settle, func(v *variant.Variant, r verify.Rules[S, A], s S, players int, chance *rand.Rand) {
		l := laws[S, A]{T: t, game: g, rules: r, variant: v, handles: handles[:players]}
		if g.Players != nil {
			l.handles = g.Players(v, players)
		}
		for range 40 {
			legal := r.Legal(nil, &s)
			if len(legal) == 0 || r.Turn(&s).Phase == rules.Over {
				return
			}
			l.position(&s)
			for range 5 {
				l.action(&s, legal[chance.IntN(len(legal))])
			}
			r.Apply(&s, legal[chance.IntN(len(legal))])
		}
		open += l.open
	})
	if _, err := g.Parse(notation.Unknown); err == nil && open < 500 {
		t.Errorf("only %d words with an unknown part", open)
	}
}

// laws is Laws for one variant.
type laws[S, A comparable] struct {
	*testing.T
	game    *verify.Game[S, A]
	rules   verify.Rules[S, A]
	variant *variant.Variant
	handles []string
	open    int // words with unknown parts
}

// text is a position as text.
func (l *laws[S, A]) text(s *S) string {
	return string(l.rules.AppendPosition(nil, s, l.handles))
}

// position reads a position from its text.
func (l *laws[S, A]) position(s *S) {
	text := l.text(s)
	if back, err := l.rules.ParsePosition(text, l.handles); err != nil || l.text(&back) != text {
		l.Fatalf("%q by %s is read as %q, %v", text, l.variant.Name, l.text(&back), err)
	}
}

// action checks a legal action and its word.
func (l *laws[S, A]) action(s *S, a A) {
	described := l.rules.Describe(s, a)
	word := l.rules.Write(described)
	if why := l.rules.Check(s, a); why.Reason != 0 {
		l.Fatalf("%s in %q by %s is legal, but Check refuses it: %+v", word, l.text(s), l.variant.Name, why)
	}
	parts, err := l.game.Parse(word)
	if err != nil || parts.String() != word {
		l.Fatalf("%s by %s: %v; the parts give %s", word, l.variant.Name, err, parts)
	}
	j := judgement(word, 1, l.variant)
	acted, applied := *s, *s
	done := l.rules.Act(j, &acted, parts)
	l.rules.Apply(&applied, a)
	if len(j.Findings()) > 0 || !done.Done || l.text(&acted) != l.text(&applied) {
		l.Fatalf("%s in %q by %s: Act gives %q and %+v, Apply %q", word, l.text(s), l.variant.Name, l.text(&acted), j.Findings(), l.text(&applied))
	}
	if die := parts.Roll(); die != described.Die {
		l.Errorf("%s by %s: the roll is %d, not %d", word, l.variant.Name, die, described.Die)
	}
	for _, p := range parts {
		if word[p.Start:p.End] != p.Text {
			l.Errorf("%s by %s: %q is not at %d", word, l.variant.Name, p.Text, p.Start)
		}
	}
	for _, blank := range parts.Blanks() {
		w, err := l.game.Parse(blank)
		if err != nil {
			continue
		}
		l.open++
		fits := w.Fits(parts)
		if filler, own := l.rules.(verify.Filler[S, A]); own {
			_, fits = filler.Fill(s, a, w)
		}
		if !fits {
			l.Errorf("%s by %s: it does not fit %s", word, l.variant.Name, blank)
		}
	}
}

var handles = []string{"Ann", "Ben", "Cleo"}

// judgement is the judgement of a word by itself.
func judgement(word string, line int, v *variant.Variant) *verify.Judgement {
	return &verify.Judgement{
		Line: &notation.Line{Text: word, Span: notation.Span{Line: line}}, Word: notation.Word{Text: word, Span: notation.SpanIn(word, line, 0, len(word))},
		Handles: handles, Variant: v,
	}
}
