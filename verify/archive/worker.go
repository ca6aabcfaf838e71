package archive

import (
	"bytes"
	"context"
	"time"

	"tpnote/notation"
	"tpnote/verify"
)

// worker judges chunks.
type worker struct {
	entries bool
	reader  *verify.Reader // nil where games are only looked at
	look    Look           // nil where games are judged
	rows    *rows          // nil if no actions are printed
}

// worker makes a worker.
func (o *Options) worker(spare chan []byte) (*worker, error) {
	if o.Look != nil {
		look, err := o.Look()
		return &worker{look: look}, err
	}
	r, err := verify.NewReader(o.Options)
	if err != nil {
		return nil, err
	}
	w := &worker{entries: o.Entries, reader: r}
	if o.Rows != nil {
		w.rows = &rows{append: o.Rows.Append, spare: spare}
		w.rows.take()
	}
	return w, nil
}

// judge finds the verdicts of a chunk's games. When ctx is done it stops between two games, and
// passes on what it has found while the run goes on.
func (w *worker) judge(ctx, running context.Context, c *chunk) {
	defer close(c.parts)
	if w.rows != nil {
		w.rows.pass = func(text []byte) { c.pass(running, nil, text) }
	}
	findings, passed := 0, time.Now()
	dir := verify.Folder(c.source.Name)
	c.upTo = c.earlier
	rest, line := c.before()
	for len(rest) > 0 && c.failed == nil && !c.ends(rest) {
		if c.stopped = ctx.Err() != nil; c.stopped {
			w.pass(running, c)
			return
		}
		b, size := notation.CutGame(rest, line)
		if b.First == 0 { // blank lines and comments
			break
		}
		c.games = append(c.games, found{})
		g := &c.games[len(c.games)-1]
		b.Offset += c.offset + int64(len(c.text)-len(rest))
		c.upTo++
		w.block(c, dir, &b, c.upTo, g)
		if findings += len(g.Findings); g.report != nil {
			findings += inLook
		}
		rest, line = rest[size:], line+bytes.Count(rest[:size], []byte{'\n'})
		if len(c.games) == mostGames || findings > mostFindings || w.rows != nil && len(w.rows.text) >= partSize {
			if !w.pass(running, c) {
				return
			}
			c.games, findings = nil, 0
		}
		if w.rows == nil && time.Since(passed) > passEvery && c.offer() {
			c.games, findings, passed = nil, 0, time.Now()
		}
	}
	if c.block != nil && c.failed == nil {
		c.upTo++
		if c.source.owns(c.block.Offset) {
			c.games = append(c.games, found{})
			w.block(c, dir, c.block, c.upTo, &c.games[len(c.games)-1])
		}
	}
	if c.failed != nil {
		c.games = c.games[:len(c.games)-1]
	}
	w.pass(running, c)
}

// owns reports whether the worker must judge a game of the source that begins at a byte.
func (s *Source) owns(offset int64) bool { return s.To == 0 || s.From <= offset && offset < s.To }

// before counts the games of a chunk that begin before Source.From. It returns the rest, and the
// number of its first line.
func (c *chunk) before() (rest []byte, line int) {
	rest, line = c.text, c.line
	if c.offset+int64(len(c.text)) <= c.source.From {
		c.upTo += notation.CountGames(rest)
		return nil, line
	}
	for len(rest) > 0 && c.begins(rest) < c.source.From {
		b, size := notation.CutGame(rest, line)
		if b.First > 0 {
			c.upTo++
		}
		line += bytes.Count(rest[:size], []byte{'\n'})
		rest = rest[size:]
	}
	return rest, line
}

// ends reports whether the rest of a chunk begins with a game after Source.To.
func (c *chunk) ends(rest []byte) bool { return c.source.To > 0 && c.begins(rest) >= c.source.To }

// begins is the byte of the source at which the first game of the rest of a chunk begins.
func (c *chunk) begins(rest []byte) int64 {
	return c.offset + int64(len(c.text)-len(rest)+notation.FirstLine(rest))
}

// passEvery is how often a worker offers what it has found, if it takes that long: the next game
// may be one that an interrupted run does not wait for.
const passEvery = 100 * time.Millisecond

// offer passes on the games found, unless the collector still has others of the chunk to take.
func (c *chunk) offer() bool {
	select {
	case c.parts <- part{games: c.games}:
		return true
	default:
		return false
	}
}

// block judges a game, or looks at it. number is its number in the source.
func (w *worker) block(c *chunk, dir string, b *notation.Block, number int, g *found) {
	if w.look != nil {
		g.report = w.look(c.source.Name, number, *b)
		return
	}
	var row func(*verify.Summary, *verify.Row)
	if w.rows != nil {
		row = w.rows.row
	}
	summary, err := w.reader.Judge(c.source.Name, dir, number, *b, row)
	if c.failed = err; err != nil {
		return
	}
	if g.Summary = *summary; w.entries {
		g.Describe(*b)
	}
}

// pass hands the results to the collector.
func (w *worker) pass(ctx context.Context, c *chunk) bool {
	var text []byte
	if w.rows != nil {
		text = w.rows.take()
	}
	return c.pass(ctx, c.games, text)
}

func (c *chunk) pass(ctx context.Context, games []found, rows []byte) bool {
	select {
	case c.parts <- part{games, rows}:
		return true
	case <-ctx.Done():
		return false
	}
}
