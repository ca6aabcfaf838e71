package notation

import (
	"io"

	"github.com/alecthomas/participle/v2/lexer"
)

// tokenType maps a kind to participle's space, where negative numbers below EOF are free.
func tokenType(k tokenKind) lexer.TokenType { return lexer.EOF - 1 - lexer.TokenType(k) }

// lineLexer makes the scanner a lexer for participle. Comments are not tokens.
type lineLexer struct{}

// Symbols names the scanner's tokens for the grammar.
func (lineLexer) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
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
	}
}

func (d lineLexer) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(name, string(text))
}

func (lineLexer) LexString(_, line string) (lexer.Lexer, error) {
	c := &wordCursor{scanner: newScanner(line, 1)}
	c.words = c.scan(nil)
	return c, nil
}

// wordCursor hands scanned words to participle one by one.
type wordCursor struct {
	scanner
	words []Word
	next  int
}

func (c *wordCursor) Next() (lexer.Token, error) {
	if c.next == len(c.words) {
		end := lexer.Position{Offset: len(c.line), Line: 1, Column: 1}
		if c.next > 0 {
			end.Offset = c.words[c.next-1].Span.End
		}
		return lexer.EOFToken(end), nil
	}
	w := &c.words[c.next]
	c.next++
	return lexer.Token{
		Type:  tokenType(c.kind(c.words, c.next-1)),
		Value: w.Text,
		Pos:   lexer.Position{Offset: w.Span.Start, Line: 1, Column: w.Span.Column},
	}, nil
}
