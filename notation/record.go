package notation

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
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
func (b Block) Moves() (name Moves) {
	h := sha256.New()
	write := func(words []Word) {
		for _, w := range words {
			io.WriteString(h, w.Text+"\n") // a hash takes all text
		}
	}
	turns, side := 0, 0
	for line := range b.Lines() {
		switch n := line.Node.(type) {
		case *SideLine:
			if side--; n.Open {
				side += 2
			}
		case *Directive:
			if n.Keyword.Text == "place" && len(n.Words) > 0 {
				write(n.Words[1:])
			}
		case *Turn:
			if side > 0 {
				continue
			}
			turns++
			if write(n.Actions); n.More {
				write([]Word{{Text: More}})
			}
		case *Bad:
			s := newScanner(line.Text, line.Span.Line)
			words := s.scan()
			if side > 0 || len(words) == 0 || words[0].Text[0]-'0' > 9 {
				continue
			}
			turns++ // one that cannot be read: its words count
			write(words[min(2, len(words)):])
		}
	}
	if turns > 0 {
		copy(name[:], h.Sum(nil))
	}
	return name
}
