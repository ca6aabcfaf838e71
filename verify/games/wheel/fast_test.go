package wheel

import (
	"testing"

	"tpnote/rules/wheel"
	"tpnote/verify"
	"tpnote/verify/gametest"
)

// TestFast compares the fast judge with Act.
func TestFast(t *testing.T) {
	gametest.Fast(t, Game, func(r verify.Rules[wheel.State, wheel.Action]) verify.Fitter[wheel.State, bound] {
		return r.(*referee)
	}, nil)
}

// TestLaws holds the game to what every game must satisfy.
func TestLaws(t *testing.T) { gametest.Laws(t, Game, nil) }
