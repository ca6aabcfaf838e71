package shape

import (
	"encoding/binary"
	"math/bits"
)

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// ends marks, in the high bits of bytes, those of w that end a word: ' ', control
// characters, ';' and '{'. The lowest mark is exact; marks above it may be wrong.
func ends(w uint64) uint64 {
	signs := w | 0x40*ones ^ 0x7b*ones // ';' and '{' differ in one bit
	return ((w - 0x21*ones) | (signs - ones)) &^ w & highs
}

// eight returns the eight bytes from at on. That the slice has no more room spares the compiler a precaution.
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

// Key is a word of at most 15 bytes, packed, without the roll that it may begin with. It is never zero.
type Key struct{ lo, hi uint64 }

// Marks in the last byte of a key, after all bytes of the word.
const (
	rolled   = 1 << 62 // the word begins with a roll
	unrolled = 1 << 63
)

// Long is the key of all longer words.
var Long = Key{hi: rolled | unrolled}

// RolledKey packs the word that begins at at. It returns the roll of the die with which the word begins, as in
// "4:ye2+", or 0, the key of the rest, and the end of the word. The upper bits of hash differ for most keys.
func RolledKey(text []byte, at int) (die uint8, k Key, hash uint64, end int) {
	b := text[at : at+10 : at+10]
	k.lo, k.hi = binary.LittleEndian.Uint64(b), unrolled
	if roll := uint16(k.lo) - ('0' | ':'<<8); roll-1 < 6 {
		k.lo, k.hi = binary.LittleEndian.Uint64(b[2:]), rolled
		die, at = uint8(roll), at+2
	}
	if m := ends(k.lo); m != 0 {
		k.lo, end = k.lo&before(m), at+bits.TrailingZeros64(m)>>3
	} else {
		at += 8
		w := eight(text, at)
		m = ends(w)
		if w &= before(m); m == 0 || w>>56 != 0 {
			return die, Long, 0, WordEnd(text, at)
		}
		k.hi, end = k.hi|w, at+bits.TrailingZeros64(m)>>3
	}
	return die, k, (k.lo ^ k.hi) * golden, end
}

// before has the bits of all bytes before the first one that ends marked in m.
func before(m uint64) uint64 { return (m ^ (m - 1)) >> 8 }

// golden spreads the bits of a key over the upper ones.
const golden = 0x9e3779b97f4a7c15

// EndsWord reports whether a character ends a word, or begins no word.
func EndsWord(c byte) bool { return c <= ' ' || c|0x40 == '{' } // ';' and '{' differ in one bit

// Piece is a text of at most eight bytes that is looked for in one step.
type Piece struct {
	bytes, mask uint64
	Size        int
}

// PieceOf makes a text ready to be looked for. One that is longer is found nowhere.
func PieceOf(text string) (p Piece) {
	for i := len(text); i > 0; i-- {
		p.prepend(text[i-1])
	}
	return p
}

// NumberOf makes the number of a turn, with its dot and a blank, ready to be looked for.
func NumberOf(number int32) (p Piece) {
	p.prepend(' ')
	p.prepend('.')
	for ; number > 0; number /= 10 {
		p.prepend('0' + byte(number%10))
	}
	return p
}

func (p *Piece) prepend(c byte) {
	p.Size++
	p.bytes, p.mask = p.bytes<<8|uint64(c), p.mask<<8|0xff
	if p.Size > 8 {
		p.bytes, p.mask = 1, 0
	}
}

// Next makes p, which is from NumberOf, the piece of number, the number after its own.
func (p *Piece) Next(number int32) {
	if number%10 == 0 {
		*p = NumberOf(number)
	} else {
		p.bytes += p.mask>>24 + 1 // to the last digit, before ". "
	}
}

// At reports whether text has the piece at at.
func (p *Piece) At(text []byte, at int) bool { return eight(text, at)&p.mask == p.bytes }

// Skip returns where text goes on after the piece at at, and after more blanks; 0 if it does not have the piece.
func (p *Piece) Skip(text []byte, at int) (next int) {
	if !p.At(text, at) {
		return 0
	}
	for next = at + p.Size; text[next] == ' '; next++ {
	}
	return next
}
