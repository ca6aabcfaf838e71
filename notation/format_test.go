package notation_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
)

// formatted is the canonical form of a text. Its pieces are to make the whole text.
func formatted(t testing.TB, text string) string {
	t.Helper()
	var read, form []byte
	plain := func([]notation.Line) notation.Spelling {
		return notation.Spelling{Directive: func(d *notation.Directive) error {
			if d.Keyword.Text == "secret" {
				return nil
			}
			return errors.New("unknown")
		}, Position: respelled}
	}
	err := notation.Format(notation.Whole(strings.NewReader(text)), plain, func(was, is []byte) error {
		read, form = append(read, was...), append(form, is...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if string(read) != text {
		t.Errorf("of %q\nthe pieces make %q", text, read)
	}
	return string(form)
}

// TestFormat gives logs and their canonical form.
func TestFormat(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing", "\n \n", ""},
		{"blanks", "  [Game   \"g\" ]\t; why\n1.\tAnn   6:a;x\n", "[Game \"g\"]  ; why\n\n1. Ann 6:a  ;x\n"},
		{"inner comments", "1. Ann {a}6:a{b} {c}  5:b {d};e  \n", "1. Ann {a} 6:a {b} {c} 5:b  {d} ;e\n"},
		{"order of tags", "[Result \"*\"]\n; of Event\n[Event \"e\"]\n\n[Players \"A\"]\n[Date \"d\"]\n[Variant \"v\"]\n[Game \"g\"]\n",
			"[Game \"g\"]\n[Variant \"v\"]\n[Players \"A\"]\n; of Event\n[Event \"e\"]\n[Date \"d\"]\n[Result \"*\"]\n"},
		{"a malformed tag keeps the order", "[Result \"*\"]\n[Game g]\n[Game \"g\"]\n", "[Result \"*\"]\n[Game g]\n[Game \"g\"]\n"},
		{"preface", "; about the file\n\n\n; of Variant\n[Variant \"v\"]\n[Game \"g\"]\n", "; about the file\n\n[Game \"g\"]\n; of Variant\n[Variant \"v\"]\n"},
		{"comments of the body", "[Game \"g\"]\n; first\n\n\n1. A 6:a\n\n\n\n; last\n\n", "[Game \"g\"]\n\n; first\n\n1. A 6:a\n\n; last\n"},
		{"games", "[Game \"g\"]\n1. A 6:a\n; of the turn\n\n; of the game\n[Game \"h\"]\n1. A 6:a\n[Game \"i\"]", "[Game \"g\"]\n\n1. A 6:a\n; of the turn\n\n; of the game\n[Game \"h\"]\n\n1. A 6:a\n\n[Game \"i\"]\n"},
		{"malformed lines", "[Game \"g\"]\n1.A   6:a  ;x\n1. A {open   6:a\n\x00  1\n", "[Game \"g\"]\n\n1.A   6:a  ;x\n1. A {open   6:a\n\x00  1\n"},
		{"line ends and mark", "\ufeff[Game \"g\"]\r\n1. A 6:a\r\n\r\n\r\r\n", "[Game \"g\"]\n\n1. A 6:a\n\n\r\r\n"},
		{"a second mark", "\ufeff\ufeff x\n", "\n\ufeff x\n"},
		{"a mark of no file", "\n\n\ufeff x\n", "\n\ufeff x\n"},
		{"directives", "secret  Ann\t7 ;x\nstat  Ann\n", "secret Ann 7  ;x\nstat  Ann\n"},
		{"lines of records", "gap ;x\n ruling   stands\nleave  Ann\ntally Ann  turns=01  pips=2\n1. Ann 6:a   ...;y\n (\n1. Ann  ...\n)  \n",
			"gap  ;x\nruling stands\nleave Ann\ntally Ann turns=01 pips=2\n1. Ann 6:a ...  ;y\n(\n1. Ann ...\n)\n"},
		{"escapes", "[Event \"a \\\"b\\\" \\\\ ;c\"]\n", "[Event \"a \\\"b\\\" \\\\ ;c\"]\n"},
		{"numbers stay", "007. A 6:a\n", "007. A 6:a\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := formatted(t, test.in); got != test.want {
				t.Errorf("got\n%q\nwant\n%q", got, test.want)
			}
		})
	}
}

// TestFormatLongLine checks that a line at the limit is not pushed beyond it.
func TestFormatLongLine(t *testing.T) {
	line := "1. A 6:a;" + strings.Repeat("x", notation.MaxLine-9)
	for _, text := range []string{line, line + "x", line + strings.Repeat("x", notation.MaxLine)} {
		if got := formatted(t, text); got != text+"\n" {
			t.Errorf("a line of %d bytes became one of %d", len(text), len(got)-1)
		}
	}
	if got, want := formatted(t, "1. A 6:a ;"+strings.Repeat("x", notation.MaxLine-11)), "1. A 6:a  ;"+strings.Repeat("x", notation.MaxLine-11)+"\n"; got != want {
		t.Errorf("a line that two blanks bring to the limit became one of %d bytes", len(got)-1)
	}
	marked := "\ufeff1. A 6:a" + strings.Repeat(" ", notation.MaxLine-9) + "?"
	if got := strings.TrimSpace(formatted(t, marked)); got != "1. A 6:a ?" && got != "\ufeff1. A 6:a ?" {
		t.Errorf("a line at the limit after a byte-order mark became %q", got)
	}
}

// respelled is a position with single blanks, as a board gives it.
func respelled(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' }), " ")
}

// meaning returns what a text is read as: the nodes, comments and errors of its lines,
// without blank lines and without places.
func meaning(text string) []string {
	var said []string
	for line := range (notation.Block{Text: []byte(text), Line: 1}).Lines() {
		if line.Node == nil && len(line.Comments) == 0 && len(line.Errors) == 0 {
			continue
		}
		about := fmt.Sprintf("%T", line.Node)
		words := func(list ...notation.Word) {
			for _, w := range list {
				about += " " + strconv.Quote(w.Text)
			}
		}
		switch n := line.Node.(type) {
		case *notation.Tag:
			words(n.Name)
			about += " " + respelled(n.Value.Text)
		case *notation.Turn:
			about += fmt.Sprint(n.Number, n.More)
			words(n.Handle)
			words(n.Actions...)
		case *notation.Order:
			for _, group := range n.Groups {
				for _, roll := range group {
					words(roll.Handle)
					about += fmt.Sprint(roll.Face)
				}
				about += "/"
			}
		case *notation.State:
			words(n.Position)
		case *notation.Leave:
			words(n.Handle)
		case *notation.Tally:
			words(n.Handle)
			for _, count := range n.Counts {
				words(count.Word)
			}
		case *notation.Directive:
			words(n.Keyword)
			words(n.Words...)
		case *notation.Bad:
			about += fmt.Sprint(n.Tag, n.Directive, n.Head != nil)
		}
		for _, c := range line.Comments {
			about += " ;" + strings.TrimRight(c.Text, " \t")
		}
		for _, e := range line.Errors {
			about += " !" + e.Code + " " + e.Message
		}
		said = append(said, about)
	}
	return said
}

// TestFormatSpaces checks that only blanks and tabs are white space: with any space of
// Unicode in any place, a log is read as before it was formatted.
func TestFormatSpaces(t *testing.T) {
	logs := []string{
		"[Game \"g\"]\n[Players \"A, B\"]\n[Setup \"1 A A=hub B=hub\"]\n\norder A:1 B:2\n1. A 6:a {c} 5:b ... ; want x\nstate 2 B A=hub B=hub\n",
		"gap\nstate 2 B+ A=a\nruling stands\nleave A\ntally B turns=2\n(\n)\nsecret A 7\nstat\n2.B 6:a\n",
	}
	var spaces []string
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if unicode.IsSpace(r) && r != '\n' || unicode.Is(unicode.Z, r) || unicode.Is(unicode.Cf, r) && r > 0x2000 && r < 0x2030 {
			spaces = append(spaces, string(r))
		}
	}
	for _, log := range logs {
		for at := range len(log) + 1 {
			for _, space := range spaces {
				text := log[:at] + space + log[at:]
				if form := formatted(t, text); !cmp.Equal(meaning(form), meaning(strings.TrimPrefix(text, "\ufeff"))) {
					t.Fatalf("%q\nbecomes %q:\n%s", text, form, cmp.Diff(meaning(text), meaning(form)))
				}
			}
		}
	}
}

// TestFormatLongestLines checks that a line of any length changes only in its line end.
func TestFormatLongestLines(t *testing.T) {
	const max = notation.MaxLine
	for _, size := range []int{2*max + 3, 2*max + 4, 2*max + 5, 3 * max, 3*max + 6, 9 * max} {
		for _, before := range []string{"", "[Game \"g\"]\n\n", "[Game \"g\"]\n\n1. A 6:a\n"} {
			line := "1. A 6:" + strings.Repeat("x", size-7)
			for end, after := range map[string]string{"\n": "2. B 6:b\n", "\r\n": "2. B 6:b\n", "": ""} {
				if got := formatted(t, before+line+end+after); got != before+line+"\n"+after {
					t.Errorf("%d bytes and %q after %q become %d", size, end, before, len(got)-len(before+after))
				}
			}
			returns := formatted(t, before+"1. A 6:"+strings.Repeat("\r", size))
			if again := formatted(t, returns); again != returns {
				t.Errorf("%d times CR after %q become %d bytes and then %d", size, before, len(returns), len(again))
			}
		}
	}
}

// endless is a file that never ends.
type endless struct{ read int }

func (f *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'y'
	}
	f.read += len(p)
	return len(p), nil
}

// TestFormatEndlessLine gives up on a game that is too long to be held before it has read much more.
func TestFormatEndlessLine(t *testing.T) {
	src := &endless{}
	plain := func([]notation.Line) notation.Spelling { return notation.Spelling{} }
	err := notation.Format(notation.Whole(io.MultiReader(strings.NewReader("[Game \""), src)), plain, func(_, _ []byte) error { return nil })
	if err == nil || src.read > notation.MaxGame+1<<20 {
		t.Errorf("%v, after %d bytes", err, src.read)
	}
}

// TestFormatKeepsNoGames holds that the memory of the formatter does not grow with the number of games.
func TestFormatKeepsNoGames(t *testing.T) {
	const games, text = 4000, "[Game \"g\"]\n[Players \"A, B\"]\n[Event \"e\"]\n[Round \"1\"]\n\n1. A x\n\n"
	held := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	log := strings.NewReader(strings.Repeat(text, games)) // is read as it is formatted
	var early, late uint64
	read := 0
	err := notation.Format(notation.Whole(log), func([]notation.Line) notation.Spelling { return notation.Spelling{} }, func(was, _ []byte) error {
		switch read += len(was); {
		case early == 0 && read > games*len(text)/10:
			early = held()
		case late == 0 && read > games*len(text)*9/10:
			late = held()
		}
		return nil
	})
	if err != nil || late > early+200_000 {
		t.Errorf("%v: %d bytes after a tenth of the games, and %d after nine tenths", err, early, late)
	}
}

// FuzzFormat checks that the form of a form is itself, and that lines which end in CRLF, which
// are all taken to pieces, get the form of those that end in LF.
func FuzzFormat(f *testing.F) {
	f.Add("[Game \"g\"]\n\n; c\n[Players \"A\"]\n1. A {x} 6:a ; y\n\n; z\n[Game \"h\"]\n")
	f.Add("{.}0. A 00")
	f.Add("\n\ufeff\ufeff x")
	f.Add("\ufeff[ \r\n\r\r\n{a}{b};c\n{\n;\n[Result \"*\"]\n[Game \"g\"]")
	f.Fuzz(func(t *testing.T, text string) {
		once := formatted(t, text)
		if twice := formatted(t, once); twice != once {
			t.Errorf("%q\nbecomes %q\nand then %q", text, once, twice)
		}
		if crlf := formatted(t, strings.ReplaceAll(text, "\n", "\r\n")); crlf != once && !strings.Contains(text, "\r") {
			t.Errorf("%q\nbecomes %q\nbut with CRLF %q", text, once, crlf)
		}
	})
}

// TestFormatLongHead holds that a long comment before the tags stays, whether or not its line ends.
func TestFormatLongHead(t *testing.T) {
	long := "; " + strings.Repeat("x", 200_000)
	for _, text := range []string{long, long + "\n", long + "\n[Game \"trouble\"]\n", "\n" + long + "\n[Game \"trouble\"]\n"} {
		var form []byte
		err := notation.Format(notation.Whole(strings.NewReader(text)), func([]notation.Line) notation.Spelling { return notation.Spelling{} }, func(_, is []byte) error {
			form = append(form, is...)
			return nil
		})
		if err != nil || strings.Count(string(form), "x") != 200_000 || strings.Contains(text, "[") != strings.Contains(string(form), "[") {
			t.Errorf("%d bytes are formatted to %d bytes, %v", len(text), len(form), err)
		}
	}
}
