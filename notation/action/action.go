// Package action has the parts that the grammars of all games' action words share: the lexer, the die,
// and the wording of errors.
package action

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"tpnote/notation"
)

// Grammar is the participle grammar of one game's action words, such as "4:ye2+". K and U
// are the structs of two grammars, for words in which all is known and for words with a
// "?". Their tokens are Digits (a run of 0-9), Letters (a run of a-z), and any other
// character by itself as Char, which a grammar matches by its text.
type Grammar[K, U any] struct {
	known   notation.Grammar[K]
	unknown notation.Grammar[U]
	shape   string
	hint    func(word string) string
}

// New returns the grammar, whose parsers are built when the first word is parsed: building
// takes longer than many a command. shape is how its errors describe a word. hint returns
// what to say of a malformed word whose writer is easily understood, in place of the
// grammar's error; "" for any other. It may be nil.
func New[K, U any](shape string, hint func(word string) string) *Grammar[K, U] {
	options := []participle.Option{participle.Lexer(wordLexer), participle.UseLookahead(2)}
	return &Grammar[K, U]{
		known:   notation.NewGrammar[K](options...),
		unknown: notation.NewGrammar[U](options...),
		shape:   shape,
		hint:    hint,
	}
}

// Parse reads one word. One of its trees is nil. The error is a *notation.SyntaxError.
func (g *Grammar[K, U]) Parse(word string) (*K, *U, error) {
	known, err := g.known.Parse(word)
	if err == nil {
		return known, nil, nil
	}
	if strings.Contains(word, "?") {
		if unknown, err := g.unknown.Parse(word); err == nil {
			return nil, unknown, nil
		}
	}
	return nil, nil, g.explain(word, err)
}

// explain puts participle's error into words: what is wrong, and what is expected in its place
// where participle knows.
func (g *Grammar[K, U]) explain(word string, err error) *notation.SyntaxError {
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
			what = "it is incomplete" + expected(unexpected, "; ", " must follow")
		case errors.As(err, &unexpected):
			what = fmt.Sprintf("%q is out of place", token.Value) + expected(unexpected, "; expected ", "")
		case capture != nil:
			what = capture.Error() // a Capture method of the grammar said no
		}
	}
	if g.hint != nil {
		what = cmp.Or(g.hint(word), what)
	}
	found.Message = g.message(word, what)
	return found
}

func (g *Grammar[K, U]) message(word, what string) string {
	return fmt.Sprintf("malformed action %q: %s (an action is %s)", word, what, g.shape)
}

// Refuse returns the error of a word that the grammar takes and a variant does not: what is
// wrong with its bytes from start to end.
func (g *Grammar[K, U]) Refuse(word string, start, end int, what string) *notation.SyntaxError {
	return &notation.SyntaxError{Start: start, End: end, Message: g.message(word, what)}
}

// firstExpected matches what one of participle's expressions begins with: a class of tokens, or
// a choice of signs.
var firstExpected = regexp.MustCompile(`^\(*(<\w+>|"[^"]*"(?: \| "[^"]*")*)`)

var expectedWords = strings.NewReplacer("<digits>", "a number", "<letters>", "a run of lower-case letters", "<capital>", "a capital letter", " | ", " or ")

// expected returns what participle expected, between before and after; or "" if participle does not
// know, or if the word can continue in several ways.
func expected(e *participle.UnexpectedTokenError, before, after string) string {
	_, expression, _ := strings.Cut(e.Message(), "(expected ")
	expression = firstGroup(expression)
	m := firstExpected.FindStringSubmatch(expression)
	if m == nil || strings.Count(m[1], " | ") < strings.Count(expression, " | ") {
		return ""
	}
	return before + expectedWords.Replace(m[1]) + after
}

// firstGroup cuts an expression that begins with a parenthesis after the matching one.
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
	tokenCapital
	tokenChar
)

// wordLexer cuts a word into runs of digits, runs of lower-case letters, single capital
// letters, and other single characters.
var wordLexer = notation.Lexer{
	Tokens: map[string]lexer.TokenType{"EOF": lexer.EOF, "Digits": tokenDigits, "Letters": tokenLetters, "Capital": tokenCapital, "Char": tokenChar},
	Cut:    func(word string) lexer.Lexer { return &wordCursor{word: word} },
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
	} else if run(rest, 'A', 'Z') > 0 {
		token.Type, token.Value = tokenCapital, rest[:1]
	} else {
		_, size := utf8.DecodeRuneInString(rest)
		token.Type, token.Value = tokenChar, rest[:size]
	}
	c.at += len(token.Value)
	return token, nil
}

// Die is the roll at the beginning of an action; 0 where it is unknown.
type Die int

// Capture takes 1 to 6, and ? where the grammar does.
func (d *Die) Capture(values []string) error {
	switch v := values[0]; {
	case v == "?":
		*d = 0
	case len(v) != 1 || v[0] < '1' || v[0] > '6':
		return fmt.Errorf("%q is not a die roll (1-6)", v)
	default:
		*d = Die(v[0] - '0')
	}
	return nil
}

// AppendDie appends a roll as a log would write it.
func AppendDie(dst []byte, die int) []byte {
	if die == 0 {
		return append(dst, '?')
	}
	return strconv.AppendInt(dst, int64(die), 10)
}

// run is the length of the longest prefix of s whose bytes lie between lo and hi.
func run(s string, lo, hi byte) int {
	n := 0
	for n < len(s) && lo <= s[n] && s[n] <= hi {
		n++
	}
	return n
}
