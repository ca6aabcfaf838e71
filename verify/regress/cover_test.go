package regress_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/regress"
)

// unmet are the rule points that no log can keep, or break, under a built-in variant, with
// the reason. All others the suites of testdata keep and break.
var unmet = map[string]string{
	"hub-entry=at-least broken":                "it allows whatever the exact count forbids",
	"hub-passing=always broken":                "it forbids nothing",
	"headquarters-reentry=anytime broken":      "it forbids nothing",
	"hub-reentry=anytime broken":               "it forbids nothing",
	"wedge-set=any broken":                     "it forbids nothing",
	"wedge-set=any kept, wedges-to-win=all":    "where all wedges are needed, none can be left out",
	"card-boxes=2 broken":                      "the name of a third box is malformed, not illegal",
	"card-repeat=never kept, strict":           "where the boxes alternate, the card does too",
	"card-repeat=never broken, strict":         "where the boxes alternate, the box is refused first",
	"card-numbers=any broken":                  "it forbids nothing",
	"card-alternation=free broken":             "it forbids nothing",
	"card-alternation=free kept, card-boxes=1": "with one box there is nothing to alternate",
	"forced-move=no broken":                    "it forbids nothing",
	"finish-entry=any broken":                  "what is full is refused as own-peg",
	"start-safe=no broken":                     "it forbids nothing",
	"finish-approach=free broken":              "it forbids nothing",
	"slide-bends=any broken":                   "it forbids nothing",
	"jump-sideways=yes broken":                 "it forbids nothing",
	"jump-turns=yes broken":                    "it forbids nothing",
	"jump-revisit=no kept":                     "it decides about routes, never where a move may end",
	"goal-row-stops=no broken":                 "it forbids nothing",
	"move-opponent=yes broken":                 "it forbids nothing",
	"first-player=chosen kept":                 "without rolls anybody may go first",
	"first-player=chosen broken":               "there is no line that could record a roll",
	"dead-game=play-on broken":                 "it forbids nothing",
	"secret-choice=anytime broken":             "it forbids nothing",
}

// TestSuites checks the suite of every built-in variant: it keeps and breaks each rule point,
// except those that cannot be kept or broken.
func TestSuites(t *testing.T) {
	used := map[string]bool{}
	for _, name := range logtest.Library().Builtin() {
		t.Run(name, func(t *testing.T) {
			suites, err := filepath.Glob("../../testdata/*/rules-" + name + ".log")
			if err != nil || len(suites) != 1 {
				t.Fatalf("want one suite: %v %v", suites, err)
			}
			text, err := os.ReadFile(suites[0])
			if err != nil {
				t.Fatal(err)
			}
			c := cover(t, string(text))
			if len(c.Variants) != 1 || c.Variants[0].Variant.Name != name {
				t.Fatalf("the suite is not of %s alone", name)
			}
			v := c.Variants[0]
			value := map[string]string{}
			for _, p := range v.Points {
				value[p.Point] = p.Value
			}
			all := name != "genus-iii-four-wedge" && name != "genus-iii-five-wedge"
			for _, p := range v.Points {
				for what, n := range map[string]int{"kept": p.Kept, "broken": p.Broken} {
					key := fmt.Sprintf("%s=%s %s", p.Point, p.Value, what)
					switch {
					case p.Point == "wedge-set" && what == "kept" && all:
						key += ", wedges-to-win=all"
					case p.Point == "card-alternation" && what == "kept" && value["card-boxes"] == "1":
						key += ", card-boxes=1"
					case p.Point == "card-repeat" && value["card-alternation"] == "strict":
						key += ", strict"
					}
					_, cannot := unmet[key]
					used[key] = true
					if (n == 0) != cannot {
						t.Errorf("%s: %d games, but cannot be: %v", key, n, cannot)
					}
				}
			}
		})
	}
	for key := range unmet {
		if !used[key] {
			t.Errorf("no variant has %s", key)
		}
	}
}

func cover(t *testing.T, text string) *regress.Study {
	t.Helper()
	r, err := verify.NewReader(verify.Options{Games: games.All})
	if err != nil {
		t.Fatal(err)
	}
	c := regress.NewStudy(r, games.All, true)
	eachGame(t, "x.log", logtest.Testdata(t, "../spec"), text, c.Add)
	return c
}

// TestCoverageOfOneTurn: what is met, and what is not, by a single legal roll.
func TestCoverageOfOneTurn(t *testing.T) {
	c := cover(t, "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben, Cleo\"]\n1. Ann 3:bl3+ 3:bl*\n")
	var met []string
	for _, p := range c.Variants[0].Points {
		if p.Met {
			met = append(met, p.Point)
		}
		if p.Broken > 0 {
			t.Errorf("%s is broken", p.Point)
		}
	}
	// The second roll might have been left out, and the wedge would have ended the turn.
	if want := []string{"stopping", "wedge-ends-turn"}; !slices.Equal(met, want) {
		t.Errorf("met %v, want %v", met, want)
	}
	if got := c.Variants[0].PercentMet(); got != 10 {
		t.Errorf("%d%%, want 10%%", got)
	}
}

// TestMalformedGamesCoverNothing: a log that names no rules is judged by none.
func TestMalformedGamesCoverNothing(t *testing.T) {
	if c := cover(t, "[Game \"chess\"]\n[Players \"Ann, Ben\"]\n1. Ann e4\n"); len(c.Variants) != 0 {
		t.Errorf("covered %v", c.Variants)
	}
}

// TestCovering checks that the log offered for a rule point that is never met meets it.
func TestCovering(t *testing.T) {
	lib := logtest.Library()
	for _, name := range []string{"genus-iii", "trouble-official", "trespass-1974"} {
		v, err := lib.Open(name, ".")
		if err != nil {
			t.Fatal(err)
		}
		offered := 0
		for _, p := range v.Family.Points {
			log, err := regress.Covering(games.All, v, p.Name)
			if err != nil {
				t.Fatal(err)
			}
			if log == "" {
				continue
			}
			offered++
			c := cover(t, log)
			i := slices.IndexFunc(c.Variants[0].Points, func(q regress.PointCoverage) bool { return q.Point == p.Name })
			if c.Variants[0].Variant.Name != name || !c.Variants[0].Points[i].Met {
				t.Errorf("%s: this does not meet %s:\n%s", name, p.Name, log)
			}
			if tested := tested(t, "x.log", ".", log); !tested.Passed() {
				t.Errorf("%s: the log is not as its comments say: %+v\n%s", p.Name, tested, log)
			}
		}
		if offered < len(v.Family.Points)*3/4 {
			t.Errorf("%s: logs for %d of %d rule points", name, offered, len(v.Family.Points))
		}
	}
	v, _ := lib.Open("master-1981", ".")
	if log, _ := regress.Covering(games.All, v, "wedge-set"); log != "" {
		t.Errorf("wedge-set under master-1981 cannot be met:\n%s", log)
	}
}
