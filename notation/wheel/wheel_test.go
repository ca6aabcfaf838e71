package wheel_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/notation/wheel"
)

// shape is the action of the wheel games as spec/notation.md gives it. The grammar is
// participle's; this is the standard for it.
var shape = regexp.MustCompile(`\A([1-6?]:([a-z]+[0-9]*[a-z]*|\?)(/([a-z]{2}|\?))?(@[A-Z][0-9]*)?[-+*#?]?|\?)\z`)

// says has the text of each part of a word, by its role.
type says map[notation.Role]string

const (
	roll, to, category = notation.IsRoll, notation.IsTo, notation.IsCategory
	card, answer, kind = notation.IsCard, notation.IsAnswer, notation.IsKind
)

func saysOf(word notation.Parts) says {
	said := says{}
	for _, p := range word {
		said[p.Role] = p.Text
	}
	return said
}

func TestParse(t *testing.T) {
	for _, test := range []struct {
		word string
		want says
	}{
		{"4:ye4+", says{roll: "4", to: "ye4", answer: "+"}},
		{"4:ye2pi", says{roll: "4", to: "ye2pi"}},
		{"6:bl*", says{roll: "6", to: "bl", answer: "*"}},
		{"1:hub/ye#", says{roll: "1", to: "hub", category: "ye", answer: "#"}},
		{"2:pi-", says{roll: "2", to: "pi", answer: "-"}},
		{"3:or5bl/bl@A+", says{roll: "3", to: "or5bl", category: "bl", card: "A", answer: "+"}},
		{"3:gr@B17-", says{roll: "3", to: "gr", card: "B17", answer: "-"}},
		{"3:gr@Z-", says{roll: "3", to: "gr", card: "Z", answer: "-"}},
		{"3:gr@A007", says{roll: "3", to: "gr", card: "A007"}},
		{"4:?", says{roll: "4", to: "?"}},
		{"4:??", says{roll: "4", to: "?", answer: "?"}},
		{"4:ye4?", says{roll: "4", to: "ye4", answer: "?"}},
		{"4:hub/?+", says{roll: "4", to: "hub", category: "?", answer: "+"}},
		{"?:ye2+", says{roll: "?", to: "ye2", answer: "+"}},
		{"?:?/?@A7?", says{roll: "?", to: "?", category: "?", card: "A7", answer: "?"}},
		{"?", says{kind: "?"}},
		{"5:nowhere99at", says{roll: "5", to: "nowhere99at"}},
	} {
		got, err := wheel.Parse(test.word)
		if err != nil {
			t.Errorf("%s: %v", test.word, err)
			continue
		}
		if diff := cmp.Diff(test.want, saysOf(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.word, diff)
		}
		if got.String() != test.word {
			t.Errorf("%s prints as %s", test.word, got)
		}
		if got.Open() != strings.Contains(test.word, "?") {
			t.Errorf("%s: open is %t", test.word, got.Open())
		}
		if die := got.Roll(); die != 0 {
			if written := wheel.Word(die, test.want[to], test.want[category], test.want[card], test.want[answer]); written != test.word {
				t.Errorf("%s is written as %s", test.word, written)
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct {
		word       string
		start, end int
		what       string
	}{
		{"", 0, 0, `it is incomplete`},
		{"4", 0, 1, `it is incomplete; ":" must follow`},
		{"4:", 1, 2, `put no blank after the colon, as in 4:or3-`},
		{"6:", 1, 2, `put no blank after the colon, as in 6:or3-`},
		{"9:", 1, 2, `it is incomplete; a run of lower-case letters must follow`},
		{"bl", 0, 2, `"bl" is out of place`},
		{"4bl", 1, 3, `"bl" is out of place; expected ":"`},
		{"4;bl", 1, 2, `";" is out of place; expected ":"`},
		{"7:bl", 0, 1, `"7" is not what a die shows (1-6)`},
		{"0:bl", 0, 1, `"0" is not what a die shows (1-6)`},
		{"12:bl", 0, 2, `"12" is not what a die shows (1-6)`},
		{"٤:bl", 0, 2, `"٤" is out of place`},
		{"4:4", 2, 3, `"4" is out of place; expected a run of lower-case letters`},
		{"4:BL", 2, 3, `spaces are written in lower case: bl`},
		{"3:HUB/ye#", 2, 3, `spaces are written in lower case: hub`},
		{"HUB", 0, 1, `spaces are written in lower case: hub`},
		{"6:HM", 2, 3, `the H.M. is written hub`},
		{"6:h.m.+", 3, 4, `the H.M. is written hub`},
		{"hub/yellow", 0, 3, `a category is a colour code of two letters: hub/ye`},
		{"4:Bl@A7+", 2, 3, `spaces are written in lower case: bl`},
		{"4:bl4or4", 7, 8, `"4" is out of place`},
		{"4:/ye", 2, 3, `"/" is out of place; expected a run of lower-case letters`},
		{"4:hub/", 5, 6, `it is incomplete; a run of lower-case letters must follow`},
		{"4:hub/y", 6, 7, `the category "y" is not a colour code of two letters`},
		{"4:hub/blue+", 6, 10, `a category is a colour code of two letters: hub/bl`},
		{"4:hub/Ye", 6, 7, `categories are written in lower case: hub/ye`},
		{"4:hub/ye/bl", 8, 9, `"/" is out of place`},
		{"4:bl@", 4, 5, `it is incomplete; a capital letter must follow`},
		{"4:bl@a", 5, 6, `"a" is out of place; expected a capital letter`},
		{"4:bl@17", 5, 7, `"17" is out of place; expected a capital letter`},
		{"4:bl@A@B", 6, 7, `"@" is out of place`},
		{"4:bl@A/bl", 6, 7, `"/" is out of place`},
		{"4:bl+/bl", 5, 6, `"/" is out of place`},
		{"4:bl**", 5, 6, `"*" is out of place`},
		{"4:bl!", 4, 5, `"!" is out of place`},
		{"4:bl-?", 5, 6, `"?" is out of place`},
		{"4:bl?5", 5, 6, `"5" is out of place`},
		{"4:bl@?", 5, 6, `"?" is out of place; expected a capital letter`},
		{"??", 1, 2, `"?" is out of place`},
		{"4:bl\xff", 4, 5, `"\xff" is out of place`},
		{"4:bl\u00a0", 4, 6, `"\u00a0" is out of place`},
	} {
		_, err := wheel.Parse(test.word)
		var got *notation.SyntaxError
		if !errors.As(err, &got) {
			t.Errorf("%q: %v, want a *SyntaxError", test.word, err)
			continue
		}
		want := &notation.SyntaxError{Start: test.start, End: test.end, Message: fmt.Sprintf(
			"malformed action %q: %s (an action is DIE:SPACE, then /CATEGORY, @BOX and + * # or - where they belong, such as 4:ye2+)",
			test.word, test.what)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.word, diff)
		}
	}
}

// TestNoBox checks that a box beyond those of a variant is refused at its letter.
func TestNoBox(t *testing.T) {
	for _, test := range []struct {
		word  string
		boxes int
		at    int // of the letter that is refused; 0 for none
	}{
		{"4:bl+", 2, 0},
		{"4:bl@B17+", 2, 0},
		{"4:bl@C+", 3, 0},
		{"4:bl@C+", 2, 5},
		{"?:hub/?@Z?", 25, 8},
		{"4:bl@Z+", 26, 0},
	} {
		switch wrong := wheel.NoBox(test.word, test.boxes); {
		case (wrong != nil) != (test.at > 0):
			t.Errorf("%s with %d boxes: %v", test.word, test.boxes, wrong)
		case wrong != nil && (wrong.Start != test.at || wrong.End != test.at+1):
			t.Errorf("%s: blames bytes %d to %d", test.word, wrong.Start, wrong.End)
		}
	}
}

// hold checks one word: what the shape admits is parsed and prints as itself, anything
// else is refused at a place within the word.
func hold(t *testing.T, word string) {
	t.Helper()
	a, err := wheel.Parse(word)
	if want := shape.MatchString(word); want != (err == nil) {
		t.Fatalf("%q: error %v, but the shape matches: %v", word, err, want)
	}
	if err == nil {
		if a.String() != word {
			t.Fatalf("%q prints as %q", word, a.String())
		}
		return
	}
	var syntax *notation.SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("%q: %T, want a *SyntaxError", word, err)
	}
	if syntax.Start < 0 || syntax.End > len(word) || syntax.Start >= syntax.End && word != "" {
		t.Fatalf("%q: blames bytes %d to %d", word, syntax.Start, syntax.End)
	}
}

// TestGrammarHasTheShape tries words that are put together from likely and unlikely bits,
// so that both sides of the shape are met often.
func TestGrammarHasTheShape(t *testing.T) {
	bits := []string{"4", ":", "bl", "2", "or", "/", "ye", "@", "A", "B", "Q", "17", "+", "-", "*", "#", "hub", "x", "?", "?", "é", "\xff", " ", "0", "4:bl", "/bl", "@A"}
	rng := rand.New(rand.NewPCG(1, 2))
	good := 0
	const words = 20_000
	for range words {
		word := ""
		if rng.IntN(4) > 0 {
			word = fmt.Sprint(1+rng.IntN(6), ":bl")
		}
		for range rng.IntN(6) {
			word += bits[rng.IntN(len(bits))]
		}
		if shape.MatchString(word) {
			good++
		}
		hold(t, word)
	}
	if good < words/10 || good > words*9/10 {
		t.Errorf("%d of %d words are good: the test has lost one of its sides", good, words)
	}
}

func FuzzParse(f *testing.F) {
	for _, word := range []string{"4:ye2+", "6:hub/ye@A17#", "3:or5bl/bl@B-", "7:bl", "4:bl4or4", "4:hub/blue", "4:bl\xff", "", "1:a0a/aa@A0*", "?", "4:??", "?:hub/?@B?", "bl-?"} {
		f.Add(word)
	}
	f.Fuzz(hold)
}

// TestCards checks that a card is cut as it is written, and that a word gets another name for its space.
func TestCards(t *testing.T) {
	for text, want := range map[string]struct {
		box    int
		number string
	}{"A": {1, ""}, "B7": {2, "7"}, "Z0017": {26, "0017"}} {
		parts, err := wheel.Parse("4:bl3@" + text + "+")
		if err != nil {
			t.Fatal(err)
		}
		if got := parts.Card(); got.Box() != want.box || got.Number() != want.number || wheel.Card(want.box, want.number) != text {
			t.Errorf("%s is card %q of box %d, written %s", text, got.Number(), got.Box(), wheel.Card(want.box, want.number))
		}
	}
	if none := notation.Card(""); none.Box() != 0 || none.Number() != "" {
		t.Errorf("no card is card %q of box %d", none.Number(), none.Box())
	}
}
