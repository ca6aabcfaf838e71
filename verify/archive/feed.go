package archive

import (
	"context"
	"io"
	"iter"

	"tpnote/notation"
)

// feed reads logs into chunks.
type feed struct {
	open              func(log Log) (io.ReadCloser, error)
	ctx               context.Context // done when the judging must stop
	running           context.Context // done when the run is over
	free, work, order chan *chunk
	jobs              int // workers
	size              int // bytes of text from which on a chunk is full
	waiting           int // how many parts of the results of a chunk may wait
}

// newFeed makes a feed for this many workers.
func newFeed(ctx, running context.Context, jobs int, open func(log Log) (io.ReadCloser, error)) *feed {
	chunks := 2*jobs + 1
	f := &feed{open: open, jobs: jobs, size: chunkSize, waiting: 1, ctx: ctx, running: running, free: make(chan *chunk, chunks), work: make(chan *chunk, chunks), order: make(chan *chunk, chunks)}
	for range chunks {
		f.free <- &chunk{}
	}
	return f
}

// run sends every log's chunks to the workers and, in their order, to the collector.
func (f *feed) run(logs iter.Seq[Log]) {
	defer close(f.order)
	defer close(f.work)
	for log := range logs {
		if f.ctx.Err() != nil || !f.log(log) {
			return
		}
	}
}

// take waits for a free chunk for the games of a log after the first ones; nil if the run is stopped.
func (f *feed) take(log Log, first int) *chunk {
	c := f.wait()
	if c == nil {
		return nil
	}
	if c.text == nil {
		c.text = make([]byte, 0, f.size+f.size/8)
	}
	*c = chunk{log: log, upTo: first, text: c.text[:0], blocks: c.blocks[:0]}
	return c
}

// wait waits for a free chunk; nil if the run is stopped.
func (f *feed) wait() *chunk {
	select {
	case c := <-f.free:
		return c
	case <-f.ctx.Done():
	case <-f.running.Done():
	}
	return nil
}

// send gives a chunk to the workers.
func (f *feed) send(c *chunk) {
	c.parts = make(chan part, f.waiting)
	f.work <- c // there is room for all chunks
	f.order <- c
}

// idle reports whether a worker waits for a chunk. The reader has one, too.
func (f *feed) idle() bool { return cap(f.free)-len(f.free)-1 < f.jobs }

// alone waits until all chunks but the reader's own are free. It returns false if the run is stopped.
func (f *feed) alone() bool {
	var held []*chunk
	for range cap(f.free) - 1 {
		c := f.wait()
		if c == nil {
			return false
		}
		held = append(held, c)
	}
	for _, c := range held {
		f.free <- c
	}
	return true
}

// log reads a log into chunks, and sends its error along. It returns false if the run is stopped.
func (f *feed) log(log Log) bool {
	src, unread := f.open(log)
	if unread == nil {
		defer src.Close()
	}
	c := f.take(log, 0)
	if c == nil {
		return false
	}
	if unread != nil {
		c.last, c.err = true, unread
		f.send(c)
		return true
	}
	reader := notation.NewReader(src)
	for {
		b, err := reader.Next()
		if err != nil || log.To > 0 && b.Offset >= log.To {
			reader.Close() // not where the run is stopped: a worker may use its memory
			if c.last = true; err != io.EOF {
				c.err = err
			}
			f.send(c)
			return true
		}
		if c.upTo++; b.Offset < log.From {
			continue
		}
		long := len(b.Text) > chunkSize
		if c.add(b, long); !long && len(c.text) < f.size && len(c.blocks) < mostGames && !f.idle() {
			continue
		}
		games := c.upTo
		f.send(c)
		if c = f.take(log, games); c == nil || long && !f.alone() {
			return false
		}
	}
}

// add adds a game. The text of a long one is in the memory of the reader: it must be judged before the reader goes on.
func (c *chunk) add(b notation.Block, long bool) {
	if !long {
		at := len(c.text)
		c.text = append(c.text, b.Text...)
		b.Text = c.text[at:]
	}
	c.blocks = append(c.blocks, b)
}
