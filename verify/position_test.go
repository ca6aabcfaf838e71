package verify_test

import (
	"fmt"
	"slices"
	"testing"

	"tpnote/verify"
)

// table sets up a game for a test.
func table(t testing.TB, h verify.Header) *verify.Table {
	t.Helper()
	r, err := verify.NewReplayer(verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	game, err := r.Table(h)
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// wellFormed lists every action of the wheel games that has the shape of one, on the given
// spaces: more than any position allows.
func wellFormed(spaces, categories []string) []string {
	var words []string
	for die := 1; die <= 6; die++ {
		for _, space := range spaces {
			for _, category := range append([]string{"", "/zz"}, categories...) {
				for _, box := range []string{"", "@A", "@B"} {
					for _, mark := range []string{"", "+", "*", "#", "-"} {
						words = append(words, fmt.Sprint(die, ":", space, category, box, mark))
					}
				}
			}
		}
	}
	return words
}

// TestLegalOrExplained holds that every well-formed action is either legal or told why not,
// and that no legal one is told anything.
func TestLegalOrExplained(t *testing.T) {
	game := table(t, verify.Header{
		Variant: "genus-iii", Players: []string{"Ann", "Ben"},
		Setup: "7 Ann+ Ann=bl3/bl,ye!or Ben=or3",
	})
	legal := map[string]bool{}
	for _, m := range game.Legal() {
		legal[m.Word] = true
		if len(m.Rules) == 0 || m.Group == "" {
			t.Errorf("%s: no rule or group: %+v", m.Word, m)
		}
		for _, name := range m.Rules {
			if len(game.Rule(name).Cites) == 0 {
				t.Errorf("%s: no clause stands behind the rule %s", m.Word, name)
			}
		}
		if why := game.Why(m.Word); why != nil {
			t.Errorf("%s is legal, and told %s", m.Word, why[0].Message)
		}
	}
	spaces := []string{"hub", "bl", "or", "bl3", "bl2or", "pi1", "or2", "zz9"}
	allowed := 0
	for _, word := range wellFormed(spaces, []string{"/bl", "/ye"}) {
		why := game.Why(word)
		if legal[word] && why != nil {
			t.Errorf("%s is legal, and told %s", word, why[0].Message)
		}
		if why == nil {
			allowed++
			played := game.Clone()
			played.Play(word)
			if n := len(played.Game().Findings); n > 0 && played.Game().Findings[0].Severity == verify.SeverityError {
				t.Errorf("%s is told nothing, and found illegal: %s", word, played.Game().Findings[0].Message)
			}
		}
	}
	if allowed == 0 {
		t.Error("none of the words was allowed")
	}
}

// TestWhyTellsAll holds that each condition that fails is told, not the first only.
func TestWhyTellsAll(t *testing.T) {
	game := table(t, verify.Header{
		Variant: "heisey-mania", Players: []string{"Ann", "Ben"},
		Setup: "7 Ann Ann=co2 Ben=hub",
	})
	var codes []string
	for _, f := range game.Why("6:fl3/co@B") {
		codes = append(codes, f.Code)
	}
	want := []string{"unreachable", "question-missing", "category-mismatch", "card-box"}
	if !slices.Equal(codes, want) {
		t.Errorf("found %v, want %v", codes, want)
	}
	if got := game.Nearest("1:co9-", 1)[0].Word; got != "1:co1-" {
		t.Errorf("nearest to 1:co9- is %s", got)
	}
}

func TestGroups(t *testing.T) {
	game := table(t, verify.Header{
		Variant: "master-1981-open-hub", Players: []string{"Ann", "Ben"},
		Setup: "7 Ann Ann=bl2/br,bl,or,ye,pi,gr Ben=or3",
	})
	want := map[string]string{
		"2:hub/bl#": "to the hub, to win",
		"5:hub/ye-": "to the hub to win, on a higher roll",
		"4:or2+":    "through the hub",
		"4:bl+":     "to a headquarters already won",
		"6:bl2or":   "roll again",
		"1:bl1-":    "to a category space",
	}
	for _, m := range game.Legal() {
		if group, named := want[m.Word]; named && group != m.Group {
			t.Errorf("%s is %q, want %q", m.Word, m.Group, group)
		}
		delete(want, m.Word)
	}
	for word := range want {
		t.Errorf("%s is not legal", word)
	}
}
