package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync"

	"tpnote/notation"
	"tpnote/notation/shape"
)

// A Bulk judges archives. One goroutine reads them into a few buffers, each cut at the last
// line that begins a game; workers judge a buffer each; and what they found comes out in
// the order of the input. The buffers in circulation are all the memory that it takes,
// whatever the size of the archive.
type Bulk struct {
	Options   Options // LastTurn and Watch do not belong here
	Jobs      int     // workers; 0 for one a core
	Positions bool    // whether to fill in Game.Position of legal games too
	Moves     bool    // whether to fill in Game.Moves
}

// Source is a log of an archive.
type Source struct {
	Name string // in what is reported; Variant paths in the log start from its folder
	Open func() (io.ReadCloser, error)
	Fix  bool // whether to make the certain fixes: see Sink.Rewrite
}

// A Sink hears what a Bulk found, in the order of the input and from one goroutine. If it
// returns an error, the Bulk stops.
type Sink interface {
	// Game takes a game. It is valid during the call only.
	Game(g *Game) error
	// Rewrite takes the next piece of the text of a source with Fix, after fixes in so
	// many games. A piece is nil where the text was not kept, being a game too long.
	Rewrite(s *Source, text []byte, fixed int) error
	// Done says that a source is at its end, or err why the rest of it cannot be read.
	Done(s *Source, games int, err error) error
}

// BulkTally counts what a Bulk has done.
type BulkTally struct {
	Games  int
	Judged int // of them by the Replayer, not being both legal and in the ordinary shape
}

const (
	chunkSize = 1 << 20
	// A worker that has found so much waits until it has been taken from it, so that
	// garbage does not fill the memory with what is wrong with it.
	mostGames    = 1 << 13
	mostFindings = 1 << 11

	slack = 1 + shape.Slack // room behind a text, for a last newline too
)

// chunk is a buffer with whole games of one source, and what was found in them.
type chunk struct {
	source *Source
	buf    []byte
	raw    []byte          // what was read
	text   []byte          // what is judged: raw without a byte-order mark, and with the last newline
	mark   int             // the length of that mark
	line   int             // number of the first line
	vain   int             // how much of buf was searched for the end of a game, in vain
	block  *notation.Block // a game cut by a notation.Reader, for which there is no text
	long   bool            // it was such a game
	last   bool            // the source ends here
	err    error           // why it cannot be read on

	games  []found
	parts  chan []found
	judged int
	failed error // what ends the run: Options that do not fit a log
}

// found is a game with its place in its chunk.
type found struct {
	Game
	begin, size int
	fixed       []byte // its text with the fixes made, if there are any
	inserted    int    // lines that they add
}

// Run judges sources and tells sink. It returns early with the error of sink, that of
// Options (see NewReplayer), or that of ctx.
func (b *Bulk) Run(ctx context.Context, sources iter.Seq[*Source], sink Sink) (BulkTally, error) {
	jobs := b.Jobs
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	workers := make([]*worker, jobs)
	for i := range workers {
		r, err := NewReplayer(b.Options)
		if err != nil {
			return BulkTally{}, err
		}
		workers[i] = &worker{bulk: b, brisk: newBrisk(r, b.Positions)}
	}
	ctx, stop := context.WithCancel(ctx)
	f := &feed{ctx: ctx, free: make(chan *chunk, 2*jobs+1)}
	for range cap(f.free) {
		f.free <- &chunk{}
	}
	f.work, f.order = make(chan *chunk, cap(f.free)), make(chan *chunk, cap(f.free))
	var busy sync.WaitGroup
	for _, w := range workers {
		busy.Go(func() {
			for c := range f.work {
				w.judge(ctx, c)
			}
		})
	}
	go f.read(sources)
	tally, err := b.collect(ctx, f, sink)
	stop()
	if err == nil {
		busy.Wait()
	}
	return tally, err
}

// collect passes on what was found, chunk by chunk.
func (b *Bulk) collect(ctx context.Context, f *feed, sink Sink) (t BulkTally, err error) {
	games, inserted := 0, 0 // of the source: games, and lines that fixes have added
	for {
		var c *chunk
		select {
		case c = <-f.order:
		case <-ctx.Done():
			return t, ctx.Err()
		}
		if c == nil {
			return t, nil
		}
		written := 0
		for part := range c.parts {
			for i := range part {
				g := &part[i]
				games++
				t.Games++
				g.File, g.Number = c.source.Name, games
				g.moveDown(inserted)
				inserted += g.inserted
				if err := sink.Game(&g.Game); err != nil {
					return t, err
				}
				if g.fixed != nil {
					if err := sink.Rewrite(c.source, append(c.raw[written:g.begin:g.begin], g.fixed...), 1); err != nil {
						return t, err
					}
					written = g.begin + g.size
				}
			}
		}
		t.Judged += c.judged
		switch {
		case ctx.Err() != nil:
			return t, ctx.Err()
		case c.failed != nil:
			var other *OtherGameError
			if errors.As(c.failed, &other) {
				other.Number = games + 1 // which a worker cannot know
			}
			return t, fmt.Errorf("%s: %w", c.source.Name, c.failed)
		}
		if rest := c.raw[written:]; c.source.Fix && (len(rest) > 0 || c.long) {
			if err := sink.Rewrite(c.source, rest, 0); err != nil {
				return t, err
			}
		}
		if c.last {
			if err := sink.Done(c.source, games, c.err); err != nil {
				return t, err
			}
			games, inserted = 0, 0
		}
		f.free <- c
	}
}

// worker judges chunks.
type worker struct {
	bulk  *Bulk
	brisk *brisk
}

// judge finds the verdicts of a chunk's games.
func (w *worker) judge(ctx context.Context, c *chunk) {
	defer close(c.parts)
	dir := Folder(c.source.Name)
	findings := 0
	for rest, line := c.text, c.line; len(rest) > 0 || c.block != nil; {
		c.games = append(c.games, found{begin: c.mark + len(c.text) - len(rest)})
		g := &c.games[len(c.games)-1]
		size, lines, ok := 0, 0, false
		if c.block == nil {
			size, lines, ok = w.brisk.game(rest, dir, line, &g.Game)
		}
		unrecorded := ok && w.brisk.value("Result") == nil
		if !ok {
			block := c.block
			if c.block = nil; block == nil {
				var b notation.Block
				b, size = notation.CutGame(rest, line)
				lines = bytes.Count(rest[:size], []byte{'\n'})
				block = &b
			}
			if block.First == 0 { // blank lines and comments
				c.games = c.games[:len(c.games)-1]
				break
			}
			j, err := w.brisk.replayer.block(c.source.Name, dir, 0, *block)
			if err != nil {
				c.games = c.games[:len(c.games)-1]
				c.failed = err
				break
			}
			g.Game = *j.Game
			unrecorded = j.tags["Result"] == nil
			c.judged++
		}
		if c.source.Fix && size > 0 {
			w.fix(c.source.Name, dir, rest[:size], line, g, unrecorded && g.Finished)
		}
		if w.bulk.Moves {
			g.Moves = movesOf(rest[:size])
		}
		g.size = min(size, len(c.raw)-g.begin) // the last newline may not be its own
		findings += len(g.Findings)
		rest, line = rest[size:], line+lines
		if len(c.games) == mostGames || findings > mostFindings {
			if !c.pass(ctx) {
				return
			}
			c.games, findings = nil, 0
		}
	}
	c.pass(ctx)
}

// pass hands what was found to the collector.
func (c *chunk) pass(ctx context.Context) bool {
	select {
	case c.parts <- c.games:
		return true
	case <-ctx.Done():
		return false
	}
}

// feed reads sources into chunks.
type feed struct {
	ctx               context.Context
	free, work, order chan *chunk
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
			c.vain = len(c.buf)
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
// nothing else is to be done, but not with little behind what was searched in vain; and a buffer that is full already is made larger.
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
		if n < len(free) && len(c.buf)-c.vain > c.vain/2 && len(f.free) >= cap(f.free)-1 {
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
