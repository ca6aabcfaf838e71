package notation

import (
	"bytes"
	"fmt"
	"iter"
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

// keeps reports whether a line is its own form, as nearly all lines
// of an archive are: one that is no tag, with single blanks, no comment, and nothing in it that
// has another spelling. The form of such a line is the same whether it is malformed or not.
func (s *Spelling) keeps(line []byte) bool {
	if line[0] == '[' || len(line) > MaxLine || line[len(line)-1] != '\n' {
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

// Format gives a log its canonical form. It changes white space, the order of tags and the spelling of names, but not
// the meaning; malformed lines stay byte for byte. Format calls spell once without lines, for the text before the
// first tag, and then once for each game that has tags, with its lines up to the last of them.
//
// Blank lines are as in gofmt: one between tags and body and between games, no blank line inside
// the tags, and elsewhere a run of blank lines becomes one.
//
// games are those of Whole. piece is called with each piece of their texts, whole lines, and the form that replaces
// it, which are valid during the call only. The error is that of games or of piece, or says that a game is too long.
func Format(games iter.Seq2[Block, error], spell func(head []Line) Spelling, piece func(text, form []byte) error) error {
	f := &formatter{spell: spell, piece: piece, spelling: spell(nil)}
	for b, err := range games {
		if err == nil && b.TooLong {
			err = fmt.Errorf("line %d: a game of more than %d MB is not formatted", b.Line, MaxGame>>20)
		}
		if err != nil {
			return err
		}
		if f.game(b); f.err != nil {
			return f.err
		}
	}
	f.release()
	f.gap = false
	f.space()
	return f.err
}

// formatLine is a line with what a formatter needs to know about it.
type formatLine struct {
	Line
	raw  []byte // as in the file, with its line end
	text []byte // without its end and the byte-order mark of the file
	rank int    // of a tag, or of the tag below a comment, in the canonical order
}

// line parses a line. No line that is held has memory that the parser uses again.
func (f *formatter) line(raw []byte, number int) formatLine {
	l := formatLine{raw: raw, text: withoutEnd(raw)}
	if number == 1 {
		l.text = TrimMark(l.text)
	}
	if len(l.text) > MaxLine || len(bytes.TrimLeft(l.text, " \t")) > 0 {
		f.parser.Read(&l.Line, string(l.text), number)
	}
	return l
}

func (l *formatLine) blank() bool   { return l.Node == nil && len(l.Comments) == 0 && len(l.Errors) == 0 }
func (l *formatLine) comment() bool { return l.Node == nil && !l.blank() }

// formatter takes a log game by game. It holds the lines before the body of a game, and the comments in it that a blank
// line separates from the lines before: if tags follow, they go with the first tag.
type formatter struct {
	spell func(head []Line) Spelling
	piece func(text, form []byte) error
	err   error // of piece

	parser   Parser
	spelling Spelling // of the game
	held     []formatLine
	blank    []byte // blank lines that have not been passed on
	text     []byte // of tags; the memory is used again
	form     []byte // of what is passed on; the memory is used again
	gap      bool   // the next line needs a blank line before it
	any      bool   // a line has been passed on
}

// game takes a game.
func (f *formatter) game(b Block) {
	number, body := b.Line, false
	f.parser = Parser{} // spell may keep the tags of the last game
	for raw := range bytes.Lines(b.Text) {
		if body && !f.gap && f.spelling.keeps(raw) {
			f.emit(raw, raw)
		} else {
			l := f.line(bytes.Clone(raw), number)
			body = body || ClassOf(l.text) == BodyLine
			if !body || l.comment() && f.gap {
				f.held = append(f.held, l)
			} else {
				f.release()
				f.pass(l)
			}
		}
		if number++; f.err != nil {
			return
		}
	}
}

// release passes on the held lines: those above the tags, then the tags, then those below them.
func (f *formatter) release() {
	lines, begin, end := f.held, 0, 0 // the tags are those from begin to end
	f.held = f.held[:0]
	for i, l := range lines {
		if ClassOf(l.text) == TagLine {
			if end == 0 {
				begin = i
			}
			end = i + 1
		}
	}
	for begin > 0 && lines[begin-1].comment() {
		begin--
	}
	f.pass(lines[:begin]...)
	if end > 0 {
		f.tags(lines[begin:end])
	}
	f.pass(lines[end:]...)
}

// tags passes on the tags of a game, with a blank line before and after them.
func (f *formatter) tags(lines []formatLine) {
	plain := make([]Line, len(lines))
	f.text, f.form = f.text[:0], f.form[:0]
	for i := range lines {
		plain[i] = lines[i].Line
		f.text = append(f.text, lines[i].raw...)
	}
	f.spelling = f.spell(plain)
	for _, l := range ordered(lines) {
		f.form = append(l.appendCanonical(f.form, &f.spelling), '\n')
	}
	f.gap = true
	f.space()
	f.gap, f.any = true, true
	f.emit(f.text, f.form)
}

// pass passes on lines that are no tags. Of several blank lines in a row, one may stay.
func (f *formatter) pass(lines ...formatLine) {
	for _, l := range lines {
		if l.blank() {
			f.blank, f.gap = append(f.blank, l.raw...), true
			continue
		}
		f.space()
		form := append(l.appendCanonical(f.form[:0], &f.spelling), '\n')
		f.form = form
		if !f.any && bytes.HasPrefix(form, byteOrderMark) {
			form = append([]byte{'\n'}, form...) // or it would become the byte-order mark of the file
		}
		f.any = true
		f.emit(l.raw, form)
	}
}

// space passes on the blank line before a line, if the form has one there.
func (f *formatter) space() {
	var form []byte
	if f.gap && f.any {
		form = []byte{'\n'}
	}
	text := f.blank
	f.blank, f.gap = nil, false
	if text != nil || form != nil {
		f.emit(text, form)
	}
}

// emit passes on a piece.
func (f *formatter) emit(text, form []byte) {
	if f.err == nil {
		f.err = f.piece(text, form)
	}
}

// tagOrder is the canonical order of tags; "" means all others.
var tagOrder = []string{"Game", "Variant", "Rules", "Players", "Sides", "Setup", "", "Result"}

// ordered returns the tags of a game in canonical order, without blank lines, each with the comments right above it.
// If a tag line is malformed, its name is unknown, and all stay where they are.
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

// appendCanonical appends the text of a line: one blank between words and comments, two before the comments at the end.
func (l *formatLine) appendCanonical(dst []byte, s *Spelling) []byte {
	if bytes.HasSuffix(l.text, []byte{'\r'}) {
		return append(append(dst, l.text...), '\r') // of two, the last is part of the line end
	} else if l.asWritten(s) {
		return append(dst, l.text...)
	}
	words := l.texts(s)
	own, last := len(words), 0 // last is how many comments are at the end
	for _, c := range slices.Backward(l.Comments) {
		text := ";" + strings.TrimRight(c.Text, " \t")
		if c.Brace {
			text = "{" + c.Text + "}"
		}
		words = slices.Insert(words, min(c.After, own), text)
		if c.After >= own {
			last++
		}
	}
	begin := len(dst)
	for i, word := range words {
		if i > 0 && i == len(words)-last {
			dst = append(dst, ' ')
		}
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, word...)
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
	if n, tag := l.Node.(*Tag); tag {
		quoted := l.Text[n.Value.Span.Start:n.Value.Span.End]
		if n.Name.Text == "Setup" && s.Position != nil {
			if value := s.Position(n.Value.Text); value != n.Value.Text {
				quoted = quote(value)
			}
		}
		return []string{"[" + n.Name.Text + " " + quoted + "]"}
	}
	scanned := newScanner(l.Text, 1)
	for _, w := range scanned.scan() {
		texts = append(texts, w.Text)
	}
	switch n := l.Node.(type) {
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
