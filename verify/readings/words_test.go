package readings

import (
	"os"
	"slices"
	"strings"
	"testing"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
)

// TestApartIn holds that apartIn leaves out no legal word that costs less than two wrong characters.
func TestApartIn(t *testing.T) {
	r, err := verify.NewReader(verify.Options{Games: games.All})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../testdata/games/trespass.log")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := notation.CutGame(text, 1)
	at, rest, _, err := r.Enter(b, ".")
	if err != nil {
		t.Fatal(err)
	}
	const signs = "AB0123456789abcdef:-^#"
	near := 0
	for line := range rest.Lines() {
		if line.IsTurn() {
			g := &game{Record: &verify.Record{Begin: at}}
			legal := at.Tree().Words(nil)
			for _, word := range legal {
				for i := range word {
					written := word[:i] + string(signs[(i+len(word)+line.Span.Line)%len(signs)]) + word[i+1:]
					own := at.Notation().Parts(written)
					like := apartIn(own)
					if like == nil {
						continue
					}
					kept := at.Tree().Words(nil, like...)
					for _, other := range legal {
						_, cost := g.slipOf(other, written, own, twoCharacters)
						if cost < twoCharacters {
							near++
						}
						if cost < twoCharacters && !slices.Contains(kept, other) {
							t.Errorf("%s is left out beside %s", other, written)
						}
					}
				}
			}
		}
		if at.Line(line); t.Failed() {
			t.FailNow()
		}
	}
	if near == 0 || strings.Count(string(rest.Text), "\n") < 10 {
		t.Errorf("%d words are near another", near)
	}
}
