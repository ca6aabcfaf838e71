package notation

import (
	"io"

	"github.com/alecthomas/participle/v2/lexer"
)

// tokenType maps a kind to participle's space, where negative numbers below EOF are free.
func tokenType(k tokenKind) lexer.TokenType { return lexer.EOF - 1 - lexer.TokenType(k) }

// lineLexer is the scanner as participle sees it. Comments are not tokens.
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
	return &tokenCursor{line: line, tokens: scan(line, 1).tokens}, nil
}

// tokenCursor hands scanned tokens to participle one by one.
type tokenCursor struct {
	line   string
	tokens []token
	at     int
}

func (c *tokenCursor) Next() (lexer.Token, error) {
	if c.at == len(c.tokens) {
		end := lexer.Position{Offset: len(c.line), Line: 1, Column: 1}
		if c.at > 0 {
			end.Offset = c.tokens[c.at-1].end
		}
		return lexer.EOFToken(end), nil
	}
	t := c.tokens[c.at]
	c.at++
	return lexer.Token{
		Type:  tokenType(t.kind),
		Value: c.line[t.start:t.end],
		Pos:   lexer.Position{Offset: t.start, Line: 1, Column: t.column},
	}, nil
}
