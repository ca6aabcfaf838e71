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
	s := newScanner(line, 1)
	return &tokenCursor{source: s.source, tokens: s.scan(nil)}, nil
}

// tokenCursor hands scanned tokens to participle one by one.
type tokenCursor struct {
	source
	tokens []token
	next   int
}

func (c *tokenCursor) Next() (lexer.Token, error) {
	if c.next == len(c.tokens) {
		end := lexer.Position{Offset: len(c.line), Line: 1, Column: 1}
		if c.next > 0 {
			end.Offset = c.tokens[c.next-1].end
		}
		return lexer.EOFToken(end), nil
	}
	t := c.tokens[c.next]
	c.next++
	if t.kind == tokWord {
		t.kind = classify(c.text(t))
	}
	return lexer.Token{
		Type:  tokenType(t.kind),
		Value: c.text(t),
		Pos:   lexer.Position{Offset: t.start, Line: 1, Column: t.column},
	}, nil
}
