package trespass

import (
	"fmt"
	"strings"
	"testing"

	"tpnote/rules"
)

func TestResolve(t *testing.T) {
	for _, test := range []struct {
		set, board, word string
		want             rules.Reason
		args             string // "a b c" as numbers of squares and pieces by name, where they say something
	}{
		// Slides.
		{"", open, "A7:c2-c6", 0, ""},
		{"", open, "A7:c2-a2", 0, ""},
		{"", open, "A7:c2-e5", 0, ""},
		{"", open, "A7:c2-c3-d3-d5-a5", 0, ""},
		{"", open, "B9:e6-a1", 0, ""},
		{"", open, "A7:c2-c1", Backward, "c2 c1 A7"},
		{"", open, "A7:c2-c4-d3", Backward, "c4 d3 A7"},
		{"", open, "B9:e6-e5-d6", Backward, "e5 d6 B9"},
		{"", open, "A7:c2-c2", NullMove, "A7 c2"},
		{"", open, "A7:c2-d2-c2", NullMove, "A7 c2"},
		{"", open, "A7:c2-d2-b2", SlideTwice, "d2 b2 A7"},
		{"", open, "A7:c2-e3-d3-e3", SlideTwice, "d3 e3 A7"},
		{"", open, "A7:c2-e3-d3-c3", 0, ""}, // round by e2
		{"", open, "A7:c2-e2-e3-d3", 0, ""},
		{"", open, "A7:c2-d3-d3", Blocked, "d3 d3 -"},
		{"slide-bends=1", open, "A7:c2-d3-d3", Blocked, "d3 d3 -"},
		{"", open, "A7:c2-e6", Occupied, "c2 e6 B9"},
		{"", open, "A7:c3-c4", WrongSquare, "A7 c3 c2"},
		{"", jumping, "A7:c2-c4", 0, ""}, // round by b3
		{"", walled, "A7:b3-b5", Blocked, "b3 b5 A2"},
		{"", jumping, "A7:c2-e2", Blocked, "c2 e2 A4"},
		{"", jumping, "B0:d1-c1", LastMoved, "B0"},
		{"", walled, "A7:b3-b5", Blocked, "b3 b5 A2"},
		{"", walled, "A7:b3-a4", Diagonal, "b3 a4 A7"},
		{"", pocket, "A7:b2-d4", BackwardPath, "b2 d4 A7"},
		{"", walled, "A7:b3-a5", Blocked, "b3 a5 -"},
		{"", walled, "A7:b3-d3", 0, ""},
		{"repeat-last-moved=yes", jumping, "B0:d1-c1", 0, ""},
		{"", jumping, "B9:e6-d6", 0, ""},
		{"move-opponent=no", jumping, "B9:e6-d6", NotYours, "B9"},

		{"slide-bends=0", open, "A7:c2-c6", 0, ""},
		{"slide-bends=0", open, "A7:c2-b2-a2", 0, ""},
		{"slide-bends=0", open, "A7:c2-d3", SlideBends, "c2 d3 0"},
		{"slide-bends=0", open, "A7:c2-c3-d3", SlideBends, "c3 d3 0"},
		{"slide-bends=1", open, "A7:c2-d3", 0, ""},
		{"slide-bends=1", open, "A7:c2-c3-d3-d4", SlideBends, "d3 d4 1"},
		{"slide-bends=1", open, "A7:c2-d3-d4", 0, ""},
		{"slide-bends=1", open, "A7:c2-d3-e3", 0, ""},
		{"slide-bends=1", open, "A7:c2-d3-e4", SlideBends, "d3 e4 1"},
		{"slide-bends=2", open, "A7:c2-d3-e4", 0, ""},
		{"slide-bends=1", corridor, "A7:b2-c6", SlideBends, "b2 c6 1"},
		{"slide-bends=2", corridor, "A7:b2-c6", 0, ""},

		{"", goal, "A7:c5-c6-a6", 0, ""},
		{"goal-row-stops=yes", goal, "A7:c5-c6", 0, ""},
		{"goal-row-stops=yes", goal, "A7:c5-a6", GoalRowStops, "c5 a6 A7"},
		{"goal-row-stops=yes", goal, "A7:c5-b6", 0, ""},
		{"goal-row-stops=yes", goal, "A7:c5-c6-b6", GoalRowStops, "c6 b6 A7"},
		{"goal-row-stops=yes", goal, "B9:e3-b1", 0, ""},
		{"goal-row-stops=yes", goal, "B9:e3-e1-b1", GoalRowStops, "e1 b1 B9"},

		// Jumps.
		{"", jumping, "A7:c2^c4", 0, ""},
		{"", jumping, "A7:c2^e2", 0, ""},
		{"", jumping, "A7:c2^c4^c6", 0, ""},
		{"", jumping, "A7:c2-b2-a2^a5", JumpGap, "a2 a5 3"},
		{"", jumping, "A7:c2-a2^a4", JumpOccupied, "a2 a4 B3"},
		{"", jumping, "A7:c2-b2^b4", JumpNothing, "b2 b4 b3"},
		{"", jumping, "A7:c2^b2", JumpGap, "c2 b2 1"},
		{"", jumping, "A7:c2^e4", Diagonal, "c2 e4 A7"},
		{"", jumping, "A7:c2^d3", Diagonal, "c2 d3 A7"},
		{"", jumping, "A2:c5^c3", Backward, "c5 c3 A2"},
		{"", jumping, "A7:c2^c4-b4", SlideAfterJump, "c4 b4 A7"},
		{"", jumping, "A7:c2^e2^c2", NullMove, "A7 c2"},
		{"", jumping, "A7:c2-b2-b3^d3", JumpOccupied, "b3 d3 A3"},
		{"jump-sideways=no", jumping, "A7:c2^c4", 0, ""},
		{"jump-sideways=no", jumping, "A7:c2^e2", JumpSideways, "c2 e2 A7"},

		{"", "B9 . . . .\n. . . . .\n. . A1 . .\n. . A2 A3 .\n. . . . .\n. A4 A7 B0 .", "A7:c1-c2^c4", JumpOccupied, "c2 c4 A1"},
		{"", turning, "A7:b1^b3^d3", 0, ""},
		{"jump-turns=no", turning, "A7:b1^b3", 0, ""},
		{"jump-turns=no", turning, "A7:b1^b3^d3", JumpTurns, "b3 d3 A7"},
		{"", turning, "A9:e1-d2-d3^b3", 0, ""},
		{"jump-turns=no", turning, "A9:e1-d3^b3", 0, ""}, // by e3
		{"jump-turns=no", turning, "A9:e1-e3-d3^b3", 0, ""},
		{"jump-turns=no", turning, "A9:e1-d2-d3^b3", JumpTurns, "d3 b3 A9"},
		{"", turning, "A7:b1-c1^c3", JumpOccupied, "c1 c3 A1"},
		{"", turning, "A8:a2-a3^c3", JumpOccupied, "a3 c3 A1"},
		{"", returning, "A7:b1^b3^d3^b3", JumpRevisit, "d3 b3 A7"},
		{"jump-revisit=yes", returning, "A7:b1^b3^d3^b3", 0, ""},
		{"jump-revisit=yes", returning, "A7:b1^b3^d3^b3^d3", 0, ""},
		{"jump-revisit=yes", returning, "A7:b1^d1^b1", NullMove, "A7 b1"},
		{"jump-revisit=yes", returning, "A7:b1^d1^b1^b3", 0, ""},
		{"", returning, "A7:b1^d1^b1^b3", JumpRevisit, "d1 b1 A7"},
	} {
		var settings []string
		if test.set != "" {
			settings = []string{test.set}
		}
		e := engine(t, settings...)
		s := set(t, e, test.board)
		r := judged(e, &s, move(t, e, test.word))
		if r.Reason != test.want {
			t.Errorf("%s %s: %+v, want reason %d on%s", test.set, test.word, r, test.want, test.board)
			continue
		}
		if test.want == 0 {
			continue
		}
		for i, want := range strings.Fields(test.args) {
			got := fmt.Sprint(r.Args[i])
			switch {
			case want == "-" && r.Args[i] == int32(NoPiece):
				continue
			case want[0] >= 'a':
				got = e.Board.Name(Square(r.Args[i]))
			case want[0] >= 'A':
				got = e.Board.PieceName(Piece(r.Args[i]))
			}
			if got != want {
				t.Errorf("%s %s: argument %d of reason %d is %s, want %s", test.set, test.word, i, r.Reason, got, want)
			}
		}
	}
}

const (
	turning = `
B9 . . . .
. . . . .
. . . . .
. . A1 . .
A8 A2 . . .
. A7 . B0 A9`
	cornered = `
B9 . . . .
. . . . .
. . . . .
. . A1 . A4
A8 A2 . A3 A5
. A7 B0 . .`
	returning = `
B9 . . . .
. . . . .
. . . . .
. . A1 . .
. A2 . . .
. A7 B0 . .`
)

func TestHopIndex(t *testing.T) {
	e := engine(t)
	s := set(t, e, jumping)
	m := move(t, e, "A7:c2^c4^c6-b6")
	if r := judged(e, &s, m); r.Reason != SlideAfterJump || r.Args[3] != 2 {
		t.Errorf("%+v, want the refusal of hop 2", r)
	}
	m.Hops[1].To = 40
	if r := judged(e, &s, m); r.Reason != UnknownSpace || r.Args[3] != 1 {
		t.Errorf("%+v, want the refusal of hop 1", r)
	}
}

func TestCheckEnds(t *testing.T) {
	for _, test := range []struct {
		set, board, piece, to string
		want                  rules.Reason
	}{
		{"slide-bends=any", walled, "A7", "c3", 0},
		{"slide-bends=any", walled, "A7", "b5", 0},
		{"slide-bends=any", walled, "A7", "b3", NullMove},
		{"slide-bends=any", walled, "A7", "c2", Backward},
		{"slide-bends=any", walled, "A7", "c4", Occupied},
		{"slide-bends=any", pocket, "A7", "d4", BackwardPath},
		{"slide-bends=any", walled, "A7", "a4", Diagonal},
		{"slide-bends=any", walled, "B0", "b1", LastMoved},
		{"slide-bends=0", open, "A7", "d4", SlideBends},
		{"goal-row-stops=yes", goal, "A7", "a6", GoalRowStops},
		{"jump-sideways=no", jumping, "A7", "e2", Blocked},
		{"jump-turns=no", cornered, "A7", "d3", Blocked},
		{"move-opponent=no", open, "B9", "a6", NotYours},
	} {
		e := engine(t, test.set)
		s := set(t, e, test.board)
		p, _ := e.Board.Piece(test.piece)
		q, _ := e.Board.Square(test.to)
		if r := e.Check(&s, Action{p, q}); r.Reason != test.want {
			t.Errorf("%s %s to %s: %+v, want reason %d on%s", test.set, test.piece, test.to, r, test.want, test.board)
		}
	}
	e := engine(t)
	s := set(t, e, open)
	for a, want := range map[Action]rules.Reason{
		Pass: MustMove, {12, 3}: UnknownPiece, {77, 3}: UnknownPiece, {7, 30}: UnknownSpace,
	} {
		if r := e.Check(&s, a); r.Reason != want {
			t.Errorf("Check(%v) = %+v, want reason %d", a, r, want)
		}
	}
}
