package trespass

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules"
)

func TestSecrets(t *testing.T) {
	const near = "9 Ann B0 B1,B2,1,B4,B5/B6,B7,A7,B9,1/2,B8,2/B3,1,B0,2/1,A2,A8,A9,A6/A1,A3,A0,A4,A5 "
	e := engine(t)
	a7, _ := e.Board.Piece("A7")
	c6, _ := e.Board.Square("c6")
	win := Action{a7, c6}
	b5 := func(s *State) { p, _ := e.Board.Piece("B5"); q, _ := e.Board.Square("e5"); e.Apply(s, Action{p, q}) }
	position := func(s *State) (clock, secrets string) {
		fields := strings.Fields(string(e.AppendPosition(nil, s, []string{"Ann", "Ben"})))
		return strings.Join(fields[:2], " "), strings.Join(fields[4:], " ")
	}
	expect := func(s *State, clock, secrets string) {
		t.Helper()
		c, sec := position(s)
		if c != clock || sec != secrets {
			t.Errorf("%s … %s, want %s … %s", c, sec, clock, secrets)
		}
	}
	refused := func(got rules.Refusal, reason rules.Reason, args ...int32) {
		t.Helper()
		want := rules.Refusal{Reason: reason}
		copy(want.Args[:], args)
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}

	// Known before.
	s := parse(t, e, near+"A=7 B=?")
	if !e.Due(&s, win) {
		t.Error("the mark is due")
	}
	e.Apply(&s, win)
	expect(&s, "9 Ann-", "A=7# B=?")
	refused(e.Check(&s, Pass), GameOver)

	// Proved by a mark, and confirmed or not.
	s = parse(t, e, near+"A=? B=?")
	refused(e.CheckMark(&s, win), 0)
	if e.Due(&s, win) {
		t.Error("nobody can know that the mark is due")
	}
	e.Move(&s, win, true)
	expect(&s, "9 Ann-", "A=7# B=?")
	refused(e.Declare(&s, 0, 7), 0)
	refused(e.Declare(&s, 0, 3), SecretOther, 3, 7, 1)
	refused(e.Declare(&s, 0, 10), SecretUnknown, 0, 10)
	expect(&s, "9 Ann-", "A=7# B=?")

	// Shown by a later secret: the last move won.
	s = parse(t, e, near+"A=? B=?")
	e.Apply(&s, win)
	expect(&s, "10 Ben", "A=? B=?")
	refused(e.Declare(&s, 0, 7), 0)
	expect(&s, "9 Ann-", "A=7# B=?")

	// The game went on: 7 is ruled out, and the second turn is to blame.
	s = parse(t, e, near+"A=? B=?")
	e.Apply(&s, win)
	b5(&s)
	if got := s.goneAt[a7]; got != 2 {
		t.Errorf("eliminated at %d, want 2", got)
	}
	if diff := cmp.Diff([]int{0, 1, 2, 3, 4, 5, 6, 8, 9}, e.PossibleNumbers(e.Possible(&s, 0))); diff != "" {
		t.Errorf("possible (-want +got):\n%s", diff)
	}
	refused(e.Declare(&s, 0, 7), SecretLate, 7, 2)
	expect(&s, "11 Ann", "A=? B=?")
	d6, _ := e.Board.Square("b6")
	s.lift(pieceOf(1, 2)) // make room for A7 to step sideways
	refused(e.CheckMark(&s, Action{a7, d6}), MarkLate, 7, 2)
	refused(e.Declare(&s, 0, 3), 0)
	if e.Possible(&s, 0) != 1<<3 {
		t.Errorf("possible %b", e.Possible(&s, 0))
	}
	refused(e.CheckMark(&s, Action{a7, d6}), MarkOther, 7, 3)

	// A mark on the very turn that rules the piece out.
	s = parse(t, e, near+"A=? B=?")
	e.Apply(&s, win)
	s.lift(pieceOf(1, 2))
	refused(e.CheckMark(&s, Action{a7, d6}), MarkLate, 7, 2)
	e.Move(&s, Action{a7, d6}, true)
	expect(&s, "11 Ann", "A=? B=?")

	// A mark that cannot be so gives nothing.
	s = parse(t, e, near+"A=3 B=?")
	refused(e.CheckMark(&s, win), MarkOther, 7, 3)
	e.Move(&s, win, true)
	expect(&s, "10 Ben", "A=3 B=?")
	refused(e.CheckMark(&s, Action{2, 9}), MarkElsewhere, 2, 9)
	refused(e.CheckMark(&s, Pass), MarkElsewhere, int32(NoPiece), int32(Off))

	// Moved there by the opponent, the owner wins.
	s = parse(t, e, strings.Replace(near, "9 Ann", "9 Ben", 1)+"A=7 B=?")
	e.Apply(&s, win)
	if winner, won := s.Winner(); !won || winner != 0 {
		t.Errorf("winner %d %v", winner, won)
	}
	expect(&s, "9 Ben-", "A=7# B=?")

	// An emptied set blames the turn that emptied it.
	s = parse(t, e, near+"A=? B=?")
	for i := range e.Board.Each {
		p := pieceOf(0, i)
		s.gone[0] |= 1 << i
		s.goneAt[p] = int32(20 + i)
	}
	refused(e.CheckSecret(&s, 0), SecretNone, 0, 29)
	refused(e.CheckSecret(&s, 1), 0)

	// In a Setup all but the piece moved last have stood there too long.
	s = parse(t, e, "9 Ann A7 B1,A2,A7,B4,B5/B6,B7,B2,B9,1/2,B8,2/B3,1,B0,2/2,A8,A9,A6/A1,A3,A0,A4,A5 A=? B=?")
	if s.goneAt[a7] != 0 || s.goneAt[2] != 1 {
		t.Errorf("eliminated: A7 %d, A2 %d", s.goneAt[a7], s.goneAt[2])
	}
	refused(e.Declare(&s, 0, 7), 0)
	expect(&s, "8 Ben-", "A=7# B=?")
}

func TestCommitment(t *testing.T) {
	const hex = "f2c25dd3fd6bb0a4ca79b48e4e9b5a1b7bb2b1b0a7a1b8d9a1b3a5f7c6e0d9b1"
	c := Commitment(7, "pepper")
	if len(c) != len(hex) || strings.ToLower(c) != c || !Opens(c, 7, "pepper") || Opens(c, 8, "pepper") || Opens(c, 7, "salt") || Opens(hex, 7, "pepper") {
		t.Errorf("Commitment(7, pepper) = %s", c)
	}
	// printf 7:pepper | sha256sum
	if want := "b3ec299fa1eeaece5ff7832836c99084e67610a4bba40ab96c7e183e69869d02"; c != want {
		t.Errorf("Commitment(7, pepper) = %s, want %s", c, want)
	}
}
