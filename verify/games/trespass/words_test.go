package trespass

import (
	"regexp"
	"testing"

	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules/trespass"
	"tpnote/rules/variant"
)

// inBraces matches a name in a message.
var inBraces = regexp.MustCompile(`\{([a-z]*)[^}]*\}`)

// TestEveryReasonHasWords: what the engine refuses can be said, with names that are known.
func TestEveryReasonHasWords(t *testing.T) {
	for reason, info := range trespass.Reasons {
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

// builtin is the referee of the built-in variant.
func builtin(t *testing.T) *referee {
	t.Helper()
	v, err := variant.NewLibrary(trespass.Family).Open("trespass-1974", ".")
	if err != nil {
		t.Fatal(err)
	}
	r, err := newReferee(v)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*referee)
}

// TestBindText checks that a word means the same whether it is read in its line or parsed, and
// that BindText leaves alone what is no move of this board.
func TestBindText(t *testing.T) {
	r := builtin(t)
	for word, reads := range map[string]bool{
		"A8:c2-e4": true, "B0:e6^e4^c4#": true, "A8:c2-c4-e4": true,
		"A8:c2-f9": false, "A77:c2-c3": false, "C1:c2-c3": false, "A8:c2": false, "A8:c2-": false, "A8c2-c3": false,
		"pass": false, "?": false, "A8:?": false, "A:c2-c3": false, "A8:2-c3": false, "": false,
		"A8:a1-a2-a3-a4-a5-a6-b6-c6-d6-e6-e5-e4-e3-e2": false,
	} {
		text := []byte("1. Ann " + word + "\n")
		var got bound
		end, ok := r.BindText(&got, text, 7)
		if ok = ok && end == len(text)-1; ok != reads {
			t.Errorf("%q is read: %t, want %t", word, ok, reads)
		}
		if !ok {
			continue
		}
		parsed, err := trespassnotation.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		if want, _ := r.Bind(parsed); got != want {
			t.Errorf("%q means %+v, want %+v", word, got, want)
		}
	}
}

func TestRanges(t *testing.T) {
	for want, list := range map[string][]int{
		"": nil, "4": {4}, "0, 1": {0, 1}, "0-2": {0, 1, 2}, "0, 2-4, 6, 7": {0, 2, 3, 4, 6, 7}, "0-9": {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
	} {
		if got := ranges(list); got != want {
			t.Errorf("%v is %q, want %q", list, got, want)
		}
	}
}

// TestMerit: to move a piece of the opponent's is no gain, however far it comes forward.
func TestMerit(t *testing.T) {
	r := builtin(t)
	s, err := r.ParsePosition("9 Ann - B1,A7,B3,B4,B5/B6,B7,B8,B9,1/4,A8/4,B0/B2,A2,1,A9,A6/A1,A3,A0,A4,A5 A=? B=?", []string{"Ann", "Ben"})
	if err != nil {
		t.Fatal(err)
	}
	forward := func(name string, rows int) trespass.Action {
		p, known := r.Board.Piece(name)
		if !known {
			t.Fatal(name)
		}
		return trespass.Action{Piece: p, To: s.At(p) + trespass.Square(rows*r.Board.Columns)}
	}
	for _, test := range []struct {
		a    trespass.Action
		want int
	}{{forward("A8", 1), 1}, {forward("A8", 0), 0}, {forward("B8", 1), -1}, {trespass.Pass, -1}} {
		if got := r.Merit(&s, test.a); got != test.want {
			t.Errorf("%+v is worth %d, want %d", test.a, got, test.want)
		}
	}
}
