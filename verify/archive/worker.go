package archive

import (
	"context"
	"fmt"
	"sync"
	"time"

	"tpnote/notation"
	"tpnote/verify"
)

// worker judges chunks.
type worker struct {
	*Options
	reader *verify.Reader // nil where games are only looked at
	look   Look           // nil where games are judged
	row    func(*verify.Summary, *verify.Row)

	running context.Context // done when the run is over
	chunk   *chunk
	found   part // that has not been passed on
	weight  int  // of the results in it
}

// worker makes a worker.
func (o *Options) worker() (*worker, error) {
	w := &worker{Options: o}
	var err error
	if o.Look != nil {
		w.look, err = o.Look()
		return w, err
	}
	if o.Rows != nil {
		w.row = w.addRow
	}
	w.reader, err = verify.NewReader(o.Options)
	return w, err
}

// passEvery is how often a worker passes on what it has found, if the collector takes it at once: the next game
// may be one that an interrupted run does not wait for.
const passEvery = 100 * time.Millisecond

// judge judges the games of a chunk. It can stop between two games, and passes on what it has found by then.
func (w *worker) judge(f *feed, c *chunk) {
	defer close(c.parts)
	w.running, w.chunk = f.running, c
	passed := time.Now()
	dir := verify.Folder(c.log.Name)
	for _, b := range c.blocks {
		err := f.ctx.Err()
		if err == nil {
			err = w.game(c.log.Name, dir, b)
		}
		if err != nil {
			w.add(func() error { return err }, 0)
			break
		}
		waiting := time.Since(passed) > passEvery && len(c.parts) < cap(c.parts)
		if waiting || w.weight > mostFindings || len(w.found.rows) >= mostRows {
			if !w.pass() {
				return
			}
			passed = time.Now()
		}
	}
	w.pass()
}

// game judges a game, or looks at it. An error ends the run.
func (w *worker) game(name, dir string, b notation.Block) error {
	if w.look != nil {
		w.add(w.look(name, b), inLook)
		return nil
	}
	g, err := w.reader.Judge(name, dir, b, w.row)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if w.Entries {
		g.Describe(b)
	}
	w.add(func() error { return w.Game(g) }, len(g.Findings))
	return nil
}

// add adds the result of a game.
func (w *worker) add(report func() error, weight int) {
	w.found.reports = append(w.found.reports, report)
	w.weight += weight
}

// addRow adds an action of the game that is being judged. A game may have more of them than fit in the memory.
func (w *worker) addRow(game *verify.Summary, r *verify.Row) {
	if w.found.rows = w.Rows.Append(w.found.rows, game, r); len(w.found.rows) >= mostRows {
		w.pass()
	}
}

// written has the memory of rows that have been written. Without it, printing rows takes a quarter more time.
var written = sync.Pool{New: func() any { return make([]byte, 0, 2*mostRows) }}

// pass hands the results to the collector. It returns false if the run is over.
func (w *worker) pass() bool {
	found := w.found
	w.found, w.weight = part{}, 0
	if w.row != nil {
		w.found.rows = written.Get().([]byte)
	}
	select {
	case w.chunk.parts <- found:
		return true
	case <-w.running.Done():
		return false
	}
}
