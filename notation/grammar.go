package notation

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
	"golang.org/x/text/unicode/norm"
)

// The grammar of a line. A word is one token; what an action word means is left to the
// grammar of its game.
type lineGrammar struct {
	Tag    *tagGrammar    `parser:"  @@"`
	Turn   *turnGrammar   `parser:"| @@"`
	Order  *orderGrammar  `parser:"| @@"`
	State  *stateGrammar  `parser:"| @@"`
	Gap    *gapGrammar    `parser:"| @@"`
	Ruling *rulingGrammar `parser:"| @@"`
	Leave  *leaveGrammar  `parser:"| @@"`
	Tally  *tallyGrammar  `parser:"| @@"`
	Side   *sideGrammar   `parser:"| @@"`
}

type tagGrammar struct {
	Name  nameWord   `parser:"Open @@"`
	Value stringWord `parser:"@@ Close"`
}

type nameWord struct {
	Pos  lexer.Position
	Text tagName `parser:"@Name"`
}

type stringWord struct {
	Pos  lexer.Position
	Text string `parser:"@String"`
}

type turnGrammar struct {
	Pos     lexer.Position
	Number  turnNumber   `parser:"@Number"`
	Handle  handleWord   `parser:"@@"`
	Actions []actionWord `parser:"@@+"`
}

type handleWord struct {
	Pos  lexer.Position
	Text string `parser:"@Handle"`
}

type actionWord struct {
	Pos  lexer.Position
	Text string `parser:"@(Word | Handle | Roll | Digits | Number | Slash)"`
}

type orderGrammar struct {
	Keyword keyword     `parser:"@@"`
	Groups  []rollGroup `parser:"@@ ( Slash @@ )*"`
}

type keyword struct {
	Pos  lexer.Position
	Text string `parser:"@'order'"`
}

type rollGroup struct {
	Rolls []rollWord `parser:"@@+"`
}

type rollWord struct {
	Pos  lexer.Position
	Text string `parser:"@Roll"`
}

type stateGrammar struct {
	Pos   lexer.Position
	Words []actionWord `parser:"'state' @@+"`
}

type gapGrammar struct {
	Pos  lexer.Position
	Text string `parser:"@'gap'"`
}

type rulingGrammar struct {
	Pos     lexer.Position
	Verdict verdictWord `parser:"'ruling' @@"`
}

type verdictWord struct {
	Pos  lexer.Position
	Text string `parser:"@'stands'"`
}

type leaveGrammar struct {
	Pos    lexer.Position
	Handle handleWord `parser:"'leave' @@"`
}

type tallyGrammar struct {
	Pos    lexer.Position
	Handle handleWord  `parser:"'tally' @@"`
	Counts []countWord `parser:"@@+"`
}

type countWord struct {
	Pos   lexer.Position
	Count tallied `parser:"@(Word | Handle | Roll | Digits | Number | Slash)"`
}

type sideGrammar struct {
	Pos  lexer.Position
	Sign string `parser:"@('(' | ')')"`
}

type tagName string

// Capture takes a letter followed by letters, digits, "_", "." and "-".
func (n *tagName) Capture(values []string) error {
	for i, r := range values[0] {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && !strings.ContainsRune("_.-", r)) {
			return fmt.Errorf("%q is not a tag name: a letter, then letters, digits, _ . and -", values[0])
		}
	}
	*n = tagName(values[0])
	return nil
}

type turnNumber int

// Capture takes "12.".
func (n *turnNumber) Capture(values []string) error {
	digits := strings.TrimSuffix(values[0], ".")
	v, err := strconv.Atoi(digits)
	if err != nil || v > maxTurnNumber {
		return fmt.Errorf("turn number %s is too high: %d is the highest", digits, maxTurnNumber)
	}
	*n = turnNumber(v)
	return nil
}

// More is the last word of a turn of which not all was written down.
const More = "..."

const maxTurnNumber = 999_999_999

// tallied is one KEY=NUMBER.
type tallied struct {
	text, key string
	number    int
}

// Capture takes a lower-case key and digits.
func (t *tallied) Capture(values []string) error {
	key, digits, _ := strings.Cut(values[0], "=")
	if key == "" || digits == "" || strings.Trim(key, lowerCase) != "" || strings.Trim(digits, "0123456789") != "" {
		return errNotCount
	}
	number, err := strconv.Atoi(digits)
	if err != nil || number > maxCount {
		return errNotCount
	}
	*t = tallied{values[0], key, number}
	return nil
}

var errNotCount = errors.New("not KEY=NUMBER") // participle then calls the word out of place

const (
	maxCount  = 999_999_999
	lowerCase = "abcdefghijklmnopqrstuvwxyz"
)

var lineParser = participle.MustBuild[lineGrammar](participle.Lexer(lineLexer{}))

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
func ParseLine(text string, number int) Line {
	l := Line{Text: text}
	found := scan(text[:min(len(text), maxKept)], number)
	l.Comments = found.comments
	l.Span = SpanIn(text, number, 0, len(text))
	tokens := found.tokens
	switch {
	case len(text) > MaxLine:
		l.fail("line-too-long", l.Span, fmt.Sprintf("a line of more than %d bytes; it is passed over", MaxLine))
		l.Comments = nil
		if len(tokens) > 0 || found.open >= 0 {
			l.Node = badLine(text, number, tokens)
		}
		return l
	case found.open >= 0:
		bad := badLine(text, number, tokens)
		l.badByte(number)
		code := "syntax"
		if bad.Tag {
			code = "tag"
		}
		l.fail(code, SpanIn(text, number, found.open, len(text)), "this comment is not closed: a { needs its } on the same line")
		l.Node = bad
		return l
	}
	spoilt := l.badByte(number)
	if len(tokens) == 0 {
		return l
	}
	first := tokens[0]
	l.Span = SpanIn(text, number, first.start, tokens[len(tokens)-1].end)
	switch {
	case spoilt: // one bad byte is one error
		l.Node = badLine(text, number, tokens)
	case begins(first, text):
		tree, err := lineParser.ParseString("", text)
		if err == nil {
			l.Node = tree.node(text, number)
			return l
		}
		l.Node = badLine(text, number, tokens)
		l.refuse(err, tokens, number)
	case isKeyword(text[first.start:first.end]):
		l.Node = directive(text, number, tokens)
	default: // not a line for the grammar
		l.Node = badLine(text, number, tokens)
		l.refuseStart(first, number)
	}
	return l
}

// badLine returns the node of a line that is not the notation, from what was scanned of it.
func badLine(text string, number int, tokens []token) *Bad {
	bad := &Bad{}
	if len(tokens) == 0 {
		return bad
	}
	first := tokens[0]
	bad.Tag = first.kind == tokOpen
	bad.Directive = isKeyword(text[first.start:first.end])
	if len(tokens) > 1 && first.kind == tokNumber && tokens[1].kind == tokHandle {
		var n turnNumber
		if n.Capture([]string{text[first.start:first.end]}) == nil {
			handle := tokens[1].word(text, number)
			handle.Text = norm.NFC.String(handle.Text)
			bad.Head = &Turn{Number: int(n), NumberSpan: first.word(text, number).Span, Handle: handle}
		}
	}
	return bad
}

// directive returns the node of a line that begins with a keyword unknown here.
func directive(text string, number int, tokens []token) *Directive {
	words := make([]Word, len(tokens))
	for i, t := range tokens {
		words[i] = t.word(text, number)
	}
	return &Directive{Keyword: words[0], Words: words[1:], Line: text}
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
func begins(first token, text string) bool {
	return first.kind == tokOpen || first.kind == tokNumber || shapes[text[first.start:first.end]] != ""
}

// refuseStart reports that no line begins with the token first.
func (l *Line) refuseStart(first token, number int) {
	word := l.Text[first.start:first.end]
	message := fmt.Sprintf("neither a tag, a directive nor a turn begins with %q", word)
	if first.kind == tokDigits {
		message = fmt.Sprintf("the turn number %s lacks its dot", word)
	}
	l.fail("syntax", SpanIn(l.Text, number, first.start, first.end), message+": "+turnShape)
}

// refuse reports an error of the grammar.
func (l *Line) refuse(err error, tokens []token, number int) {
	code, shape := "syntax", shapes[l.Text[tokens[0].start:tokens[0].end]]
	switch tokens[0].kind {
	case tokOpen:
		code, shape = "tag", tagShape
	case tokNumber:
		shape = turnShape
	}
	last := tokens[len(tokens)-1]
	e := worded(err, last.start, last.end, len(l.Text), shape)
	l.fail(code, SpanIn(l.Text, number, e.Start, e.End), e.Message)
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
	column := 1 + len([]rune(text[:start]))
	return Span{Line: number, Column: column, EndColumn: column + len([]rune(text[start:end])), Start: start, End: end}
}

// node turns the parse tree into the node that the line stands for.
func (g *lineGrammar) node(text string, number int) Node {
	at := func(pos lexer.Position, word string) Word {
		return Word{word, SpanIn(text, number, pos.Offset, pos.Offset+len(word))}
	}
	handle := func(h handleWord) Word {
		w := at(h.Pos, h.Text)
		w.Text = norm.NFC.String(w.Text)
		return w
	}
	switch {
	case g.Tag != nil:
		value := at(g.Tag.Value.Pos, g.Tag.Value.Text)
		value.Text = unquote(value.Text)
		return &Tag{Name: at(g.Tag.Name.Pos, string(g.Tag.Name.Text)), Value: value}
	case g.Turn != nil:
		t := &Turn{Number: int(g.Turn.Number), Handle: handle(g.Turn.Handle)}
		begin := g.Turn.Pos.Offset // a comment may stand before it
		t.NumberSpan = SpanIn(text, number, begin, begin+strings.IndexByte(text[begin:], '.')+1)
		t.Actions = make([]Word, len(g.Turn.Actions))
		for i, a := range g.Turn.Actions {
			t.Actions[i] = at(a.Pos, a.Text)
		}
		if last := len(t.Actions) - 1; t.Actions[last].Text == More {
			t.More, t.MoreSpan, t.Actions = true, t.Actions[last].Span, t.Actions[:last]
		}
		return t
	case g.Order != nil:
		o := &Order{Keyword: at(g.Order.Keyword.Pos, "order")}
		for _, group := range g.Order.Groups {
			var rolls []Roll
			for _, r := range group.Rolls {
				name := r.Text[:len(r.Text)-2]
				rolls = append(rolls, Roll{Handle: handle(handleWord{r.Pos, name}), Face: int(r.Text[len(r.Text)-1] - '0')})
			}
			o.Groups = append(o.Groups, rolls)
		}
		return o
	case g.Gap != nil:
		return &Gap{at(g.Gap.Pos, "gap")}
	case g.Ruling != nil:
		return &Ruling{at(g.Ruling.Pos, "ruling"), at(g.Ruling.Verdict.Pos, g.Ruling.Verdict.Text)}
	case g.Leave != nil:
		return &Leave{at(g.Leave.Pos, "leave"), handle(g.Leave.Handle)}
	case g.Tally != nil:
		t := &Tally{Keyword: at(g.Tally.Pos, "tally"), Handle: handle(g.Tally.Handle)}
		for _, c := range g.Tally.Counts {
			t.Counts = append(t.Counts, Count{at(c.Pos, c.Count.text), c.Count.key, c.Count.number})
		}
		return t
	case g.Side != nil:
		return &SideLine{at(g.Side.Pos, g.Side.Sign), g.Side.Sign == "("}
	default:
		words := make([]string, len(g.State.Words))
		for i, w := range g.State.Words {
			words[i] = w.Text
		}
		first, last := g.State.Words[0], g.State.Words[len(words)-1]
		position := Word{norm.NFC.String(strings.Join(words, " ")), SpanIn(text, number, first.Pos.Offset, last.Pos.Offset+len(last.Text))}
		return &State{Keyword: at(g.State.Pos, "state"), Position: position}
	}
}
