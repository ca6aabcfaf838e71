package notation

import "bytes"

// LineClass is the kind of a line, as far as cutting a file into games needs it.
type LineClass uint8

// The classes of lines.
const (
	BlankLine LineClass = iota // nothing, or comments alone
	TagLine                    // begins with "[", well formed or not
	BodyLine                   // anything else
)

// ClassOf returns the class of a line, given with or without its line end.
func ClassOf(line []byte) LineClass {
	line = withoutEnd(line[:min(len(line), maxKept)]) // as much as a Reader keeps
	commented := false                                // a comment before it makes a "[" no tag line
	for {
		for len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			line = line[1:]
		}
		switch {
		case len(line) == 0 || line[0] == ';':
			return BlankLine
		case line[0] == '[' && !commented:
			return TagLine
		case line[0] != '{':
			return BodyLine
		}
		closing := bytes.IndexByte(line, '}')
		if closing < 0 {
			return BodyLine
		}
		line = line[closing+1:]
		commented = true
	}
}

// Splitter knows where one game ends and the next begins: a tag line after a body line
// begins the next game. Line takes the lines of a file in their order. The zero Splitter is at the
// beginning of a file, or of a game.
type Splitter struct {
	some bool // a line was neither blank nor a comment
	body bool // the body of the game has begun
}

// Line takes the next line, with or without its line end, and returns its class. begins
// reports whether it is the first line of a game, blank lines and comments aside.
func (s *Splitter) Line(line []byte) (class LineClass, begins bool) {
	class = ClassOf(line)
	begins = class == TagLine && s.body || class != BlankLine && !s.some
	s.some = s.some || begins
	s.body = class == BodyLine || s.body && !begins
	return class, begins
}

// InBody reports whether the body of the game has begun.
func (s *Splitter) InBody() bool { return s.body }

// TrimMark takes the byte-order mark off the beginning of a file.
func TrimMark(text []byte) []byte { return bytes.TrimPrefix(text, byteOrderMark) }

// cutter takes the lines of a game off a text that may come in pieces.
type cutter struct {
	games Splitter
	line  int   // number of the next line
	at    int64 // where it begins
	first int   // number of the first line that is neither blank nor a comment; 0 before that line
	begin int64 // where that line begins
}

// take takes the lines of the game off a text, and returns their size. next reports whether the next game
// begins after them.
func (c *cutter) take(text []byte) (size int, next bool) {
	for size < len(text) {
		rest := text[size:]
		n := len(rest) - len(bytes.TrimLeft(rest, "\n"))
		if c.games.InBody() { // only a line with a "[" can begin the next game
			if n = bytes.IndexByte(rest, '['); n < 0 {
				n = len(rest)
			}
			n = bytes.LastIndexByte(rest[:n], '\n') + 1
		}
		if n == 0 {
			if n = bytes.IndexByte(rest, '\n') + 1; n == 0 {
				n = len(rest)
			}
			_, begins := c.games.Line(rest[:n])
			if begins && c.first > 0 {
				return size, true
			} else if begins {
				c.first, c.begin = c.line, c.at
			}
		}
		size += n
		c.pass(rest[:n])
	}
	return size, false
}

// pass counts lines.
func (c *cutter) pass(text []byte) {
	c.at += int64(len(text))
	c.line += bytes.Count(text, []byte{'\n'})
}

// CutGame cuts the first game off a text of whole games. line is the number of the text's
// first line, size the number of bytes that the game takes. A text without a game gives a
// Block whose First is 0.
func CutGame(text []byte, line int) (b Block, size int) {
	c := cutter{line: line}
	size, _ = c.take(text)
	b = Block{Text: text[:size], Number: 1, Line: line, First: c.first, Offset: c.begin}
	if size > maxKept {
		b.Text = clipped(b.Text)
	}
	b.TooLong = len(b.Text) > MaxGame
	return b, size
}

// blankLines returns the size of the lines that a text begins with that hold nothing but blanks.
func blankLines(text []byte) (size int) {
	for line := range bytes.Lines(text) {
		if bare := withoutEnd(line); len(bare) > MaxLine || len(bytes.TrimLeft(bare, " \t")) > 0 {
			break
		}
		size += len(line)
	}
	return size
}

// withoutEnd returns a line without its line end, LF or CRLF. Any other CR is a character.
func withoutEnd(line []byte) []byte {
	n := len(line)
	if n > 0 && line[n-1] == '\n' {
		n--
	}
	if n > 0 && line[n-1] == '\r' {
		n--
	}
	return line[:n]
}

// clipped returns a text with the lines that are too long cut, as a Reader does.
func clipped(text []byte) []byte {
	var out []byte
	at, done := 0, 0
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSuffix(line, []byte{'\n'})) > maxKept {
			out = append(append(out, text[done:at+maxKept]...), '\n')
			done = at + len(line)
		}
		at += len(line)
	}
	if out == nil {
		return text
	}
	return append(out, text[done:]...)
}
