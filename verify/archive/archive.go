// Package archive judges many games fast: millions of them, in files or streams of any size.
// It finds what verify.Reader finds in the same text, because each worker has such a Reader, and
// decides nothing by itself.
package archive

import (
	"context"
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync"
	"time"

	"tpnote/notation"
	"tpnote/notation/shape"
	"tpnote/verify"
)

// Options say how an archive is judged.
type Options struct {
	verify.Options      // how each game is judged
	Jobs           int  // workers; 0 for one a core
	Entries        bool // whether to fill in Summary.Entry
	// Look makes a Look for each worker. Games are then looked at and not judged; nil judges them.
	Look func() (Look, error)
	Rows *Rows // receives a row for each action; may be nil
}

// Look looks at a game; the block is valid during the call only. Run calls the functions that it
// returns in the order of the games, each with the game's number in its source. An error of one
// ends the run.
type Look func(name string, b notation.Block) (report func(number int) error)

// Source is a log of an archive.
type Source struct {
	Name string                        // for reports; Variant paths in the log start from its folder
	Open func() (io.ReadCloser, error) // called once, before Run asks for the next source
	Fix  bool                          // whether to make the certain fixes: see Sink.Rewrite
	// Only games whose first line begins at a byte from From up to To, To excluded, are judged.
	// Games before From are counted. To is 0 for the whole source.
	From, To int64
	// Ready reports that reading never has to wait, as with a file. Small sources of this kind
	// share chunks.
	Ready bool
}

// A Sink receives the results of Run, in the order of the input and from one goroutine. If it
// returns an error, Run stops.
type Sink interface {
	// Game takes a game. It is valid during the call only.
	Game(g *verify.Summary) error
	// Rewrite takes the next piece of the text of a source with Fix; fixed is the number of games
	// that were fixed in it. The text is nil for a game that is too long to keep.
	Rewrite(s *Source, text []byte, fixed int) error
	// Done reports the end of a source, or err if the rest of it cannot be read. games counts the
	// games up to there, or up to Source.To.
	Done(s *Source, games int, err error) error
}

// grace is how long an interrupted run waits for the games that are being judged.
const grace = time.Second / 2

const (
	chunkSize = 1 << 20
	// Sources of up to smallSize bytes share a chunk, up to mostOfShared bytes and mostShared
	// sources. One more source then has room, and a worker finds the text still in the cache.
	smallSize    = rowsChunk / 2
	mostOfShared = rowsChunk/2 - 1
	mostShared   = 64
	// A game of longSize bytes or more is read by itself.
	longSize = 4 * chunkSize
	// A worker with this many results waits until the collector has taken them, so that an input
	// full of errors does not fill the memory.
	mostGames    = 1 << 13
	mostFindings = 1 << 11
	inLook       = 1 << 5 // a result of a Look weighs as much as this many findings

	slack = 1 + shape.Slack // room after a text, for a last newline too
)

// chunk is a buffer with the texts of some sources, and the results of judging them.
type chunk struct {
	buf      []byte
	pieces   []piece
	roomy    bool // the buffer is roomy
	searched int  // how much of buf holds no end of a game
	games    []found
	parts    chan part
	stopped  bool // its worker was interrupted; to be read when parts is closed
}

// part is a part of the results of a chunk.
type part struct {
	games []found
	rows  []byte // that come before the end of those games
}

// piece is whole games of one source.
type piece struct {
	source *Source
	raw    []byte          // the text as read
	text   []byte          // the text to judge: raw without a byte-order mark, and with a last newline
	mark   int             // the length of that mark
	line   int             // number of the first line
	offset int64           // of raw in its source
	games  int             // before it in its source
	upTo   int             // games up to its end
	block  *notation.Block // a game cut by a notation.Reader, for which there is no text
	last   bool            // the source ends here
	err    error           // why it cannot be read on

	failed error // ends the run: Options that do not fit a log
}

// found is a game with its place in its chunk.
type found struct {
	verify.Summary
	piece       int
	begin, size int                    // in the piece's raw text
	fixed       []byte                 // its text with the fixes made, if there are any
	inserted    int                    // lines that they add
	report      func(number int) error // of a Look
}

// Run judges sources and passes the results to sink. One goroutine reads them into a few buffers,
// each cut at the last line that begins a game; workers judge a buffer each; and the results come
// out in the order of the input. The memory that Run needs is that of these buffers, whatever the
// size of the archive. It returns early with an error of sink, of the options (see
// verify.NewReader), or of ctx. When ctx is done, sink first receives the games that are already
// judged; a game that is being judged has half a second to become one of them. games is the number
// of games.
func Run(ctx context.Context, o Options, sources iter.Seq[*Source], sink Sink) (games int, err error) {
	jobs := o.Jobs
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	spare := make(chan []byte, (2*jobs+1)*mostParts)
	workers := make([]*worker, jobs)
	for i := range workers {
		if workers[i], err = o.worker(spare); err != nil {
			return 0, err
		}
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer context.AfterFunc(ctx, func() { time.AfterFunc(grace, stop) })()
	f := newFeed(ctx, running, 2*jobs+1)
	if o.Rows != nil {
		f.size = rowsChunk
		if jobs > 1 { // none waits for another
			f.parts = mostParts
		}
	}
	var busy sync.WaitGroup
	for _, w := range workers {
		busy.Go(func() {
			for c := range f.work {
				w.judge(ctx, running, c)
			}
		})
	}
	go f.run(sources)
	games, err = f.collect(collector{sink: sink, rows: o.Rows, spare: spare})
	stop()
	if err == nil {
		busy.Wait()
	}
	return games, err
}

// collect passes on the results, chunk by chunk.
func (f *feed) collect(k collector) (games int, err error) {
	for {
		var c *chunk
		select {
		case c = <-f.order:
		case <-f.ctx.Done():
			select {
			case c = <-f.order:
			default: // the source keeps the reader waiting
			}
		}
		if c == nil { // all is read, or the run is stopped
			return k.all, f.ctx.Err()
		}
		at := 0 // the piece
		for {
			part, more := f.part(c)
			if !more {
				break
			}
			if len(part.rows) > 0 {
				if err := k.rows.Write(part.rows); err != nil {
					return k.all, err
				}
				if cap(part.rows) <= 4*partSize {
					select {
					case k.spare <- part.rows[:0]:
					default:
					}
				}
			}
			for i := range part.games {
				g := &part.games[i]
				for ; at < g.piece; at++ {
					if err := k.end(&c.pieces[at]); err != nil {
						return k.all, err
					}
				}
				if err := k.game(&c.pieces[at], g); err != nil {
					return k.all, err
				}
			}
		}
		if f.running.Err() != nil || c.stopped { // the rest of the chunk is not judged
			return k.all, f.ctx.Err()
		}
		for ; at < len(c.pieces); at++ {
			if err := k.end(&c.pieces[at]); err != nil {
				return k.all, err
			}
		}
		f.free <- c
	}
}

// part waits for the next part of what is found in a chunk. It returns false when there is no more.
func (f *feed) part(c *chunk) (part, bool) {
	select {
	case p, more := <-c.parts:
		return p, more
	case <-f.running.Done():
		return part{}, false
	}
}

// collector passes on the results.
type collector struct {
	sink     Sink
	rows     *Rows
	spare    chan []byte // texts of rows that have been written
	all      int         // games so far
	inserted int         // lines that fixes have added to it
	written  int         // how much of the piece has been passed on with fixes
}

func (k *collector) game(p *piece, g *found) error {
	k.all++
	if g.report != nil {
		return g.report(g.Number)
	}
	g.Shift(k.inserted)
	k.inserted += g.inserted
	if err := k.sink.Game(&g.Summary); err != nil || g.fixed == nil {
		return err
	}
	before := p.raw[k.written:g.begin]
	k.written = g.begin + g.size
	if len(before) > 0 {
		if err := k.sink.Rewrite(p.source, before, 0); err != nil {
			return err
		}
	}
	return k.sink.Rewrite(p.source, g.fixed, 1)
}

// end ends a piece.
func (k *collector) end(p *piece) error {
	if p.failed != nil {
		return fmt.Errorf("%s: %w", p.source.Name, p.failed)
	}
	rest := p.raw[k.written:]
	k.written = 0
	if p.source.Fix && (len(rest) > 0 || p.block != nil) {
		if err := k.sink.Rewrite(p.source, rest, 0); err != nil {
			return err
		}
	}
	if !p.last {
		return nil
	}
	k.inserted = 0
	return k.sink.Done(p.source, p.upTo, p.err)
}
