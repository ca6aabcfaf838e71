package wheel

import (
	"testing"

	wheelnotation "tpnote/notation/wheel"
	"tpnote/rules/wheel"
	"tpnote/verify"
	"tpnote/verify/gametest"
)

// TestFast compares the fast judge with Act.
func TestFast(t *testing.T) {
	gametest.Fast(t, Game, func(r verify.Rules[wheel.State, wheel.Action, wheelnotation.Action]) verify.Fitter[wheel.State, wheelnotation.Action, bound] {
		return r.(*referee)
	}, nil)
}

// TestLaws holds the game to what every game must satisfy.
func TestLaws(t *testing.T) { gametest.Laws(t, Game, nil) }
