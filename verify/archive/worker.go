package archive

import (
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
	for _, b := range c.blocks {
		var g found
		c.stopped = ctx.Err() != nil
		if !c.stopped {
			g, c.failed = w.block(c.source.Name, dir, b)
		}
		if c.stopped || c.failed != nil {
			break
		}
		c.games = append(c.games, g)
		if findings += len(g.Findings); g.report != nil {
			findings += inLook
		}
		if findings > mostFindings || w.rows != nil && len(w.rows.text) >= partSize {
			if !w.pass(running, c) {
				return
			}
			c.games, findings = nil, 0
		}
		if w.rows == nil && time.Since(passed) > passEvery && c.offer() {
			c.games, findings, passed = nil, 0, time.Now()
		}
	}
	w.pass(running, c)
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

// block judges a game, or looks at it.
func (w *worker) block(name, dir string, b notation.Block) (g found, err error) {
	if w.look != nil {
		g.report = w.look(name, b)
		return g, nil
	}
	var row func(*verify.Summary, *verify.Row)
	if w.rows != nil {
		row = w.rows.row
	}
	summary, err := w.reader.Judge(name, dir, b, row)
	if err != nil {
		return g, err
	}
	if g.Summary = *summary; w.entries {
		g.Describe(b)
	}
	return g, nil
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
