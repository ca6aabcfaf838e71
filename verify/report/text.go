package report

import (
	"bufio"
	"cmp"
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/clipperhouse/displaywidth"

	"tpnote/notation"
	"tpnote/spec"
	"tpnote/verify"
)

// Text prints for people. Its errors are those of the writer, which keeps them.
type Text struct {
	w     *bufio.Writer
	style style
}

// style is the escape sequences of a terminal, or nothing.
type style struct{ bold, red, yellow, blue, dim, off sequence }

// sequence is printed as it is; a string is made safe first.
type sequence string

// NewText prints to w, with colour if asked.
func NewText(w *bufio.Writer, colour bool) *Text {
	t := &Text{w: w}
	if colour {
		t.style = style{"\x1b[1m", "\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[2m", "\x1b[0m"}
	}
	return t
}

// printf prints text. It makes strings safe to print.
func (t *Text) printf(format string, args ...any) {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = Clean(text)
		}
	}
	fmt.Fprintf(t.w, format, args...)
}

// wrapped prints texts, each after a margin; further lines begin with indent.
func (t *Text) wrapped(margin, indent string, texts ...string) {
	for _, text := range texts {
		t.printf("%s%s\n", margin, wrap(text, indent))
	}
}

// heading prints a line in bold; an empty line precedes it if the text begins with a line end.
func (t *Text) heading(text string) {
	text, after := strings.CutPrefix(text, "\n")
	if after {
		t.printf("\n")
	}
	t.printf("%s%s%s\n", t.style.bold, text, t.style.off)
}

// labelled prints texts, each after a label in blue.
func (t *Text) labelled(margin, label string, texts ...string) {
	indent := strings.Repeat(" ", len(margin)+len(label)+2)
	for _, text := range texts {
		t.printf("%s%s%s:%s %s\n", margin, t.style.blue, label, t.style.off, wrap(text, indent))
	}
}

// Turn prints a turn that was carried out: its line, what each action did, and the position after it. deduced is what
// a word with unknown parts is known to have been from all of the log, in words, or "".
func (t *Text) Turn(ev *verify.Event, deduced func(word notation.Span) string) {
	t.heading(wrap(ev.Line.Text, "    "))
	for i := range ev.Actions {
		said := ev.Actions[i].Said
		if ev.Actions[i].Unknown {
			said = cmp.Or(deduced(ev.Words[i].Span), said)
		}
		t.wrapped("    ", "    ", said)
	}
	open := ev.After.Unknown()
	if open.Positions == nil {
		open.Positions = []string{ev.After.Position()}
	}
	t.positions(&open)
}

// positions prints the positions that a record allows, each in one piece, to be copied.
func (t *Text) positions(u *verify.Unknown) {
	for i, p := range u.Positions {
		suffix := ""
		switch {
		case i < len(u.Positions)-1:
			suffix = ", or"
		case u.More > 0:
			suffix = fmt.Sprintf(", or one of %d more", u.More)
		}
		t.printf("    %s= %s%s%s\n", t.style.dim, p, suffix, t.style.off)
	}
}

// Board prints a drawing of the position after a step.
func (t *Text) Board(drawing string) {
	for row := range strings.Lines(drawing) {
		t.w.WriteString("    " + row)
	}
}

// Game prints the findings of a game, its final position and its result.
func (t *Text) Game(g *verify.Summary) {
	for i := range g.Findings {
		t.finding(g.File, &g.Findings[i])
	}
	if g.Omitted > 0 {
		t.printf("%s: game %d: %d more findings are not shown\n", Name(g.File), g.Number, g.Omitted)
	}
	rules := g.Rules.Game
	if g.Rules.Variant != "" {
		rules = g.Rules.String()
	}
	t.printf("%s: game %d (%s): %s%s%s, %s, %s, result %s\n", Name(g.File), g.Number, rules,
		t.verdict(g), g.Verdict(), t.style.off, count(g.Turns, "turn"), count(g.Actions, "action"), g.Result)
	if u := &g.Unknown; u.Parts+u.Gaps > 0 {
		t.printf("    %s\n", unknown(u))
		t.positions(u)
	}
	if g.Position != "" {
		t.printf("    = %s\n", g.Position)
	}
}

// verdict is the colour of a game's verdict.
func (t *Text) verdict(g *verify.Summary) sequence {
	if g.OK() {
		return t.style.bold
	}
	return t.style.red
}

// unknown says what a record leaves open.
func unknown(u *verify.Unknown) string {
	var open list
	open.when(u.Parts > 0, "%s", count(u.Parts, "unknown part"))
	open.when(u.Gaps > 0, "%s", count(u.Gaps, "gap"))
	open.when(u.Skipped > 0, "%s not judged", count(u.Skipped, "turn"))
	said := list{strings.Join(open, ", ")}
	least := ""
	if u.Capped {
		least = "at least "
	}
	said.when(u.Parts > 0 && u.Ways > 0, "%s%s to fill %s in", least, count(int(u.Ways), "way"), plural(u.Parts, "it", "them"))
	return strings.Join(said, "; ")
}

// list is sentences, or parts of one.
type list []string

// add adds a text.
func (l *list) add(format string, args ...any) { *l = append(*l, fmt.Sprintf(format, args...)) }

// when adds a text if it applies.
func (l *list) when(applies bool, format string, args ...any) {
	if applies {
		l.add(format, args...)
	}
}

// ruled is why an error is a note.
const ruled = "the table let it stand"

// count is a number of things: "1 game", "2 games".
func count(n int, what string) string { return fmt.Sprint(n) + " " + plural(n, what, what+"s") }

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// finding prints a finding as a compiler does: place and message, the line with a caret, the rule, help, other faults.
func (t *Text) finding(file string, f *verify.Finding) {
	colour := map[verify.Severity]sequence{
		verify.SeverityError: t.style.red, verify.SeverityWarning: t.style.yellow, verify.SeverityNote: t.style.blue,
	}[f.Severity]
	said := wrap(fmt.Sprintf("%s:%d:%d: %s: %s [%s]", Name(file), f.Span.Line, f.Span.Column, f.Severity, f.Message, f.Code), "    ")
	place, message, _ := strings.Cut(said, " "+string(f.Severity)+":")
	t.printf("%s %s%s%s:%s\n", place, colour, f.Severity, t.style.off, message)
	if f.Text != "" {
		shown, before, under := excerpt(f.Text, f.Span)
		number := fmt.Sprint(f.Span.Line)
		t.printf("  %s%s |%s %s\n", t.style.dim, number, t.style.off, shown)
		t.printf("  %s%*s |%s %*s%s%s%s\n", t.style.dim, len(number), "", t.style.off, before, "", colour, strings.Repeat("^", under), t.style.off)
	}
	t.because(f)
	if f.Ruled {
		t.labelled("  ", "ruled", ruled)
	}
	t.labelled("  ", "help", f.Help...)
	for _, x := range f.Fixes {
		t.labelled("  ", "fix", x.Message)
	}
	for _, n := range f.Notes {
		t.labelled("  ", "also", fmt.Sprintf("%d:%d: %s [%s]", n.Span.Line, n.Span.Column, n.Message, n.Code))
		t.labelled("    ", "help", n.Help...)
	}
}

// because prints the rule that decided, and its first clause.
func (t *Text) because(f *verify.Finding) {
	var parts list
	parts.when(f.Value != "", "%s is %s (%s)", f.Rule, f.Value, f.Origin)
	parts.when(f.Value == "" && f.Rule != "", "%s", f.Rule)
	if len(f.Cites) > 0 {
		cited := list{strings.Join(f.Cites, ", ")}
		c, known := spec.Find(f.Cites[0])
		cited.when(known, "%s", c.Text)
		parts.add("%s", strings.Join(cited, ": "))
	}
	if parts != nil {
		t.labelled("  ", "rule", strings.Join(parts, "; "))
	}
}

// Width is how wide text is made, so that it fits a terminal of 80 columns.
const Width = 78

// wrap makes text safe, and breaks it at blanks so that no line is wider than Width; lines after
// the first begin with indent, and the first follows a label of the same width.
func wrap(text, indent string) string {
	var lines []string
	for _, word := range strings.Fields(Clean(text)) {
		last := len(lines) - 1
		if last >= 0 && displaywidth.String(indent+lines[last]+" "+word) <= Width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return strings.Join(lines, "\n"+indent)
}

// excerptWidth is how much of a long line is shown around the place meant.
const excerptWidth = 66

// excerpt returns the part of a line around a span, how wide the text before the span is, and how wide the span.
func excerpt(line string, s notation.Span) (shown string, before, under int) {
	start, end := min(s.Start, len(line)), min(s.End, len(line))
	head, body, tail := Clean(line[:start]), Clean(line[start:end]), Clean(line[end:])
	head = strings.ReplaceAll(head, "\n", " ")
	body = ansi.Truncate(body, excerptWidth*2/3, "…")
	if room := excerptWidth - displaywidth.String(body); displaywidth.String(head) > room*2/3 {
		head = ansi.TruncateLeft(head, displaywidth.String(head)-room*2/3+1, "…")
	}
	tail = ansi.Truncate(tail, excerptWidth-displaywidth.String(head)-displaywidth.String(body), "…")
	return head + body + tail, displaywidth.String(head), max(1, displaywidth.String(body))
}
