package trouble

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tpnote/rules"
)

// TestTry holds Step and Try to Resolve and Apply, in scattered positions, for actions legal
// and not.
func TestTry(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, e := range lawEngines(t) {
		for range 100 {
			s := scatter(e, r)
			actions := e.Legal(nil, &s)
			for range 20 {
				actions = append(actions, Action{Die: uint8(r.IntN(8)), From: Pos(r.IntN(int(e.last) + 2)), To: Pos(r.IntN(int(e.last) + 2))})
			}
			for _, a := range actions {
				x, refused := e.Resolve(&s, a)
				for signs := range 4 {
					takes, mark := signs&1 != 0, signs&2 != 0
					after, due := s, s
					want := refused.Reason == 0 && takes == x.Captures && mark == x.Finishes
					if want {
						e.Apply(&due, a)
					}
					crowd, step := e.Crowd(&s), e.Step(s.Colours[s.Clock.Seat], a, takes, mark)
					got := e.Try(&after, &crowd, &step, a.Die)
					e.Settle(&after, &crowd)
					if got != want || after != due {
						t.Fatalf("%+v, captures %t, finishes %t in %+v: tried %t, want %t: %+v, want %+v", a, takes, mark, s, got, want, after, due)
					}
					if now := e.Crowd(&after); crowd.next != now.next || !e.special && crowd != now {
						t.Fatalf("%+v in %+v: the crowd is %+v, want %+v", a, s, crowd, now)
					}
				}
			}
		}
	}
}

// BenchmarkTry is the time for one action of an archive.
func BenchmarkTry(b *testing.B) {
	e := engineOf(b, "trouble-official")
	start, r := e.Start(4), rand.New(rand.NewPCG(1, 2))
	type word struct {
		step Step
		die  uint8
	}
	var words []word
	s := start
	for s.Clock.Phase != rules.Over {
		die := uint8(1 + r.IntN(6))
		legal := slices.DeleteFunc(e.Legal(nil, &s), func(a Action) bool { return a.Die != die })
		a := legal[r.IntN(len(legal))]
		before, seat := s, s.Clock.Seat
		e.Apply(&s, a)
		captures := false
		for other := range s.Players {
			captures = captures || other != seat && s.Pegs[other] != before.Pegs[other]
		}
		words = append(words, word{e.Step(s.Colours[seat], a, captures, s.Rank[seat] != before.Rank[seat]), die})
	}
	b.ReportAllocs()
	crowd, i := e.Crowd(&start), len(words)
	for b.Loop() {
		if i == len(words) {
			s, crowd, i = start, e.Crowd(&start), 0
		}
		if !e.Try(&s, &crowd, &words[i].step, words[i].die) {
			b.Fatal("refused")
		}
		i++
	}
}
