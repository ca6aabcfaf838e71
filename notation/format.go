package notation

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Spelling rewrites the words that only a game's board can judge. What it cannot read it
// gives back as it is; a nil function leaves everything as it is.
type Spelling struct {
	Action   func(word string) string
	Position func(text string) string
}

// FormatTag is a tag line, without its line end.
func FormatTag(name, value string) string {
	return "[" + name + ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"]`
}

// maxHead is how much of a log Format holds at a time, in bytes: the tags of a game with
// what stands between them, or a run of comments that may belong to them.
const maxHead = 256 << 10

// Format gives a log its canonical form. It changes white space, the order of tags and the
// spelling of names, and nothing that the log says; a malformed line stays byte for byte.
// spell is asked once for each game that has tags, with its lines up to the last of them.
//
// Blank lines go as in gofmt: one between tags and body and between games, otherwise at
// most one where there was one, and none inside the tags.
//
// The log is read and rewritten in pieces: piece takes each piece of the log and the form
// that takes its place, which are valid during the call only. The error is that of src, of
// piece, or tells of a line or of tags too long to be held.
func Format(src io.Reader, spell func(head []Line) Spelling, piece func(text, form []byte) error) error {
	f := &formatter{src: bufio.NewReaderSize(src, MaxLine+2), spell: spell, piece: piece}
	for {
		l, err := f.line()
		if err == nil {
			err = f.add(l)
		}
		if err == io.EOF {
			return f.end()
		} else if err != nil {
			return err
		}
	}
}

// formatLine is a line with what a formatter has to know of it.
type formatLine struct {
	Line
	raw []byte // with its line end, as it stands in the file
	cut bool   // it is longer than MaxLine, and raw is only its beginning: the rest is still to be read
	tag bool   // a tag line, perhaps a malformed one
}

func (l *formatLine) blank() bool   { return l.Node == nil && len(l.Comments) == 0 && len(l.Errors) == 0 }
func (l *formatLine) comment() bool { return l.Node == nil && !l.blank() }

// formatter cuts a file where the Reader does. The comments above a game's first tag, as
// far as a blank line parts them from what comes before, go with the tag. So these are
// held, and then the tags, with all that stands between them; everything else is passed on
// line by line.
type formatter struct {
	src    *bufio.Reader
	number int // of the line read last
	spell  func(head []Line) Spelling
	piece  func(text, form []byte) error

	spelling Spelling // of the game
	body     bool     // the game has begun its body
	held     []formatLine
	size     int    // bytes held
	tags     int    // how many of the held lines are tags and what stands above them
	blank    []byte // a blank line that has not been passed on
	gap      bool   // a blank line is due before the next line
	any      bool   // a line has been passed on
}

// line reads a line. It is valid until the next call.
func (f *formatter) line() (formatLine, error) {
	raw, err := f.more()
	if err == bufio.ErrBufferFull {
		raw = bytes.Clone(raw)
		var more []byte
		more, err = f.more()
		raw = append(raw, more...)
	}
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
	switch n := l.Node.(type) {
	case *Tag:
		l.tag = true
	case *Bad:
		l.tag = n.Tag
	}
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
	case l.comment() && f.tags == 0 && len(f.held) == 0 && f.body && !f.gap:
		return f.pass(l) // right below the body
	case l.blank(), l.comment():
		return f.hold(l)
	case l.tag:
		f.body = false
		err := f.hold(l)
		f.tags = len(f.held)
		return err
	}
	if err := f.release(); err != nil {
		return err
	}
	f.body = true
	return f.pass(l)
}

// hold keeps a line until it is known what it belongs to.
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
	l.raw = bytes.Clone(l.raw)
	f.held = append(f.held, l)
	return nil
}

// release passes on what is held: tags in their order, then what stands below them.
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

// head passes on the tags of a game, with a blank line before them and one behind.
func (f *formatter) head(lines []formatLine) error {
	plain := make([]Line, len(lines))
	var text, form []byte
	for i := range lines {
		plain[i] = lines[i].Line
		text = append(text, lines[i].raw...)
	}
	f.spelling = f.spell(plain)
	for _, l := range ordered(lines) {
		form = append(append(form, l.canonical(f.spelling)...), '\n')
	}
	f.gap = true
	if err := f.space(); err != nil {
		return err
	}
	f.gap, f.any = true, true
	return f.piece(text, form)
}

// skip takes a blank line. Of several the last one may stay.
func (f *formatter) skip(raw []byte) error {
	var err error
	if f.blank != nil {
		err = f.piece(f.blank, nil)
	}
	f.blank, f.gap = append([]byte{}, raw...), true
	return err
}

// space passes on the blank line before a line, if one is due there.
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
	form := append([]byte(l.canonical(f.spelling)), '\n')
	if !f.any && bytes.HasPrefix(form, byteOrderMark) {
		form = append([]byte{'\n'}, form...) // at the very beginning it would be taken for the file's
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

// tagOrder is the canonical order of tags; others stand between Setup and Result.
var tagOrder = []string{"Game", "Variant", "Rules", "Players", "Sides", "Setup"}

func tagRank(name string) int {
	if name == "Result" {
		return len(tagOrder) + 1
	}
	if i := slices.Index(tagOrder, name); i >= 0 {
		return i
	}
	return len(tagOrder)
}

// ordered is the tags of a game in canonical order, without blank lines, each with the
// comments right above it. Where a line is malformed nobody knows which tag it is, and all
// stay where they are.
func ordered(head []formatLine) []formatLine {
	type entry struct {
		lines []formatLine // comments, then the tag
		rank  int
	}
	var entries []entry
	var above []formatLine
	sortable := true
	for _, l := range head {
		if l.blank() {
			continue
		}
		above = append(above, l)
		sortable = sortable && len(l.Errors) == 0
		if !l.tag {
			continue
		}
		e := entry{lines: above}
		if t, ok := l.Node.(*Tag); ok {
			e.rank = tagRank(t.Name.Text)
		}
		entries = append(entries, e)
		above = nil
	}
	if sortable {
		slices.SortStableFunc(entries, func(a, b entry) int { return a.rank - b.rank })
	}
	var lines []formatLine
	for _, e := range entries {
		lines = append(lines, e.lines...)
	}
	return lines
}

// canonical is the text of a line: one blank between words and comments, two before the
// comments at the end.
func (l *formatLine) canonical(s Spelling) string {
	if strings.HasSuffix(l.Text, "\r") {
		return l.Text + "\r" // of two, the last is part of the line end
	}
	if _, bad := l.Node.(*Bad); bad || len(l.Errors) > 0 || strings.Contains(l.Text, "\r") {
		return l.Text
	}
	comments := l.Comments
	var pieces []string
	for i, word := range l.words(s) {
		for len(comments) > 0 && comments[0].After <= i {
			pieces = append(pieces, comments[0].canonical())
			comments = comments[1:]
		}
		pieces = append(pieces, word)
	}
	text := strings.Join(pieces, " ")
	for i, c := range comments {
		switch {
		case i > 0:
			text += " "
		case text != "":
			text += "  "
		}
		text += c.canonical()
	}
	if len(text) > MaxLine { // two blanks must not make a line too long
		return l.Text
	}
	return text
}

func (c *Comment) canonical() string {
	if c.Brace {
		return "{" + c.Text + "}"
	}
	return strings.TrimRight(";"+c.Text, " \t")
}

// words is the words of a line as they are written, but for what s spells in another way.
// A tag is one word.
func (l *formatLine) words(s Spelling) []string {
	tokens := scan(l.Text, 1).tokens
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = l.Text[t.start:t.end]
	}
	switch n := l.Node.(type) {
	case *Tag:
		tag := "[" + words[1] + " " + words[2] + "]"
		if n.Name.Text == "Setup" && s.Position != nil {
			if value := s.Position(n.Value.Text); value != n.Value.Text {
				tag = FormatTag(words[1], value)
			}
		}
		return []string{tag}
	case *Turn:
		if s.Action != nil {
			for i := 2; i < len(words); i++ {
				words[i] = s.Action(words[i])
			}
		}
	case *State:
		if s.Position != nil {
			if fields := strings.Fields(s.Position(n.Position.Text)); len(fields) == len(words)-1 {
				copy(words[1:], fields)
			}
		}
	}
	return words
}
