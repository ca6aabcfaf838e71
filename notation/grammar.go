package notation

import (
	"io"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
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

// Lexer makes a lexer for participle of what cuts a text into tokens.
type Lexer struct {
	Tokens map[string]lexer.TokenType // by their names in the grammar
	Cut    func(text string) lexer.Lexer
}

// Symbols names the tokens for the grammar.
func (l Lexer) Symbols() map[string]lexer.TokenType { return l.Tokens }

// LexString reads a text.
func (l Lexer) LexString(_, text string) (lexer.Lexer, error) { return l.Cut(text), nil }

// Lex reads a text that is still to be read.
func (l Lexer) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	return l.Cut(string(text)), err
}
