package notation_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
)

// TestSpeller checks the reading of misspelt lines.
func TestSpeller(t *testing.T) {
	action := regexp.MustCompile(`^([1-6?]:[a-z]+[0-9]*(/[a-z]+)?[-+*#]|[1-6]:\?)$`)
	s := &notation.Speller{Handles: []string{"Ann", "Ben B"}, Keywords: []string{"gap", "leave", "order"}, Parses: action.MatchString, Spaces: []string{"", "ye3", "ye3bl", "bl", "ye", "hub", "redoubt"}, Near: func(string) string { return "" }}
	for _, tt := range []struct {
		line string
		want []string
	}{
		{"1. Ann 6:bl*", nil},
		{"1. Ann 6 bl*", []string{"1. Ann 6:bl*"}},
		{"1. Ann 6 : bl *", []string{"1. Ann 6:bl*"}},
		{"1. Ann 6:hub /ye+ 2:or-", []string{"1. Ann 6:hub/ye+ 2:or-"}},
		{"1. Ann 6:bl*, 2:or-  ; well", []string{"1. Ann 6:bl* 2:or- ; well"}},
		{"1. Ann 6:bl*; 2:or-", []string{"1. Ann 6:bl* 2:or-"}},
		{"1. Ann 6:bl* ; he said 2:or-", nil},
		{"1.ANN 6.BL—", []string{"1. Ann 6:bl-"}},
		{"1) ann: 6:bl－", []string{"1. Ann 6:bl-"}},
		{"1. Ann ６:bl* {it was; a 6} 2:or–", []string{"1. Ann 6:bl* {it was; a 6} 2:or-"}},
		{"1. Ann 6:bl* ...", nil},
		{"123456789. Ann 6 bl*", []string{"123456789. Ann 6:bl*"}},
		{"1234567890. Ann 6 bl*", nil},
		{"1. Ann 6:bl, nothing", nil},
		{"1. Cleo 6 bl*", nil},
		{"1.\u00a0Ann 6:bl*", []string{"1. Ann 6:bl*"}},
		{"1. Ann\u00a06:bl*", []string{"1. Ann 6:bl*"}},
		{"1. Ann 6:ye1O-", []string{"1. Ann 6:ye10-"}},
		{"1. Ann 4", []string{"1. Ann 4:?"}},
		{"1. Ann bl*", []string{"1. Ann ?:bl*"}},
		{"1. Ann 6 bl* 2", []string{"1. Ann 6:bl* 2:?"}},
		{"Ann 6 bl*", nil},
		{"1. Ann6:bl*", []string{"1. Ann 6:bl*"}},
		{"1. A. 6:bl*", []string{"1. Ann 6:bl*"}},
		{"1. B B 6:bl*", nil},
		{"1. Ann 6:bl*2:or+5:ye-", []string{"1. Ann 6:bl* 2:or+ 5:ye-"}},
		{"1. Ann 6:bl*x2:or-", []string{"1. Ann 6:bl* 2:or-"}},
		{"1. Ann 6:bl*xx2:or-", nil},
		{"- 1. Ann 6:bl*", []string{"1. Ann 6:bl*"}},
		{"> 1. Ann 6:bl*", []string{"1. Ann 6:bl*"}},
		{"• 1. Ann 6:bl*", []string{"1. Ann 6:bl*"}},
		{"| 1 | Ann | 6:bl* | 2:or- |", []string{"1. Ann 6:bl* 2:or-"}},
		{"**1. Ann** 6:bl*", []string{"1. Ann 6:bl*"}},
		{"#1 Ann 6:bl*", []string{"1. Ann 6:bl*"}},
		{"Turn 1: Ann 6:bl*", []string{"1. Ann 6:bl*"}},
		{"1. Ann …", []string{"1. Ann ..."}},
		{"1. Ann 6:bl✔️ 2:or✗", []string{"1. Ann 6:bl+ 2:or-"}},
		{"1. Ann 6:bl right 2:or wrong", []string{"1. Ann 6:bl+ 2:or-"}},
		{"1. Ann (6) bl+ (2) or-", []string{"1. Ann 6:bl+ 2:or-"}},
		{"1. Ann 6→bl+ 2-or-", []string{"1. Ann 6:bl+ 2:or-"}},
		{"1. Ann 6:bl+ → 2:or+ / 5:ye- > 1:gr-", []string{"1. Ann 6:bl+ 2:or+ 5:ye- 1:gr-"}},
		{"1. Ann 6:bl -", []string{"1. Ann 6:bl-"}},
		{"1. Ann 6 yellow3-", []string{"1. Ann 6:ye3-"}},
		{"1. Ann 6:Blue* 6:hub/yell+", []string{"1. Ann 6:bl* 6:hub/ye+"}},
		{"1. Ann 6 yellow2- 6:redoubt-", []string{"1. Ann 6:yellow2- 6:redoubt-"}},
		{"1. Ann 6 yebl-", []string{"1. Ann 6:yebl-"}},
		{"1. 2. Ann 6:bl-", []string{"2. Ann 6:bl-"}},
		{"1. 6:bl*", []string{"1. Ben B 6:bl*", "1. Ann 6:bl*"}},
		{"1. ...", nil},
	} {
		s.Due = nil
		if strings.Contains(tt.line, ". 6") || strings.Contains(tt.line, ". .") {
			s.Due = []string{"Ben B", "Ann"}
		}
		var got []string
		for _, spelt := range s.Turn(tt.line) {
			got = append(got, spelt.Text)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q is spelt (-want +got):\n%s", tt.line, diff)
		}
	}
	few := &notation.Speller{Handles: s.Handles, Parses: regexp.MustCompile(`^(a|b|AB)$`).MatchString}
	for line, want := range map[string]string{"1. Ann A B": "1. Ann AB", "1. Ann A b": "1. Ann a b"} { // what changes least
		if got := few.Turn(line); len(got) != 1 || got[0].Text != want {
			t.Errorf("%q is spelt %v, want %s", line, got, want)
		}
	}
	for line, want := range map[string]string{"Gap": "gap", "LEAVE: ann ; home": "leave Ann ; home", "order:  Ann:6": "order Ann:6", "Gap ！": "gap !", "gap": "", "Pizza break": "", "": ""} {
		if got := s.Directives(line); len(got) > 0 != (want != "") || want != "" && got[0] != want {
			t.Errorf("%q is the directive %q; want %q first", line, got, want)
		}
	}
	s.Keywords = append(s.Keywords, "place")
	for line, want := range map[string][]string{
		"order ann=6, b 3 ; home":    {"order Ann:6 Ben B:3 ; home"},
		"order A-6 B-6 | A-2 B-1":    {"order Ann:6 Ben B:6 / Ann:2 Ben B:1"},
		"order Ann:6 B:6, Ann:2 B:1": {"order Ann:6 Ben B:6 / Ann:2 Ben B:1"},
		"order 6 6 / 2 1; so":        {"order 6 6 / 2 1 ; so", "order Ann:6 Ben B:6 / Ann:2 Ben B:1 ; so"},
		"order 6 3 1":                {"order Ann:6 Ben B:3 1"},
		"place 6 3":                  {"place Ann 6 3", "place Ben B 6 3"},
		"place 63,12":                {"place Ann 63 12", "place Ann 6 3 1 2", "place Ann 6 3 / 1 2", "place Ben B 63 12", "place Ben B 6 3 1 2", "place Ben B 6 3 / 1 2"},
		"place Ann: 63,12":           {"place Ann 63 12", "place Ann 6 3 1 2", "place Ann 6 3 / 1 2"},
		"place ann A6 A3 /A1 A2":     {"place Ann A6 A3 /A1 A2", "place Ann 6 3 / 1 2"},
	} {
		if diff := cmp.Diff(want, s.Directives(line)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", line, diff)
		}
	}
	for line, want := range map[string]bool{"Pizza break": false, "1-0": false, "7.": false, "Ann": false, "7. Ann": true, "so 6:bl*": true, "7. then Ann": true, "7. they paused": false, "# 2. half": false, "Ann 9:gr5-": true} {
		if got := s.Played(line); got != want {
			t.Errorf("%q says something of play: %t", line, got)
		}
	}
}
