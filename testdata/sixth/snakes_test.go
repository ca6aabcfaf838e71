package snakes

import (
	"testing"

	"tpnote/verify"
	"tpnote/verify/gametest"
)

// TestFast holds the fast judge to Act.
func TestFast(t *testing.T) {
	gametest.Fast(t, Game, func(r verify.Rules[state, move, word]) verify.Fitter[state, word, uint8] { return r.(*referee) }, nil)
}
