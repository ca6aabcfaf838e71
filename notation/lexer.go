package notation

import (
	"io"

	"github.com/alecthomas/participle/v2/lexer"
)

// tokenType maps a kind to participle's space, where negative numbers below EOF are free.
func tokenType(k tokenKind) lexer.TokenType { return lexer.EOF - 1 - lexer.TokenType(k) }

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

// lineLexer makes the scanner a lexer for participle. Comments are not tokens.
var lineLexer = Lexer{
	map[string]lexer.TokenType{
		"EOF":    lexer.EOF,
		"Open":   tokenType(tokOpen),
		"Close":  tokenType(tokClose),
		"Name":   tokenType(tokName),
		"String": tokenType(tokString),
		"Number": tokenType(tokNumber),
		"Digits": tokenType(tokDigits),
		"Handle": tokenType(tokHandle),
		"Roll":   tokenType(tokRoll),
		"Slash":  tokenType(tokSlash),
		"Word":   tokenType(tokWord),
	},
	func(line string) lexer.Lexer {
		c := &wordCursor{scanner: newScanner(line, 1)}
		c.words = c.scan(nil)
		return c
	},
}

// wordCursor hands scanned words to participle one by one.
type wordCursor struct {
	scanner
	words []Word
	next  int
}

func (c *wordCursor) Next() (lexer.Token, error) {
	if c.next == len(c.words) {
		return lexer.EOFToken(lexer.Position{Offset: len(c.line), Line: 1, Column: 1}), nil
	}
	w := &c.words[c.next]
	c.next++
	return lexer.Token{
		Type:  tokenType(c.kind(c.words, c.next-1)),
		Value: w.Text,
		Pos:   lexer.Position{Offset: w.Span.Start, Line: 1, Column: w.Span.Column},
	}, nil
}
