package trouble

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Action{
		"6:home-re0":  {Die: 6, From: "home", To: "re0"},
		"6:homexre0":  {Die: 6, From: "home", To: "re0", Captures: true},
		"5:re3xbl1":   {Die: 5, From: "re3", To: "bl1", Captures: true},
		"4:gr6-f4":    {Die: 4, From: "gr6", To: "f4"},
		"1:re6-f1#":   {Die: 1, From: "re6", To: "f1", Finished: true},
		"1:f1xf2#":    {Die: 1, From: "f1", To: "f2", Captures: true, Finished: true},
		"3:pass":      {Die: 3},
		"3:pass#":     {Die: 3, Finished: true},
		"2:ax1xax3":   {Die: 2, From: "ax1", To: "ax3", Captures: true},
		"2:ax1xx3":    {Die: 2, From: "ax1", To: "x3", Captures: true},
		"6:homexxx0":  {Die: 6, From: "home", To: "xx0", Captures: true},
		"?:re3-re5":   {From: "re3", To: "re5"},
		"5:re3-?":     {Die: 5, From: "re3", To: "?"},
		"5:re3x?":     {Die: 5, From: "re3", To: "?", Captures: true},
		"6:home-?":    {Die: 6, From: "home", To: "?"},
		"6:homex?#":   {Die: 6, From: "home", To: "?", Captures: true, Finished: true},
		"5:?-re5":     {Die: 5, From: "?", To: "re5"},
		"5:?xbl1":     {Die: 5, From: "?", To: "bl1", Captures: true},
		"5:?-?":       {Die: 5, From: "?", To: "?"},
		"5:?":         {Die: 5, To: "?"},
		"?:?#":        {To: "?", Finished: true},
		"?:pass":      {},
		"?":           {Lone: true},
		"1:zz99-q007": {Die: 1, From: "zz99", To: "q007"}, // no such space, but the shape is right
		"1:home3-re0": {Die: 1, From: "home3", To: "re0"},
		"1:pass3-re0": {Die: 1, From: "pass3", To: "re0"},
	} {
		got, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
		if got.String() != text {
			t.Errorf("%s is printed as %s", text, got)
		}
		if got.Unknown() != strings.Contains(text, "?") {
			t.Errorf("%s: unknown is %t", text, got.Unknown())
		}
		if got.IsPass() != strings.Contains(text, ":pass") && text != "1:pass3-re0" {
			t.Errorf("%s: pass is %t", text, got.IsPass())
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]notation.SyntaxError{ // End is left to the shared grammar
		"7:re0-re6":  {Start: 0, Message: `"7" is not a die roll (1-6)`},
		"12:re0-re6": {Start: 0, Message: `"12" is not a die roll (1-6)`},
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
			t.Fatalf("%q is printed as %q", text, a)
		}
	})
}
