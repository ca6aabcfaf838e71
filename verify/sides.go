package verify

import (
	"bytes"
	"fmt"

	"tpnote/notation"
)

// This file judges side lines: what the players might have played instead.

// sideLine is a side line that is being read.
type sideLine struct {
	open   notation.Line // the "("
	replay *Replay       // as far as its lines have been judged; nil where they are not
	before *Replay       // before its last turn line, if it is judged
	turned bool          // it has a turn line
}

// mostSides is how deep side lines may lie in each other.
const mostSides = 8

// side judges a line of a side line, or a line that opens or closes one. What is wrong with
// the play in it is a note and weighs nothing; that the marks do not match is a fault of the log.
func (d *drive) side(line notation.Line) Event {
	ev := Event{Line: line, Side: max(1, len(d.sides))}
	mark, marks := line.Node.(*notation.SideLine)
	switch {
	case marks && mark.Open:
		ev.Side = len(d.sides) + 1
		next := sideLine{open: line}
		before, turned := d.before, d.before != nil
		if n := len(d.sides); n > 0 {
			before, turned = d.sides[n-1].before, d.sides[n-1].turned
		}
		switch {
		case len(d.sides) == mostSides:
			ev.Findings = append(ev.Findings, misplaced(line, fmt.Sprintf("side lines lie in each other at most %d deep", mostSides)))
		case !turned:
			ev.Findings = append(ev.Findings, misplaced(line, "a side line stands behind the turn that it replaces"))
		case before != nil && !d.options.NoSideLines:
			next.replay = before.Fork()
		}
		d.sides = append(d.sides, next)
	case marks && len(d.sides) == 0:
		ev.Findings = append(ev.Findings, misplaced(line, "no side line is open here"))
	case marks:
		d.sides = d.sides[:len(d.sides)-1]
	default:
		at := &d.sides[len(d.sides)-1]
		at.turned = at.turned || line.IsTurn()
		if at.replay == nil {
			break
		}
		switch line.Node.(type) {
		case nil, *notation.Turn, *notation.Bad:
		default:
			ev.Findings = append(ev.Findings, misplaced(line, "a side line has turns and comments alone"))
		}
		if line.IsTurn() {
			at.before = at.replay.Fork()
		}
		if len(ev.Findings) == 0 {
			ev = at.replay.Line(line)
			d.watched(at.replay, &ev)
			ev.Side, ev.begins, ev.ends = len(d.sides), false, false
			place(ev.Findings, d.block)
		}
		for i := range ev.Findings {
			f := &ev.Findings[i]
			f.Severity, f.Malformed, f.SideLine, f.apart = SeverityNote, false, true, true
		}
	}
	return ev
}

// misplaced is the finding that a line stands where it may not.
func misplaced(line notation.Line, message string) Finding {
	return Finding{Code: CodeDirective, Severity: SeverityError, Malformed: true, Span: line.Span, Text: line.Text, Message: message, apart: true}
}

// Sided reports whether a text has side lines.
func Sided(b notation.Block) bool {
	for text := b.Text; ; {
		at, closing := bytes.IndexByte(text, '('), bytes.IndexByte(text, ')')
		if at < 0 || 0 <= closing && closing < at {
			at = closing
		}
		if at < 0 {
			return false
		}
		begin := bytes.LastIndexByte(text[:at], '\n') + 1
		line, rest, _ := bytes.Cut(text[begin:], []byte{'\n'})
		if _, marks := notation.ParseLine(string(bytes.TrimSuffix(line, []byte{'\r'})), 1).Node.(*notation.SideLine); marks {
			return true
		}
		text = rest
	}
}
