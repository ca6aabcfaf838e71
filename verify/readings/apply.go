package readings

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"tpnote/notation"
	"tpnote/verify"
)

// Sure reports whether the best reading of a finding is certain.
func Sure(f *verify.Finding) bool { return len(f.Readings) > 0 && f.Readings[0].Certain }

// Apply makes the edits of readings in a text, whose first line has number 1. Edits of a
// line that an earlier reading has changed are left out with their reading; done is how many
// readings were made.
func Apply(text string, all []verify.Reading) (changed string, done int) {
	var edits []verify.Edit
	taken := map[int]bool{}
	for i := range all {
		own := all[i].Edits
		if len(own) == 0 || slices.ContainsFunc(own, func(e verify.Edit) bool { return taken[e.Line] }) {
			continue
		}
		for _, e := range own {
			taken[e.Line] = true
		}
		edits = append(edits, own...)
		done++
	}
	sort.SliceStable(edits, func(i, j int) bool {
		a, b := &edits[i], &edits[j]
		return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
	})
	lines := strings.SplitAfter(text, "\n")
	for _, e := range slices.Backward(edits) {
		if e.Line > len(lines) {
			continue
		}
		lines[e.Line-1] = within(lines[e.Line-1], e)
	}
	return strings.Join(lines, ""), done
}

// Aside turns a reading into one that keeps the written turns, and adds the corrected ones as a side
// line after the first of them. It has no edits if that side line is there already. ok is false for
// a reading without a turn to write.
func Aside(text string, r verify.Reading) (aside verify.Reading, ok bool) {
	if len(r.Edits) == 0 {
		return r, false
	}
	first, last := r.Edits[0].Line, r.Edits[0].Line
	for _, e := range r.Edits {
		first, last = min(first, e.Line), max(last, e.Line)
	}
	lines := strings.SplitAfter(text, "\n")
	changed := slices.Clone(lines[first-1 : last])
	for _, e := range slices.Backward(r.Edits) {
		changed[e.Line-first] = within(changed[e.Line-first], e)
	}
	side := []string{"("}
	for part := range strings.Lines(strings.Join(changed, "")) {
		line := notation.ParseLine(strings.TrimRight(part, "\r\n"), 1)
		if line.Node != nil && !line.IsTurn() {
			return r, false
		}
		if line.IsTurn() {
			words := line.Text
			for _, c := range slices.Backward(line.Comments) {
				words = words[:c.Span.Start] + words[c.Span.End:]
			}
			side = append(side, strings.Join(strings.Fields(words), " "))
		}
	}
	if len(side) == 1 {
		return r, false
	}
	there := lines[first:min(len(lines), first+len(side))]
	if slices.EqualFunc(there, side, func(a, b string) bool { return strings.TrimRight(a, "\r\n") == b }) {
		r.Edits = nil
		return r, true
	}
	end := 1 + utf8.RuneCountInString(strings.TrimRight(lines[first-1], "\r\n"))
	r.Edits = []verify.Edit{{Line: first, Column: end, EndColumn: end, Text: "\n" + strings.Join(side, "\n") + "\n)"}}
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
	runes := []rune(line)
	end := strings.TrimRight(line, "\r\n")
	return mark + string(runes[:e.Column-1]) + strings.ReplaceAll(e.Text, "\n", cmp.Or(line[len(end):], "\n")) + string(runes[e.EndColumn-1:])
}
