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

// shapes describes each kind of line, for its errors.
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
	TurnShape = "a turn is N. HANDLE ACTION …, with blanks between them"
)

// Keywords lists the keywords of the lines that every game has.
func Keywords() []string { return []string{"order", "state", "gap", "ruling", "leave", "tally"} }

// fewWords is the number of words that fit on the stack; few lines have more.
const fewWords = 16

// ParseLine reads one line, given without its line end.
func ParseLine(text string, number int) Line {
	var few [fewWords]Word
	s := newScanner(text[:min(len(text), maxKept)], number)
	return s.parse(text, s.scan(few[:0]), nil, true)
}

// Parser reads lines into memory that it uses again for the next, for callers that keep no
// line. The zero Parser is ready for use.
type Parser struct {
	words    []Word
	comments []Comment
	turn     Turn
}

// Line is ParseLine, but what it returns is valid until the next call only. Strings stay
// valid.
func (p *Parser) Line(text string, number int) Line {
	s := newScanner(text[:min(len(text), maxKept)], number)
	s.comments = p.comments[:0]
	p.words = s.scan(p.words[:0])
	l := s.parse(text, p.words, &p.turn, true)
	if l.Node == &p.turn {
		p.turn.Actions = actions(p.words, p.turn.More)
	}
	p.comments = s.comments
	return l
}

// parse reads the words of a line. If the line is an ordinary turn and turn is not nil, it
// takes turn for its node, without the actions. Without ordinary, all lines go through the
// grammar.
func (s *scanner) parse(text string, words []Word, turn *Turn, ordinary bool) Line {
	l := Line{Text: text, Comments: s.comments}
	switch {
	case len(text) > MaxLine:
		l.Span = SpanIn(text, s.number, 0, len(text))
		l.fail("line-too-long", l.Span, fmt.Sprintf("the line has more than %d bytes and is skipped", MaxLine))
		l.Comments = nil
		if len(words) > 0 || s.open >= 0 {
			l.Node = s.bad(words)
		}
		return l
	case s.open >= 0:
		l.Span = SpanIn(text, s.number, 0, len(text))
		bad := s.bad(words)
		l.badByte(s.number)
		code := "syntax"
		if bad.Tag {
			code = "tag"
		}
		l.fail(code, SpanIn(text, s.number, s.open, len(text)), "this comment is not closed: a { needs its } on the same line")
		l.Node = bad
		return l
	}
	spoilt := !s.plain && l.badByte(s.number)
	if len(words) == 0 {
		l.Span = Span{Line: s.number, Column: 1, EndColumn: s.column, End: len(text)}
		return l
	}
	l.Span = spanOf(words)
	if spoilt { // one bad byte is one error
		l.Node = s.bad(words)
		return l
	}
	if ordinary {
		if l.Node = s.ordinary(words, turn); l.Node != nil {
			return l
		}
	}
	switch {
	case s.begins(words):
		tree, err := lineParser.Parse(text)
		if err == nil {
			l.Node = tree.node(text, s.number)
			return l
		}
		l.Node = s.bad(words)
		l.refuse(err, s, words)
	case isKeyword(words[0].Text):
		l.Node = &Directive{Keyword: words[0], Words: slices.Clone(words[1:]), Line: text} // for the game to read
	default: // not a line for the grammar
		l.Node = s.bad(words)
		l.refuseStart(words[0])
	}
	return l
}

// spanOf returns where words stand, from the first to the last.
func spanOf(words []Word) Span {
	first, last := &words[0].Span, &words[len(words)-1].Span
	return Span{first.Line, first.Column, last.EndColumn, first.Start, last.End}
}

// ordinary returns the node of a line in its usual shape, without the cost of the grammar;
// nil if the grammar must decide. The grammar would return the same node.
func (s *scanner) ordinary(words []Word, turn *Turn) Node {
	first := words[0].Text
	switch {
	case first[0]-'0' < 10:
		return s.turn(words, turn)
	case first[0] == '[':
		return s.tag(words)
	case first == "order":
		return s.order(words)
	case first == "state":
		return s.state(words)
	case first == "ruling" && len(words) == 2 && words[1].Text == "stands":
		return &Ruling{words[0], words[1]}
	}
	return nil
}

func (s *scanner) tag(words []Word) Node {
	if len(words) != 4 || s.kinds != [4]tokenKind{tokOpen, tokName, tokString, tokClose} || !shape.IsName(words[1].Text) {
		return nil
	}
	tag := &Tag{Name: words[1], Value: words[2]}
	tag.Value.Text = unquoted(tag.Value.Text)
	return tag
}

// shortTurn is a turn in one piece of memory with its few actions.
type shortTurn struct {
	Turn
	few [2]Word
}

// turn returns the node of a turn line, in the memory of turn if it is not nil: see parse.
func (s *scanner) turn(words []Word, turn *Turn) Node {
	if len(words) < 3 {
		return nil
	}
	number, ok := s.head(words)
	if !ok {
		return nil
	}
	more := words[len(words)-1].Text == More
	done := actions(words, more)
	switch {
	case turn != nil:
	case len(done) <= len(shortTurn{}.few):
		short := &shortTurn{}
		turn = &short.Turn
		turn.Actions = short.few[:len(done):len(done)]
		copy(turn.Actions, done)
	default:
		turn = &Turn{Actions: slices.Clone(done)}
	}
	turn.Number, turn.NumberSpan, turn.Handle = number, words[0].Span, s.handle(words[1])
	if turn.More, turn.MoreSpan = more, (Span{}); more {
		turn.MoreSpan = words[len(words)-1].Span
	}
	return turn
}

// actions returns the actions among the words of a turn line, without a final "..." if more
// is set.
func actions(words []Word, more bool) []Word {
	end := len(words)
	if more {
		end--
	}
	return words[2:end:end]
}

// head reads the number that a turn line begins with, and reports whether a handle follows.
func (s *scanner) head(words []Word) (number int, ok bool) {
	if len(words) < 2 || s.known > 0 {
		return 0, false
	}
	word := words[0].Text
	digits := len(word) - 1
	if digits < 1 || digits > maxTurnDigits || word[digits] != '.' {
		return 0, false
	}
	for i := range digits {
		if word[i]-'0' > 9 {
			return 0, false
		}
		number = 10*number + int(word[i]-'0')
	}
	return number, shape.IsHandle(words[1].Text)
}

func (s *scanner) order(words []Word) Node {
	var groups [][]Roll
	var rolls []Roll
	for _, w := range words[1:] {
		switch classify(w.Text) {
		case tokRoll:
			n := len(w.Text) - 2
			face := int(w.Text[n+1] - '0')
			w.Text, w.Span.End, w.Span.EndColumn = w.Text[:n], w.Span.End-2, w.Span.EndColumn-2
			rolls = append(rolls, Roll{Handle: s.handle(w), Face: face})
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
	return &Order{Keyword: words[0], Groups: append(groups, rolls)}
}

func (s *scanner) state(words []Word) Node {
	parts := words[1:]
	if len(parts) == 0 {
		return nil
	}
	position := Word{Span: spanOf(parts)}
	position.Text = s.line[position.Span.Start:position.Span.End]
	for i := 1; i < len(parts); i++ {
		if before := parts[i-1].Span.End; parts[i].Span.Start != before+1 || s.line[before] != ' ' {
			position.Text = joined(parts)
			break
		}
	}
	if !s.plain {
		position.Text = norm.NFC.String(position.Text)
	}
	return &State{Keyword: words[0], Position: position}
}

// joined returns words with single blanks between them.
func joined(words []Word) string {
	text := make([]byte, 0, 128)
	for i := range words {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, words[i].Text...)
	}
	return string(text)
}

// handle returns a handle in its normal form.
func (s *scanner) handle(w Word) Word {
	if !s.plain {
		w.Text = norm.NFC.String(w.Text)
	}
	return w
}

// bad returns the node of a line that is not the notation.
func (s *scanner) bad(words []Word) *Bad {
	if len(words) == 0 {
		return &Bad{}
	}
	bad := &Bad{Tag: words[0].Text[0] == '[' && s.known > 0, Directive: isKeyword(words[0].Text)}
	if number, ok := s.head(words); ok {
		bad.Head = &Turn{Number: number, NumberSpan: words[0].Span, Handle: s.handle(words[1])}
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
	l.fail("encoding", SpanIn(l.Text, number, found, found+1), message)
	return outside
}

// begins reports whether a line of the grammar may begin as these words do.
func (s *scanner) begins(words []Word) bool {
	return shapes[words[0].Text] != "" || s.kind(words, 0) == tokOpen || s.kind(words, 0) == tokNumber
}

// refuseStart reports that no line begins with the word first.
func (l *Line) refuseStart(first Word) {
	number, behind, dotted := strings.Cut(first.Text, ".")
	message := fmt.Sprintf("no tag, directive or turn begins with %q: %s", first.Text, TurnShape)
	switch {
	case classify(first.Text) == tokDigits:
		message = fmt.Sprintf("put a dot after the turn number: %s.", first.Text)
	case dotted && behind != "" && classify(number) == tokDigits:
		message = fmt.Sprintf("put a blank after %q", number+".")
	}
	l.fail("syntax", first.Span, message)
}

// refuse reports an error of the grammar.
func (l *Line) refuse(err error, s *scanner, words []Word) {
	code, shape := "syntax", shapes[words[0].Text]
	switch s.kind(words, 0) {
	case tokOpen:
		code, shape = "tag", tagShape
	case tokNumber:
		shape = TurnShape
	}
	last := words[len(words)-1].Span
	e := worded(err, last.Start, last.End, len(l.Text), shape)
	l.fail(code, SpanIn(l.Text, s.number, e.Start, e.End), e.Message)
}

// worded puts an error of participle into words. lastStart and lastEnd are the bounds of the
// line's last word, size is the length of the line, and shape what it should look like.
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

// captureFailed is the prefix that participle gives the error of a Capture method.
const captureFailed = "failed to capture: "

// SpanIn measures the bytes from start to end of a line.
func SpanIn(text string, number, start, end int) Span {
	column := 1 + utf8.RuneCountInString(text[:start])
	return Span{Line: number, Column: column, EndColumn: column + utf8.RuneCountInString(text[start:end]), Start: start, End: end}
}
