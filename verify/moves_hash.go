package verify

import (
	"bytes"
	"hash/maphash"

	"tpnote/verify/internal/shape"
)

var movesSeed = maphash.MakeSeed()

// movesOf is a hash of what was played in a game: the words of its turns and of the pieces
// placed, whoever the players are and whatever the tags and comments say. It is 0 for a
// game without a turn.
func movesOf(text []byte) uint64 {
	var h maphash.Hash
	h.SetSeed(movesSeed)
	turns := 0
	for line := range bytes.Lines(text) {
		line = bytes.TrimLeft(line, " \t")
		turn := len(line) > 0 && line[0]-'0' <= 9
		if !turn && !bytes.HasPrefix(line, []byte("place ")) {
			continue
		}
		if turn {
			turns++
		}
		for i, word := range words(line) {
			if i > 1 { // behind the number, or the keyword, and the handle
				h.Write(word)
				h.WriteByte(' ')
			}
		}
		h.WriteByte('\n')
	}
	if turns == 0 {
		return 0
	}
	return max(1, h.Sum64())
}

// words yields the words of a line, as far as it is in the ordinary shape.
func words(line []byte) func(yield func(int, []byte) bool) {
	text := append(bytes.Clone(bytes.TrimRight(line, "\r\n")), '\n')
	text = append(text, make([]byte, shape.Slack)...)
	return func(yield func(int, []byte) bool) {
		for i, at := 0, 0; ; i++ {
			var ok bool
			if at, ok = shape.Gap(text, at); !ok || text[at] == '\n' {
				return
			}
			end := shape.WordEnd(text, at)
			if !yield(i, text[at:end]) {
				return
			}
			at = end
		}
	}
}
