package verify

import (
	"fmt"
	"slices"

	"tpnote/notation"
)

// This file judges parts of a game, for callers that keep a game in step with its text.

// Passage is a part of a game that is judged line by line, as Block judges all of it. Those
// who keep a game in step with its text judge again what an edit bears on, and no more; they
// sum up with a Sum. It reads on as the log is written: Options that cut a game have no say. A
// game with side lines takes one Passage from the first line of its body on.
type Passage struct{ d pass }

// Enter reads the tags of a game, as Start does. rest is what is left of it.
func (r *Reader) Enter(game notation.Block, dir string) (p *Replay, rest notation.Block, found []Finding, err error) {
	return r.enter(game, dir, &memory{})
}

// enter is Enter with memory to use.
func (r *Reader) enter(game notation.Block, dir string, m *memory) (p *Replay, rest notation.Block, found []Finding, err error) {
	if p, rest, found = r.last.again(game, dir, m); p == nil {
		var head []notation.Line
		head, rest = cutHead(&notation.Parser{}, game, nil, nil) // its tags may be those that the next game begins with
		p, found, err = r.Start(head, rest, dir)
	}
	if tallies(rest) {
		p.tallied = tallied{}
	}
	return p, rest, found, err
}

// Extras reports whether a text may have tally lines, and whether it has side lines. A replay begins with both.
func Extras(b notation.Block) (tallied, sided bool) {
	return tallies(b), hasSides(b)
}

// hasSides reports whether a text opens a side line.
func hasSides(b notation.Block) bool {
	return anyLine(b, "(", func(l *notation.Line) bool {
		_, opens := l.Node.(*notation.SideLine)
		return opens
	})
}

// Passage goes on with a game from where p is; rest is what p has not read of it.
func (r *Reader) Passage(p *Replay, game, rest notation.Block) *Passage {
	r.skimmer.release() // so that Skim starts it for this game
	return &Passage{pass{Reader: r, strand: strand{replay: p}, block: game, rest: rest, sided: hasSides(rest), memory: &memory{}}}
}

// Replay returns the replay that judges the next line, perhaps that of a side line; nil if that is not judged.
func (p *Passage) Replay() *Replay { return p.d.at().replay }

// Next judges the next line. ahead is how many later lines it read for that; it is more than there are if
// it met the end of the game. ok is false after the last line.
func (p *Passage) Next() (ev Event, ahead int, ok bool) {
	line := p.d.next()
	if line == nil {
		return ev, 0, false
	}
	ev = *p.d.judge(line)
	return ev, p.d.looked, true
}

// Skim carries out the next lines, of at most size bytes, until one needs an Event or may have a finding;
// it may stop earlier. found is the result of each of them.
func (p *Passage) Skim(size int) (lines int, found *Found) {
	d := &p.d
	if d.skimmer.replay != d.replay { // it may have served another game since the last call
		d.quick = !d.sided && d.skimmer.start(d.replay, d.rest, nil)
	}
	lines, begins := d.skim(size)
	return lines, &Found{begins: begins}
}

// Sum sums up a game, line by line. What follows the first error of a turn in the same turn becomes a note of it.
type Sum struct {
	game  *Summary
	first int // index of the first error of the turn under way, or -1
	over  int // 1 + index of the last finding about a turn after the end of the game
	after int // turns after that one
}

// NewSum begins a sum. line is the game's first line that is neither blank nor a comment.
func NewSum(file string, number, line int) *Sum {
	return &Sum{game: &Summary{File: file, Number: number, Line: line, Result: "*"}, first: -1}
}

// TooLong takes note that the game is too long, and skipped.
func (s *Sum) TooLong() {
	j := Judgement{Line: &notation.Line{}}
	j.Malformed(CodeGameTooLong, notation.Span{Line: s.game.Line, Column: 1, EndColumn: 1}, "a game of more than %d bytes; it is skipped", notation.MaxGame)
	s.Apart(j.findings)
}

// Apart takes findings that belong to no turn, such as those of the tags.
func (s *Sum) Apart(findings []Finding) {
	s.Line(&Found{findings, true, true}, 0)
}

// Line takes the result of the next line, which has since moved down by moved lines.
func (s *Sum) Line(l *Found, moved int) {
	if l.begins {
		s.first = -1
	}
	for _, f := range l.Findings {
		f.shift(moved)
		s.add(&f)
	}
	if l.ends {
		s.first = -1
	}
}

// End is the summary of a game that ends where p is; p is nil if the game is too long.
func (s *Sum) End(p *Replay) *Summary {
	if p != nil {
		ending{p}.finish(s)
	}
	return s.game
}

func (s *Sum) add(f *Finding) {
	g := s.game
	g.malformed = g.malformed || f.Malformed
	if f.Code == codeEncoding && slices.ContainsFunc(g.Findings, func(f Finding) bool { return f.Code == codeEncoding }) {
		return // the first is enough for the file
	}
	g.illegal = g.illegal || f.Severity == SeverityError
	if s.first >= 0 && !f.apart {
		if s.first < len(g.Findings) && len(g.Findings[s.first].Notes) < MaxFindings {
			first := &g.Findings[s.first]
			first.Notes = append(first.Notes, Note{Code: f.Code, Malformed: f.Malformed, Span: f.Span, Message: f.Message, Help: f.Help})
		}
		return
	}
	if f.Severity == SeverityError && f.Code == CodeGameOver {
		if f.again && s.over > 0 {
			s.alsoOver(f)
			return
		}
		s.over, s.after = len(g.Findings)+1, 0
	}
	if f.Severity == SeverityError && !f.apart {
		s.first = len(g.Findings)
	}
	if len(g.Findings) == MaxFindings {
		g.Omitted++
		return
	}
	g.Findings = append(g.Findings, *f)
}

// alsoOver counts one more turn after the end of the game, in a note of the first.
func (s *Sum) alsoOver(f *Finding) {
	s.first = s.over - 1
	if s.first == len(s.game.Findings) { // there was no room for the first
		return
	}
	first := &s.game.Findings[s.first]
	if s.after++; s.after == 1 {
		first.Notes = append(slices.Clone(first.Notes), Note{Code: f.Code, Span: f.Span, Message: "another turn comes after the end of the game"})
		return
	}
	i := slices.IndexFunc(first.Notes, func(n Note) bool { return n.Code == CodeGameOver && n.Span.Line > first.Span.Line })
	first.Notes[i].Message = fmt.Sprintf("%d more turns come after the end of the game", s.after)
}
