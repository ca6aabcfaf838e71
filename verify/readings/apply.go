package readings

import (
	"cmp"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
)

// Sure reports whether the best reading of a finding is certain.
func Sure(f *verify.Finding) bool { return len(f.Readings) > 0 && f.Readings[0].Certain }

// Corrections are the readings of a finding. An error that has none may have one fix, which is certain.
func Corrections(f *verify.Finding) []verify.Reading {
	if f.Severity != verify.SeverityError || len(f.Fixes) != 1 || len(f.Readings) > 0 {
		return f.Readings
	}
	return []verify.Reading{{Message: f.Fixes[0].Message, Certain: true, Edits: []verify.Edit{f.Fixes[0].Edit}}}
}

// Apply makes the edits of readings in a text, whose first line has the given number. Edits of a line that an earlier
// reading has changed are left out with their reading; done is how many readings were made.
func Apply(text string, line int, all []verify.Reading) (changed string, done int) {
	lines := strings.SplitAfter(text, "\n")
	for i, made := range apart(all) {
		if made {
			edited(lines, line, all[i].Edits)
			done++
		}
	}
	return strings.Join(lines, ""), done
}

// apart chooses the readings that change something, and no line that an earlier one changes.
func apart(all []verify.Reading) (chosen []bool) {
	taken := map[int]bool{}
	for i := range all {
		own := all[i].Edits
		chosen = append(chosen, len(own) > 0 && !slices.ContainsFunc(own, func(e verify.Edit) bool { return taken[e.Line] }))
		for k := range own {
			taken[own[k].Line] = taken[own[k].Line] || chosen[i]
		}
	}
	return chosen
}

// edited makes some edits, which are in the order of the log, if they are in lines. line is the number of the first.
func edited(lines []string, line int, edits []verify.Edit) {
	for _, e := range slices.Backward(edits) {
		if i := e.Line - line; 0 <= i && i < len(lines) {
			lines[i] = within(lines[i], e)
		}
	}
}

// Aside turns a reading into one that keeps the written turns, and adds the corrected ones as a side
// line after the first of them. It has no edits if that side line is there already. ok is false for
// a reading without a turn to write. line is the number of the first line of the text.
func Aside(text string, line int, r verify.Reading) (aside verify.Reading, ok bool) {
	if len(r.Edits) == 0 {
		return r, false
	}
	lines := strings.SplitAfter(text, "\n")
	at := r.Edits[0].Line
	first, last := at-line, r.Edits[len(r.Edits)-1].Line-line
	changed, _ := Apply(strings.Join(lines[first:last+1], ""), at, []verify.Reading{r})
	side := []string{"("}
	for part := range strings.Lines(changed) {
		l := notation.ParseLine(strings.TrimRight(part, "\r\n"), 1)
		if l.Node != nil && !l.IsTurn() {
			return r, false
		}
		if l.IsTurn() {
			words := l.Text
			for _, c := range slices.Backward(l.Comments) {
				words = words[:c.Span.Start] + words[c.Span.End:]
			}
			side = append(side, strings.Join(strings.Fields(words), " "))
		}
	}
	if len(side) == 1 {
		return r, false
	}
	there := lines[first+1 : min(len(lines), first+1+len(side))]
	if slices.EqualFunc(there, side, func(a, b string) bool { return strings.TrimRight(a, "\r\n") == b }) {
		r.Edits = nil
		return r, true
	}
	end := len(strings.TrimRight(lines[first], "\r\n"))
	r.Edits = []verify.Edit{put(notation.SpanIn(lines[first], at, end, end), "\n"+strings.Join(side, "\n")+"\n)")}
	return r, true
}

// within is a line, with its line end, after an edit.
func within(line string, e verify.Edit) string {
	if e.Out {
		return ""
	}
	mark := ""
	if e.Line == 1 { // a byte-order mark is no character of the log
		mark, line = line[:len(line)-len(strings.TrimPrefix(line, "\ufeff"))], strings.TrimPrefix(line, "\ufeff")
	}
	end := strings.TrimRight(line, "\r\n")
	return mark + line[:e.Start] + strings.ReplaceAll(e.Text, "\n", cmp.Or(line[len(end):], "\n")) + line[e.End:]
}
