package snakes

import (
	"testing"

	"tpnote/verify/games"
	"tpnote/verify/gametest"
	"tpnote/verify/record/recordtest"
)

// TestLaws holds the game to what every game must satisfy.
func TestLaws(t *testing.T) { gametest.Laws(t, Game, nil) }

// TestEntered enters legal actions into the recorder, by keys.
func TestEntered(t *testing.T) {
	for _, variant := range []string{"snakes-classic", "snakes-short"} {
		recordtest.Every(t, append(games.All, Game), variant, 2)
	}
}
