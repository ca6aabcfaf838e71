package archive

import (
	"bytes"
	"hash/maphash"

	"tpnote/notation/shape"
)

var movesSeed = maphash.MakeSeed()

// movesOf is a hash of what was played in a game: the words of its turns and of the pieces
// placed, whoever the players are and whatever the tags and comments say. It is 0 for a
// game without a turn. text is as package shape wants it.
func movesOf(text []byte) uint64 {
	if len(text) == 0 {
		return 0
	}
	var h maphash.Hash
	h.SetSeed(movesSeed)
	turns, side := 0, 0 // side lines do not count
	end := len(text)
	text = text[:end+shape.Slack]
	for at := 0; at < end; {
		begin := at
		for text[begin] == ' ' || text[begin] == '\t' {
			begin++
		}
		at += bytes.IndexByte(text[at:], '\n') + 1
		switch text[begin] {
		case '(':
			side++
		case ')':
			side--
		}
		turn := text[begin]-'0' <= 9 && side <= 0
		if turn {
			turns++
		}
		if turn || bytes.HasPrefix(text[begin:], []byte("place ")) {
			hashWords(&h, text, begin)
		}
	}
	if turns == 0 {
		return 0
	}
	return max(1, h.Sum64())
}

// hashWords adds the words of a line, as far as it is in the ordinary shape, that stand
// behind its number or keyword and its handle.
func hashWords(h *maphash.Hash, text []byte, at int) {
	for i := 0; ; i++ {
		var ok bool
		if at, ok = shape.Gap(text, at); !ok || text[at] == '\n' {
			break
		}
		end := shape.WordEnd(text, at)
		if i > 1 {
			h.Write(text[at:end])
			h.WriteByte(' ')
		}
		at = end
	}
	h.WriteByte('\n')
}
