package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The scanner knows the outer shape of a line and nothing else: where words begin and end,
// what is a comment, what stands in a tag. It feeds the grammar (lexer.go) with tokens.

type tokenKind uint8

const (
	tokOpen   tokenKind = iota // [
	tokClose                   // ]
	tokName                    // a tag's name
	tokString                  // a tag's value, with its quotes
	tokNumber                  // 12.
	tokDigits                  // 12
	tokHandle                  // a word with the shape of a handle; keywords have it too
	tokRoll                    // Ann:6
	tokSlash                   // /
	tokWord                    // any other run of characters
)

type token struct {
	kind       tokenKind
	start, end int // bytes
	column     int // characters, from 1
}

func (t token) word(text string, number int) Word {
	return Word{text[t.start:t.end], SpanIn(text, number, t.start, t.end)}
}

// scanned is what the scanner found in one line.
type scanned struct {
	tokens   []token
	comments []Comment
	open     int // byte offset of a "{" that is not closed, or -1
}

// scan cuts a line. number is its line number, for the spans of comments.
func scan(line string, number int) scanned {
	s := scanned{open: -1}
	c := cursor{line: line, column: 1}
	c.blanks()
	if strings.HasPrefix(c.rest(), "[") {
		s.scanTag(&c)
	}
	for c.blanks(); c.at < len(line); c.blanks() {
		switch line[c.at] {
		case ';':
			s.comment(&c, number, len(line), len(line), false)
		case '{':
			closing := strings.IndexByte(c.rest(), '}')
			if closing < 0 {
				s.open = c.at
				return s
			}
			s.comment(&c, number, c.at+closing, c.at+closing+1, true)
		default:
			n := strings.IndexAny(c.rest(), " \t;{")
			if n < 0 {
				n = len(c.rest())
			}
			s.token(&c, classify(line[c.at:c.at+n]), n)
		}
	}
	return s
}

// scanTag reads [Name "value"] as far as it goes; what is missing or superfluous is for
// the grammar to say.
func (s *scanned) scanTag(c *cursor) {
	s.token(c, tokOpen, 1)
	c.blanks()
	if n := strings.IndexAny(c.rest()+" ", " \t\"];"); n > 0 {
		s.token(c, tokName, n)
	}
	c.blanks()
	if strings.HasPrefix(c.rest(), `"`) {
		if n := stringEnd(c.rest()); n > 0 {
			s.token(c, tokString, n)
		} else {
			s.token(c, tokWord, len(c.rest()))
		}
	}
	c.blanks()
	if strings.HasPrefix(c.rest(), "]") {
		s.token(c, tokClose, 1)
	}
}

// Unquote reads the quoted string that text begins with: a tag's value, with the
// backslashes taken off quotes and backslashes. size is its length with the quotes; 0 if it
// is not closed.
func Unquote(text string) (value string, size int) {
	size = stringEnd(text)
	if size == 0 {
		return "", 0
	}
	return unquote(text[:size]), size
}

// stringEnd is the length of the quoted string that s begins with, or 0 if it is not
// closed.
func stringEnd(s string) int {
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

// unquote takes the quotes off a tag's value, and the backslashes off quotes and
// backslashes in it.
func unquote(quoted string) string {
	inner := quoted[1 : len(quoted)-1]
	if !strings.Contains(inner, `\`) {
		return inner
	}
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(inner)
}

func (s *scanned) token(c *cursor, kind tokenKind, n int) {
	s.tokens = append(s.tokens, token{kind, c.at, c.at + n, c.column})
	c.advance(n)
}

// comment adds the comment that begins at the cursor; its text ends at textEnd.
func (s *scanned) comment(c *cursor, number, textEnd, end int, brace bool) {
	comment := Comment{Text: c.line[c.at+1 : textEnd], After: len(s.tokens), Brace: brace}
	comment.Span = Span{Line: number, Column: c.column, Start: c.at, End: end}
	c.advance(end - c.at)
	comment.Span.EndColumn = c.column
	s.comments = append(s.comments, comment)
}

// cursor walks a line and keeps count of its characters.
type cursor struct {
	line       string
	at, column int
}

func (c *cursor) rest() string { return c.line[c.at:] }

func (c *cursor) blanks() {
	for c.at < len(c.line) && (c.line[c.at] == ' ' || c.line[c.at] == '\t') {
		c.at++
		c.column++
	}
}

func (c *cursor) advance(n int) {
	c.column += utf8.RuneCountInString(c.line[c.at : c.at+n])
	c.at += n
}

func classify(word string) tokenKind {
	behind := strings.TrimLeft(word, "0123456789")
	switch {
	case word == "/":
		return tokSlash
	case behind == "":
		return tokDigits
	case behind == "." && word != ".":
		return tokNumber
	case isHandle(word):
		return tokHandle
	}
	if n := len(word); n > 2 && word[n-2] == ':' && '1' <= word[n-1] && word[n-1] <= '6' && isHandle(word[:n-2]) {
		return tokRoll
	}
	return tokWord
}

// isHandle reports whether word has the shape of a handle: a letter, then letters,
// combining marks, digits, "_" and "-", the last of them no "_" or "-".
func isHandle(word string) bool {
	last := rune(-1)
	for i, r := range word {
		switch {
		case r == utf8.RuneError:
			return false
		case i == 0 && !unicode.IsLetter(r):
			return false
		case !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '_' && r != '-':
			return false
		}
		last = r
	}
	return last >= 0 && last != '_' && last != '-'
}
