package archive

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"

	"tpnote/notation"
)

// feed reads sources into chunks.
type feed struct {
	ctx               context.Context
	free, work, order chan *chunk
}

// newFeed makes a feed of so many chunks.
func newFeed(ctx context.Context, chunks int) *feed {
	f := &feed{ctx: ctx, free: make(chan *chunk, chunks), work: make(chan *chunk, chunks), order: make(chan *chunk, chunks)}
	for range chunks {
		f.free <- &chunk{}
	}
	return f
}

var errStopped = errors.New("stopped")

// read sends every source's chunks to the workers and, in their order, to the collector.
func (f *feed) read(sources iter.Seq[*Source]) {
	defer close(f.order)
	defer close(f.work)
	for s := range sources {
		if f.source(s) != nil {
			return
		}
	}
}

// take waits for a chunk that is free.
func (f *feed) take(s *Source) (*chunk, error) {
	select {
	case c := <-f.free:
		if c.buf == nil || cap(c.buf) > 2*chunkSize {
			c.buf = make([]byte, 0, chunkSize+slack)
		}
		*c = chunk{source: s, buf: c.buf[:0], games: c.games[:0]}
		return c, nil
	case <-f.ctx.Done():
		return nil, errStopped
	}
}

// send gives a chunk to the workers.
func (f *feed) send(c *chunk) {
	c.parts = make(chan []found, 1)
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
		}
	}
	for _, c := range held {
		f.free <- c
	}
	return nil
}

// source reads one source. Its error is errStopped; what is wrong with the source is sent
// along.
func (f *feed) source(s *Source) error {
	c, err := f.take(s)
	if err != nil {
		return err
	}
	src, err := s.Open()
	if err != nil {
		c.last, c.err = true, err
		f.send(c)
		return nil
	}
	defer src.Close()
	c.line = 1
	for {
		err := f.fill(c, src)
		if err == io.EOF {
			c.last = true
			c.cut(len(c.buf))
			f.send(c)
			return nil
		}
		cut, vacant := c.lastGame()
		if vacant {
			cut = bytes.LastIndexByte(c.buf, '\n') + 1 // nothing has come yet
		}
		if err != nil { // the last game is not whole
			c.last, c.err = true, err
			c.cut(cut)
			f.send(c)
			return nil
		}
		if cut == 0 {
			if len(c.buf) > notation.MaxGame {
				return f.long(c, src)
			}
			c.searched = len(c.buf)
			continue
		}
		next, err := f.take(s)
		if err != nil {
			return err
		}
		next.buf = append(next.buf, c.buf[cut:]...)
		c.cut(cut)
		next.line = c.line + bytes.Count(c.raw, []byte{'\n'})
		long := cut > chunkSize
		f.send(c)
		if c = next; long { // buffers of that size are had one at a time
			if err := f.alone(); err != nil {
				return err
			}
		}
	}
}

// fill reads until the buffer is full. It makes do with less if the source is slow and
// nothing else is to be done, but not with little behind what has been searched; and a buffer
// that is full already is made larger.
func (f *feed) fill(c *chunk, src io.Reader) error {
	if room := cap(c.buf) - slack; len(c.buf) >= room {
		larger := make([]byte, len(c.buf), 2*room+slack)
		copy(larger, c.buf)
		c.buf = larger
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

// lastGame is where the last game of the buffer begins, and whether there is nothing in it
// but blank lines and comments.
func (c *chunk) lastGame() (cut int, vacant bool) {
	if c.line > 1 {
		return notation.LastGame(c.buf)
	}
	text := notation.TrimMark(c.buf)
	if cut, vacant = notation.LastGame(text); cut > 0 {
		cut += len(c.buf) - len(text)
	}
	return cut, vacant
}

// cut makes the first n bytes of the buffer the chunk's text.
func (c *chunk) cut(n int) {
	c.raw = c.buf[:n]
	text := c.raw
	if n > 0 && text[n-1] != '\n' {
		text = append(text, '\n') // there is room: see slack
	}
	if c.text = text; c.line == 1 {
		c.text = notation.TrimMark(text)
		c.mark = len(text) - len(c.text)
	}
}

// long goes on, game by game, where one seems to be longer than any may be.
func (f *feed) long(c *chunk, src io.Reader) error {
	reader := notation.NewReaderFrom(io.MultiReader(bytes.NewReader(c.buf), src), c.line-1)
	c.buf = nil
	for {
		block, err := reader.Next()
		if err != nil {
			c.last = true
			if err != io.EOF {
				c.err = err
			}
			f.send(c)
			return nil
		}
		block.Text = bytes.Clone(block.Text)
		c.block, c.long = &block, true
		f.send(c)
		if c, err = f.take(c.source); err != nil {
			return err
		}
		if err := f.alone(); err != nil {
			return err
		}
	}
}
