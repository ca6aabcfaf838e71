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

// More is the last word of a turn of which not all was written down.
const More = "..."

const (
	maxTurnDigits = 9 // a number of so many digits is never too high
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

// lineParser is built when the first line is parsed: building takes longer than many a command.
var lineParser = sync.OnceValue(func() *participle.Parser[lineGrammar] {
	return participle.MustBuild[lineGrammar](participle.Lexer(lineLexer))
})

// node returns the node of the line that was parsed.
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
		value.Text = unquoted(value.Text)
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
