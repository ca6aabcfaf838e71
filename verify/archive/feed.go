package archive

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"sync/atomic"

	"tpnote/notation"
)

// feed reads sources into chunks.
type feed struct {
	ctx               context.Context // done when the judging must stop
	running           context.Context // done when the run is over
	free, work, order chan *chunk
	shared            *chunk // with small sources; may be nil
	size              int    // of an ordinary chunk
	parts             int    // how many parts of the results of a chunk are held
}

// roomy is a buffer for fixing a game of longSize bytes or more, one game at a time. A buffer on the
// heap would exist twice while it grows. Pages that are never written take no memory.
var roomy struct {
	taken atomic.Bool
	buf   [notation.MaxGame + chunkSize]byte
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
	f.sendShared()
}

// take waits for a chunk that is free.
func (f *feed) take() (*chunk, error) {
	select {
	case c := <-f.free:
		if c.roomy {
			roomy.taken.Store(false)
		}
		if c.buf == nil || cap(c.buf) > 2*chunkSize {
			c.buf = make([]byte, 0, f.size+slack)
		}
		clear(c.pieces)
		*c = chunk{buf: c.buf[:0], pieces: c.pieces[:0], games: c.games[:0]}
		return c, nil
	case <-f.ctx.Done():
		return nil, errStopped
	case <-f.running.Done():
		return nil, errStopped
	}
}

// takeFor waits for a chunk for a source, from the given line and byte on.
func (f *feed) takeFor(s *Source, line int, offset int64) (*chunk, error) {
	c, err := f.take()
	if err == nil {
		c.pieces = append(c.pieces, piece{source: s, line: line, offset: offset})
	}
	return c, err
}

// send gives a chunk to the workers.
func (f *feed) send(c *chunk) {
	c.parts = make(chan part, f.parts)
	f.work <- c // there is room for all chunks
	f.order <- c
}

// sendShared sends the chunk of small sources, if there is one.
func (f *feed) sendShared() {
	if f.shared != nil {
		f.send(f.shared)
		f.shared = nil
	}
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

// source reads one source. Its error is errStopped; what is wrong with the source is sent
// along.
func (f *feed) source(s *Source) error {
	if !s.Ready {
		f.sendShared() // which is not to wait for a slow source
	}
	src, err := s.Open()
	if err == nil && !s.Ready {
		defer src.Close()
		return f.stream(s, src)
	}
	c, taken := f.takeShared()
	switch {
	case taken != nil:
		if err == nil {
			src.Close()
		}
		return taken
	case err == nil:
		return f.ready(c, s, src)
	}
	c.pieces = append(c.pieces, piece{source: s, last: true, err: err})
	f.shareOn(c)
	return nil
}

// takeShared is the chunk that the next small source goes into.
func (f *feed) takeShared() (c *chunk, err error) {
	if f.shared == nil {
		f.shared, err = f.take()
	}
	return f.shared, err
}

// shareOn sends a chunk of small sources if it is full.
func (f *feed) shareOn(c *chunk) {
	if len(c.buf) > mostOfShared || len(c.pieces) == mostShared {
		f.sendShared()
	}
}

// ready puts a source into the shared chunk c if it is small.
func (f *feed) ready(c *chunk, s *Source, src io.ReadCloser) error {
	defer src.Close()
	begin := len(c.buf)
	p := piece{source: s, line: 1}
	room := c.buf[begin : begin+smallSize+1]
	n, err := readInto(room, src)
	if err == nil { // it is not small
		text := bytes.Clone(room)
		f.sendShared()
		return f.stream(s, io.MultiReader(bytes.NewReader(text), src))
	}
	p.finish(room[:n], err)
	c.pieces = append(c.pieces, p)
	c.buf = c.buf[:begin+n+1] // the last newline may be added there
	f.shareOn(c)
	return nil
}

// readInto reads until there is no room or an error.
func readInto(room []byte, src io.Reader) (n int, err error) {
	for err == nil && n < len(room) {
		var more int
		more, err = src.Read(room[n:])
		n += more
	}
	return n, err
}

// stream reads a source into chunks of its own.
func (f *feed) stream(s *Source, src io.Reader) error {
	c, err := f.takeFor(s, 1, 0)
	if err != nil {
		return err
	}
	for {
		if err := f.fill(c, src); err != nil {
			c.pieces[0].finish(c.buf, err)
			f.send(c)
			return nil
		}
		p := &c.pieces[0]
		cut := p.lastGame(c.buf)
		if cut == 0 && (len(c.buf) > notation.MaxGame || len(c.buf) >= longSize && !s.Fix) {
			if c, err = f.long(c, src); err != nil || c == nil {
				return err
			}
			continue
		}
		if cut == 0 {
			c.searched = len(c.buf)
			continue
		}
		next, err := f.takeFor(s, 0, p.offset+int64(cut))
		if err != nil {
			return err
		}
		next.buf = append(next.buf, c.buf[cut:]...)
		p.cut(c.buf[:cut])
		if s.To > 0 && next.pieces[0].offset >= s.To {
			p.last = true
			f.send(c)
			f.free <- next
			return nil
		}
		next.pieces[0].line = p.line + bytes.Count(p.raw, []byte{'\n'})
		next.pieces[0].games = p.games + notation.CountGames(p.text)
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
		if len(c.buf) >= longSize && !c.roomy && roomy.taken.CompareAndSwap(false, true) {
			c.buf, c.roomy = append(roomy.buf[:0], c.buf...), true
		} else {
			c.buf = append(make([]byte, 0, 2*room+slack), c.buf...)
		}
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

// lastGame is where the last game of a piece begins in its text, or, if there is nothing in it but
// blank lines and comments, where its last line does; 0 if neither is known.
func (p *piece) lastGame(raw []byte) int {
	text := raw
	if p.line == 1 {
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

// finish ends a piece, where its source ends with err.
func (p *piece) finish(raw []byte, err error) {
	p.last = true
	if err != io.EOF {
		p.err = err
		raw = raw[:p.lastGame(raw)] // the last game is not whole
	}
	p.cut(raw)
}

// cut gives a piece its text.
func (p *piece) cut(raw []byte) {
	p.raw = raw
	text := raw
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n') // there is room: see slack
	}
	if p.text = text; p.line == 1 {
		p.text = notation.TrimMark(text)
		p.mark = len(text) - len(p.text)
	}
}

// long reads a game longer than the buffer, all of which belongs to it, and returns a chunk for
// what follows the game; nil if the source ends with an error. The reader holds less of it
// than a growing buffer would, and of a game longer than any may be next to nothing; what it
// leaves out of the text, blank lines and the ends of lines that are too long, is missed by
// fixes alone. A game that begins with such a line comes from the reader too.
func (f *feed) long(c *chunk, src io.Reader) (*chunk, error) {
	s, begin := c.pieces[0].source, c.pieces[0].offset
	for range len(f.free) { // while it is judged, no other buffer is wanted
		idle := <-f.free
		idle.buf = nil
		f.free <- idle
	}
	reader := notation.NewReaderFrom(io.MultiReader(bytes.NewReader(c.buf), src), c.pieces[0].line-1)
	for {
		p := &c.pieces[0]
		block, err := reader.Next()
		c.buf = nil
		switch {
		case err != nil:
			if p.last = true; err != io.EOF {
				p.err = err
			}
			reader.Close()
			f.send(c)
			return nil, nil
		case block.TooLong || s.Fix:
			block.Offset += begin
			p.block = &block
		default:
			if p.text = slices.Grow(block.Text, slack); !bytes.HasSuffix(p.text, []byte{'\n'}) {
				p.text = append(p.text, '\n')
			}
			p.line, p.offset = block.Line, begin+block.Offset-int64(notation.FirstLine(p.text))
		}
		f.send(c)
		text, lines, offset, whole := reader.Ahead()
		games := p.games + 1
		if c, err = f.takeFor(s, lines+1, begin+offset); err != nil {
			return nil, err
		}
		c.buf = append(c.buf, text...)
		c.pieces[0].games = games
		if err = f.alone(); err != nil { // buffers of that size are had one at a time
			return c, err
		}
		if whole {
			reader.Close()
			return c, nil
		}
	}
}
