package trouble

import (
	"os"
	"testing"

	"tpnote/rules/variant"
)

// TestProof compares the judges in all positions of one side and of a peg that may hold a space against
// it; and in all of two sides on a tiny board, under every value of every rule point. See spec/contributing.md.
func TestProof(t *testing.T) {
	whole := os.Getenv("TPNOTE_PROOF") != ""
	handles := []string{"Red", "Green"}
	for _, name := range library.Builtin() {
		t.Run(name, func(t *testing.T) {
			e := engineOf(t, name)
			positions := 0
			sides(e, func(pegs [MaxPegs]Pos, out int) {
				for held := Home; held <= e.track; held++ {
					if held > 0 && out > 2 && !(whole && name == "trouble-official") || !whole && (out > 1 || held%9 > 0) {
						continue
					}
					s := e.StartWith([]uint8{0, 2})
					s.Pegs[0], s.Pegs[1][e.pegs-1] = pegs, held
					if held > 0 && (e.holds(&s, 0, e.seen(2, 0, held)) || !aimed(e, &s, e.seen(2, 0, held))) {
						continue
					}
					positions++
					prove(t, e, s, handles)
				}
			})
			t.Logf("%d positions", positions)
		})
	}
	tiny, err := library.Parse("tiny.yaml", []byte("variant: tiny\nextends: trouble-official\nboard: {colours: [Red, Green], quarter: 4, finish: 2, pegs: 2}\nrules: {players: 2-2}\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	all := []*variant.Variant{tiny}
	for _, point := range Family.Points {
		all = append(all, tiny.Others(point.Name)...)
	}
	t.Run("tiny board", func(t *testing.T) {
		positions, engines := 0, 0
		for i, v := range all {
			e, err := New(v)
			if err != nil || !whole && i > 0 { // no player could win
				continue
			}
			engines++
			sides(e, func(mine [MaxPegs]Pos, _ int) {
				sides(e, func(theirs [MaxPegs]Pos, _ int) {
					for seat := range uint8(2) {
						s := e.StartWith([]uint8{0, 1})
						s.Pegs[0], s.Pegs[1], s.Clock.Seat = mine, theirs, seat
						if !apart(e, &s) {
							continue
						}
						positions++
						prove(t, e, s, handles)
					}
				})
			})
		}
		t.Logf("%d variants: %d positions", engines, positions)
	})
}

// sides calls do with the ways to set out the pegs of a side that has not finished, and how many are out of HOME.
func sides(e *Engine, do func(pegs [MaxPegs]Pos, out int)) {
	var pegs [MaxPegs]Pos
	var next func(k int, from Pos)
	next = func(k int, from Pos) {
		if pegs[0] <= e.track { // else all are in FINISH
			do(pegs, e.pegs-k)
		}
		for p := from; k > 0 && p >= AtStart; p-- { // they ascend
			pegs[k-1] = p
			next(k-1, p-1)
			pegs[k-1] = Home
		}
	}
	next(e.pegs, e.last)
}

// aimed reports whether a roll can bring a peg of the first side to a space.
func aimed(e *Engine, s *State, to Pos) bool {
	for _, from := range e.PegsOf(s, 0) {
		if d := int(to) - int(from); from == Home && to == AtStart || from != Home && 1 <= d && d <= 6 {
			return true
		}
	}
	return false
}

// apart reports whether no two pegs are on one space.
func apart(e *Engine, s *State) bool {
	for _, p := range e.PegsOf(s, 0) {
		if Home < p && p <= e.track && e.holds(s, 1, e.seen(s.Colours[0], s.Colours[1], p)) {
			return false
		}
	}
	return true
}

// prove checks the laws of a position, and that Fit carries out what Check allows, as Apply does.
func prove(t *testing.T, e *Engine, s State, handles []string) {
	t.Helper()
	checkLaws(t, e, s, handles)
	scratch := s
	var a Action
	for a.Die = 1; a.Die <= 6; a.Die++ {
		for a.From = Home; a.From <= e.last; a.From++ {
			for a.To = Home; a.To <= e.last; a.To++ {
				if a.To == Home && a.From != Home {
					continue // nothing can be written that moves to HOME
				}
				x, why := e.Effect(&s, a), e.Check(&s, a)
				marks := []Mark{x.Mark, {Captures: true}, {Finishes: true}, {}}
				if why.Reason != 0 {
					marks = marks[:1]
				}
				for _, mark := range marks {
					want := why.Reason == 0 && mark == x.Mark
					if fits := e.Fit(&scratch, a, mark); fits != want {
						t.Fatalf("%s: %s with %+v fits: %t, want %t", write(e, &s, handles), show(e, &s, a), mark, fits, want)
					}
					after := s
					if want {
						e.Apply(&after, a)
					}
					if scratch != after {
						t.Fatalf("%s: %s comes to %s, want %s", write(e, &s, handles), show(e, &s, a), write(e, &scratch, handles), write(e, &after, handles))
					}
					scratch = s
				}
			}
		}
	}
}
