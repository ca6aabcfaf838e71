package wheel_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/rules/wheel"
)

var (
	_ rules.Engine[wheel.State, wheel.Action] = (*wheel.Engine)(nil)

	library  = variant.NewLibrary(wheel.Family)
	builtins = library.Builtin()
)

// little is a board small enough to walk through the hub twice in one roll.
const little = `variant: little
extends: master-1981
colours: {bl: Blue, pi: Pink, ye: Yellow}
board:
  wheel:
    - {hq: bl, spoke: [pi], track: [ye, again]}
    - {hq: pi, spoke: [], track: []}
    - {hq: ye, spoke: [bl, ye], track: [pi]}
rules: {wedges-to-win: 3}
`

var engines sync.Map // by name and rules; tables take a while to make

// engine makes the engine of a built-in variant, or of little, with rule points set.
func engine(t testing.TB, name string, set ...string) *wheel.Engine {
	t.Helper()
	key := name + " " + strings.Join(set, " ")
	if e, ok := engines.Load(key); ok {
		return e.(*wheel.Engine)
	}
	v, err := library.Open(name, "")
	if name == "little" {
		v, err = library.Parse("little.yaml", []byte(little), nil)
	}
	if err == nil {
		v, err = v.Set(set...)
	}
	if err != nil {
		t.Fatal(err)
	}
	e, err := wheel.New(v)
	if err != nil {
		t.Fatal(err)
	}
	engines.Store(key, e)
	return e
}

// graph is a board drawn a second time, by names and from the rows of the variant file.
type graph struct {
	next map[string][]string
	what map[string]string // a colour, "again" or "hub"
}

func draw(v *variant.Variant) graph {
	g := graph{map[string][]string{}, map[string]string{"hub": "hub"}}
	chain := func(names []string) {
		for i := 1; i < len(names); i++ {
			a, b := names[i-1], names[i]
			g.next[a], g.next[b] = append(g.next[a], b), append(g.next[b], a)
		}
	}
	rows := v.Board["wheel"].Rows
	for i, row := range rows {
		hq, to := row["hq"].Word, rows[(i+1)%len(rows)]["hq"].Word
		g.what[hq] = hq
		spoke, track := []string{"hub"}, []string{hq}
		for j, word := range row["spoke"].Words {
			spoke = append(spoke, fmt.Sprint(hq, j+1))
			g.what[spoke[j+1]] = word
		}
		for j, word := range row["track"].Words {
			track = append(track, fmt.Sprint(hq, j+1, to))
			g.what[track[j+1]] = word
		}
		chain(append(spoke, hq))
		chain(append(track, to))
	}
	return g
}

// walks counts the walks of n steps by the space where they end, without turning back, and
// through the hub as pass allows: it is asked where the walk came from and where it goes.
func (g graph) walks(at string, n int, pass func(from, to string) bool) map[string]int {
	ends := map[string]int{}
	var walk func(from, at string, n int)
	walk = func(from, at string, n int) {
		if n == 0 {
			ends[at]++
			return
		}
		for _, to := range g.next[at] {
			if from == "" || at == "hub" && pass(from, to) || at != "hub" && to != from {
				walk(at, to, n-1)
			}
		}
	}
	walk("", at, n)
	return ends
}

var passes = map[string]func(from, to string) bool{
	"hub-passing=never":      func(from, to string) bool { return false },
	"hub-exit=another-spoke": func(from, to string) bool { return from != to },
	"hub-exit=any-spoke":     func(from, to string) bool { return true },
}

// TestReach compares the tables with walks counted one by one, for every space and roll.
func TestReach(t *testing.T) {
	for _, name := range []string{"master-1981", "heisey-mania", "little"} {
		for rule, pass := range passes {
			e := engine(t, name, rule)
			g := draw(e.Variant)
			if e.Board.Len() != len(g.what) {
				t.Fatalf("%s: %d spaces, want %d", name, e.Board.Len(), len(g.what))
			}
			s := e.Start(2)
			for space := range wheel.Space(e.Board.Len()) {
				from := e.Board.Names[space]
				s.Tokens[0].Space = space
				for die := 1; die <= 6; die++ {
					want := g.walks(from, die, pass)
					got := map[string]int{}
					set := e.Targets(&s, die)
					for to := range wheel.Space(e.Board.Len()) {
						if set.Has(to) {
							got[e.Board.Names[to]] = want[e.Board.Names[to]]
						}
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("%s, %s: a %d from %s (-want +got):\n%s", name, rule, die, from, diff)
					}
					for to, ways := range want {
						if ways > 1 && name != "little" && rule != "hub-exit=any-spoke" {
							t.Errorf("%s: %d ways from %s to %s with a %d", name, ways, from, to, die)
						}
					}
				}
			}
		}
	}
}

func TestToHub(t *testing.T) {
	for _, name := range []string{"master-1981", "heisey-mania", "little"} {
		e := engine(t, name)
		g := draw(e.Variant)
		for space := range wheel.Space(e.Board.Len()) {
			n := 1
			for n < 7 && g.walks(e.Board.Names[space], n, passes["hub-passing=never"])["hub"] == 0 {
				n++
			}
			if got := e.Board.ToHub(space); got != n {
				t.Errorf("%s: %s is %d from the hub, want %d", name, e.Board.Names[space], got, n)
			}
		}
	}
}

func TestBoardSpaces(t *testing.T) {
	for _, test := range []struct {
		name                          string
		spaces, hq, categories, again int
	}{
		{"master-1981", 73, 6, 54, 12},
		{"genus-iii", 73, 6, 54, 12},
		{"heisey-mania", 45, 4, 32, 8},
		{"little", 10, 3, 5, 1},
	} {
		b := engine(t, test.name).Board
		kinds := map[wheel.Kind]int{}
		for s, name := range b.Names {
			kinds[b.Places[wheel.Space(s)].Kind]++
			if got, ok := b.Space(name); !ok || got != wheel.Space(s) || b.Names[got] != name {
				t.Errorf("%s: %s is not found by its own name", test.name, name)
			}
		}
		want := map[wheel.Kind]int{wheel.HubKind: 1, wheel.Headquarters: test.hq, wheel.Category: test.categories, wheel.RollAgain: test.again}
		if diff := cmp.Diff(want, kinds); diff != "" || b.Len() != test.spaces {
			t.Errorf("%s has %d spaces (-want +got):\n%s", test.name, b.Len(), diff)
		}
	}
}

func TestBoardColours(t *testing.T) {
	for _, name := range []string{"master-1981", "heisey-mania", "little"} {
		e := engine(t, name)
		b := e.Board
		for s, what := range draw(e.Variant).what {
			space, _ := b.Space(s)
			if k := b.Places[space].Kind; (k == wheel.Category || k == wheel.Headquarters) && b.Colours[b.Places[space].Colour] != what {
				t.Errorf("%s: %s is %s, want %s", name, s, b.Colours[b.Places[space].Colour], what)
			} else if (k == wheel.RollAgain) != (what == "again") {
				t.Errorf("%s: %s is %s, but of kind %d", name, s, what, k)
			}
		}
	}
	// Again is 2 and 5 spaces after each headquarters of the big board.
	b := engine(t, "master-1981").Board
	want := []string{"bl2or", "bl5or", "br2bl", "br5bl", "gr2br", "gr5br", "or2ye", "or5ye", "pi2gr", "pi5gr", "ye2pi", "ye5pi"}
	var got []string
	for s, name := range b.Names {
		if b.Places[wheel.Space(s)].Kind == wheel.RollAgain {
			got = append(got, name)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("roll again (-want +got):\n%s", diff)
	}
}

// ends lists the colours, sorted, that a roll offers; "hub" and "again" count as such.
func ends(b *wheel.Board, from string, die int) []string {
	space, _ := b.Space(from)
	set := b.Reach(space, die)
	var out []string
	for s := range wheel.Space(b.Len()) {
		switch {
		case !set.Has(s):
		case b.Places[s].Kind == wheel.RollAgain:
			out = append(out, "again")
		case b.Places[s].Kind == wheel.HubKind:
			out = append(out, "hub")
		default:
			out = append(out, b.Colours[b.Places[s].Colour])
		}
	}
	slices.Sort(out)
	return out
}

func TestRollsFromTheHub(t *testing.T) {
	for name, toHeadquarters := range map[string]int{"master-1981": 6, "heisey-mania": 5} {
		b := engine(t, name).Board
		colours := slices.Sorted(slices.Values(b.Colours))
		for die := 1; die <= toHeadquarters; die++ {
			if diff := cmp.Diff(colours, ends(b, "hub", die)); diff != "" {
				t.Errorf("%s: a %d from the hub (-want +got):\n%s", name, die, diff)
			}
			set := b.Reach(wheel.Hub, die)
			for s := range wheel.Space(b.Len()) {
				if set.Has(s) && (b.Places[s].Kind == wheel.Headquarters) != (die == toHeadquarters) {
					t.Errorf("%s: a %d from the hub ends on %s", name, die, b.Names[s])
				}
			}
		}
	}
	// Heisey Mania: the eight spaces at distance 6 are ABC (co) or Patterns (mo).
	if diff := cmp.Diff(strings.Fields("co co co co mo mo mo mo"), ends(engine(t, "heisey-mania").Board, "hub", 6)); diff != "" {
		t.Errorf("heisey-mania: a 6 from the hub (-want +got):\n%s", diff)
	}
}

func TestDestinations(t *testing.T) {
	b := engine(t, "master-1981").Board
	want := map[string][]int{"hub": {6, 6, 6, 6, 6, 6}, "bl2or": {2, 2, 3, 3, 3, 4}}
	for _, c := range b.Colours {
		want[c] = []int{3, 3, 3, 3, 3, 3}
		want[c+"1"] = []int{2, 6, 6, 6, 6, 7}
	}
	for from, counts := range want {
		space, _ := b.Space(from)
		var got []int
		for die := 1; die <= 6; die++ {
			set := b.Reach(space, die)
			got = append(got, set.Len())
		}
		if diff := cmp.Diff(counts, got); diff != "" {
			t.Errorf("from %s (-want +got):\n%s", from, diff)
		}
	}
}

func TestSpaceNames(t *testing.T) {
	for _, test := range []struct{ board, name, want string }{
		{"master-1981", "or5bl", "bl2or"},
		{"master-1981", "bl2or", "bl2or"},
		{"master-1981", "bl1br", "br6bl"}, // over the end of the list of headquarters' first
		{"master-1981", "br1gr", "gr6br"}, // and last
		{"master-1981", "bl5", "bl5"},
		{"master-1981", "bl6", ""},
		{"master-1981", "bl0", ""},
		{"master-1981", "bl7or", ""},
		{"master-1981", "bl2ye", ""}, // no neighbours
		{"master-1981", "bl02or", ""},
		{"master-1981", "again", ""},
		{"master-1981", "", ""},
		{"heisey-mania", "fl6co", "co1fl"},
		{"little", "pi1bl", "bl2pi"},
		{"little", "bl1ye", "ye1bl"},
		{"little", "pi1ye", ""},
	} {
		b := engine(t, test.board).Board
		got := ""
		if s, ok := b.Space(test.name); ok {
			got = b.Names[s]
		}
		if got != test.want {
			t.Errorf("%s: %q is %q, want %q", test.board, test.name, got, test.want)
		}
	}
}
