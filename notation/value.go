package notation

import (
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammars of tag values that consist of handles.
type playersGrammar struct {
	Handles []string `parser:"@Handle ( ',' @Handle )*"`
}

type resultGrammar struct {
	Open   bool       `parser:"  @'*'"`
	First  *sideName  `parser:"| @@"`
	Tied   []sideName `parser:"  ( ( '=' @@ )+"`
	Ranked []sideName `parser:"  | ( '>' @@ )+ )?"`
}

type sideName struct {
	Handles []string `parser:"@Handle ( '+' @Handle )*"`
}

var (
	playersParser = NewGrammar[playersGrammar](participle.Lexer(valueLexer))
	resultParser  = NewGrammar[resultGrammar](participle.Lexer(valueLexer))
)

// ParsePlayers reads the value of a Players tag: handles in seating order, each once.
func ParsePlayers(value string) ([]string, error) {
	tree, err := playersParser.Parse(value)
	if err != nil {
		names := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" \t,;/&+|", r) })
		if meant := strings.Join(names, ", "); len(names) > 1 && meant != value {
			if _, wrong := playersParser.Parse(meant); wrong == nil {
				return nil, fmt.Errorf("put a comma between the names: %q", meant)
			}
		}
		return nil, valueError(err, value, `handles separated by commas, such as "Ann, Ben"`)
	}
	seen := map[string]bool{}
	handles := normalised(tree.Handles)
	for _, h := range handles {
		if seen[h] {
			return nil, fmt.Errorf("the handle %s is given twice", h)
		}
		seen[h] = true
	}
	return handles, nil
}

// Result is the value of a Result tag.
type Result struct {
	Open   bool     // "*": unfinished
	Names  []string // the winner; or the tied players; or the places, best first
	Tie    bool
	Ranked bool
}

// ParseResult reads the value of a Result tag: *, Ann, Ann = Ben, or A > B > C. A side of
// Trouble is named as its two handles joined by +.
func ParseResult(value string) (Result, error) {
	tree, err := resultParser.Parse(value)
	if err != nil {
		return Result{}, valueError(err, value, `*, a handle, "Ann = Ben" or "Red > Blue > Green"`)
	}
	if tree.Open {
		return Result{Open: true}, nil
	}
	r := Result{Tie: tree.Tied != nil, Ranked: tree.Ranked != nil}
	for _, s := range append(append([]sideName{*tree.First}, tree.Tied...), tree.Ranked...) {
		r.Names = append(r.Names, strings.Join(normalised(s.Handles), "+"))
	}
	return r, nil
}

func normalised(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = composed(w)
	}
	return out
}

func valueError(err error, value, expected string) error {
	var unexpected *participle.UnexpectedTokenError
	if errors.As(err, &unexpected) && !unexpected.Unexpected.EOF() {
		return fmt.Errorf("%q is out of place; expected %s", unexpected.Unexpected.Value, expected)
	}
	if strings.TrimSpace(value) == "" {
		return fmt.Errorf("it is empty; expected %s", expected)
	}
	return fmt.Errorf("it ends too early; expected %s", expected)
}

const (
	tokenHandle lexer.TokenType = -(iota + 2)
	tokenSign
)

// valueLexer cuts a tag's value into handles, and the signs between them.
var valueLexer = Lexer{
	map[string]lexer.TokenType{"EOF": lexer.EOF, "Handle": tokenHandle, "Sign": tokenSign},
	func(value string) lexer.Lexer { return &valueCursor{value: value} },
}

type valueCursor struct {
	value string
	at    int
}

const valueSigns = ",=>+*"

func (c *valueCursor) Next() (lexer.Token, error) {
	for c.at < len(c.value) && (c.value[c.at] == ' ' || c.value[c.at] == '\t') {
		c.at++
	}
	pos := lexer.Position{Offset: c.at, Line: 1, Column: c.at + 1}
	if c.at == len(c.value) {
		return lexer.EOFToken(pos), nil
	}
	rest := c.value[c.at:]
	token := lexer.Token{Type: tokenSign, Value: rest[:1], Pos: pos}
	if !strings.Contains(valueSigns, rest[:1]) {
		token.Value = rest[:strings.IndexAny(rest+" ", valueSigns+" \t")]
		if isHandle(token.Value) {
			token.Type = tokenHandle
		}
	}
	c.at += len(token.Value)
	return token, nil
}
