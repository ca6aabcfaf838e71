package notation

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"sync/atomic"
)

// Block is the text of one game, cut from a file.
type Block struct {
	Text    []byte // valid until the next call of Next
	Number  int    // of the game in its file, from 1
	Line    int    // number of the first line of Text
	First   int    // number of the first line that is neither blank nor a comment
	Offset  int64  // of the first byte of that line, in the file or in the text that was cut
	TooLong bool   // the game has more than MaxGame bytes; Text is cut short
}

// maxKept is how many bytes of a line ParseLine reads: enough to see that it is too
// long, even where the last of them is a CR and looks like half of a line end.
const maxKept = MaxLine + 2

// Reader cuts a file into games, as CutGame does. It holds one game at a time.
type Reader struct {
	src  *bufio.Reader
	err  error  // of src
	cut  cutter // of the game that is read
	text []byte
	read int  // games
	long bool // text is in longest
	all  bool // no byte is left out
}

// longest has the text of a game of longText bytes or more, for one Reader at a time. On the heap a growing text would
// exist twice, with as much garbage. Pages that are never written take no memory.
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
	return &Reader{src: bufio.NewReaderSize(r, maxKept+1), cut: cutter{line: 1}}
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// Next returns the next game, or io.EOF after the last one. Any other error is that of
// the underlying reader; the games before it have been returned.
func (r *Reader) Next() (b Block, _ error) {
	r.cut, r.text = cutter{line: r.cut.line, at: r.cut.at}, r.text[:0]
	if r.cut.at == 0 {
		var begin []byte
		if begin, r.err = r.src.Peek(len(byteOrderMark)); bytes.Equal(begin, byteOrderMark) {
			r.add(&b, begin)
			r.cut.at += int64(len(begin))
			_, _ = r.src.Discard(len(begin)) // it is buffered
		}
	}
	b.Line = r.cut.line
	for next := false; !next && !(r.all && b.TooLong); {
		text, err := r.lines()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return Block{}, err
		}
		var size int
		size, next = r.cut.take(text)
		r.add(&b, text[:size])
		_, _ = r.src.Discard(size)
	}
	if b.Text, b.First, b.Offset = r.text, r.cut.first, r.cut.begin; b.First == 0 && !(r.all && len(b.Text) > 0) {
		return Block{}, io.EOF
	}
	if !r.all { // the byte-order mark and blank lines before the game are not kept
		b.Text = TrimMark(b.Text)
		blank := b.Text[:blankLines(b.Text)]
		b.Text, b.Line = b.Text[len(blank):], b.Line+bytes.Count(blank, []byte{'\n'})
	}
	r.read++
	b.Number = r.read
	return b, nil
}

// lines returns the lines that come next, as far as they are buffered whole; of a line longer than the
// buffer, the next maxKept bytes. They are valid until more is read.
func (r *Reader) lines() ([]byte, error) {
	for {
		text, _ := r.src.Peek(r.src.Buffered())
		whole := bytes.LastIndexByte(text, '\n') + 1
		switch {
		case whole > 0:
			return text[:whole], nil
		case len(text) > maxKept:
			return text[:maxKept], nil
		case len(text) > 0 && errors.Is(r.err, io.EOF):
			return text, nil
		case r.err != nil:
			return nil, r.err
		}
		_, r.err = r.src.Peek(len(text) + 1)
	}
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

// Blocks yields the games, and then, if reading fails, the error of Next. Then it closes the Reader.
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

// Whole yields the games of a file as Blocks does, but their texts have all of its bytes: blank lines and the
// byte-order mark too. A file without a game is a block that has no First.
func Whole(src io.Reader) iter.Seq2[Block, error] {
	r := NewReader(src)
	r.all = true
	return r.Blocks()
}

// Section yields the games of a file that begin at the bytes from from up to, and not including, to, and after
// any of them the first line of the next game: what follows a game bears on its form. to is 0 for the end of the file.
func Section(games iter.Seq2[Block, error], from, to int64) iter.Seq2[Block, error] {
	return func(yield func(Block, error) bool) {
		some := false
		for b, err := range games {
			switch {
			case err != nil:
			case to > 0 && b.Offset >= to:
				if rest := b; some {
					rest.Take()
					b.Text = b.Text[:len(b.Text)-len(rest.Text)]
					yield(b, nil)
				}
				return
			case b.Offset < from:
				continue
			}
			if some = true; !yield(b, err) {
				return
			}
		}
	}
}

// Lines parses the lines of the block one after the other.
func (b Block) Lines() iter.Seq[Line] { return b.lines(ParseLine) }

// lines is Lines with a way to parse a line.
func (b Block) lines(parse func(text string, number int) Line) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for rest := b; len(rest.Text) > 0; {
			if number := rest.Line; !yield(parse(string(rest.Take()), number)) {
				return
			}
		}
	}
}

// Take returns the text of the first line of a block, and leaves the rest in the block.
func (b *Block) Take() (text []byte) {
	end := bytes.IndexByte(b.Text, '\n') + 1
	if end == 0 {
		end = len(b.Text)
	}
	text, b.Text = withoutEnd(b.Text[:end]), b.Text[end:]
	b.Line++
	return text
}
