package trespass

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules"
)

// TestSecrets goes through short stories: A7 is next to its goal row, and lines speak of its number.
func TestSecrets(t *testing.T) {
	const near = "9 Ann B0 B1,B2,1,B4,B5/B6,B7,A7,B9,1/2,B8,2/B3,1,B0,2/1,A2,A8,A9,A6/A1,A3,A0,A4,A5 "
	e := engine(t)
	a7, _ := e.Board.Piece("A7")
	win := move(t, e, "A7:c5-c6")
	marked := func(m Move) Move { m.Wins = true; return m }
	line := int32(20) // of the log
	play := func(s *State, m Move) {
		line++
		s.Now = Ref{line, s.Clock.Number}
		effect, _ := e.Resolve(s, m)
		e.CarryOut(s, effect)
	}
	b5 := func(s *State) { play(s, move(t, e, "B5:e6-e5")) }
	mark := func(s *State, m Move) rules.Refusal { return e.CheckMark(s, m.action()) }
	due := func(s *State, m Move) bool {
		effect, _ := e.Resolve(s, m)
		return effect.Due
	}
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
		if want := rules.Refused(reason, args...); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}

	// Known before.
	s := parse(t, e, near+"A=7 B=?")
	if !due(&s, win) || s.LastTurn() != (Ref{}) {
		t.Error("the mark is expected, and no turn has been played")
	}
	play(&s, win)
	expect(&s, "9 Ann-", "A=7# B=?")
	refused(e.Check(&s, Pass), GameOver)
	if want := (Ref{line, 9}); s.LastTurn() != want {
		t.Errorf("the last turn is %v, want %v", s.LastTurn(), want)
	}

	// Proved by a mark, and confirmed or not.
	s = parse(t, e, near+"A=? B=?")
	refused(mark(&s, win), 0)
	if due(&s, win) {
		t.Error("no player can know that the mark is expected")
	}
	play(&s, marked(win))
	expect(&s, "9 Ann-", "A=7# B=?")
	refused(e.Declare(&s, 0, 3), SecretProved, 3, line, 9, 7)
	refused(e.Declare(&s, 0, 7), 0)
	refused(e.Declare(&s, 0, 3), SecretOther, 3, 7) // a line has confirmed it
	refused(e.Declare(&s, 0, 10), SecretUnknown, 0, 10)
	expect(&s, "9 Ann-", "A=7# B=?")

	// Shown by a later secret: the last move won.
	s = parse(t, e, near+"A=? B=?")
	play(&s, win)
	expect(&s, "10 Ben", "A=? B=?")
	refused(e.Declare(&s, 0, 7), 0)
	expect(&s, "9 Ann-", "A=7# B=?")

	// The game went on: 7 is ruled out, and the second turn is to blame.
	s = parse(t, e, near+"A=? B=?")
	play(&s, win)
	b5(&s)
	blamed := Ref{line, 10}
	if got, _ := s.ruledOut(a7); got != blamed {
		t.Errorf("ruled out by %v, want %v", got, blamed)
	}
	if diff := cmp.Diff([]int{0, 1, 2, 3, 4, 5, 6, 8, 9}, e.PossibleNumbers(e.Possible(&s, 0))); diff != "" {
		t.Errorf("possible (-want +got):\n%s", diff)
	}
	late := e.Declare(&s, 0, 7)
	refused(late, SecretLate, 7, line, 10)
	if Blamed(late) != blamed {
		t.Errorf("%v blames %v", late, Blamed(late))
	}
	expect(&s, "11 Ann", "A=? B=?")
	s.put(pieceOf(1, 2), Off) // make room for A7 to step sideways
	aside := move(t, e, "A7:c6-b6")
	refused(mark(&s, aside), MarkLate, 7, line, 10)
	refused(e.Declare(&s, 0, 3), 0)
	if e.Possible(&s, 0) != 1<<3 {
		t.Errorf("possible %b", e.Possible(&s, 0))
	}
	refused(mark(&s, aside), MarkOther, 7, 3)

	// A mark on the very turn that rules the piece out.
	s = parse(t, e, near+"A=? B=?")
	play(&s, win)
	s.put(pieceOf(1, 2), Off)
	s.Now = Ref{30, 10}
	refused(mark(&s, aside), MarkLate, 7, 30, 10)
	play(&s, marked(aside))
	expect(&s, "11 Ann", "A=? B=?")

	// A mark that cannot be so gives nothing.
	s = parse(t, e, near+"A=3 B=?")
	refused(mark(&s, win), MarkOther, 7, 3)
	play(&s, marked(win))
	expect(&s, "10 Ben", "A=3 B=?")
	refused(mark(&s, move(t, e, "A2:b2-b3")), MarkElsewhere, 2, 11)

	// Moved there by the opponent, the owner wins.
	s = parse(t, e, strings.Replace(near, "9 Ann", "9 Ben", 1)+"A=7 B=?")
	play(&s, win)
	if winner, won := s.Winner(); !won || winner != 0 {
		t.Errorf("winner %d %v", winner, won)
	}
	expect(&s, "9 Ben-", "A=7# B=?")

	// A set is emptied once, by the turn after the move of its last piece.
	s = parse(t, e, near+"A=? B=?")
	play(&s, win)
	refused(e.Emptied(&s), 0)
	for i := range e.Board.Each {
		if p := pieceOf(0, i); p != a7 {
			s.ruleOut(p, Ref{20, 20})
		}
	}
	refused(e.Emptied(&s), SecretNone, 0)
	b5(&s)
	if e.Possible(&s, 0) != 0 {
		t.Error("a number is left")
	}
	refused(e.Emptied(&s), 0)

	// In a Setup all but the piece moved last have stood there too long: the next turn is to
	// blame.
	s = parse(t, e, "9 Ann A7 B1,A2,A7,B4,B5/B6,B7,B2,B9,1/2,B8,2/B3,1,B0,2/2,A8,A9,A6/A1,A3,A0,A4,A5 A=? B=?")
	if _, out := s.ruledOut(a7); out {
		t.Error("A7 is ruled out")
	}
	refused(e.Declare(&s, 0, 2), SecretLate, 2, 0, 0)
	won := s
	refused(e.Declare(&won, 0, 7), 0)
	expect(&won, "8 Ben-", "A=7# B=?")
	b5(&s)
	refused(e.Declare(&s, 0, 2), SecretLate, 2, line, 9)
	refused(e.Declare(&s, 0, 7), SecretLate, 7, line, 9)
}

// TestRuledOut rules pieces out in any order: each keeps its turn, as far as there is room.
func TestRuledOut(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		var s State
		pieces := r.Perm(seats * maxPieces)
		for i, p := range pieces {
			s.ruleOut(Piece(p), Ref{int32(i) + 1, int32(p)})
			for j, q := range pieces {
				turn, out := s.ruledOut(Piece(q))
				want := Ref{int32(j) + 1, int32(q)}
				switch {
				case j > i && out, j <= i && !out:
					t.Fatalf("piece %d after %v: ruled out %v", q, pieces[:i+1], out)
				case j <= i && turn != want:
					t.Fatalf("piece %d after %v: %v, want %v", q, pieces[:i+1], turn, want)
				}
			}
		}
	}
}

// TestPaper goes through commitments.
func TestPaper(t *testing.T) {
	e := engine(t)
	s := parse(t, e, startText)
	refused := func(got rules.Refusal, reason rules.Reason, args ...int32) {
		t.Helper()
		if want := rules.Refused(reason, args...); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	refused(e.Commit(&s, 0, Commitment(7, "pepper")), 0)
	refused(e.Commit(&s, 0, Commitment(8, "pepper")), CommitTwice, 0)
	if early := e.NextTurn(nil, &s); early != nil {
		t.Errorf("the first turn: %v", early)
	}
	refused(e.Commit(&s, 1, Commitment(8, "pepper")), CommitLate, 1)

	s.Now = Ref{Line: 12}
	reveal, secret := e.Reveal(&s, 0, 7, "salt")
	refused(reveal, RevealOther, 0, 7)
	refused(secret, 0)
	if _, known := e.Secret(&s, 0); known {
		t.Error("a number that the commitment does not hold is believed")
	}
	reveal, secret = e.Reveal(&s, 0, 7, "pepper")
	refused(reveal, 0)
	refused(secret, 0)
	reveal, secret = e.Reveal(&s, 1, 12, "pepper")
	refused(reveal, RevealNone, 1)
	refused(secret, SecretUnknown, 1, 12)
	reveal, secret = e.Reveal(&s, 1, 4, "pepper")
	refused(reveal, RevealNone, 1)
	refused(secret, 0)
	for seat, want := range []Piece{7, pieceOf(1, 4)} {
		if p, _ := e.Secret(&s, uint8(seat)); p != want {
			t.Errorf("the secret of player %d is %d, want %d", seat, p, want)
		}
	}
	s.Now = Ref{13, 1}
	if diff := cmp.Diff([]rules.Refusal{rules.Refused(RevealEarly, 0, 12)}, e.NextTurn(nil, &s)); diff != "" {
		t.Errorf("a turn follows (-want +got):\n%s", diff)
	}
	if early := e.NextTurn(nil, &s); early != nil {
		t.Errorf("blamed twice: %v", early)
	}
}

func TestCommitment(t *testing.T) {
	// printf 7:pepper | sha256sum
	const want = "b3ec299fa1eeaece5ff7832836c99084e67610a4bba40ab96c7e183e69869d02"
	if got := fmt.Sprintf("%x", Commitment(7, "pepper")); got != want {
		t.Errorf("Commitment(7, pepper) = %s, want %s", got, want)
	}
}
