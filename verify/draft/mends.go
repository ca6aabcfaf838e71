package draft

import (
	"strings"

	"tpnote/verify/readings"
)

// Mends reports whether less is wrong with the text after an edit, and no more in any line that the
// edit does not change. removed, if it is not nil, has to hold too after the edit. The text stays as it is.
func (d *Draft) Mends(e Edit, removed func(Change) bool) bool {
	from, to := d.LineAt(e.Start), d.LineAt(e.End)
	before := d.wrong(func(line int) int { return line })
	change := d.Edit(e)
	defer func() { d.Edit(change.Undo) }()
	if removed != nil && !removed(change) {
		return false
	}
	last, own := from+strings.Count(e.Text, "\n"), map[int]bool{}
	for line := from; line <= to; line++ {
		own[line+1] = true
	}
	after := d.wrong(func(line int) int {
		switch {
		case line-1 <= from:
			return line
		case line-1 <= last:
			return to + 1
		}
		return line - last + to
	})
	return after.Mends(before, own)
}

// wrong is what is wrong with the games. origin says of a line which line of the old text it was.
func (d *Draft) wrong(origin func(line int) int) *readings.Wrong {
	w := &readings.Wrong{}
	for g := range d.Summaries() {
		w.Add(g, origin)
	}
	return w
}
