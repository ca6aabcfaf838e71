// Package archive lists and opens logs, and judges many games fast: millions of them, in files or streams of any size.
// It finds what verify.Reader finds in the same text, because each worker has such a Reader, and decides nothing itself.
package archive

import (
	"context"
	"io"
	"iter"
	"runtime"
	"sync"
	"time"

	"tpnote/notation"
	"tpnote/verify"
)

// Options say how an archive is judged.
type Options struct {
	verify.Options      // how each game is judged
	Jobs           int  // workers; 0 for one a core
	Entries        bool // whether to fill in Summary.Entry
	// Open opens a log. Run calls it once for each, before it asks for the next.
	Open func(log Log) (io.ReadCloser, error)
	// Game takes each game, which is valid during the call only. It and Done are called in the order of the input and
	// from one goroutine. An error of one ends the run.
	Game func(g *verify.Summary) error
	// Done reports the end of a log, or err if the rest cannot be read. games counts those to there or log.To.
	Done func(log Log, games int, err error) error
	// Look makes a Look for each worker. Games are then looked at and not judged, and Game is not called.
	Look func() (Look, error)
	Rows *Rows // receives a row for each action; may be nil
}

// Rows prints the actions of all games.
type Rows struct {
	// Append appends the text of an action of a game that is judged to its end. Workers call it at the same time.
	Append func(dst []byte, game *verify.Summary, r *verify.Row) []byte
	// Write takes such texts, in the order of the input.
	Write func(text []byte) error
}

// Look looks at a game of a log; the block is valid during the call only. Run calls the functions that
// it returns in the order of the games. An error of one ends the run.
type Look func(name string, b notation.Block) (report func() error)

// grace is how long an interrupted run waits for the games that are being judged.
const grace = time.Second / 2

const (
	chunkSize = 1 << 18       // bytes of games that a worker takes at a time
	rowsChunk = chunkSize / 2 // the rows of a chunk are many times as long as its text
	// A worker with this many results, or bytes of rows, passes them on: many errors do not fill the memory.
	mostGames    = 1 << 13
	mostFindings = 1 << 11
	inLook       = 1 << 5 // a result of a Look weighs as much as this many findings
	mostRows     = 1 << 17
	mostParts    = 8 // a worker with rows waits while this many parts are waiting
)

// chunk is some games of one log.
type chunk struct {
	log    Log
	text   []byte // of the games
	blocks []notation.Block
	upTo   int       // the number of the last of them in the log
	last   bool      // the log ends here
	err    error     // why it cannot be read on
	parts  chan part // of the results
}

// part is a part of the results of a chunk.
type part struct {
	rows    []byte         // that come before the end of the games
	reports []func() error // one for each game, and one that returns the error that ends the run
}

// Run judges logs and passes the results on. One goroutine cuts them into games, and puts these into a few
// buffers; workers judge a buffer each; and the results come out in the order of the input. The memory that Run needs
// is that of these buffers, whatever the size of the archive. It returns early with an error of Game or Done, of the
// options (see verify.NewReader), or of ctx. When ctx is done, Game first receives the games that are already judged;
// a game that is being judged has half a second to become one of them. games is the number of games.
func Run(ctx context.Context, o Options, logs iter.Seq[Log]) (games int, err error) {
	jobs := o.Jobs
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	workers := make([]*worker, jobs)
	for i := range workers {
		if workers[i], err = o.worker(); err != nil {
			return 0, err
		}
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer context.AfterFunc(ctx, func() { time.AfterFunc(grace, stop) })()
	f := newFeed(ctx, running, jobs, o.Open)
	if o.Rows != nil {
		f.size = rowsChunk
		if jobs > 1 { // none waits for another
			f.waiting = mostParts
		}
	}
	var busy sync.WaitGroup
	for _, w := range workers {
		busy.Go(func() {
			for c := range f.work {
				w.judge(f, c)
			}
		})
	}
	go f.run(logs)
	games, err = f.collect(&o)
	stop()
	if err == nil {
		busy.Wait()
	}
	return games, err
}

// collect passes on the results, chunk by chunk.
func (f *feed) collect(o *Options) (games int, err error) {
	for {
		var c *chunk
		select {
		case c = <-f.order:
		case <-f.ctx.Done():
			select {
			case c = <-f.order:
			default: // the log keeps the reader waiting
			}
		}
		if c == nil { // all is read, or the run is stopped
			return games, f.ctx.Err()
		}
		for part := range f.parts(c) {
			if len(part.rows) > 0 {
				if err := o.Rows.Write(part.rows); err != nil {
					return games, err
				}
				written.Put(part.rows[:0])
			}
			for _, report := range part.reports {
				if err := report(); err != nil {
					return games, err
				}
				games++
			}
		}
		if f.running.Err() != nil { // the rest of the chunk is not judged
			return games, f.ctx.Err()
		}
		if c.last {
			if err := o.Done(c.log, c.upTo, c.err); err != nil {
				return games, err
			}
		}
		f.free <- c
	}
}

// parts yields the parts of what is found in a chunk, while the run goes on.
func (f *feed) parts(c *chunk) iter.Seq[part] {
	return func(yield func(part) bool) {
		for {
			select {
			case p, more := <-c.parts:
				if !more || !yield(p) {
					return
				}
			case <-f.running.Done():
				return
			}
		}
	}
}
