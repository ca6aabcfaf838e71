package archive

import (
	"testing"

	"tpnote/notation/shape"
	"tpnote/verify"
)

// NewQuick makes a quick judge of the first game of a text. ok says that it took the game to
// be legal.
func NewQuick(t testing.TB, r *verify.Reader) func(text []byte) (g verify.Summary, ok bool) {
	q := newJudge(r, true, false)
	var buffer []byte
	return func(text []byte) (g verify.Summary, ok bool) {
		if len(text) == 0 || text[len(text)-1] != '\n' {
			text = append(text[:len(text):len(text)], '\n')
		}
		buffer = append(append(buffer[:0], text...), make([]byte, shape.Slack)...)
		q.tally, q.ruling = 0, 0
		_, _, ok = q.game(buffer[:len(text)], ".", 1, &g)
		return g, ok
	}
}
