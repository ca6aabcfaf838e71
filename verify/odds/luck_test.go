package odds

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
)

// reader makes a reader that keeps positions.
func reader(t *testing.T, set ...string) *verify.Reader {
	t.Helper()
	r, err := verify.NewReader(verify.Options{Games: games.All, Keep: true, Set: set})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// measure measures the luck of a log.
func measure(t *testing.T, meter Meter, r *verify.Reader, log string, share Share) *Luck {
	t.Helper()
	m := meter.Game(share)
	block, _ := notation.CutGame([]byte(log), 1)
	if _, _, err := r.Block("x.log", ".", block, m.See); err != nil {
		t.Fatal(err)
	}
	return &m.Luck
}

// TestExpectedTurns compares with an independent model of the game, which does not know rule point
// headquarters-reentry: a player who missed a wedge may land there again at once.
func TestExpectedTurns(t *testing.T) {
	for variant, want := range map[string]string{"genus-iii": "27.59", "genus-iii-five-wedge": "22.78", "genus-iii-four-wedge": "18.79"} {
		r := reader(t, "headquarters-reentry=anytime")
		start, err := r.Begin(verify.Header{Variant: variant, Players: []string{"Ann", "Ben"}})
		if err != nil {
			t.Fatal(err)
		}
		m := Meter{}.Game(Share{"": 50})
		m.Begin(start)
		if got := fmt.Sprintf("%.2f", m.Luck.Start[0]); got != want || m.Luck.Start[1] != m.Luck.Start[0] {
			t.Errorf("%s: %v turns, the model has %s", variant, m.Luck.Start, want)
		}
	}
}

// TestHistory holds that the luck of a game is the same, to the last digit, whatever games a meter has measured before.
func TestHistory(t *testing.T) {
	r, share, meter := reader(t), Share{"": 50, "ye": 60}, Meter{}
	logs := logtest.Folder(t, "wheel")
	for _, name := range []string{"playthrough", "mistake", "slips"} {
		first, later := measure(t, Meter{}, r, logs[name], share), measure(t, meter, r, logs[name], share)
		if diff := cmp.Diff(first, later, cmpopts.IgnoreUnexported(Luck{}, Turn{})); diff != "" {
			t.Errorf("%s (-first +later):\n%s", name, diff)
		}
	}
}

// TestLaw checks for every player: E at the start - E at the end = the turns taken + the sum of all
// luck and choices.
func TestLaw(t *testing.T) {
	meter := Meter{}
	r := reader(t)
	share := Share{"": 45, "ye": 60, "br": 30}
	for round := range 6 {
		chance := rand.New(rand.NewPCG(7, uint64(round)))
		played, err := play.Game(r, verify.Header{Variant: "genus-iii", Players: []string{"Ann", "Ben", "Cleo"}}, chance,
			play.Options{Policy: play.Policy(round % 2), Right: 50, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		l := measure(t, meter, r, played.Log, share)
		if l.Cut > 0 || len(l.Turns) != played.Turns {
			t.Fatalf("%d of %d turns were measured", len(l.Turns), played.Turns)
		}
		for seat := range l.Players {
			w, turns := l.Sum(seat)
			left, right := l.Start[seat]-l.End()[seat], float64(turns)+w.Roll+w.Choice+w.Answer
			if math.Abs(left-right) > 1e-5 {
				t.Errorf("game %d, %s: E falls by %v, turns and luck are %v", round, l.Players[seat], left, right)
			}
			if w.Choice > 1e-9 {
				t.Errorf("game %d, %s: choices gained %v turns against the best ones", round, l.Players[seat], w.Choice)
			}
		}
	}
}

// TestUnmeasured stops where the record is wrong or leaves something open, and claims nothing of a
// game without dice.
func TestUnmeasured(t *testing.T) {
	const trouble = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n[Setup \"40 Red Red=ye6,f2,f3,f4 Blue=re6,f2,f3,f4\"]\n\n40. Red 3:pass\n"
	for _, x := range []struct {
		name, log  string
		unit       string
		turns, cut int
	}{
		{"no dice", "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n\nplace Ann 1 3 0 4 5 / 7 2 8 9 6\nplace Ben 1 2 3 4 5 / 6 7 8 9 0\n1. Ann A8:c2-e4\n", "", 0, 0},
		{"all known", trouble + "41. Blue 1:re6-f1#\n", Chance, 2, 0},
		{"an error", trouble + "41. Blue 2:re6-f1\n", Chance, 1, 6},
		{"an error that the table let stand", trouble + "41. Blue 2:re6-f1\nruling stands\n", Chance, 1, 6},
		{"an error in the first turn", strings.Replace(trouble, "3:pass", "3:ye6-f1", 1) + "41. Blue 1:re6-f1#\n", Chance, 0, 5},
		{"an unknown part", trouble + "41. Blue ?\n42. Red 2:pass\n", Chance, 1, 6},
		{"a turn of which nothing is known", trouble + "41. Blue ...\n42. Red 2:pass\n", Chance, 1, 6},
		{"a first turn of which nothing is known", "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n\n1. Ann ...\n2. Ben 4:ye4-\n", Turns, 0, 4},
		{"a gap", trouble + "gap\nstate 50 Red Red=ye6,f2,f3,f4 Blue=re6,f2,f3,f4\n50. Red 2:pass\n", Chance, 1, 6},
	} {
		l := measure(t, Meter{}, reader(t), x.log, Share{"": 50})
		if l.Unit != x.unit || len(l.Turns) != x.turns || l.Cut != x.cut {
			t.Errorf("%s: measured in %q, %d turns, cut at line %d", x.name, l.Unit, len(l.Turns), l.Cut)
		}
		if l.Unit != "" && (len(l.Start) != 2 || l.Start[0] == 0 || l.Start[0] == 1) {
			t.Errorf("%s: at the start, %v", x.name, l.Start)
		}
	}
}

// exactly returns the chance of Red to win from a position of two players in which every roll
// allows one action, and from all that follow it, by the text without the turn's number.
func exactly(t *testing.T, start *verify.Replay) float64 {
	key := func(r *verify.Replay) string {
		_, rest, _ := strings.Cut(r.Position(), " ")
		return rest
	}
	next, won := map[string][6]string{}, map[string]float64{}
	for waiting := []*verify.Replay{start}; len(waiting) > 0; waiting = waiting[1:] {
		r := waiting[0]
		if _, known := next[key(r)]; known || r.Over() {
			if r.Over() && r.Outcome().Winners[0] == "Red" {
				won[key(r)] = 1
			}
			continue
		}
		var follow [6]string
		for _, m := range r.Legal() {
			if follow[m.Die-1] != "" {
				t.Fatalf("%s: a %d allows more than one action", r.Position(), m.Die)
			}
			after := r.Fork()
			after.Play(m.Word)
			follow[m.Die-1] = key(after)
			waiting = append(waiting, after)
		}
		next[key(r)] = follow
	}
	for range 1000 {
		for position, follow := range next {
			sum := 0.0
			for _, to := range follow {
				sum += won[to] / 6
			}
			won[position] = sum
		}
	}
	return won[key(start)]
}

// TestEndgame compares the simulation with exact chances, where each of two players has one peg
// left to bring in.
func TestEndgame(t *testing.T) {
	r := reader(t)
	for _, setup := range []string{
		"40 Red Red=ye6,f2,f3,f4 Blue=re6,f2,f3,f4",
		"40 Blue Red=ye6,f2,f3,f4 Blue=re6,f2,f3,f4",
		"40 Red Red=ye5,f2,f3,f4 Blue=re6,f2,f3,f4",
		"40 Red Red=ye3,f2,f3,f4 Blue=re4,f2,f3,f4",
	} {
		start, err := r.Begin(verify.Header{Variant: "trouble-official", Players: []string{"Red", "Blue"}, Setup: setup})
		if err != nil {
			t.Fatal(err)
		}
		m := Meter{}.Game(nil)
		m.Begin(start)
		want := exactly(t, start)
		got := m.Luck.Start
		if math.Abs(got[0]-want) > 3*m.Luck.Error || math.Abs(got[0]+got[1]-1) > 1e-9 {
			t.Errorf("%s: the simulation gives %.3f (standard error %.3f), exactly %.4f", setup, got, m.Luck.Error, want)
		}
		t.Logf("%s: %.3f, exactly %.4f", setup, got[0], want)
	}
}

// TestLead finds who is ahead, and since which turn.
func TestLead(t *testing.T) {
	turn := func(number, seat int, luck, left, right float64) Turn {
		return Turn{Number: number, Seat: seat, Worth: Worth{Roll: luck}, Standing: []float64{left, right}}
	}
	l := Luck{Unit: Turns, Players: []string{"Ann", "Ben"}, Start: []float64{9, 9}, Turns: []Turn{turn(1, 0, 2, 7, 9), turn(2, 1, 5, 7, 4), turn(3, 0, -1, 8, 4)}}
	if seat, at := l.Lead(); seat != 1 || at == nil || at.Number != 2 {
		t.Errorf("seat %d, since %v", seat, at)
	}
	l.Unit = Chance
	if seat, at := l.Lead(); seat != 0 || at == nil || at.Number != 2 {
		t.Errorf("more is better: seat %d, since %v", seat, at)
	}
	if seat, at := (&Luck{Unit: Turns, Start: []float64{9, 9}}).Lead(); seat != -1 || at != nil {
		t.Errorf("a tie: seat %d, since %v", seat, at)
	}
}
