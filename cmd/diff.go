package cmd

import (
	"bytes"
	"fmt"

	"github.com/aymanbagabas/go-udiff"
)

// lineDiff prints a unified diff of a text that is rewritten from its beginning to its end. It
// prints each hunk as soon as it is complete, and holds no more than that. (The library compares
// two whole texts, and gives up on alignments with more than a hundred differences; which line
// has become which is known here.)
type lineDiff struct {
	name  string // of the file
	print func(text []byte)

	was, is  []byte // of a line whose end is still to come
	gone     []byte // blank lines that go, if the next one does not stay in their place
	from, to int    // lines of the two texts so far

	recent [diffContext][]byte // the unchanged lines before this one, the nearest last
	kept   int                 // how many of them
	broken bool                // less than a context ago, a hunk was cut
	headed bool                // the names are printed

	open     bool // a hunk is being collected
	bare     bool // without lines around it
	fromLine int  // its first line, counted from 1
	toLine   int
	body     []byte                 // lines of the hunk
	plus     []byte                 // the new lines of a run of changes: they come after the old ones
	lead     int                    // bytes of the unchanged lines it begins with
	around   int                    // how many these are
	ends     [2*diffContext + 1]int // the bytes of body before each of the unchanged lines at its end
	since    int                    // how many these are
}

// diffContext is how many unchanged lines are printed around changes.
const diffContext = 3

// maxHunk is the size, in bytes, at which a hunk ends even amid changes.
const maxHunk = 4 << 20

// add takes the next piece of the text, and what replaces it. A piece is lines, or a part of one.
func (d *lineDiff) add(was, is []byte) error {
	if unended := len(was) > 0 && was[len(was)-1] != '\n'; unended || len(d.was) > 0 {
		d.was, d.is = append(d.was, was...), append(d.is, is...)
		if len(d.was) > 2*maxHunk {
			return fmt.Errorf("line %d: is longer than %d MiB, which is too long for a diff", d.from+1, 2*maxHunk>>20)
		}
		if unended {
			return nil
		}
		was, is = d.was, d.is
		d.was, d.is = nil, nil
	}
	d.piece(was, is)
	return nil
}

// end prints the last hunk.
func (d *lineDiff) end() {
	d.piece(d.was, d.is) // the last line may have no end
	d.piece(nil, nil)
	if d.open {
		d.close()
	}
}

// piece takes whole lines. Of blank lines, fmt keeps the last; a diff shows that the first stays.
func (d *lineDiff) piece(was, is []byte) {
	if blank := []byte{'\n'}; bytes.HasPrefix(d.gone, blank) && bytes.Equal(is, blank) {
		d.same(is)
		d.gone = append(d.gone[1:], was...)
		return
	} else if len(is) == 0 && len(bytes.TrimSpace(was)) == 0 && len(was) > 0 && len(d.gone) < maxHunk {
		d.gone = append(d.gone, was...)
		return
	}
	if len(d.gone) > 0 {
		d.replace(d.gone, nil)
		d.gone = d.gone[:0]
	}
	switch {
	case bytes.Equal(was, is):
		d.same(was)
	case bytes.Count(was, []byte{'\n'}) <= 1 && bytes.Count(is, []byte{'\n'}) <= 1:
		d.replace(was, is)
	default: // tags that are in another order
		at := 0
		for _, e := range udiff.Lines(string(was), string(is)) {
			d.same(was[at:e.Start])
			d.replace(was[e.Start:e.End], []byte(e.New))
			at = e.End
		}
		d.same(was[at:])
	}
	if len(d.body)+len(d.plus) > maxHunk && d.since == 0 {
		d.cut()
	}
}

// same takes lines that do not change.
func (d *lineDiff) same(lines []byte) {
	for line := range bytes.Lines(lines) {
		d.from++
		d.to++
		if d.open {
			d.settle()
			d.ends[d.since] = len(d.body)
			d.since++
			d.body = appendDiffLine(d.body, ' ', line)
			if d.since == len(d.ends) {
				d.close()
			}
			continue
		}
		oldest := d.recent[0]
		copy(d.recent[:], d.recent[1:])
		d.recent[diffContext-1] = append(oldest[:0], line...)
		d.kept = min(d.kept+1, diffContext)
		d.broken = d.broken && d.kept < diffContext
	}
}

// replace takes lines that change. Either side may be empty.
func (d *lineDiff) replace(was, is []byte) {
	if !d.open {
		d.begin()
	}
	d.since = 0
	for line := range bytes.Lines(was) {
		d.from++
		d.body = appendDiffLine(d.body, '-', line)
	}
	for line := range bytes.Lines(is) {
		d.to++
		d.plus = appendDiffLine(d.plus, '+', line)
	}
}

// begin begins a hunk with the unchanged lines before it.
func (d *lineDiff) begin() {
	d.open, d.bare = true, d.broken
	d.around = d.kept
	d.fromLine, d.toLine = d.from-d.kept+1, d.to-d.kept+1
	for _, line := range d.recent[diffContext-d.kept:] {
		d.body = appendDiffLine(d.body, ' ', line)
	}
	d.lead = len(d.body)
	d.kept, d.broken = 0, false
}

// settle ends a run of changes.
func (d *lineDiff) settle() {
	d.body = append(d.body, d.plus...)
	d.plus = d.plus[:0]
}

// cut ends a hunk amid changes. Such a hunk, and the one after it, have no unchanged lines
// around them: with some on one side alone, patch would look for them at an end of the file.
func (d *lineDiff) cut() {
	d.bare = true
	d.close()
	d.broken = true
}

// close prints the hunk, and keeps the unchanged lines at its end for the next one.
func (d *lineDiff) close() {
	d.settle()
	behind := min(d.since, diffContext)
	if d.bare {
		behind = 0
		d.body = d.body[:copy(d.body, d.body[d.lead:])]
		for i := range d.ends {
			d.ends[i] -= d.lead
		}
		d.fromLine += d.around
		d.toLine += d.around
	}
	size := len(d.body)
	if behind < d.since {
		size = d.ends[behind]
	}
	if !d.headed {
		d.headed = true
		d.print(fmt.Appendf(nil, "--- %s.orig\n+++ %s\n", d.name, d.name))
	}
	more := d.since - behind // unchanged lines that the hunk leaves out
	d.print(fmt.Appendf(nil, "@@ -%s +%s @@\n", diffRange(d.fromLine, d.from-more), diffRange(d.toLine, d.to-more)))
	d.print(d.body[:size])

	d.kept = min(d.since, diffContext)
	for i := d.since - d.kept; i < d.since; i++ {
		end := len(d.body)
		if i+1 < d.since {
			end = d.ends[i+1]
		}
		d.recent[diffContext-d.since+i] = append(d.recent[diffContext-d.since+i][:0], d.body[d.ends[i]+1:end]...)
	}
	d.open, d.since, d.body = false, 0, d.body[:0]
}

// diffRange returns the lines from first to last as a hunk names them.
func diffRange(first, last int) string {
	switch n := last - first + 1; n {
	case 0:
		return fmt.Sprintf("%d,0", last) // after that line
	case 1:
		return fmt.Sprint(first)
	default:
		return fmt.Sprintf("%d,%d", first, n)
	}
}

// appendDiffLine appends a line with its mark.
func appendDiffLine(dst []byte, mark byte, line []byte) []byte {
	dst = append(append(dst, mark), line...)
	if line[len(line)-1] != '\n' {
		dst = append(dst, "\n\\ No newline at end of file\n"...)
	}
	return dst
}
