package cmd

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/aymanbagabas/go-udiff"
)

// lineDiff prints a unified diff of a text that is rewritten from its beginning to its end. It holds one hunk.
// (The library compares two whole texts, and gives up on alignments with more than a hundred differences; which
// line has become which is known here.)
type lineDiff struct {
	name  string // of the file
	print func(text []byte)

	was, is  []byte     // of a line whose end is still to come
	hunk     []diffLine // begins with up to diffContext unchanged lines
	added    []diffLine // the new lines of the run of changes at its end
	size     int        // bytes from its first change on
	from, to int        // lines of the two texts before the hunk
	headed   bool       // the names are printed
}

// diffLine is a line of a hunk, with the mark ' ', '-' or '+'.
type diffLine struct {
	mark byte
	text []byte
}

const (
	diffContext = 3       // unchanged lines that are printed around changes
	maxHunk     = 4 << 20 // bytes
	maxDiffLine = 8 << 20 // bytes
)

// add takes the next piece of the text, and what replaces it. A piece is lines, or a part of one.
func (d *lineDiff) add(was, is []byte) error {
	d.was, d.is = append(d.was, was...), append(d.is, is...)
	switch {
	case len(d.was) == 0 || bytes.HasSuffix(d.was, []byte("\n")):
		d.piece()
	case len(d.was) > maxDiffLine:
		before, _ := extent(d.hunk)
		return fmt.Errorf("line %d: is longer than %d MiB, which is too long for a diff", d.from+before+1, maxDiffLine>>20)
	}
	return nil
}

// end prints the last hunk.
func (d *lineDiff) end() {
	d.piece() // the last line may have no end
	d.flush(diffContext)
}

// piece takes the whole lines that have come.
func (d *lineDiff) piece() {
	was, is := d.was, d.is
	d.was, d.is = nil, nil
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

// same takes lines that do not change. It prints the hunk when enough of them follow it.
func (d *lineDiff) same(lines []byte) {
	for line := range bytes.Lines(lines) {
		d.hunk = append(append(d.hunk, d.added...), diffLine{' ', line})
		d.added = nil
		switch calm := d.calm(); {
		case calm < len(d.hunk):
			if d.size += len(line); calm > 2*diffContext {
				d.flush(diffContext)
			}
		case calm > diffContext:
			d.hunk, d.from, d.to = d.hunk[1:], d.from+1, d.to+1
		}
	}
}

// replace takes lines that change. Either side may be empty.
func (d *lineDiff) replace(was, is []byte) {
	for line := range bytes.Lines(was) {
		d.hunk = append(d.hunk, diffLine{'-', line})
	}
	for line := range bytes.Lines(is) {
		d.added = append(d.added, diffLine{'+', line})
	}
	if d.size += len(was) + len(is); d.size > maxHunk {
		d.flush(0)
	}
}

// calm returns the number of unchanged lines at the end of the hunk.
func (d *lineDiff) calm() (n int) {
	for n < len(d.hunk) && d.hunk[len(d.hunk)-1-n].mark == ' ' {
		n++
	}
	return n
}

// flush prints the hunk with up to around unchanged lines on both sides, and begins the next one with the last
// unchanged lines.
func (d *lineDiff) flush(around int) {
	d.hunk, d.added = append(d.hunk, d.added...), nil
	lead := slices.IndexFunc(d.hunk, func(l diffLine) bool { return l.mark != ' ' })
	if lead < 0 {
		return
	}
	if lead < diffContext && d.from > 0 { // with unchanged lines on one side alone, patch would look for it at an end of the file
		around = 0
	}
	if !d.headed {
		d.headed = true
		d.print(fmt.Appendf(nil, "--- %s.orig\n+++ %s\n", d.name, d.name))
	}
	calm, skipped := d.calm(), max(0, lead-around)
	lines := d.hunk[skipped : len(d.hunk)-max(0, calm-around)]
	was, is := extent(lines)
	d.print(fmt.Appendf(nil, "@@ -%s +%s @@\n", diffRange(d.from+skipped+1, was), diffRange(d.to+skipped+1, is)))
	for _, l := range lines {
		d.print(append([]byte{l.mark}, l.text...))
		if !bytes.HasSuffix(l.text, []byte("\n")) {
			d.print([]byte("\n\\ No newline at end of file\n"))
		}
	}
	next := len(d.hunk) - min(calm, diffContext)
	was, is = extent(d.hunk[:next])
	d.hunk, d.size, d.from, d.to = slices.Clone(d.hunk[next:]), 0, d.from+was, d.to+is
}

// extent returns how many lines of the two texts are in a part of a hunk.
func extent(lines []diffLine) (was, is int) {
	for _, l := range lines {
		if l.mark != '+' {
			was++
		}
		if l.mark != '-' {
			is++
		}
	}
	return was, is
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
