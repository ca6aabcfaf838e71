package odds

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
)

// tally reads a log.
func tally(t *testing.T, log string) *Game {
	t.Helper()
	reader, err := verify.NewReader(verify.Options{Games: games.All})
	if err != nil {
		t.Fatal(err)
	}
	var g Game
	block, _ := notation.CutGame([]byte(log), 1)
	if _, _, err := reader.Block("x.log", ".", block, g.See); err != nil {
		t.Fatal(err)
	}
	return &g
}

// TestTally counts turns, rolls for the first turn, unknown rolls and gaps for what they are.
func TestTally(t *testing.T) {
	const head = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n\norder Red:6 Blue:6 / Red:4 Blue:1\n"
	tests := []struct {
		name, log string
		all, red  Dice
		cut       int
	}{
		{
			name: "a six is popped again",
			log:  head + "1. Red 6:home-re0 6:re0-re6 2:re6-bl1\n2. Blue 2:pass\n",
			all: Dice{Faces: [6]int{1: 2, 5: 2}, Order: [6]int{1, 0, 0, 1, 0, 2}, Sixes: 2,
				follow: [6][6]int{1: {1: 1}, 5: {1: 1, 5: 1}}, last: 2},
			red: Dice{Faces: [6]int{1: 1, 5: 2}, Order: [6]int{0, 0, 0, 1, 0, 1}, Sixes: 2,
				follow: [6][6]int{5: {1: 1, 5: 1}}, last: 2},
		},
		{
			name: "an unknown roll follows nothing, and nothing follows it",
			log:  head + "1. Red 3:pass\n2. Blue ?\n3. Red 3:pass\n",
			all:  Dice{Faces: [6]int{2: 2}, Order: [6]int{1, 0, 0, 1, 0, 2}, Unknown: 1, last: 3},
			red:  Dice{Faces: [6]int{2: 2}, Order: [6]int{0, 0, 0, 1, 0, 1}, follow: [6][6]int{2: {2: 1}}, last: 3},
		},
		{
			name: "nor does a roll follow a gap",
			log:  head + "1. Red 3:pass\ngap\nstate 4 Blue Red=home,home,home,home Blue=home,home,home,home\n4. Blue 3:pass\n",
			all:  Dice{Faces: [6]int{2: 2}, Order: [6]int{1, 0, 0, 1, 0, 2}, last: 3},
			red:  Dice{Faces: [6]int{2: 1}, Order: [6]int{0, 0, 0, 1, 0, 1}},
		},
		{
			name: "the first error ends the count",
			log:  head + "1. Red 3:pass\n2. Blue 4:home-bl0\n3. Red 5:pass\n",
			all:  Dice{Faces: [6]int{2: 1}, Order: [6]int{1, 0, 0, 1, 0, 2}, last: 3},
			red:  Dice{Faces: [6]int{2: 1}, Order: [6]int{0, 0, 0, 1, 0, 1}, last: 3},
			cut:  6,
		},
	}
	for _, test := range tests {
		g := tally(t, test.log)
		if diff := cmp.Diff(test.all, g.All, cmp.AllowUnexported(Dice{})); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		if diff := cmp.Diff(test.red, *g.Players["Red"], cmp.AllowUnexported(Dice{})); diff != "" {
			t.Errorf("%s: Red: %s", test.name, diff)
		}
		if g.Cut != test.cut {
			t.Errorf("%s: cut at line %d, want %d", test.name, g.Cut, test.cut)
		}
	}
}

// TestNoDice claims nothing of a game without dice.
func TestNoDice(t *testing.T) {
	g := tally(t, "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n\nplace Ann 1 3 0 4 5 / 7 2 8 9 6\nplace Ben 1 2 3 4 5 / 6 7 8 9 0\n1. Ann A8:c2-e4\n")
	if diff := cmp.Diff(Game{}, *g, cmp.AllowUnexported(Game{}, Dice{})); diff != "" || len(g.All.Questions()) > 0 {
		t.Errorf("%s; %v", diff, g.All.Questions())
	}
}

// TestAnswers counts answers by category, and asks only where there are enough of them.
func TestAnswers(t *testing.T) {
	g := tally(t, "[Game \"trivial-pursuit\"]\n[Variant \"genus-iii\"]\n[Players \"Ann, Ben\"]\n\norder Ann:6 Ben:3\n1. Ann 6:br* 6:hub/br+ 6:br-\n")
	if diff := cmp.Diff(map[string]Answers{"br": {3, 2}}, g.All.Answers); diff != "" {
		t.Error(diff)
	}
	var d Dice
	for i := range 200 {
		d.answer("br", Answers{1, (i + 1) % 2})
		d.answer("ye", Answers{1, (i % 4) / 3})
	}
	q := d.Questions()[0]
	if q.About != "answers" || q.N != 400 || math.Abs(q.Fair-0.375) > 1e-9 || math.Abs(q.P-chiSquare(400*0.125*0.125/(0.375*0.625), 1)) > 1e-9 {
		t.Errorf("%+v", q)
	}
	d.answer("pi", Answers{1, 1})
	if all := d.Questions(); len(all) > 0 {
		t.Errorf("one answer in a category is not enough: %+v", all)
	}
}

// chances of the six faces.
type chances [6]float64

func (c *chances) roll(chance *rand.Rand) int {
	x := chance.Float64()
	for i, p := range c {
		if x -= p; x < 0 {
			return i + 1
		}
	}
	return 6
}

// TestPower finds a die with 20 % sixes, or with too few repeats, as often as Shown promises.
func TestPower(t *testing.T) {
	const trials = 400
	fair := Question{freedom: 5, spread: 5.0 / 36, Fair: 1.0 / 6, N: 1000}
	Correct([]*Question{&fair})
	n := int(math.Ceil(1000 * math.Pow(fair.Shown/(0.2-1.0/6), 2)))
	loaded := chances{0.16, 0.16, 0.16, 0.16, 0.16, 0.2}
	hits := 0
	for seed := range uint64(trials) {
		chance := rand.New(rand.NewPCG(1, seed))
		var counts [6]int
		for range n {
			counts[loaded.roll(chance)-1]++
		}
		if faces(counts) < 0.05 {
			hits++
		}
	}
	if se := math.Sqrt(trials * 0.9 * 0.1); math.Abs(float64(hits)-0.9*trials) > 3*se {
		t.Errorf("of %d dice with 20 %% sixes, %d are found in %d rolls; 90 in 100 were promised", trials, hits, n)
	}
	t.Logf("%d rolls; %d of %d found", n, hits, trials)
}

// TestMadeUp finds the dice that people make up, which give each face equally often and never the
// same face twice in a row, by their repeats.
func TestMadeUp(t *testing.T) {
	chance := rand.New(rand.NewPCG(2, 3))
	var d Dice
	last := 0
	for i := 0; i < 120; {
		for _, face := range chance.Perm(6) {
			if face+1 != last {
				last = face + 1
				d.act(&verify.Action{Die: last})
				i++
			}
		}
	}
	all := d.Questions()
	Correct(all)
	for _, q := range all {
		if small := q.Corrected < 1e-6; small != (q.About == "repeats") {
			t.Errorf("%s: p = %v, %v after the correction", q.About, q.P, q.Corrected)
		}
	}
}
