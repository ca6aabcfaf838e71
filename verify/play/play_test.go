package play_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tpnote/verify"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
)

// TestPlayIsLegal checks that random games replay without a finding.
func TestPlayIsLegal(t *testing.T) {
	finished := map[string]bool{}
	logtest.Generated(t, func(name string, game *play.Played) {
		for _, g := range logtest.Replay(t, verify.Options{}, "-", game.Log) {
			if len(g.Findings) > 0 {
				t.Errorf("%s: %s\n%s", name, g.Findings[0].Message, game.Log)
			}
			if g.Turns != game.Turns || g.Result != game.Result || g.Finished != (game.Winners != nil) {
				t.Errorf("%s: played %d turns with result %s, replayed %d with %s", name, game.Turns, game.Result, g.Turns, g.Result)
			}
			finished[name] = finished[name] || g.Finished
		}
	})
	for _, variant := range logtest.Library().Builtin() {
		if !finished[variant+" eager"] {
			t.Errorf("%s: no eager game came to its end", variant)
		}
	}
}

// TestPlayIsTheSameEverywhere checks the words of a game: only the seed decides them, and neither
// the machine nor the order of a map.
func TestPlayIsTheSameEverywhere(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	game := logtest.PlayOut(t, r, "genus-iii", 2, 7, play.Options{Policy: play.Eager, Right: 50, Limit: 2})
	_, body, _ := strings.Cut(game.Log, "\n\n")
	const want = "order Ann:2 Ben:2 / Ann:1 Ben:2\n1. Ben 6:gr-\n2. Ann 4:or4-\n"
	if body != want {
		t.Errorf("seed 7 gives\n%swant\n%s", body, want)
	}
}

// TestRight checks the share of right answers in games that ask for none, and for all.
func TestRight(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	for right, never := range map[int]string{0: "+*#", 100: "-"} {
		for seed := range uint64(20) {
			game := logtest.PlayOut(t, r, "genus-iii", 2, seed, play.Options{Right: right, Limit: 30})
			_, body, _ := strings.Cut(game.Log, "\n1. ")
			if strings.ContainsAny(body, never) {
				t.Fatalf("%d of a hundred right, seed %d:\n%s", right, seed, body)
			}
		}
	}
}

// TestPlayForgets checks that a game does not depend on those that its reader has played before.
func TestPlayForgets(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	for seed, variant := range []string{"trespass-1974", "trespass-1974", "genus-iii", "trouble-official", "trouble-official", "trespass-1974"} {
		o := play.Options{Right: 50, Limit: 20}
		again := logtest.PlayOut(t, r, variant, 2, uint64(seed), o)
		if first := logtest.PlayOut(t, logtest.NewReader(t, verify.Options{}), variant, 2, uint64(seed), o); again.Log != first.Log {
			t.Errorf("%s: seed %d gives\n%swant\n%s", variant, seed, again.Log, first.Log)
		}
	}
}

// TestEagerPlaysTheBest checks that an eager player who rolls what it takes goes to win.
func TestEagerPlaysTheBest(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	rolled := 0
	for seed := range uint64(100) {
		game, err := play.Game(r, verify.Header{Variant: "genus-iii", Players: []string{"Ann", "Ben"}, Setup: "9 Ann Ann=bl1/br,bl,or,ye,pi,gr Ben=hub"},
			rand.New(rand.NewPCG(seed, seed)), play.Options{Policy: play.Eager, Right: 50, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(game.Log, "9. Ann 1:") {
			if rolled++; !strings.Contains(game.Log, "9. Ann 1:hub/") {
				t.Errorf("seed %d:\n%s", seed, game.Log)
			}
		}
	}
	if rolled < 5 {
		t.Errorf("a 1 was rolled %d times", rolled)
	}
}

// TestManyPlayers checks that any number of players has names.
func TestManyPlayers(t *testing.T) {
	h, err := logtest.NewReader(t, verify.Options{}).Propose(verify.Header{Variant: "genus-iii"}, 8, nil)
	if got := strings.Join(h.Players, " "); err != nil || got != "Ann Ben Cleo Dora Ewa Finn P7 P8" {
		t.Errorf("%s, %v", got, err)
	}
}
