package wheel

import (
	"testing"

	"tpnote/verify/gametest"
)

// TestLaws holds the game to what every game must satisfy.
func TestLaws(t *testing.T) { gametest.Laws(t, Game, nil) }
