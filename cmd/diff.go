package cmd

import (
	"bytes"
	"fmt"

	"github.com/aymanbagabas/go-udiff"
)

// lineDiff prints a unified diff of a text that is rewritten from its beginning to its end. It holds one hunk.
// (The library compares two whole texts, and gives up on alignments with more than a hundred differences; which
// line has become which is known here.)
type lineDiff struct {
	name  string // of the file
	print func(text []byte)

	from, to int      // lines of the two texts before lead
	lead     [][]byte // up to diffContext unchanged lines before the hunk
	hunk     []byte   // the lines from the first change on, with their marks
	added    []byte   // the new lines of the last run of changes, which follow its old ones
	old, new int      // lines of the two texts in hunk and added
	calm     [][]byte // unchanged lines after the last change
	headed   bool     // the names are printed
}

const (
	diffContext = 3       // unchanged lines that are printed around changes
	maxHunk     = 4 << 20 // bytes
)

// add takes the next lines of the text, and what replaces them. They are not kept.
func (d *lineDiff) add(was, is []byte) {
	at := 0
	if !bytes.Equal(was, is) {
		for _, e := range udiff.Lines(string(was), string(is)) {
			d.same(was[at:e.Start])
			d.replace(was[e.Start:e.End], []byte(e.New))
			at = e.End
		}
	}
	d.same(was[at:])
}

// end prints the last hunk.
func (d *lineDiff) end() { d.flush(diffContext) }

// same takes lines that do not change. It prints the hunk when enough of them follow it.
func (d *lineDiff) same(lines []byte) {
	for line := range bytes.Lines(lines) {
		if d.calm = append(d.calm, bytes.Clone(line)); d.old+d.new == 0 {
			d.begin()
		} else if len(d.calm) > 2*diffContext {
			d.flush(diffContext)
		}
	}
}

// begin begins a hunk after the unchanged lines.
func (d *lineDiff) begin() {
	lead := append(d.lead, d.calm...)
	before := max(0, len(lead)-diffContext)
	d.from, d.to, d.lead, d.calm = d.from+before, d.to+before, lead[before:], nil
}

// replace takes lines that change. Either side may be empty.
func (d *lineDiff) replace(was, is []byte) {
	if len(d.calm) > 0 {
		d.hunk, d.added = marked(append(d.hunk, d.added...), ' ', d.calm...), nil
		d.old, d.new, d.calm = d.old+len(d.calm), d.new+len(d.calm), nil
	}
	for line := range bytes.Lines(was) {
		d.hunk = marked(d.hunk, '-', line)
		d.old++
	}
	for line := range bytes.Lines(is) {
		d.added = marked(d.added, '+', line)
		d.new++
	}
	if len(d.hunk)+len(d.added) > maxHunk {
		d.flush(0)
	}
}

// marked appends lines with a mark.
func marked(dst []byte, mark byte, lines ...[]byte) []byte {
	for _, line := range lines {
		dst = append(append(dst, mark), line...)
		if !bytes.HasSuffix(line, []byte("\n")) {
			dst = append(dst, "\n\\ No newline at end of file\n"...)
		}
	}
	return dst
}

// flush prints the hunk with up to around unchanged lines on both sides, and begins the next one.
func (d *lineDiff) flush(around int) {
	if d.old+d.new == 0 {
		return
	}
	if len(d.lead) < diffContext && d.from > 0 { // with unchanged lines on one side alone, patch would look for it at an end of the file
		around = 0
	}
	if !d.headed {
		d.headed = true
		d.print(fmt.Appendf(nil, "--- %s.orig\n+++ %s\n", d.name, d.name))
	}
	lead, trail := d.lead[max(0, len(d.lead)-around):], d.calm[:min(around, len(d.calm))]
	skipped, same := len(d.lead)-len(lead), len(lead)+len(trail)
	d.print(fmt.Appendf(nil, "@@ -%s +%s @@\n", diffRange(d.from+skipped+1, d.old+same), diffRange(d.to+skipped+1, d.new+same)))
	d.print(marked(append(append(marked(nil, ' ', lead...), d.hunk...), d.added...), ' ', trail...))
	d.from, d.to = d.from+len(d.lead)+d.old, d.to+len(d.lead)+d.new
	d.old, d.new, d.lead, d.hunk, d.added = 0, 0, nil, nil, nil
	d.begin()
}

// diffRange returns n lines from one on as a hunk names them.
func diffRange(first, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", first-1) // after that line
	case 1:
		return fmt.Sprint(first)
	default:
		return fmt.Sprintf("%d,%d", first, n)
	}
}
