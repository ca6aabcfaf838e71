// Package shape reads ordinary turn lines from bytes, without an allocation, for archives.
//
// Its functions are strict. notation.ParseLine reads whatever they accept in the same way. A text
// that they refuse may still be the notation, and the caller must ask ParseLine. In their text every
// line must end in '\n', and Slack more bytes after the text must be readable.
package shape

import (
	"bytes"
	"unicode/utf8"
)

// Slack is the number of bytes after a text that must belong to its array.
const Slack = 16

// Gap skips the blanks and comments from at on: it returns the place of the next word, or of the line's '\n'.
func Gap(text []byte, at int) (int, bool) {
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

// Empty passes a line that has nothing but blanks and comments, and returns where the next one begins.
func Empty(text []byte, at int) (int, bool) {
	at, ok := Gap(text, at)
	return at + 1, ok && text[at] == '\n'
}

// isText reports whether a comment or a value may contain b.
func isText(b []byte) bool { return bytes.IndexByte(b, 0) < 0 && utf8.Valid(b) }

// Number reads the "12." that a turn begins with, up to where the handle begins.
func Number(text []byte, at int) (number int32, next int, ok bool) {
	begin := at
	for c := text[at] - '0'; c <= 9; c = text[at] - '0' {
		number = number*10 + int32(c)
		at++
	}
	if at-begin > 9 || text[at] != '.' || text[at+1] != ' ' && text[at+1] != '\t' {
		return 0, at, false
	}
	at, ok = Gap(text, at+1)
	return number, at, ok
}
