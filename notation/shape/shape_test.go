package shape

import (
	"strconv"
	"strings"
	"testing"
)

// TestPiece compares the search for a piece with a search in the text.
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
		}
	}
}

// TestRolledKey checks that words have the same key only if they differ in their rolls alone.
func TestRolledKey(t *testing.T) {
	words := []string{"4:ye2+", "ye2+", "4:14", "14", "7:14", "4:home-re0", "home-re0", "4:abcdefg", "4:abcdefgh", "4:abcdefghijklmno", "abcdefghijklmno", "4:é"}
	keys := map[Key]string{}
	for _, word := range words {
		for _, end := range []string{" 3:a", "\n", ";", "{;}", "\t"} {
			die, key, _, at := RolledKey(append([]byte(word+end+"\n"), make([]byte, 2*Slack)...), 0)
			if at != len(word) || (die == 4) != (strings.HasPrefix(word, "4:")) {
				t.Errorf("%q%q: roll %d, end %d", word, end, die, at)
			}
			if known, ok := keys[key]; ok && known != word || key == Long || key == (Key{}) {
				t.Errorf("%q has the key of %q", word, known)
			}
			keys[key] = word
		}
	}
	for _, long := range []string{"abcdefghijklmnop", "4:abcdefghijklmnop", strings.Repeat("a", 40)} {
		if _, key, _, at := RolledKey(append([]byte(long+"\n"), make([]byte, Slack)...), 0); key != Long || at != len(long) {
			t.Errorf("%q: %v, end %d", long, key, at)
		}
	}
}

// TestNumberOf counts turn numbers, with all their digits.
func TestNumberOf(t *testing.T) {
	for _, from := range []int32{1, 98, 999, 99_998, 999_990} {
		p := NumberOf(from)
		for number := from; number < from+25; number++ {
			text := strconv.Itoa(int(number)) + ". "
			padded := append([]byte(text), make([]byte, Slack)...)
			if fits := len(text) <= 8; p.Size != len(text) || fits && p != PieceOf(text) || p.At(padded, 0) != fits {
				t.Fatalf("%d: %v", number, p)
			}
			p.Next(number + 1)
		}
	}
}
