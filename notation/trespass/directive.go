package trespass

import (
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
)

// Directive is a directive of Trespass. A field that its keyword does not have is empty.
type Directive struct {
	Keyword notation.Word // "place", "secret", "commit" or "reveal"
	Handle  notation.Word
	Rows    [2][]int // place: the back row, then the row in front of it
	Number  int      // secret and reveal
	Hash    string   // commit: the lower-case hex SHA-256 of "NUMBER:SALT"
	Salt    string   // reveal
}

// forms has the keyword of each directive, and the form of its line.
var forms = [][2]string{
	{"place", "place HANDLE NUMBER … / NUMBER …, the back row and then the row in front of it"},
	{"secret", "secret HANDLE NUMBER"},
	{"commit", "commit HANDLE HASH, the hash being the SHA-256 of NUMBER:SALT in lower-case hex"},
	{"reveal", "reveal HANDLE NUMBER SALT"},
}

// Keywords lists the keywords of the directives.
func Keywords() (keywords []string) {
	for _, form := range forms {
		keywords = append(keywords, form[0])
	}
	return keywords
}

// ParseDirective reads a directive whose keyword is one of Keywords, in the memory of used, which may be nil. The error
// is a *notation.SyntaxError that counts bytes from the beginning of the line.
func ParseDirective(d *notation.Directive, used *Directive) (parsed *Directive, err error) {
	form := slices.IndexFunc(forms, func(form [2]string) bool { return form[0] == d.Keyword.Text })
	if form < 0 {
		return nil, &notation.SyntaxError{Start: d.Keyword.Span.Start, End: d.Keyword.Span.End,
			Message: fmt.Sprintf("%s is not a directive of trespass", d.Keyword.Text)}
	}
	r := d.Reader(forms[form][1])
	if parsed = used; parsed == nil {
		parsed = &Directive{}
	}
	rows := parsed.Rows[0][:0]
	*parsed = Directive{}
	parsed.Keyword, parsed.Rows[0] = d.Keyword, rows
	parsed.Handle = *r.Handle()
	switch d.Keyword.Text {
	case "place":
		back := r.Numbers(slices.Grow(rows, len(d.Words)))
		r.Sign("/")
		both := r.Numbers(back)
		parsed.Rows[0], parsed.Rows[1] = back, both[len(back):]
	case "secret":
		parsed.Number = r.Number()
	case "commit":
		hash := r.Word()
		if len(hash.Text) != 64 || strings.Trim(hash.Text, "0123456789abcdef") != "" {
			r.Refuse(&hash, fmt.Sprintf("%q is not a SHA-256 hash: 64 digits 0-9 and a-f", hash.Text))
		}
		parsed.Hash = hash.Text
	case "reveal":
		parsed.Number = r.Number()
		parsed.Salt = r.Word().Text
	}
	if wrong := r.End(); wrong != nil {
		return nil, wrong
	}
	return parsed, nil
}
