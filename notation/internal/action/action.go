// Package action is what the grammars of the games' action words share: the lexer, and the
// words for what is wrong.
package action

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"tpnote/notation"
)

// Grammar is the participle grammar of one game's action words, such as "4:ye2+".
// G is the grammar's struct; its tokens are single characters, except for the classes that
// a game names: see New.
type Grammar[G any] struct {
	parser func() *participle.Parser[G]
	shape  string
}

// New returns the grammar, which is built when the first word is parsed: building takes
// longer than many a command. shape is how the whole word is described in an error.
//
// The lexer of words gives these tokens: Digits (a run of 0-9), Letters (a run of a-z),
// and every other character by itself as Char, which grammars match by its text.
func New[G any](shape string) *Grammar[G] {
	return &Grammar[G]{
		parser: sync.OnceValue(func() *participle.Parser[G] {
			return participle.MustBuild[G](participle.Lexer(wordLexer{}), participle.UseLookahead(2))
		}),
		shape: shape,
	}
}

// Parse reads one word. The error is a *notation.SyntaxError.
func (g *Grammar[G]) Parse(word string) (*G, error) {
	out, err := g.parser().ParseString("", word)
	if err == nil {
		return out, nil
	}
	return nil, g.explain(word, err)
}

// explain words participle's error: what is wrong, and what is due in its place where
// participle knows.
func (g *Grammar[G]) explain(word string, err error) *notation.SyntaxError {
	found := &notation.SyntaxError{Start: 0, End: len(word)}
	what := err.Error()
	var positioned participle.Error
	if errors.As(err, &positioned) {
		cursor := wordCursor{word: word, at: positioned.Position().Offset}
		found.Start = cursor.at
		token, _ := cursor.Next() // its error is always nil
		found.End = cursor.at

		var unexpected *participle.UnexpectedTokenError
		capture := errors.Unwrap(err)
		switch {
		case errors.As(err, &unexpected) && token.EOF():
			found.Start = max(0, len(word)-1)
			what = "it ends too early" + due(unexpected)
		case errors.As(err, &unexpected):
			what = fmt.Sprintf("%q is out of place", token.Value) + due(unexpected)
		case capture != nil:
			what = capture.Error() // a Capture method of the grammar said no
		}
	}
	found.Message = fmt.Sprintf("malformed action %q: %s (an action is %s)", word, what, g.shape)
	return found
}

// firstDue is what an expression of participle's begins with: a class of tokens, or a
// choice of signs.
var firstDue = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\(*(<\w+>|"[^"]*"(?: \| "[^"]*")*)`)
})

var dueWords = strings.NewReplacer("<digits>", "a number", "<letters>", "a run of lower-case letters", " | ", " or ")

// due is ": X is due", or "" where participle does not know, or knows of several ways to
// go on.
func due(e *participle.UnexpectedTokenError) string {
	_, expression, _ := strings.Cut(e.Message(), "(expected ")
	expression = firstGroup(expression)
	m := firstDue().FindStringSubmatch(expression)
	if m == nil || strings.Count(m[1], " | ") < strings.Count(expression, " | ") {
		return ""
	}
	return ": " + dueWords.Replace(m[1]) + " is due"
}

// firstGroup cuts an expression that begins with a parenthesis behind the matching one.
func firstGroup(expression string) string {
	depth := 0
	for i, c := range expression {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 && c == ')' {
			return expression[:i+1]
		}
		if depth == 0 && c == ' ' {
			return expression[:i]
		}
	}
	return expression
}

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
		_, size := utf8.DecodeRuneInString(rest)
		token.Type, token.Value = tokenChar, rest[:size]
	}
	c.at += len(token.Value)
	return token, nil
}

// Die is a face of the die at the beginning of an action.
type Die int

// Capture takes 1 to 6.
func (d *Die) Capture(values []string) error {
	if v := values[0]; len(v) != 1 || v[0] < '1' || v[0] > '6' {
		return fmt.Errorf("%q is no face of a die: 1 to 6 are", v)
	}
	*d = Die(values[0][0] - '0')
	return nil
}

// run is the length of the longest prefix of s whose bytes lie between lo and hi.
func run(s string, lo, hi byte) int {
	n := 0
	for n < len(s) && lo <= s[n] && s[n] <= hi {
		n++
	}
	return n
}
