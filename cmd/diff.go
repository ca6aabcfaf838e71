package cmd

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// lineDiff prints a unified diff of a text that is rewritten from its beginning to its end. It
// holds a window of the text, and lets go what is printed. (The library compares two whole texts,
// and gives up on alignments with more than a hundred differences; which line has become which is
// known here.)
type lineDiff struct {
	name  string // of the file
	print func(text []byte)

	was, is []byte // of a line whose end is still to come

	text     []byte // the old lines of the window
	edits    []edit // what becomes of them
	from, to int    // lines of the two texts before the window
	calm     int    // unchanged lines at its end
	torn     bool   // it begins amid changes
	headed   bool   // the names are printed
}

// edit is a run of lines that change: text[start:end] becomes is.
type edit struct {
	start, end int
	is         []byte
}

const (
	diffContext = 3        // unchanged lines that are printed around changes
	diffWindow  = 64 << 10 // bytes; the library takes time that grows with its square
	maxDiffLine = 8 << 20  // bytes
)

// add takes the next piece of the text, and what replaces it. A piece is lines, or a part of one.
func (d *lineDiff) add(was, is []byte) error {
	if unended := len(was) > 0 && was[len(was)-1] != '\n'; unended || len(d.was) > 0 {
		d.was, d.is = append(d.was, was...), append(d.is, is...)
		if len(d.was) > maxDiffLine {
			line := d.from + bytes.Count(d.text, []byte{'\n'}) + 1
			return fmt.Errorf("line %d: is longer than %d MiB, which is too long for a diff", line, maxDiffLine>>20)
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

// end prints the last hunks.
func (d *lineDiff) end() {
	d.piece(d.was, d.is) // the last line may have no end
	d.flush(diffContext)
}

// piece takes whole lines.
func (d *lineDiff) piece(was, is []byte) {
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
	switch {
	case len(d.text) <= diffWindow:
	case d.calm > 2*diffContext:
		d.flush(diffContext)
	default: // with unchanged lines on one side alone, patch would look for a hunk at an end of the file
		d.flush(0)
	}
}

// same takes lines that do not change.
func (d *lineDiff) same(lines []byte) {
	d.text = append(d.text, lines...)
	d.calm += bytes.Count(lines, []byte{'\n'})
}

// replace takes lines that change. Either side may be empty.
func (d *lineDiff) replace(was, is []byte) {
	at, last := len(d.text), len(d.edits)-1
	if last < 0 || d.edits[last].end < at {
		d.edits = append(d.edits, edit{start: at})
		last++
	}
	d.text, d.calm = append(d.text, was...), 0
	e := &d.edits[last]
	e.end, e.is = len(d.text), append(e.is, is...)
}

// flush prints the hunks of the window, with unchanged lines around them, and begins the next one
// with as many unchanged lines.
func (d *lineDiff) flush(around int) {
	if d.torn && len(d.edits) > 0 && bytes.Count(d.text[:d.edits[0].start], []byte{'\n'}) < diffContext {
		around = 0
	}
	var edits []udiff.Edit
	for _, e := range d.edits {
		edits = append(edits, udiff.Edit{Start: e.start, End: e.end, New: string(e.is)})
	}
	diff, err := udiff.ToUnifiedDiff("", "", string(d.text), edits, around)
	if err != nil {
		panic(err) // edits that overlap
	}
	for _, h := range diff.Hunks {
		d.hunk(h)
	}
	keep := len(d.text)
	if d.torn = d.calm < diffContext; !d.torn {
		for range diffContext {
			keep = bytes.LastIndexByte(d.text[:keep-1], '\n') + 1
		}
	}
	gone := bytes.Count(d.text[:keep], []byte{'\n'})
	d.from, d.to = d.from+gone, d.to+gone
	d.text, d.edits = append(d.text[:0], d.text[keep:]...), d.edits[:0]
}

// hunk prints a hunk of the window.
func (d *lineDiff) hunk(h *udiff.Hunk) {
	if !d.headed {
		d.headed = true
		d.print(fmt.Appendf(nil, "--- %s.orig\n+++ %s\n", d.name, d.name))
	}
	var body []byte
	var was, is int
	for _, line := range h.Lines {
		mark := byte(' ')
		switch line.Kind {
		case udiff.Delete:
			mark, was = '-', was+1
		case udiff.Insert:
			mark, is = '+', is+1
		default:
			was, is = was+1, is+1
		}
		body = append(append(body, mark), line.Content...)
		if !strings.HasSuffix(line.Content, "\n") {
			body = append(body, "\n\\ No newline at end of file\n"...)
		}
	}
	from, to := d.from+h.FromLine, d.to+h.FromLine // the library's ToLine leaves out unchanged lines within hunks
	d.print(fmt.Appendf(nil, "@@ -%s +%s @@\n", diffRange(from, was), diffRange(to, is)))
	d.print(body)
	d.to += is - was
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
