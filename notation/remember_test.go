package notation

import (
	"bytes"
	"testing"
)

// TestRemembering checks that neither a text of many bytes nor one of many lines is remembered.
func TestRemembering(t *testing.T) {
	word, line := []byte("a "), []byte("\n")
	for name, c := range map[string]struct {
		text []byte
		is   bool
	}{
		"a game":     {bytes.Repeat(append(bytes.Repeat(word, 10), '\n'), 1000), true},
		"long lines": {bytes.Repeat(append(bytes.Repeat(word, 1<<14), '\n'), 40), false},
		"many lines": {bytes.Repeat(line, 1<<17), false},
	} {
		if is := (Block{Text: c.text}).Remembering().parsed != nil; is != c.is {
			t.Errorf("%s of %d bytes: remembered is %t", name, len(c.text), is)
		}
	}
}
