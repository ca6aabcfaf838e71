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

// Short packs the word that begins at at if it has at most seven bytes; else word is 0.
func Short(text []byte, at int) (word uint64, end int) {
	word = eight(text, at)
	m := ends(word)
	if m == 0 {
		return 0, at
	}
	n := bits.TrailingZeros64(m) &^ 7
	return word & (1<<n - 1), at + n>>3
}

// Eight packs the word that begins at at, which Short has refused, if it has eight bytes;
// else word is 0.
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
func EndsWord(c byte) bool { return c <= ' ' || c == ';' || c == '{' }

// Blanked is a word of at most seven bytes and the single blank behind it, which are
// compared with a text in one step.
type Blanked struct {
	bytes, mask uint64 // the blank is the last byte of both; zero for a longer word
	size        int
}

// BlankedOf makes a word, which has no blanks, ready to be compared.
func BlankedOf(word string) (w Blanked) {
	if len(word) > 7 {
		return w
	}
	w.size = len(word)
	for i := len(word); i > 0; i-- {
		w.bytes = w.bytes<<8 | uint64(word[i-1])
	}
	w.bytes |= ' ' << (8 * w.size)
	w.mask = 1<<(8*w.size)<<8 - 1
	return w
}

// At returns the size of the word without the blank if both stand at at; else 0.
func (w *Blanked) At(text []byte, at int) int {
	if (eight(text, at)^w.bytes)&w.mask != 0 {
		return 0
	}
	return w.size
}

// Count makes the next number of one with a dot behind it, as of "9.". One that is longer than a
// Blanked may be is zero.
func (w *Blanked) Count() {
	digit := 8 * (w.size - 2)
	for ; digit >= 0; digit -= 8 {
		if w.bytes>>digit&0xff < '9' {
			w.bytes += 1 << digit
			return
		}
		w.bytes -= 9 << digit // and carry one
	}
	if w.size == 0 || w.size == 7 {
		*w = Blanked{}
		return
	}
	*w = Blanked{w.bytes<<8 | '1', w.mask<<8 | 0xff, w.size + 1}
}

// Rolled reports whether a word begins with a roll of the die, as in "4:ye2+".
func Rolled(text []byte, at int) bool { return text[at]-'1' < 6 && text[at+1] == ':' }

// Rolls are the faces of the die.
var Rolls = [...]byte{'1', '2', '3', '4', '5', '6'}
