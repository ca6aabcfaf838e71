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
	Piece  notation.Piece   `parser:"@(Digits | '?')"`
	Target notation.To      `parser:"( ':' @(Letters Digits | 'home' | '?')"`
	Take   notation.Capture `parser:"( 'x' @(Letters Digits | '?') )?"`
	Pass   notation.Kind    `parser:"| '>' @'pass' )"`
	Again  bool             `parser:"@'!'?"`
}

var steps = New[step](Form{
	Shape: "N:SQUARE or N>pass",
	Hint: func(word string) string {
		if word == "2:A1" {
			return "in lower case: a1"
		}
		return ""
	},
	Check: func(p notation.Part) string {
		if p.Role == notation.IsPiece && p.Text[len(p.Text)-1]%2 != 0 {
			return "expected an even number"
		}
		return ""
	},
	Letter: "x",
	Names:  []string{"home"},
})

// TestParse checks the roles, the joints and the places of the parts of a word.
func TestParse(t *testing.T) {
	piece := notation.Part{Role: notation.IsPiece, Text: "2"}
	to := func(text string) notation.Part {
		return notation.Part{Role: notation.IsTo, Joint: ":", Text: text, Start: 2}
	}
	taken := func(start int32) notation.Part {
		return notation.Part{Role: notation.IsCapture, Joint: "x", Text: "b2", Start: start}
	}
	for word, want := range map[string]notation.Parts{
		"2:?xb2!":   {piece, to("?"), taken(4)},
		"2:a1":      {piece, to("a1")},
		"2:abc007!": {piece, to("abc007")},
		"2:ax1xb2":  {piece, to("ax1"), taken(6)},
		"2:homexb2": {piece, to("home"), taken(7)},
		"8>pass":    {{Role: notation.IsPiece, Text: "8"}, {Role: notation.IsKind, Joint: ">", Text: "pass", Start: 2}},
	} {
		got, err := steps.Parse(word)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", word, err, diff)
		}
	}
}

// TestFits checks which actions a word with unknown parts can record.
func TestFits(t *testing.T) {
	for _, test := range []struct {
		word, legal string
		want        bool
	}{
		{"2:?", "2:a1", true},
		{"2:?", "2:a1xb2", true},
		{"2:?xb2", "2:a1xb2", true},
		{"2:a1x?", "2:a1xb2", true},
		{"2:a1x?", "2:a1", false},
		{"2:?xb2", "2:a1", false},
		{"2:?xb2", "2:a1xb3", false},
		{"?:a1", "2:a1", true},
		{"?:a1", "2:a1xb2", false},
		{"?:a1", "2>pass", false},
		{"4:?", "2:a1", false},
	} {
		word, err := steps.Parse(test.word)
		legal, wrong := steps.Parse(test.legal)
		if got := word.Fits(legal); got != test.want || err != nil || wrong != nil {
			t.Errorf("%s, %s: %t, %v, %v", test.word, test.legal, got, err, wrong)
		}
	}
}

// TestFitsOnePart checks words of one part.
func TestFitsOnePart(t *testing.T) {
	legal, err := steps.Parse("2:a1")
	if err != nil {
		t.Fatal(err)
	}
	one := func(role notation.Role, text string) notation.Parts { return notation.Parts{{Role: role, Text: text}} }
	for _, test := range []struct {
		word notation.Parts
		want bool
	}{
		{one(notation.IsKind, "?"), true},
		{one(notation.IsKind, "pass"), false},
		{one(notation.IsPiece, "?"), true},
		{one(notation.IsPiece, "3"), false},
		{one(notation.IsCapture, "?"), false},
	} {
		if got := test.word.Fits(legal); got != test.want {
			t.Errorf("%v: %t", test.word, got)
		}
	}
}

// TestAgrees checks which actions a word, or its beginning, leaves possible.
func TestAgrees(t *testing.T) {
	legal, err := steps.Parse("2:a1xb2")
	if err != nil {
		t.Fatal(err)
	}
	capture := func(text string) notation.Part { return notation.Part{Role: notation.IsCapture, Text: text} }
	for want, chosen := range map[bool][]notation.Parts{
		true:  {nil, legal[:1], legal[:2], {capture("b2")}, {capture("?")}, {{Role: notation.IsTo, Text: "c3"}, legal[1]}, {{Role: notation.IsCard, Text: "A1"}}, {{Role: notation.IsSign, Text: "-"}}},
		false: {{capture("")}, {capture("b3")}, {legal[0], capture("b3")}, {legal[1], {Role: notation.IsTo, Text: "c3"}}},
	} {
		for _, parts := range chosen {
			if got := parts.Agrees(legal); got != want {
				t.Errorf("%v: %t", parts, got)
			}
		}
	}
}

// TestEdits checks words that are made from the parts of others.
func TestEdits(t *testing.T) {
	parts, err := steps.Parse("2:a1xb2")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"?", "?:a1xb2", "2:?xb2", "2:?", "2:a1x?"}, parts.Blanks()); diff != "" {
		t.Error(diff)
	}
	for want, got := range map[string]notation.Parts{
		"2:a1":      parts.Without(notation.IsCapture),
		"2:a1xb3":   parts.With(notation.Part{Role: notation.IsCapture, Joint: "?", Text: "b3"}),
		"2:a1+xb2":  parts.With(notation.Part{Role: notation.IsAnswer, Text: "+"}),
		"2:a1@AxB2": parts.With(notation.Part{Role: notation.IsCard, Joint: "@", Text: "A"}).With(notation.Part{Role: notation.IsCapture, Text: "B2"}),
	} {
		if got.String() != want {
			t.Errorf("%s, want %s", got, want)
		}
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
		{"2:", 1, 2, `it is incomplete`},
		{"2:a", 2, 3, `it is incomplete; a number must follow`},
		{"2>", 1, 2, `it is incomplete; "pass" must follow`},
		{"2>past", 2, 6, `"past" is out of place; expected "pass"`},
		{"2:a1!!", 5, 6, `"!" is out of place`},
		{"31:a1", 0, 2, `expected an even number`},
		{"2:É1", 2, 4, `"É" is out of place`},
		{"2:a1\xff", 4, 5, `"\xff" is out of place`},
		{"2:A1", 2, 3, `in lower case: a1`},
		{"2:?!!", 4, 5, `"!" is out of place`},
		{"2:a1 ", 4, 5, `" " is out of place`},
		{"٢:a1", 0, 2, `"٢" is out of place`},
	} {
		_, err := steps.Parse(test.word)
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
