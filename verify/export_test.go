package verify

import (
	"testing"

	"tpnote/notation/shape"
)

// Directives lists the keywords of all games' lines.
var Directives = directives

// NewBrisk makes a brisk judge of the first game of a text. ok says that it took the game
// to be legal.
func NewBrisk(t testing.TB) func(text []byte) (g Game, ok bool) {
	r, err := NewReplayer(Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := newBrisk(r, true)
	var buffer []byte
	return func(text []byte) (g Game, ok bool) {
		if len(text) == 0 || text[len(text)-1] != '\n' {
			text = append(text[:len(text):len(text)], '\n')
		}
		buffer = append(append(buffer[:0], text...), make([]byte, shape.Slack)...)
		_, _, ok = b.game(buffer[:len(text)], ".", 1, &g)
		return g, ok
	}
}
