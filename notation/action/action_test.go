package action

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
)

// step is a little grammar with everything that a game's may have.
type step struct {
	Piece  even   `parser:"@Digits"`
	Target string `parser:"( ':' @(Letters Digits) | '>' @'pass' )"`
	Again  bool   `parser:"@'!'?"`
}

type even string

func (e *even) Capture(values []string) error {
	if last := values[0][len(values[0])-1]; last%2 != 0 {
		return errors.New("expected an even number")
	}
	*e = even(values[0])
	return nil
}

// blank is its grammar of words with a "?".
type blank struct {
	Piece  string `parser:"@Digits ':'"`
	Target string `parser:"@'?'"`
}

var steps = New[step, blank]("N:SQUARE or N>pass", func(word string) string {
	if word == "2:A1" {
		return "in lower case: a1"
	}
	return ""
})

func TestParse(t *testing.T) {
	for _, test := range []struct {
		word string
		want step
	}{
		{"2:a1", step{Piece: "2", Target: "a1"}},
		{"24:abc007!", step{Piece: "24", Target: "abc007", Again: true}},
		{"8>pass", step{Piece: "8", Target: "pass"}},
	} {
		got, _, err := steps.Parse(test.word)
		if err != nil {
			t.Errorf("%s: %v", test.word, err)
		} else if diff := cmp.Diff(test.want, *got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.word, diff)
		}
	}
}

// TestUnknown checks that a word with a "?" has a tree of its own.
func TestUnknown(t *testing.T) {
	known, unknown, err := steps.Parse("2:?")
	if err != nil || known != nil {
		t.Fatalf("%v, %v", known, err)
	}
	if diff := cmp.Diff(&blank{"2", "?"}, unknown); diff != "" {
		t.Error(diff)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		word       string
		start, end int
		what       string
	}{
		{"", 0, 0, `it is incomplete`},
		{"2", 0, 1, `it is incomplete`}, // two things could follow: none is named
		{"2:", 1, 2, `it is incomplete; a run of lower-case letters must follow`},
		{"2:a", 2, 3, `it is incomplete; a number must follow`},
		{"2>", 1, 2, `it is incomplete; "pass" must follow`},
		{"2>past", 2, 6, `"past" is out of place; expected "pass"`},
		{"2:a1!!", 5, 6, `"!" is out of place`},
		{"31:a1", 0, 2, `expected an even number`},
		{"2:É1", 2, 4, `"É" is out of place; expected a run of lower-case letters`},
		{"2:a1\xff", 4, 5, `"\xff" is out of place`},
		{"2:A1", 2, 3, `in lower case: a1`},
		{"2:?!", 2, 3, `"?" is out of place; expected a run of lower-case letters`},
		{"2:a1 ", 4, 5, `" " is out of place`},
		{"٢:a1", 0, 2, `"٢" is out of place`},
	} {
		_, _, err := steps.Parse(test.word)
		var got *notation.SyntaxError
		if !errors.As(err, &got) {
			t.Errorf("%q: %v, want a *SyntaxError", test.word, err)
			continue
		}
		want := &notation.SyntaxError{Start: test.start, End: test.end, Message: fmt.Sprintf(
			"malformed action %q: %s (an action is N:SQUARE or N>pass)", test.word, test.what)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.word, diff)
		}
	}
}
