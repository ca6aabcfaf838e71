package wheel_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/rules/wheel"
)

// choices makes decisions from bytes, so that one generator serves tests and fuzzing.
type choices []byte

// of returns a number from 0 to n-1; 0 when the bytes have run out.
func (c *choices) of(n int) int {
	if len(*c) == 0 {
		return 0
	}
	b := int((*c)[0])
	*c = (*c)[1:]
	return b % n
}

// someBytes are the choices of one random run.
func someBytes(seed uint64, n int) choices {
	rng := rand.New(rand.NewPCG(seed, 7))
	c := make(choices, n)
	for i := range c {
		c[i] = byte(rng.Uint32())
	}
	return c
}

// someRules lists, for every rule point, a value of its table as --set takes it.
func someRules(c *choices, family *variant.Family, colours []string) (set []string) {
	for _, p := range family.Points {
		value := ""
		switch {
		case p.Name == "wedges-to-win":
			value = fmt.Sprint(1 + c.of(len(colours)))
		case p.Name == "wedge-set" && c.of(2) == 0:
			value = colours[c.of(len(colours))]
		case p.Kind == variant.Number || p.Kind == variant.Range:
			value = fmt.Sprint(p.Min + c.of(p.Max-p.Min+1))
		default:
			value = p.Choices()[c.of(len(p.Choices()))]
		}
		set = append(set, p.Name+"="+value)
	}
	return set
}

// someEngine is a built-in variant or little, half of the time under random rules.
func someEngine(t testing.TB, c *choices) *wheel.Engine {
	names := append([]string{"little"}, builtins...)
	name := names[c.of(len(names))]
	e := engine(t, name)
	if c.of(2) == 0 {
		return e
	}
	return engine(t, name, someRules(c, wheel.Family, e.Board.Colours)...)
}

// someSetup is the text of a position such as a Setup tag may give; perhaps one that
// contradicts itself.
func someSetup(c *choices, e *wheel.Engine, players int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s%s", 1+c.of(9), handles[c.of(players)], []string{"", "", "", "+", "+", "-"}[c.of(6)])
	for _, h := range handles[:players] {
		space, wedges, won, barred := e.Board.Names[c.of(e.Board.Len())], "", "", ""
		mark := "/"
		if much := c.of(4); much > 0 {
			for _, code := range e.Board.Colours {
				if much == 3 || c.of(2) == 0 {
					wedges, mark = wedges+mark+code, ","
				}
			}
		}
		switch c.of(8) {
		case 0:
			space, won = "hub", "#"
		case 1:
			barred = "!hub"
		case 2:
			barred = "!" + e.Board.Colours[c.of(len(e.Board.Colours))]
		}
		fmt.Fprintf(&b, " %s=%s%s%s%s", h, space, wedges, barred, won)
	}
	return b.String() + []string{"", " @A", " @B"}[c.of(3)]
}

// checkIsLegal compares Check with Legal for all actions.
func checkIsLegal(t testing.TB, e *wheel.Engine, s *wheel.State) {
	t.Helper()
	list := e.Legal(nil, s)
	legal := make(map[wheel.Action]bool, len(list))
	for i, a := range list {
		legal[a] = true
		if e.Canonical(a) != a {
			t.Fatalf("%s: Legal lists %+v, which is %+v", show(e, s), a, e.Canonical(a))
		}
		if i > 0 && !before(list[i-1], a) {
			t.Fatalf("%s: Legal lists %+v before %+v", show(e, s), list[i-1], a)
		}
	}
	boxes := e.Variant.Setting("card-boxes").Value.Lo
	strict := e.Variant.Is("card-alternation", "strict") && boxes > 1
	once := e.Variant.Is("card-repeat", "never")
	a := wheel.Action{Card: s.Card}
	for a.Die = range uint8(8) {
		for a.Space = range wheel.Space(e.Board.Len()) {
			for a.Category = range uint8(len(e.Board.Colours) + 2) {
				for a.Answer = range wheel.Wrong + 1 {
					for a.Box = range uint8(4) {
						box := a.Box == 0 || a.Answer != wheel.NoAnswer && int(a.Box) <= boxes && !(strict && a.Box == s.Box) && !(once && a.Box == s.Box && a.Card != 0)
						want := box && legal[e.Canonical(a)]
						if r := e.Check(s, a); (r.Reason == 0) != want {
							t.Fatalf("%s\nrules %v\n%+v on %s: %+v, want legal %v", show(e, s), rulesOf(e), a, e.Board.Names[a.Space], r, want)
						}
					}
				}
			}
		}
	}
}

func before(a, b wheel.Action) bool {
	key := func(a wheel.Action) int {
		return ((int(a.Die)*256+int(a.Space))*256+int(a.Category))*256 + int(a.Answer)
	}
	return key(a) < key(b)
}

func rulesOf(e *wheel.Engine) (out []string) {
	for i, p := range e.Variant.Family.Points {
		out = append(out, p.Name+"="+e.Variant.Settings[i].Value.String())
	}
	return out
}

// printsBack checks that a position is read back as it was printed. Who has had a turn is
// not shown, and only compared where it was read from a text in the first place.
func printsBack(t testing.TB, e *wheel.Engine, s wheel.State, had bool) {
	t.Helper()
	text := show(e, &s)
	got, err := e.ParsePosition(text, handles[:s.Seats])
	if err != nil {
		t.Fatalf("%s\nrules %v: %v", text, rulesOf(e), err)
	}
	if again := show(e, &got); again != text {
		t.Fatalf("%s is read as\n%s", text, again)
	}
	if !had {
		got.Had, got.Fresh, got.Card = s.Had, s.Fresh, s.Card
	}
	if got != s {
		t.Fatalf("%s\n%s", text, cmp.Diff(s, got))
	}
}

// laws plays on from a start or a setup, as the choices have it, and checks the laws
// for every position; the costly one only if thorough is set.
func laws(t testing.TB, c choices, thorough func(turn int) bool) {
	e := someEngine(t, &c)
	players := 1 + c.of(len(handles))
	s := e.Start(players)
	e.Take(&s, uint8(c.of(players)), 1)
	for range c.of(8) {
		if read, err := e.ParsePosition(someSetup(&c, e, players), handles[:players]); err == nil {
			s = read
			printsBack(t, e, s, true)
			break
		}
	}
	var legal []wheel.Action
	for turn := 0; len(c) > 0; turn++ {
		printsBack(t, e, s, false)
		if thorough(turn) {
			checkIsLegal(t, e, &s)
		}
		if s.Clock.Phase == rules.Over {
			if s.Winners == 0 && s.Left == 0 {
				t.Fatalf("%s: no player has won", show(e, &s))
			}
			return
		}
		if seat := uint8(c.of(players)); c.of(4) == 0 && e.MayTake(&s, seat) {
			e.Take(&s, seat, s.Clock.Number)
			printsBack(t, e, s, false)
		}
		if c.of(60) == 59 {
			e.Leave(&s, uint8(c.of(players)))
			continue
		}
		if c.of(2) == 0 && e.MayStop(&s) {
			e.Close(&s)
			continue
		}
		legal = e.Legal(legal[:0], &s)
		if len(legal) == 0 {
			return // a little board may leave no way to go
		}
		a := legal[(c.of(256)*256+c.of(256))%len(legal)]
		if boxed := a; e.Board.Places[a.Space].Kind != wheel.RollAgain {
			if boxed.Box = uint8(c.of(3)); boxed.Box > 0 {
				boxed.Card = wheel.Card(c.of(3))
			}
			if e.Check(&s, boxed) == (rules.Refusal{}) {
				a = boxed
			}
		}
		was := s.Clock
		won := e.Due(&s, a) == wheel.WinMark && a.Answer == wheel.Right
		e.Apply(&s, a)
		if won != (s.Winners>>was.Seat&1 != 0) {
			t.Fatalf("%s: %s has answered the winning question: %v", show(e, &s), handles[was.Seat], won)
		}
		if s.Clock.Number < was.Number || s.Clock.Number > was.Number+1 || a.Answer == wheel.Wrong && s.Clock.Phase == rules.Open {
			t.Fatalf("the clock went from %+v to %+v by %+v", was, s.Clock, a)
		}
	}
}

func TestLaws(t *testing.T) {
	for seed := range uint64(100) {
		laws(t, someBytes(seed, 300), func(turn int) bool { return turn%8 == int(seed%8) })
	}
}

// TestCheckIsLegal sees to it that no built-in variant is left to chance.
func TestCheckIsLegal(t *testing.T) {
	for _, name := range append([]string{"little"}, builtins...) {
		e := engine(t, name)
		c := someBytes(1, 5000)
		for range 12 {
			players := 2 + c.of(3)
			if s, err := e.ParsePosition(someSetup(&c, e, players), handles[:players]); err == nil {
				checkIsLegal(t, e, &s)
			}
		}
		s := e.Start(2)
		checkIsLegal(t, e, &s)
	}
}

func TestPerft(t *testing.T) {
	for _, test := range []struct {
		name string
		want int
	}{
		{"master-1981", 5*6*2 + 6*2},
		{"genus-iii", 72},
		{"heisey-mania", 4*4*2 + 4*2 + 8*2},
	} {
		e := engine(t, test.name)
		s := e.Start(2)
		if got := len(e.Legal(nil, &s)); got != test.want {
			t.Errorf("%s: %d actions from the start, want %d", test.name, got, test.want)
		}
	}
}

// game is a fixed stretch of play for the measurements.
func game(t testing.TB, e *wheel.Engine) (wheel.State, []wheel.Action) {
	start := e.Start(3)
	s := start
	var played, legal []wheel.Action
	c := someBytes(3, 4000)
	for range 1000 {
		legal = e.Legal(legal[:0], &s)
		if len(legal) == 0 {
			break
		}
		a := legal[c.of(256)%len(legal)]
		played = append(played, a)
		e.Apply(&s, a)
	}
	if len(played) < 100 {
		t.Fatal("the game was too short to measure")
	}
	return start, played
}

func TestNoAllocation(t *testing.T) {
	e := engine(t, "genus-iii")
	start, played := game(t, e)
	legal := make([]wheel.Action, 0, 256)
	text := make([]byte, 0, 256)
	if allocs := testing.AllocsPerRun(10, func() {
		s := start
		for _, a := range played {
			if e.Check(&s, a).Reason != 0 {
				t.Fatal("refused")
			}
			a.Die = 7
			if e.Check(&s, a).Reason == 0 {
				t.Fatal("not refused")
			}
			e.Apply(&s, a)
		}
		legal = e.Legal(legal[:0], &s)
		text = e.AppendPosition(text[:0], &s, handles)
	}); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func BenchmarkCheckApply(b *testing.B) {
	e := engine(b, "genus-iii")
	start, played := game(b, e)
	b.ReportAllocs()
	s, i := start, 0
	for b.Loop() {
		if i == len(played) {
			s, i = start, 0
		}
		if e.Check(&s, played[i]).Reason != 0 {
			b.Fatal("refused")
		}
		e.Apply(&s, played[i])
		i++
	}
}

func BenchmarkLegal(b *testing.B) {
	e := engine(b, "genus-iii")
	start, played := game(b, e)
	b.ReportAllocs()
	var legal []wheel.Action
	s, i := start, 0
	for b.Loop() {
		if i == len(played) {
			s, i = start, 0
		}
		legal = e.Legal(legal[:0], &s)
		e.Apply(&s, played[i])
		i++
	}
}

// FuzzLaws plays whatever the bytes say.
func FuzzLaws(f *testing.F) {
	for seed := range uint64(8) {
		f.Add([]byte(someBytes(seed, 100)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 400 {
			return
		}
		laws(t, data, func(turn int) bool { return turn == 2 })
	})
}

// FuzzParsePosition: no text makes it panic, and what it reads is printed and read again.
func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{
		"13 Ben+ Ann=bl3/bl,pi Ben=hub Cleo=bl2or/ye @A", "7 Ann Ann=gr!gr Ben=or5bl Cleo=hub/br,bl,or,ye,pi,gr!hub @B",
		"26 Ann- Ann=hub/br,bl,or,ye,pi,gr# Ben=hub Cleo=hub", "1 + = = =", "1 Ann @", "1 -", "1 Ann Ann=!# Ben=/ Cleo=#", "",
	} {
		f.Add(text)
	}
	v, err := library.Open("genus-iii", "")
	if err != nil {
		f.Fatal(err)
	}
	e, err := wheel.New(v)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := e.ParsePosition(text, handles[:3])
		if err != nil {
			if _, ok := err.(*rules.PositionError); !ok || err.Error() == "" {
				t.Fatalf("%q: %T", text, err)
			}
			return
		}
		printsBack(t, e, s, true)
	})
}

// TestDeciding plays under random rules. Deciding names a rule point exactly if under another
// value a legal action is illegal, or something else follows from it. Engines of their own
// answer for the other values.
func TestDeciding(t *testing.T) {
	named := map[string]bool{}
	for seed := range uint64(60) {
		c := someBytes(seed, 3000)
		e := someEngine(t, &c)
		others := map[string][]*wheel.Engine{}
		for _, p := range e.Variant.Family.Points {
			others[p.Name] = otherwise(e, &p)
		}
		players := 2 + c.of(3)
		for range 6 {
			s, err := e.ParsePosition(someSetup(&c, e, players), handles[:players])
			if err != nil {
				continue
			}
			for range 5 {
				legal := e.Legal(nil, &s)
				if len(legal) == 0 {
					break
				}
				a := legal[(c.of(256)*256+c.of(256))%len(legal)]
				if boxed := a; a.Answer != wheel.NoAnswer {
					if boxed.Box, boxed.Card = uint8(c.of(3)), wheel.Card(c.of(5)); e.Check(&s, boxed).Reason == 0 {
						a = boxed
					}
				}
				got, is := e.Deciding(nil, &s, a), consequence(e, s, a)
				for point, engines := range others {
					want := slices.ContainsFunc(engines, func(other *wheel.Engine) bool { return consequence(other, s, a) != is })
					named[point] = named[point] || want
					if slices.Contains(got, point) != want {
						t.Fatalf("%+v in %s: %s is named: %t, and decides: %t\nrules %v", a, show(e, &s), point, !want, want, rulesOf(e))
					}
				}
				e.Apply(&s, a)
			}
		}
	}
	for _, p := range wheel.Family.Points {
		if setsUp := p.Name == "players" || p.Name == "rolloff-tie"; named[p.Name] == setsUp {
			t.Errorf("%s has decided: %t", p.Name, named[p.Name])
		}
	}
}

// otherwise returns the engines of the variants that differ from one in the value of a rule
// point, for values that its board allows.
func otherwise(e *wheel.Engine, p *variant.Point) (engines []*wheel.Engine) {
	values := slices.Clone(p.Choices())
	switch p.Kind {
	case variant.Number:
		for n := p.Min; n <= p.Max && n < p.Min+6; n++ {
			values = append(values, fmt.Sprint(n))
		}
		values = append(values, fmt.Sprint(p.Max))
	case variant.Names:
		values = append(append(values, e.Board.Colours...), strings.Join(e.Board.Colours, ","))
	}
	for _, value := range values {
		if v, err := e.Variant.Set(p.Name + "=" + value); err == nil {
			if other, err := wheel.New(v); err == nil {
				engines = append(engines, other)
			}
		}
	}
	return engines
}

// consequence is whether an action is legal, whether the player may then stop, and what the
// position after it shows.
func consequence(e *wheel.Engine, s wheel.State, a wheel.Action) (after struct {
	legal, mayStop bool
	shows          string
}) {
	if e.Check(&s, a).Reason == 0 {
		s.Back = e.Start(int(s.Seats)).Back // the direction that the rules of e have
		e.Apply(&s, a)
		after.legal, after.mayStop, after.shows = true, e.MayStop(&s), show(e, &s)
	}
	return after
}

// TestFit compares Fit with Check and Apply: it carries an action out exactly if it is legal and the
// mark is the one of a log, and otherwise changes nothing.
func TestFit(t *testing.T) {
	marks := []wheel.Mark{wheel.NoMark, wheel.WrongMark, wheel.RightMark, wheel.WedgeMark, wheel.WinMark}
	fitted := 0
	for seed := range uint64(60) {
		c := someBytes(seed, 6000)
		e := someEngine(t, &c)
		s := e.Start(3)
		for len(c) > 0 {
			legal := e.Legal(nil, &s)
			if len(legal) == 0 {
				s = e.Start(3)
				continue
			}
			a := legal[(c.of(256)*256+c.of(256))%len(legal)]
			if c.of(3) == 0 {
				a.Die, a.Space, a.Answer = uint8(c.of(8)), wheel.Space(c.of(e.Board.Len())), wheel.Answer(c.of(3))
			}
			if a.Box = uint8(c.of(3)); a.Box > 0 {
				a.Card = wheel.Card(c.of(3))
			}
			mark := marks[c.of(len(marks))]
			want, got := s, s
			fits := e.Check(&s, a).Reason == 0 && (a.Answer != wheel.Right || mark == e.Due(&s, a))
			if fits {
				e.Apply(&want, a)
				fitted++
			}
			if e.Fit(&got, &a, mark) != fits || got != want {
				t.Fatalf("%v: %+v marked %d in %s: fits %t, and is\n%s, want\n%s", rulesOf(e), a, mark, show(e, &s), fits, show(e, &got), show(e, &want))
			}
			s = want
		}
	}
	if fitted < 1000 {
		t.Errorf("only %d actions fit", fitted)
	}
}
