package trouble

import (
	"math/rand/v2"
	"testing"
)

// TestTry holds Try against Check, Captures, Finishes and Apply, in scattered positions,
// for actions legal and not.
func TestTry(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, e := range lawEngines(t) {
		for range 500 {
			s := scatter(e, r)
			actions := e.Legal(nil, &s)
			for range 20 {
				actions = append(actions, Action{Die: uint8(r.IntN(8)), From: Pos(r.IntN(int(e.last) + 2)), To: Pos(r.IntN(int(e.last) + 2))})
			}
			for _, a := range actions {
				_, captures := e.Captures(&s, a)
				finishes := e.Finishes(&s, a)
				for signs := range 4 {
					x, mark := signs&1 != 0, signs&2 != 0
					after, due := s, s
					want := e.Check(&s, a).Reason == 0 && x == captures && mark == finishes
					if want {
						e.Apply(&due, a)
					}
					crowd, step := e.Crowd(&s), e.Step(s.Colours[s.Clock.Seat], a, x, mark)
					if got := e.Try(&after, &crowd, &step, a.Die); got != want || after != due {
						t.Fatalf("%+v, captures %t, finishes %t in %+v: tried %t, want %t: %+v, want %+v", a, x, mark, s, got, want, after, due)
					}
					if now := e.Crowd(&after); crowd.next != now.next {
						t.Fatalf("%+v in %+v: the crowd is in the line %v, want %v", a, s, crowd.next, now.next)
					}
					for p, now := Pos(1), e.Crowd(&after); p <= e.track; p++ {
						if crowd.has(p) != now.has(p) {
							t.Fatalf("%+v in %+v: the crowd on %d is %t", a, s, p, crowd.has(p))
						}
					}
				}
			}
		}
	}
}
