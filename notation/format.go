package notation

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Spelling rewrites the words that only a game's board can judge. Its functions return a word that
// they cannot read unchanged; a nil function changes nothing.
type Spelling struct {
	Action   func(dst, word []byte) []byte // appends the word
	Position func(text string) string
	// Directive returns what is malformed about a directive of the game, or nil.
	Directive func(d *Directive) error

	form []byte // of a word; the memory is used again
}

// keeps reports whether a line, which ends with a newline, is its own form, as nearly all lines
// of an archive are: one that is no tag, with single blanks, no comment, and nothing in it that
// has another spelling. The form of such a line is the same whether it is malformed or not.
func (s *Spelling) keeps(line []byte) bool {
	if line[0] == '[' || len(line) > MaxLine {
		return false
	}
	turn := line[0]-'0' < 10
	words, begin := 0, 0
	for at, c := range line {
		switch {
		case c > ' ' && c != ';' && c != '{':
			continue
		case c != ' ' && c != '\n', at == begin, words == 0 && string(line[:at]) == "state":
			return false
		case words >= 2 && turn && s.Action != nil:
			if s.form = s.Action(s.form[:0], line[begin:at]); !bytes.Equal(s.form, line[begin:at]) {
				return false
			}
		}
		words, begin = words+1, at+1
	}
	return true
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }

// FormatTag returns a tag line, without its line end.
func FormatTag(name, value string) string { return "[" + name + " " + quote(value) + "]" }

// quote returns the value of a tag as it is written.
func quote(value string) string { return `"` + escaper.Replace(value) + `"` }

var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// FormatTags returns a line for each tag.
func FormatTags(tags ...[2]string) string {
	var lines strings.Builder
	for _, t := range tags {
		lines.WriteString(FormatTag(t[0], t[1]) + "\n")
	}
	return lines.String()
}

// maxHead bounds the bytes that Format holds at a time: the lines from the first to the last tag of
// a game, or a run of comments that may belong to its tags.
const maxHead = 256 << 10

// longestHeld is the size of the longest first line that is not cut, with its byte-order mark and end.
var longestHeld = len(byteOrderMark) + MaxLine + len("\r\n")

// Format gives a log its canonical form. It changes white space, the order of tags and the
// spelling of names, but not the meaning; malformed lines stay byte for byte. Format calls spell
// once without lines, for the text before the first tag, and then once for each game that has
// tags, with its lines up to the last of them.
//
// Blank lines are as in gofmt: one between tags and body and between games, no blank line inside
// the tags, and elsewhere a run of blank lines becomes one.
//
// The log is read and rewritten in pieces: piece is called with each piece of the log and
// the form that replaces it, which are valid during the call only. The error is that of
// src or of piece, or says that a line or the tags of a game are too long to be held.
func Format(src io.Reader, spell func(head []Line) Spelling, piece func(text, form []byte) error) error {
	f := &formatter{src: bufio.NewReaderSize(src, longestHeld), spell: spell, piece: piece, spelling: spell(nil)}
	for {
		raw, err := f.more()
		if err == nil && !f.gap && f.any && len(f.held) == 0 && f.games.InBody() && f.spelling.keeps(raw) {
			f.number++
			err = piece(raw, raw)
		} else {
			var l formatLine
			if l, err = f.line(raw, err); err == nil {
				err = f.add(l)
			}
		}
		if err == io.EOF {
			return f.end()
		} else if err != nil {
			return err
		}
	}
}

// formatLine is a line with what a formatter needs to know about it.
type formatLine struct {
	Line
	raw   []byte // as in the file, with its line end
	cut   bool   // it is longer than MaxLine, and raw is only its beginning: the rest is still to be read
	class LineClass
	rank  int // of a tag, or of the tag below a comment, in the canonical order
}

func (l *formatLine) blank() bool   { return l.Node == nil && len(l.Comments) == 0 && len(l.Errors) == 0 }
func (l *formatLine) comment() bool { return l.Node == nil && !l.blank() }

// formatter cuts a file where the Reader does. The comments above a game's first tag go
// with the tag if a blank line separates them from the lines before. So it holds such comments,
// and then the tags with the lines between them. It passes on everything else line by line.
type formatter struct {
	src    *bufio.Reader
	number int // of the line read last
	games  Splitter
	spell  func(head []Line) Spelling
	piece  func(text, form []byte) error

	spelling Spelling // of the game
	held     []formatLine
	size     int    // bytes held
	tags     int    // number of held lines up to the last tag
	blank    []byte // a blank line that has not been passed on
	form     []byte // the form of a line; the memory is used again
	gap      bool   // the next line needs a blank line before it
	any      bool   // a line has been passed on
}

// line takes a line, of which raw has been read with err. It is valid until the next call.
func (f *formatter) line(raw []byte, err error) (formatLine, error) {
	f.number++
	if err != nil && err != bufio.ErrBufferFull && (err != io.EOF || len(raw) == 0) {
		return formatLine{}, err
	}
	text := withoutEnd(raw)
	if f.number == 1 {
		text = TrimMark(text)
	}
	l := formatLine{raw: raw, cut: err == bufio.ErrBufferFull}
	if len(text) <= MaxLine && len(bytes.TrimLeft(text, " \t")) == 0 {
		return l, nil
	}
	l.Line = ParseLine(string(text), f.number)
	l.class, _ = f.games.Line(text)
	return l, nil
}

// more reads to the end of a line, or as far as the buffer goes: then the error is
// bufio.ErrBufferFull. A CR at the end may be half a line end, and is left for the next call.
func (f *formatter) more() ([]byte, error) {
	text, err := f.src.ReadSlice('\n')
	if last := len(text) - 1; err == bufio.ErrBufferFull && text[last] == '\r' {
		text = text[:last]
		if err := f.src.UnreadByte(); err != nil {
			return nil, err
		}
	}
	return text, err
}

// rest passes on the rest of a line that was cut, as it is.
func (f *formatter) rest() error {
	for {
		text, err := f.more()
		if err != nil && err != bufio.ErrBufferFull && err != io.EOF {
			return err
		}
		form := text
		if err != bufio.ErrBufferFull {
			form = bytes.Clone(withoutEnd(text))
			if bytes.HasSuffix(form, []byte{'\r'}) {
				form = append(form, '\r') // of two, the last is part of the line end
			}
			form = append(form, '\n')
		}
		if passed := f.piece(text, form); passed != nil || err != bufio.ErrBufferFull {
			return passed
		}
	}
}

func (f *formatter) add(l formatLine) error {
	switch {
	case l.blank() && f.tags == 0:
		if err := f.release(); err != nil {
			return err
		}
		return f.skip(l.raw)
	case l.comment() && f.tags == 0 && len(f.held) == 0 && f.games.InBody() && !f.gap:
		return f.pass(l) // right below the body
	case l.blank(), l.comment():
		return f.hold(l)
	case l.class == TagLine:
		err := f.hold(l)
		f.tags = len(f.held)
		return err
	}
	if err := f.release(); err != nil {
		return err
	}
	return f.pass(l)
}

// hold keeps a line until it is clear what it belongs to.
func (f *formatter) hold(l formatLine) error {
	for l.cut && f.size+len(l.raw) <= maxHead {
		more, err := f.more()
		if err != nil && err != bufio.ErrBufferFull && err != io.EOF {
			return err
		}
		l.raw = append(l.raw, more...)
		l.cut = err == bufio.ErrBufferFull
		l.Text += string(withoutEnd(more))
	}
	if f.size += len(l.raw); f.size > maxHead {
		return fmt.Errorf("line %d: the tags of a game and the comments around them take more than %d KiB", f.number, maxHead>>10)
	}
	if last := len(f.held) - 1; l.blank() && last >= 0 && f.held[last].blank() {
		f.held[last].raw = append(f.held[last].raw, l.raw...)
		return nil
	}
	l.raw, l.Comments = bytes.Clone(l.raw), slices.Clone(l.Comments)
	f.held = append(f.held, l)
	return nil
}

// release passes on the held lines: tags in their order, then the comments below them.
func (f *formatter) release() error {
	head, below := f.held[:f.tags], f.held[f.tags:]
	f.held, f.size, f.tags = nil, 0, 0
	if len(head) > 0 {
		if err := f.head(head); err != nil {
			return err
		}
	}
	for _, l := range below {
		var err error
		if l.blank() {
			err = f.skip(l.raw)
		} else {
			err = f.pass(l)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// head passes on the tags of a game, with a blank line before and after them.
func (f *formatter) head(lines []formatLine) error {
	plain := make([]Line, len(lines))
	var text, form []byte
	for i := range lines {
		plain[i] = lines[i].Line
		text = append(text, lines[i].raw...)
	}
	f.spelling = f.spell(plain)
	for _, l := range ordered(lines) {
		form = append(l.appendCanonical(form, &f.spelling), '\n')
	}
	f.gap = true
	if err := f.space(); err != nil {
		return err
	}
	f.gap, f.any = true, true
	return f.piece(text, form)
}

// skip takes a blank line. Of several in a row, the last may stay.
func (f *formatter) skip(raw []byte) error {
	var err error
	if f.blank != nil {
		err = f.piece(f.blank, nil)
	}
	f.blank, f.gap = append([]byte{}, raw...), true
	return err
}

// space passes on the blank line before a line, if the form has one there.
func (f *formatter) space() error {
	var form []byte
	if f.gap && f.any {
		form = []byte{'\n'}
	}
	text := f.blank
	f.blank, f.gap = nil, false
	if text == nil && form == nil {
		return nil
	}
	return f.piece(text, form)
}

// pass passes on a line that is no tag.
func (f *formatter) pass(l formatLine) error {
	if err := f.space(); err != nil {
		return err
	}
	form := append(l.appendCanonical(f.form[:0], &f.spelling), '\n')
	f.form = form
	if !f.any && bytes.HasPrefix(form, byteOrderMark) {
		form = append([]byte{'\n'}, form...) // or it would become the byte-order mark of the file
	}
	if l.cut {
		form = form[:len(form)-1] // its end is still to come
	}
	f.any = true
	if err := f.piece(l.raw, form); err != nil || !l.cut {
		return err
	}
	return f.rest()
}

func (f *formatter) end() error {
	if err := f.release(); err != nil {
		return err
	}
	f.gap = false
	return f.space()
}

// tagOrder is the canonical order of tags; "" means all others.
var tagOrder = []string{"Game", "Variant", "Rules", "Players", "Sides", "Setup", "", "Result"}

// ordered returns the tags of a game in canonical order, without blank lines, each with the
// comments right above it. If a tag line is malformed, its name is unknown, and all stay where they
// are.
func ordered(head []formatLine) []formatLine {
	rank, sortable := 0, true
	for i := len(head) - 1; i >= 0; i-- { // comments have the rank of the tag below them
		l := &head[i]
		if tag, ok := l.Node.(*Tag); ok {
			if rank = slices.Index(tagOrder, tag.Name.Text); rank < 0 {
				rank = slices.Index(tagOrder, "")
			}
		}
		l.rank = rank
		sortable = sortable && len(l.Errors) == 0
	}
	lines := slices.DeleteFunc(head, func(l formatLine) bool { return l.blank() })
	if sortable {
		slices.SortStableFunc(lines, func(a, b formatLine) int { return a.rank - b.rank })
	}
	return lines
}

// appendCanonical appends the text of a line: one blank between words and comments, two
// before the comments at the end.
func (l *formatLine) appendCanonical(dst []byte, s *Spelling) []byte {
	if strings.HasSuffix(l.Text, "\r") {
		return append(append(dst, l.Text...), '\r') // of two, the last is part of the line end
	}
	if l.asWritten(s) {
		return append(dst, l.Text...)
	}
	begin := len(dst)
	add := func(gap string, text ...string) {
		if len(dst) > begin {
			dst = append(dst, gap...)
		}
		for _, t := range text {
			dst = append(dst, t...)
		}
	}
	comments := l.Comments
	comment := func(gap string) {
		if c := &comments[0]; c.Brace {
			add(gap, "{", c.Text, "}")
		} else {
			add(gap, ";", strings.TrimRight(c.Text, " \t"))
		}
		comments = comments[1:]
	}
	for i, text := range l.texts(s) {
		for len(comments) > 0 && comments[0].After <= i {
			comment(" ")
		}
		add(" ", text)
	}
	for gap := "  "; len(comments) > 0; gap = " " {
		comment(gap)
	}
	if len(dst)-begin > MaxLine { // two blanks must not make a line too long
		return append(dst[:begin], l.Text...)
	}
	return dst
}

// asWritten reports whether a line stays as it is, because it is malformed.
func (l *formatLine) asWritten(s *Spelling) bool {
	d, directive := l.Node.(*Directive)
	return len(l.Errors) > 0 || strings.IndexByte(l.Text, '\r') >= 0 || directive && (s.Directive == nil || s.Directive(d) != nil)
}

// texts returns the words of a line as s spells them. A tag is one word.
func (l *formatLine) texts(s *Spelling) (texts []string) {
	scanned := newScanner(l.Text, 1)
	for _, w := range scanned.scan() {
		texts = append(texts, w.Text)
	}
	switch n := l.Node.(type) {
	case *Tag:
		quoted := texts[2]
		if n.Name.Text == "Setup" && s.Position != nil {
			if value := s.Position(n.Value.Text); value != n.Value.Text {
				quoted = quote(value)
			}
		}
		return []string{"[" + n.Name.Text + " " + quoted + "]"}
	case *Turn:
		for i := range n.Actions {
			if s.Action != nil {
				texts[2+i] = string(s.Action(nil, []byte(texts[2+i])))
			}
		}
	case *State:
		if s.Position != nil {
			if fields := strings.FieldsFunc(s.Position(n.Position.Text), isBlank); len(fields) == len(texts)-1 {
				copy(texts[1:], fields)
			}
		}
	}
	return texts
}
