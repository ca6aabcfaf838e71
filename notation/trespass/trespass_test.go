package trespass

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
)

// words has the parts of words, each with the letter of its role.
var words = map[string]string{
	"A7:c2-c5":         "pA7 fc2 s- tc5",
	"A7:c2^c4^e4":      "pA7 fc2 s^ tc4 s^ te4",
	"A7:c2-d3^d5":      "pA7 fc2 s- td3 s^ td5",
	"B10:a6-a5-b4^b2#": "pB10 fa6 s- ta5 s- tb4 s^ tb2 m#",
	"A1:c2^c4-c5":      "pA1 fc2 s^ tc4 s- tc5",
	"A0007:z99-a0":     "pA0007 fz99 s- ta0",
	"pass":             "kpass",
	"A7:?":             "pA7 f?",
	"A7:c2-?":          "pA7 fc2 s- t?",
	"?:c2-c5":          "p? fc2 s- tc5",
	"?:c2-d3^d5#":      "p? fc2 s- td3 s^ td5 m#",
	"?":                "k?",
}

// letters are those of the roles in words.
var letters = map[notation.Role]string{
	notation.IsPiece: "p", notation.IsFrom: "f", notation.IsSign: "s", notation.IsTo: "t", notation.IsMark: "m", notation.IsKind: "k",
}

func TestParse(t *testing.T) {
	for text, want := range words {
		parts, err := Parse(text)
		if err != nil {
			t.Errorf("Parse(%q): %v", text, err)
			continue
		}
		var got []string
		for _, p := range parts {
			got = append(got, letters[p.Role]+p.Text)
		}
		route := parts.Without(notation.IsPiece, notation.IsFrom, notation.IsMark, notation.IsKind)
		if got := strings.Join(got, " "); got != want {
			t.Errorf("Parse(%q): %s, want %s", text, got, want)
		}
		if parts.String() != text || parts.Open() != strings.Contains(text, "?") {
			t.Errorf("Parse(%q) prints as %q; open is %t", text, parts.String(), parts.Open())
		}
		if len(route) == 0 {
			continue
		}
		if written := Word(parts.Text(notation.IsPiece), parts.Text(notation.IsFrom), route, parts.Text(notation.IsMark) != ""); written != text {
			t.Errorf("%s is written as %s", text, written)
		}
	}
}

// TestMalformed looks at which part of the word is blamed.
func TestMalformed(t *testing.T) {
	for text, blamed := range map[string]string{
		"C7:c2-c5":      "C",
		"A7:c2":         "2", // ends too early
		"A7-c5":         "-",
		"A7:c2#":        "#",
		"A7:c2-#":       "#",
		"A7:c2-c5##":    "#",
		"A7:c2-c5#^c7":  "^",
		"A7:c2-c5?":     "?",
		"A7:c2-c5-?":    "?",
		"A7:c2^?":       "^",
		"A7:c2-?#":      "#",
		"A7:??":         "?",
		"?:?":           "?",
		"?:c2-?":        "-",
		"A?:c2-c5":      "?",
		"b3^b1?":        "b",
		"A7:c2xc5":      "xc",
		"A7:c2-c5-":     "-",
		"A7:C2-c5":      "C",
		"A7:c2-dd5":     "dd5",
		"pass#":         "#",
		"passe":         "passe",
		"":              "",
		"A7:c2\u2011c5": "\u2011",
	} {
		_, err := Parse(text)
		var syntax *notation.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("Parse(%q) = %v, want a syntax error", text, err)
		} else if got := text[syntax.Start:syntax.End]; got != blamed {
			t.Errorf("Parse(%q) blames %q, want %q: %s", text, got, blamed, syntax)
		}
	}
}

// TestHints checks the hints for words that are near the notation.
func TestHints(t *testing.T) {
	for text, want := range map[string]string{
		"passes":    "a player who cannot move writes pass",
		"a9:":       "a piece is written with a capital letter: A9",
		"a9:c2-c3":  "a piece is written with a capital letter: A9",
		"A9:":       "put no blank after the colon, as in A9:c2-c5",
		"b5xb3":     "a jump is written with ^, and nothing is captured: b5^b3",
		"A7:C2-c5":  "squares are written in lower case: c2-c5",
		"A7:c2-c5-": "it is incomplete; a run of lower-case letters must follow",
		"c2-c5":     `"c" is out of place`,
	} {
		if _, err := Parse(text); err == nil || !strings.HasPrefix(err.Error(), "malformed action \""+text+"\": "+want) {
			t.Errorf("Parse(%q) = %v, want %s", text, err, want)
		}
	}
}

// shape is the notation's own definition of an action.
var shape = regexp.MustCompile(`\A(pass|[AB][0-9]+:(\?|[a-z][0-9]+-\?)|([AB][0-9]+|\?):[a-z][0-9]+([-^][a-z][0-9]+)+#?|\?)\z`)

// FuzzParse checks that the grammar accepts the words of the shape, and that they print as they were read.
func FuzzParse(f *testing.F) {
	for text := range words {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Parse(text)
		if asked, refused := grammar.Parse(text); !cmp.Equal(a, asked) || (err == nil) != (refused == nil) {
			t.Fatalf("Parse(%q): %v, %v; the grammar: %v, %v", text, a, err, asked, refused)
		}
		if want := shape.MatchString(text); (err == nil) != want {
			t.Fatalf("Parse(%q): error %v, but the shape matches: %t", text, err, want)
		}
		if err != nil {
			var syntax *notation.SyntaxError
			if !errors.As(err, &syntax) || syntax.Start < 0 || syntax.Start > syntax.End || syntax.End > len(text) {
				t.Fatalf("Parse(%q): %#v", text, err)
			}
			return
		}
		if a.String() != text {
			t.Fatalf("Parse(%q) prints as %q", text, a.String())
		}
	})
}
