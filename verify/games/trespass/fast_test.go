package trespass

import (
	"math/rand/v2"
	"testing"

	"tpnote/rules/trespass"
	"tpnote/verify"
	"tpnote/verify/gametest"
)

type judged = verify.Rules[trespass.State, trespass.Action]

// settle places the pieces, and makes some of the secrets known.
func settle(r judged, s *trespass.State, chance *rand.Rand) {
	e := r.(*referee).Engine
	for seat := range uint8(2) {
		numbers := chance.Perm(e.Board.Each)
		for i := range numbers {
			numbers[i] += e.Board.First
		}
		e.Place(s, seat, numbers[:e.Board.Columns], numbers[e.Board.Columns:])
		if chance.IntN(2) > 0 {
			e.Declare(s, seat, e.Board.First+chance.IntN(e.Board.Each))
		}
	}
}

// TestLaws holds the game to what every game must satisfy.
func TestLaws(t *testing.T) { gametest.Laws(t, Game, settle) }
