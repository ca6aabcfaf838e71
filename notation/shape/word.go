package shape

import (
	"encoding/binary"
	"math/bits"
	"strconv"
)

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// ends marks, in the high bits of bytes, those of w that end a word: ' ', control
// characters, ';' and '{'. The lowest mark is exact; marks above it may be wrong.
func ends(w uint64) uint64 {
	signs := w | 0x40*ones ^ 0x7b*ones // ';' and '{' differ in one bit
	return ((w-0x21*ones)&^w | (signs-ones)&^signs) & highs
}

// eight returns the eight bytes from at on. That the slice has no more room spares the compiler
// a precaution.
func eight(text []byte, at int) uint64 { return binary.LittleEndian.Uint64(text[at : at+8 : at+8]) }

// WordEnd returns the end of the word that begins at at.
func WordEnd(text []byte, at int) int {
	for {
		if m := ends(eight(text, at)); m != 0 {
			return at + bits.TrailingZeros64(m)>>3
		}
		at += 8
	}
}

// Key is a word of at most 16 bytes, packed.
type Key struct{ lo, hi uint64 }

// WordKey packs the word that begins at at, and returns its end. The key of a longer word is
// zero.
func WordKey(text []byte, at int) (Key, int) {
	lo := eight(text, at)
	if m := ends(lo); m != 0 {
		n := bits.TrailingZeros64(m) &^ 7
		return Key{lo: lo & (1<<n - 1)}, at + n>>3
	}
	hi := eight(text, at+8)
	if m := ends(hi); m != 0 {
		n := bits.TrailingZeros64(m) &^ 7
		return Key{lo, hi & (1<<n - 1)}, at + 8 + n>>3
	}
	return Key{}, WordEnd(text, at+16)
}

// Rolled reads the roll of the die that a word begins with, as in "4:ye2+", and the eight bytes
// behind it. ok is false if it begins with none.
func Rolled(text []byte, at int) (die uint8, behind uint64, ok bool) {
	word := (*[10]byte)(text[at : at+10 : at+10])
	roll := binary.LittleEndian.Uint16(word[:]) - ('0' | ':'<<8)
	return uint8(roll), binary.LittleEndian.Uint64(word[2:]), roll-1 < 6
}

// Short packs the word of at most seven bytes that text begins with, if a blank or the end of the line
// is behind it; else ok is false, or word is what none of Short, Eight and Numbered makes of a word.
// more reports whether it is a blank: it is known before size is, for whoever has to decide on it.
func Short(text uint64) (word uint64, size int, more, ok bool) {
	marks := (text - 0x21*ones) &^ text & highs // of blanks and control characters; the lowest is exact
	mark := marks & -marks
	return text & ((mark - 1) >> 7), bits.TrailingZeros64(marks) >> 3, text<<2&mark != 0, mark != 0
}

// Eight packs the word that begins at at, which Short has refused, if it has eight bytes; else word
// is as there.
func Eight(text []byte, at int) (word uint64, end int) {
	if EndsWord(text[at]) || !EndsWord(text[at+8]) { // the first means that there is no word
		return 0, at
	}
	return eight(text, at), at + 8
}

// Numbered packs a word such as "ye2@A17+", of at most six bytes before the "@", without
// the number; else word is 0. The result is not that of Short for any word.
func Numbered(text []byte, at int) (word uint64, end int) {
	word = eight(text, at)
	x := word ^ '@'*ones
	sign := (x - ones) &^ x & highs
	sign &= -sign
	if sign == 0 || sign>>56 != 0 || ends(word)&(sign-1) != 0 {
		return 0, at
	}
	n := bits.TrailingZeros64(sign) &^ 7
	end = at + n>>3 + 1
	if EndsWord(text[end]) {
		return 0, at
	}
	word = word&(1<<n-1) | uint64(text[end])<<56
	for end++; text[end]-'0' <= 9; end++ {
	}
	if !EndsWord(text[end]) {
		word |= uint64(text[end]) << n
		end++
	}
	if !EndsWord(text[end]) {
		return 0, at
	}
	return word, end
}

// EndsWord reports whether a character ends a word, or begins no word.
func EndsWord(c byte) bool { return c <= ' ' || c|0x40 == '{' } // ';' and '{' differ in one bit

// Piece is a text of at most eight bytes that is looked for in one step.
type Piece struct {
	bytes, mask uint64
	Size        int
}

// PieceOf makes a text ready to be looked for. One that is longer is found nowhere.
func PieceOf(text string) (p Piece) {
	if len(text) > 8 {
		return nowhere
	}
	for i := len(text); i > 0; i-- {
		p.bytes, p.mask = p.bytes<<8|uint64(text[i-1]), p.mask<<8|0xff
	}
	p.Size = len(text)
	return p
}

var nowhere = Piece{bytes: 1}

// At reports whether the piece stands at at.
func (p *Piece) At(text []byte, at int) bool { return eight(text, at)&p.mask == p.bytes }

// Counter is the number that a turn begins with and what is behind it, as in "12. ".
type Counter struct {
	Piece
	one uint64 // in the place of the last digit
}

// CounterOf makes the counter of a number. One of more than six digits is found nowhere.
func CounterOf(number int32) Counter {
	var room [16]byte
	c := Counter{Piece: PieceOf(string(append(strconv.AppendInt(room[:0], int64(number), 10), ". "...)))}
	if c.Size > 0 {
		c.one = 1 << (8 * (c.Size - 3))
	}
	return c
}

// Count counts one up.
func (c *Counter) Count() {
	if c.bytes += c.one; c.bytes&(0xff*c.one) > '9'*c.one {
		c.carry()
	}
}

// carry makes a nine more one of no digit, and the number longer if there is none before it.
func (c *Counter) carry() {
	one := c.one
	for ; c.bytes&(0xff*one) > '9'*one; one >>= 8 {
		c.bytes += one>>8 - 10*one
	}
	switch {
	case one != 0:
	case c.Size == 8:
		*c = Counter{Piece: nowhere}
	default:
		*c = Counter{Piece{c.bytes<<8 | '1', c.mask<<8 | 0xff, c.Size + 1}, c.one << 8}
	}
}

// Rolls are the faces of the die.
var Rolls = [...]byte{'1', '2', '3', '4', '5', '6'}
