package main

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
)

// around is how many lines that stay are shown before and behind those that change.
const around = 3

// longestHunk is how many bytes of changes are held together. More are cut into hunks with
// no lines around them, which a patch program takes by their line numbers.
const longestHunk = 1 << 20

// differ prints what changes in a file as a unified diff, hunk by hunk.
type differ struct {
	out      *bufio.Writer
	from, to string   // the names of both sides
	begun    bool     // the names have been printed
	old, new int      // lines so far, on both sides
	same     [][]byte // the last lines, as far as they stay
	hunk     hunk
}

// hunk is what changes near each other.
type hunk struct {
	open, cut    bool     // cut: the changes go on from another hunk
	before       [][]byte // lines that stay
	oldAt, newAt int      // lines before the first change
	olds, news   int      // lines from there on
	text         bytes.Buffer
}

// piece takes a piece of the file and what takes its place.
func (d *differ) piece(text, form []byte) {
	if bytes.Equal(text, form) {
		for line := range bytes.Lines(text) {
			d.stay(line)
		}
		return
	}
	was, is := slices.Collect(bytes.Lines(text)), slices.Collect(bytes.Lines(form))
	first := 0
	for first < min(len(was), len(is)) && bytes.Equal(was[first], is[first]) {
		d.stay(was[first])
		first++
	}
	last := 0
	for last < min(len(was), len(is))-first && bytes.Equal(was[len(was)-1-last], is[len(is)-1-last]) {
		last++
	}
	for _, line := range was[first : len(was)-last] {
		d.change('-', line)
	}
	for _, line := range is[first : len(is)-last] {
		d.change('+', line)
	}
	for _, line := range was[len(was)-last:] {
		d.stay(line)
	}
}

// stay takes a line that does not change.
func (d *differ) stay(line []byte) {
	d.old++
	d.new++
	d.same = append(d.same, bytes.Clone(line))
	switch {
	case d.hunk.open && len(d.same) > 2*around:
		d.close()
	case !d.hunk.open && len(d.same) > around:
		d.same = d.same[1:]
	}
}

// change takes a line that goes or comes.
func (d *differ) change(sign byte, line []byte) {
	h := &d.hunk
	if h.text.Len() > longestHunk {
		d.print(nil, nil)
		*h = hunk{cut: true}
	}
	if !h.open {
		h.open, h.before, h.oldAt, h.newAt = true, d.same, d.old, d.new
	} else {
		for _, line := range d.same {
			h.add(' ', line)
		}
	}
	d.same = nil
	h.add(sign, line)
	if sign == '-' {
		d.old++
	} else {
		d.new++
	}
}

// close prints the open hunk, with the lines around it that stay.
func (d *differ) close() {
	if h := &d.hunk; h.cut {
		d.print(nil, nil)
	} else if h.open {
		d.print(h.before, d.same[:min(around, len(d.same))])
	}
	d.hunk = hunk{}
	d.same = d.same[max(0, len(d.same)-around):]
}

func (d *differ) print(before, behind [][]byte) {
	if !d.begun {
		fmt.Fprintf(d.out, "--- %s\n+++ %s\n", d.from, d.to)
		d.begun = true
	}
	h := &d.hunk
	beside := len(before) + len(behind)
	fmt.Fprintf(d.out, "@@ -%s +%s @@\n", lines(h.oldAt-len(before), h.olds+beside), lines(h.newAt-len(before), h.news+beside))
	for _, line := range before {
		d.out.Write(marked(' ', line))
	}
	d.out.Write(h.text.Bytes())
	for _, line := range behind {
		d.out.Write(marked(' ', line))
	}
}

// lines is the place of n lines behind others, as a unified diff has it.
func lines(before, n int) string {
	if n > 0 {
		before++
	}
	return fmt.Sprintf("%d,%d", before, n)
}

func (h *hunk) add(sign byte, line []byte) {
	h.text.Write(marked(sign, line))
	if sign != '+' {
		h.olds++
	}
	if sign != '-' {
		h.news++
	}
}

// marked is a line of a diff.
func marked(sign byte, line []byte) []byte {
	line = append([]byte{sign}, line...)
	if !bytes.HasSuffix(line, []byte{'\n'}) {
		line = append(line, "\n\\ No newline at end of file\n"...)
	}
	return line
}
