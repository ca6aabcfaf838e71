// Package archive judges many games fast: millions of them, in files or streams of any size.
// It finds what verify.Reader finds in the same text, and decides nothing by itself: a quick
// judge takes the games that are legal and written as one expects, and a verify.Reader all
// others.
package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync"

	"tpnote/notation"
	"tpnote/notation/shape"
	"tpnote/verify"
)

// Options say how an archive is judged.
type Options struct {
	verify.Options      // how each game is judged
	Jobs           int  // workers; 0 for one a core
	Positions      bool // whether to fill in Summary.Position of legal games too
	Moves          bool // whether to fill in Summary.Moves
}

// Source is a log of an archive.
type Source struct {
	Name string // in what is reported; Variant paths in the log start from its folder
	Open func() (io.ReadCloser, error)
	Fix  bool // whether to make the certain fixes: see Sink.Rewrite
}

// A Sink hears what Run found, in the order of the input and from one goroutine. If it
// returns an error, Run stops.
type Sink interface {
	// Game takes a game. It is valid during the call only.
	Game(g *verify.Summary) error
	// Rewrite takes the next piece of the text of a source with Fix, after fixes in so
	// many games. A piece is nil where the text was not kept, being a game too long.
	Rewrite(s *Source, text []byte, fixed int) error
	// Done says that a source is at its end, or err why the rest of it cannot be read.
	Done(s *Source, games int, err error) error
}

// Tally counts what Run has done.
type Tally struct {
	Games  int
	Judged int // of them by a Reader, not being both legal and in the ordinary shape
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
	source   *Source
	buf      []byte
	raw      []byte          // what was read
	text     []byte          // what is judged: raw without a byte-order mark, and with the last newline
	mark     int             // the length of that mark
	line     int             // number of the first line
	searched int             // how much of buf holds no end of a game
	block    *notation.Block // a game cut by a notation.Reader, for which there is no text
	long     bool            // it was such a game
	last     bool            // the source ends here
	err      error           // why it cannot be read on

	games  []found
	parts  chan []found
	judged int
	failed error // what ends the run: Options that do not fit a log
}

// found is a game with its place in its chunk.
type found struct {
	verify.Summary
	begin, size int
	fixed       []byte // its text with the fixes made, if there are any
	inserted    int    // lines that they add
}

// Run judges sources and tells sink. One goroutine reads them into a few buffers, each cut at
// the last line that begins a game; workers judge a buffer each; and what they found comes
// out in the order of the input. The buffers in circulation are all the memory that it takes,
// whatever the size of the archive. It returns early with the error of sink, that of the
// options (see verify.NewReader), or that of ctx.
func Run(ctx context.Context, o Options, sources iter.Seq[*Source], sink Sink) (Tally, error) {
	jobs := o.Jobs
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	workers := make([]*worker, jobs)
	for i := range workers {
		r, err := verify.NewReader(o.Options)
		if err != nil {
			return Tally{}, err
		}
		workers[i] = &worker{moves: o.Moves, reader: r, quick: newJudge(r, o.Positions)}
	}
	ctx, stop := context.WithCancel(ctx)
	f := newFeed(ctx, 2*jobs+1)
	var busy sync.WaitGroup
	for _, w := range workers {
		busy.Go(func() {
			for c := range f.work {
				w.judge(ctx, c)
			}
		})
	}
	go f.read(sources)
	tally, err := f.collect(sink)
	stop()
	if err == nil {
		busy.Wait()
	}
	return tally, err
}

// collect passes on what was found, chunk by chunk.
func (f *feed) collect(sink Sink) (t Tally, err error) {
	ctx := f.ctx
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
				g.Shift(inserted)
				inserted += g.inserted
				if err := sink.Game(&g.Summary); err != nil {
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
			var other *verify.OtherGameError
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
