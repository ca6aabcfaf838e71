package notation

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// This file is the outer shape of ordinary lines, read from bytes without a token or an
// allocation: for archives, where the grammar's microsecond a token is too much. It is
// strict. What it takes, ParseLine takes in the same sense; what it does not take may
// still be the notation, and ParseLine is to be asked.
//
// All functions want a text in which every line ends in '\n' and behind which Slack more
// bytes may be read.

// Slack is how many bytes behind a text must belong to its array.
const Slack = 16

// FastGap passes the blanks and comments from at on. It returns where the next word
// begins, or the '\n' that ends the line.
func FastGap(text []byte, at int) (int, bool) {
	for {
		switch c := text[at]; {
		case c == ' ' || c == '\t':
			at++
		case c == '\n':
			return at, true
		case c == '\r':
			return at + 1, text[at+1] == '\n'
		case c == ';':
			end := at + bytes.IndexByte(text[at:], '\n')
			return end, isText(text[at:end])
		case c == '{':
			line := text[at : at+bytes.IndexByte(text[at:], '\n')]
			closing := bytes.IndexByte(line, '}')
			if closing < 0 || !isText(line[:closing]) {
				return at, false
			}
			at += closing + 1
		default:
			return at, c > ' '
		}
	}
}

// isText reports whether b may stand in a comment or a value.
func isText(b []byte) bool { return bytes.IndexByte(b, 0) < 0 && utf8.Valid(b) }

// FastNumber reads the "12." that a turn begins with, up to where the handle begins.
func FastNumber(text []byte, at int) (number int32, next int, ok bool) {
	begin := at
	for c := text[at] - '0'; c <= 9; c = text[at] - '0' {
		number = number*10 + int32(c)
		at++
	}
	if at-begin > 9 || text[at] != '.' || text[at+1] != ' ' && text[at+1] != '\t' {
		return 0, at, false
	}
	if text[at+2] > ';' && text[at+2] < '{' {
		return number, at + 2, true // the ordinary single blank
	}
	at, ok = FastGap(text, at+1)
	return number, at, ok
}

// Blanked is a word of at most seven bytes and the single blank behind it, to be compared
// at once where it most likely stands.
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

// At is the size of the word without the blank, if both stand at at; else it is 0.
func (w *Blanked) At(text []byte, at int) int {
	if (binary.LittleEndian.Uint64(text[at:])^w.bytes)&w.mask != 0 {
		return 0
	}
	return w.size
}

// FastTag reads a tag line from its "[" on. next is the '\n'.
func FastTag(text []byte, at int) (name, value []byte, next int, ok bool) {
	line := text[at : at+bytes.IndexByte(text[at:], '\n')]
	quote := bytes.IndexByte(line, '"')
	if quote < 0 {
		return nil, nil, at, false
	}
	name, value = bytes.Trim(line[1:quote], " \t"), line[quote+1:]
	if !isFastName(name) {
		return nil, nil, at, false
	}
	closing := bytes.IndexByte(value, '"')
	if closing < 0 {
		return nil, nil, at, false
	}
	size := closing + 1
	if bytes.IndexByte(value[:closing], '\\') >= 0 {
		quoted := string(line[quote:])
		if size = stringEnd(quoted) - 1; size < 0 {
			return nil, nil, at, false
		}
		value = []byte(unquote(quoted[:size+1]))
	} else {
		value = value[:closing:closing]
	}
	if at += quote + 1 + size; text[at] != ']' {
		return nil, nil, at, false
	}
	next, ok = FastGap(text, at+1)
	return name, value, next, ok && text[next] == '\n' && isText(value)
}

// isFastName reports whether b is a tag name of ASCII letters, digits and signs.
func isFastName(b []byte) bool {
	for i, c := range b {
		if letter := c | 0x20 - 'a'; letter < 26 {
			continue
		}
		if i == 0 || c-'0' > 9 && c != '_' && c != '.' && c != '-' {
			return false
		}
	}
	return len(b) > 0
}

// FastHandles reads the value of a Players tag whose handles are ASCII.
func FastHandles(value []byte) ([]string, bool) {
	var handles []string
	for field := range bytes.SplitSeq(value, []byte{','}) {
		word := bytes.Trim(field, " \t")
		for i, c := range word {
			letter := c|0x20-'a' < 26
			if inner := i > 0 && i < len(word)-1; !letter && (i == 0 || c-'0' > 9 && (!inner || c != '_' && c != '-')) {
				return nil, false
			}
		}
		for _, h := range handles {
			if h == string(word) {
				return nil, false
			}
		}
		if len(word) == 0 {
			return nil, false
		}
		handles = append(handles, string(word))
	}
	return handles, true
}

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

// WordEnd is where the word that begins at at ends.
func WordEnd(text []byte, at int) int {
	for {
		if m := ends(binary.LittleEndian.Uint64(text[at:])); m != 0 {
			return at + bits.TrailingZeros64(m)>>3
		}
		at += 8
	}
}

// Key is a word of at most 16 bytes, packed.
type Key struct{ lo, hi uint64 }

// WordKey packs the word that begins at at, and says where it ends. The key of a longer
// word is zero.
func WordKey(text []byte, at int) (Key, int) {
	lo := binary.LittleEndian.Uint64(text[at:])
	if m := ends(lo); m != 0 {
		n := bits.TrailingZeros64(m) &^ 7
		return Key{lo: lo & (1<<n - 1)}, at + n>>3
	}
	hi := binary.LittleEndian.Uint64(text[at+8:])
	if m := ends(hi); m != 0 {
		n := bits.TrailingZeros64(m) &^ 7
		return Key{lo, hi & (1<<n - 1)}, at + 8 + n>>3
	}
	return Key{}, WordEnd(text, at+16)
}

// Short packs the word that begins at at, if it has at most seven bytes; else it is 0.
func Short(text []byte, at int) (word uint64, end int) {
	word = binary.LittleEndian.Uint64(text[at:])
	m := ends(word)
	if m == 0 {
		return 0, at
	}
	n := bits.TrailingZeros64(m) &^ 7
	return word & (1<<n - 1), at + n>>3
}

// Eight packs the word that begins at at, of which Short has made nothing, if it has eight
// bytes; else it is 0.
func Eight(text []byte, at int) (word uint64, end int) {
	if endsWord(text[at]) || !endsWord(text[at+8]) { // in the first case there is no word
		return 0, at
	}
	return binary.LittleEndian.Uint64(text[at:]), at + 8
}

// Numbered packs a word such as "ye2@A17+", of at most six bytes before the "@", without
// the number; else word is 0. What it packs is not what Short would.
func Numbered(text []byte, at int) (word uint64, end int) {
	word = binary.LittleEndian.Uint64(text[at:])
	x := word ^ '@'*ones
	sign := (x - ones) &^ x & highs
	sign &= -sign
	if sign == 0 || sign>>56 != 0 || ends(word)&(sign-1) != 0 {
		return 0, at
	}
	n := bits.TrailingZeros64(sign) &^ 7
	end = at + n>>3 + 1
	if endsWord(text[end]) {
		return 0, at
	}
	word = word&(1<<n-1) | uint64(text[end])<<56
	for end++; text[end]-'0' <= 9; end++ {
	}
	if !endsWord(text[end]) {
		word |= uint64(text[end]) << n
		end++
	}
	if !endsWord(text[end]) {
		return 0, at
	}
	return word, end
}

func endsWord(c byte) bool { return c <= ' ' || c == ';' || c == '{' }

// AtomKey packs the letters and digits that begin at at, and says where they end. The key
// of more than seven of them is zero.
func AtomKey(text []byte, at int) (Key, int) {
	end := at
	for c := text[end]; c-'0' <= 9 || c|0x20-'a' < 26; c = text[end] {
		end++
	}
	if end-at > 7 {
		return Key{}, end
	}
	return Key{lo: binary.LittleEndian.Uint64(text[at:]) & (1<<(8*(end-at)) - 1)}, end
}

// Words remembers what words mean: a table small enough to stay in the processor's cache,
// and another one for words of more than eight bytes. Both are bounded. It serves one
// goroutine.
type Words[V any] struct {
	short table[uint64, V]
	long  table[Key, V]
}

type table[K comparable, V any] struct {
	slots [wordSlots]struct {
		word  K
		value V
	}
	used int
}

const (
	wordBits  = 11
	wordSlots = 1 << wordBits
	golden    = 0x9e3779b97f4a7c15 // spreads the bits of a word over the upper ones
)

func (t *table[K, V]) find(word K, hash uint64) *V {
	var none K
	for i := hash >> (64 - wordBits); ; i = (i + 1) % wordSlots {
		switch slot := &t.slots[i]; slot.word {
		case word:
			return &slot.value
		case none:
			return nil
		}
	}
}

func (t *table[K, V]) learn(word K, hash uint64, value *V) {
	if t.used == wordSlots*3/4 {
		return
	}
	t.used++
	var none K
	i := hash >> (64 - wordBits)
	for t.slots[i].word != none {
		i = (i + 1) % wordSlots
	}
	t.slots[i].word, t.slots[i].value = word, *value
}

// Find is the value that was remembered for a key, or nil. The zero Key has none.
func (w *Words[V]) Find(k Key) *V {
	switch {
	case k.hi != 0:
		return w.long.find(k, (k.lo^k.hi*golden)*golden)
	case k.lo != 0:
		return w.short.find(k.lo, k.lo*golden)
	}
	return nil
}

// FindShort is the value that was remembered for a word of at most eight bytes, as Short
// or Eight packs it, or nil.
func (w *Words[V]) FindShort(word uint64) *V {
	if word == 0 {
		return nil
	}
	return w.short.find(word, word*golden)
}

// LearnShort is Learn for a word as FindShort takes it.
func (w *Words[V]) LearnShort(word uint64, value *V) { w.short.learn(word, word*golden, value) }

// Learn remembers a value for a key that has none yet, as long as there is room.
func (w *Words[V]) Learn(k Key, value *V) {
	switch {
	case k.hi != 0:
		w.long.learn(k, (k.lo^k.hi*golden)*golden, value)
	case k.lo != 0:
		w.short.learn(k.lo, k.lo*golden, value)
	}
}
