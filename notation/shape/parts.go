package shape

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is a piece of a line.
type Text interface{ ~string | ~[]byte }

// IsHandle reports whether s has the shape of a handle: a letter, then letters, combining
// marks, digits, "_" and "-", the last of them neither "_" nor "-".
func IsHandle[T Text](s T) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c|0x20-'a' < 26:
		case c-'0' < 10 && i > 0:
		case (c == '_' || c == '-') && i > 0 && i < len(s)-1:
		case c >= utf8.RuneSelf:
			return isHandle(string(s))
		default:
			return false
		}
	}
	return len(s) > 0
}

func isHandle(s string) bool {
	for i, r := range s {
		switch {
		case r == utf8.RuneError:
			return false
		case i == 0 && !unicode.IsLetter(r):
			return false
		case !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '_' && r != '-':
			return false
		}
	}
	last := s[len(s)-1]
	return last != '_' && last != '-'
}

// IsName reports whether s has the shape of a tag's name: a letter, then letters, digits,
// "_", "." and "-".
func IsName[T Text](s T) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c|0x20-'a' < 26:
		case (c-'0' < 10 || c == '_' || c == '.' || c == '-') && i > 0:
		case c >= utf8.RuneSelf:
			return isName(string(s))
		default:
			return false
		}
	}
	return len(s) > 0
}

func isName(s string) bool {
	for i, r := range s {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && !strings.ContainsRune("_.-", r)) {
			return false
		}
	}
	return true
}

// QuotedSize returns the size of the quoted string that s begins with, with its quotes; 0
// if it is not closed.
func QuotedSize[T Text](s T) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// Unescape takes the backslashes off the quotes and backslashes of a tag's value.
func Unescape(value string) string {
	if strings.IndexByte(value, '\\') < 0 {
		return value
	}
	return unescaper.Replace(value)
}

var unescaper = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
