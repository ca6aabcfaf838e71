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
	w := &worker{entries: o.Entries || o.Rows != nil, reader: r}
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
	for i := range c.pieces {
		p := &c.pieces[i]
		dir := verify.Folder(p.source.Name)
		p.upTo = p.games
		rest, line := p.before()
		for len(rest) > 0 && p.failed == nil && !p.ends(rest) {
			if c.stopped = ctx.Err() != nil; c.stopped {
				w.pass(running, c)
				return
			}
			b, size := notation.CutGame(rest, line)
			if b.First == 0 { // blank lines and comments
				break
			}
			c.games = append(c.games, found{piece: i, begin: p.mark + len(p.text) - len(rest)})
			g := &c.games[len(c.games)-1]
			b.Offset += p.offset + int64(g.begin)
			p.upTo++
			w.game(p, dir, rest[:size], &b, p.upTo, size == len(rest), g)
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
		if p.block != nil && p.failed == nil {
			p.upTo++
			if p.source.owns(p.block.Offset) {
				c.games = append(c.games, found{piece: i})
				w.block(p, dir, p.block, p.upTo, &c.games[len(c.games)-1])
			}
		}
		if p.failed != nil {
			c.games = c.games[:len(c.games)-1]
			break
		}
	}
	w.pass(running, c)
}

// owns reports whether the worker must judge a game of the source that begins at a byte.
func (s *Source) owns(offset int64) bool { return s.To == 0 || s.From <= offset && offset < s.To }

// before counts the games of a piece that begin before Source.From. It returns the rest, and the
// number of its first line.
func (p *piece) before() (rest []byte, line int) {
	rest, line = p.text, p.line
	if p.offset+int64(p.mark+len(p.text)) <= p.source.From {
		p.upTo += notation.CountGames(rest)
		return nil, line
	}
	for len(rest) > 0 && p.begins(rest) < p.source.From {
		b, size := notation.CutGame(rest, line)
		if b.First > 0 {
			p.upTo++
		}
		line += bytes.Count(rest[:size], []byte{'\n'})
		rest = rest[size:]
	}
	return rest, line
}

// ends reports whether the rest of a piece begins with a game after Source.To.
func (p *piece) ends(rest []byte) bool { return p.source.To > 0 && p.begins(rest) >= p.source.To }

// begins is the byte of the source at which the first game of the rest of a piece begins.
func (p *piece) begins(rest []byte) int64 {
	return p.offset + int64(p.mark+len(p.text)-len(rest)+notation.FirstLine(rest))
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

// game judges a game with that text, which is the last of its piece or not. number is its number in
// the source.
func (w *worker) game(p *piece, dir string, text []byte, b *notation.Block, number int, last bool, g *found) {
	recorded := w.block(p, dir, b, number, g)
	if p.failed != nil {
		return
	}
	if p.source.Fix {
		w.fix(p.source.Name, dir, text, b.Line, g, !recorded && g.Finished, last)
	}
	if g.size = len(p.raw) - g.begin; g.size >= len(text) {
		g.size = len(text)
	} else { // the last newline is not its own
		g.fixed = bytes.TrimSuffix(g.fixed, []byte{'\n'})
	}
}

// block judges a game, or looks at it. recorded reports whether it has a Result tag.
func (w *worker) block(p *piece, dir string, b *notation.Block, number int, g *found) (recorded bool) {
	if w.look != nil {
		g.Number, g.report = number, w.look(p.source.Name, *b)
		return false
	}
	summary, replay, err := w.reader.Block(p.source.Name, dir, number, *b, nil)
	if p.failed = err; err != nil {
		return false
	}
	g.Summary = *summary
	if w.entries {
		g.Describe(*b)
	}
	if w.rows != nil { // a row has the verdict on the game, so its actions come after that
		w.rows.game = &g.Summary
		_, _, p.failed = w.reader.Rows(p.source.Name, dir, number, *b, w.rows.row)
	}
	if replay != nil {
		_, recorded = replay.Tag("Result")
	}
	return recorded
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
