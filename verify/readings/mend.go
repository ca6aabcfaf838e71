package readings

import (
	"cmp"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
)

// This file judges corrections before they are written. The measure is the game as it is
// written, without readings: what a correction is worth must not depend on another guess.

// Mend makes those corrections in a game that make it better: without one of them, the others would leave more
// errors, or more malformed ones. None may add a finding outside its own lines. Corrections that stand aside leave
// what is written and write their turns beside it: they need not remove a finding, but may not add one. line is the
// number of the first line of the text. made says of each correction whether it is in the text that is returned.
func Mend(r *verify.Reader, dir, text string, line int, corrections []verify.Reading, aside bool) (mended string, made []bool, err error) {
	m := &mending{reader: asWritten(r), dir: dir, lines: strings.SplitAfter(text, "\n"), line: line, all: corrections, aside: aside}
	m.made = make([]bool, len(corrections))
	start := m.judge()
	m.made = apart(corrections) // another run may make the others
	m.now = m.judge()
	if !aside || m.now.Adds(start, nil) {
		m.choose(start)
	}
	mended, _ = m.write()
	return mended, m.made, m.err
}

// mending is a choice of corrections.
type mending struct {
	reader *verify.Reader
	dir    string
	lines  []string // with their line ends
	line   int      // the number of the first
	all    []verify.Reading
	aside  bool   // they stand aside
	made   []bool // which are made
	now    *Wrong // what is wrong with them
	err    error  // of judging a text, in which nothing is wrong then
}

// choose makes the corrections that are better than their absence. It begins with all of them, as one
// slip may hide what another has led to, drops those that do not help the others, and then tries these
// again. start is what is wrong without any.
func (m *mending) choose(start *Wrong) {
	var dropped []int
	for again := true; again; {
		again = false
		for i := range m.all {
			if m.made[i] && m.settle(i) {
				dropped, again = append(dropped, i), true
			}
		}
	}
	var made []int
	var edits []verify.Edit
	for i := range m.all {
		if m.made[i] {
			made, edits = append(made, i), append(edits, m.all[i].Edits...)
		}
	}
	if m.now.Adds(start, m.own(edits)) { // together they make another line worse
		dropped, m.now = append(dropped, made...), start
		clear(m.made)
	}
	slices.SortStableFunc(dropped, func(a, b int) int { return cmp.Compare(m.all[a].Cost, m.all[b].Cost) })
	for _, i := range dropped {
		m.settle(i)
	}
}

// settle makes a correction if the game is better with it, and takes it back if not. It reports whether it did either.
func (m *mending) settle(i int) (changed bool) {
	was := m.made[i]
	m.made[i] = !was
	other := m.judge()
	with, without := other, m.now
	if was {
		with, without = m.now, other
	}
	better := !with.Adds(without, nil)
	if !m.aside {
		better = with.less(without) < 0 && !with.Adds(without, m.own(m.all[i].Edits))
	}
	if better == was {
		m.made[i] = was
		return false
	}
	m.now = other
	return true
}

// own are the lines that edits change, from 0.
func (m *mending) own(edits []verify.Edit) map[int]bool {
	lines := map[int]bool{}
	for _, e := range edits {
		lines[e.Line-m.line] = true
	}
	return lines
}

// write makes the corrections. origin says of each line of the text which line of the game it was.
func (m *mending) write() (text string, origin []int) {
	lines := slices.Clone(m.lines)
	for i := range m.all {
		if m.made[i] {
			edited(lines, m.line, m.all[i].Edits)
		}
	}
	for i, line := range lines {
		for range strings.Lines(line) {
			origin = append(origin, i)
		}
	}
	return strings.Join(lines, ""), origin
}

// judge judges the game with the corrections.
func (m *mending) judge() *Wrong {
	text, origin := m.write()
	b, size := notation.CutGame([]byte(text), 1)
	w := &Wrong{}
	switch {
	case b.First == 0: // nothing but comments is left
		return w
	case size != len(text): // it would be two games
		w.errors = len(origin) + 1
		return w
	}
	g, _, err := m.reader.Block("", m.dir, b, nil)
	if err == nil {
		w.Add(g, func(line int) int { return origin[min(line, len(origin))-1] })
	}
	m.err = cmp.Or(m.err, err)
	return w
}

// Repair makes the certain corrections in a game, and repeats this until none is left, because one correction may
// make another reading certain. Each round leaves fewer errors, so it ends. Repair calls report with each correction
// and the text that it corrects. left has the findings of the repaired game.
func Repair(r *verify.Reader, name, dir string, number int, text string, line int, report func(text string, f *verify.Finding)) (repaired string, left *verify.Summary, err error) {
	for {
		b, _ := notation.CutGame([]byte(text), line)
		if b.Number = number; b.First == 0 {
			return text, &verify.Summary{}, nil
		}
		g, _, err := r.Block(name, dir, b, nil)
		if err != nil {
			return "", nil, err
		}
		var certain []verify.Reading
		var findings []*verify.Finding
		for i := range g.Findings {
			f := &g.Findings[i]
			if f.Readings = Corrections(f); f.Severity == verify.SeverityError && Sure(f) {
				certain, findings = append(certain, f.Readings[0]), append(findings, f)
			}
		}
		mended, made, err := Mend(r, dir, text, line, certain, false)
		if err != nil {
			return "", nil, err
		}
		for i, f := range findings {
			if made[i] && report != nil {
				report(text, f)
			}
		}
		if !slices.Contains(made, true) {
			return text, g, nil
		}
		text = mended
	}
}
