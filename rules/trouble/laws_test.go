package trouble

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules"
	"tpnote/rules/variant"
)

// boards are boards of several sizes; "" is the built-in one.
var boards = []string{
	"", "",
	"{colours: [Aa, Bb, Cc], quarter: 2, finish: 3, pegs: 2}",
	"{colours: [Aa, Bb, Cc, Dd, Ee, Ff], quarter: 4, finish: 6, pegs: 5}",
	"{colours: [Aa, Bb, Cc, Dd, Ee, Ff, Gg, Hh], quarter: 24, finish: 8, pegs: 8}",
}

// someEngine is an engine with random rules on one of the boards, perhaps with sides.
func someEngine(t testing.TB, r *rand.Rand) *Engine {
	t.Helper()
	text := "variant: x\nextends: trouble-official\n"
	board := boards[r.IntN(len(boards))]
	if board != "" {
		text += "board: " + board + "\nrules: {players: 2-3}\n"
	}
	v, err := library.Parse("x.yaml", []byte(text), nil)
	for _, p := range Family.Points {
		if err == nil && p.Name != "players" {
			v, err = v.Set(p.Name + "=" + someValue(&p, r))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(v)
	if err != nil {
		t.Fatal(err)
	}
	if board == "" && r.IntN(4) == 0 {
		e = e.WithSides([]Sides{{1, 2, 1, 2}, {1, 1, 2, 2}}[r.IntN(2)])
	}
	return e
}

// someValue is a value of a rule point, as --set takes it.
func someValue(p *variant.Point, r *rand.Rand) string {
	switch {
	case p.Kind == variant.Faces && p.Name != "enter-on" && r.IntN(3) == 0:
		return "[]"
	case p.Kind == variant.Faces:
		faces := "6" // to leave HOME takes one
		for face := range 5 {
			if r.IntN(4) == 0 {
				faces += "," + strconv.Itoa(face+1)
			}
		}
		return faces
	case len(p.Choices()) == 0 || p.Kind == variant.Number && r.IntN(2) == 0:
		return strconv.Itoa(p.Min + r.IntN(min(p.Max-p.Min+1, 4)))
	}
	return p.Choices()[r.IntN(len(p.Choices()))]
}

// lawEngines are the built-in variants, and engines with random rules.
func lawEngines(t testing.TB) []*Engine {
	var engines []*Engine
	for _, name := range library.Builtin() {
		engines = append(engines, engineOf(t, name))
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		engines = append(engines, someEngine(t, r))
	}
	return engines
}

// scatter is a position with some colours of the board in a random order of the seats, their pegs
// anywhere, and none of them finished. Some have only one peg to bring into FINISH.
func scatter(e *Engine, r *rand.Rand) State {
	n := 1 + r.IntN(len(e.Colours))
	if e.sides != (Sides{}) {
		n = 4
	}
	colours := make([]uint8, n)
	first := r.IntN(len(e.Colours))
	for i := range colours {
		colours[i] = uint8((first + i) % len(e.Colours))
	}
	s := e.StartWith(colours)
	s.Clock = rules.Clock{Number: 1 + r.Int32N(1000), Seat: uint8(r.IntN(n))}
	turn := s.Clock.Seat
	for s.Clock.Seat = range s.Seats { // meet looks at the board as the player to move does
		pegs := e.PegsOf(&s, s.Clock.Seat)
		nearly := r.IntN(8) == 0
		for i := range pegs {
			p := Pos(r.IntN(int(e.last) + 1))
			if r.IntN(3) == 0 {
				p = e.last - Pos(r.IntN(8)) // where the rules differ
			}
			if nearly && i > 0 {
				p = e.last - Pos(i-1)
			}
			if i == 0 && p > e.track || e.meet(&s, p).found {
				continue // stays in HOME; the first does not finish
			}
			pegs[i] = p
		}
		slices.Sort(pegs)
	}
	s.Clock.Seat = turn
	return s
}

// walk finds the legal moves another way, straight from spec/trouble.md: it sets the pegs
// out by the names of their spaces, and walks space by space.
func walk(e *Engine, s *State) []string {
	seat := s.Clock.Seat
	colour := s.Colours[seat]
	names := func(colour uint8) []string { // HOME, round the track, FINISH
		all := e.names[1 : e.track+1]
		start := int(colour) * int(e.quarter)
		path := append([]string{"home"}, all[start:]...)
		path = append(path, all[:start]...)
		for i := 1; i <= int(e.last-e.track); i++ {
			path = append(path, "f"+strconv.Itoa(i))
		}
		return path
	}
	path := names(colour)
	own, others := map[string]bool{}, map[string]uint8{}
	start := map[string]bool{} // spaces where a peg is on its own START
	for x := range s.Seats {
		for _, p := range s.Pegs[x][:e.pegs] {
			name := names(s.Colours[x])[p]
			switch {
			case x == seat:
				own[name] = true
			case p > 0 && p <= e.track:
				others[name] = x
				start[name] = p == 1
			}
		}
	}
	v := e.Variant
	rearmost := 0
	for at := range path {
		if at > int(e.track) && !own[path[at]] {
			rearmost = at
		}
	}
	// target walks from a space, and turns back where the variant lets a peg bounce. ok is false
	// for a walk beyond FINISH, into HOME, or back to where it began.
	target := func(at, die int) (to int, passed, ok bool) {
		if at == 0 {
			return 1, false, v.Setting("enter-on").Value.Has(die)
		}
		end := len(path) - 1
		switch v.Setting("finish-entry").Value.Word {
		case "deepest":
			end = rearmost
		case "any-no-passing":
			for i := end; i > max(at, int(e.track)); i-- {
				if own[path[i]] {
					end = i - 1
				}
			}
		}
		to, step := at, 1
		for range die {
			if to > int(e.track) && to != at && own[path[min(to, len(path)-1)]] {
				passed = true
			}
			if to == end && at < end && v.Is("finish-bounce", "yes") {
				step = -1
			}
			if to += step; to <= 0 {
				return 0, false, false
			}
		}
		return to, passed, to < len(path) && to != at
	}
	lands := func(at, to int, passed bool) bool {
		name, inside := path[to], to > int(e.track)
		holder, held := others[name]
		held = held && !inside
		switch {
		case own[name] && !(v.Is("own-landing", "sends-home") && to > 1 && !inside),
			held && e.sides[holder] != 0 && e.sides[holder] == e.sides[seat] && !(v.Is("own-landing", "sends-home") && to > 1),
			held && start[name] && v.Is("start-safe", "yes"),
			at > int(e.track) && v.Is("finish-moves", "no"),
			inside && v.Is("finish-entry", "deepest") && to != rearmost,
			inside && v.Is("finish-entry", "any-no-passing") && passed:
			return false
		}
		return true
	}
	enters := func(at int) bool {
		for die := 1; die <= 6; die++ {
			if to, passed, ok := target(at, die); at > 0 && ok && to > int(e.track) && lands(at, to, passed) {
				return true
			}
		}
		return false
	}
	var moves []string
	for die := 1; die <= 6; die++ {
		n := len(moves)
		if v.Is("forced-move", "no") {
			moves = append(moves, strconv.Itoa(die)+":pass")
		}
		for at, from := range path {
			if !own[from] || s.Rank[seat] != 0 {
				continue
			}
			to, passed, ok := target(at, die)
			creeps := to <= int(e.track) && v.Is("finish-approach", "exact") && enters(at)
			if ok && !creeps && lands(at, to, passed) {
				moves = append(moves, strconv.Itoa(die)+":"+from+"-"+path[to])
			}
		}
		if len(moves) == n {
			moves = append(moves, strconv.Itoa(die)+":pass")
		}
	}
	return moves
}

func show(e *Engine, s *State, a Action) string {
	die := strconv.Itoa(int(a.Die))
	if a.IsPass() {
		return die + ":pass"
	}
	colour := s.Colours[s.Clock.Seat]
	return die + ":" + e.Name(colour, a.From) + "-" + e.Name(colour, a.To)
}

func less(a, b Action) bool {
	return slices.Compare([]Pos{Pos(a.Die), a.From, a.To}, []Pos{Pos(b.Die), b.From, b.To}) < 0
}

// checkLaws checks the laws of all positions for one.
func checkLaws(t *testing.T, e *Engine, s State, handles []string) {
	t.Helper()
	text := write(e, &s, handles)
	legal := e.Legal(nil, &s)
	if s.Clock.Phase != rules.Over {
		var words []string
		for _, a := range legal {
			words = append(words, show(e, &s, a))
		}
		if diff := cmp.Diff(walk(e, &s), words); diff != "" {
			t.Fatalf("%s: legal (-walked +got):\n%s", text, diff)
		}
	}
	isLegal := map[Action]bool{}
	for i, a := range legal {
		isLegal[a] = true
		if i > 0 && !less(legal[i-1], a) {
			t.Fatalf("%s: %v comes before %v", text, legal[i-1], a)
		}
		if x := e.Effect(&s, a); x.Moves() == a.IsPass() {
			t.Fatalf("%s: %s is legal, and cannot be carried out", text, show(e, &s, a))
		}
	}
	for die := uint8(1); die <= 6; die++ {
		for from := Home; from <= e.last; from++ {
			first, last := Home, e.last
			if e.last > 100 && from != Home && !e.holds(&s, s.Clock.Seat, from) { // of a large board, the spaces near one without a peg are enough
				first, last = from, min(from+6, e.last)
			}
			for to := first; to <= last; to++ {
				a := Action{Die: die, From: from, To: to}
				if to == Home {
					a = Pass(die) // nothing can be written that moves to HOME
				}
				if r := e.Check(&s, a); (r.Reason == 0) != isLegal[a] {
					t.Fatalf("%s: %s is refused by %v, and legal: %t", text, show(e, &s, a), r, isLegal[a])
				}
			}
		}
	}
	read, err := e.ParsePosition(text, handles)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if read = e.Adopt(read, s); read != s {
		t.Fatalf("%s is read as %s", text, write(e, &read, handles))
	}
}

// playOne carries out one action, mostly a legal one; now and then a player leaves.
func playOne(e *Engine, s *State, r *rand.Rand) {
	if r.IntN(40) == 0 {
		e.Leave(s, uint8(r.IntN(int(s.Seats))))
		return
	}
	if legal := e.Legal(nil, s); r.IntN(4) > 0 {
		e.Apply(s, legal[r.IntN(len(legal))])
		return
	}
	pegs := e.PegsOf(s, s.Clock.Seat)
	e.Apply(s, Action{Die: uint8(1 + r.IntN(6)), From: pegs[r.IntN(len(pegs))], To: Pos(r.IntN(int(e.last) + 1))})
}

// play checks the laws for the positions of a game, begun anywhere and with mistakes in it.
func play(t *testing.T, e *Engine, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	s := scatter(e, r)
	var handles []string
	for _, colour := range s.Colours[:s.Seats] {
		handles = append(handles, e.Colours[colour])
	}
	for range 6 {
		checkLaws(t, e, s, handles)
		for range r.IntN(20) {
			if s.Clock.Phase == rules.Over {
				return
			}
			playOne(e, &s, r)
		}
	}
}

func TestLaws(t *testing.T) {
	for i, e := range lawEngines(t) {
		for seed := range uint64(4) {
			play(t, e, seed<<8+uint64(i))
		}
	}
}

func FuzzLaws(f *testing.F) {
	engines := lawEngines(f)
	f.Add(uint8(0), uint64(1))
	f.Add(uint8(3), uint64(2))
	f.Add(uint8(6), uint64(3))
	f.Fuzz(func(t *testing.T, which uint8, seed uint64) { play(t, engines[int(which)%len(engines)], seed) })
}

// FuzzPosition checks that every text that is a position prints as it was read.
func FuzzPosition(f *testing.F) {
	e := engineOf(f, "trouble-official", "extra-pop-limit=3")
	handles := []string{"Red", "Blue", "Green"}
	for _, text := range []string{
		"8 Red+ Red=home,home,re3,f4 Blue=home,home,home,bl0 Green=home,home,home,home",
		"8 Green Red=f1,f2,f3,f4#1 Blue=home,home,home,bl0 Green=home,home,home,home",
		"8 Green- Red=f1,f2,f3,f4#1 Blue=home,home,home,bl0 Green=f1,f2,f3,f4#2",
		"1 Red", "", "1", "x Red a b c", "1 + Red= Blue= Green=", "1 Red Red=#1 Blue=, Green==",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := e.ParsePosition(text, handles)
		if err != nil {
			return
		}
		printed := write(e, &s, handles)
		if again, err := e.ParsePosition(printed, handles); err != nil || again != s {
			t.Fatalf("%q prints as %q, which is read otherwise: %v", text, printed, err)
		}
		checkLaws(t, e, s, handles)
	})
}

// TestPlayouts plays whole games at random: they end, every colour but one with a place.
func TestPlayouts(t *testing.T) {
	for _, name := range library.Builtin() {
		for players := 1; players <= 4; players++ {
			e := engineOf(t, name)
			r := rand.New(rand.NewPCG(7, uint64(players)))
			s := e.Start(players)
			pops := 0
			for ; s.Clock.Phase != rules.Over && pops < 100_000; pops++ {
				die := uint8(1 + r.IntN(6))
				legal := slices.DeleteFunc(e.Legal(nil, &s), func(a Action) bool { return a.Die != die })
				a := legal[r.IntN(len(legal))]
				x := e.Effect(&s, a)
				seat := s.Clock.Seat
				e.Apply(&s, a)
				if x.Finishes != (s.Rank[seat] != 0) {
					t.Fatalf("%v finishes: %t, but: %+v", a, x.Finishes, s)
				}
			}
			ranking := e.Ranking(nil, &s)
			if s.Clock.Phase != rules.Over || !e.Finished(&s) || len(ranking) != players {
				t.Errorf("%s with %d players after %d pops: %v of %s", name, players, pops, ranking, e.AppendPosition(nil, &s, e.Colours))
			}
		}
	}
}

// TestSpace checks the names of spaces: every colour's Name is found again, and
// different colours mean the same space by one track name.
func TestSpace(t *testing.T) {
	for _, e := range lawEngines(t) {
		for colour := range uint8(len(e.Colours)) {
			code := strings.ToLower(e.Colours[colour][:2])
			if p, ok := e.Space(colour, code+"0"); !ok || p != AtStart {
				t.Errorf("%s0 is no START but %d", code, p)
			}
			for p := Home; p <= e.last; p++ {
				if got, ok := e.Space(colour, e.Name(colour, p)); !ok || got != p {
					t.Errorf("%s: %s is %d, not %d", e.Colours[colour], e.Name(colour, p), got, p)
				}
				table := e.StartWith([]uint8{colour})
				if first, ok := e.Space(0, e.Name(colour, p)); !ok || e.Here(&table, first) != p {
					t.Errorf("%s is here %d, not %d", e.Name(colour, p), e.Here(&table, first), p)
				}
				if other := uint8(0); p != Home && p <= e.track && e.Name(other, e.seen(colour, other, p)) != e.Name(colour, p) {
					t.Errorf("%s: %s has two names", e.Colours[colour], e.Name(colour, p))
				}
			}
		}
		for _, name := range []string{"", "f0", "f9", "hom", "re99", "zz0"} {
			if p, ok := e.Space(0, name); ok {
				t.Errorf("there is a space %q: %d", name, p)
			}
		}
	}
}

func BenchmarkCheckApply(b *testing.B) {
	e := engineOf(b, "trouble-official")
	start := parse(b, e, "7 Red Red=home,re0,bl3,f4 Blue=home,home,bl5,gr0 Green=home,home,re3,ye0 Yellow=home,home,home,re4")
	a := read(b, e, &start, "3:re0-re3")
	b.ReportAllocs()
	for b.Loop() {
		s := start
		if r := e.Check(&s, a); r.Reason != 0 {
			b.Fatal(r)
		}
		e.Apply(&s, a)
	}
}

func BenchmarkLegal(b *testing.B) {
	e := engineOf(b, "trouble-official")
	s := parse(b, e, "7 Red Red=home,re0,bl3,f4 Blue=home,home,bl5,gr0 Green=home,home,re3,ye0 Yellow=home,home,home,re4")
	b.ReportAllocs()
	var legal []Action
	for b.Loop() {
		legal = e.Legal(legal[:0], &s)
	}
}

// TestFit compares Fit with Resolve and Apply, in scattered positions, for actions legal and not and
// for every mark.
func TestFit(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, e := range lawEngines(t) {
		for range 60 {
			s := scatter(e, r)
			actions := e.Legal(nil, &s)
			for range 20 {
				actions = append(actions, Action{Die: uint8(r.IntN(8)), From: Pos(r.IntN(int(e.last) + 2)), To: Pos(r.IntN(int(e.last) + 2))})
			}
			for _, a := range actions {
				x, refused := e.Effect(&s, a), e.Check(&s, a)
				for _, mark := range []Mark{{}, {Captures: true}, {Finishes: true}, {true, true}} {
					after, want := s, s
					fits := refused.Reason == 0 && mark == x.Mark
					if fits {
						e.Apply(&want, a)
					}
					if got := e.Fit(&after, a, mark); got != fits || after != want {
						t.Fatalf("%+v with %+v in %+v: fits %t, want %t: %+v, want %+v", a, mark, s, got, fits, after, want)
					}
				}
			}
		}
	}
}

// otherwise lists the engines of the variants that differ from one in the value of a rule point.
// Of large numbers it takes the lowest and the highest.
func otherwise(t *testing.T, e *Engine, p *variant.Point) (engines []*Engine) {
	values := slices.Clone(p.Choices())
	switch p.Kind {
	case variant.Number:
		for n := p.Min; n <= p.Max; n++ {
			if n < p.Min+6 || n == p.Max {
				values = append(values, strconv.Itoa(n))
			}
		}
	case variant.Faces:
		values = append(values, "1,2,3,4,5,6")
		for face := 1; face <= 6; face++ {
			values = append(values, strconv.Itoa(face))
		}
	}
	for _, value := range values {
		engines = append(engines, under(t, e, p.Name+"="+value))
	}
	return engines
}

// TestDeciding checks the rule points that are named for a legal action. A rule point is
// named exactly if the action is illegal under another value, or leads to another position or
// another turn: how many extra pops have been counted is no consequence of the action.
func TestDeciding(t *testing.T) {
	after := func(e *Engine, s State, a Action) State {
		s.Back = e.counterClockwise
		e.Apply(&s, a)
		s.Back, s.Extra = false, 0
		return s
	}
	r := rand.New(rand.NewPCG(8, 9))
	named := map[string]bool{}
	for _, e := range lawEngines(t) {
		others := map[string][]*Engine{}
		for i := range points {
			if points[i].Read != nil {
				others[points[i].Name] = otherwise(t, e, &points[i].Point)
			}
		}
		for range 8 {
			s := scatter(e, r)
			for _, a := range e.Legal(nil, &s) {
				got, is := e.Deciding(&s, a), after(e, s, a)
				for point, engines := range others {
					want := slices.ContainsFunc(engines, func(other *Engine) bool {
						return other.Check(&s, a).Reason != 0 || after(other, s, a) != is
					})
					if slices.Contains(got, point) != want {
						t.Fatalf("%+v in %+v under %s: %s is named: %t, and decides: %t", a, s, e.Variant.Setting(point).Value, point, !want, want)
					}
					named[point] = named[point] || want
				}
			}
		}
	}
	for i := range points {
		if row := &points[i]; named[row.Name] != (row.Values[0].Does != variant.SetsUp) {
			t.Errorf("%s has decided: %t, and its row says: %v", row.Name, named[row.Name], row.Values)
		}
	}
}

// under is an engine with other values of some rule points.
func under(t *testing.T, e *Engine, sets ...string) *Engine {
	v, err := e.Variant.Set(sets...)
	if err != nil {
		t.Fatal(err)
	}
	other, err := New(v)
	if err != nil {
		t.Fatal(err)
	}
	return other.WithSides(e.sides)
}

// TestBearing checks the effects that a row gives its values: a value that permits allows all that
// others allow, and between values that change consequences nothing differs in what is legal.
func TestBearing(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 11))
	for _, e := range lawEngines(t) {
		for i := range points {
			row := &points[i]
			if row.Values[0].Does == variant.SetsUp || row.Kind == variant.Faces {
				continue // a set of faces permits what it has, and forbids the rest
			}
			// What FINISH takes decides where a peg turns back and which may not move up.
			engines := otherwise(t, under(t, e, "finish-bounce=no", "finish-approach=free"), &row.Point)
			for range 4 {
				s := scatter(e, r)
				most := map[Action]bool{} // moves that some value allows
				for _, other := range engines {
					for _, a := range moving(other, &s) {
						most[a] = true
					}
				}
				for _, other := range engines {
					value, can := other.Variant.Setting(row.Name).Value, moving(other, &s)
					if row.Meaning(value).Does != variant.Forbids && len(can) != len(most) {
						t.Fatalf("%s: %s allows %d of %d moves in %+v, and forbids none", row.Name, value, len(can), len(most), s)
					}
				}
			}
		}
	}
}

// moving lists the legal actions, without the forced passes.
func moving(e *Engine, s *State) []Action {
	return slices.DeleteFunc(e.Legal(nil, s), func(a Action) bool { return a.IsPass() && !e.mayPass })
}

// BenchmarkFit is the time for one action of an archive.
func BenchmarkFit(b *testing.B) {
	e := engineOf(b, "trouble-official")
	start, r := e.Start(4), rand.New(rand.NewPCG(1, 2))
	type word struct {
		a    Action
		mark Mark
	}
	var words []word
	for s := start; s.Clock.Phase != rules.Over; {
		legal := e.LegalOf(nil, &s, uint8(1+r.IntN(6)))
		a := legal[r.IntN(len(legal))]
		x := e.Effect(&s, a)
		words = append(words, word{a, x.Mark})
		e.Apply(&s, a)
	}
	b.ReportAllocs()
	s, i := start, 0
	for b.Loop() {
		if i == len(words) {
			s, i = start, 0
		}
		if !e.Fit(&s, words[i].a, words[i].mark) {
			b.Fatal("refused")
		}
		i++
	}
}
