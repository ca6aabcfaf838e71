package archive

import (
	"bytes"
	"context"

	"tpnote/notation"
	"tpnote/verify"
)

// worker judges chunks.
type worker struct {
	moves  bool
	reader *verify.Reader // nil for a Pair
	quick  *judge
	second *judge // of a Pair; else nil
	look   Look   // likewise
	rows   *rows  // nil where actions are not told
}

// worker makes a worker.
func (o *Options) worker(spare chan []byte) (*worker, error) {
	if o.Pair == nil {
		r, err := verify.NewReader(o.Options)
		if err != nil {
			return nil, err
		}
		w := &worker{moves: o.Moves, reader: r, quick: newJudge(r, o.Positions, o.AnyRules)}
		if o.Brief {
			w.quick.grounds = 0
		}
		if o.Rows != nil {
			w.rows = &rows{render: o.Rows.Renderer(), spare: spare}
			w.rows.take()
			w.quick.rows, w.quick.tell = w.rows, w.rows.row
		}
		return w, nil
	}
	a, b, look, err := o.Pair.Judges()
	if err != nil {
		return nil, err
	}
	w := &worker{quick: newJudge(a, true, true), second: newJudge(b, true, true), look: look}
	w.quick.pair, w.second.pair = true, true
	return w, nil
}

// judge finds the verdicts of a chunk's games.
func (w *worker) judge(ctx context.Context, c *chunk) {
	defer close(c.parts)
	if w.rows != nil {
		w.rows.pass = func(text []byte) { c.pass(ctx, nil, text) }
	}
	findings := 0
	for i := range c.pieces {
		p := &c.pieces[i]
		w.quick.look, w.quick.tally, w.quick.ruling = false, 0, 0
		dir := verify.Folder(p.source.Name)
		games := p.games
		for rest, line := p.text, p.line; len(rest) > 0; {
			c.games = append(c.games, found{piece: i, begin: p.mark + len(p.text) - len(rest)})
			g := &c.games[len(c.games)-1]
			games++
			w.next(p, games)
			size, lines, ok := w.game(p, dir, rest, line, g)
			if !ok {
				c.games = c.games[:len(c.games)-1]
				break
			}
			if findings += len(g.Findings); g.tell != nil {
				findings += inLook
			}
			rest, line = rest[size:], line+lines
			if len(c.games) == mostGames || findings > mostFindings || w.rows != nil && len(w.rows.text) >= partSize {
				if !w.pass(ctx, c) {
					return
				}
				c.games, findings = nil, 0
			}
		}
		if p.block != nil {
			c.games = append(c.games, found{piece: i})
			w.next(p, games+1)
			if _, ok := w.block(p, dir, p.block, nil, &c.games[len(c.games)-1]); !ok {
				c.games = c.games[:len(c.games)-1]
			}
		}
		if p.failed != nil {
			break
		}
	}
	w.pass(ctx, c)
}

// next begins a game of a piece, which has that number in its source.
func (w *worker) next(p *piece, number int) {
	if w.rows != nil {
		w.rows.next(p.source.Name, number)
	}
}

// game judges the first game of a text of whole games. ok is false if there is none, or with
// p.failed.
func (w *worker) game(p *piece, dir string, text []byte, line int, g *found) (size, lines int, ok bool) {
	size, lines, ok = w.quick.game(text, dir, line, &g.Summary)
	if ok && w.second != nil {
		var other verify.Summary
		ok = w.second.again(w.quick, dir, &other) && other.Result == g.Result && other.Position == g.Position
	}
	if ok && w.rows != nil && w.rows.over {
		w.rows.settle()
		_, _, ok = w.quick.play(dir, &g.Summary)
	}
	recorded := ok && w.quick.value("Result") != nil
	if !ok {
		var b notation.Block
		b, size = notation.CutGame(text, line)
		lines = bytes.Count(text[:size], []byte{'\n'})
		if b.First == 0 { // blank lines and comments
			return 0, 0, false
		}
		if recorded, ok = w.block(p, dir, &b, w.quick.begun(), g); !ok {
			return 0, 0, false
		}
	}
	if p.source.Fix {
		w.fix(p.source.Name, dir, text[:size], line, g, !recorded && g.Finished, size == len(text))
	}
	if w.moves {
		g.Moves = movesOf(text[:size])
	}
	g.size = min(size, len(p.raw)-g.begin)
	if g.size < size { // the last newline is not its own
		g.fixed = bytes.TrimSuffix(g.fixed, []byte{'\n'})
	}
	return size, lines, true
}

// block lets the Reader judge a game, or a Pair look at it. read is the quick judge that has
// begun with it; nil for none. recorded reports whether it has a Result; ok is false with p.failed.
func (w *worker) block(p *piece, dir string, b *notation.Block, read *verify.QuickBody, g *found) (recorded, ok bool) {
	if w.look != nil {
		p.judged++
		g.tell = w.look(p.source.Name, *b)
		return false, true
	}
	var summary *verify.Summary
	var replay *verify.Replay
	var err error
	if w.rows != nil {
		w.rows.settle()
		summary, replay, err = w.reader.Rows(p.source.Name, dir, 0, *b, w.rows.row)
	} else {
		summary, replay, err = w.reader.GoOn(p.source.Name, dir, 0, *b, read)
	}
	if err != nil {
		p.failed = err
		return false, false
	}
	p.judged++
	g.Summary = *summary
	if replay != nil {
		_, recorded = replay.Tag("Result")
	}
	return recorded, true
}

// pass hands what was found to the collector.
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
