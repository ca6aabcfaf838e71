package notation

import "unicode/utf8"

// firstRune is the first character of s and its length in bytes; a byte that is not UTF-8
// counts as one character.
func firstRune(s string) (rune, int) { return utf8.DecodeRuneInString(s) }
