package trespass

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules"
	"tpnote/rules/variant"
)

// The oracle walks every single path, step by step and with the list of squares it has been on,
// literally as in the rulebook. It is slow, and shares only the numbering of squares with the
// engine.

type oracle struct {
	e     *Engine
	s     *State
	piece Piece
	start Square
}

// path is a move so far.
type path struct {
	at      Square
	dirs    []int // of its steps and jumps: forward, left, right
	visited []Square
	bends   int
	jumps   int
	stopped bool // entered the goal row under goal-row-stops
}

func (p path) with(at Square, dir int) path {
	p.dirs = append(slices.Clip(p.dirs), dir)
	p.visited = append(slices.Clip(p.visited), at)
	p.at = at
	return p
}

func (p path) turning(dir int) bool { return len(p.dirs) > 0 && p.dirs[len(p.dirs)-1] != dir }

func (o oracle) goalRow(q Square) bool {
	row := int(q) / o.e.Board.Columns
	return o.piece.Owner() == 0 && row == o.e.Board.Rows-1 || o.piece.Owner() == 1 && row == 0
}

// neighbour is the square n steps away in one of the owner's directions.
func (o oracle) neighbour(q Square, dir, n int) (Square, bool) {
	row, column := int(q)/o.e.Board.Columns, int(q)%o.e.Board.Columns
	if o.piece.Owner() == 1 {
		n = -n
	}
	switch dir {
	case forward:
		row += n
	case left:
		column -= n
	case right:
		column += n
	}
	ok := row >= 0 && row < o.e.Board.Rows && column >= 0 && column < o.e.Board.Columns
	return Square(row*o.e.Board.Columns + column), ok
}

func (o oracle) empty(q Square) bool { return q == o.start || o.s.On(q) == NoPiece }

// steps is every way to go on sliding.
func (o oracle) steps(p path) (next []path) {
	if p.jumps > 0 || p.stopped {
		return nil
	}
	for dir := range 3 {
		to, ok := o.neighbour(p.at, dir, 1)
		if !ok || !o.empty(to) || slices.Contains(p.visited, to) {
			continue
		}
		n := p.with(to, dir)
		if p.turning(dir) {
			n.bends++
		}
		if n.bends > int(o.e.limits.bends) {
			continue
		}
		n.stopped = o.e.limits.stops && o.goalRow(to) && !o.goalRow(p.at)
		next = append(next, n)
	}
	return next
}

// leaps is every way to go on jumping.
func (o oracle) leaps(p path) (next []path) {
	for dir := range 3 {
		over, _ := o.neighbour(p.at, dir, 1)
		to, ok := o.neighbour(p.at, dir, 2)
		switch {
		case !ok || o.empty(over) || !o.empty(to):
		case dir != forward && !o.e.limits.sideways:
		case p.turning(dir) && !o.e.limits.turns:
		case slices.Contains(p.visited, to) && !o.e.limits.revisit:
		default:
			n := p.with(to, dir)
			n.jumps++
			next = append(next, n)
		}
	}
	return next
}

// ends finds every end of a move, with the first of the shortest paths to it.
func (o oracle) ends() map[Square]path {
	found := map[Square]path{}
	var walk func(p path)
	walk = func(p path) {
		best, some := found[p.at]
		if p.at != o.start && (!some || len(p.dirs) < len(best.dirs) || len(p.dirs) == len(best.dirs) && slices.Compare(p.dirs, best.dirs) < 0) {
			found[p.at] = p
		}
		if p.jumps > 8 {
			return // with jump-revisit a series can go on for ever
		}
		for _, n := range o.steps(p) {
			walk(n)
		}
		for _, n := range o.leaps(p) {
			walk(n)
		}
	}
	walk(path{at: o.start, visited: []Square{o.start}})
	return found
}

// route writes a path as hops.
func (p path) route() (hops []Hop) {
	for i := range p.dirs {
		jump := i >= len(p.dirs)-p.jumps
		if n := len(hops); n > 0 && !jump {
			hops = hops[:n-1]
		}
		hops = append(hops, Hop{p.visited[i+1], jump})
	}
	return hops
}

// follows reports whether some path takes the hops in order.
func (o oracle) follows(p path, hops []Hop) bool {
	if len(hops) == 0 {
		return p.at != o.start
	}
	h := hops[0]
	if h.Jump {
		return slices.ContainsFunc(o.leaps(p), func(n path) bool { return n.at == h.To && o.follows(n, hops[1:]) })
	}
	return slices.ContainsFunc(o.steps(p), func(n path) bool {
		return n.at == h.To && o.follows(n, hops[1:]) || n.at != h.To && o.follows(n, hops)
	})
}

// randomEngine has any value of every rule point, on one of several boards.
func randomEngine(t testing.TB, r *rand.Rand) *Engine {
	boards := [...]struct{ columns, rows int }{{5, 6}, {5, 6}, {3, 5}, {4, 5}, {2, 7}, {6, 4}, {1, 9}}
	b := boards[r.IntN(len(boards))]
	e := engineOn(t, b.columns, b.rows, r.IntN(2))
	e.limits = settings{
		bends:    []int8{0, 1, 2, 3, maxSquares, maxSquares}[r.IntN(6)],
		sideways: r.IntN(3) > 0, turns: r.IntN(3) > 0, revisit: r.IntN(2) > 0,
		stops: r.IntN(2) > 0, opponent: r.IntN(3) > 0, repeat: r.IntN(2) > 0,
	}
	if r.IntN(3) == 0 {
		e.limits.bends, e.limits.sideways, e.limits.turns, e.limits.stops = maxSquares, true, true, false
	}
	return e
}

// randomState strews some pieces over the board.
func randomState(e *Engine, r *rand.Rand) State {
	s := e.Start(2)
	s.Clock.Seat = uint8(r.IntN(2))
	squares := r.Perm(e.Board.Len())
	density := 2 + r.IntN(5)
	for seat := range uint8(seats) {
		for i := range e.Board.Each {
			if i == 0 || r.IntN(density) > 0 {
				s.put(pieceOf(seat, i), Square(squares[0]))
				squares = squares[1:]
			}
		}
	}
	s.Last, s.before.clock.Seat = pieceOf(uint8(r.IntN(2)), 0), uint8(r.IntN(2))
	for seat := range uint8(seats) {
		switch r.IntN(6) {
		case 0:
			s.secret[seat] = pieceOf(seat, r.IntN(e.Board.Each))
		case 1:
			s.gone |= (1<<e.Board.Each - 1) << (maxPieces * seat) // no number is left
		case 2:
			s.gone, s.due = s.gone|1<<s.Last, true
		}
	}
	return s
}

// checkLaws compares the engine with the oracle in one position.
func checkLaws(t *testing.T, e *Engine, s *State, r *rand.Rand) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%s\n%+v\n%s", fmt.Sprintf(format, args...), e.limits, e.AppendPosition(nil, s, []string{"Ann", "Ben"}))
	}
	legal := e.Legal(nil, s)
	if !slices.IsSortedFunc(legal, func(a, b Action) int { return int(a.Piece)<<8 + int(a.To) - int(b.Piece)<<8 - int(b.To) }) {
		fail("Legal is not sorted: %v", legal)
	}
	any := false
	for p := range Piece(seats * maxPieces) {
		if !e.exists(p) || s.at[p] == Off {
			continue
		}
		o := oracle{e, s, p, s.at[p]}
		ends := o.ends()
		l, mine := &e.limits, p.Owner() == s.Clock.Seat
		barred := !l.opponent && !mine || !l.repeat && p == s.Last && s.before.clock.Seat != s.Clock.Seat
		for q := range Square(e.Board.Len()) {
			a := Action{p, q}
			best, reached := ends[q]
			want := reached && !barred
			any = any || want
			name := e.Board.PieceName(p) + ":" + e.Board.Name(o.start) + " to " + e.Board.Name(q)
			if got := slices.Contains(legal, a); got != want {
				fail("%s: Legal has it: %v, the oracle: %v", name, got, want)
			}
			check := e.Check(s, a)
			if got := check.Reason == 0; got != want {
				fail("%s: Check says %v, the oracle %v", name, check, want)
			}
			hops := e.Route(nil, s, a)
			if !reached {
				if hops != nil {
					fail("%s: no route leads there, and Route finds %v", name, hops)
				}
				continue
			}
			if diff := cmp.Diff(best.route(), hops); diff != "" {
				fail("%s: route (-oracle +engine):\n%s", name, diff)
			}
			if !want { // the piece is barred
				continue
			}
			if r := judged(e, s, Move{Piece: p, From: o.start, Hops: hops}); r.Reason != 0 {
				fail("%s: the route %v is refused: %v", name, hops, r)
			}
		}
		for range 20 {
			hops := randomHops(e, s, p, r)
			want := !barred && o.follows(path{at: o.start, visited: []Square{o.start}}, hops)
			r := judged(e, s, Move{Piece: p, From: o.start, Hops: hops})
			if (r.Reason == 0) != want {
				fail("%s from %s %v: Resolve says %v, the oracle %v", e.Board.PieceName(p), e.Board.Name(o.start), hops, r, want)
			}
			if a := (Action{p, hops[len(hops)-1].To}); want && !slices.Contains(legal, a) {
				fail("%v is not in Legal, and Resolve takes %v", a, hops)
			}
		}
	}
	if pass := e.Check(s, Pass).Reason == 0; pass != (!any || e.limits.passing) || pass != slices.Contains(legal, Pass) || pass != (judged(e, s, Move{Piece: NoPiece}).Reason == 0) {
		fail("pass is legal: %v, and moves are: %v", pass, any)
	}
}

// randomHops is a route that may well be possible.
func randomHops(e *Engine, s *State, p Piece, r *rand.Rand) []Hop {
	var hops []Hop
	at := int(s.at[p])
	for range 1 + r.IntN(4) {
		h := Hop{Jump: r.IntN(2) > 0}
		by := [...]int{1, -1, e.Board.Columns, -e.Board.Columns}[r.IntN(4)]
		to := at + by
		if h.Jump {
			to += by
		} else if r.IntN(2) > 0 {
			to = r.IntN(e.Board.Len())
		}
		h.To = Square((to + e.Board.Len()) % e.Board.Len())
		hops = append(hops, h)
		at = int(h.To)
	}
	return hops
}

func TestLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 250 {
		e := randomEngine(t, r)
		s := randomState(e, r)
		checkLaws(t, e, &s, r)
	}
}

func FuzzLaws(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Add(uint64(135), uint64(2)) // a slide with two bends would be shorter than the one that is allowed
	f.Fuzz(func(t *testing.T, a, b uint64) {
		r := rand.New(rand.NewPCG(a, b))
		e := randomEngine(t, r)
		s := randomState(e, r)
		checkLaws(t, e, &s, r)
	})
}

// placeAtRandom sets out both players' pieces.
func placeAtRandom(t testing.TB, e *Engine, s *State, r *rand.Rand) {
	for seat := range uint8(seats) {
		order := r.Perm(e.Board.Each)
		for i := range order {
			order[i] += e.Board.First
		}
		if refusal := e.Place(s, seat, order[:e.Board.Columns], order[e.Board.Columns:]); refusal.Reason != 0 {
			t.Fatalf("Place: %v", refusal)
		}
	}
}

// TestPositions plays games under random rules, legally and not, and reads each position from its text.
func TestPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	handles := []string{"Ann", "Ben"}
	drawn, won, left := 0, 0, 0
	for range 400 {
		e := randomEngine(t, r)
		e.limits.passing, e.limits.passes = r.IntN(2) > 0, r.IntN(2) > 0
		e.limits.repeats = e.limits.passes && r.IntN(2) > 0
		s := e.Start(seats)
		for moves := 0; moves < 60; moves++ {
			text := string(e.AppendPosition(nil, &s, handles))
			read, err := e.ParsePosition(text, handles)
			if err != nil || e.Shown(read) != e.Shown(s) || string(e.AppendPosition(nil, &read, handles)) != text {
				t.Fatalf("%s under %+v is read as %s, %v", text, e.limits, e.AppendPosition(nil, &read, handles), err)
			}
			if s.Clock.Phase == rules.Over {
				break
			}
			legal := e.Legal(nil, &s)
			switch n := r.IntN(60); {
			case moves == 0:
				placeAtRandom(t, e, &s, r)
			case n == 0:
				e.Leave(&s, uint8(r.IntN(seats)))
				left++
			case n < 3:
				e.Declare(&s, uint8(r.IntN(seats)), e.Board.First+r.IntN(e.Board.Each))
			case n < 5:
				e.Apply(&s, Action{Piece(r.IntN(seats * maxPieces)), Square(r.IntN(e.Board.Len()))})
			default:
				e.Apply(&s, legal[r.IntN(len(legal))])
			}
		}
		if s.Drawn() {
			drawn++
		}
		if _, some := s.Winner(); some {
			won++
		}
	}
	if drawn == 0 || won == 0 || left == 0 {
		t.Errorf("%d games drawn, %d won, %d left", drawn, won, left)
	}
}

// TestHiddenSecrets plays games whose secrets the engine does not know, and compares its
// deductions with the truth.
func TestHiddenSecrets(t *testing.T) {
	e := engine(t)
	r := rand.New(rand.NewPCG(3, 4))
	finished := 0
	var legal []Action
	for range 1500 {
		s := e.Start(2)
		placeAtRandom(t, e, &s, r)
		var truth [seats]Piece
		for seat := range truth {
			truth[seat] = pieceOf(uint8(seat), r.IntN(e.Board.Each))
		}
		late := map[Piece]Ref{} // the first turn after a piece has arrived
		for line := range int32(60) {
			s.Now = Ref{line + 10, s.Clock.Number}
			for p := range Piece(seats * maxPieces) {
				if e.exists(p) && e.arrived(&s, p) && late[p] == (Ref{}) {
					late[p] = s.Now
				}
			}
			legal = e.Legal(legal[:0], &s)
			a := legal[r.IntN(len(legal))]
			if r.IntN(2) > 0 { // go forward, or no game ends
				for _, b := range legal {
					if p := b.Piece; p != NoPiece && e.Board.sides[p.Owner()].goal&bit(b.To) != 0 && !e.arrived(&s, p) && r.IntN(3) == 0 {
						a = b
					}
				}
			}
			e.Apply(&s, a)
			checkDeductions(t, e, &s, truth, late)
			if owner := a.Piece.Owner(); a.Piece != NoPiece && a.Piece == truth[owner] && e.arrived(&s, a.Piece) {
				finished++
				checkFinish(t, e, &s, owner, truth[owner])
				break
			}
		}
	}
	if finished < 500 {
		t.Errorf("only %d games were finished", finished)
	}
}

func checkDeductions(t *testing.T, e *Engine, s *State, truth [seats]Piece, late map[Piece]Ref) {
	t.Helper()
	for seat := range uint8(seats) {
		set := e.Possible(s, seat)
		if set>>truth[seat].index()&1 == 0 {
			t.Fatalf("%s is the secret, and ruled out", e.Board.PieceName(truth[seat]))
		}
		for i := range e.Board.Each {
			p := pieceOf(seat, i)
			if got, _ := s.ruledOut(p); got != late[p] || (set>>i&1 == 0) != (late[p] != Ref{}) {
				t.Fatalf("%s is ruled out at %v, want %v; the set is %b", e.Board.PieceName(p), got, late[p], set)
			}
			declared := *s
			refusal := e.Declare(&declared, seat, e.Board.Number(p))
			want := rules.Refusal{}
			if late[p] != (Ref{}) {
				want = rules.Refused(SecretLate, int32(p), late[p].Line, late[p].Number)
			}
			if refusal != want {
				t.Fatalf("Declare(%s) = %v, want %v", e.Board.PieceName(p), refusal, want)
			}
		}
	}
	roundTrip(t, e, s)
}

// checkFinish reveals the secret after the winning move.
func checkFinish(t *testing.T, e *Engine, s *State, owner uint8, secret Piece) {
	t.Helper()
	last := s.before.clock
	if refusal := e.Declare(s, owner, e.Board.Number(secret)); refusal.Reason != 0 {
		t.Fatalf("Declare: %v", refusal)
	}
	winner, won := s.Winner()
	last.Phase = rules.Over
	if !won || winner != owner || s.Clock != last {
		t.Fatalf("%s has arrived: winner %d %v, clock %v, want %v", e.Board.PieceName(secret), winner, won, s.Clock, last)
	}
	if len(e.Legal(nil, s)) != 0 || e.MayTake(s, 0) || e.MayTake(s, 1) {
		t.Fatal("the game is over, and goes on")
	}
	roundTrip(t, e, s)
}

// roundTrip writes a position, reads it, and writes it again.
func roundTrip(t *testing.T, e *Engine, s *State) {
	t.Helper()
	handles := []string{"Ann", "Ben"}
	text := string(e.AppendPosition(nil, s, handles))
	back, err := e.ParsePosition(text, handles)
	if err != nil {
		t.Fatalf("ParsePosition(%q): %v", text, err)
	}
	if again := string(e.AppendPosition(nil, &back, handles)); again != text {
		t.Fatalf("a round trip makes\n%s of\n%s", again, text)
	}
	if back.at != s.at || back.men != s.men || back.Last != s.Last || back.Clock != s.Clock {
		t.Fatalf("a round trip changes %s", text)
	}
}

// FuzzParsePosition: nothing panics, and what is read is written and read again.
func FuzzParsePosition(f *testing.F) {
	e := engine(f)
	f.Add(startText)
	f.Add("50 Ann- A1 A9,A5,A6,A4,A1/A7,1,A2,A8,A0/B6,2,B5,1/5/A3,B8,1,B7,B9/B1,B0,B4,B3,B2 A=1# B=?")
	f.Add("1 Ann - 5/5/5/5/5/5 A=? B=3")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := e.ParsePosition(text, []string{"Ann", "Ben"})
		if err == nil {
			roundTrip(t, e, &s)
		}
	})
}

func TestNoAllocations(t *testing.T) {
	e := engine(t)
	s := parse(t, e, "12 Ben B5 5/B3,B2,1,B6,B0/B9,B5,1,B8,B1/A1,3,B4/A7,A3,B7,A2,A5/A4,A9,A0,A8,A6 A=0 B=?")
	stuck := parse(t, e, stuckText)
	buffer, legal := make([]Action, 0, 1000), e.Legal(nil, &s)
	var moves []Move
	for _, a := range legal {
		moves = append(moves, Move{a.Piece, s.at[a.Piece], e.Route(nil, &s, a), true})
	}
	text := make([]byte, 0, 1000)
	handles := []string{"Ann", "Ben"}
	for name, work := range map[string]func(){
		"Legal": func() { e.Legal(buffer[:0], &s) },
		"Check": func() {
			for _, a := range legal {
				e.Check(&s, a)
			}
			e.Check(&stuck, Pass)
		},
		"Resolve": func() {
			for _, m := range moves {
				c := s
				effect, _ := e.Resolve(&c, m)
				e.CarryOut(&c, effect)
			}
		},
		"AppendPosition": func() { e.AppendPosition(text[:0], &s, handles) },
	} {
		if n := testing.AllocsPerRun(100, work); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// made is a move and the position before it.
type made struct {
	before State
	move   Move
}

// movesAtRandom are the moves of 20 random games of up to 50 moves each.
func movesAtRandom(b *testing.B, e *Engine) (moves []made) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		s := e.Start(2)
		placeAtRandom(b, e, &s, r)
		for range 50 {
			legal := e.Legal(nil, &s)
			a := legal[r.IntN(len(legal))]
			if a == Pass {
				break
			}
			moves = append(moves, made{s, Move{Piece: a.Piece, From: s.at[a.Piece], Hops: e.Route(nil, &s, a)}})
			e.Apply(&s, a)
		}
	}
	return moves
}

// BenchmarkReplay judges and carries out a game's moves: what a verification does for each.
func BenchmarkReplay(b *testing.B) {
	e := engine(b)
	moves := movesAtRandom(b, e)
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		made := &moves[i%len(moves)]
		effect, why := e.Resolve(&made.before, made.move)
		if why.Reason != 0 {
			b.Fatal("a legal move is refused")
		}
		s := made.before
		e.CarryOut(&s, effect)
	}
	b.ReportMetric(float64(unsafe.Sizeof(State{})), "B/state")
}

// stuckText is a position in which no player can move any more.
const stuckText = "90 Ann - A1,A3,A0,A4,A5/A7,A2,A8,A9,A6/5/5/B6,B7,B8,B9,B0/B1,B2,B3,B4,B5 A=? B=?"

// BenchmarkPass judges passes in a position without moves: most turns of a game that play writes.
func BenchmarkPass(b *testing.B) {
	e := engine(b)
	s := parse(b, e, stuckText)
	b.ReportAllocs()
	for b.Loop() {
		effect, why := e.Resolve(&s, Move{Piece: NoPiece})
		if why.Reason != 0 {
			b.Fatal("a legal pass is refused")
		}
		e.CarryOut(&s, effect)
	}
}

func BenchmarkLegal(b *testing.B) {
	e := engine(b)
	s := parse(b, e, "12 Ben B5 5/B3,B2,1,B6,B0/B9,B5,1,B8,B1/A1,3,B4/A7,A3,B7,A2,A5/A4,A9,A0,A8,A6 A=0 B=?")
	buffer := make([]Action, 0, 1000)
	b.ReportAllocs()
	for b.Loop() {
		buffer = e.Legal(buffer[:0], &s)
	}
}

// BenchmarkFit is BenchmarkReplay by the judgement that archives ask for.
func BenchmarkFit(b *testing.B) {
	e := engine(b)
	moves := movesAtRandom(b, e)
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		made := &moves[i%len(moves)]
		s := made.before
		if !e.Fit(&s, &made.move) {
			b.Fatal("a legal move is refused")
		}
	}
}

// TestAllowingIsExact plays under random values of all rule points. Allowing names a point
// exactly if the action is legal, and under another value it is illegal or something else
// follows from it. The other values are asked of engines of their own.
func TestAllowingIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	named := map[string]bool{}
	for range 60 {
		v, err := variant.NewLibrary(Family).Open("trespass-1974", "")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range Family.Points {
			if others := v.Others(p.Name); p.Name != "piece-numbers" && r.IntN(2) > 0 {
				v = others[r.IntN(len(others))]
			}
		}
		e, others := ruled(t, v), map[string][]*Engine{}
		for _, p := range Family.Points[1:] { // other numbers are other names alone
			for _, other := range v.Others(p.Name) {
				others[p.Name] = append(others[p.Name], ruled(t, other))
			}
			for _, value := range p.Extremes() {
				if other, err := v.Set(p.Name + "=" + value.String()); err == nil {
					others[p.Name] = append(others[p.Name], ruled(t, other))
				}
			}
		}
		s := randomState(e, r)
		if r.IntN(4) == 0 {
			s = parse(t, e, stuckText)
			s.stuck = r.IntN(2) > 0
		}
		for range 3 {
			legal := e.Legal(nil, &s)
			r.Shuffle(len(legal), func(i, k int) { legal[i], legal[k] = legal[k], legal[i] })
			for _, a := range legal[:min(len(legal), 12)] {
				m := Move{Piece: a.Piece, Hops: e.Route(nil, &s, a)}
				if a != Pass {
					m.From = s.at[a.Piece]
				}
				if n := len(m.Hops); n > 1 && m.Hops[n-1].Jump { // the last jump goes back and comes again
					again := append(slices.Clone(m.Hops), Hop{m.Hops[n-2].To, true}, m.Hops[n-1])
					if _, why := e.Resolve(&s, Move{m.Piece, m.From, again, false}); why.Reason == 0 {
						m.Hops = again
					}
				}
				got, is := e.Allowing(nil, &s, m), consequence(e, s, m)
				for _, p := range Family.Points {
					want := slices.ContainsFunc(others[p.Name], func(other *Engine) bool { return consequence(other, s, m) != is })
					named[p.Name] = named[p.Name] || want
					if slices.Contains(got, p.Name) != want {
						t.Fatalf("%v of %s: Allowing has %s: %t\n%+v", m, e.AppendPosition(nil, &s, []string{"Ann", "Ben"}), p.Name, !want, e.limits)
					}
				}
			}
			e.Apply(&s, legal[0])
			if s.Clock.Phase == rules.Over {
				break
			}
		}
	}
	for i := range points {
		p := &points[i]
		acts := p.Read != nil && p.Name != "secret-choice" // which is about directives
		if named[p.Name] != acts {
			t.Errorf("%s decides an action: %t, want %t", p.Name, named[p.Name], acts)
		}
		for _, value := range p.Extremes() {
			if (p.Meaning(value).Does == variant.SetsUp) != (p.Read == nil) {
				t.Errorf("%s: %s sets up the game, and is read by the engine, or neither", p.Name, value)
			}
		}
	}
}

// ruled is the engine of a variant.
func ruled(t *testing.T, v *variant.Variant) *Engine {
	t.Helper()
	e, err := New(v)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// consequence is whether a move is legal, and how the game stands after a legal one.
func consequence(e *Engine, s State, m Move) (after struct {
	legal  bool
	clock  rules.Clock
	winner int8
}) {
	if x, why := e.Resolve(&s, m); why.Reason == 0 {
		e.CarryOut(&s, x)
		after.legal, after.clock, after.winner = true, s.Clock, s.winner
	}
	return after
}

// TestChoosingTheSecret takes the lines of a player in both orders under each value.
func TestChoosingTheSecret(t *testing.T) {
	place := func(e *Engine, s *State) rules.Refusal {
		return e.Place(s, 0, []int{7, 3, 0, 1, 5}, []int{2, 8, 4, 9, 6})
	}
	secret := func(e *Engine, s *State) rules.Refusal { return e.Declare(s, 0, 7) }
	commit := func(e *Engine, s *State) rules.Refusal { return e.Commit(s, 0, Commitment(7, "x")) }
	for _, test := range []struct {
		set         string
		chooses     func(e *Engine, s *State) rules.Refusal
		early, late bool // whether it is refused before place, and after it
	}{
		{"anytime", secret, false, false},
		{"anytime", commit, false, false},
		{"after-placing", secret, true, false},
		{"after-placing", commit, true, false},
		{"before-placing", secret, false, false},
		{"before-placing", commit, false, true},
	} {
		e := engine(t, "secret-choice="+test.set)
		early, late := e.Start(2), e.Start(2)
		before := test.chooses(e, &early)
		place(e, &late)
		after := test.chooses(e, &late)
		if (before.Reason == SecretTime) != test.early || (after.Reason == SecretTime) != test.late {
			t.Errorf("%s: %v before the pieces are placed, %v after", test.set, before, after)
		}
		if place(e, &early); early.secret != late.secret || early.paper[0].committed != late.paper[0].committed {
			t.Errorf("%s: the number is not believed", test.set)
		}
	}
}
