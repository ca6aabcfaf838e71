package notation

import (
	"errors"
	"fmt"
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
	Place  *placeGrammar  `parser:"| @@"`
	Secret *secretGrammar `parser:"| @@"`
	Commit *commitGrammar `parser:"| @@"`
	Reveal *revealGrammar `parser:"| @@"`
	State  *stateGrammar  `parser:"| @@"`
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

type placeGrammar struct {
	Pos    lexer.Position
	Handle handleWord `parser:"'place' @@"`
	Back   []count    `parser:"@Digits+ Slash"`
	Front  []count    `parser:"@Digits+"`
}

type secretGrammar struct {
	Pos    lexer.Position
	Handle handleWord `parser:"'secret' @@"`
	Number count      `parser:"@Digits"`
}

type commitGrammar struct {
	Pos    lexer.Position
	Handle handleWord `parser:"'commit' @@"`
	Hash   hash       `parser:"@(Word | Handle | Digits)"`
}

type revealGrammar struct {
	Pos    lexer.Position
	Handle handleWord `parser:"'reveal' @@"`
	Number count      `parser:"@Digits"`
	Salt   string     `parser:"@(Word | Handle | Roll | Digits | Number | Slash)"`
}

type stateGrammar struct {
	Pos   lexer.Position
	Words []actionWord `parser:"'state' @@+"`
}

type tagName string

// Capture takes a letter followed by letters, digits, "_", "." and "-".
func (n *tagName) Capture(values []string) error {
	for i, r := range values[0] {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && !strings.ContainsRune("_.-", r)) {
			return fmt.Errorf("%q is no tag name: a letter, then letters, digits, _ . and -", values[0])
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

const maxTurnNumber = 999_999_999

// count is a number of a directive.
type count int

// Capture takes digits. A list of numbers is captured one by one.
func (c *count) Capture(values []string) error {
	v, err := strconv.Atoi(values[0])
	if err != nil {
		return fmt.Errorf("%s is too high a number", values[0])
	}
	*c = count(v)
	return nil
}

// ints is numbers as the nodes have them.
func ints(counts []count) []int {
	list := make([]int, len(counts))
	for i, c := range counts {
		list[i] = int(c)
	}
	return list
}

type hash string

// Capture takes 64 lower-case hex digits.
func (h *hash) Capture(values []string) error {
	if len(values[0]) != 64 || strings.Trim(values[0], "0123456789abcdef") != "" {
		return fmt.Errorf("%q is no SHA-256 hash: 64 digits 0-9 and a-f", values[0])
	}
	*h = hash(values[0])
	return nil
}

var lineParser = participle.MustBuild[lineGrammar](participle.Lexer(lineLexer{}))

// shapes says what a line of each kind looks like, for its error.
var shapes = map[string]string{
	"order":  "order HANDLE:ROLL … / HANDLE:ROLL …, with rolls 1 to 6",
	"place":  "place HANDLE NUMBER … / NUMBER …, the back row and then the row in front of it",
	"secret": "secret HANDLE NUMBER",
	"commit": "commit HANDLE HASH, the hash being the SHA-256 of NUMBER:SALT in lower-case hex",
	"reveal": "reveal HANDLE NUMBER SALT",
	"state":  "state TURN WHO …",
}

// TurnExample is the turn line that the message about a malformed line gives; whoever knows
// the game may put one of its own in its place.
const TurnExample = "12. Ann 4:ye2+"

const (
	tagShape  = `a tag line is [Name "value"]`
	turnShape = "a turn is N. HANDLE ACTION …, such as " + TurnExample
)

// Directives lists the keywords that may begin a line.
func Directives() []string { return []string{"order", "place", "secret", "commit", "reveal", "state"} }

// ParseLine reads one line, given without its line end.
func ParseLine(text string, number int) Line {
	l := Line{Text: text}
	found := scan(text[:min(len(text), maxKept)], number)
	l.Comments = found.comments
	l.Span = SpanIn(text, number, 0, len(text))
	tokens := found.tokens
	var bad Bad
	if len(tokens) > 0 {
		word := text[tokens[0].start:tokens[0].end]
		bad = Bad{Tag: tokens[0].kind == tokOpen, Directive: strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == ""}
	}
	switch {
	case len(text) > MaxLine:
		l.fail("line-too-long", l.Span, fmt.Sprintf("a line of more than %d bytes; it is passed over", MaxLine))
		l.Comments = nil
		if len(tokens) > 0 || found.open >= 0 {
			l.Node = &bad
		}
		return l
	case found.open >= 0:
		l.badByte(number)
		code := "syntax"
		if bad.Tag {
			code = "tag"
		}
		l.fail(code, SpanIn(text, number, found.open, len(text)), "this comment is not closed: a { needs its } on the same line")
		l.Node = &bad
		return l
	}
	l.badByte(number)
	if len(tokens) == 0 {
		return l
	}
	l.Span = SpanIn(text, number, tokens[0].start, tokens[len(tokens)-1].end)
	if !begins(tokens[0], text) { // a file of anything else need not cost the grammar's time
		l.Node = &bad
		if len(l.Errors) == 0 { // a bad byte says enough
			l.strange(tokens[0], number)
		}
		return l
	}
	tree, err := lineParser.ParseString("", text)
	if err != nil {
		l.Node = &bad
		if len(l.Errors) == 0 {
			l.explain(err, tokens, number)
		}
		return l
	}
	l.Node = tree.node(text, number)
	return l
}

func (l *Line) fail(code string, s Span, message string) {
	l.Errors = append(l.Errors, Error{Code: code, Span: s, Message: message})
}

// badByte reports the first byte of the line that is a NUL or no UTF-8.
func (l *Line) badByte(number int) {
	for i, r := range l.Text {
		_, size := utf8.DecodeRuneInString(l.Text[i:])
		switch {
		case r == 0:
			l.fail("encoding", SpanIn(l.Text, number, i, i+1), "a NUL byte: a log is plain text")
			return
		case r == unicode.ReplacementChar && size == 1:
			l.fail("encoding", SpanIn(l.Text, number, i, i+1), fmt.Sprintf("byte %#02x is not UTF-8: save the log as UTF-8", l.Text[i]))
			return
		}
	}
}

// begins reports whether a line of the grammar may begin with the given token.
func begins(first token, text string) bool {
	return first.kind == tokOpen || first.kind == tokNumber || shapes[text[first.start:first.end]] != ""
}

// strange says that no line begins as this one does.
func (l *Line) strange(first token, number int) {
	word := l.Text[first.start:first.end]
	at := SpanIn(l.Text, number, first.start, first.end)
	if l.Node.(*Bad).Directive {
		l.fail("directive", at, fmt.Sprintf("unknown directive %q: the directives are %s", word, strings.Join(Directives(), ", ")))
		return
	}
	message := fmt.Sprintf("neither a tag, a directive nor a turn begins with %q", word)
	if first.kind == tokDigits {
		message = fmt.Sprintf("the turn number %s lacks its dot", word)
	}
	l.fail("syntax", at, message+": "+turnShape)
}

// explain words what the grammar has against a line.
func (l *Line) explain(err error, tokens []token, number int) {
	first := l.Text[tokens[0].start:tokens[0].end]
	code, shape := "syntax", shapes[first]
	switch {
	case tokens[0].kind == tokOpen:
		code, shape = "tag", tagShape
	case tokens[0].kind == tokNumber:
		shape = turnShape
	}
	var unexpected *participle.UnexpectedTokenError
	var positioned participle.Error
	switch {
	case errors.As(err, &unexpected) && unexpected.Unexpected.EOF():
		end := tokens[len(tokens)-1]
		l.fail(code, SpanIn(l.Text, number, end.start, end.end), "the line ends too early: "+shape)
	case errors.As(err, &unexpected):
		at := unexpected.Unexpected
		l.fail(code, SpanIn(l.Text, number, at.Pos.Offset, at.Pos.Offset+len(at.Value)), fmt.Sprintf("%q is out of place: %s", at.Value, shape))
	case errors.As(err, &positioned):
		at := positioned.Position().Offset
		l.fail(code, SpanIn(l.Text, number, at, len(l.Text)), strings.TrimPrefix(positioned.Message(), captureFailed)+": "+shape)
	default:
		l.fail(code, l.Span, err.Error()+": "+shape)
	}
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
	case g.Place != nil:
		return &Place{Keyword: at(g.Place.Pos, "place"), Handle: handle(g.Place.Handle), Rows: [2][]int{ints(g.Place.Back), ints(g.Place.Front)}}
	case g.Secret != nil:
		return &Secret{Keyword: at(g.Secret.Pos, "secret"), Handle: handle(g.Secret.Handle), Number: int(g.Secret.Number)}
	case g.Commit != nil:
		return &Commit{Keyword: at(g.Commit.Pos, "commit"), Handle: handle(g.Commit.Handle), Hash: string(g.Commit.Hash)}
	case g.Reveal != nil:
		return &Reveal{Keyword: at(g.Reveal.Pos, "reveal"), Handle: handle(g.Reveal.Handle), Number: int(g.Reveal.Number), Salt: g.Reveal.Salt}
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
