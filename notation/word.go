package notation

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// WordGrammar is the participle grammar of one game's action words, such as "4:ye2+".
// G is the grammar's struct; its tokens are single characters, except for the classes that
// a game names: see NewWordGrammar.
type WordGrammar[G any] struct {
	parser *participle.Parser[G]
	shape  string
}

// NewWordGrammar builds the grammar. shape is how the whole word is described in an error.
//
// The lexer of words gives these tokens: Digits (a run of 0-9), Letters (a run of a-z),
// and every other character by itself as Char, which grammars match by its text.
func NewWordGrammar[G any](shape string) *WordGrammar[G] {
	return &WordGrammar[G]{
		parser: participle.MustBuild[G](participle.Lexer(wordLexer{}), participle.UseLookahead(2)),
		shape:  shape,
	}
}

// Parse reads one word. The error is a *SyntaxError.
func (g *WordGrammar[G]) Parse(word string) (*G, error) {
	out, err := g.parser.ParseString("", word)
	if err == nil {
		return out, nil
	}
	found := &SyntaxError{Start: 0, End: len(word)}
	what := err.Error()
	var unexpected *participle.UnexpectedTokenError
	var positioned participle.Error
	switch {
	case errors.As(err, &unexpected) && unexpected.Unexpected.EOF():
		found.Start = max(0, len(word)-1)
		what = "it ends too early"
		if unexpected.Expect != "" {
			what += ": " + expectation(unexpected.Expect) + " is due"
		}
	case errors.As(err, &unexpected):
		found.Start = unexpected.Unexpected.Pos.Offset
		found.End = found.Start + len(unexpected.Unexpected.Value)
		what = fmt.Sprintf("%q is out of place", unexpected.Unexpected.Value)
		if unexpected.Expect != "" {
			what += ": " + expectation(unexpected.Expect) + " is due"
		}
	case errors.As(err, &positioned):
		found.Start = positioned.Position().Offset
		what = strings.TrimPrefix(positioned.Message(), "failed to capture: ")
	}
	found.Message = fmt.Sprintf("malformed action %q: %s (an action is %s)", word, what, g.shape)
	return nil, found
}

var expectWords = strings.NewReplacer("<digits>", "a number", "<letters>", "lower-case letters", "<char>", "a sign")

// expectation puts participle's expression for what it wanted into words.
func expectation(expect string) string { return expectWords.Replace(expect) }

const (
	tokenDigits lexer.TokenType = -(iota + 2)
	tokenLetters
	tokenChar
)

// wordLexer cuts a word into runs of digits, runs of lower-case letters, and single
// characters.
type wordLexer struct{}

func (wordLexer) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{"EOF": lexer.EOF, "Digits": tokenDigits, "Letters": tokenLetters, "Char": tokenChar}
}

func (d wordLexer) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(name, string(text))
}

func (wordLexer) LexString(_ string, word string) (lexer.Lexer, error) {
	return &wordCursor{word: word}, nil
}

type wordCursor struct {
	word string
	at   int
}

func (c *wordCursor) Next() (lexer.Token, error) {
	pos := lexer.Position{Offset: c.at, Line: 1, Column: c.at + 1}
	if c.at == len(c.word) {
		return lexer.EOFToken(pos), nil
	}
	rest := c.word[c.at:]
	token := lexer.Token{Pos: pos}
	if n := run(rest, '0', '9'); n > 0 {
		token.Type, token.Value = tokenDigits, rest[:n]
	} else if n := run(rest, 'a', 'z'); n > 0 {
		token.Type, token.Value = tokenLetters, rest[:n]
	} else {
		_, size := firstRune(rest)
		token.Type, token.Value = tokenChar, rest[:size]
	}
	c.at += len(token.Value)
	return token, nil
}

// run is the length of the longest prefix of s whose bytes lie between lo and hi.
func run(s string, lo, hi byte) int {
	n := 0
	for n < len(s) && lo <= s[n] && s[n] <= hi {
		n++
	}
	return n
}
