package readings

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
)

// TestKeep holds that solve writes no filling that adds a finding, and writes the others.
func TestKeep(t *testing.T) {
	r, err := verify.NewReader(verify.Options{Games: games.All})
	if err != nil {
		t.Fatal(err)
	}
	const log = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n1. Red ?\n2. Blue ?\n"
	for _, test := range []struct{ name, red, blue, want string }{
		{"both fit", "1:pass", "2:pass", "1. Red 1:pass {deduced}\n2. Blue 2:pass {deduced}\n"},
		{"the first is illegal", "1:home-re0", "2:pass", "1. Red ?\n2. Blue 2:pass {deduced}\n"},
		{"the second is malformed", "1:pass", "2:", "1. Red 1:pass {deduced}\n2. Blue ?\n"},
	} {
		b, _ := notation.CutGame([]byte(log), 1)
		s := &solving{reader: asWritten(r), block: b, written: strings.SplitAfter(log, "\n")}
		s.texts = append(s.texts, s.written...)
		for i, word := range []string{test.red, test.blue} {
			at := notation.Span{Line: 3 + i, Column: 8 + i, EndColumn: 9 + i, Start: 7 + i, End: 8 + i}
			s.parts = append(s.parts, Part{Span: at, Turn: 1 + i, Action: 1, Word: "?", Choices: []string{word}})
			s.put(&s.parts[i], word)
		}
		if err := s.keep("."); err != nil {
			t.Fatal(err)
		}
		_, got, _ := strings.Cut(string(s.text()), "Blue\"]\n")
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
