package lsp

import (
	"bytes"
	"iter"
	"net/url"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"tpnote/notation"
	"tpnote/verify/draft"
)

// document is a text that an editor has open.
type document struct {
	uri     string
	path    string // "" for a text that is no file
	version *int
	draft   *draft.Draft // a variant file has one too, for its lines
	variant bool         // it is a variant file
	large   bool         // it is a log that is too large to be judged

	// A CR alone ends a line for the protocol, and is a character in a log. So a line of the
	// log with such CRs is several lines for the editor.
	breaks []int // the line of each such CR, from 0
	crs    bool  // there has been a CR in the text
}

// pathOf is the path of a file URI, or "".
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	path := u.Path
	if len(path) > 2 && path[2] == ':' { // "/C:/games"
		path = path[1:]
	}
	return filepath.FromSlash(path)
}

// uriOf is the URI of a path.
func uriOf(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // "C:/games"
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// dir is the folder that paths in the document start from.
func (d *document) dir() string {
	if d.path == "" {
		return "."
	}
	return filepath.Dir(d.path)
}

// edited looks for CRs after an edit.
func (d *document) edited(text string) {
	d.crs = d.crs || strings.Contains(text, "\r")
	d.breaks = d.breaks[:0]
	if !d.crs {
		return
	}
	line := 0
	for _, g := range d.draft.Games() {
		if text := g.Bytes(); bytes.Count(text, []byte{'\r'}) == bytes.Count(text, []byte("\r\n")) {
			line += g.Len()
			continue
		}
		for text := range bytes.Lines(g.Bytes()) {
			for range crs(string(text)) {
				d.breaks = append(d.breaks, line)
			}
			line++
		}
	}
}

// crs are the offsets of the CRs in a line that are not part of its end.
func crs(line string) []int {
	if !strings.Contains(line, "\r") {
		return nil
	}
	var at []int
	for i := range len(line) {
		if line[i] == '\r' && !(i+2 == len(line) && line[i+1] == '\n') {
			at = append(at, i)
		}
	}
	return at
}

// lineOf is the line of the log that a line of the editor is in, and the bytes of it that the
// editor's line takes.
func (d *document) lineOf(shown int) (line, start, end int) {
	i := sort.Search(len(d.breaks), func(i int) bool { return d.breaks[i]+i >= shown }) // CRs before it
	line = shown - i
	text := d.draft.Raw(line)
	at, k := crs(text), i-sort.SearchInts(d.breaks, line)
	if k > 0 {
		start = at[k-1] + 1
	}
	end = len(strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r"))
	if k < len(at) {
		end = at[k]
	}
	return line, start, max(start, end)
}

// offset is the byte of the text at a position. A position after the end of a line counts as the end.
func (d *document) offset(p position) int {
	if p.Line < 0 {
		return 0
	}
	line, start, end := d.lineOf(p.Line)
	if line >= d.draft.Lines() {
		return d.draft.Len()
	}
	return d.draft.Start(line) + start + bytesOf(d.draft.Raw(line)[start:end], p.Character)
}

// place is the line of the log and the byte in it at a position, without a byte-order mark.
func (d *document) place(p position) (line, at int) {
	line, start, end := d.lineOf(max(p.Line, 0))
	if line >= d.draft.Lines() {
		line = d.draft.Lines() - 1
		return line, len(d.draft.Line(line))
	}
	at = start + bytesOf(d.draft.Raw(line)[start:end], p.Character)
	return line, max(0, at-d.draft.Mark(line))
}

// bytesOf returns the length in bytes of the first units UTF-16 units of a text, at most all of it.
// It does not cut a character.
func bytesOf(text string, units int) int { return bytesTaking(text, units, utf16.RuneLen) }

// bytesTaking is bytesOf for another size of characters.
func bytesTaking(text string, left int, size func(rune) int) int {
	for i, r := range text {
		if left -= size(r); left < 0 {
			return i
		}
	}
	return len(text)
}

// unitsOf is how many UTF-16 units a text takes.
func unitsOf(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// at is the position of a byte of a line of the log, both from 0.
func (d *document) at(line, offset int) position {
	raw := d.draft.Raw(line)
	offset = min(offset+d.draft.Mark(line), len(raw))
	for offset < len(raw) && !utf8.RuneStart(raw[offset]) {
		offset++
	}
	shown, start := line+sort.SearchInts(d.breaks, line), 0
	for _, cr := range crs(raw) {
		if cr < offset {
			shown++
			start = cr + 1
		}
	}
	return position{shown, unitsOf(raw[start:offset])}
}

// between is the range of some bytes of a line of the log.
func (d *document) between(line, start, end int) textRange {
	return textRange{d.at(line, start), d.at(line, end)}
}

// span is the range of a span, whose lines are counted from 1.
func (d *document) span(s notation.Span) textRange { return d.between(s.Line-1, s.Start, s.End) }

// whole is the range of a line of the log, without its line end.
func (d *document) whole(line int) textRange { return d.between(line, 0, len(d.draft.Line(line))) }

// bytesBetween is the range of some bytes of the text.
func (d *document) bytesBetween(start, end int) textRange {
	point := func(offset int) position {
		line := d.draft.LineAt(offset)
		return d.at(line, offset-d.draft.Start(line)-d.draft.Mark(line))
	}
	return textRange{point(start), point(end)}
}

// lines yields the lines of a range, parsed.
func (d *document) lines(from, to int) iter.Seq2[int, notation.Line] {
	return func(yield func(int, notation.Line) bool) {
		for n := from; n < to; n++ {
			if !yield(n, d.draft.Parsed(n)) {
				return
			}
		}
	}
}
