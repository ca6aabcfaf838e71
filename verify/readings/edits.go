package readings

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tpnote/notation"
	"tpnote/verify"
)

// edit replaces bytes of a line.
type edit struct {
	line, start, end int // line is an index
	text             string
	out              bool // the whole line is taken out
}

// public is an edit as the outside has it, in characters.
func (e *edit) public(l *notation.Line) verify.Edit {
	column := func(at int) int { return 1 + utf8.RuneCountInString(l.Text[:at]) }
	return verify.Edit{Line: l.Span.Line, Column: column(e.start), EndColumn: column(e.end), Text: e.text, Out: e.out}
}

// edits returns the changes that a reading makes in the log, in the order of the log.
func (g *game) edits(c *candidate) []edit {
	l := &g.Lines[c.at]
	t, _ := l.Node.(*notation.Turn)
	at := func(s notation.Span, text string) edit {
		return edit{line: c.at, start: s.Start, end: s.End, text: text}
	}
	switch c.kind {
	case character, word:
		return []edit{at(t.Actions[c.index].Span, c.text)}
	case swapped:
		a, b := t.Actions[c.index], t.Actions[c.index+1]
		return []edit{at(a.Span, b.Text), at(b.Span, a.Text)}
	case doubled, surplus:
		s := t.Actions[c.index].Span
		for s.End < len(l.Text) && l.Text[s.End] == ' ' {
			s.End++
		}
		for s.End == len(l.Text) && l.Text[s.Start-1] == ' ' {
			s.Start--
		}
		return []edit{at(s, "")}
	case missing:
		if c.index < len(t.Actions) {
			s := t.Actions[c.index].Span
			s.End = s.Start
			return []edit{at(s, c.text+" ")}
		}
		s := t.Handle.Span
		if n := len(t.Actions); n > 0 {
			s = t.Actions[n-1].Span
		}
		s.Start = s.End
		return []edit{at(s, " "+c.text)}
	case player:
		return []edit{at(t.Handle.Span, c.text)}
	case turnSwapped:
		other := &g.Lines[c.index]
		u := other.Node.(*notation.Turn)
		s, v := l.Span, other.Span
		if t.Number < u.Number {
			s.Start, v.Start = t.Handle.Span.Start, u.Handle.Span.Start
		}
		return []edit{
			at(s, other.Text[v.Start:v.End]),
			{line: c.index, start: v.Start, end: v.End, text: l.Text[s.Start:s.End]},
		}
	case turnDoubled:
		var said []string
		for _, comment := range l.Comments {
			said = append(said, l.Text[comment.Span.Start:comment.Span.End])
		}
		return []edit{{line: c.at, start: 0, end: len(l.Text), text: strings.Join(said, " "), out: said == nil}}
	case turnMissing:
		var lines strings.Builder
		for _, hole := range c.with[:c.count] {
			u := hole.Node.(*notation.Turn)
			fmt.Fprintf(&lines, "%d. %s %s\n", u.Number, u.Handle.Text, notation.More)
		}
		return []edit{{line: c.at, text: lines.String()}}
	case leaveLost:
		return []edit{{line: c.at, text: "leave " + c.text + "\n"}}
	case lineMended, lineRemark:
		return []edit{whole(c.at, l.Text, c.text)}
	case turnOther:
		was := strings.NewReplacer("{", "(", "}", ")").Replace(l.Text[l.Span.Start:l.Span.End])
		return []edit{at(l.Span, c.text+" {"+was+"}")}
	}
	return nil // not carried out: what is written was written, and no change of it says so
}

// rendered returns the lines of a reading, as they would be in the log.
func (g *game) rendered(c *candidate) []notation.Line {
	if c.kind == notCarried {
		line := g.Lines[c.at]
		line.Node = &notation.Bad{}
		line.Errors = nil
		return []notation.Line{line}
	}
	edits := g.edits(c)
	var lines []notation.Line
	for i := c.at; i < c.at+c.size; i++ {
		text, out := g.Lines[i].Text, false
		for _, e := range slices.Backward(edits) {
			if e.line != i {
				continue
			}
			out = out || e.out
			text = text[:e.start] + e.text + text[e.end:]
		}
		if out {
			continue
		}
		for part := range strings.SplitSeq(text, "\n") {
			lines = append(lines, notation.ParseLine(part, g.Lines[i].Span.Line))
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
