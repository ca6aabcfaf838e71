package notation

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// scanner cuts a line into words and comments. The parts of a tag are words, too: "[", the name, the value and "]".
type scanner struct {
	line       string
	number     int  // of the line
	plain      bool // the line is ASCII without a NUL: each byte is a character
	tag        bool // the line begins with "["
	at, column int
	words      []Word
	comments   []Comment
	open       int // byte offset of a "{" that is not closed, or -1
}

func newScanner(line string, number int) scanner {
	return scanner{line: line, number: number, plain: isPlain(line), column: 1, open: -1}
}

// scan returns the words of the line.
func (s *scanner) scan() []Word {
	s.words = slices.Grow(s.words, min(3+strings.Count(s.line, " "), 16)) // a tag has two words more than blanks
	s.blanks()
	if s.tag = strings.HasPrefix(s.rest(), "["); s.tag {
		s.scanTag()
	}
	for s.blanks(); s.at < len(s.line); s.blanks() {
		switch s.line[s.at] {
		case ';':
			s.comment(len(s.line), len(s.line), false)
		case '{':
			closing := strings.IndexByte(s.rest(), '}')
			if closing < 0 {
				s.open = s.at
				return s.words
			}
			s.comment(s.at+closing, s.at+closing+1, true)
		default:
			end := s.at + 1
			for end < len(s.line) && !endsWord[s.line[end]] {
				end++
			}
			s.word(end - s.at)
		}
	}
	return s.words
}

// endsWord has the bytes that end a word.
var endsWord = [256]bool{' ': true, '\t': true, ';': true, '{': true}

// endsName has the bytes that end the name of a tag.
var endsName = [256]bool{' ': true, '\t': true, ';': true, '"': true, ']': true}

// isPlain reports whether a line is ASCII without a NUL.
func isPlain(line string) bool {
	for i := range len(line) {
		if line[i]-1 >= utf8.RuneSelf-1 {
			return false
		}
	}
	return true
}

// composed returns the composed form of a text (NFC): for ASCII, which is found faster, the text itself.
func composed(text string) string {
	if isPlain(text) {
		return text
	}
	return norm.NFC.String(text)
}

// scanTag reads [Name "value"] as far as it goes. An unclosed value is the rest of the line.
func (s *scanner) scanTag() {
	s.word(1)
	s.blanks()
	end := s.at
	for end < len(s.line) && !endsName[s.line[end]] {
		end++
	}
	s.word(end - s.at)
	if s.blanks(); strings.HasPrefix(s.rest(), `"`) {
		s.word(cmp.Or(quotedSize(s.rest()), len(s.rest())))
	}
	if s.blanks(); strings.HasPrefix(s.rest(), "]") {
		s.word(1)
	}
}

func (s *scanner) rest() string { return s.line[s.at:] }

func (s *scanner) blanks() {
	for s.at < len(s.line) && (s.line[s.at] == ' ' || s.line[s.at] == '\t') {
		s.at++
		s.column++
	}
}

// word adds the word of n bytes that begins here, if it has any.
func (s *scanner) word(n int) {
	if n == 0 {
		return
	}
	s.words = append(s.words, Word{})
	w := &s.words[len(s.words)-1] // filled in part by part: copying a Word takes longer than finding it
	w.Span.Line, w.Span.Column, w.Span.Start = s.number, s.column, s.at
	s.advance(n)
	w.Span.EndColumn, w.Span.End = s.column, s.at
	w.Text = s.line[w.Span.Start:s.at]
}

// comment adds the comment that begins here. Its text ends at textEnd, and the comment at end.
func (s *scanner) comment(textEnd, end int, brace bool) {
	c := Comment{Text: s.line[s.at+1 : textEnd], After: len(s.words), Brace: brace}
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
