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
	reader *verify.Reader
	quick  *judge
}

// judge finds the verdicts of a chunk's games.
func (w *worker) judge(ctx context.Context, c *chunk) {
	defer close(c.parts)
	dir := verify.Folder(c.source.Name)
	findings := 0
	for rest, line := c.text, c.line; len(rest) > 0 || c.block != nil; {
		c.games = append(c.games, found{begin: c.mark + len(c.text) - len(rest)})
		g := &c.games[len(c.games)-1]
		size, lines, ok := 0, 0, false
		if c.block == nil {
			size, lines, ok = w.quick.game(rest, dir, line, &g.Summary)
		}
		unrecorded := ok && w.quick.value("Result") == nil
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
			summary, replay, err := w.reader.Block(c.source.Name, dir, 0, *block, nil)
			if err != nil {
				c.games = c.games[:len(c.games)-1]
				c.failed = err
				break
			}
			g.Summary = *summary
			if replay != nil {
				_, recorded := replay.Tag("Result")
				unrecorded = !recorded
			}
			c.judged++
		}
		if c.source.Fix && size > 0 {
			w.fix(c.source.Name, dir, rest[:size], line, g, unrecorded && g.Finished)
		}
		if w.moves {
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
