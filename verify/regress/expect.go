package regress

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/lesson"
)

// Tested is a file of logs, checked by the expectations in its comments.
type Tested struct {
	File  string
	Games []TestedGame
	Wants bool // a comment wants a code, or asks a question
}

// TestedGame is one game of a tested file.
type TestedGame struct {
	Name     string // for people: its Event tag, or its number
	Failures []Failure
}

// CodeQuestion is the code of a failure that is a fault of a question in the comments.
const CodeQuestion = "question"

// Failure is an unwanted finding, a wanted one that is missing, or a fault of a question.
type Failure struct {
	Line    int    `json:"line"`
	Code    string `json:"code"`
	Missing bool   `json:"missing"`
	Message string `json:"message,omitempty"` // of the finding; "" if it is missing
}

func (f Failure) String() string {
	if f.Missing {
		return fmt.Sprintf("%d: %s is wanted, and not found", f.Line, f.Code)
	}
	return fmt.Sprintf("%d: %s: %s", f.Line, f.Code, f.Message)
}

// Passed reports whether every game is as its comments say.
func (t *Tested) Passed() bool {
	return !slices.ContainsFunc(t.Games, func(g TestedGame) bool { return len(g.Failures) > 0 })
}

// Test replays a game of the file, adds it to Games, and returns its summary. It checks the "; want" comments, for which
// a note folded into a finding counts like a finding, and by the rules the questions in the comments.
func (t *Tested) Test(r *verify.Reader, dir string, b notation.Block) (sum *verify.Summary, err error) {
	var questions lesson.Reader
	if lesson.MayAsk(b.Text) {
		keeping := r.With(func(o *verify.Options) { o.Keep = true })
		sum, _, err = keeping.Block(t.File, dir, b, func(ev *verify.Event) { questions.Read(ev) })
	} else {
		sum, err = r.Judge(t.File, dir, b, nil)
	}
	if err != nil {
		return nil, err
	}
	g := TestedGame{Name: fmt.Sprintf("game %d", b.Number)}
	if event := (&verify.Entry{Tags: b.Tags()}).Tag("Event"); event != "" {
		g.Name += ", " + event
	}
	wanted := map[int][]string{}
	if bytes.Contains(b.Text, []byte("want")) {
		for line := range b.Lines() {
			if codes := line.Want(); codes != nil {
				wanted[line.Span.Line] = codes
			}
		}
	}
	t.Wants = t.Wants || len(wanted) > 0 || questions.Questions != nil
	g.Failures = against(sum, wanted)
	for _, f := range questions.Faults() {
		g.Failures = append(g.Failures, Failure{Line: f.Line, Code: CodeQuestion, Message: f.Message})
	}
	slices.SortStableFunc(g.Failures, func(a, b Failure) int { return a.Line - b.Line })
	t.Games = append(t.Games, g)
	return sum, nil
}

// against lists what a game's findings and the wanted codes do not share, by line.
func against(g *verify.Summary, wanted map[int][]string) (out []Failure) {
	met := map[int][]string{}
	for _, n := range raisedIn(g) {
		met[n.Line] = append(met[n.Line], string(n.Code))
		if !slices.Contains(wanted[n.Line], string(n.Code)) {
			out = append(out, Failure{Line: n.Line, Code: string(n.Code), Message: n.Message})
		}
	}
	for line, codes := range wanted {
		for _, code := range codes {
			if !slices.Contains(met[line], code) {
				out = append(out, Failure{Line: line, Code: code, Missing: true})
			}
		}
	}
	if g.Omitted > 0 {
		out = append(out, Failure{Line: g.Line, Code: "too-many", Message: fmt.Sprintf("%d more findings are not looked at", g.Omitted)})
	}
	return out
}

// Expecting returns the text of a log with its "; want" comments as the findings are. All else stays as it is, byte
// for byte. A line that has no room for a comment, such as one with a brace left open, keeps failing.
func Expecting(r *verify.Reader, name, dir string, text []byte) ([]byte, error) {
	codes := map[int][]string{}
	for b := range blocks(text) {
		g, _, err := r.Block(name, dir, b, nil)
		if err != nil {
			return nil, err
		}
		for _, n := range raisedIn(g) {
			codes[n.Line] = variant.Union(codes[n.Line], string(n.Code))
		}
	}
	marked := len(text) - len(notation.TrimMark(text))
	out := bytes.Clone(text[:marked])
	line := 0
	for raw := range bytes.Lines(text[marked:]) {
		line++
		body := bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("\n")), []byte("\r"))
		out = append(append(out, expecting(string(body), codes[line])...), raw[len(body):]...)
	}
	return out, nil
}

// expecting is a line with the comment that wants some codes, or the line as it is if no comment of it can.
func expecting(text string, codes []string) string {
	wants := func(text string) bool {
		l := notation.ParseLine(text, 1)
		return slices.Equal(slices.Sorted(slices.Values(l.Want())), slices.Sorted(slices.Values(codes)))
	}
	if !wants(text) {
		if rewritten := rewrite(text, codes); wants(rewritten) {
			return rewritten
		}
	}
	return text
}

// rewrite puts the wanted codes into a line's comments.
func rewrite(text string, codes []string) string {
	l := notation.ParseLine(text, 1)
	wants := "want " + strings.Join(codes, " ")
	written := len(codes) == 0
	// From the end, so that the spans of earlier comments stay valid.
	for i := len(l.Comments) - 1; i >= 0; i-- {
		c := &l.Comments[i]
		fields := strings.Fields(c.Text)
		if len(fields) == 0 || fields[0] != "want" || !utf8.ValidString(c.Text) || strings.Contains(c.Text, "\x00") {
			continue // a comment with a bad byte is a fault of its line, and stays
		}
		before, after := text[:c.Span.Start], text[c.Span.End:]
		switch {
		case written: // the codes are written already, or no code is wanted
			if after != "" && !strings.ContainsAny(after[:1], " \t") {
				after = " " + after // the comment separated the words around it
			}
			text = strings.TrimRight(before, " \t") + after
		case c.Brace:
			text = before + "{" + wants + "}" + after
		default:
			text = before + "; " + wants + after
		}
		written = true
	}
	if written {
		return text
	}
	if n := len(l.Comments); n > 0 && !l.Comments[n-1].Brace {
		at := l.Comments[n-1].Span.Start // a semicolon takes the rest of the line
		return text[:at] + "{" + wants + "} " + text[at:]
	}
	return strings.TrimRight(text, " \t") + "  ; " + wants
}
