package regress_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/regress"
)

// killed is how many games kill each mutant of the variant of a suite, and the line of the
// first of them.
func killed(t *testing.T, text string) map[string]*regress.Mutant {
	t.Helper()
	r, err := verify.NewReader(verify.Options{Games: games.All})
	if err != nil {
		t.Fatal(err)
	}
	m := regress.NewStudy(r, games.All, false)
	eachGame(t, "suite.log", ".", text, m.Add)
	all := map[string]*regress.Mutant{}
	for _, mutant := range m.Variants[0].Mutants {
		all[mutant.Point+"="+mutant.Value] = mutant
	}
	return all
}

// TestEveryLogOfTheSuiteCounts takes the logs of a suite away one by one: the mutants that
// survive then are those that the whole suite says only that log kills.
func TestEveryLogOfTheSuiteCounts(t *testing.T) {
	for _, name := range []string{"trespass-1974", "genus-iii"} {
		text := logtest.Folder(t, "witness")[name]
		whole := killed(t, text)
		for mutant, m := range whole {
			point, _, _ := strings.Cut(mutant, "=")
			if m.Kills == 0 && equivalent[mutant] == "" && equivalent[point] == "" {
				t.Errorf("%s: %s survives", name, mutant)
			}
		}
		counts, n := 0, 0
		for b := range notation.NewReader(strings.NewReader(text)).Blocks() {
			if n++; n%3 > 0 {
				continue // a third of the logs is enough to see that a log counts
			}
			var want, got []string
			for mutant, m := range whole {
				if m.Kills == 1 && m.By == fmt.Sprintf("suite.log:%d", b.First) {
					want = append(want, mutant)
				}
			}
			for mutant, m := range killed(t, strings.Replace(text, string(b.Text), "", 1)) {
				if m.Kills == 0 && whole[mutant].Kills > 0 {
					got = append(got, mutant)
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s without the game at line %d (-named +surviving):\n%s", name, b.First, diff)
			}
			if len(got) > 0 {
				counts++
			}
		}
		if counts < 3 {
			t.Errorf("%s: %d logs count", name, counts)
		}
	}
}
