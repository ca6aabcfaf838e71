package wheel

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	wheelnotation "tpnote/notation/wheel"
	"tpnote/rules/variant"
	"tpnote/rules/wheel"
)

// inBraces matches a name in a message.
var inBraces = regexp.MustCompile(`\{([^}]*)\}`)

// TestEveryReasonHasWords: what the engine refuses can be said, with names that are known.
func TestEveryReasonHasWords(t *testing.T) {
	for reason, info := range wheel.Reasons {
		if info.Code != "" && (reason >= len(messages) || messages[reason] == "") {
			t.Errorf("reason %d (%s, %s) has no words", reason, info.Code, info.Rule)
		}
	}
	for _, message := range messages {
		for _, found := range inBraces.FindAllStringSubmatch(message, -1) {
			if names[found[1]] == nil {
				t.Errorf("%s: %s is unknown", message, found[0])
			}
		}
	}
}

// refereeBy makes a referee of a variant with other values of some rule points.
func refereeBy(t *testing.T, name, sets string) *referee {
	t.Helper()
	v, err := variant.NewLibrary(wheel.Family).Open(name, ".")
	if err == nil {
		v, err = v.Set(strings.Fields(sets)...)
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := newReferee(v)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*referee)
}

// TestMerit: on an ordinary space an action is worth the way to what is still wanted, and one roll at least.
func TestMerit(t *testing.T) {
	r := refereeBy(t, "genus-iii", "")
	for position, wanted := range map[string]string{
		"1 Ann Ann=hub/bl,br,gr,or,pi Ben=hub":    "ye",
		"1 Ann Ann=hub/bl,gr,or,pi,ye Ben=hub":    "br",
		"1 Ann Ann=bl1/bl,br,gr,or,pi,ye Ben=hub": "hub",
	} {
		s, err := r.ParsePosition(position, []string{"Ann", "Ben"})
		if err != nil {
			t.Fatal(err)
		}
		goal, _ := r.Board.Space(wanted)
		for space := range r.Board.Names {
			a := wheel.Action{Space: wheel.Space(space)}
			if r.Board.Places[a.Space].Kind != wheel.Category {
				continue
			}
			way := r.steps(a.Space, func(s wheel.Space) bool { return s == goal })
			if short := slices.IndexFunc([]int{1, 2, 3, 4, 5, 6}, func(n int) bool { ends := r.Board.Reach(a.Space, n); return ends.Has(goal) }); short >= 0 && way != short+1 || short < 0 && way < 7 {
				t.Errorf("%d steps from %s to %s, but the first roll that leads there is %d", way, r.Board.Names[a.Space], wanted, short+1)
			}
			if got, want := r.Merit(&s, a), -max(6, way); got != want {
				t.Errorf("%s: %s is worth %d, want %d", position, r.Board.Names[a.Space], got, want)
			}
		}
	}
}

// TestUnsettled lists the cards that may be meant by one that is not written down.
func TestUnsettled(t *testing.T) {
	for _, test := range []struct {
		sets, position, word string
		want                 []any
	}{
		{"card-alternation=strict", "1 Ann+ Ann=hub Ben=hub @A", "4:ye4@B-", []any{uint8(0), uint8(2)}},
		{"card-alternation=free", "1 Ann+ Ann=hub Ben=hub @A", "4:ye4@B-", []any{uint8(0), uint8(1), uint8(2)}},
		{"card-alternation=free", "1 Ann+ Ann=hub Ben=hub @A", "4:ye4@B12-", []any{uint8(0), uint8(1), uint8(2), "the card of the question before"}},
		{"card-alternation=strict", "1 Ann+ Ann=hub Ben=hub @A", "4:ye4@B12-", []any{uint8(0), uint8(2)}},
		{"", "1 Ann+ Ann=hub Ben=hub @A", "4:ye4-", nil},
	} {
		r := refereeBy(t, "genus-iii", test.sets)
		s, err := r.ParsePosition(test.position, []string{"Ann", "Ben"})
		if err != nil {
			t.Fatal(err)
		}
		w, err := wheelnotation.Parse(test.word)
		if err != nil {
			t.Fatal(err)
		}
		var got []any
		if r.Unsettled(&s, w, func(card any) { got = append(got, card) }); !cmp.Equal(got, test.want) {
			t.Errorf("%s | %s | %s: %v, want %v", test.sets, test.position, test.word, got, test.want)
		}
	}
}

// TestFillKeepsToTheCard: an unknown roll with a card is filled with what the rules let that card be.
func TestFillKeepsToTheCard(t *testing.T) {
	r := refereeBy(t, "genus-iii", "card-alternation=strict")
	s, err := r.ParsePosition("1 Ann+ Ann=hub Ben=hub @A", []string{"Ann", "Ben"})
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]bool{"?:ye4-": true, "?:ye4@B-": true, "?:ye4@A-": false} {
		w, err := wheelnotation.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		fits := false
		for _, a := range r.Legal(nil, &s) {
			_, ok := r.Fill(&s, a, w)
			fits = fits || ok
		}
		if fits != want {
			t.Errorf("%s can be filled: %t", word, fits)
		}
	}
}

// TestColourNames holds that a colour that a variant does not name has the first name that begins with its code,
// or its code.
func TestColourNames(t *testing.T) {
	r := refereeBy(t, "master-1981", "")
	v, b := *r.Variant, *r.Board
	v.Colours, b.Colours = map[string]string{"ye": "Sun"}, []string{"bl", "ye", "gr", "xx"}
	r.Engine = &wheel.Engine{Board: &b, Variant: &v}
	for i, want := range []string{"black", "sun", "gray", "xx"} {
		if got := r.colour(i); got != want {
			t.Errorf("%s is %q, want %q", r.Board.Colours[i], got, want)
		}
	}
}

// TestSpell gives words the board's name of their space, and leaves everything else as it is.
func TestSpell(t *testing.T) {
	r := refereeBy(t, "genus-iii", "")
	for word, want := range map[string]string{
		"4:or3bl@A7+": "4:bl4or@A7+", "4:bl4or@A7+": "4:bl4or@A7+", "?:or1bl?": "?:bl6or?", "4:?": "4:?", "4:zz9-": "4:zz9-", "or3bl": "or3bl",
	} {
		parses := func(word string) bool {
			_, err := wheelnotation.Parse(word)
			return err == nil
		}
		if got := string(r.Spell([]byte("> "), []byte(word), parses)); got != "> "+want {
			t.Errorf("%s is spelt %s, want %s", word, got, want)
		}
	}
}
