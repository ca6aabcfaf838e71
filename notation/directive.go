package notation

import "github.com/alecthomas/participle/v2"

// DirectiveGrammar is the participle grammar of a directive that one game has, such as
// "secret Ann 7". G is the grammar's struct. Its tokens are the words of the line: Handle
// (which keywords are too), Digits, Roll (Ann:6), Number (12.), Slash, and Word for any
// other.
type DirectiveGrammar[G any] struct {
	parser Grammar[G]
}

// NewDirectiveGrammar returns the grammar, which is built when it is first needed.
func NewDirectiveGrammar[G any]() *DirectiveGrammar[G] {
	return &DirectiveGrammar[G]{NewGrammar[G](participle.Lexer(lineLexer))}
}

// Parse reads a directive. The error is a *SyntaxError that counts bytes from the beginning
// of the line; it says what the directive looks like, as in "secret HANDLE NUMBER".
func (g *DirectiveGrammar[G]) Parse(d *Directive, shape string) (*G, error) {
	tree, err := g.parser.Parse(d.Line)
	if err == nil {
		return tree, nil
	}
	last := d.Keyword
	if len(d.Words) > 0 {
		last = d.Words[len(d.Words)-1]
	}
	return nil, worded(err, last.Span.Start, last.Span.End, len(d.Line), shape)
}
