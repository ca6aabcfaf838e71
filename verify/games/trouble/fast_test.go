package trouble

import (
	"testing"

	"tpnote/verify/gametest"
)

// TestFast compares the fast judge with Act.
func TestFast(t *testing.T) {
	gametest.Fast[bound](t, Game, nil)
}

// TestLaws holds the game to what every game must satisfy.
func TestLaws(t *testing.T) { gametest.Laws(t, Game, nil) }
