package notation

import (
	"bytes"
	"regexp"
	"strings"
)

// LineClass is the kind of a line, as far as cutting a file into games needs it.
type LineClass uint8

// The classes of lines.
const (
	BlankLine LineClass = iota // nothing, or comments alone
	TagLine                    // begins with "[", well formed or not
	BareTag                    // begins with the name of a tag: it belongs to the tags before it, and begins no game
	BodyLine                   // anything else
)

// tagStart matches a line that begins with the name of a tag, without a bracket before it.
var tagStart = regexp.MustCompile(`^(` + strings.Join(tagNames, "|") + `)([ \t\r:=]|$)`)

// ClassOf returns the class of a line, given with or without its line end.
func ClassOf(line []byte) LineClass {
	line = withoutEnd(line[:min(len(line), maxKept)]) // as much as ParseLine reads
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
		case !commented && line[0]-'A' < 26 && tagStart.Match(line):
			return BareTag
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

// TrimMark takes the byte-order mark off the beginning of a file.
func TrimMark(text []byte) []byte { return bytes.TrimPrefix(text, byteOrderMark) }

// cutter takes the lines of a game off a text, perhaps in pieces: a tag line after a body line begins the next game.
type cutter struct {
	line   int   // number of the next line
	at     int64 // where it begins
	first  int   // number of the first line that is neither blank nor a comment; 0 before that line
	begin  int64 // where that line begins
	body   bool  // the body of the game has begun
	within bool  // the text so far ends within a line
}

// take takes the lines of the game off a text, and returns their size. next reports whether a game begins after them.
func (c *cutter) take(text []byte) (size int, next bool) {
	for size < len(text) {
		rest := text[size:]
		n := 0
		if c.body && !c.within { // only a line with a "[" can begin the next game
			if n = bytes.IndexByte(rest, '['); n < 0 {
				n = len(rest)
			}
			n = bytes.LastIndexByte(rest[:n], '\n') + 1
		}
		if n == 0 {
			if n = bytes.IndexByte(rest, '\n') + 1; n == 0 {
				n = len(rest)
			}
			if !c.within {
				class := ClassOf(rest[:n])
				if class == TagLine && c.body {
					return size, true
				}
				if class != BlankLine && c.first == 0 {
					c.first, c.begin = c.line, c.at
				}
				c.body = c.body || class == BodyLine
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
	c.within = !bytes.HasSuffix(text, []byte{'\n'})
}

// CutGame cuts the first game off a text of whole games. line is the number of the text's first line, size the number
// of bytes that the game takes. A text without a game gives a Block whose First is 0.
func CutGame(text []byte, line int) (b Block, size int) {
	c := cutter{line: line}
	size, _ = c.take(text)
	return Block{Text: text[:size], Number: 1, Line: line, First: c.first, Offset: c.begin, TooLong: size > MaxGame}, size
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
