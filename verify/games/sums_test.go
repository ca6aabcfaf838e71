package games_test

import (
	"math/rand/v2"
	"testing"

	"tpnote/verify"
	"tpnote/verify/games/trespass"
	"tpnote/verify/games/trouble"
	"tpnote/verify/games/wheel"
	"tpnote/verify/internal/logtest"
)

// TestSums checks the sums of positions that one turn can lead to: equal positions have equal sums,
// and others different ones.
func TestSums(t *testing.T) {
	t.Run("wheel", func(t *testing.T) { sums(t, wheel.Game, "genus-iii") })
	t.Run("trouble", func(t *testing.T) { sums(t, trouble.Game, "trouble-official") })
	t.Run("trespass", func(t *testing.T) { sums(t, trespass.Game, "trespass-1974") })
}

func sums[S, A comparable](t *testing.T, g *verify.Game[S, A], variant string) {
	v, err := logtest.Library().Open(variant, ".")
	if err != nil {
		t.Fatal(err)
	}
	r, err := g.Rules(v)
	if err != nil {
		t.Fatal(err)
	}
	reader, chance := logtest.NewReader(t, verify.Options{}), rand.New(rand.NewPCG(3, 1))
	header, err := reader.Propose(verify.Header{Variant: variant}, 2, chance)
	if err != nil {
		t.Fatal(err)
	}
	begin := logtest.Begin(t, header)
	s, err := r.ParsePosition(begin.Position(), header.Players)
	if err != nil {
		t.Fatal(err)
	}
	again := 0
	for range 60 {
		known := map[uint64]S{}
		look := func(s *S) {
			at, met := known[r.Sum(s)]
			if met && at != *s {
				t.Fatalf("one sum of %s and of %s", r.AppendPosition(nil, &at, header.Players), r.AppendPosition(nil, s, header.Players))
			}
			if known[r.Sum(s)] = *s; met {
				again++
			}
		}
		first := r.Legal(nil, &s)
		for _, a := range first {
			next := s
			r.Apply(&next, a)
			look(&next)
			if was, is := r.Turn(&s), r.Turn(&next); was.Seat == is.Seat && was.Number == is.Number {
				for _, b := range r.Legal(nil, &next) {
					behind := next
					r.Apply(&behind, b)
					look(&behind)
				}
			}
		}
		if len(first) == 0 {
			break
		}
		distinct := map[S]bool{}
		for _, s := range known {
			distinct[s] = true
		}
		if len(distinct) != len(known) {
			t.Fatalf("%d sums of %d positions", len(known), len(distinct))
		}
		r.Apply(&s, first[chance.IntN(len(first))])
	}
	if again == 0 && variant != "trespass-1974" { // where a turn is one move
		t.Error("no position was met twice")
	}
}
