package notation

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"slices"
	"sync/atomic"
)

// Block is the text of one game, cut from a file.
type Block struct {
	Text    []byte // valid until the next call of Next
	Line    int    // number of the first line of Text
	First   int    // number of the first line that is neither blank nor a comment
	Offset  int64  // of the first byte of that line, in the file or in the text that was cut
	TooLong bool   // the game has more than MaxGame bytes; Text is cut short

	parsed []*Line // the lines, if they are remembered; nil for a line that has not been cut yet
}

// maxKept is how many bytes of a line are kept: enough for ParseLine to see that it is too
// long, even where the last of them is a CR and looks like half of a line end.
const maxKept = MaxLine + 2

// maxRemembered bounds the text of a block that remembers its lines, which take many times
// as much.
const maxRemembered = 1 << 20

// Remembering returns the block with its lines parsed once, when they are first cut, for those who
// go over them again and again. The lines of a very long game are not remembered.
func (b Block) Remembering() Block {
	if len(b.Text) <= maxRemembered {
		b.parsed = make([]*Line, bytes.Count(b.Text, []byte{'\n'})+1)
	}
	return b
}

// Reader cuts a file into games, as a Splitter does. It holds one game at a time. Lines of more than maxKept bytes are cut there.
type Reader struct {
	src   *bufio.Reader
	line  int    // lines read so far
	read  int64  // bytes read so far
	kept  []byte // the first line of the next game, already read
	begin int64  // where it begins
	text  []byte
	long  bool // text is in longest
	ended bool
}

// longest has the text of a game of longText bytes or more, for one Reader at a time. It is not on
// the heap, where a growing text exists twice, and as much garbage again before a collection. Pages
// that are never written take no memory.
var longest struct {
	taken atomic.Bool
	text  [MaxGame + 1<<12]byte // with the room after it that a judge needs
}

// longText is the size from which on a text is kept in longest.
const longText = 1 << 18

// Close ends the use of a Reader. The blocks that it has returned are not valid any more.
func (r *Reader) Close() {
	if r.long {
		r.long, r.text = false, nil
		longest.taken.Store(false)
	}
}

// NewReader reads games from r.
func NewReader(r io.Reader) *Reader {
	return &Reader{src: bufio.NewReaderSize(r, maxKept+1)}
}

// NewReaderFrom reads games from r, the rest of a file whose first lines have been read.
func NewReaderFrom(r io.Reader, lines int) *Reader {
	reader := NewReader(r)
	reader.line = lines
	return reader
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// Next returns the next game, or io.EOF after the last one. Any other error is that of
// the underlying reader; the games before it have been returned.
func (r *Reader) Next() (Block, error) {
	b := r.first()
	var games Splitter
	for !r.ended {
		begin := r.read
		line, err := r.readLine()
		if err != nil && !errors.Is(err, io.EOF) {
			return Block{}, err
		}
		r.ended = err != nil
		if len(line) == 0 && r.ended {
			break
		}
		r.line++
		bare := withoutEnd(line)
		if len(r.text) == 0 && len(bare) <= MaxLine && len(bytes.TrimLeft(bare, " \t")) == 0 {
			r.empty()
			b.Line = r.line + 1 // leading blank lines are not kept
			continue
		}
		class, begins := games.Line(line)
		if begins {
			r.kept, r.begin = append([]byte(nil), line...), begin
			break
		}
		if class != BlankLine && b.First == 0 {
			b.First, b.Offset = r.line, begin
		}
		r.add(&b, line)
		switch {
		case games.InBody():
			r.add(&b, r.passage())
		case class == BlankLine:
			r.add(&b, r.empty())
		}
	}
	b.Text = r.text
	if b.First == 0 {
		return Block{}, io.EOF
	}
	return b, nil
}

// first returns the block of the next game, before its first line or with the line that has been read
// already.
func (r *Reader) first() Block {
	r.text = r.text[:0]
	if r.line == 0 { // an error is left to the next read
		if begin, _ := r.src.Peek(len(byteOrderMark)); bytes.Equal(begin, byteOrderMark) {
			r.pass(begin)
		}
	}
	if r.kept == nil {
		return Block{Line: r.line + 1}
	}
	r.text = append(r.text, r.kept...)
	r.kept = nil
	return Block{Line: r.line, First: r.line, Offset: r.begin}
}

// add appends lines to the text of a block, unless it becomes too long.
func (r *Reader) add(b *Block, lines []byte) {
	if b.TooLong = b.TooLong || len(r.text)+len(lines) > MaxGame; b.TooLong {
		return
	}
	if len(r.text) >= longText && !r.long && longest.taken.CompareAndSwap(false, true) {
		r.text, r.long = append(longest.text[:0], r.text...), true
	}
	r.text = append(r.text, lines...)
}

// Ahead returns the text that has been read after the last game, and the number of lines and of
// bytes before it. If the text is whole, the caller can go on with it and the rest of the source. If it
// is not, it begins with a line that has been cut, and only Next can go on.
func (r *Reader) Ahead() (text []byte, lines int, offset int64, whole bool) {
	buffered, _ := r.src.Peek(r.src.Buffered())
	if r.kept == nil {
		return bytes.Clone(buffered), r.line, r.read, true
	}
	return slices.Concat(r.kept, buffered), r.line - 1, r.begin, r.begin+int64(len(r.kept)) == r.read
}

// Blocks yields the games, and then, if reading fails, the error of Next. Then it closes the
// Reader.
func (r *Reader) Blocks() iter.Seq2[Block, error] {
	return func(yield func(Block, error) bool) {
		defer r.Close()
		for {
			b, err := r.Next()
			if errors.Is(err, io.EOF) || !yield(b, err) || err != nil {
				return
			}
		}
	}
}

// empty takes the empty lines that come next, as far as they are buffered. They are valid
// until the next call.
func (r *Reader) empty() []byte {
	text, _ := r.src.Peek(r.src.Buffered())
	text = text[:newlines(text)]
	r.pass(text)
	return text
}

// pass counts a text that is buffered as read, which cannot fail.
func (r *Reader) pass(text []byte) {
	_, _ = r.src.Discard(len(text))
	r.read += int64(len(text))
	r.line += bytes.Count(text, []byte{'\n'})
}

// passage takes the lines that come next in a body, as far as they are buffered whole and none has
// the "[" that begins the next game. They are valid until the next call.
func (r *Reader) passage() []byte {
	text, _ := r.src.Peek(r.src.Buffered())
	if sign := bytes.IndexByte(text, '['); sign >= 0 {
		text = text[:sign]
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	r.pass(text)
	return text
}

// readLine returns the next line with its line end, cut to maxKept bytes if it is longer. The
// bytes are valid until the next call.
func (r *Reader) readLine() ([]byte, error) {
	line, err := r.src.ReadSlice('\n')
	r.read += int64(len(line))
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	cut := append([]byte(nil), line[:maxKept]...)
	for errors.Is(err, bufio.ErrBufferFull) {
		line, err = r.src.ReadSlice('\n')
		r.read += int64(len(line))
	}
	return append(cut, '\n'), err
}

// Lines parses the lines of the block one after the other, or returns those remembered.
func (b Block) Lines() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for rest := b; len(rest.Text) > 0; {
			var line Line
			if line, rest = rest.Cut(); !yield(line) {
				return
			}
		}
	}
}

// CutText returns the text of the first line of a block, and the rest of the block.
func (b Block) CutText() (text []byte, rest Block) {
	text, _, _ = bytes.Cut(b.Text, []byte{'\n'})
	rest = b.Behind(min(len(text)+1, len(b.Text)), 1)
	return withoutEnd(text), rest
}

// Cut returns the first line of a block that has one, and the rest of the block.
func (b Block) Cut() (Line, Block) { return new(Parser).Cut(b) }

// Cut returns the first line of a block that has one, and the rest of the block.
func (p *Parser) Cut(b Block) (Line, Block) {
	text, rest := b.CutText()
	if b.parsed == nil {
		return p.Line(string(text), b.Line), rest
	}
	if b.parsed[0] == nil {
		line := ParseLine(string(text), b.Line)
		b.parsed[0] = &line
	}
	return *b.parsed[0], rest
}

// Behind returns the rest of a block after its first size bytes, which are lines lines.
func (b Block) Behind(size, lines int) Block {
	b.Text, b.Line = b.Text[size:], b.Line+lines
	if b.parsed != nil {
		b.parsed = b.parsed[lines:]
	}
	return b
}
