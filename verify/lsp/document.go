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
	stale   bool         // its findings are not published yet

	// A CR alone ends a line for the protocol, and is a character in a log. So a line of the
	// log with such CRs is several lines for the editor.
	starts []int // the bytes at which the editor's lines begin; nil if the text never had a CR
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

// dir is the folder that paths in the document start from; "." for a text that is no file.
func (d *document) dir() string { return filepath.Dir(d.path) }

// edited finds the lines of the editor after an edit.
func (d *document) edited(text string) {
	if d.starts == nil && !strings.Contains(text, "\r") {
		return
	}
	d.starts = append(d.starts[:0], 0)
	whole := d.draft.Text()
	for i, c := range whole {
		if c == '\n' || c == '\r' && !bytes.HasPrefix(whole[i+1:], []byte{'\n'}) {
			d.starts = append(d.starts, i+1)
		}
	}
}

// start is the byte of the text at which a line of the editor begins.
func (d *document) start(line int) int {
	switch {
	case d.starts == nil:
		return d.draft.Start(line)
	case line < len(d.starts):
		return d.starts[line]
	}
	return d.draft.Len()
}

// offset is the byte of the text at a position. A position after the end of a line counts as the end.
func (d *document) offset(p position) int {
	if p.Line < 0 {
		return 0
	}
	start, end := d.start(p.Line), d.start(p.Line+1)
	line := d.draft.LineAt(start)
	raw := d.draft.Raw(line)
	text := raw[start-d.draft.Start(line) : min(end-d.draft.Start(line), len(raw))]
	return start + bytesTaking(strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r"), p.Character, utf16.RuneLen)
}

// place is the line of the log and the byte in it at a position, without a byte-order mark and the line end.
func (d *document) place(p position) (line, at int) {
	offset := d.offset(p)
	line = d.draft.LineAt(offset)
	at = offset - d.draft.Start(line) - d.draft.Mark(line)
	return line, max(0, min(at, len(d.draft.Line(line))))
}

// bytesTaking returns the length in bytes of the characters of a text that have all together at most the size
// left, such as the first UTF-16 units. It does not cut a character.
func bytesTaking(text string, left int, size func(rune) int) int {
	for i, r := range text {
		if left -= size(r); left < 0 {
			return i
		}
	}
	return len(text)
}

// unitsOf is how many UTF-16 units a text takes.
func unitsOf(text string) int { return len(utf16.Encode([]rune(text))) }

// at is the position of a byte of a line of the log, both from 0.
func (d *document) at(line, offset int) position {
	raw := d.draft.Raw(line)
	offset = min(offset+d.draft.Mark(line), len(raw))
	for offset < len(raw) && !utf8.RuneStart(raw[offset]) {
		offset++
	}
	begin := d.draft.Start(line)
	start := begin
	if d.starts != nil {
		line = sort.SearchInts(d.starts, begin+offset+1) - 1
		start = d.starts[line]
	}
	return position{line, unitsOf(raw[start-begin : offset])}
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

// games are the games of a log that is judged.
func (d *document) games() []*draft.Game {
	if d.variant || d.large {
		return nil
	}
	return d.draft.Games()
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
