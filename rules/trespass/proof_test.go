package trespass

import (
	"math/bits"
	"math/rand/v2"
	"os"
	"testing"

	"tpnote/rules/variant"
)

// TestProof compares the engine with the oracle, which walks every path, for up to eight pieces anywhere on
// a board of 4 × 4, by the rulebook and under each value of a rule point that bears on a path; and in
// all positions of three turns and less under the narrow variant. See spec/contributing.md.
func TestProof(t *testing.T) {
	whole := os.Getenv("TPNOTE_PROOF") != ""
	chance := rand.New(rand.NewPCG(1, 3))
	small := engineOn(t, 4, 4, 1).Variant
	all := []*variant.Variant{small}
	for _, point := range Family.Points {
		all = append(all, small.Others(point.Name)...)
	}
	known := map[settings]bool{}
	for _, v := range all {
		e, err := New(v)
		if err != nil || known[e.limits] || !whole && len(known) > 0 {
			continue
		}
		known[e.limits] = true
		most, positions := 8, 0
		if !whole {
			most = 2
		} else if len(known) > 1 {
			most = 5
		}
		for squares := range uint64(1 << 16) {
			if n := bits.OnesCount64(squares); n < 2 || n > most {
				continue
			}
			for apart := range 2 { // the piece on the last square, or on the first, is the opponent's
				s := e.Start(2)
				var next [seats]int
				for left, k := squares, 0; left != 0; k++ {
					q := lowest(left)
					left &^= bit(q)
					seat := uint8(0)
					if apart == 0 && left == 0 || apart == 1 && k == 0 {
						seat = 1
					}
					s.put(pieceOf(seat, next[seat]), q)
					next[seat]++
				}
				positions++
				checkLaws(t, e, &s, chance)
			}
		}
		t.Logf("%d pieces, %+v: %d positions", most, e.limits, positions)
	}
	v, err := variant.NewLibrary(Family).Open("../../testdata/variants/narrow-trespass.yaml", "")
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(v)
	if err != nil {
		t.Fatal(err)
	}
	s := e.Start(2)
	placeAtRandom(t, e, &s, chance)
	positions := 0
	var walk func(s State, depth int)
	walk = func(s State, depth int) {
		positions++
		checkLaws(t, e, &s, chance)
		if depth == 0 {
			return
		}
		for _, a := range e.Legal(nil, &s) {
			after := s
			e.Apply(&after, a)
			walk(after, depth-1)
		}
	}
	depth := 1
	if whole {
		depth = 3
	}
	walk(s, depth)
	t.Logf("narrow-trespass to depth %d: %d positions", depth, positions)
}
