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

type place struct {
	Handle string  `parser:"'place' @Handle"`
	Back   []count `parser:"@Digits+ Slash"`
	Front  []count `parser:"@Digits+"`
}

type secret struct {
	Handle string `parser:"'secret' @Handle"`
	Number count  `parser:"@Digits"`
}

type commit struct {
	Handle string `parser:"'commit' @Handle"`
	Hash   hash   `parser:"@(Word | Handle | Digits)"`
}

type reveal struct {
	Handle string `parser:"'reveal' @Handle"`
	Number count  `parser:"@Digits"`
	Salt   string `parser:"@(Word | Handle | Roll | Digits | Number | Slash)"`
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

func ints(counts []count) []int {
	list := make([]int, len(counts))
	for i, c := range counts {
		list[i] = int(c)
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

var (
	places  = notation.NewDirectiveGrammar[place]("place HANDLE NUMBER … / NUMBER …, the back row and then the row in front of it")
	secrets = notation.NewDirectiveGrammar[secret]("secret HANDLE NUMBER")
	commits = notation.NewDirectiveGrammar[commit]("commit HANDLE HASH, the hash being the SHA-256 of NUMBER:SALT in lower-case hex")
	reveals = notation.NewDirectiveGrammar[reveal]("reveal HANDLE NUMBER SALT")
)

// letters are those of most handles.
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// placed reads the rows of an ordinary place line, behind its keyword, as the grammar would; ok
// is false for other lines.
func placed(words []notation.Word) (rows [2][]int, ok bool) {
	if len(words) == 0 || strings.Trim(words[0].Text, letters) != "" {
		return rows, false
	}
	row := 0
	for _, w := range words[1:] {
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
	parsed := Directive{Keyword: d.Keyword}
	var err error
	switch d.Keyword.Text {
	case "place":
		if rows, ok := placed(d.Words); ok {
			parsed.Rows = rows
			break
		}
		var tree *place
		if tree, err = places.Parse(d); err == nil {
			parsed.Rows = [2][]int{ints(tree.Back), ints(tree.Front)}
		}
	case "secret":
		var tree *secret
		if tree, err = secrets.Parse(d); err == nil {
			parsed.Number = int(tree.Number)
		}
	case "commit":
		var tree *commit
		if tree, err = commits.Parse(d); err == nil {
			parsed.Hash = string(tree.Hash)
		}
	case "reveal":
		var tree *reveal
		if tree, err = reveals.Parse(d); err == nil {
			parsed.Number, parsed.Salt = int(tree.Number), tree.Salt
		}
	default:
		err = &notation.SyntaxError{Start: d.Keyword.Span.Start, End: d.Keyword.Span.End,
			Message: fmt.Sprintf("%s is not a directive of trespass", d.Keyword.Text)}
	}
	if err != nil {
		return Directive{}, err
	}
	parsed.Handle = d.Words[0]
	parsed.Handle.Text = norm.NFC.String(parsed.Handle.Text)
	return parsed, nil
}
