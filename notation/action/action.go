// Package action has what the grammars of all action words share: the lexer, the parts of a word, the errors.
package action

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"tpnote/notation"
)

// Grammar is the participle grammar of one game's action words, such as "4:ye2+". W is its struct, whose fields have
// the types of roles that notation declares, so that it gives the parts of a word too. Its tokens are Digits (a run
// of 0-9), Letters (a run of a-z), Capital (one of A-Z) and any other character by itself as Char, which a grammar
// matches by its text. A part that may be unknown takes a "?" too, and errors do not offer it.
//
// For participle the struct is the one member of a union, so that the program has the generic code of
// participle.Parser once and not for each grammar.
type Grammar[W any] struct {
	parser func() *participle.Parser[any]
	form   Form
	known  *notation.Memo[notation.Parts]
}

// Form is what else a grammar says about the words of a game.
type Form struct {
	Shape string // how errors describe a word
	// Hint returns what to say of a malformed word whose writer is easily understood, in place of
	// the grammar's error; "" for any other. It may be nil.
	Hint func(word string) string
	// Check says what is wrong with a part that the grammar takes; "" if nothing is. It may be nil.
	Check func(p notation.Part) string
	// Letter is a sign that is a letter, such as the x of a capture; "" for none. Where a name could
	// go on, a letter is a sign only after a number, a "?" or one of Names.
	Letter string
	Names  []string
}

// New returns the grammar. It builds the parser for the first word: that takes longer than many a command.
func New[W any](form Form) *Grammar[W] {
	if form.Hint == nil {
		form.Hint = func(string) string { return "" }
	}
	g := &Grammar[W]{form: form, parser: sync.OnceValue(func() *participle.Parser[any] {
		return participle.MustBuild[any](participle.Union[any](*new(W)), participle.Lexer(cutter{&form}), participle.UseLookahead(2))
	})}
	g.known = notation.NewMemo(g.parse)
	return g
}

// Parse returns the parts of a word, which it remembers. The error is a *notation.SyntaxError.
func (g *Grammar[W]) Parse(word string) (notation.Parts, error) { return g.known.Ask(word) }

func (g *Grammar[W]) parse(word string) (notation.Parts, error) {
	tree, err := g.parser().ParseString("", word)
	if err != nil {
		return nil, g.explain(word, err)
	}
	parts := notation.PartsOf(word, *tree)
	for _, p := range parts {
		what := ""
		switch roll := notation.Die(p.Text); {
		case p.Text == notation.Unknown:
		case p.Role == notation.IsRoll && roll.Roll() == 0:
			what = strconv.Quote(p.Text) + " is not what a die shows (1-6)"
		case g.form.Check != nil:
			what = g.form.Check(p)
		}
		if what != "" {
			return nil, g.Refuse(word, int(p.Start), p.End(), cmp.Or(g.form.Hint(word), what))
		}
	}
	return parts, nil
}

// explain puts participle's error into words: what is wrong, and what is expected in its place where participle knows.
func (g *Grammar[W]) explain(word string, err error) *notation.SyntaxError {
	start, end := 0, len(word)
	what := err.Error()
	var positioned participle.Error
	if errors.As(err, &positioned) {
		cursor := wordCursor{word: word, form: &g.form, at: positioned.Position().Offset}
		start = cursor.at
		token, _ := cursor.Next() // its error is always nil
		end = cursor.at

		var unexpected *participle.UnexpectedTokenError
		switch {
		case errors.As(err, &unexpected) && token.EOF():
			start = max(0, len(word)-1)
			what = "it is incomplete" + expected(unexpected, "; ", " must follow")
		case errors.As(err, &unexpected):
			what = fmt.Sprintf("%q is out of place", token.Value) + expected(unexpected, "; expected ", "")
		}
	}
	return g.Refuse(word, start, end, cmp.Or(g.form.Hint(word), what))
}

// Refuse returns the error of a word that a variant does not take: what is wrong with its bytes from start to end.
func (g *Grammar[W]) Refuse(word string, start, end int, what string) *notation.SyntaxError {
	return &notation.SyntaxError{Start: start, End: end, Message: fmt.Sprintf("malformed action %q: %s (an action is %s)", word, what, g.form.Shape)}
}

// firstExpected matches what one of participle's expressions begins with: a class of tokens, or a choice of signs.
var firstExpected = regexp.MustCompile(`^\(*(<\w+>|"[^"]*"(?: \| "[^"]*")*)`)

var expectedWords = strings.NewReplacer("<digits>", "a number", "<letters>", "a run of lower-case letters", "<capital>", "a capital letter", " | ", " or ")

// expected returns what participle expected, between before and after; "" if it does not know, or of several things.
func expected(e *participle.UnexpectedTokenError, before, after string) string {
	_, expression, _ := strings.Cut(e.Message(), "(expected ")
	expression = firstGroup(strings.ReplaceAll(expression, ` | "?"`, ""))
	m := firstExpected.FindStringSubmatch(expression)
	if m == nil || m[1] == `"?"` || strings.Count(m[1], " | ") < strings.Count(expression, " | ") {
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

// cutter is the lexer of the words of a form.
type cutter struct{ form *Form }

// Symbols names the tokens for the grammar.
func (cutter) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{"EOF": lexer.EOF, "Digits": tokenDigits, "Letters": tokenLetters, "Capital": tokenCapital, "Char": tokenChar}
}

// Lex reads a word.
func (c cutter) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	word, err := io.ReadAll(r)
	return &wordCursor{word: string(word), form: c.form}, err
}

// wordCursor cuts a word into runs of digits, runs of lower-case letters, and other single characters.
type wordCursor struct {
	word   string
	form   *Form
	at     int
	signed bool // a letter can be a sign here
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
	} else if sign := c.form.Letter; sign != "" && c.signed && strings.HasPrefix(rest, sign) {
		token.Type, token.Value = tokenChar, sign
	} else if n := run(rest, 'a', 'z'); n > 0 {
		token.Type, token.Value = tokenLetters, rest[:c.form.name(rest, n)]
	} else if run(rest, 'A', 'Z') > 0 {
		token.Type, token.Value = tokenCapital, rest[:1]
	} else {
		_, size := utf8.DecodeRuneInString(rest)
		token.Type, token.Value = tokenChar, rest[:size]
	}
	c.at += len(token.Value)
	c.signed = token.Type == tokenDigits || token.Value == notation.Unknown || slices.Contains(c.form.Names, token.Value)
	return token, nil
}

// name is the length of the name that a run of n letters begins with.
func (f *Form) name(text string, n int) int {
	for _, name := range f.Names {
		if strings.HasPrefix(text[:n], name+f.Letter) {
			return len(name)
		}
	}
	return n
}

// run is the length of the longest prefix of s whose bytes lie between lo and hi.
func run(s string, lo, hi byte) int {
	n := 0
	for n < len(s) && lo <= s[n] && s[n] <= hi {
		n++
	}
	return n
}
