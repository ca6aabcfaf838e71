package nearest_test

import (
	"slices"
	"strings"
	"testing"

	"tpnote/rules/nearest"
)

func TestWord(t *testing.T) {
	points := []string{"hub-entry", "hub-exit", "hub-passing", "hub-reentry", "headquarters-reentry"}
	for _, test := range []struct {
		word  string
		known []string
		want  string
	}{
		{"hub-entry", points, "hub-entry"},
		{"hub-enrty", points, "hub-entry"},
		{"hub-entri", points, "hub-entry"},
		{"hubpassing", points, "hub-passing"},
		{"headquarter-reenter", points, "headquarters-reentry"},
		{"wedges", points, ""},
		{"", points, ""},
		{"", []string{"a"}, ""},
		{"hub-entry", nil, ""},
		{"Bne", []string{"Ann", "Ben"}, "Ben"}, // letters exchanged
		{"ann", []string{"Ben", "Ann"}, "Ann"},
		{"bl", []string{"pi", "br", "or"}, "br"},
		{"bl", []string{"b", "bla"}, "b"},
		{"xy", []string{"bl", "pi"}, ""},
		{"x", []string{"y", "xy"}, ""},          // one letter resembles nothing
		{"x", []string{"y", "x"}, "x"},          // but itself
		{"cat", []string{"bat", "hat"}, "bat"},  // of equals the earliest
		{"Łukas", []string{"Łukasz"}, "Łukasz"}, // counted in characters
		{"łł", []string{"Ł", "łŁ"}, "łŁ"},
		{"abcdef", []string{"abcdxy"}, "abcdxy"}, // a third of six letters
		{"abcdef", []string{"abcxyz"}, ""},
		{"HUB-Entry", points, "hub-entry"}, // capitals cost nothing
		{"NO", []string{"yes", "no"}, "no"},
	} {
		if got := nearest.Word(test.word, test.known); got != test.want {
			t.Errorf("Word(%q, %q) = %q, want %q", test.word, test.known, got, test.want)
		}
	}
}

// TestSlips compares Slips with Distance for short words of few letters.
func TestSlips(t *testing.T) {
	words := []string{""}
	for i := 0; len(words) < 400; i++ {
		words = append(words, words[i]+"a", words[i]+"b", words[i]+"ł")
	}
	exchanged := 0
	for _, a := range words {
		for _, b := range words {
			want := nearest.Distance(a, b)
			if x, y := []rune(a), []rune(b); want == 2 && len(x) == len(y) {
				for i := range x[1:] {
					swapped := slices.Clone(x)
					swapped[i], swapped[i+1] = x[i+1], x[i]
					if slices.Equal(swapped, y) {
						want = 1
						exchanged++
					}
				}
			}
			for most := range 4 {
				if got := nearest.Slips(a, b, most); got != min(want, most+1) {
					t.Errorf("Slips(%q, %q, %d) = %d, want %d", a, b, most, got, min(want, most+1))
				}
			}
		}
	}
	if exchanged == 0 {
		t.Error("no pair has two neighbours exchanged")
	}
}

func TestName(t *testing.T) {
	variants := []string{"genus-iii", "genus-iii-five-wedge", "heisey-mania", "master-1981", "master-1981-open-hub",
		"trouble-classic", "trouble-official", "trouble-spec", "trespass-1974"}
	for _, test := range []struct{ name, want string }{
		{"genus-iii", "genus-iii"},
		{"1981", "master-1981"},
		{"genus-3", "genus-iii"},
		{"Genus III", "genus-iii"},
		{"genus3", "genus-iii"},
		{"GENUS_III", "genus-iii"},
		{"genus", "genus-iii"},
		{"five", "genus-iii-five-wedge"},
		{"open hub", "master-1981-open-hub"},
		{"1981 master", "master-1981"},
		{"official", "trouble-official"},
		{"trouble", "trouble-classic"}, // of equals the earliest
		{"Heisey", "heisey-mania"},
		{"genus-ii", "genus-iii"}, // no part of it, but a letter away
		{"trouble-spek", "trouble-spec"},
		{"masterr-1981", "master-1981"},
		{"genus-iii-", "genus-iii"},
		{"chess", ""},
		{"1982", ""},
		{"", ""},
		{"-", ""},
		{strings.Repeat("genus-iii-", 1<<17), ""},
	} {
		if got := nearest.Name(test.name, variants); got != test.want {
			t.Errorf("Name(%.40q) = %q, want %q", test.name, got, test.want)
		}
	}
}

func TestWordIsQuickWithLongWords(t *testing.T) {
	long := strings.Repeat("hub-entry ", 1<<17)
	if allocs := testing.AllocsPerRun(1, func() {
		if got := nearest.Word(long, []string{"hub-entry", "hub-exit"}); got != "" {
			t.Errorf("a megabyte is close to %q", got)
		}
	}); allocs != 0 {
		t.Errorf("%v allocations: the distance was worked out", allocs)
	}
}
