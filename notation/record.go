package notation

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
)

// Pair is the name and the value of a tag.
type Pair struct{ Name, Value string }

// Tags are the well-formed tags of a game in their order. Of tags with the same name, only the first counts.
func (b Block) Tags() []Pair { return TagsOf(b.lines(new(Parser).Line)) }

// TagsOf is Tags for the lines of a game.
func TagsOf(lines iter.Seq[Line]) (tags []Pair) {
	seen := map[string]bool{}
	for line := range lines {
		switch n := line.Node.(type) {
		case nil:
		case *Tag:
			if !seen[n.Name.Text] {
				seen[n.Name.Text] = true
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
	var moves []byte
	add := func(words []Word) {
		for _, w := range words {
			moves = append(append(moves, w.Text...), '\n')
		}
	}
	turns, side := 0, 0
	var s scanner
	for rest := b; len(rest.Text) > 0; {
		s = scanner{line: string(rest.Take()), words: s.words[:0]}
		words := s.scan()
		if len(words) == 0 {
			continue
		}
		if words[0].Text[0]-'0' > 9 {
			switch n := ParseLine(s.line, 0).Node.(type) {
			case *SideLine:
				if n.Open {
					side++
				} else {
					side = max(0, side-1)
				}
			case *Directive:
				if n.Keyword.Text == "place" && len(n.Words) > 0 {
					add(n.Words[1:])
				}
			}
		} else if side == 0 { // a turn, or one that cannot be read: its words count too
			turns++
			add(words[min(2, len(words)):])
		}
	}
	if turns > 0 {
		sum := sha256.Sum256(moves)
		copy(name[:], sum[:])
	}
	return name
}
