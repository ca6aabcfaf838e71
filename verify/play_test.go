package verify_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tpnote/verify"
)

// playOut plays a game of a variant by chance.
func playOut(t testing.TB, r *verify.Replayer, variant string, players int, seed uint64, o verify.PlayOptions) *verify.Played {
	t.Helper()
	chance := rand.New(rand.NewPCG(seed, 0))
	h := verify.Header{Variant: variant}
	var err error
	if h.Players, err = r.Players(variant, "", players); err != nil {
		t.Fatal(err)
	}
	if h.Opening, err = r.Opening(variant, h.Players, chance); err != nil {
		t.Fatal(err)
	}
	game, err := r.Play(h, chance, o)
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// generated calls do with games of every built-in variant, played in every way.
func generated(t *testing.T, do func(name string, game *verify.Played)) {
	r, err := verify.NewReplayer(verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, variant := range verify.Library().Builtin() {
		for policy, name := range map[verify.Policy]string{verify.Random: "random", verify.Eager: "eager"} {
			for seed := range uint64(4) {
				game := playOut(t, r, variant, 2, seed, verify.PlayOptions{Policy: policy, Right: 60, Limit: 400})
				do(variant+" "+name, game)
			}
		}
	}
}

// TestPlayIsLegal holds that what chance plays replays without a word.
func TestPlayIsLegal(t *testing.T) {
	finished := map[string]bool{}
	generated(t, func(name string, game *verify.Played) {
		for _, g := range replay(t, verify.Options{}, "-", game.Log) {
			if len(g.Findings) > 0 {
				t.Errorf("%s: %s\n%s", name, g.Findings[0].Message, game.Log)
			}
			if g.Turns != game.Turns || g.Result != game.Result || g.Finished != (game.Winners != nil) {
				t.Errorf("%s: played %d turns with result %s, replayed %d with %s", name, game.Turns, game.Result, g.Turns, g.Result)
			}
			finished[name] = finished[name] || g.Finished
		}
	})
	for _, variant := range verify.Library().Builtin() {
		if !finished[variant+" eager"] {
			t.Errorf("%s: no eager game came to its end", variant)
		}
	}
}

// TestPlayIsTheSameEverywhere holds a game by its words: the seed decides it, and neither
// the machine nor the order of a map.
func TestPlayIsTheSameEverywhere(t *testing.T) {
	r, err := verify.NewReplayer(verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	game := playOut(t, r, "genus-iii", 2, 7, verify.PlayOptions{Policy: verify.Eager, Right: 50, Limit: 2})
	_, body, _ := strings.Cut(game.Log, "\n\n")
	const want = "order Ann:2 Ben:2 / Ann:1 Ben:2\n1. Ben 6:gr-\n2. Ann 4:or4-\n"
	if body != want {
		t.Errorf("seed 7 gives\n%swant\n%s", body, want)
	}
}
