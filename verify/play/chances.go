package play

import (
	"math/rand/v2"
	"slices"
	"strings"

	"tpnote/verify"
)

// Playouts is how many games Chances plays on from each position. Game i has the same source
// of chance from every position, so that two positions differ by less than their errors suggest.
const Playouts = 400

// longestPlayout is the number of actions after which a game counts as won by no one.
const longestPlayout = 10000

// Chances has estimates of each player's chance to win, by position: it plays the game on, all players eager to win.
type Chances map[string][]float64

// Win returns the chance of the player of a seat.
func (c Chances) Win(r *verify.Replay, seat int) float64 {
	key := r.Position()
	if c[key] != nil {
		return c[key][seat]
	}
	wins := make([]float64, len(r.Handles()))
	var fork verify.Replay
	var word []byte // of the last action, for which there is no use
	for i := range uint64(Playouts) {
		r.ForkInto(&fork)
		chance := rand.New(rand.NewPCG(1, i))
		for n := 0; !fork.Over() && n < longestPlayout; n++ {
			word, _ = fork.Tree().Pick(word[:0], chance, true, 50)
		}
		for _, winner := range fork.Outcome().Winners {
			for handle := range strings.SplitSeq(winner, "+") {
				wins[slices.Index(r.Handles(), handle)] += 1.0 / Playouts
			}
		}
	}
	c[key] = wins
	return wins[seat]
}
