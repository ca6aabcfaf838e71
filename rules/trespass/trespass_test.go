package trespass

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules"
	"tpnote/rules/variant"
)

var _ rules.Engine[State, Action] = (*Engine)(nil)

const startText = "1 Ann - B1,B2,B3,B4,B5/B6,B7,B8,B9,B0/5/5/A7,A2,A8,A9,A6/A1,A3,A0,A4,A5 A=? B=?"

// engine makes the engine of trespass-1974 with some rule points set: "slide-bends=0".
func engine(t testing.TB, set ...string) *Engine {
	t.Helper()
	v, err := variant.NewLibrary(Family).Open("trespass-1974", "")
	if err != nil {
		t.Fatal(err)
	}
	if v, err = v.Set(set...); err != nil {
		t.Fatal(err)
	}
	e, err := New(v)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func engineOn(t testing.TB, columns, rows, first int) *Engine {
	t.Helper()
	text := fmt.Sprintf("variant: x\nextends: trespass-1974\nboard: {columns: %d, rows: %d}\nrules: {piece-numbers: %d-%d}\n",
		columns, rows, first, first+2*columns-1)
	v, err := variant.NewLibrary(Family).Parse("x.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(v)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func parse(t testing.TB, e *Engine, text string) State {
	t.Helper()
	s, err := e.ParsePosition(text, []string{"Ann", "Ben"})
	if err != nil {
		t.Fatalf("ParsePosition(%q): %v", text, err)
	}
	return s
}

// set sets up a small board of a few pieces, the far row first and squares apart by blanks;
// Ann is to move, and Ben moved B0 last.
func set(t testing.TB, e *Engine, board string) State {
	t.Helper()
	s := e.Start(2)
	s.Last, _ = e.Board.Piece("B0")
	s.before.clock.Seat = 1
	rows := strings.Split(strings.TrimSpace(board), "\n")
	slices.Reverse(rows)
	for row, line := range rows {
		for column, item := range strings.Fields(line) {
			if item == "." {
				continue
			}
			p, ok := e.Board.Piece(item)
			if !ok {
				t.Fatalf("no piece %s", item)
			}
			s.put(p, Square(row*e.Board.Columns+column))
		}
	}
	return s
}

// move reads "A7:c2-d3^d5".
func move(t testing.TB, e *Engine, word string) (m Move) {
	t.Helper()
	name, route, _ := strings.Cut(word, ":")
	square := func(name string) Square {
		q, ok := e.Board.Square(name)
		if !ok {
			t.Fatalf("%s: no square %s", word, name)
		}
		return q
	}
	var ok bool
	if m.Piece, ok = e.Board.Piece(name); !ok {
		t.Fatalf("%s: no piece %s", word, name)
	}
	m.From = square(route[:2])
	for rest := route[2:]; rest != ""; rest = rest[3:] {
		m.Hops = append(m.Hops, Hop{square(rest[1:3]), rest[0] == '^'})
	}
	return m
}

// judged is why a recorded move is illegal. It also compares Fit with Resolve for the
// move, and for those that differ from it in one sign.
func judged(e *Engine, s *State, m Move) rules.Refusal {
	_, r := e.Resolve(s, m)
	fits(e, s, m)
	m.Hops = slices.Clone(m.Hops)
	for i := range m.Hops {
		h := &m.Hops[i]
		h.Jump = !h.Jump
		fits(e, s, m)
		h.Jump = !h.Jump
	}
	m.Wins = !m.Wins
	fits(e, s, m)
	return r
}

// fits compares Fit with Resolve, CarryOut and Emptied, and Emptied with the numbers that are left.
func fits(e *Engine, s *State, m Move) {
	x, why := e.Resolve(s, m)
	after, fitted := *s, *s
	e.CarryOut(&after, x)
	fit := why.Reason == 0 && m.Wins == (x.Due || x.Proves)
	for seat := range uint8(seats) {
		emptied := e.Possible(&after, seat) == 0 && e.Possible(s, seat) != 0
		if why := e.Emptied(s); emptied != (why == rules.Refused(SecretNone, int32(seat))) {
			panic(fmt.Sprintf("%+v: Emptied says %v, and the numbers are gone: %t", m, why, emptied))
		}
		fit = fit && !emptied
	}
	if !fit {
		after = *s
	}
	if got := e.Fit(&fitted, &m); got != fit || fitted != after {
		panic(fmt.Sprintf("%+v: Fit says %t and makes %+v, want %t and %+v", m, got, fitted, fit, after))
	}
}

func TestStart(t *testing.T) {
	for bends, want := range map[string]int{"any": 55, "0": 15} {
		e := engine(t, "slide-bends="+bends)
		s := parse(t, e, startText)
		got := map[uint8]int{}
		for _, a := range e.Legal(nil, &s) {
			got[a.Piece.Owner()]++
		}
		if diff := cmp.Diff(map[uint8]int{0: want, 1: want}, got); diff != "" {
			t.Errorf("slide-bends %s (-want +got):\n%s", bends, diff)
		}
	}
}

// Boards for the tables below; B9 keeps out of the way.
const (
	open = `
. . . . B9
. . . . .
. . . . .
. . . . .
. . A7 . .
. . . . .`
	jumping = `
. . . . B9
. . A2 . .
B3 . . . .
B1 . A1 A3 .
. . A7 A4 .
. . . B0 .`
	walled = `
. . . A5 B9
. . . . A6
. A2 A1 A3 .
B1 A7 . . A8
. A4 . . .
. . B0 . .`
	pocket = `
. . . . B9
. . . . .
. A1 A2 . A3
. . . A5 A6
. A7 . A8 .
. . . B0 .`
	goal = `
. . . . .
A9 . A7 . .
. . B8 . .
. . . . B9
. . . . .
. . . . .`
	corridor = `
. . . . B9
A1 . . A2 .
A3 A4 . A5 .
. . . A6 .
. A7 A0 . .
. . . . .`
)

func TestPass(t *testing.T) {
	e := engineOn(t, 2, 4, 0) // every square is filled: nothing can move
	s := e.Start(2)
	if r := e.Check(&s, Pass); r.Reason != Unplaced || len(e.Legal(nil, &s)) != 0 {
		t.Errorf("before anything is placed: %+v", r)
	}
	for seat := range uint8(2) {
		if r := e.Place(&s, seat, []int{0, 1}, []int{2, 3}); r.Reason != 0 {
			t.Fatal(r)
		}
	}
	if diff := cmp.Diff([]Action{Pass}, e.Legal(nil, &s)); diff != "" {
		t.Errorf("legal (-want +got):\n%s", diff)
	}
	if got := e.Faults(nil, &s, Move{Piece: NoPiece}); got != nil {
		t.Errorf("a pass that is expected: %v", got)
	}
	e6 := engineOn(t, 2, 6, 0)
	able := e6.Start(2)
	for seat := range uint8(2) {
		if r := e6.Place(&able, seat, []int{0, 1}, []int{2, 3}); r.Reason != 0 {
			t.Fatal(r)
		}
	}
	if got := e6.Faults(nil, &able, Move{Piece: NoPiece}); len(got) != 1 || got[0].Reason != MustMove {
		t.Errorf("a pass where a move is possible: %v", got)
	}
	s.Last = 0
	e.Apply(&s, Pass)
	if s.Last != NoPiece || s.Clock != (rules.Clock{Number: 2, Seat: 1}) {
		t.Errorf("after a pass: last %d, clock %v", s.Last, s.Clock)
	}
}

func TestPlace(t *testing.T) {
	e := engine(t)
	back, front := []int{7, 3, 0, 1, 5}, []int{2, 8, 4, 9, 6}
	for name, test := range map[string]struct {
		back, front []int
		want        rules.Refusal
	}{
		"complete": {back, front, rules.Refusal{}},
		"short":    {back, front[1:], rules.Refusal{Reason: PlacedCount, Args: [4]int32{1, 1, 4, 5}}},
		"long":     {append(slices.Clip(back), 2), front, rules.Refusal{Reason: PlacedCount, Args: [4]int32{1, 0, 6, 5}}},
		"unknown":  {back, []int{2, 8, 4, 10, 6}, rules.Refusal{Reason: PlacedUnknown, Args: [4]int32{1, 10}}},
		"double":   {back, []int{2, 8, 4, 7, 6}, rules.Refusal{Reason: PlacedDouble, Args: [4]int32{1, int32(pieceOf(1, 7))}}},
	} {
		s := e.Start(2)
		before := s
		if diff := cmp.Diff(test.want, e.Place(&s, 1, test.back, test.front)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if before.missed[1] = test.want.Reason != 0; test.want.Reason != 0 && s != before {
			t.Errorf("%s: carried out all the same", name)
		}
	}
	s := e.Start(2)
	e.Place(&s, 1, back, front)
	if r := e.Check(&s, Pass); r != (rules.Refusal{Reason: Unplaced}) {
		t.Errorf("Ann has placed nothing: %+v", r)
	}
	const want = "1 Ann - B7,B3,B0,B1,B5/B2,B8,B4,B9,B6/5/5/5/5 A=? B=?"
	if got := string(e.AppendPosition(nil, &s, []string{"Ann", "Ben"})); got != want {
		t.Errorf("position %s, want %s", got, want)
	}
	roundTrip(t, e, &s)
	if r := e.Place(&s, 1, back, front); r.Reason != PlacedTwice {
		t.Errorf("placed twice: %+v", r)
	}
	e.Close(&s)
	if r := e.Place(&s, 0, back, front); r.Reason != PlacedLate || !s.placed(0) {
		t.Errorf("placed late: %+v, placed: %v", r, s.placed(0))
	}
}

// TestPlaceOnTakenSquares: pieces that come too late are set out all the same, unless one of the
// squares is taken.
func TestPlaceOnTakenSquares(t *testing.T) {
	e := engine(t)
	back, front := []int{7, 3, 0, 1, 5}, []int{2, 8, 4, 9, 6}
	for _, taken := range []bool{false, true} {
		s := e.Start(2)
		e.Place(&s, 1, back, front)
		e.Close(&s)
		if taken {
			b2, _ := e.Board.Piece("B2")
			s.put(b2, e.Board.homes[0][9]) // in the last square of the front row
		}
		if r := e.Place(&s, 0, back, front); r != rules.Refused(PlacedLate, 0) || s.placed(0) == taken {
			t.Errorf("taken: %v; %+v, placed: %v", taken, r, s.placed(0))
		}
	}
}

// TestUnplaced: who has not placed the pieces is refused by name, and of two, the one of whom
// it has not been said.
func TestUnplaced(t *testing.T) {
	e := engine(t)
	back, front := []int{7, 3, 0, 1, 5}, []int{2, 8, 4, 9, 6}
	for _, test := range []struct {
		name   string
		placed []uint8
		missed [seats]bool
		want   int32 // the seat that is named
	}{
		{"neither", nil, [seats]bool{}, 0},
		{"neither, and that is reported of Ann", nil, [seats]bool{true, false}, 1},
		{"neither, and that is reported of Ben", nil, [seats]bool{false, true}, 0},
		{"neither, and that is reported of both", nil, [seats]bool{true, true}, 0},
		{"Ann", []uint8{0}, [seats]bool{}, 1},
		{"Ann, and of Ben it is said", []uint8{0}, [seats]bool{false, true}, 1},
		{"Ben", []uint8{1}, [seats]bool{}, 0},
		{"Ben, and of Ann it is said", []uint8{1}, [seats]bool{true, false}, 0},
	} {
		s := e.Start(2)
		for _, seat := range test.placed {
			if r := e.Place(&s, seat, back, front); r.Reason != 0 {
				t.Fatal(r)
			}
		}
		s.missed = test.missed
		if r := e.Check(&s, Pass); r != rules.Refused(Unplaced, test.want) {
			t.Errorf("%s: %+v, want seat %d", test.name, r, test.want)
		}
	}
}

func TestBelieving(t *testing.T) {
	e := engine(t)
	s := set(t, e, jumping)
	a7, _ := e.Board.Piece("A7")
	for _, test := range []struct {
		to   string
		want bool
	}{{"c1", true}, {"c2", true}, {"e6", false}, {"a1", true}} {
		to, _ := e.Board.Square(test.to)
		after := s
		if got := e.movable(&after, Action{a7, to}); got != test.want {
			t.Errorf("A7 to %s is movable: %v", test.to, got)
		}
		e.Apply(&after, Action{a7, to})
		if got := after.At(a7) == to && after.On(to) == a7 && after.Last == a7; got != test.want {
			t.Errorf("A7 to %s is carried out: %v", test.to, got)
		}
		if after.Clock != (rules.Clock{Number: 2, Seat: 1}) {
			t.Errorf("A7 to %s: clock %v", test.to, after.Clock)
		}
	}
	if e.movable(&s, Pass) || e.movable(&s, Action{20, 3}) || e.movable(&s, Action{a7, 30}) || e.movable(&s, Action{5, 3}) {
		t.Error("movable without a piece or square")
	}
}

func TestParsePosition(t *testing.T) {
	e := engine(t)
	for text, want := range map[string]string{
		"1 Ann": "malformed",
		strings.Replace(startText, "B1,B2", "B1,1,B2", 1):                                       "malformed",
		strings.Replace(startText, "B1,B2", "B1", 1):                                            "malformed",
		strings.Replace(startText, "/5/5/", "/5/", 1):                                           "malformed",
		strings.Replace(startText, "/5/5/", "/0,5/5/", 1):                                       "malformed",
		strings.Replace(startText, "/5/5/", "/9223372036854775807,9223372036854775807,7/5/", 1): "malformed",
		strings.Replace(startText, "/5/5/", "/05/5/", 1):                                        "malformed",
		strings.Replace(startText, "/5/5/", "/,5/5/", 1):                                        "malformed",
		strings.Replace(startText, "B1,", "B10,", 1):                                            "malformed",
		strings.Replace(startText, "B1,", "B01,", 1):                                            "malformed",
		strings.Replace(startText, "- B", "B11 B", 1):                                           "malformed",
		strings.Replace(startText, "A=?", "A=", 1):                                              "malformed",
		strings.Replace(startText, "A=?", "A=?#", 1):                                            "malformed",
		strings.Replace(startText, "A=?", "A=10", 1):                                            "malformed",
		strings.Replace(startText, "A=?", "B=?", 1):                                             "malformed",
		strings.Replace(startText, "Ann", "Cleo", 1):                                            "malformed",
		startText + " @A": "malformed",
		strings.Replace(startText, "B1,B2", "B1,B1", 1) + "?":                                  "malformed", // before it is a contradiction
		strings.Replace(startText, "B1,B2", "B1,1", 1):                                         "B2 is missing: no piece ever leaves the board",
		strings.Replace(startText, "B1,B2", "B1,B1", 1):                                        "B1 is on two squares",
		strings.Replace(startText, "Ann", "Ann+", 1):                                           "a turn is one move: it is never under way (+)",
		strings.Replace(startText, "Ann", "Ann-", 1):                                           "the game is over (-), but no player has won (#)",
		strings.Replace(startText, "A=?", "A=4#", 1):                                           "the winner's secret A4 is not in the opponent's back row",
		"9 Ann - A1,1,A2,A3,A4/A5,A6,A7,A8,A9/A0,4/5/B1,B2,B3,B4,B5/B6,B7,B8,B9,B0 A=4 B=?":    "the secret A4 is in the opponent's back row, but no player has won (#)",
		"9 Ann - A1,1,A2,A3,A4/A5,A6,A7,A8,A9/A0,4/5/B1,B2,B3,B4,B5/B6,B7,B8,B9,B0 A=4# B=?":   "a player has won (#), but the game is not over (-)",
		"9 Ann- - A1,1,A2,A3,A4/A5,A6,A7,A8,A9/A0,4/5/B1,B2,B3,B4,B5/B6,B7,B8,B9,B0 A=4# B=6#": "both players have won",
		"9 Ann- - A1,1,A2,A3,A4/A5,A6,A7,A8,A9/A0,4/5/B1,B2,B3,B4,B5/B6,B7,B8,B9,B0 A=4# B=?":  "",
		"1 Ann A4 5/5/5/5/5/5 A=? B=?":                                                         "A4 was moved last, but is not on the board",
		"1 Ann - 5/5/5/5/2,3/5 A=4 B=0":                                                        "",
		startText:                                                                              "",
	} {
		_, err := e.ParsePosition(text, []string{"Ann", "Ben"})
		var p *rules.PositionError
		switch errors.As(err, &p); {
		case want == "" && err != nil, want != "" && err == nil:
			t.Errorf("%s: %v, want %q", text, err, want)
		case want == "malformed" && p.Contradiction, want != "" && want != "malformed" && (!p.Contradiction || p.Message != want):
			t.Errorf("%s: %v (contradiction: %v), want %q", text, err, p.Contradiction, want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	lib := variant.NewLibrary(Family)
	for text, want := range map[string]string{
		"board: {columns: 6, rows: 6}":                               "piece-numbers 0-9 are 10 pieces, but two rows of 6 columns take 12",
		"board: {columns: 9, rows: 8}\nrules: {piece-numbers: 1-18}": "x.yaml:3:18: 9 columns and 8 rows make 72 squares; at most 64 are possible",
		"rules:\n  piece-numbers: 1-9":                               "x.yaml:4:18: piece-numbers 1-9 are 9 pieces, but two rows of 5 columns take 10",
		"board: {columns: 5, rows: 3}":                               "rows",
	} {
		v, err := lib.Parse("x.yaml", []byte("variant: x\nextends: trespass-1974\n"+text+"\n"), nil)
		if err == nil {
			_, err = New(v)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestNumbersFromOne(t *testing.T) {
	e := engine(t, "piece-numbers=1-10")
	s := e.Start(2)
	placed := []int{10, 1, 2, 3, 4}
	for seat := range uint8(2) {
		if r := e.Place(&s, seat, placed, []int{5, 6, 7, 8, 9}); r.Reason != 0 {
			t.Fatal(r)
		}
	}
	const want = "1 Ann - B10,B1,B2,B3,B4/B5,B6,B7,B8,B9/5/5/A5,A6,A7,A8,A9/A10,A1,A2,A3,A4 A=10 B=?"
	e.Declare(&s, 0, 10)
	if got := string(e.AppendPosition(nil, &s, []string{"Ann", "Ben"})); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	roundTrip(t, e, &s)
	if r := e.Declare(&s, 1, 0); r.Reason != SecretUnknown {
		t.Errorf("secret 0: %+v", r)
	}
}

func TestAllowing(t *testing.T) {
	e := engine(t, "jump-revisit=yes", "repeat-last-moved=yes")
	for _, test := range []struct {
		board, word string
		want        []string
	}{
		{open, "A7:c2-c6", nil},
		{open, "A7:c2-d3", []string{"slide-bends"}},
		{jumping, "A7:c2^e2", []string{"jump-sideways"}},
		{returning, "A7:b1^b3^d3", []string{"jump-sideways", "jump-turns"}},
		{returning, "A7:b1^b3^d3^b3", []string{"jump-sideways", "jump-turns", "jump-revisit"}},
		{goal, "A7:c5-c6-a6", []string{"slide-bends", "goal-row-stops"}},
		{jumping, "B0:d1-c1", []string{"move-opponent", "repeat-last-moved"}},
	} {
		s := set(t, e, test.board)
		m := move(t, e, test.word)
		if r := judged(e, &s, m); r.Reason != 0 {
			t.Errorf("%s: %+v", test.word, r)
		}
		if diff := cmp.Diff(test.want, e.Allowing(nil, &s, m)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.word, diff)
		}
	}
}

func TestTurns(t *testing.T) {
	e := engine(t)
	s := parse(t, e, startText)
	if !e.MayTake(&s, 0) || e.MayTake(&s, 1) || e.MayStop(&s) {
		t.Error("it is Ann's turn, and only hers")
	}
	e.Take(&s, 1, 7)
	e.Apply(&s, Action{pieceOf(1, 6), 15})
	if want := (rules.Clock{Number: 8}); *e.Turn(&s) != want {
		t.Errorf("clock %v, want %v", e.Turn(&s), want)
	}
	e.Close(&s)
	if want := (rules.Clock{Number: 9, Seat: 1}); *e.Turn(&s) != want || s.Last != NoPiece {
		t.Errorf("closed: clock %v, want %v; last %d", e.Turn(&s), want, s.Last)
	}
}

// TestDeadGame: which passes and which positions end a game as a draw.
func TestDeadGame(t *testing.T) {
	pass := Move{Piece: NoPiece}
	shuffle := func(e *Engine, n int) (moves []Move) { // two pieces go to and fro, over and over
		for i := range n {
			moves = append(moves, move(t, e, []string{"A8:b3-a3", "B8:c4-b4", "A8:a3-b3", "B8:b4-c4"}[i%4]))
		}
		return moves
	}
	const lively = "9 Ann - B1,B2,1,B4,B5/B6,B7,1,B9,1/2,B8,1,B0/1,A8,1,B3,1/A7,A2,1,A9,A6/A1,A3,A0,A4,A5 A=? B=?"
	for _, test := range []struct {
		value, start string
		moves        func(e *Engine) []Move
		drawn        int // with this turn; 0 if not at all
	}{
		{"play-on", stuckText, func(*Engine) []Move { return []Move{pass, pass, pass} }, 0},
		{"passes", stuckText, func(*Engine) []Move { return []Move{pass, pass} }, 2},
		{"repetition", stuckText, func(*Engine) []Move { return []Move{pass, pass} }, 2},
		{"passes", lively, func(*Engine) []Move { return []Move{pass, pass, pass} }, 0}, // none of them is legal
		{"repetition", "1 Ann - 5/5/5/5/5/5 A=? B=?", func(*Engine) []Move { return []Move{pass, pass, pass, pass, pass, pass} }, 0},
		{"passes", lively, func(e *Engine) []Move { return shuffle(e, 40) }, 0},
		{"repetition", lively, func(e *Engine) []Move { return shuffle(e, 9) }, 9}, // nothing was moved last at the start
		{"repetition", lively, func(e *Engine) []Move { return shuffle(e, 8) }, 0},
		{"repetition", strings.Replace(lively, "- B1", "B8 B1", 1), func(e *Engine) []Move { return shuffle(e, 8) }, 8},
	} {
		e := engine(t, "dead-game="+test.value)
		s := parse(t, e, test.start)
		drawn := 0
		for i, m := range test.moves(e) {
			effect, _ := e.Resolve(&s, m)
			e.CarryOut(&s, effect)
			if s.Drawn() && drawn == 0 {
				drawn = i + 1
			}
		}
		if drawn != test.drawn || s.Drawn() != (e.Turn(&s).Phase == rules.Over) {
			t.Errorf("%s from %s: drawn with turn %d, want %d", test.value, test.start, drawn, test.drawn)
		}
		if _, won := s.Winner(); won {
			t.Errorf("%s from %s: a player has won", test.value, test.start)
		}
		roundTrip(t, e, &s)
	}
}

// TestAdopt: what a position does not show is kept where it matches, and only there.
func TestAdopt(t *testing.T) {
	e := engine(t)
	known := parse(t, e, "9 Ann A7 B1,B2,A7,B4,B5/B6,B7,1,B9,B0/2,B8,2/B3,4/1,A2,A8,A9,A6/A1,A3,A0,A4,A5 A=? B=?")
	known.Now = Ref{5, 9}
	e.Apply(&known, Action{pieceOf(0, 3), 10})
	if turn, out := known.ruledOut(7); turn != (Ref{5, 9}) || !out {
		t.Fatal("A7 stood in its goal row when the turn was played")
	}
	shown := parse(t, e, string(e.AppendPosition(nil, &known, []string{"Ann", "Ben"})))
	if e.Shown(shown) != e.Shown(known) {
		t.Error("the positions look different")
	}
	if got := e.Adopt(shown, known); got != known {
		t.Error("a position that matches forgets what is known")
	}
	other := shown
	other.put(pieceOf(0, 3), Off)
	other.put(pieceOf(0, 3), 5)
	got := e.Adopt(other, known)
	if turn, out := got.ruledOut(7); turn != (Ref{}) || !out || !got.begun {
		t.Error("a position that does not match keeps what was known")
	}
	got.Now = Ref{8, 11}
	e.Close(&got)
	if turn, _ := got.ruledOut(7); turn != got.Now {
		t.Errorf("A7 is ruled out by %v, not by the first turn after the position", turn)
	}
}

// TestPiecesOfNoPlayer: a piece after those of the second player does not exist.
func TestPiecesOfNoPlayer(t *testing.T) {
	e := engine(t)
	for p, want := range map[Piece]bool{0: true, maxPieces: true, 2*maxPieces - 1: e.Board.Each == maxPieces, 2 * maxPieces: false, NoPiece: false} {
		if got := e.exists(p); got != want {
			t.Errorf("piece %d exists: %t", p, got)
		}
	}
}

// TestReasons: every reason has a code and a rule.
func TestReasons(t *testing.T) {
	for r, info := range Reasons {
		if r != 0 && (info.Code == "" || info.Rule == "") {
			t.Errorf("reason %d is %+v", r, info)
		}
	}
}
