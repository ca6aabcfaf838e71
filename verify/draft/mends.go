package draft

import (
	"slices"
	"strings"

	"tpnote/verify"
	"tpnote/verify/readings"
)

// Reading is the edit that makes a reading of a game of the text; ok is false if the text has no words for it.
func (d *Draft) Reading(m verify.Reading) (e Edit, ok bool) {
	if len(m.Edits) == 0 {
		return e, false
	}
	first, last := m.Edits[0].Line-1, m.Edits[len(m.Edits)-1].Line-1
	e.Start, e.End = d.Start(first), d.Start(last+1)
	was := string(d.text[e.Start:e.End])
	e.Text, _ = readings.Apply(was, first+1, []verify.Reading{m})
	return e, e.Text != was
}

// Mends reports whether less is wrong with the text after an edit, and no more in any line that the
// edit does not change. left, if it is not nil, says of a finding after the edit that it must not be there.
// The text stays as it is. Only the games that the edit touches are looked at: the others stay as they are.
func (d *Draft) Mends(e Edit, left func(*verify.Finding) bool) bool {
	from, to := d.LineAt(e.Start), d.LineAt(e.End)
	change := d.Edit(e)
	last, own := from+strings.Count(e.Text, "\n"), map[int]bool{}
	for line := from; line <= to; line++ {
		own[line+1] = true
	}
	touched := d.games[change.Game:][:change.Games]
	after := wrong(touched, func(line int) int {
		switch {
		case line-1 <= from:
			return line
		case line-1 <= last:
			return to + 1
		}
		return line - last + to
	})
	holds := left == nil || !slices.ContainsFunc(touched, func(g *Game) bool {
		return slices.ContainsFunc(g.Summary().Findings, func(f verify.Finding) bool { return left(&f) })
	})
	later := len(d.games) - change.Game - change.Games
	d.Edit(change.Undo)
	before := wrong(d.games[change.Game:len(d.games)-later], func(line int) int { return line })
	return holds && after.Mends(before, own)
}

// wrong is what is wrong with some games. origin returns the line of the old text that a line was.
func wrong(games []*Game, origin func(line int) int) *readings.Wrong {
	w := &readings.Wrong{}
	for _, g := range games {
		w.Add(g.Summary(), origin)
	}
	return w
}
