package notation

import (
	"strings"
	"unicode/utf8"

	"tpnote/notation/shape"
)

// The scanner knows the outer shape of a line and nothing else: where words begin and end,
// what is a comment, what stands in a tag. Its tokens are what ParseLine reads ordinary
// lines from, and what the grammar is fed with (lexer.go).

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
	kind              tokenKind // tokWord for what classify has not looked at
	start, end        int       // bytes
	column, endColumn int       // characters, from 1
}

// source is a line that has been cut. Its tokens are kept apart from it, so that those of
// an ordinary line stay on the stack.
type source struct {
	line   string
	number int  // of the line
	plain  bool // the line is ASCII without a NUL: each byte is a character
}

// scanner cuts a line.
type scanner struct {
	source
	at, column int
	comments   []Comment
	open       int // byte offset of a "{" that is not closed, or -1
}

func newScanner(line string, number int) scanner {
	return scanner{source: source{line, number, isPlain(line)}, column: 1, open: -1}
}

// scan appends the tokens of the line.
func (s *scanner) scan(tokens []token) []token {
	s.blanks()
	if s.at < len(s.line) && s.line[s.at] == '[' {
		tokens = s.scanTag(tokens)
	}
	for s.blanks(); s.at < len(s.line); s.blanks() {
		switch s.line[s.at] {
		case ';':
			s.comment(len(tokens), len(s.line), len(s.line), false)
		case '{':
			closing := strings.IndexByte(s.rest(), '}')
			if closing < 0 {
				s.open = s.at
				return tokens
			}
			s.comment(len(tokens), s.at+closing, s.at+closing+1, true)
		default:
			end := s.at + 1
			for end < len(s.line) && !endsWord[s.line[end]] {
				end++
			}
			tokens = append(tokens, s.token(tokWord, end-s.at))
		}
	}
	return tokens
}

// endsWord has the bytes that end a word.
var endsWord = [256]bool{' ': true, '\t': true, ';': true, '{': true}

// isPlain reports whether a line is ASCII without a NUL.
func isPlain(line string) bool {
	for i := range len(line) {
		if line[i]-1 >= utf8.RuneSelf-1 {
			return false
		}
	}
	return true
}

// scanTag reads [Name "value"] as far as it goes; what is missing or superfluous is for
// the grammar to say.
func (s *scanner) scanTag(tokens []token) []token {
	tokens = append(tokens, s.token(tokOpen, 1))
	s.blanks()
	if n := strings.IndexAny(s.rest()+" ", " \t\"];"); n > 0 {
		tokens = append(tokens, s.token(tokName, n))
	}
	s.blanks()
	if strings.HasPrefix(s.rest(), `"`) {
		if n := shape.QuotedSize(s.rest()); n > 0 {
			tokens = append(tokens, s.token(tokString, n))
		} else {
			tokens = append(tokens, s.token(tokWord, len(s.rest())))
		}
	}
	s.blanks()
	if strings.HasPrefix(s.rest(), "]") {
		tokens = append(tokens, s.token(tokClose, 1))
	}
	return tokens
}

// unquoted returns what a quoted string stands for.
func unquoted(quoted string) string { return shape.Unescape(quoted[1 : len(quoted)-1]) }

func (s *scanner) rest() string { return s.line[s.at:] }

func (s *scanner) blanks() {
	for s.at < len(s.line) && (s.line[s.at] == ' ' || s.line[s.at] == '\t') {
		s.at++
		s.column++
	}
}

// token returns a token of n bytes.
func (s *scanner) token(kind tokenKind, n int) token {
	t := token{kind: kind, start: s.at, column: s.column}
	s.advance(n)
	t.end, t.endColumn = s.at, s.column
	return t
}

// comment adds the comment that begins here behind so many words, and ends at end, its text
// at textEnd.
func (s *scanner) comment(after, textEnd, end int, brace bool) {
	c := Comment{Text: s.line[s.at+1 : textEnd], After: after, Brace: brace}
	c.Span = Span{Line: s.number, Column: s.column, Start: s.at, End: end}
	s.advance(end - s.at)
	c.Span.EndColumn = s.column
	s.comments = append(s.comments, c)
}

func (s *scanner) advance(n int) {
	if s.plain {
		s.column += n
	} else {
		s.column += utf8.RuneCountInString(s.line[s.at : s.at+n])
	}
	s.at += n
}

func (s *source) text(t token) string { return s.line[t.start:t.end] }

func (s *source) span(t token) Span {
	return Span{s.number, t.column, t.endColumn, t.start, t.end}
}

func (s *source) word(t token) Word { return Word{s.text(t), s.span(t)} }

// classify tells the kinds of words apart.
func classify(word string) tokenKind {
	digits := 0
	for digits < len(word) && word[digits]-'0' < 10 {
		digits++
	}
	switch {
	case word == "/":
		return tokSlash
	case digits == len(word):
		return tokDigits
	case digits > 0 && word[digits:] == ".":
		return tokNumber
	case shape.IsHandle(word):
		return tokHandle
	}
	if n := len(word); n > 2 && word[n-2] == ':' && '1' <= word[n-1] && word[n-1] <= '6' && shape.IsHandle(word[:n-2]) {
		return tokRoll
	}
	return tokWord
}
