package report

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"1. Ann 6:bl*\t; née 棋 👩‍👧\n": "1. Ann 6:bl*\t; née 棋 👩‍👧\n",
		"a\x1b[31m\x7f\r\n":           `a\x1b[31m\x7f\x0d` + "\n",
		"\u009b31m":                   `\u009b31m`,
		"a\u202eb\u2066c\u200f":       `a\u202eb\u2066c\u200f`,
		"a\xffb":                      `a\xffb`,
	} {
		if got := Escape(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"a/b\n\u202e.log": "a/b\n\u202e.log", // the printer decides about these
		"caf\xe9.log":     `caf\xe9.log`,
		"caf\xe8.log":     `caf\xe8.log`,
	} {
		if got := FileName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestLine checks that JSON contains nothing that a terminal obeys, and keeps its meaning.
func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"plain <&> é":                   `"plain <&> é"`,
		"\x1b\x7f\u0080\u009b31m\u0085": `"\u001b\u007f\u0080\u009b31m\u0085"`,
		"a\u202eb\u2069":                `"a\u202eb\u2069"`,
	} {
		var line bytes.Buffer
		if err := Line(&line, text); err != nil {
			t.Fatal(err)
		}
		if line.String() != want+"\n" {
			t.Errorf("%q: %s, want %s", text, line.String(), want)
		}
		var back string
		if err := json.Unmarshal(line.Bytes(), &back); err != nil || back != text {
			t.Errorf("%q comes back as %q: %v", text, back, err)
		}
	}
}
