package wheel_test

import (
	"math/rand/v2"
	"testing"

	"tpnote/rules"
	"tpnote/rules/wheel"
)

// played plays what needs no Try.
func played(e *wheel.Engine, s *wheel.State, step *wheel.Step, die uint8) bool {
	mover := s.Mover()
	switch {
	case e.GoesOn(mover, step, die):
		s.GoOn(mover, step)
	case e.Misses(mover, step, die):
		return s.Miss(mover, step) == s.Mover()
	default:
		return false
	}
	return true
}

// TestTry holds Step and Try, and what is played without it, to Resolve under random rules, for
// every mark of random actions in the positions of random games.
func TestTry(t *testing.T) {
	marks := []wheel.Mark{wheel.NoMark, wheel.WrongMark, wheel.RightMark, wheel.WedgeMark, wheel.WinMark}
	for seed := range uint64(60) {
		c := someBytes(seed, 100)
		e := someEngine(t, &c)
		set := rulesOf(e)
		r := rand.New(rand.NewPCG(seed, 2))
		s := e.Start(3)
		for range 200 {
			if e.Turn(&s).Phase == rules.Over {
				s = e.Start(3)
			}
			for range 20 {
				a := wheel.Action{Die: uint8(r.IntN(8)), Space: wheel.Space(r.IntN(len(e.Board.Colours))), Answer: wheel.Answer(r.IntN(3)), Box: uint8(r.IntN(4) / 2 * r.IntN(2)), Card: wheel.Card(r.IntN(3))}
				if r.IntN(4) == 0 || a.Space == wheel.Hub {
					a.Category = uint8(r.IntN(8))
				}
				if legal := e.Legal(nil, &s); r.IntN(2) == 0 {
					box, card := a.Box, a.Card
					a = legal[r.IntN(len(legal))]
					a.Box, a.Card = box, card
				}
				if a.Box == 0 {
					a.Card = 0
				}
				for _, mark := range marks {
					if (mark == wheel.NoMark) != (a.Answer == wheel.NoAnswer) || (mark == wheel.WrongMark) != (a.Answer == wheel.Wrong) {
						continue // no log says so
					}
					x, r := e.Resolve(&s, a)
					want := r.Reason == 0 && (a.Answer != wheel.Right || x.Due == mark)
					after := s
					step := e.Step(a, mark)
					if got := step != nil && e.Try(&after, step, a.Die, a.Card); got != want {
						t.Fatalf("%v: %+v marked %d in %+v: tried %t, want %t", set, a, mark, s, got, want)
					}
					due := s
					if want {
						e.Apply(&due, a)
					}
					if after != due {
						t.Fatalf("%v: %+v marked %d in %+v:\n%+v, want\n%+v", set, a, mark, s, after, due)
					}
					if after = s; step != nil && e.Settled(&s) && played(e, &after, step, a.Die) && (!want || after != due) {
						t.Fatalf("%v: %+v marked %d in %+v is played without Try:\n%+v, want\n%+v", set, a, mark, s, after, due)
					}
				}
			}
			legal := e.Legal(nil, &s)
			a := legal[r.IntN(len(legal))]
			if a.Answer != wheel.NoAnswer {
				if a.Box = uint8(r.IntN(2)); a.Box != 0 {
					a.Card = wheel.Card(r.IntN(3))
				}
			}
			e.Apply(&s, a)
		}
	}
}

// BenchmarkTry is the time for one action of an archive.
func BenchmarkTry(b *testing.B) {
	e := engine(b, "genus-iii")
	start, r := e.Start(3), rand.New(rand.NewPCG(1, 2))
	s := start
	var steps []*wheel.Step
	var dice []uint8
	for len(steps) < 1000 && e.Turn(&s).Phase != rules.Over {
		legal := e.Legal(nil, &s)
		a, space := legal[r.IntN(len(legal))], wheel.Space(r.IntN(len(e.Board.Colours)))
		if a.Space == wheel.Hub && space != wheel.Hub {
			continue // there is an action for every category, and one space
		}
		mark := wheel.NoMark
		switch a.Answer {
		case wheel.Wrong:
			mark = wheel.WrongMark
		case wheel.Right:
			mark = e.Due(&s, a)
		}
		steps, dice = append(steps, e.Step(a, mark)), append(dice, a.Die)
		e.Apply(&s, a)
	}
	b.ReportAllocs()
	i := 0
	s = start
	for b.Loop() {
		if i == len(steps) {
			s, i = start, 0
		}
		if !e.Try(&s, steps[i], dice[i], 0) {
			b.Fatal("refused")
		}
		i++
	}
}
