package trespass

import (
	"math/rand/v2"
	"testing"
)

// TestAllows holds Allows against CheckRoute, in the positions of random games, for routes
// legal and not.
func TestAllows(t *testing.T) {
	for _, set := range [][]string{nil, {"goal-row-stops=yes"}, {"slide-bends=1"}, {"move-opponent=no", "repeat-last-moved=yes"}} {
		e := engine(t, set...)
		r := rand.New(rand.NewPCG(5, 6))
		s := e.Start(2)
		for turn := range 500 {
			if turn%100 == 0 {
				s = e.Start(2)
				if turn > 0 {
					placeAtRandom(t, e, &s, r)
				}
			}
			for range 50 {
				p := Piece(r.IntN(70))
				from := Square(r.IntN(e.Board.Len()))
				if int(p) < len(s.at) && r.IntN(4) > 0 {
					from = s.at[p]
				}
				var hops []Hop
				for range 1 + r.IntN(2) {
					hops = append(hops, Hop{Square(r.IntN(e.Board.Len() + 1)), r.IntN(3) == 0})
				}
				if got, want := e.Allows(&s, p, from, hops), e.CheckRoute(&s, p, from, hops).Reason == 0; got != want {
					t.Fatalf("%v: %v from %v by %v in %+v: %t, want %t", set, p, from, hops, s, got, want)
				}
			}
			if legal := e.Legal(nil, &s); len(legal) > 0 {
				e.Apply(&s, legal[r.IntN(len(legal))])
			}
		}
	}
}
