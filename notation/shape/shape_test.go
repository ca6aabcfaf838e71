package shape

import (
	"strconv"
	"strings"
	"testing"
)

// TestPiece holds the search for a piece, and the packing of words of eight bytes, against the
// text.
func TestPiece(t *testing.T) {
	texts := []string{"Ann 1:a\n", "Anna 1:a\n", "Ann\t1:a\n", "Ann", "An n", "Ünal 1\n", "Abcdefg 1\n", "Abcdefgh 1\n", "abcdefgh;\n", "abcdefghi\n", "\n"}
	for _, word := range []string{"A ", "Ann ", "Ünal ", "Abcdefg ", "Abcdefgh ", ""} {
		p := PieceOf(word)
		for _, text := range texts {
			want := len(word) <= 8 && strings.HasPrefix(text, word)
			padded := append([]byte("\n"+text), make([]byte, Slack)...)
			if got := p.At(padded, 1); got != want || got && p.Size != len(word) {
				t.Errorf("%q at %q: %t, want %t", word, text, got, want)
			}
			ends := " \t\n"
			short, size, more, ok := Short(eight(padded, 1))
			end := 1 + size
			if !ok || short == 0 {
				ends += ";"
				short, end = Eight(padded, 1)
			}
			if size := strings.IndexAny(text+"\n", ends); short != 0 && (end != 1+size || more && padded[end] != ' ') || (short != 0) != (size > 0 && size <= 8 && strings.ContainsAny(text, ends)) && text != "Ann" {
				t.Errorf("%q packed: %x up to %d, %t", text, short, end, more)
			}
		}
	}
}

// TestCount holds the counting of packed numbers to strconv.
func TestCount(t *testing.T) {
	for _, n := range []int32{0, 8, 9, 10, 99, 119, 999, 9_099, 9_999, 90_099, 99_999, 899_999, 999_998} {
		c := CounterOf(n)
		if c.Count(); c != CounterOf(n+1) || !c.At(append([]byte(strconv.Itoa(int(n)+1)+". "), make([]byte, Slack)...), 0) {
			t.Errorf("%d counts to %+v", n, c)
		}
	}
	longest := CounterOf(999_999)
	for range 2 {
		if longest.Count(); longest != (Counter{Piece: nowhere}) || longest != CounterOf(1_000_000) {
			t.Errorf("999999 counts to %+v", longest)
		}
	}
}
