package verify

import (
	"bytes"
	"slices"

	"tpnote/notation"
)

// This file judges parts of a game, for callers that keep a game in step with its text.

// Passage is a part of a game that is judged line by line, as Block judges all of it. Those
// who keep a game in step with its text judge again what an edit bears on, and no more; they
// sum up with a Sum. It reads on as the log is written: Options that cut a game have no say. A
// game with side lines takes one Passage from the first line of its body on.
type Passage struct {
	d       drive
	started bool // the skimmer is ready for the game, if it can be skimmed
}

// Enter reads the tags of a game, as Start does. rest is what is left of it.
func (r *Reader) Enter(game notation.Block, dir string, number int) (p *Replay, rest notation.Block, found []Finding, err error) {
	head, rest := cutHead(game)
	p, found, err = r.start(head, rest, dir, number, game.First)
	if tallies(rest) {
		p.tallied = tallied{}
	}
	return p, rest, found, err
}

// Extras reports whether a text may have tally lines, and whether it has side lines. A replay has to
// know both before its first line.
func Extras(b notation.Block) (tallied, sided bool) {
	return tallies(b), hasSides(b)
}

// hasSides reports whether a text has side lines.
func hasSides(b notation.Block) bool {
	for text := b.Text; ; {
		at, closing := bytes.IndexByte(text, '('), bytes.IndexByte(text, ')')
		if at < 0 || 0 <= closing && closing < at {
			at = closing
		}
		if at < 0 {
			return false
		}
		begin := bytes.LastIndexByte(text[:at], '\n') + 1
		line, rest, _ := bytes.Cut(text[begin:], []byte{'\n'})
		if _, marks := notation.ParseLine(string(bytes.TrimSuffix(line, []byte{'\r'})), 1).Node.(*notation.SideLine); marks {
			return true
		}
		text = rest
	}
}

// Passage goes on with a game from where p is; rest is what p has not read of it.
func (r *Reader) Passage(p *Replay, game, rest notation.Block) *Passage {
	return &Passage{drive{Reader: r, replay: p, block: game, rest: rest, sided: hasSides(rest)}, false}
}

// Replay returns the replay that judges the next line: that of the side line, if the line is in one;
// nil if the side line is not judged.
func (p *Passage) Replay() *Replay {
	if n := len(p.d.sides); n > 0 {
		return p.d.sides[n-1].replay
	}
	return p.d.replay
}

// Next judges the next line. ahead is how many later lines it read for that; the end of the game
// counts as one. ok is false after the last line.
func (p *Passage) Next() (ev Event, ahead int, ok bool) {
	line, ok := p.d.next()
	if !ok {
		return ev, 0, false
	}
	ev = *p.d.judge(line)
	return ev, p.d.looked, true
}

// Skim carries out the next lines, of at most size bytes, as far as there is nothing to report
// about them and they need no Event; it may stop earlier. found is that of all of them. No other
// game may be read by the reader between two calls.
func (p *Passage) Skim(size int) (lines int, found *Found) {
	d := &p.d
	if len(d.ahead) > 0 || d.sided || !d.replay.certain() {
		return 0, nil
	}
	if !p.started {
		p.started, d.quick = true, d.skimmer.start(d.replay, d.rest, nil)
	}
	if !d.quick {
		return 0, nil
	}
	rest, begins := d.skimmer.skim(d.rest, min(size, len(d.rest.Text)))
	lines, d.rest = rest.Line-d.rest.Line, rest
	if begins {
		return lines, &beginsTurn
	}
	return lines, &goesOn
}

// Sum sums up a game for a caller that keeps the findings of each line.
type Sum struct{ found fold }

// NewSum begins a sum. line is the game's first line that is neither blank nor a comment.
func NewSum(file string, number, line int) *Sum { return &Sum{newFold(file, number, line)} }

// TooLong records that the game is too long, and skipped.
func (s *Sum) TooLong() { s.found.line(tooLong(s.found.Line), true) }

// Head takes the findings of the tags.
func (s *Sum) Head(findings []Finding) { s.found.line(findings, true) }

// Line takes the result of the next line, which has since moved down by moved lines.
func (s *Sum) Line(l *Found, moved int) {
	findings := l.Findings
	if moved != 0 {
		findings = slices.Clone(findings)
		for i := range findings {
			findings[i].shift(moved)
		}
	}
	s.found.take(&Event{Findings: findings, begins: l.begins, ends: l.ends})
}

// End is the summary of a game that ends where p is; p is nil if the game is too long.
func (s *Sum) End(p *Replay) *Summary {
	if p != nil {
		ending{p}.finish(&s.found)
	}
	return s.found.Summary
}

// Found is what a Sum needs to know of a line.
type Found struct {
	Findings     []Finding
	begins, ends bool
}

// Found is the part of an event that sums are made of. Lines without findings share it.
func (ev *Event) Found() *Found {
	switch {
	case ev.Findings != nil:
		return &Found{ev.Findings, ev.begins, ev.ends}
	case ev.ends:
		return &endsTurn
	case ev.begins:
		return &beginsTurn
	}
	return &goesOn
}

// The results of most lines.
var (
	endsTurn   = Found{ends: true, begins: true} // a state line, which is no part of a turn
	beginsTurn = Found{begins: true}
	goesOn     Found
)
