package notation

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"tpnote/notation/shape"
)

// Pair is the name and the value of a tag.
type Pair struct{ Name, Value string }

// Tags are the well-formed tags of a game in their order. Of tags with the same name, only the
// first counts.
func (b Block) Tags() (tags []Pair) {
	for line := range b.Lines() {
		if line.Node == nil {
			continue
		}
		switch n := line.Node.(type) {
		case *Tag:
			if !slices.ContainsFunc(tags, func(t Pair) bool { return t.Name == n.Name.Text }) {
				tags = append(tags, Pair{n.Name.Text, n.Value.Text})
			}
		case *Bad:
			if !n.Tag {
				return tags
			}
		default:
			return tags
		}
	}
	return tags
}

// Moves is a name for the moves of a game: the first 16 bytes of the SHA-256 of the words
// of its turns and of its place lines, in their order, with a newline after each. Players,
// tags, numbers, comments and side lines do not count. It is zero for a game without a turn.
type Moves [16]byte

// String is the name in hexadecimal digits, or "" for a game without a turn.
func (m Moves) String() string {
	if m == (Moves{}) {
		return ""
	}
	return hex.EncodeToString(m[:])
}

// Moves names the moves of a game.
func (b Block) Moves() Moves {
	text := b.Text
	if len(text) == 0 || text[len(text)-1] != '\n' {
		text = append(text[:len(text):len(text)], '\n')
	}
	end := len(text)
	text = slices.Grow(text, shape.Slack)[:end+shape.Slack]
	h := sha256.New()
	var buffer [1 << 10]byte
	words := buffer[:0]
	turns, side := 0, 0
	for at := 0; at < end; {
		begin, _ := shape.Gap(text, at)
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
		if !turn && !bytes.HasPrefix(text[begin:], []byte("place ")) {
			continue
		}
		words = appendWords(words, text, begin)
		if len(words) > cap(buffer[:])/2 {
			h.Write(words)
			words = words[:0]
		}
	}
	h.Write(words)
	var name Moves
	if turns > 0 {
		copy(name[:], h.Sum(nil))
	}
	return name
}

// appendWords appends the words of a line after its number or keyword and its handle, as far as
// the line is in the ordinary shape.
func appendWords(dst, text []byte, at int) []byte {
	for i := 0; ; i++ {
		var ok bool
		if at, ok = shape.Gap(text, at); !ok || text[at] == '\n' {
			return dst
		}
		end := shape.WordEnd(text, at)
		if i > 1 {
			dst = append(append(dst, text[at:end]...), '\n')
		}
		at = end
	}
}
