package lsp

import (
	"net/url"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf16"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify/draft"
)

// document is a text that an editor has open.
type document struct {
	uri     string
	path    string // "" for a text that is no file
	version *int
	draft   *draft.Draft // without a reader for a variant file and a log that is too large: it is of use for its lines
	variant bool         // it is a variant file
	stale   bool         // its findings are not published yet

	// A CR alone ends a line for the protocol, and is a character in a log: such a line is several for the editor.
	starts []int // the bytes at which the editor's lines begin
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
func (d *document) edited() {
	d.starts = append(d.starts[:0], 0)
	text := d.draft.Between(0, d.draft.Len())
	for i, c := range []byte(text) {
		if c == '\n' || c == '\r' && !strings.HasPrefix(text[i+1:], "\n") {
			d.starts = append(d.starts, i+1)
		}
	}
}

// start is the byte of the text at which a line of the editor begins.
func (d *document) start(line int) int {
	if line < len(d.starts) {
		return d.starts[line]
	}
	return d.draft.Len()
}

// offset is the byte of the text at a position. A position after the end of a line counts as the end.
func (d *document) offset(p position) int {
	if p.Line < 0 {
		return 0
	}
	start := d.start(p.Line)
	line := strings.TrimSuffix(strings.TrimSuffix(d.draft.Between(start, d.start(p.Line+1)), "\n"), "\r")
	for i, r := range line {
		if p.Character -= utf16.RuneLen(r); p.Character < 0 {
			return start + i
		}
	}
	return start + len(line)
}

// place is the line of the log and the byte in it at a position, without the line end.
func (d *document) place(p position) (line, at int) {
	offset := d.offset(p)
	line = d.draft.LineAt(offset)
	return line, max(0, min(offset-d.draft.Start(line), len(d.draft.Line(line))))
}

// unitsOf is how many UTF-16 units a text takes.
func unitsOf(text string) int { return len(utf16.Encode([]rune(text))) }

// position is that of a byte of the text.
func (d *document) position(offset int) position {
	line := sort.SearchInts(d.starts, offset+1) - 1
	return position{line, unitsOf(d.draft.Between(d.start(line), offset))}
}

// textEdit is an edit of the draft as editors have it.
func (d *document) textEdit(e draft.Edit) textEdit {
	return textEdit{textRange{d.position(e.Start), d.position(e.End)}, e.Text}
}

// workspaceEdit are edits of the draft as an editor is to make them.
func (d *document) workspaceEdit(edits ...draft.Edit) any {
	return map[string]any{"changes": map[string]any{d.uri: variant.Each(edits, d.textEdit)}}
}

// between is the range of some bytes of a line of the log.
func (d *document) between(line, start, end int) textRange {
	return d.textEdit(d.draft.Within(line, start, end, "")).Range
}

// span is the range of a span, whose lines are counted from 1.
func (d *document) span(s notation.Span) textRange { return d.between(s.Line-1, s.Start, s.End) }

// whole is the range of a line of the log, without its line end.
func (d *document) whole(line int) textRange { return d.between(line, 0, len(d.draft.Line(line))) }

// linesIn returns the first line of the log in the range of a request, and the line after the last.
func (d *document) linesIn(p *documentParams) (from, to int) {
	return d.draft.LineAt(p.start), d.draft.LineAt(p.end) + 1
}
