package trespass

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tpnote/notation"
)

// Directive is a directive of Trespass. A field that its keyword does not have is zero.
type Directive struct {
	Keyword notation.Word // "place", "secret", "commit" or "reveal"
	Handle  notation.Word
	Rows    [2][]int // place: the back row, then the row in front of it
	Number  int      // secret and reveal
	Hash    string   // commit: the lower-case hex SHA-256 of "NUMBER:SALT"
	Salt    string   // reveal
}

// Keywords lists the keywords of the directives.
func Keywords() []string { return []string{"place", "secret", "commit", "reveal"} }

// tree is a directive of any keyword.
type tree struct {
	Back   []count `parser:"  'place' Handle @Digits+ Slash"`
	Front  []count `parser:"  @Digits+"`
	Secret count   `parser:"| 'secret' Handle @Digits"`
	Hash   hash    `parser:"| 'commit' Handle @(Word | Handle | Digits)"`
	Reveal count   `parser:"| 'reveal' Handle @Digits"`
	Salt   string  `parser:"  @(Word | Handle | Roll | Digits | Number | Slash)"`
}

var directives = notation.NewDirectiveGrammar[tree]()

// shapes are what the directives look like, by their keywords.
var shapes = map[string]string{
	"place":  "place HANDLE NUMBER … / NUMBER …, the back row and then the row in front of it",
	"secret": "secret HANDLE NUMBER",
	"commit": "commit HANDLE HASH, the hash being the SHA-256 of NUMBER:SALT in lower-case hex",
	"reveal": "reveal HANDLE NUMBER SALT",
}

// count is a number of a directive.
type count int

// Capture takes digits. A list of numbers is captured one by one.
func (c *count) Capture(values []string) error {
	v, err := strconv.Atoi(values[0])
	if err != nil {
		return fmt.Errorf("the number %s is too high", values[0])
	}
	*c = count(v)
	return nil
}

func ints(counts []count) (list []int) {
	for _, c := range counts {
		list = append(list, int(c))
	}
	return list
}

type hash string

// Capture takes 64 lower-case hex digits.
func (h *hash) Capture(values []string) error {
	if len(values[0]) != 64 || strings.Trim(values[0], "0123456789abcdef") != "" {
		return fmt.Errorf("%q is not a SHA-256 hash: 64 digits 0-9 and a-f", values[0])
	}
	*h = hash(values[0])
	return nil
}

// letters are those of most handles.
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// placed reads the rows of an ordinary place line, as the grammar would; ok is false for other
// lines.
func placed(d *notation.Directive) (rows [2][]int, ok bool) {
	if d.Keyword.Text != "place" || len(d.Words) == 0 || strings.Trim(d.Words[0].Text, letters) != "" {
		return rows, false
	}
	row := 0
	for _, w := range d.Words[1:] {
		n, err := strconv.ParseUint(w.Text, 10, 31)
		switch {
		case w.Text == "/" && row == 0:
			row++
		case err != nil:
			return rows, false
		default:
			rows[row] = append(rows[row], int(n))
		}
	}
	return rows, len(rows[0]) > 0 && len(rows[1]) > 0
}

// ParseDirective reads a directive whose keyword is one of Keywords. The error is a
// *notation.SyntaxError that counts bytes from the beginning of the line.
func ParseDirective(d *notation.Directive) (Directive, error) {
	shape, known := shapes[d.Keyword.Text]
	if !known {
		return Directive{}, &notation.SyntaxError{Start: d.Keyword.Span.Start, End: d.Keyword.Span.End,
			Message: fmt.Sprintf("%s is not a directive of trespass", d.Keyword.Text)}
	}
	parsed := Directive{Keyword: d.Keyword}
	if rows, ok := placed(d); ok {
		parsed.Rows = rows
	} else {
		t, err := directives.Parse(d, shape)
		if err != nil {
			return Directive{}, err
		}
		parsed.Rows, parsed.Number, parsed.Hash, parsed.Salt = [2][]int{ints(t.Back), ints(t.Front)}, int(t.Secret+t.Reveal), string(t.Hash), t.Salt
	}
	parsed.Handle = d.Words[0]
	parsed.Handle.Text = norm.NFC.String(parsed.Handle.Text)
	return parsed, nil
}
