package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules"
)

// TestOrder passes the turn on, and takes it out of order and away from players who leave.
func TestOrder(t *testing.T) {
	for _, test := range []struct {
		name  string
		seats int
		back  bool
		gone  uint32
		want  []uint8 // the seats of the turns after the first
	}{
		{"two", 2, false, 0, []uint8{1, 0, 1}},
		{"four", 4, false, 0, []uint8{1, 2, 3, 0}},
		{"counter-clockwise", 4, true, 0, []uint8{3, 2, 1, 0}},
		{"two of four take no more turns", 4, false, 1<<1 | 1<<3, []uint8{2, 0, 2}},
		{"the same backwards", 4, true, 1<<1 | 1<<3, []uint8{2, 0, 2}},
		{"one is left", 3, false, 1<<1 | 1<<2, []uint8{0, 0}},
	} {
		o := rules.NewOrder(test.seats)
		o.Back, o.Gone = test.back, test.gone
		var got []uint8
		for range test.want {
			o.Pass()
			got = append(got, o.Clock.Seat)
		}
		if diff := cmp.Diff(test.want, got); diff != "" || int(o.Clock.Number) != 1+len(test.want) {
			t.Errorf("%s: turn %d (-want +got):\n%s", test.name, o.Clock.Number, diff)
		}
	}
}

// table is a position that is nothing but an order, and referee its engine.
type table struct{ rules.Order }

type referee struct {
	rules.Alternating[table, *table]
}

func TestAlternating(t *testing.T) {
	var r referee
	s := table{rules.NewOrder(3)}
	clock := func(want rules.Clock) {
		t.Helper()
		if *r.Turn(&s) != want {
			t.Errorf("clock %v, want %v", s.Clock, want)
		}
	}
	if !r.MayTake(&s, 0) || r.MayTake(&s, 1) || r.MayStop(&s) {
		t.Error("turn 1 is that of seat 0 alone")
	}
	r.Close(&s)
	clock(rules.Clock{Number: 2, Seat: 1})
	s.Clock.Phase = rules.Open
	r.Take(&s, 1, 7)
	clock(rules.Clock{Number: 7, Seat: 1, Phase: rules.Open})
	r.Take(&s, 0, 8)
	clock(rules.Clock{Number: 8})
	s.Leave(1)
	r.Close(&s)
	clock(rules.Clock{Number: 9, Seat: 2})
	s.Clock.Phase = rules.Over
	r.Close(&s)
	if clock(rules.Clock{Number: 9, Seat: 2, Phase: rules.Over}); r.MayTake(&s, 2) {
		t.Error("the game is over")
	}
}
