package wheel_test

import (
	"math/rand/v2"
	"testing"

	"tpnote/rules"
	"tpnote/rules/wheel"
)

// TestTry holds Try against Check, Due and Apply, for every mark of every action in the
// positions of random games, legal or not.
func TestTry(t *testing.T) {
	marks := []wheel.Mark{wheel.NoMark, wheel.WrongMark, wheel.RightMark, wheel.WedgeMark, wheel.WinMark}
	for _, set := range [][]string{nil, {"hub-passing=qualified"}, {"hub-passing=never", "hub-entry=at-least"},
		{"headquarters-reentry=after-question", "hub-reentry=after-question", "wedges-to-win=2"}, {"wedge-ends-turn=yes", "card-alternation=strict"}} {
		e := engine(t, "master-1981", set...)
		r := rand.New(rand.NewPCG(1, 2))
		s := e.Start(3)
		for range 2000 {
			if e.Turn(&s).Phase == rules.Over {
				s = e.Start(3)
			}
			for range 20 {
				a := wheel.Action{Die: uint8(r.IntN(8)), Space: wheel.Space(r.IntN(e.Board.Len())), Answer: wheel.Answer(r.IntN(3)), Box: uint8(r.IntN(4) / 2 * r.IntN(2))}
				if r.IntN(4) == 0 || a.Space == wheel.Hub {
					a.Category = uint8(r.IntN(8))
				}
				for _, mark := range marks {
					if (mark == wheel.NoMark) != (a.Answer == wheel.NoAnswer) || (mark == wheel.WrongMark) != (a.Answer == wheel.Wrong) {
						continue // no log says so
					}
					want := e.Check(&s, a).Reason == 0 && (a.Answer != wheel.Right || e.Due(&s, a) == mark)
					after := s
					step := e.Step(a, mark)
					if got := step != nil && e.Try(&after, step, a.Die); got != want {
						t.Fatalf("%v: %+v marked %d in %+v: tried %t, want %t", set, a, mark, s, got, want)
					}
					due := s
					if want {
						e.Apply(&due, a)
					}
					if after != due {
						t.Fatalf("%v: %+v marked %d in %+v:\n%+v, want\n%+v", set, a, mark, s, after, due)
					}
				}
			}
			legal := e.Legal(nil, &s)
			e.Apply(&s, legal[r.IntN(len(legal))])
		}
	}
}
