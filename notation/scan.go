package notation

import (
	"strings"
	"unicode/utf8"

	"tpnote/notation/shape"
)

// The scanner knows only the outer shape of a line: words, comments, and the parts of a tag.
// ParseLine reads ordinary lines from its words, and so does the grammar (lexer.go).

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

// scanner cuts a line into words. The parts of a tag are words too, and the scanner knows their
// kinds; it classifies other words on request. The words are not part of the scanner, so that
// those of an ordinary line can stay on the stack.
type scanner struct {
	line       string
	number     int  // of the line
	plain      bool // the line is ASCII without a NUL: each byte is a character
	at, column int
	kinds      [4]tokenKind // of the words of a tag
	known      int          // how many
	comments   []Comment
	open       int // byte offset of a "{" that is not closed, or -1
}

func newScanner(line string, number int) scanner {
	return scanner{line: line, number: number, plain: isPlain(line), column: 1, open: -1}
}

// scan appends the words of the line.
func (s *scanner) scan(words []Word) []Word {
	s.blanks()
	if s.at < len(s.line) && s.line[s.at] == '[' {
		words = s.scanTag(words)
	}
	for s.blanks(); s.at < len(s.line); s.blanks() {
		switch s.line[s.at] {
		case ';':
			s.comment(len(words), len(s.line), len(s.line), false)
		case '{':
			closing := strings.IndexByte(s.rest(), '}')
			if closing < 0 {
				s.open = s.at
				return words
			}
			s.comment(len(words), s.at+closing, s.at+closing+1, true)
		default:
			end := s.at + 1
			for end < len(s.line) && !endsWord[s.line[end]] {
				end++
			}
			words = append(words, s.word(end-s.at))
		}
	}
	return words
}

// kind returns the kind of word i.
func (s *scanner) kind(words []Word, i int) tokenKind {
	if i < s.known {
		return s.kinds[i]
	}
	return classify(words[i].Text)
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
func (s *scanner) scanTag(words []Word) []Word {
	add := func(kind tokenKind, n int) {
		s.kinds[s.known] = kind
		s.known++
		words = append(words, s.word(n))
		s.blanks()
	}
	add(tokOpen, 1)
	if n := strings.IndexAny(s.rest()+" ", " \t\"];"); n > 0 {
		add(tokName, n)
	}
	if strings.HasPrefix(s.rest(), `"`) {
		if n := shape.QuotedSize(s.rest()); n > 0 {
			add(tokString, n)
		} else {
			add(tokWord, len(s.rest()))
		}
	}
	if strings.HasPrefix(s.rest(), "]") {
		add(tokClose, 1)
	}
	return words
}

// unquoted returns the value of a quoted string.
func unquoted(quoted string) string { return shape.Unescape(quoted[1 : len(quoted)-1]) }

func (s *scanner) rest() string { return s.line[s.at:] }

func (s *scanner) blanks() {
	for s.at < len(s.line) && (s.line[s.at] == ' ' || s.line[s.at] == '\t') {
		s.at++
		s.column++
	}
}

// word returns the word of n bytes that begins here.
func (s *scanner) word(n int) Word {
	w := Word{Span: Span{Line: s.number, Column: s.column, Start: s.at}}
	s.advance(n)
	w.Span.EndColumn, w.Span.End = s.column, s.at
	w.Text = s.line[w.Span.Start:s.at]
	return w
}

// comment adds the comment that begins here. after is the number of words before it; its text ends
// at textEnd, and the comment at end.
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

// classify returns the kind of a word.
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
