package trouble

import (
	"fmt"
	"strings"
	"testing"

	"tpnote/rules"
)

// TestEveryPositionHasAWayToTheEnd goes through all positions of one colour on small boards. By
// rules that are accepted it can finish from each of them; by those that are refused because
// a game may never end, there is one from which it cannot.
func TestEveryPositionHasAWayToTheEnd(t *testing.T) {
	refused := 0
	for _, board := range []struct{ finish, pegs int }{{1, 1}, {2, 2}, {3, 2}, {3, 3}, {7, 2}} {
		for _, entry := range []string{"deepest", "any", "any-no-passing"} {
			for _, moves := range []string{"yes", "no"} {
				for _, landing := range []string{"never", "sends-home"} {
					text := fmt.Sprintf("variant: x\nextends: trouble-official\nboard: {colours: [Aa, Bb], quarter: 2, finish: %d, pegs: %d}\nrules: {players: 1-2, finish-entry: %s, finish-moves: %s, own-landing: %s, enter-on: [6], extra-pop-on: [1, 2, 3, 4, 5, 6]}\n",
						board.finish, board.pegs, entry, moves, landing)
					v, err := library.Parse("x.yaml", []byte(text), nil)
					if err != nil {
						t.Fatal(err)
					}
					e, err := New(v)
					if err != nil {
						t.Fatal(err)
					}
					says := ""
					if err := v.Faults(); err != nil {
						says = err.Error()
					}
					endless := strings.Contains(says, "may never end")
					if stuck := stuckPositions(e); len(stuck) > 0 && says == "" || endless && len(stuck) == 0 {
						t.Errorf("%d positions without a way to the end, %q:\n%s", len(stuck), says, text)
					}
					if endless {
						refused++
					}
				}
			}
		}
	}
	if refused == 0 {
		t.Error("no rules are refused")
	}
}

// stuckPositions returns the positions of a colour alone from which it cannot finish.
func stuckPositions(e *Engine) (stuck []State) {
	start := e.Start(1)
	before := map[State][]State{start: nil} // the positions before each
	var ends []State
	for next := []State{start}; len(next) > 0; next = next[1:] {
		for _, a := range e.Legal(nil, &next[0]) {
			s := next[0]
			e.Apply(&s, a)
			over := s.Clock.Phase == rules.Over
			s.Clock, s.Extra, s.Tried = rules.Clock{Number: 1}, 0, 0
			_, known := before[s]
			if before[s] = append(before[s], next[0]); known {
				continue
			}
			if over {
				ends = append(ends, s)
			} else {
				next = append(next, s)
			}
		}
	}
	for ; len(ends) > 0; ends = ends[1:] {
		for _, s := range before[ends[0]] {
			if _, left := before[s]; left {
				ends = append(ends, s)
			}
		}
		delete(before, ends[0])
	}
	for s := range before {
		stuck = append(stuck, s)
	}
	return stuck
}
