package notation

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestMemo(t *testing.T) {
	asked := 0
	m := NewMemo(func(word string) (int, error) {
		asked++
		if word == "" {
			return 0, io.ErrUnexpectedEOF
		}
		return len(word), nil
	})
	for range 3 {
		if n, err := m.Ask("abc"); n != 3 || err != nil {
			t.Fatalf("%d, %v", n, err)
		}
	}
	if asked != 1 {
		t.Errorf("the grammar was asked %d times for one word", asked)
	}
	for _, word := range []string{"", "", "a", ""} {
		if _, err := m.Ask(word); (err == nil) != (word != "") {
			t.Errorf("%q: %v", word, err)
		}
	}
	if asked != 3 {
		t.Errorf("the grammar was asked %d times for abc, a and a word that it refuses", asked)
	}
	long := strings.Repeat("x", 2*mostRemembered)
	for _, word := range []string{long, "a", long, long + "y", long + "y", long} {
		if n, err := m.Ask(word); n != len(word) || err != nil {
			t.Errorf("%d, %v for a word of %d bytes", n, err, len(word))
		}
	}
	if asked != 6 {
		t.Errorf("the grammar was asked %d times for two long words in turn", asked-3)
	}
	for i := range 5 * memoSize { // more than it holds
		if n, err := m.Ask(fmt.Sprint(i % (2 * memoSize))); err != nil || n != len(fmt.Sprint(i%(2*memoSize))) {
			t.Fatal(i, n, err)
		}
	}
}
