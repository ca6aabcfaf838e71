// Package readings finds the likely meanings of a faulty record. After an error it replays the following lines under
// every reading that a common slip suggests, and goes on with the one that costs least and leaves fewest errors;
// later errors may revise that choice. It counts forks and lines and looks at no clock, so the same record always
// gives the same readings. spec/records.md has the costs and how they were measured.
package readings

import (
	"fmt"
	"slices"
	"sync"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/verify"
)

// New looks for readings: see verify.Options.
func New() verify.Readings { return &seeker{sync.Pool{New: func() any { return &game{} }}} }

// seeker keeps the memory of games for those to come: each line takes as much as a position.
type seeker struct{ games sync.Pool }

// Seek implements verify.Readings.
func (s *seeker) Seek(r *verify.Record) []verify.Slip {
	g := s.games.Get().(*game)
	defer s.games.Put(g)
	states := append(g.states, make([]verify.Replay, max(0, len(r.Lines)+1-len(g.states)))...)
	*g = game{Record: r, ahead: g.ahead[:0], turns: g.turns[:0], numbered: make([]bool, len(r.Lines)), budget: flatBudget, states: states, before: g.before}
	turns, actions := r.Turns, r.Actions
	for i := range r.Lines {
		g.ahead = append(g.ahead, g.legible(i))
		if r.Lines[i].IsTurn() {
			g.turns = append(g.turns, i)
			if t, ok := r.Lines[i].Node.(*notation.Turn); ok {
				turns, actions = turns+1, actions+len(t.Actions)
			}
		}
	}
	g.several = actions > turns+1
	g.run()
	slips := make([]verify.Slip, len(g.slips))
	withdrawn := slices.IndexFunc(g.slips, func(s *slip) bool { return s.spent })
	doubt, throughout := -1, g.throughout() // doubt is the last uncertain turn
	for i, s := range g.slips {
		slips[i] = g.public(s, throughout || doubt >= 0 && g.turnOf(s.line) <= doubt+farBack || g.jumps(g.turnOf(s.line)))
		if len(slips[i].Readings) > 0 && !slips[i].Readings[0].Certain {
			doubt = g.turnOf(s.line)
		}
		slips[i].Withdrawn = i == withdrawn
	}
	if throughout {
		slips[0].Help = append(slips[0].Help, "much of the game does not fit: are its tags right, such as the order in Players?")
	}
	return slips
}

// throughout reports whether many turns are wrong: then the fault is more likely in the tags.
func (g *game) throughout() bool {
	wrong := 0
	for _, s := range g.slips {
		if !s.anyway && (s.chosen == nil || s.chosen.Cost > respelt) {
			wrong++
		}
	}
	return wrong >= manyWrong && wrong*oneOf >= len(g.turns)
}

// A game is wrong throughout if at least manyWrong turns are, and at least one turn in oneOf. Misspelt ones do not count.
const (
	manyWrong = 5
	oneOf     = 6
)

// jumps reports whether the numbers show, at a turn or a little before it, that more turns are missing than are looked for.
func (g *game) jumps(turn int) bool {
	return slices.ContainsFunc(g.turns[max(0, turn-farBack):turn+1], func(i int) bool {
		t, ok := g.Lines[i].Node.(*notation.Turn)
		if !ok || !g.numbered[i] {
			return false
		}
		due := g.states[i].Clock()
		if due.Phase == rules.Open {
			due.Number++
		}
		return t.Number > int(due.Number)+mostMissing
	})
}

// game is a record that is being read.
type game struct {
	*verify.Record
	ahead    []notation.Line // the lines as they are read after the error at hand
	turns    []int           // the lines that are turns
	several  bool            // a turn of this game may have more than one action
	fixed    int             // the last line with an error that needs no reading; the lines before it are read as written
	numbered []bool          // lines with an unexpected turn number
	slips    []*slip         // by line
	budget   int             // lines that may still be tried
	states   []verify.Replay // before each line, as it is read
	before   verify.Replay   // storage for the position before a word
	names    []string        // of the spaces of the board, once they are asked for
	parser   notation.Parser // of the lines of readings, and
	line     notation.Line   // the last of them
}

// slip is a place where the record became impossible.
type slip struct {
	line   int
	rivals []*candidate // the possible readings, best first
	chosen *candidate   // nil for as written
	spent  bool         // the budget ended here
	turned int          // how often its reading was changed
	anyway bool         // its line is wrong whatever came before
}

// nameless are the codes of words that are wrong in every position.
var nameless = []verify.Code{verify.CodeSyntax, verify.CodeActionSyntax, verify.CodeUnknownSpace, verify.CodeUnknownPiece, verify.CodeUnknownPlayer}

// The budget of a game, in positions in which a line is tried: an amount for every game, and more
// for every explained slip, up to the number of findings that a game keeps. Garbage earns nothing.
const (
	flatBudget   = 36_000
	earnedBudget = 24_000
	reserved     = flatBudget / 3 // for readings that need less search than missing turns that no number shows
)

// mostMade is how many positions are examined to read a record with unknown parts. The rest is read as it is written.
const mostMade = 1_000_000

// run reads the record.
func (g *game) run() {
	now := &verify.Replay{}
	g.Begin.ForkInto(now)
	for i := 0; i < len(g.Lines); {
		if now.Made() > mostMade {
			g.slips = append(g.slips[:len(g.slips)-len(g.slipsFrom(i))], &slip{line: i, spent: true})
			return
		}
		now.ForkInto(&g.states[i])
		if c := g.patch(i, nil); c != nil {
			c.fails = false
			for _, tried := range g.follow(now, c) {
				c.fails = c.fails || tried.Errors > 0
			}
			i += c.size
			continue
		}
		t := now.Try(&g.Lines[i])
		g.numbered[i] = t.Number
		next := i + 1
		if t.Errors > 0 && !g.Ruled[i] {
			switch turn, bad := g.Begin.Notation().Readable(&g.Lines[i]); {
			case !(turn && t.Turn) && !(bad && g.misspelt(i)):
				g.fixed = i
			case g.slipAt(i) == nil:
				next = g.resolve(i, &t, now)
			}
		}
		if next <= i {
			g.states[next].ForkInto(now)
		}
		i = next
	}
	now.ForkInto(&g.states[len(g.Lines)])
}

func (g *game) slipAt(i int) *slip {
	if s := g.slipsFrom(i); len(s) > 0 && s[0].line == i {
		return s[0]
	}
	return nil
}

// slipsFrom returns the slips at a line or after it.
func (g *game) slipsFrom(line int) []*slip {
	k, _ := slices.BinarySearchFunc(g.slips, line, func(s *slip, line int) int { return s.line - line })
	return g.slips[k:]
}

// turnOf is the place of a line among the turn lines, or -1.
func (g *game) turnOf(line int) int {
	if k, ok := slices.BinarySearch(g.turns, line); ok {
		return k
	}
	return -1
}

// patch returns the reading that replaces the lines from i on, or nil. It ignores the reading of but.
func (g *game) patch(i int, but *slip) *candidate {
	for _, s := range g.slipsFrom(i) { // a reading begins at its error or before
		if s != but && s.chosen != nil && s.chosen.at == i {
			return s.chosen
		}
	}
	return nil
}

// patched reports whether a range of lines cannot be read otherwise: a reading, other than that of but,
// changes them, or an error follows that no reading may remove.
func (g *game) patched(at, size int, but *slip) bool {
	return at < g.fixed || slices.ContainsFunc(g.slipsFrom(at-1), func(s *slip) bool { // and changes at most one line after it
		c := s.chosen
		return s != but && c != nil && c.at < at+size && at < c.at+c.size
	})
}

// revisable is how many findings back a reading may still be changed.
const revisable = 4

// mostRevisions is how often the reading of one finding may be changed.
const mostRevisions = 3

// resolve decides how to read on after the error of line i, which is carried out as written in now. It returns the
// line to go on with: an earlier one if the record must be read again from there.
func (g *game) resolve(i int, t *verify.Tried, now *verify.Replay) (next int) {
	s := &slip{line: i, anyway: slices.Contains(nameless, t.Code)}
	w := &weighing{game: g, slip: s, tried: t, anyway: s.anyway, written: &trial{r: now.Fork(), next: i + 1}}
	w.advance(w.written, widest)
	defer func() { // an earlier reading may change before the others are tried again
		for _, t := range w.trials {
			if t.leave(); t.c != s.chosen {
				t.c.after = nil
			}
		}
	}()
	if !w.respell() {
		for _, old := range g.slips[max(0, len(g.slips)-revisable):] {
			if old.turned < mostRevisions && g.turnOf(old.line) >= 0 && !w.anyway {
				w.revise(old)
			}
		}
		w.search()
	}
	best := w.best()
	if best != nil && best.revises != nil {
		old, from := best.revises, best.from()
		if old == g.speltBy(old.line) {
			old.rivals = w.rivals(best, old)
		}
		old.chosen = best.c
		if best.asWritten {
			old.chosen = nil
		}
		best.c.Fits = g.turnOf(i) - g.turnOf(old.line) + best.legal()
		old.turned++
		for _, later := range g.slipsFrom(from) { // the lines after it are read again
			if later.chosen != nil {
				later.chosen.after = nil
			}
		}
		return from
	}
	s.rivals = w.rivals(best, nil)
	if (best != nil || w.explained()) && len(g.slips) <= verify.MaxFindings {
		g.budget = min(max(g.budget, 0)+earnedBudget, flatBudget)
	}
	s.spent = g.budget <= 0
	g.slips = slices.Insert(g.slips, len(g.slips)-len(g.slipsFrom(i)), s)
	switch {
	case best != nil:
		s.chosen = best.c
	case w.forced != nil && !w.explained():
		s.rivals, s.chosen = []*candidate{w.forced}, w.forced
	default:
		return i + 1
	}
	return s.chosen.at
}

// public is a slip in the form for the pass. doubtful means that the turns before it are uncertain.
func (g *game) public(s *slip, doubtful bool) verify.Slip {
	doubtful = doubtful && !s.anyway
	out := verify.Slip{Line: s.line, ReadOn: -1}
	list := s.rivals
	if s.chosen != nil && !slices.Contains(list[:min(len(list), maxReadings)], s.chosen) {
		list = append([]*candidate{s.chosen}, slices.DeleteFunc(slices.Clone(list), func(c *candidate) bool { return c == s.chosen })...)
	}
	for k, c := range list[:min(len(list), maxReadings)] {
		r := c.Reading
		// Of a line that is too long only the beginning is known, and the rest would remain.
		if slices.ContainsFunc(g.Lines[c.at:c.at+c.size], func(l notation.Line) bool { return len(l.Text) > notation.MaxLine }) {
			r.Edits = nil
		}
		r.Certain = k == 0 && !doubtful && certain(list, s, r.Edits)
		out.Readings = append(out.Readings, r)
		if c == s.chosen {
			out.ReadOn, out.At, out.Size, out.With = k, c.at, c.size, slices.Collect(g.rendered(c, notation.ParseLine))
			if c.Kind == turnMissing && !c.fails {
				out.Then = g.states[c.at+c.size].Fork()
			}
		}
	}
	if len(list) > 0 && (s.chosen == list[0] || len(out.Readings[0].Edits) > 0) {
		out.Help = append(out.Help, g.help(list[0], s))
		if from := list[0].From; from > 0 {
			out.Help = append(out.Help, fmt.Sprintf("what is left out can as well be farther back, from line %d on", from))
		}
	}
	if s.chosen != nil {
		if at := s.chosen.at; at != s.line {
			out.Notes = append(out.Notes, verify.Note{Code: "reading", Span: g.Lines[at].Span, Message: "probably the mistake is here: " + s.chosen.Message})
		}
		if s.chosen != list[0] {
			out.Help = append(out.Help, "the replay continues with another reading, because of what follows later: "+s.chosen.Message)
		}
	}
	return out
}

// maxReadings is how many readings a finding has at most.
const maxReadings = 5

// help says what a reading is worth.
func (g *game) help(c *candidate, s *slip) string {
	proposal := "if " + c.Message
	switch c.Kind {
	case character, word, player: // a word is in the place of another
		proposal = fmt.Sprintf("with %s instead (turn %d)", c.Edits[0].Text, g.Lines[c.at].Node.(*notation.Turn).Number)
	}
	fits := ", this line fits"
	switch {
	case c.Fits == 1:
		fits = ", the next turn is legal"
	case c.Fits > 1:
		fits = fmt.Sprintf(", the next %d turns are legal", c.Fits)
	}
	if s.chosen == c {
		fits += "; the replay continues with this"
	}
	return proposal + fits
}
