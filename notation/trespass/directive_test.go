package trespass

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
)

func directive(t testing.TB, line string) *notation.Directive {
	t.Helper()
	d, ok := notation.ParseLine(line, 1).Node.(*notation.Directive)
	if !ok {
		t.Fatalf("%q is not a directive", line)
	}
	return d
}

func TestParseDirective(t *testing.T) {
	hash := strings.Repeat("ab12", 16)
	for line, want := range map[string]Directive{
		"place Ann 7 3 / 2 8 ; c": {Rows: [2][]int{{7, 3}, {2, 8}}},
		"secret Ann {it was} 007": {Number: 7},
		"commit Ann " + hash:      {Hash: hash},
		"reveal Ann 7 s/a:lt":     {Number: 7, Salt: "s/a:lt"},
		"reveal Ann 7 \u00a0":     {Number: 7, Salt: "\u00a0"},
		"secret E\u0301a 1":       {Number: 1, Handle: notation.Word{Text: "\u00c9a", Span: notation.SpanIn("secret E\u0301a", 1, 7, 11)}},
		"  place Ann 1 / 1":       {Rows: [2][]int{{1}, {1}}},
	} {
		d := directive(t, line)
		want.Keyword = d.Keyword
		if want.Handle.Text == "" {
			want.Handle = d.Words[0]
		}
		got, err := ParseDirective(d, nil)
		if err != nil {
			t.Errorf("%q: %v", line, err)
		} else if diff := cmp.Diff(&want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", line, diff)
		}
	}
}

// TestMalformedDirective looks at which part of the line is blamed.
func TestMalformedDirective(t *testing.T) {
	for line, want := range map[string]struct{ blamed, message string }{
		"place Ann 7 3":                        {"3", "the line ends too early: place HANDLE NUMBER"},
		"place":                                {"place", "the line ends too early: place HANDLE NUMBER"},
		"secret Ann x ; c":                     {"x", `"x" is out of place: secret HANDLE NUMBER`},
		"secret 7 Ann":                         {"7", `"7" is out of place: secret HANDLE NUMBER`},
		"secret Ann 7 8":                       {"8", `"8" is out of place: secret HANDLE NUMBER`},
		"secret Ann 99999999999999999999":      {"99999999999999999999", "the number 99999999999999999999 is too high: secret"},
		"commit Ann ABC":                       {"ABC", `"ABC" is not a SHA-256 hash: 64 digits`},
		"reveal Ann 7":                         {"7", "the line ends too early: reveal HANDLE NUMBER SALT"},
		"place Ann 1 2 3":                      {"3", "the line ends too early: place HANDLE NUMBER"},
		"place Ann 1 / 2 / 3":                  {"/", `"/" is out of place: place HANDLE NUMBER`},
		"place Ann / 1":                        {"/", `"/" is out of place: place HANDLE NUMBER`},
		"place Ann 1 /":                        {"/", "the line ends too early: place HANDLE NUMBER"},
		"place Ann +1 / 2":                     {"+1", `"+1" is out of place: place HANDLE NUMBER`},
		"place Ann- 1 / 2":                     {"Ann-", `"Ann-" is out of place: place HANDLE NUMBER`},
		"place Ann 1 / 99999999999999999999 2": {"99999999999999999999", "the number 99999999999999999999 is too high: place"},
		"stat 1 Ann":                           {"stat", "stat is not a directive of trespass"},
	} {
		_, err := ParseDirective(directive(t, line), nil)
		var got *notation.SyntaxError
		if !errors.As(err, &got) {
			t.Errorf("%q: %v, want a *SyntaxError", line, err)
		} else if line[got.Start:got.End] != want.blamed || !strings.HasPrefix(got.Message, want.message) {
			t.Errorf("%q blames %q: %s", line, line[got.Start:got.End], got.Message)
		}
	}
}
