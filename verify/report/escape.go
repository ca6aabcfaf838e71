package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// obeyed reports whether a terminal would obey a character instead of showing it: control
// characters, and marks that turn the direction of writing.
func obeyed(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }

// Clean makes text safe to print: control characters, direction marks and bad UTF-8 become the replacement character.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r == '\n' || unicode.IsPrint(r):
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// OneLine is Clean for a line of its own.
func OneLine(s string) string { return strings.ReplaceAll(Clean(s), "\n", " ") }

// Name is the name of a file, safe to print and on one line.
func Name(file string) string {
	if file == "" {
		return `""`
	}
	return strings.ReplaceAll(Clean(FileName(file)), "\n", string(unicode.ReplacementChar))
}

// Escape returns a text for a terminal: characters that it would obey, and bytes that are
// not UTF-8, are written \x1b or \u202e; line ends and tabs stay.
func Escape(text string) string {
	return escape(text, `\x%02x`, func(r rune) bool { return r == '\n' || r == '\t' || !obeyed(r) })
}

// FileName returns a file's name as valid text: a byte that is not UTF-8 is written \xff, so that two names stay two.
func FileName(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	return escape(name, `\x%02x`, func(rune) bool { return true })
}

// escape writes characters that are not shown as \u202e, those of ASCII in a form, and bytes that are not UTF-8 as \xff.
func escape(text, ascii string, shown func(rune) bool) string {
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case shown(r):
			b.WriteString(text[:size])
		case r < 0x80:
			fmt.Fprintf(&b, ascii, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		text = text[size:]
	}
	return b.String()
}

// escapedJSON writes the characters of a JSON text that a terminal would obey as \u202e;
// the text means the same. (encoding/json does so with those below U+0020.)
func escapedJSON(text []byte) []byte {
	if !slices.ContainsFunc(text, func(b byte) bool { return b >= 0x7f }) { // nearly every text: rows are many
		return text
	}
	return []byte(escape(string(text), `\u%04x`, func(r rune) bool { return r < 0x7f || !obeyed(r) }))
}
