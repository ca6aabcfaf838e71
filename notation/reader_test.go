package notation

import (
	"slices"
	"strings"
	"testing"
)

// TestLongTexts reads games too long for the heap, with one Reader after the other and with
// one inside the other.
func TestLongTexts(t *testing.T) {
	text := func(name string) string {
		return "[Game \"" + name + "\"]\n" + strings.Repeat("1. "+name+" b\n", 2*longText/7)
	}
	a, b := text("aa"), text("bb")
	for range 2 {
		var got []string
		for outer := range NewReader(strings.NewReader(a + b)).Blocks() {
			for inner := range NewReader(strings.NewReader(b)).Blocks() {
				if string(inner.Text) != b {
					t.Error("the inner text is another one")
				}
			}
			got = append(got, string(outer.Text))
		}
		if !slices.Equal(got, []string{a, b}) {
			t.Errorf("%d games are not those that were written", len(got))
		}
		if longest.taken.Load() {
			t.Fatal("the room for long texts is still taken")
		}
	}
}
