package gametest

import (
	"math/rand/v2"
	"testing"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Words plays games by chance, as Fast does, and checks the parts of the words of legal actions: joined,
// they are the word; each is at its place; and the word fits its action with parts unknown, as far as
// the notation lets them be unknown.
func Words[S, A comparable, W any](t *testing.T, g *verify.Game[S, A, W], settle func(r verify.Rules[S, A, W], s *S, chance *rand.Rand)) {
	open := 0
	start(g, settle, func(v *variant.Variant, r verify.Rules[S, A, W], s S, chance *rand.Rand) {
		for range 40 {
			legal := r.Legal(nil, &s)
			if len(legal) == 0 {
				return
			}
			for range 5 {
				a := legal[chance.IntN(len(legal))]
				described := r.Describe(&s, a)
				word := r.Write(described)
				parts, err := g.Parts(word)
				if err != nil || parts.String() != word {
					t.Fatalf("%s by %s: the parts give %s, %v", word, v.Name, parts, err)
				}
				if die := notation.Die(parts.Text(notation.IsRoll)).Roll(); die != described.Die {
					t.Errorf("%s by %s: the roll is %d, not %d", word, v.Name, die, described.Die)
				}
				for _, p := range parts {
					if word[p.Start:p.End] != p.Text {
						t.Errorf("%s by %s: %q is not at %d", word, v.Name, p.Text, p.Start)
					}
				}
				for _, blank := range parts.Blanks() {
					w, err := g.Parse(blank)
					if err != nil {
						continue
					}
					open++
					written, _ := g.Parts(blank)
					fits := written.Fits(parts)
					if filler, own := r.(verify.Filler[S, A, W]); own {
						_, fits = filler.Fill(&s, a, w)
					}
					if !fits {
						t.Errorf("%s by %s: it does not fit %s", word, v.Name, blank)
					}
				}
			}
			r.Apply(&s, legal[chance.IntN(len(legal))])
		}
	})
	if _, err := g.Parse(notation.Unknown); err == nil && open < 500 {
		t.Errorf("only %d words with an unknown part", open)
	}
}
