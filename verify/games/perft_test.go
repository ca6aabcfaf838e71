package games_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

// TestPerft checks the counts of testdata/perft.txt, and that every built-in variant has some.
func TestPerft(t *testing.T) {
	text, err := os.ReadFile("../../testdata/perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	r := logtest.NewReader(t, verify.Options{})
	counted := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var variant string
		var players, depth int
		var want uint64
		if _, err := fmt.Sscan(line, &variant, &players, &depth, &want); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		counted[variant] = true
		h, err := r.Propose(verify.Header{Variant: variant}, players, nil)
		if err != nil {
			t.Fatal(err)
		}
		game := logtest.Begin(t, h)
		if got := game.Tree().Perft(depth); got != want {
			t.Errorf("%s with %d players, depth %d: %d, want %d", variant, players, depth, got, want)
		}
		if depth > 2 {
			continue
		}
		divided := uint64(0) // and the same by way of words
		for _, m := range game.Legal() {
			below := game.Fork()
			below.Play(m.Word)
			divided += below.Tree().Perft(depth - 1)
		}
		if divided != want {
			t.Errorf("%s with %d players, depth %d: divided %d, want %d", variant, players, depth, divided, want)
		}
	}
	for _, name := range logtest.Library().Builtin() {
		if !counted[name] {
			t.Errorf("%s has no counts in testdata/perft.txt", name)
		}
	}
}
