package readings

import (
	"cmp"
	"slices"
	"strings"

	"tpnote/verify"
)

// Sure reports whether the best reading of a finding can be written and has no rival.
func Sure(f *verify.Finding) bool {
	r := f.Readings
	return len(r) > 0 && len(r[0].Edits) > 0 && (len(r) == 1 || r[1].Cost >= r[0].Cost+1)
}

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
	slices.SortStableFunc(edits, func(a, b verify.Edit) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
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
