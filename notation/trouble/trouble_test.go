package trouble

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
)

// says has the text of each part of a word, by its role.
type says map[notation.Role]string

const (
	roll, from, sign = notation.IsRoll, notation.IsFrom, notation.IsSign
	to, mark, kind   = notation.IsTo, notation.IsMark, notation.IsKind
)

func saysOf(word notation.Parts) says {
	said := says{}
	for _, p := range word {
		said[p.Role] = p.Text
	}
	return said
}

func TestParse(t *testing.T) {
	for text, want := range map[string]says{
		"6:home-re0":  {roll: "6", from: "home", sign: "-", to: "re0"},
		"6:homexre0":  {roll: "6", from: "home", sign: "x", to: "re0"},
		"5:re3xbl1":   {roll: "5", from: "re3", sign: "x", to: "bl1"},
		"4:gr6-f4":    {roll: "4", from: "gr6", sign: "-", to: "f4"},
		"1:re6-f1#":   {roll: "1", from: "re6", sign: "-", to: "f1", mark: "#"},
		"1:f1xf2#":    {roll: "1", from: "f1", sign: "x", to: "f2", mark: "#"},
		"3:pass":      {roll: "3", kind: "pass"},
		"3:pass#":     {roll: "3", kind: "pass", mark: "#"},
		"2:ax1xax3":   {roll: "2", from: "ax1", sign: "x", to: "ax3"},
		"2:ax1xx3":    {roll: "2", from: "ax1", sign: "x", to: "x3"},
		"6:homexxx0":  {roll: "6", from: "home", sign: "x", to: "xx0"},
		"?:re3-re5":   {roll: "?", from: "re3", sign: "-", to: "re5"},
		"5:re3-?":     {roll: "5", from: "re3", sign: "-", to: "?"},
		"5:re3x?":     {roll: "5", from: "re3", sign: "x", to: "?"},
		"6:home-?":    {roll: "6", from: "home", sign: "-", to: "?"},
		"6:homex?#":   {roll: "6", from: "home", sign: "x", to: "?", mark: "#"},
		"5:?-re5":     {roll: "5", from: "?", sign: "-", to: "re5"},
		"5:?xbl1":     {roll: "5", from: "?", sign: "x", to: "bl1"},
		"5:?-?":       {roll: "5", from: "?", sign: "-", to: "?"},
		"5:?":         {roll: "5", to: "?"},
		"?:?#":        {roll: "?", to: "?", mark: "#"},
		"?:pass":      {roll: "?", kind: "pass"},
		"?":           {kind: "?"},
		"1:zz99-q007": {roll: "1", from: "zz99", sign: "-", to: "q007"}, // no such space, but the shape is right
		"1:home3-re0": {roll: "1", from: "home3", sign: "-", to: "re0"},
		"1:pass3-re0": {roll: "1", from: "pass3", sign: "-", to: "re0"},
	} {
		got, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, saysOf(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
		if got.String() != text {
			t.Errorf("%s is printed as %s", text, got)
		}
		if got.Open() != strings.Contains(text, "?") {
			t.Errorf("%s: open is %t", text, got.Open())
		}
		if die := got.Roll(); die != 0 && !got.Open() {
			if written := Word(die, want[from], want[to], Signs(want[sign] == "x", want[mark] != "")); written != text {
				t.Errorf("%s is written as %s", text, written)
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]notation.SyntaxError{ // End is left to the shared grammar
		"7:re0-re6":  {Start: 0, Message: `"7" is not what a die shows (1-6)`},
		"12:re0-re6": {Start: 0, Message: `"12" is not what a die shows (1-6)`},
		"4:re3":      {Start: 4, Message: `it is incomplete; "-" or "x" must follow`},
		"4:re3bl1":   {Start: 5, Message: `"bl" is out of place; expected "-" or "x"`},
		"3:pass##":   {Start: 7, Message: `"#" is out of place`},
		"3 pass":     {Start: 1, Message: `" " is out of place`},
		"3:re0-re3?": {Start: 9, Message: `"?" is out of place`},
		"3:?-home":   {Start: 7, Message: `it is incomplete; a number must follow`},
		"passes":     {Start: 0, Message: `a pass is written with its roll: 3:pass`},
		"4:passes":   {Start: 7, Message: `a pass is written with its roll: 4:pass`},
		"6:out":      {Start: 4, Message: `a peg comes out of HOME by a move from home, as in 6:home-re0`},
		"2:":         {Start: 1, Message: `put no blank after the colon, as in 2:re3-re5`},
		"2:RE3-re5":  {Start: 2, Message: `spaces are written in lower case: re3`},
		"6:home-Re0": {Start: 7, Message: `spaces are written in lower case: re0`},
		"9:RE3-re5":  {Start: 2, Message: `"R" is out of place`},
		"":           {Start: 0, Message: `it is incomplete`},
		"re0-re1?":   {Start: 0, Message: `"re" is out of place`},
		"?#":         {Start: 1, Message: `"#" is out of place`},
		"re0-re3":    {Start: 0, Message: `"re" is out of place`},
	} {
		_, err := Parse(text)
		var got *notation.SyntaxError
		if !errors.As(err, &got) {
			t.Errorf("%s: %v is no syntax error", text, err)
			continue
		}
		if got.Start != want.Start || !strings.Contains(got.Message, want.Message) {
			t.Errorf("%s: at %d, %s; want at %d, %s", text, got.Start, got.Message, want.Start, want.Message)
		}
	}
}

// shape is the notation's own definition of an action, in notation.md.
var shape = regexp.MustCompile(`^([1-6?]:(pass|\?|(home|[a-z]+\d+|\?)[-x]([a-z]+\d+|\?))#?|\?)$`)

// twice matches a move from a space whose name begins like a capture by a peg from HOME, which it is
// taken for.
var twice = regexp.MustCompile(`:homex[a-z]*\d+[-x]`)

// FuzzParse checks that the grammar accepts the words of the shape, and that they print as they were read.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"6:home-re0", "6:homexre0", "5:re3xbl1", "4:gr6-f4#", "3:pass", "3:pass#", "", ":", "1:", "0:pass", "7:pass",
		"3:homepass", "3:home", "3:passxre1", "3:re-re1", "3:re1-home", "3:re1xhome", "3:re1xx", "3:re1xx1", "3:x1xx1",
		"3:homex1", "3:homexhome", "3:home1xre1", "3:re1--re2", "3:re1xre2xre3", "3:\x80", "3:é1-re1", "33:pass", "3:homexre0-re1",
		"?", "?:?", "5:?x?", "5:re3x?", "5:homex?#", "?:?-re3", "5:re3xbl?", "5:x?", "5:pass?", "5:?re3", "5:??",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Parse(text)
		if want := shape.MatchString(text) && !twice.MatchString(text); (err == nil) != want {
			t.Fatalf("%q: error %v, but the shape matches: %t", text, err, want)
		}
		if err != nil {
			var syntax *notation.SyntaxError
			if !errors.As(err, &syntax) || syntax.Start < 0 || syntax.End < syntax.Start || syntax.End > len(text) {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		if a.String() != text {
			t.Fatalf("%q is printed as %q", text, a.String())
		}
	})
}
