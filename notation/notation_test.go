package notation

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sketch draws what a line was read as, for tables.
func sketch(l Line) string {
	var b strings.Builder
	switch n := l.Node.(type) {
	case nil:
		b.WriteString("nothing")
	case *Tag:
		fmt.Fprintf(&b, "tag %s=%s", n.Name.Text, n.Value.Text)
	case *Turn:
		fmt.Fprintf(&b, "turn %d %s", n.Number, n.Handle.Text)
		for _, a := range n.Actions {
			fmt.Fprintf(&b, " %s@%d-%d", a.Text, a.Span.Column, a.Span.EndColumn)
		}
		if n.More {
			fmt.Fprintf(&b, " more@%d-%d", n.MoreSpan.Column, n.MoreSpan.EndColumn)
		}
	case *Order:
		b.WriteString("order")
		for i, group := range n.Groups {
			if i > 0 {
				b.WriteString(" /")
			}
			for _, r := range group {
				fmt.Fprintf(&b, " %s=%d", r.Handle.Text, r.Face)
			}
		}
	case *State:
		fmt.Fprintf(&b, "state %s", n.Position.Text)
	case *Gap:
		b.WriteString("gap")
	case *Ruling:
		fmt.Fprintf(&b, "ruling %s", n.Verdict.Text)
	case *Leave:
		fmt.Fprintf(&b, "leave %s", n.Handle.Text)
	case *Tally:
		fmt.Fprintf(&b, "tally %s", n.Handle.Text)
		for _, c := range n.Counts {
			fmt.Fprintf(&b, " %s=%d@%d-%d", c.Key, c.Number, c.Word.Span.Column, c.Word.Span.EndColumn)
		}
	case *SideLine:
		fmt.Fprintf(&b, "side line %s open=%t", n.Sign.Text, n.Open)
	case *Directive:
		fmt.Fprintf(&b, "directive %s", n.Keyword.Text)
		for _, w := range n.Words {
			fmt.Fprintf(&b, " %s@%d-%d", w.Text, w.Span.Column, w.Span.EndColumn)
		}
	case *Bad:
		fmt.Fprintf(&b, "bad tag=%v", n.Tag)
		if n.Directive {
			b.WriteString(" directive")
		}
		if h := n.Head; h != nil {
			fmt.Fprintf(&b, " turn %d@%d-%d %s@%d-%d", h.Number, h.NumberSpan.Column, h.NumberSpan.EndColumn, h.Handle.Text, h.Handle.Span.Column, h.Handle.Span.EndColumn)
		}
	}
	for _, c := range l.Comments {
		fmt.Fprintf(&b, " (%d:%s)", c.After, c.Text)
	}
	for _, e := range l.Errors {
		fmt.Fprintf(&b, " !%s@%d-%d", e.Code, e.Span.Column, e.Span.EndColumn)
	}
	return b.String()
}

func TestParseLine(t *testing.T) {
	tests := []struct{ line, want string }{
		{``, `nothing`},
		{"  \t", `nothing`},
		{`; a comment`, `nothing (0: a comment)`},
		{`{one} {two} ; three`, `nothing (0:one) (0:two) (0: three)`},
		{`[Event "The \"club\" \\ evening"]`, `tag Event=The "club" \ evening`},
		{`  [ Event  "x" ]  ; said`, `tag Event=x (4: said)`},
		{`[Team.Ann "a ; b {c}"]`, `tag Team.Ann=a ; b {c}`},
		{`[Event x]`, `bad tag=true !tag@8-10`},
		{`[Event "x"`, `bad tag=true !tag@8-11`},
		{`[Event "x`, `bad tag=true !tag@8-10`},
		{`[Event "x"] y`, `bad tag=true !tag@13-14`},
		{`[9vent "x"]`, `bad tag=true !tag@2-7`},
		{`[]`, `bad tag=true !tag@2-3`},
		{`1. Ann 4:ye2+ 3:or-`, `turn 1 Ann 4:ye2+@8-14 3:or-@15-20`},
		{"\t007. Ann\t4:x  5:y", `turn 7 Ann 4:x@11-14 5:y@16-19`},
		{`1. Jörg 4:ye2+{good}3:or-;bad`, `turn 1 Jörg 4:ye2+@9-15 3:or-@21-26 (3:good) (4:bad)`},
		{`1. Ann {a ; b} 4:x ; c { d`, `turn 1 Ann 4:x@16-19 (2:a ; b) (3: c { d)`},
		{"1. E\u0301a 4:x", "turn 1 \u00c9a 4:x@8-11"},
		{`1. Ann pass`, `turn 1 Ann pass@8-12`},
		{`[Event "x y`, `bad tag=true !tag@8-12`},
		{`. Ann 4:x`, `bad tag=false !syntax@1-2`},
		{`1. Ann  {well}  ; so`, `bad tag=false turn 1@1-3 Ann@4-7 (2:well) (2: so) !syntax@4-7`},
		{`order Ann=5 Ben:3`, `bad tag=false directive !syntax@7-12`},
		{`order Ann5 Ben:3`, `bad tag=false directive !syntax@7-11`},
		{"\x001. Ann 4:x", `bad tag=false !encoding@1-2`},
		{`1.Ann 4:x`, `bad tag=false !syntax@1-6`},
		{`1. Ann`, `bad tag=false turn 1@1-3 Ann@4-7 !syntax@4-7`},
		{`1. 4:x`, `bad tag=false !syntax@4-7`},
		{`1. Ann_ 4:x`, `bad tag=false !syntax@4-8`},
		{`-12. Ann 4:x`, `bad tag=false !syntax@1-5`},
		{`1000000000. Ann 4:x`, `bad tag=false !syntax@1-12`},
		{`1. Ann {open 4:x`, `bad tag=false turn 1@1-3 Ann@4-7 !syntax@8-17`},
		{`[A {open "x"]`, `bad tag=true !tag@4-14`},
		{"12. Ben\u00a04:x", `bad tag=false !syntax@5-12`},
		{`order Ann:6 Ben:3 / Ann:2`, `order Ann=6 Ben=3 / Ann=2`},
		{`order Ann:6 /`, `bad tag=false directive !syntax@13-14`},
		{`order Ann:7`, `bad tag=false directive !syntax@7-12`},
		{`order`, `bad tag=false directive !syntax@1-6`},
		{`place Ann 7 3 / 2 8`, `directive place Ann@7-10 7@11-12 3@13-14 /@15-16 2@17-18 8@19-20`},
		{"place E\u0301a {x} 7;y", "directive place E\u0301a@7-10 7@15-16 (2:x) (3:y)"},
		{`secret`, `directive secret`},
		{`state 13 Ben+   Ann=bl3/bl,pi ; here`, `state 13 Ben+ Ann=bl3/bl,pi (4: here)`},
		{`state`, `bad tag=false directive !syntax@1-6`},
		{`stat 1 Ann`, `directive stat 1@6-7 Ann@8-11`},
		{`1. Ann 4:ye2+ ...`, `turn 1 Ann 4:ye2+@8-14 more@15-18`},
		{`1. Ann ... ; c`, `turn 1 Ann more@8-11 (3: c)`},
		{`1. Ann ... 4:x`, `turn 1 Ann ...@8-11 4:x@12-15`},
		{`1. Ann 4:x....`, `turn 1 Ann 4:x....@8-15`},
		{`1. Ann ?`, `turn 1 Ann ?@8-9`},
		{`gap`, `gap`},
		{` gap ; c`, `gap (1: c)`},
		{`gap 3`, `bad tag=false directive !syntax@5-6`},
		{`ruling stands`, `ruling stands`},
		{`ruling`, `bad tag=false directive !syntax@1-7`},
		{`ruling falls`, `bad tag=false directive !syntax@8-13`},
		{`ruling stands here`, `bad tag=false directive !syntax@15-19`},
		{"leave E\u0301a", "leave \u00c9a"},
		{`leave`, `bad tag=false directive !syntax@1-6`},
		{`leave Ann Ben`, `bad tag=false directive !syntax@11-14`},
		{`tally Ann turns=12 {x} sixes=007`, `tally Ann turns=12@11-19 sixes=7@24-33 (3:x)`},
		{`tally Ann`, `bad tag=false directive !syntax@7-10`},
		{`tally Ann 12`, `bad tag=false directive !syntax@11-13`},
		{`tally Ann turns=`, `bad tag=false directive !syntax@11-17`},
		{`tally Ann turns=-1`, `bad tag=false directive !syntax@11-19`},
		{`tally Ann turns=1=2`, `bad tag=false directive !syntax@11-20`},
		{`tally Ann =1`, `bad tag=false directive !syntax@11-13`},
		{`tally Ann turns=9999999999`, `bad tag=false directive !syntax@11-27`},
		{`(`, `side line ( open=true`},
		{` ) ; back`, `side line ) open=false (1: back)`},
		{`( 1. Ann 4:x`, `bad tag=false !syntax@3-5`},
		{`(1. Ann 4:x)`, `bad tag=false !syntax@1-4`},
		{`State 1 Ann`, `bad tag=false !syntax@1-6`},
		{"1. Ann 4:x ; a\x00b", "turn 1 Ann 4:x@8-11 (3: a\x00b) !encoding@15-16"},
		{"1. Ann 4:\xffx", "bad tag=false turn 1@1-3 Ann@4-7 !encoding@10-11"},
		{"1. \xff 4:x ; \x00", "bad tag=false (3: \x00) !encoding@4-5"},
		{"1. Ann 4:x {\xff} \xfe", "bad tag=false turn 1@1-3 Ann@4-7 (3:\xff) !encoding@16-17"},
		{"{\xff} 1. Ann 4:\ufffd", "turn 1 Ann 4:\ufffd@12-15 (0:\xff) !encoding@2-3"},
		{"1.Ann {\xff}", "bad tag=false (1:\xff) !syntax@1-6 !encoding@8-9"},
		{"[Players \"A\xff\"]", "bad tag=true !encoding@12-13"},
		{"state 1 A\x00", "bad tag=false directive !encoding@10-11"},
		{"secret A\x00 1", "bad tag=false directive !encoding@9-10"},
		{"secret A 1;\x00", "directive secret A@8-9 1@10-11 (3:\x00) !encoding@12-13"},
		{"1. \xff 4:x", "bad tag=false !encoding@4-5"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, sketch(ParseLine(tt.line, 1))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.line, diff)
		}
	}
}

// TestMessages checks the messages for slips of the pen.
func TestMessages(t *testing.T) {
	for line, want := range map[string]string{
		"2 Ben 6:bl-":              "put a dot after the turn number: 2.",
		"2.Ben 6:bl-":              `put an ordinary blank after "2."`,
		"2: Ben 6:bl-":             `no tag, directive or turn begins with "2:": ` + TurnShape,
		".":                        `no tag, directive or turn begins with ".": ` + TurnShape,
		"2. Ben":                   "the line ends too early: " + TurnShape,
		"# a remark":               CommentShape,
		"//a remark":               CommentShape,
		"[Event \"x\"":             `the line ends too early: a tag line is [Name "value"]; write [Event "x"]`,
		"[Players “Ann, Åsa”] ; x": `"“Ann," is out of place: a tag line is [Name "value"]; write [Players "Ann, Åsa"]`,
		`[Players "Ann", "Ben"]`:   `"," is out of place: a tag line is [Name "value"]; write [Players "Ann, Ben"]`,
		"[Game":                    `the line ends too early: a tag line is [Name "value"]`,
		"Players: Ann, Ben":        `a tag has brackets and quotes: write [Players "Ann, Ben"]`,
		"Players=Ann,Ben":          `a tag has brackets and quotes: write [Players "Ann,Ben"]`,
		"Game:":                    "a tag has brackets and quotes",
		"order Ann 6":              `"Ann" is out of place: order HANDLE:ROLL … / HANDLE:ROLL …, with rolls 1 to 6`,
		"tally Ann x=":             `"x=" is out of place: tally HANDLE KEY=NUMBER …`,
		"( x":                      `"x" is out of place: ( opens a side line, on a line of its own`,
		"1. Ann {6:bl-":            "this comment is not closed: a { needs its } on the same line",
	} {
		var got string
		for _, e := range ParseLine(line, 1).Errors {
			got += e.Message
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", line, diff)
		}
	}
}

// TestNumberSpan checks the span of a turn's number, whatever is before it.
func TestNumberSpan(t *testing.T) {
	for line, want := range map[string]string{
		"12. Ann 6:bl-":                "12.",
		"\t 7. Ann 6:bl-":              "7.",
		"{v. good} {é.} 3. Ann 6:bl-.": "3.",
	} {
		l := ParseLine(line, 1)
		turn, ok := l.Node.(*Turn)
		if !ok {
			t.Fatalf("%q is no turn: %v", line, l.Errors)
		}
		s := turn.NumberSpan
		if got := line[s.Start:s.End]; got != want || s != SpanIn(line, 1, strings.LastIndex(line, want), strings.LastIndex(line, want)+len(want)) {
			t.Errorf("%q: the number is %q, at %+v", line, got, s)
		}
	}
}

func TestLineTooLong(t *testing.T) {
	fits := ParseLine("; "+strings.Repeat("x", MaxLine-2), 3)
	if len(fits.Errors) != 0 {
		t.Errorf("a line of %d bytes: %v", MaxLine, fits.Errors)
	}
	long := ParseLine("; "+strings.Repeat("x", MaxLine-1), 3)
	if len(long.Errors) != 1 || long.Errors[0].Code != "line-too-long" || long.Errors[0].Span.Line != 3 || long.Comments != nil {
		t.Errorf("a line of %d bytes: %v", MaxLine+1, long.Errors)
	}
}

func TestWant(t *testing.T) {
	l := ParseLine("1. Ann 4:x {want unreachable} ; want weak-mark turn-over", 1)
	if diff := cmp.Diff([]string{"unreachable", "weak-mark", "turn-over"}, l.Want()); diff != "" {
		t.Error(diff)
	}
	l = ParseLine("1. Ann 4:x ; wanted: a better die", 1)
	if got := l.Want(); got != nil {
		t.Errorf("wants %v", got)
	}
}

// outline reads a file and draws its games: the line of each and its lines.
func outline(t *testing.T, src io.Reader) []string {
	t.Helper()
	var games []string
	r := NewReader(src)
	defer r.Close()
	for {
		b, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games
		} else if err != nil {
			t.Fatal(err)
		}
		g := fmt.Sprintf("%d/%d", b.Line, b.First)
		if b.TooLong {
			g += " too long"
		}
		for l := range b.Lines() {
			if l.Node != nil {
				g += fmt.Sprintf(" | %d %s", l.Span.Line, sketch(l))
			}
		}
		games = append(games, g)
	}
}

func TestReader(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"empty", "", nil},
		{"comments only", "; hello\n\n{x}\n", nil},
		{"byte-order mark", "\ufeff[A \"x\"]\n", []string{`1/1 | 1 tag A=x`}},
		{"no last newline", "[A \"x\"]\n1. B c", []string{`1/1 | 1 tag A=x | 2 turn 1 B c@6-7`}},
		{"CRLF", "[A \"x\"]\r\n1. B c\r\n", []string{`1/1 | 1 tag A=x | 2 turn 1 B c@6-7`}},
		{"comments first", "\n; c\n[A \"x\"]\n", []string{`2/3 | 3 tag A=x`}},
		{"two games", "[A \"x\"]\n1. B c\n\n[A \"y\"]\n1. B d\n", []string{`1/1 | 1 tag A=x | 2 turn 1 B c@6-7`, `4/4 | 4 tag A=y | 5 turn 1 B d@6-7`}},
		{"a comment is no body", "[A \"x\"]\n; c\n[B \"y\"]\n", []string{`1/1 | 1 tag A=x | 3 tag B=y`}},
		{"a malformed line is body", "[A \"x\"]\n?\n[B \"y\"]\n", []string{`1/1 | 1 tag A=x | 2 bad tag=false !syntax@1-2`, `3/3 | 3 tag B=y`}},
		{"a malformed tag begins a game", "1. B c\n[\n", []string{`1/1 | 1 turn 1 B c@6-7`, `2/2 | 2 bad tag=true !tag@1-2`}},
		{"an indented tag begins a game", "1. B c\n  [A \"x\"]\n", []string{`1/1 | 1 turn 1 B c@6-7`, `2/2 | 2 tag A=x`}},
		{"a bracket after a comment does not", "1. B c\n{x} [A \"x\"]\n", []string{`1/1 | 1 turn 1 B c@6-7 | 2 bad tag=false (0:x) !syntax@5-7`}},
		{"a CR is no blank", "[A \"x\"]\n\r[B \"y\"]\n", []string{`1/1 | 1 tag A=x | 2 bad tag=false !syntax@1-4`}},
		{"of two CRs the first is a character", "[A \"x\"]\r\n\r\r\n[B \"y\"]\r\n", []string{`1/1 | 1 tag A=x | 2 bad tag=false !syntax@1-2`, `3/3 | 3 tag B=y`}},
		{"a long line is skipped", "1. B c\n" + strings.Repeat("y", 3*MaxLine) + "\n2. B d\n",
			[]string{fmt.Sprintf(`1/1 | 1 turn 1 B c@6-7 | 2 bad tag=false directive !line-too-long@1-%d | 3 turn 2 B d@6-7`, MaxLine+3)}},
		{"a long line with a CR where it is cut", "1. B " + strings.Repeat("c", MaxLine-5) + "\rd\n2. B d\n",
			[]string{fmt.Sprintf(`1/1 | 1 bad tag=false turn 1@1-3 B@4-5 !line-too-long@1-%d | 2 turn 2 B d@6-7`, MaxLine+3)}},
		{"a long line after a byte-order mark", "\ufeff1. B " + strings.Repeat("c", MaxLine) + "\n2. B d\n",
			[]string{fmt.Sprintf(`1/1 | 1 bad tag=false turn 1@1-3 B@4-5 !line-too-long@1-%d | 2 turn 2 B d@6-7`, MaxLine+3)}},
		{"a long comment is no body", "[A \"x\"]\n;" + strings.Repeat("y", MaxLine) + "\n[B \"y\"]\n", []string{`1/1 | 1 tag A=x | 3 tag B=y`}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, outline(t, strings.NewReader(tt.text))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// repeated yields a text n times without holding it n times.
type repeated struct {
	text string
	n    int
	rest string
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.n == 0 {
			return 0, io.EOF
		}
		r.n--
		r.rest = r.text
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func TestGameTooLong(t *testing.T) {
	line := "; " + strings.Repeat("x", 60_000) + "\n"
	src := io.MultiReader(strings.NewReader("1. B c\n"), &repeated{text: line, n: MaxGame/len(line) + 1}, strings.NewReader("[A \"x\"]\n"))
	r := NewReader(src)
	defer r.Close()
	b, err := r.Next()
	if err != nil || !b.TooLong {
		t.Fatalf("too long: %v, %v", b.TooLong, err)
	}
	if b, err = r.Next(); err != nil || b.TooLong || string(b.Text) != "[A \"x\"]\n" {
		t.Errorf("the game after it: %q, %v", b.Text, err)
	}
}

func TestParsePlayers(t *testing.T) {
	tests := []struct {
		value string
		want  []string
		err   string
	}{
		{"Ann, Ben", []string{"Ann", "Ben"}, ""},
		{"Ann,Łukasz , Mary-Jo", []string{"Ann", "Łukasz", "Mary-Jo"}, ""},
		{"E\u0301a", []string{"\u00c9a"}, ""},
		{"", nil, `it is empty; expected handles separated by commas, such as "Ann, Ben"`},
		{"Ann Ben", nil, `put a comma between the names: "Ann, Ben"`},
		{"Ann,", nil, `it ends too early; expected handles separated by commas, such as "Ann, Ben"`},
		{"Ann, Ben+Cleo = Dan", nil, `"+" is out of place; expected handles separated by commas, such as "Ann, Ben"`},
		{"Ann, 7up", nil, `"7up" is out of place; expected handles separated by commas, such as "Ann, Ben"`},
		{"Ann, Ann", nil, `the handle Ann is given twice`},
		{"\u00c9a, E\u0301a", nil, "the handle \u00c9a is given twice"},
	}
	for _, tt := range tests {
		got, err := ParsePlayers(tt.value)
		message := ""
		if err != nil {
			message = err.Error()
		}
		if diff := cmp.Diff([]any{tt.want, tt.err}, []any{got, message}); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.value, diff)
		}
	}
}

func TestParseResult(t *testing.T) {
	bad := Result{Names: []string{"an error"}}
	tests := []struct {
		value string
		want  Result
	}{
		{"*", Result{Open: true}},
		{"Ann", Result{Names: []string{"Ann"}}},
		{"Ann = Ben", Result{Names: []string{"Ann", "Ben"}, Tie: true}},
		{"Red>Blue > Green", Result{Names: []string{"Red", "Blue", "Green"}, Ranked: true}},
		{"Yellow+Blue", Result{Names: []string{"Yellow+Blue"}}},
		{"Yellow+Blue>Red + Green", Result{Names: []string{"Yellow+Blue", "Red+Green"}, Ranked: true}},
		{"A > B = C", bad}, {"", bad}, {"* *", bad}, {"Ann Ben", bad}, {"= Ann", bad}, {"Ann >", bad}, {"9", bad},
	}
	for _, tt := range tests {
		got, err := ParseResult(tt.value)
		if err != nil {
			got = bad
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.value, diff)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte("[A \"x\"]\n1. B c\n\n[A \"y\"]\nstate 1 B+\n{x} ; y"))
	f.Add([]byte("\ufeff[A \"\\\"\"]\r\norder A:1 / B:2\r\n{"))
	f.Add([]byte("place A 1 / 2\nsecret A 7\nreveal A 7 x\xff\x00"))
	f.Add([]byte("gap\nruling stands\nleave B\ntally B turns=1\n(\n1. B c ...\n)\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := NewReader(strings.NewReader(string(text)))
		defer r.Close()
		last := 0
		for {
			b, err := r.Next()
			if err != nil {
				return
			}
			for l := range b.Lines() {
				if l.Span.Line <= last {
					t.Fatalf("line %d comes after line %d", l.Span.Line, last)
				}
				last = l.Span.Line
				for _, e := range l.Errors {
					if e.Span.Start < 0 || e.Span.Start > e.Span.End || e.Span.End > len(l.Text) {
						t.Fatalf("%q: error span %+v", l.Text, e.Span)
					}
				}
				if _, bad := l.Node.(*Bad); bad && len(l.Errors) == 0 {
					t.Fatalf("%q is bad without an error", l.Text)
				}
			}
		}
	})
}
