package shape

import (
	"strconv"
	"strings"
	"testing"
)

// TestBlanked holds the comparison of a word with its blank, and the packing of words of
// eight bytes, against the text.
func TestBlanked(t *testing.T) {
	texts := []string{"Ann 1:a\n", "Anna 1:a\n", "Ann\t1:a\n", "Ann", "An n", "Ünal 1\n", "Abcdefg 1\n", "Abcdefgh 1\n", "abcdefgh;\n", "abcdefghi\n", "\n"}
	for _, word := range []string{"A", "Ann", "Ünal", "Abcdefg", "Abcdefgh"} {
		w := BlankedOf(word)
		for _, text := range texts {
			want := 0
			if len(word) < 8 && strings.HasPrefix(text, word+" ") {
				want = len(word)
			}
			padded := append([]byte("\n"+text), make([]byte, Slack)...)
			if got := w.At(padded, 1); got != want {
				t.Errorf("%q at %q: %d, want %d", word, text, got, want)
			}
			short, end := Short(padded, 1)
			if short == 0 {
				short, end = Eight(padded, 1)
			}
			if size := strings.IndexAny(text+"\n", " \t\n;"); short != 0 && end != 1+size || (short != 0) != (size > 0 && size <= 8 && strings.ContainsAny(text, " \t\n;")) && text != "Ann" {
				t.Errorf("%q packed: %x up to %d", text, short, end)
			}
		}
	}
}

// TestCount holds the counting of packed numbers to strconv.
func TestCount(t *testing.T) {
	for _, n := range []int{0, 8, 9, 10, 99, 119, 999, 90_099, 99_999, 899_999, 999_998} {
		w := BlankedOf(strconv.Itoa(n) + ".")
		if w.Count(); w != BlankedOf(strconv.Itoa(n+1)+".") {
			t.Errorf("%d counts to %+v", n, w)
		}
	}
	longest := BlankedOf("999999.")
	if longest.Count(); longest != (Blanked{}) {
		t.Errorf("999999 counts to %+v", longest)
	}
	if longest.Count(); longest != (Blanked{}) {
		t.Errorf("no number counts to %+v", longest)
	}
}
