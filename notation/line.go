package notation

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"golang.org/x/text/unicode/norm"

	"tpnote/notation/shape"
)

// shapes says what a line of each kind looks like, for its error.
var shapes = map[string]string{
	"order":  "order HANDLE:ROLL … / HANDLE:ROLL …, with rolls 1 to 6",
	"state":  "state TURN WHO …",
	"gap":    "gap, on a line of its own",
	"ruling": "ruling stands",
	"leave":  "leave HANDLE",
	"tally":  "tally HANDLE KEY=NUMBER …",
	"(":      "( opens a side line, on a line of its own",
	")":      ") closes a side line, on a line of its own",
}

const (
	tagShape  = `a tag line is [Name "value"]`
	turnShape = "a turn is N. HANDLE ACTION …, with blanks between them"
)

// Keywords lists the keywords of the lines that every game has.
func Keywords() []string { return []string{"order", "state", "gap", "ruling", "leave", "tally"} }

// ParseLine reads one line, given without its line end.
func ParseLine(text string, number int) Line { return parseLine(text, number, true) }

// parseLine is ParseLine, with a way around the grammar for ordinary lines or without.
func parseLine(text string, number int, ordinary bool) Line {
	l := Line{Text: text}
	var few [24]token // enough for most lines
	s := newScanner(text[:min(len(text), maxKept)], number)
	tokens := s.scan(few[:0])
	l.Comments = s.comments
	switch {
	case len(text) > MaxLine:
		l.Span = SpanIn(text, number, 0, len(text))
		l.fail("line-too-long", l.Span, fmt.Sprintf("a line of more than %d bytes; it is passed over", MaxLine))
		l.Comments = nil
		if len(tokens) > 0 || s.open >= 0 {
			l.Node = s.bad(tokens)
		}
		return l
	case s.open >= 0:
		l.Span = SpanIn(text, number, 0, len(text))
		bad := s.bad(tokens)
		l.badByte(number)
		code := "syntax"
		if bad.Tag {
			code = "tag"
		}
		l.fail(code, SpanIn(text, number, s.open, len(text)), "this comment is not closed: a { needs its } on the same line")
		l.Node = bad
		return l
	}
	spoilt := !s.plain && l.badByte(number)
	if len(tokens) == 0 {
		l.Span = Span{Line: number, Column: 1, EndColumn: s.column, End: len(text)}
		return l
	}
	first, last := tokens[0], tokens[len(tokens)-1]
	l.Span = Span{number, first.column, last.endColumn, first.start, last.end}
	if spoilt { // one bad byte is one error
		l.Node = s.bad(tokens)
		return l
	}
	if ordinary {
		if l.Node = s.ordinary(tokens); l.Node != nil {
			return l
		}
	}
	switch {
	case s.begins(tokens[0]):
		tree, err := lineParser().ParseString("", text)
		if err == nil {
			l.Node = tree.node(text, number)
			return l
		}
		l.Node = s.bad(tokens)
		l.refuse(err, &s.source, tokens)
	case isKeyword(s.text(first)):
		l.Node = s.directive(tokens)
	default: // not a line for the grammar
		l.Node = s.bad(tokens)
		l.refuseStart(&s.source, tokens[0])
	}
	return l
}

// ordinary returns the node of a line whose words are what they are in nearly every log;
// nil if the grammar is to be asked. What it returns, the grammar would.
func (s *source) ordinary(tokens []token) Node {
	first := s.text(tokens[0])
	switch {
	case tokens[0].kind == tokOpen:
		return s.tag(tokens)
	case first[0]-'0' < 10:
		return s.turn(tokens)
	case first == "order":
		return s.order(tokens)
	case first == "state":
		return s.state(tokens)
	}
	return nil
}

func (s *source) tag(tokens []token) Node {
	if len(tokens) != 4 || tokens[1].kind != tokName || tokens[2].kind != tokString || tokens[3].kind != tokClose || !shape.IsName(s.text(tokens[1])) {
		return nil
	}
	tag := &Tag{Name: s.word(tokens[1]), Value: s.word(tokens[2])}
	tag.Value.Text = unquoted(tag.Value.Text)
	return tag
}

// shortTurn is a turn in one piece of memory with its few actions.
type shortTurn struct {
	Turn
	few [2]Word
}

func (s *source) turn(tokens []token) Node {
	head, ok := s.head(tokens)
	if !ok || len(tokens) < 3 {
		return nil
	}
	actions := tokens[2:]
	if last := actions[len(actions)-1]; s.text(last) == More {
		head.More, head.MoreSpan, actions = true, s.span(last), actions[:len(actions)-1]
	}
	var turn *Turn
	if n := len(actions); n <= len(shortTurn{}.few) {
		short := &shortTurn{Turn: head}
		turn, short.Actions = &short.Turn, short.few[:n:n]
	} else {
		turn = new(Turn)
		*turn = head
		turn.Actions = make([]Word, n)
	}
	for i, t := range actions {
		turn.Actions[i] = s.word(t)
	}
	return turn
}

// head returns the number and the handle that a turn line begins with.
func (s *source) head(tokens []token) (t Turn, ok bool) {
	if len(tokens) < 2 || tokens[0].kind != tokWord || tokens[1].kind != tokWord {
		return t, false
	}
	word := s.text(tokens[0])
	digits := len(word) - 1
	if digits < 1 || digits > maxTurnDigits || word[digits] != '.' {
		return t, false
	}
	number := 0
	for i := range digits {
		if word[i]-'0' > 9 {
			return t, false
		}
		number = 10*number + int(word[i]-'0')
	}
	if !shape.IsHandle(s.text(tokens[1])) {
		return t, false
	}
	return Turn{Number: number, NumberSpan: s.span(tokens[0]), Handle: s.handle(tokens[1])}, true
}

func (s *source) order(tokens []token) Node {
	var groups [][]Roll
	var rolls []Roll
	for _, t := range tokens[1:] {
		switch word := s.text(t); classify(word) {
		case tokRoll:
			h := t
			h.end, h.endColumn = t.end-2, t.endColumn-2
			rolls = append(rolls, Roll{Handle: s.handle(h), Face: int(word[len(word)-1] - '0')})
		case tokSlash:
			if rolls == nil {
				return nil
			}
			groups, rolls = append(groups, rolls), nil
		default:
			return nil
		}
	}
	if rolls == nil {
		return nil
	}
	return &Order{Keyword: s.word(tokens[0]), Groups: append(groups, rolls)}
}

func (s *source) state(tokens []token) Node {
	words := tokens[1:]
	if len(words) == 0 {
		return nil
	}
	first, last := words[0], words[len(words)-1]
	position := Word{Span: Span{s.number, first.column, last.endColumn, first.start, last.end}}
	position.Text = s.line[first.start:last.end]
	for i, t := range words[1:] {
		if before := words[i]; t.start != before.end+1 || s.line[before.end] != ' ' {
			position.Text = s.joined(words)
			break
		}
	}
	if !s.plain {
		position.Text = norm.NFC.String(position.Text)
	}
	return &State{Keyword: s.word(tokens[0]), Position: position}
}

// joined returns words with single blanks between them.
func (s *source) joined(words []token) string {
	var b strings.Builder
	for i, t := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s.text(t))
	}
	return b.String()
}

// handle returns a handle in its normal form.
func (s *source) handle(t token) Word {
	w := s.word(t)
	if !s.plain {
		w.Text = norm.NFC.String(w.Text)
	}
	return w
}

// directive returns the node of a line that begins with a keyword unknown here.
func (s *source) directive(tokens []token) *Directive {
	words := make([]Word, len(tokens))
	for i, t := range tokens {
		words[i] = s.word(t)
	}
	return &Directive{Keyword: words[0], Words: words[1:], Line: s.line}
}

// bad returns the node of a line that is not the notation.
func (s *source) bad(tokens []token) *Bad {
	if len(tokens) == 0 {
		return &Bad{}
	}
	first := tokens[0]
	bad := &Bad{Tag: first.kind == tokOpen, Directive: isKeyword(s.text(first))}
	if head, ok := s.head(tokens); ok {
		bad.Head = new(Turn)
		*bad.Head = head
	}
	return bad
}

// isKeyword reports whether word has the shape of a keyword.
func isKeyword(word string) bool { return strings.Trim(word, lowerCase) == "" }

// fail adds an error in its place.
func (l *Line) fail(code string, s Span, message string) {
	at := len(l.Errors)
	for at > 0 && l.Errors[at-1].Span.Start > s.Start {
		at--
	}
	l.Errors = slices.Insert(l.Errors, at, Error{Code: code, Span: s, Message: message})
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
		if outside = !l.inComment(i); outside || found < 0 {
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
		message = fmt.Sprintf("byte %#02x is not UTF-8: save the log as UTF-8", c)
	}
	l.fail("encoding", SpanIn(l.Text, number, found, found+1), message)
	return outside
}

// inComment reports whether a byte of the line stands in a comment.
func (l *Line) inComment(at int) bool {
	for _, c := range l.Comments {
		if c.Span.Start <= at && at < c.Span.End {
			return true
		}
	}
	return false
}

// begins reports whether a line of the grammar may begin with the token first.
func (s *source) begins(first token) bool {
	word := s.text(first)
	return first.kind == tokOpen || shapes[word] != "" || classify(word) == tokNumber
}

// refuseStart reports that no line begins with the token first.
func (l *Line) refuseStart(s *source, first token) {
	word := s.text(first)
	message := fmt.Sprintf("neither a tag, a directive nor a turn begins with %q", word)
	if classify(word) == tokDigits {
		message = fmt.Sprintf("the turn number %s lacks its dot", word)
	}
	l.fail("syntax", s.span(first), message+": "+turnShape)
}

// refuse reports an error of the grammar.
func (l *Line) refuse(err error, s *source, tokens []token) {
	first, last := tokens[0], tokens[len(tokens)-1]
	word := s.text(first)
	code, shape := "syntax", shapes[word]
	if first.kind == tokOpen {
		code, shape = "tag", tagShape
	} else if classify(word) == tokNumber {
		shape = turnShape
	}
	e := worded(err, last.start, last.end, len(l.Text), shape)
	l.fail(code, SpanIn(l.Text, s.number, e.Start, e.End), e.Message)
}

// worded puts an error of participle into words. lastStart and lastEnd are where the last
// word of the line stands, size is how long the line is, and shape how it should look.
func worded(err error, lastStart, lastEnd, size int, shape string) *SyntaxError {
	var unexpected *participle.UnexpectedTokenError
	var positioned participle.Error
	switch {
	case errors.As(err, &unexpected) && unexpected.Unexpected.EOF():
		return &SyntaxError{lastStart, lastEnd, "the line ends too early: " + shape}
	case errors.As(err, &unexpected):
		at := unexpected.Unexpected
		return &SyntaxError{at.Pos.Offset, at.Pos.Offset + len(at.Value), fmt.Sprintf("%q is out of place: %s", at.Value, shape)}
	case errors.As(err, &positioned):
		return &SyntaxError{positioned.Position().Offset, size, strings.TrimPrefix(positioned.Message(), captureFailed) + ": " + shape}
	}
	return &SyntaxError{0, size, err.Error() + ": " + shape}
}

// captureFailed is what participle puts before the error of a Capture method.
const captureFailed = "failed to capture: "

// SpanIn measures the bytes from start to end of a line.
func SpanIn(text string, number, start, end int) Span {
	column := 1 + utf8.RuneCountInString(text[:start])
	return Span{Line: number, Column: column, EndColumn: column + utf8.RuneCountInString(text[start:end]), Start: start, End: end}
}
