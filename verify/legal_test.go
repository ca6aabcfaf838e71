package verify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/explain"
	"tpnote/verify/internal/logtest"
)

// combine lists every word that takes one part of each list, in order.
func combine(parts ...[]string) []string {
	words := []string{""}
	for _, choices := range parts {
		var longer []string
		for _, word := range words {
			for _, choice := range choices {
				longer = append(longer, word+choice)
			}
		}
		words = longer
	}
	return words
}

var rolls = []string{"1:", "2:", "3:", "4:", "5:", "6:"}

// TestLegalOrExplained checks that Why gives a reason for exactly the well-formed actions that are not
// legal, and that the replay agrees.
func TestLegalOrExplained(t *testing.T) {
	wheelWords := combine(rolls, []string{"hub", "bl", "or", "bl3", "bl2or", "or5bl", "pi1", "or2", "zz9"},
		[]string{"", "/bl", "/ye", "/zz"}, []string{"", "@A", "@B"}, []string{"", "+", "*", "#", "-"})
	troubleSpaces := []string{"home", "re0", "re1", "re6", "bl0", "ye5", "ye6", "gr2", "f1", "f3", "f4", "zz1"}
	troubleWords := append(combine(rolls, troubleSpaces, []string{"-", "x"}, troubleSpaces[1:], []string{"", "#"}), combine(rolls, []string{"pass", "pass#"})...)
	squares := combine([]string{"a", "c", "d"}, []string{"1", "2", "3", "4", "5", "6", "9"})
	trespassWords := append(combine([]string{"A0", "A7", "B2", "B9", "A12"}, []string{":"}, squares[:10], []string{"-", "^"}, squares, []string{"", "#"}),
		append(combine([]string{"A7:c2^c4", "A0:c3-d3", "A7:c2^c6"}, []string{"-", "^"}, squares, []string{"-", "^"}, squares), "pass", "A7:c3-c5^z9")...)
	tests := []struct {
		header verify.Header
		words  []string
	}{
		{verify.Header{Variant: "genus-iii", Players: []string{"Ann", "Ben"}, Setup: "7 Ann+ Ann=bl3/bl,ye!or Ben=or3"}, wheelWords},
		{verify.Header{Variant: "master-1981-open-hub", Players: []string{"Ann", "Ben"}, Setup: "7 Ann Ann=bl2/br,bl,or,ye,pi,gr Ben=or3 @B"}, wheelWords},
		{verify.Header{Variant: "trouble-official", Players: []string{"Red", "Blue"}, Setup: "7 Red Red=home,re1,ye5,f3 Blue=home,home,ye6,gr2"}, troubleWords},
		{verify.Header{Variant: "trouble-classic", Players: []string{"Red", "Blue"}, Setup: "7 Red Red=re0,ye6,f1,f4 Blue=home,home,re1,gr2"}, troubleWords},
		{verify.Header{Variant: "trouble-spec", Players: []string{"Red", "Blue", "Green", "Yellow"}, Sides: "Red+Green, Blue+Yellow",
			Setup: "7 Red Red=home,re0,ye5,f1 Blue=home,home,bl0,re6 Green=re1,gr2,home,home Yellow=home,home,home,home"}, troubleWords},
		{verify.Header{Variant: "trespass-1974", Players: []string{"Ann", "Ben"},
			Setup: "5 Ann B2 B1,1,B3,B4,B5/B6,B7,B8,B9,B0/2,A0,B2,1/2,A7,2/A2,A8,1,A9,A6/A1,A3,1,A4,A5 A=7 B=?"}, trespassWords},
	}
	for _, test := range tests {
		t.Run(test.header.Variant, func(t *testing.T) {
			game := logtest.Begin(t, test.header)
			for _, m := range game.Legal() {
				if m.Group == "" || len(m.Rules()) == 0 {
					t.Errorf("%s: no rule or group: %+v", m.Word, m)
				}
				for _, name := range m.Rules() {
					if len(explain.RuleOf(game, name).Cites) == 0 && explain.RuleOf(game, name).Standing != "house rule" {
						t.Errorf("%s: the rule %s has no clause", m.Word, name)
					}
				}
				if why := game.Why(m.Word); len(why) > 0 {
					t.Errorf("%s is legal, and Why says %s", m.Word, why[0].Message)
				}
			}
			position, legal := game.Position(), 0
			for _, word := range test.words {
				told := len(game.Why(word)) > 0
				c := game.Clock()
				line := notation.ParseLine(fmt.Sprintf("%d. %s %s", c.Number, game.Handles()[c.Seat], word), 1)
				found := slices.ContainsFunc(game.Fork().Line(line).Findings, func(f verify.Finding) bool { return f.Severity == verify.SeverityError })
				if told != found {
					t.Errorf("%s: Why gives a reason: %v; found illegal when played: %v", word, told, found)
				}
				if !told {
					legal++
				}
			}
			if legal == 0 || game.Position() != position {
				t.Errorf("%d of the words are legal; the position is now %s", legal, game.Position())
			}
		})
	}
}

// TestWhyReportsAll checks that Why reports each condition that fails, not only the first.
func TestWhyReportsAll(t *testing.T) {
	trespass := verify.Header{Variant: "trespass-1974", Players: []string{"Ann", "Ben"},
		Setup: "5 Ann B2 B1,1,B3,B4,B5/B6,B7,B8,B9,B0/2,A0,B2,1/2,A7,2/A2,A8,1,A9,A6/A1,A3,1,A4,A5 A=7 B=?"}
	trouble := verify.Header{Variant: "trouble-official", Players: []string{"Red", "Blue"}, Setup: "7 Red Red=home,home,re3,re6 Blue=home,home,home,home"}
	tests := []struct {
		header verify.Header
		word   string
		codes  string
	}{
		{verify.Header{Variant: "heisey-mania", Players: []string{"Ann", "Ben"}, Setup: "7 Ann Ann=co2 Ben=hub"},
			"6:fl3/co@B", "unreachable question-missing category-mismatch card-box"},
		{verify.Header{Variant: "genus-iii", Players: []string{"Ann", "Ben"}, Setup: "7 Ann Ann=bl3!or Ben=hub"}, "2:or#", "unreachable reentry false-mark"},
		{verify.Header{Variant: "genus-iii", Players: []string{"Ann", "Ben"}, Setup: "7 Ann Ann=bl2/br,bl,or,ye,pi,gr!hub Ben=hub"}, "4:hub/bl-", "hub-entry reentry"},
		{trouble, "2:re4xre6#", "no-peg own-peg"},
		{trouble, "3:re3-re6#", "own-peg"},
		{trouble, "2:re3-re6", "wrong-count own-peg"},
		{trouble, "2:home-bl0", "enter-face"},
		{trespass, "B2:e4^e6-d3#", "wrong-square last-moved backward occupied slide-after-jump blocked false-mark"},
		{trespass, "A9:c2^d5-d6", "wrong-square jump occupied slide-after-jump occupied"},
		{trespass, "A7:c3-c2^c4", "backward occupied"},
		{trespass, "A12:z9-a1", "unknown-piece unknown-space"},
		{trespass, "A7:z9-y9", "unknown-space unknown-space"},
		{trespass, "A7:c3", "action-syntax"},
	}
	for _, test := range tests {
		var codes []string
		for _, f := range logtest.Begin(t, test.header).Why(test.word) {
			codes = append(codes, string(f.Code))
		}
		if got := strings.Join(codes, " "); got != test.codes {
			t.Errorf("%s: %s, want %s", test.word, got, test.codes)
		}
	}
	if got := logtest.Begin(t, tests[0].header).Tree().Nearest("1:co9-", 1)[0].Word; got != "1:co1-" {
		t.Errorf("nearest to 1:co9- is %s", got)
	}
}
