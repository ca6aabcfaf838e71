package trouble

import (
	"testing"

	troublenotation "tpnote/notation/trouble"
	"tpnote/rules/trouble"
	"tpnote/verify"
	"tpnote/verify/gametest"
)

// TestFast compares the fast judge with Act.
func TestFast(t *testing.T) {
	gametest.Fast(t, Game, func(r verify.Rules[trouble.State, trouble.Action, troublenotation.Action]) verify.Fitter[trouble.State, troublenotation.Action, bound] {
		return r.(*referee)
	}, nil)
}

// TestWords checks the parts of words.
func TestWords(t *testing.T) { gametest.Words(t, Game, nil) }
