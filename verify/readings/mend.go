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

// Mend makes those corrections in a game that make it better: without one of them, the others would
// leave more errors, or more malformed ones. None may add a finding outside its own lines. Corrections
// that stand aside leave what is written and write their turns beside it: they need not remove a finding,
// but may not add one. line is the number of the first line of the text. made says of each correction
// whether it is in the text that is returned.
func Mend(r *verify.Reader, dir, text string, line int, corrections []verify.Reading, aside bool) (mended string, made []bool, err error) {
	m := &mending{reader: briefly(r), dir: dir, lines: strings.SplitAfter(text, "\n"), line: line, all: corrections, aside: aside}
	for i := range corrections {
		own := map[int]bool{}
		for _, e := range corrections[i].Edits {
			own[e.Line-line] = true
		}
		m.own = append(m.own, own)
	}
	mended, made = m.choose()
	return mended, made, m.err
}

// mending is a choice of corrections.
type mending struct {
	reader *verify.Reader // brief
	dir    string
	lines  []string // with their line ends
	line   int      // the number of the first
	all    []verify.Reading
	own    []map[int]bool // by correction: the lines that it changes, from 0
	aside  bool           // they stand aside
	err    error          // of judging a text, in which nothing is wrong then
}

// briefly is the reader for a text of which only what is wrong counts, as it is written.
func briefly(r *verify.Reader) *verify.Reader {
	return asWritten(r).With(func(o *verify.Options) { o.Brief = true })
}

// choose makes the corrections that are better than their absence. It begins with all of them, as one
// slip may hide what another has led to, drops those that do not help the others, and then tries these again.
func (m *mending) choose() (string, []bool) {
	start := m.judge(make([]bool, len(m.all)))
	made := apart(m.all) // another run may make the others
	now := m.judge(made)
	if m.aside && !now.Adds(start, nil) {
		text, _ := m.write(made)
		return text, made
	}
	var dropped []int
	for again := true; again; {
		again = false
		for i := range m.all {
			if !made[i] {
				continue
			}
			made[i] = false
			without := m.judge(made)
			if made[i] = m.helps(i, now, without); !made[i] {
				dropped, now, again = append(dropped, i), without, true
			}
		}
	}
	if !m.harmless(now, start, made) {
		for i, was := range made {
			if was {
				dropped, made[i] = append(dropped, i), false
			}
		}
		now = start
	}
	slices.SortStableFunc(dropped, func(a, b int) int { return cmp.Compare(m.all[a].Cost, m.all[b].Cost) })
	for _, i := range dropped {
		made[i] = true
		next := m.judge(made)
		if made[i] = m.helps(i, next, now); made[i] {
			now = next
		}
	}
	text, _ := m.write(made)
	return text, made
}

// helps reports whether a game is better with a correction than without it.
func (m *mending) helps(i int, with, without *Wrong) bool {
	if m.aside {
		return !with.Adds(without, nil)
	}
	return with.less(without) < 0 && !with.Adds(without, m.own[i])
}

// harmless reports whether all corrections together make no other line worse.
func (m *mending) harmless(now, start *Wrong, made []bool) bool {
	own := map[int]bool{}
	for i, is := range made {
		for line := range m.own[i] {
			own[line] = own[line] || is
		}
	}
	return !now.Adds(start, own)
}

// write makes corrections. origin says of each line of the text which line of the game it was.
func (m *mending) write(made []bool) (text string, origin []int) {
	lines := slices.Clone(m.lines)
	for i := range m.all {
		if made[i] {
			edited(lines, m.line, m.all[i].Edits)
		}
	}
	for i, line := range lines {
		for range strings.Count(line, "\n") {
			origin = append(origin, i)
		}
		if line != "" && !strings.HasSuffix(line, "\n") {
			origin = append(origin, i)
		}
	}
	return strings.Join(lines, ""), origin
}

// judge judges the game with corrections.
func (m *mending) judge(made []bool) *Wrong {
	text, origin := m.write(made)
	w, err := wrongWith(m.reader, m.dir, text, origin)
	m.err = cmp.Or(m.err, err)
	return w
}

// wrongWith judges the text of a game. With an error nothing is wrong with it. origin says of each line which line of the game it was.
func wrongWith(r *verify.Reader, dir, text string, origin []int) (*Wrong, error) {
	b, size := notation.CutGame([]byte(text), 1)
	w := &Wrong{}
	if size != len(text) { // it would be two games
		w.errors = len(origin) + 1
		return w, nil
	}
	g, _, err := r.Block("", dir, 1, b, nil)
	if err == nil {
		w.Add(g, func(line int) int { return origin[min(line, len(origin))-1] })
	}
	return w, err
}

// Repair makes the certain corrections in a game, and repeats this until none is left, because one
// correction may make another reading certain. Each round leaves fewer errors, so it ends. Repair
// calls report with each correction and the text that it corrects. left has the findings of the
// repaired game.
func Repair(r *verify.Reader, name, dir string, number int, text string, line int, report func(text string, f *verify.Finding)) (repaired string, left *verify.Summary, err error) {
	for {
		b, _ := notation.CutGame([]byte(text), line)
		g, _, err := r.Block(name, dir, number, b, nil)
		if err != nil {
			return "", nil, err
		}
		var certain []verify.Reading
		var findings []*verify.Finding
		for i := range g.Findings {
			if f := &g.Findings[i]; f.Severity == verify.SeverityError && Sure(f) {
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
