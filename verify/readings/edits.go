package readings

import (
	"iter"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
)

// put is the edit that puts a text in the place of a span.
func put(s notation.Span, text string) verify.Edit { return verify.Edit{Span: s, Text: text} }

// without is the edit that takes a word out of a line, with the blanks that separate it.
func without(l *notation.Line, s notation.Span) verify.Edit {
	for ; s.End < len(l.Text) && l.Text[s.End] == ' '; s.End++ {
		s.EndColumn++
	}
	for ; s.End == len(l.Text) && l.Text[s.Start-1] == ' '; s.Start-- {
		s.Column--
	}
	return put(s, "")
}

// insert is the edit that inserts a text at a byte of a line.
func insert(l *notation.Line, at int, text string) verify.Edit {
	return put(notation.SpanIn(l.Text, l.Span.Line, at, at), text)
}

// whole is the edit that makes another text of a line.
func whole(l *notation.Line, text string) verify.Edit {
	return put(notation.SpanIn(l.Text, l.Span.Line, 0, len(l.Text)), text)
}

// rendered yields the lines of a reading, parsed as they would be in the log.
func (g *game) rendered(c *candidate, parse func(text string, number int) notation.Line) iter.Seq[notation.Line] {
	return func(yield func(notation.Line) bool) {
		if c.Kind == notCarried {
			line := g.Lines[c.at]
			line.Node, line.Errors = &notation.Bad{}, nil
			yield(line)
			return
		}
		for _, line := range g.Lines[c.at : c.at+c.size] {
			text := []string{line.Text}
			edited(text, line.Span.Line, c.Edits)
			for part := range strings.Lines(text[0]) {
				if !yield(parse(strings.TrimSuffix(part, "\n"), line.Span.Line)) {
					return
				}
			}
		}
	}
}
