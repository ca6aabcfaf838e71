package games_test

import (
	"strings"
	"testing"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
)

// TestIdleTurns counts in the logs of games of Trouble the turns in which nothing but passes
// stands: those are the turns without progress.
func TestIdleTurns(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	for seed := range uint64(10) {
		game := logtest.PlayOut(t, r, "trouble-official", 2, seed, play.Options{Limit: 200})
		idle := 0
		for line := range strings.Lines(game.Log) {
			turn, ok := notation.ParseLine(strings.TrimRight(line, "\n"), 1).Node.(*notation.Turn)
			if !ok {
				continue
			}
			moved := false
			for _, word := range turn.Actions {
				moved = moved || !strings.HasSuffix(word.Text, ":pass")
			}
			if !moved {
				idle++
			}
		}
		if idle == 0 || game.Idle != idle {
			t.Errorf("seed %d: %d turns without progress, want %d:\n%s", seed, game.Idle, idle, game.Log)
		}
	}
}
