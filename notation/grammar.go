package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
	"golang.org/x/text/unicode/norm"

	"tpnote/notation/shape"
)

// The grammar of a line. A word is one token; what an action word means is left to the
// grammar of its game.
type lineGrammar struct {
	Tag    *tagGrammar    `parser:"  @@"`
	Turn   *turnGrammar   `parser:"| @@"`
	Order  *orderGrammar  `parser:"| @@"`
	State  *stateGrammar  `parser:"| @@"`
	Gap    *lexer.Token   `parser:"| @'gap'"`
	Ruling *rulingGrammar `parser:"| @@"`
	Leave  *leaveGrammar  `parser:"| @@"`
	Tally  *tallyGrammar  `parser:"| @@"`
	Side   *lexer.Token   `parser:"| @('(' | ')')"`
}

type tagGrammar struct {
	Name  nameWord    `parser:"Open @@"`
	Value lexer.Token `parser:"@String Close"`
}

type nameWord struct {
	Pos  lexer.Position
	Text tagName `parser:"@Name"`
}

type turnGrammar struct {
	Pos     lexer.Position
	Number  turnNumber    `parser:"@Number"`
	Handle  turnHandle    `parser:"@@"`
	Actions []lexer.Token `parser:"@( (Word | Handle | Roll | Digits | Number | Slash)+ )"`
}

// turnHandle is a separate struct, so that the error for a number that is too high comes before one
// for missing actions.
type turnHandle struct {
	Word lexer.Token `parser:"@Handle"`
}

type orderGrammar struct {
	Keyword lexer.Token `parser:"@'order'"`
	Groups  []rollGroup `parser:"@@ ( Slash @@ )*"`
}

type rollGroup struct {
	Rolls []lexer.Token `parser:"@( Roll+ )"`
}

type stateGrammar struct {
	Keyword lexer.Token   `parser:"@'state'"`
	Words   []lexer.Token `parser:"@( (Word | Handle | Roll | Digits | Number | Slash)+ )"`
}

type rulingGrammar struct {
	Keyword lexer.Token `parser:"@'ruling'"`
	Verdict lexer.Token `parser:"@'stands'"`
}

type leaveGrammar struct {
	Keyword lexer.Token `parser:"@'leave'"`
	Handle  lexer.Token `parser:"@Handle"`
}

type tallyGrammar struct {
	Keyword lexer.Token `parser:"@'tally'"`
	Handle  lexer.Token `parser:"@Handle"`
	Counts  []countWord `parser:"@@+"`
}

type countWord struct {
	Pos   lexer.Position
	Count tallied `parser:"@(Word | Handle | Roll | Digits | Number | Slash)"`
}

type tagName string

// Capture takes a letter followed by letters, digits, "_", "." and "-".
func (n *tagName) Capture(values []string) error {
	if !shape.IsName(values[0]) {
		return fmt.Errorf("%q is not a tag name: a letter, then letters, digits, _ . and -", values[0])
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

// More is the last word of a turn with missing actions.
const More = "..."

const (
	maxTurnDigits = 9 // a number of this length is never too high
	maxTurnNumber = 999_999_999
)

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

// Grammar is a participle grammar, which is built when it is first needed: building takes longer than
// many a command. G is its struct. For participle it is the one member of a union, so that the program
// has the generic code of participle.Parser once and not for each grammar.
type Grammar[G any] struct {
	parser func() *participle.Parser[any]
}

// NewGrammar returns the grammar.
func NewGrammar[G any](options ...participle.Option) Grammar[G] {
	return Grammar[G]{sync.OnceValue(func() *participle.Parser[any] {
		return participle.MustBuild[any](append([]participle.Option{participle.Union[any](*new(G))}, options...)...)
	})}
}

// Parse parses a text.
func (g Grammar[G]) Parse(text string) (*G, error) {
	tree, err := g.parser().ParseString("", text)
	if err != nil {
		return nil, err
	}
	parsed := (*tree).(G)
	return &parsed, nil
}

var lineParser = NewGrammar[lineGrammar](participle.Lexer(lineLexer))

// node returns the node of the line that was parsed.
func (g *lineGrammar) node(text string, number int) Node {
	at := func(pos lexer.Position, word string) Word {
		return Word{word, SpanIn(text, number, pos.Offset, pos.Offset+len(word))}
	}
	word := func(t lexer.Token) Word { return at(t.Pos, t.Value) }
	handle := func(t lexer.Token) Word {
		w := word(t)
		w.Text = norm.NFC.String(w.Text)
		return w
	}
	switch {
	case g.Tag != nil:
		value := word(g.Tag.Value)
		value.Text = unquoted(value.Text)
		return &Tag{Name: at(g.Tag.Name.Pos, string(g.Tag.Name.Text)), Value: value}
	case g.Turn != nil:
		t := &Turn{Number: int(g.Turn.Number), Handle: handle(g.Turn.Handle.Word)}
		begin := g.Turn.Pos.Offset // a comment may come before it
		t.NumberSpan = SpanIn(text, number, begin, begin+strings.IndexByte(text[begin:], '.')+1)
		t.Actions = make([]Word, len(g.Turn.Actions))
		for i, a := range g.Turn.Actions {
			t.Actions[i] = word(a)
		}
		if last := len(t.Actions) - 1; t.Actions[last].Text == More {
			t.More, t.MoreSpan, t.Actions = true, t.Actions[last].Span, t.Actions[:last]
		}
		return t
	case g.Order != nil:
		o := &Order{Keyword: word(g.Order.Keyword)}
		for _, group := range g.Order.Groups {
			var rolls []Roll
			for _, r := range group.Rolls {
				face := int(r.Value[len(r.Value)-1] - '0')
				r.Value = r.Value[:len(r.Value)-2]
				rolls = append(rolls, Roll{Handle: handle(r), Face: face})
			}
			o.Groups = append(o.Groups, rolls)
		}
		return o
	case g.Gap != nil:
		return &Gap{word(*g.Gap)}
	case g.Ruling != nil:
		return &Ruling{word(g.Ruling.Keyword), word(g.Ruling.Verdict)}
	case g.Leave != nil:
		return &Leave{word(g.Leave.Keyword), handle(g.Leave.Handle)}
	case g.Tally != nil:
		t := &Tally{Keyword: word(g.Tally.Keyword), Handle: handle(g.Tally.Handle)}
		for _, c := range g.Tally.Counts {
			t.Counts = append(t.Counts, Count{at(c.Pos, c.Count.text), c.Count.key, c.Count.number})
		}
		return t
	case g.Side != nil:
		return &SideLine{word(*g.Side), g.Side.Value == "("}
	default:
		var words []string
		for _, w := range g.State.Words {
			words = append(words, w.Value)
		}
		first, last := g.State.Words[0].Pos.Offset, g.State.Words[len(words)-1]
		position := Word{norm.NFC.String(strings.Join(words, " ")), SpanIn(text, number, first, last.Pos.Offset+len(last.Value))}
		return &State{Keyword: word(g.State.Keyword), Position: position}
	}
}
