package readings

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tpnote/notation"
	"tpnote/verify"
)

// edits returns the changes that a reading makes in the log, in the order of the log.
func (g *game) edits(c *candidate) []verify.Edit {
	l := &g.Lines[c.at]
	t, _ := l.Node.(*notation.Turn)
	at := func(s notation.Span, text string) verify.Edit {
		return verify.Edit{Line: s.Line, Column: s.Column, EndColumn: s.EndColumn, Text: text}
	}
	before := func(lines string) []verify.Edit {
		return []verify.Edit{{Line: l.Span.Line, Column: 1, EndColumn: 1, Text: lines}}
	}
	switch c.kind {
	case character, word:
		return []verify.Edit{at(t.Actions[c.index].Span, c.text)}
	case swapped:
		a, b := t.Actions[c.index], t.Actions[c.index+1]
		return []verify.Edit{at(a.Span, b.Text), at(b.Span, a.Text)}
	case doubled, surplus:
		s := t.Actions[c.index].Span
		for ; s.End < len(l.Text) && l.Text[s.End] == ' '; s.End++ {
			s.EndColumn++
		}
		for ; s.End == len(l.Text) && l.Text[s.Start-1] == ' '; s.Start-- {
			s.Column--
		}
		return []verify.Edit{at(s, "")}
	case missing:
		if c.index < len(t.Actions) {
			s := t.Actions[c.index].Span
			s.EndColumn = s.Column
			return []verify.Edit{at(s, c.text+" ")}
		}
		s := t.Handle.Span
		if n := len(t.Actions); n > 0 {
			s = t.Actions[n-1].Span
		}
		s.Column = s.EndColumn
		return []verify.Edit{at(s, " "+c.text)}
	case player:
		return []verify.Edit{at(t.Handle.Span, c.text)}
	case turnSwapped:
		other := &g.Lines[c.index]
		u := other.Node.(*notation.Turn)
		s, v := l.Span, other.Span
		if t.Number < u.Number {
			s.Start, s.Column = t.Handle.Span.Start, t.Handle.Span.Column
			v.Start, v.Column = u.Handle.Span.Start, u.Handle.Span.Column
		}
		return []verify.Edit{at(s, other.Text[v.Start:v.End]), at(v, l.Text[s.Start:s.End])}
	case turnDoubled:
		var said []string
		for _, comment := range l.Comments {
			said = append(said, l.Text[comment.Span.Start:comment.Span.End])
		}
		return []verify.Edit{{Line: l.Span.Line, Column: 1, EndColumn: 1 + utf8.RuneCountInString(l.Text), Text: strings.Join(said, " "), Out: said == nil}}
	case turnMissing:
		lines := ""
		for _, hole := range c.with[:c.count] {
			u := hole.Node.(*notation.Turn)
			lines += fmt.Sprintf("%d. %s %s\n", u.Number, u.Handle.Text, notation.More)
		}
		return before(lines)
	case leaveLost:
		return before("leave " + c.text + "\n")
	case lineMended, lineRemark:
		return []verify.Edit{whole(l, c.text)}
	case turnOther:
		was := strings.NewReplacer("{", "(", "}", ")").Replace(l.Text[l.Span.Start:l.Span.End])
		return []verify.Edit{at(l.Span, c.text+" {"+was+"}")}
	}
	return nil // not carried out: what is written was written, and no change of it says so
}

// whole is the edit that makes another text of a line: of what differs.
func whole(l *notation.Line, text string) verify.Edit {
	was, is := []rune(l.Text), []rune(text)
	start, end, to := 0, len(was), len(is)
	for start < min(end, to) && was[start] == is[start] {
		start++
	}
	for end > start && to > start && was[end-1] == is[to-1] {
		end, to = end-1, to-1
	}
	return verify.Edit{Line: l.Span.Line, Column: start + 1, EndColumn: end + 1, Text: string(is[start:to])}
}

// rendered returns the lines of a reading, as they would be in the log.
func (g *game) rendered(c *candidate) (lines []notation.Line) {
	if c.kind == notCarried {
		line := g.Lines[c.at]
		line.Node = &notation.Bad{}
		line.Errors = nil
		return []notation.Line{line}
	}
	edits := g.edits(c)
	for _, line := range g.Lines[c.at : c.at+c.size] {
		text := line.Text
		for _, e := range slices.Backward(edits) {
			if e.Line == line.Span.Line {
				text = within(text, e)
			}
		}
		for part := range strings.Lines(text) {
			lines = append(lines, notation.ParseLine(strings.TrimSuffix(part, "\n"), line.Span.Line))
		}
	}
	return lines
}

// message says what a reading changes.
func (g *game) message(c *candidate) string {
	t, _ := g.Lines[c.at].Node.(*notation.Turn)
	switch c.kind {
	case character, word:
		return fmt.Sprintf("%s, not %s", c.text, t.Actions[c.index].Text)
	case swapped:
		return fmt.Sprintf("%s and %s are swapped", t.Actions[c.index].Text, t.Actions[c.index+1].Text)
	case doubled:
		return fmt.Sprintf("%s is written twice", t.Actions[c.index].Text)
	case surplus:
		return fmt.Sprintf("%s is one action too many", t.Actions[c.index].Text)
	case missing:
		if c.index < len(t.Actions) {
			return fmt.Sprintf("an action is left out before %s", t.Actions[c.index].Text)
		}
		return "an action is left out at the end of the turn"
	case player:
		return fmt.Sprintf("%s, not %s", c.text, t.Handle.Text)
	case turnSwapped:
		u := g.Lines[c.index].Node.(*notation.Turn)
		return fmt.Sprintf("turns %d and %d are swapped", t.Number, u.Number)
	case turnDoubled:
		return fmt.Sprintf("turn %d is written twice", t.Number)
	case turnMissing:
		if c.count == 1 {
			return fmt.Sprintf("a turn of %s is left out before turn %d", g.missed(c), t.Number)
		}
		return fmt.Sprintf("%d turns are left out before turn %d: of %s", c.count, t.Number, g.missed(c))
	case leaveLost:
		return fmt.Sprintf("%s has left the game before turn %d", c.text, t.Number)
	case lineMended:
		return "the line is " + c.text
	case lineRemark:
		return "the line is a comment"
	case turnOther:
		return "another turn was played here: " + c.text
	}
	return fmt.Sprintf("turn %d was not carried out", t.Number)
}

// missed names the players of the turns left out.
func (g *game) missed(c *candidate) string {
	var names []string
	for _, hole := range c.with[:c.count] {
		names = append(names, hole.Node.(*notation.Turn).Handle.Text)
	}
	return strings.Join(names, ", ")
}

// proposal is the beginning of a sentence that says what follows from a reading.
func (g *game) proposal(c *candidate) string {
	if c.replaces() {
		return "with " + c.text + " instead"
	}
	return "if " + g.message(c)
}
