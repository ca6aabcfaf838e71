package archive

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"slices"

	"tpnote/notation"
)

// feed reads sources into chunks.
type feed struct {
	ctx               context.Context // done when the judging must stop
	running           context.Context // done when the run is over
	free, work, order chan *chunk
	size              int // of an ordinary chunk
	parts             int // how many parts of the results of a chunk are held
}

// newFeed makes a feed with this many chunks.
func newFeed(ctx, running context.Context, chunks int) *feed {
	f := &feed{size: chunkSize, parts: 1, ctx: ctx, running: running, free: make(chan *chunk, chunks), work: make(chan *chunk, chunks), order: make(chan *chunk, chunks)}
	for range chunks {
		f.free <- &chunk{}
	}
	return f
}

var errStopped = errors.New("stopped")

// run sends every source's chunks to the workers and, in their order, to the collector.
func (f *feed) run(sources iter.Seq[*Source]) {
	defer close(f.order)
	defer close(f.work)
	for s := range sources {
		if f.ctx.Err() != nil || f.source(s) != nil {
			return
		}
	}
}

// take waits for a free chunk, and begins a part of a source in it, from the given line and byte on.
func (f *feed) take(s *Source, line int, offset int64) (*chunk, error) {
	select {
	case c := <-f.free:
		if c.buf == nil || cap(c.buf) > 2*chunkSize {
			c.buf = make([]byte, 0, f.size+slack)
		}
		*c = chunk{source: s, line: line, offset: offset, buf: c.buf[:0], games: c.games[:0]}
		return c, nil
	case <-f.ctx.Done():
		return nil, errStopped
	case <-f.running.Done():
		return nil, errStopped
	}
}

// send gives a chunk to the workers.
func (f *feed) send(c *chunk) {
	c.parts = make(chan part, f.parts)
	f.work <- c // there is room for all chunks
	f.order <- c
}

// alone waits until all chunks but the reader's own are free.
func (f *feed) alone() error {
	var held []*chunk
	for range cap(f.free) - 1 {
		select {
		case c := <-f.free:
			held = append(held, c)
		case <-f.ctx.Done():
			return errStopped
		case <-f.running.Done():
			return errStopped
		}
	}
	for _, c := range held {
		f.free <- c
	}
	return nil
}

// source reads a source into chunks. Its error is errStopped; what is wrong with the source is sent
// along.
func (f *feed) source(s *Source) error {
	src, unread := s.Open()
	if unread == nil {
		defer src.Close()
	}
	c, err := f.take(s, 1, 0)
	if err != nil {
		return err
	}
	if unread != nil {
		c.last, c.err = true, unread
		f.send(c)
		return nil
	}
	for {
		if err := f.fill(c, src); err != nil {
			c.finish(c.buf, err)
			f.send(c)
			return nil
		}
		cut := c.lastGame(c.buf)
		if cut == 0 && len(c.buf) >= longSize {
			if c, err = f.long(c, src); err != nil || c == nil {
				return err
			}
			continue
		}
		if cut == 0 {
			c.searched = len(c.buf)
			continue
		}
		next, err := f.take(s, 0, c.offset+int64(cut))
		if err != nil {
			return err
		}
		next.buf = append(next.buf, c.buf[cut:]...)
		c.cut(c.buf[:cut])
		if s.To > 0 && next.offset >= s.To {
			c.last = true
			f.send(c)
			f.free <- next
			return nil
		}
		next.line = c.line + bytes.Count(c.text, []byte{'\n'})
		next.earlier = c.earlier + notation.CountGames(c.text)
		long := cut > chunkSize
		f.send(c)
		if c = next; long { // buffers of that size are had one at a time
			if err := f.alone(); err != nil {
				return err
			}
		}
	}
}

// fill reads until the buffer is full, and enlarges a full buffer first. It returns early if the
// source is slow and the workers are idle, but only with at least half as much new text as has
// been searched.
func (f *feed) fill(c *chunk, src io.Reader) error {
	if room := cap(c.buf) - slack; len(c.buf) >= room {
		c.buf = append(make([]byte, 0, 2*room+slack), c.buf...)
	}
	for {
		free := c.buf[len(c.buf) : cap(c.buf)-slack]
		if len(free) == 0 {
			return nil
		}
		n, err := src.Read(free)
		c.buf = c.buf[:len(c.buf)+n]
		if err != nil {
			return err
		}
		if n < len(free) && len(c.buf)-c.searched > c.searched/2 && len(f.free) >= cap(f.free)-1 {
			return nil
		}
	}
}

// lastGame is where the last game of a chunk begins in its text, or, if there is nothing in it but
// blank lines and comments, where its last line does; 0 if neither is known.
func (c *chunk) lastGame(raw []byte) int {
	text := raw
	if c.line == 1 {
		text = notation.TrimMark(text)
	}
	cut, vacant := notation.LastGame(text)
	if vacant {
		cut = bytes.LastIndexByte(text, '\n') + 1 // nothing has come yet
	}
	if cut == 0 {
		return 0
	}
	return len(raw) - len(text) + cut
}

// finish ends a chunk, where its source ends with err.
func (c *chunk) finish(raw []byte, err error) {
	c.last = true
	if err != io.EOF {
		c.err = err
		raw = raw[:c.lastGame(raw)] // the last game is not whole
	}
	c.cut(raw)
}

// cut gives a chunk its text.
func (c *chunk) cut(text []byte) {
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n') // there is room: see slack
	}
	if c.text = text; c.line == 1 {
		c.text = notation.TrimMark(text)
		c.offset += int64(len(text) - len(c.text))
	}
}

// long reads a game longer than the buffer, all of which belongs to it, and returns a chunk for
// what follows the game; nil if the source ends with an error. The reader holds less of it
// than a growing buffer would, and of a game longer than any may be next to nothing. It leaves blank
// lines and the ends of lines that are too long out of the text.
func (f *feed) long(c *chunk, src io.Reader) (*chunk, error) {
	s, begin := c.source, c.offset
	for range len(f.free) { // while it is judged, no other buffer is wanted
		idle := <-f.free
		idle.buf = nil
		f.free <- idle
	}
	reader := notation.NewReaderFrom(io.MultiReader(bytes.NewReader(c.buf), src), c.line)
	block, err := reader.Next()
	c.buf = nil
	switch {
	case err != nil:
		if c.last = true; err != io.EOF {
			c.err = err
		}
		reader.Close()
		f.send(c)
		return nil, nil
	case block.TooLong:
		block.Offset += begin
		c.block = &block
	default:
		if c.text = slices.Grow(block.Text, slack); !bytes.HasSuffix(c.text, []byte{'\n'}) {
			c.text = append(c.text, '\n')
		}
		c.line, c.offset = block.Line, begin+block.Offset-int64(notation.FirstLine(c.text))
	}
	f.send(c)
	text, line, offset := reader.Ahead()
	next, err := f.take(s, line, begin+offset)
	if err != nil {
		return nil, err
	}
	next.buf, next.earlier = append(next.buf, text...), c.earlier+1
	if err = f.alone(); err == nil { // buffers of that size are had one at a time
		reader.Close()
	}
	return next, err
}
