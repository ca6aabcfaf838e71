package notation

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParseLine reads one line, given without its line end.
func ParseLine(text string, number int) Line { return new(Parser).Line(text, number) }

// Parser reads lines in memory that it uses again: of the last line, and of tags since Again was called.
type Parser struct {
	words     []Word
	reader    WordReader
	directive Directive
}

// Again says that no tag that p has read is used any more.
func (p *Parser) Again() { p.reader.tags = p.reader.tags[:0] }

// Line reads one line, given without its line end. Of a line that is too long it keeps the beginning.
func (p *Parser) Line(text string, number int) (l Line) {
	p.Read(&l, text, number)
	return l
}

// Read is Line in memory of the caller's.
func (p *Parser) Read(l *Line, text string, number int) {
	text = text[:min(len(text), maxKept)]
	s := newScanner(text, number)
	s.words = p.words[:0]
	p.words = s.scan()
	words := p.words
	*l = Line{}
	l.Text, l.Comments = text, s.comments
	code := "syntax"
	if s.tag {
		code = "tag"
	}
	switch {
	case len(text) > MaxLine:
		l.Span = SpanIn(text, number, 0, len(text))
		l.fail("line-too-long", l.Span, fmt.Sprintf("the line has more than %d bytes and is skipped", MaxLine), "")
		l.Comments = nil
		if len(words) > 0 || s.open >= 0 {
			l.Node = s.bad(words)
		}
		return
	case s.open >= 0:
		l.Span = SpanIn(text, number, 0, len(text))
		l.badByte(number)
		l.fail(code, SpanIn(text, number, s.open, len(text)), "this comment is not closed: a { needs its } on the same line", "")
		l.Node = s.bad(words)
		return
	}
	spoilt := !s.plain && l.badByte(number)
	if len(words) == 0 {
		l.Span = Span{Line: number, Column: 1, EndColumn: s.column, End: len(text)}
		return
	}
	l.Span.between(&words[0], &words[len(words)-1])
	first := &words[0]
	line, known := s.kind()
	switch {
	case spoilt: // one bad byte is one error
		l.Node = s.bad(words)
	case known:
		p.reader = WordReader{last: first, rest: words[1:], shape: line.shape, turn: p.reader.turn, tags: p.reader.tags}
		l.Node = line.read(*first, &p.reader)
		if wrong := p.reader.End(); wrong != nil {
			l.Node = s.bad(words)
			advice, right := "", ""
			if s.tag {
				advice, right = asTag("; write ", l)
			}
			l.fail(code, SpanIn(text, number, wrong.Start, wrong.End), wrong.Message+advice, right)
		}
	case isKeyword(first.Text):
		p.directive.Keyword, p.directive.Words = *first, words[1:] // for the game to read
		l.Node = &p.directive
	default:
		l.Node = s.bad(words)
		l.refuseStart(*first)
	}
}

// between sets a span to that of the words from first to last.
func (s *Span) between(first, last *Word) {
	s.Line, s.Column, s.Start = first.Span.Line, first.Span.Column, first.Span.Start
	s.EndColumn, s.End = last.Span.EndColumn, last.Span.End
}

// bad returns the node of a line that is not the notation.
func (s *scanner) bad(words []Word) *Bad {
	if len(words) == 0 {
		return &Bad{}
	}
	bad := &Bad{Tag: s.tag, Directive: isKeyword(words[0].Text)}
	number, ok := TurnNumber(words[0].Text)
	if ok && number >= 0 && len(words) > 1 && IsHandle(words[1].Text) {
		handle := words[1]
		handle.Text = composed(handle.Text)
		bad.Head = &Turn{Number: number, NumberSpan: words[0].Span, Handle: handle}
	}
	return bad
}

// fail adds an error in its place. right is the line as it was probably meant, or "".
func (l *Line) fail(code string, s Span, message, right string) {
	at := len(l.Errors)
	for at > 0 && l.Errors[at-1].Span.Start > s.Start {
		at--
	}
	l.Errors = slices.Insert(l.Errors, at, Error{Code: code, Span: s, Message: message, Right: right})
}

// badByte reports a byte that is NUL or not UTF-8, and whether one stands outside the
// comments. Of several it reports the first of those outside, or else the first.
func (l *Line) badByte(number int) (outside bool) {
	found := -1
	for i, r := range l.Text {
		if r != 0 && r != unicode.ReplacementChar {
			continue
		}
		if _, size := utf8.DecodeRuneInString(l.Text[i:]); r != 0 && size > 1 {
			continue
		}
		commented := slices.ContainsFunc(l.Comments, func(c Comment) bool { return c.Span.Start <= i && i < c.Span.End })
		if outside = !commented; outside || found < 0 {
			found = i
		}
		if outside {
			break
		}
	}
	if found < 0 {
		return false
	}
	message := "a NUL byte: a log is plain text"
	if c := l.Text[found]; c != 0 {
		message = fmt.Sprintf("byte %#02x is not UTF-8; the log is probably in Windows-1252: convert it with iconv -f WINDOWS-1252 -t UTF-8 OLD > NEW", c)
	}
	l.fail("encoding", SpanIn(l.Text, number, found, found+1), message, "")
	return outside
}

// tagLike matches a tag that may lack its brackets and quotes, or have other ones.
var tagLike = regexp.MustCompile(`^[\s\[>]*([^\s\[:="'“”„«‘]+)[\s:="'“”„«‘]+(.*?)[\s"'“”»’\]]*$`)

// tagNames are the names of tags by which a line without brackets is a BareTag.
var tagNames = []string{"Game", "Variant", "Players", "Result", "Rules", "Event", "Site", "Date", "Round", "Setup", "Sides", "Termination"}

// asTag returns the tag that a line probably means, after some words, and the line with that tag; "" if it means none.
func asTag(words string, l *Line) (advice, right string) {
	body, said := l.Text, ""
	for _, c := range slices.Backward(l.Comments) {
		body, said = body[:c.Span.Start]+" "+body[c.Span.End:], " "+body[c.Span.Start:c.Span.End]+said
	}
	body, comment, commented := strings.Cut(body, " ;") // in a quote that is not closed
	tag := tagLike.FindStringSubmatch(body)
	if tag == nil || tag[2] == "" || !isName(tag[1]) || strings.ContainsAny(tag[2], "[]{}") {
		return "", ""
	}
	right = FormatTag(tag[1], strings.NewReplacer(`"`, "", `\`, "").Replace(tag[2]))
	if words += right; commented {
		right += " ;" + comment
	}
	return words, right + said
}

// refuseStart reports that no line begins with the word first.
func (l *Line) refuseStart(first Word) {
	number, after, dotted := strings.Cut(first.Text, ".")
	code, message, advice, right := "syntax", fmt.Sprintf("no tag, directive or turn begins with %q: %s", first.Text, TurnShape), "", ""
	switch {
	case isNumber(first.Text):
		message = fmt.Sprintf("put a dot after the turn number: %s.", first.Text)
	case dotted && after != "" && isNumber(number):
		message = fmt.Sprintf("put an ordinary blank after %q", number+".")
	case strings.HasPrefix(first.Text, "#"), strings.HasPrefix(first.Text, "//"):
		message = CommentShape
	case ClassOf([]byte(l.Text)) == BareTag:
		code, message = "tag", "a tag has brackets and quotes"
		advice, right = asTag(": write ", l)
	case first.Text[0] == '>':
		message, right = `the line is quoted: take off the ">"`, strings.TrimLeft(l.Text, "> \t")
	}
	l.fail(code, first.Span, message+advice, right)
}

// SpanIn measures the bytes from start to end of a line.
func SpanIn(text string, number, start, end int) Span {
	column := 1 + utf8.RuneCountInString(text[:start])
	return Span{Line: number, Column: column, EndColumn: column + utf8.RuneCountInString(text[start:end]), Start: start, End: end}
}

// Within measures the bytes from start to end of a word.
func (w *Word) Within(start, end int) Span {
	s, from := SpanIn(w.Text, w.Span.Line, start, end), w.Span
	return Span{s.Line, from.Column - 1 + s.Column, from.Column - 1 + s.EndColumn, from.Start + start, from.Start + end}
}
