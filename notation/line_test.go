package notation

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// holdLine checks what every line has in common, whatever it says: spans lie where they say, a Bad node
// has an error that names its cause, and the same words with single blanks between them are read alike.
func holdLine(t testing.TB, line string) {
	t.Helper()
	l := ParseLine(line, 7)
	spans := []Span{}
	causes := 0
	for _, e := range l.Errors {
		spans = append(spans, e.Span)
		if e.Code != "encoding" || !within(l.Comments, e.Span) {
			causes++
		}
	}
	for _, c := range l.Comments {
		spans = append(spans, c.Span)
	}
	words := []Word{}
	switch n := l.Node.(type) {
	case *Tag:
		spans = append(spans, n.Name.Span, n.Value.Span)
	case *Turn:
		spans = append(spans, n.NumberSpan, n.Handle.Span)
		words = n.Actions
	case *Directive:
		words = append(n.Words, n.Keyword)
	case *Tally:
		for _, count := range n.Counts {
			words = append(words, count.Word)
		}
	case *State:
		spans = append(spans, n.Position.Span)
	}
	for _, w := range words {
		if spans = append(spans, w.Span); line[w.Span.Start:w.Span.End] != w.Text {
			t.Errorf("%q: %q is at %+v", line, w.Text, w.Span)
		}
	}
	for _, s := range spans {
		if s != SpanIn(line, 7, s.Start, s.End) {
			t.Errorf("%q: %+v names no place", line, s)
		}
	}
	if _, bad := l.Node.(*Bad); bad != (causes > 0) {
		t.Errorf("%q: %T and %v", line, l.Node, l.Errors)
	}
	if s := newScanner(line, 7); len(l.Errors) == 0 && len(l.Comments) == 0 {
		var texts []string
		for _, w := range s.scan() {
			texts = append(texts, w.Text)
		}
		again := ParseLine(strings.Join(texts, " "), 7)
		if columns.ReplaceAllString(sketch(again), "") != columns.ReplaceAllString(sketch(l), "") {
			t.Errorf("%q: %s, and with single blanks %s", line, sketch(l), sketch(again))
		}
	}
}

// columns matches the columns of a sketch.
var columns = regexp.MustCompile(`@\d+-\d+`)

// within reports whether a span is in a comment.
func within(comments []Comment, s Span) bool {
	return slices.ContainsFunc(comments, func(c Comment) bool { return c.Span.Start <= s.Start && s.End <= c.Span.End })
}

// TestLines tries lines that are put together from likely and unlikely bits.
func TestLines(t *testing.T) {
	heads := []string{"", "1. Ann ", "order Ann:1 ", "state 1 Ann+ ", `[Game "g"] `, "[", "secret Ann ", "tally Ann "}
	bits := []string{
		"1.", "007.", "1000000000.", "0000000001.", "12", ".", "...", "Ann", "Ann-", "E\u0301a", "J\u00f6rg", "_a", "4:ye2+", "pass", "?", "Ann:6", "Ann:7", "E\u0301a:2", ":6", "/", "order", "state",
		"gap", "ruling", "stands", "leave", "tally", "turns=3", "(", ")", "[", "]", "Game", "9ame", "G\u00e4me", `"x"`, `"x\"`, `"`, "\\", ";", "{", "}", "{c}", "\u00a0", "\x00", "\xff", "\r", "\t", " ", "  ",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		var line strings.Builder
		line.WriteString(heads[rng.IntN(len(heads))])
		for range rng.IntN(8) {
			line.WriteString(bits[rng.IntN(len(bits))])
			if rng.IntN(4) > 0 {
				line.WriteByte(' ')
			}
		}
		holdLine(t, line.String())
	}
}

func FuzzLine(f *testing.F) {
	for _, line := range []string{`[Game "g"] ; c`, "1. Ann 4:ye2+ {c} 3:or- ...", "order Ann:1 Ben:2 / Ann:3", "state 1 Ann+ Ann=hub", "tally Ann turns=1", "1. E\u0301 x;\xff"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) <= MaxLine {
			holdLine(t, line)
		}
	})
}

// TestIsHandle checks the ends of the letters.
func TestIsHandle(t *testing.T) {
	for s, want := range map[string]bool{
		"a": true, "Z": true, "Ann": true, "A1_b-2": true, "Ünal": true, "z9": true,
		"": false, "1a": false, "{": false, "a{": false, "[": false, "a[": false, "`": false, "@": false, "a-": false, "a_": false, "_a": false, "a b": false, "a\xff": false,
	} {
		if got := IsHandle(s); got != want {
			t.Errorf("%q is a handle: %t", s, got)
		}
	}
}
