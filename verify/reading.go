package verify

import (
	"bytes"
	"slices"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/verify/internal/quick"
)

// Reading is a likely meaning of a record at the place of an error: the changes after which the rest
// fits.
type Reading struct {
	Kind     string  // the kind of slip, such as "character"; see spec/records.md
	Message  string  // "5:re4-re5, not 5:re4-re6"
	Cost     float64 // the less likely, the higher
	Edits    []Edit  // in the order of the log; none if no change of the log expresses it
	Fits     int     // how many turn lines after the error fit
	Evidence int     // how many of them only this reading makes legal
	Certain  bool    // it can be written without asking: see spec/records.md
	From     int     // the first line where the missing text can be as well; 0 if nowhere else
}

// Edit replaces a part of a line. Where Column and EndColumn are equal, it inserts. The text
// may hold line ends.
type Edit struct {
	Line, Column, EndColumn int
	Text                    string
	Out                     bool // the whole line is taken out
}

// Readings looks for the likely meanings of records with errors. Goroutines may share it.
type Readings interface {
	// Seek says how to read on after the errors of a game, in the order of its lines. After an
	// error that it does not name, the game is read on as it is written.
	Seek(r *Record) []Slip
}

// Record is the body of a game, for Readings.Seek.
type Record struct {
	Begin *Replay         // before the first of the lines; it is Quiet
	Lines []notation.Line // all that a reading may change
	Ruled []bool          // by line: the table let its errors stand

	Turns, Actions int // carried out before the first of the lines
}

// Slip is an error of a record, and how to read on after it.
type Slip struct {
	Line     int // the line of the finding, an index in Record.Lines
	Readings []Reading
	ReadOn   int // index in Readings, or -1
	Help     []string
	Notes    []Note

	Withdrawn bool // the budget for the search ended here

	// Lines[At:At+Size] are read as With instead, unless ReadOn is -1.
	At, Size int
	With     []notation.Line
	Then     *Replay // the replay after them, if they are legal and some turns are missing; else nil
}

// This file reads a game with a slip again: after the search for readings it judges every line a second
// time, with the lines of the readings in place of the written ones.

// maxReread is the greatest size in bytes of a game with readings: some 8,000 turns. Each is held with
// the position before it.
const maxReread = 1 << 17

// rereading is a game that is judged with the readings that were found.
type rereading struct {
	*drive
	lines   []notation.Line   // without side lines
	aside   [][]notation.Line // by line: the side lines after it; the first come before all lines
	ruled   []bool
	slips   []Slip            // by line
	patches map[int]*Slip     // by the line where their readings begin
	due     map[int][]Finding // by line: findings of slips that appear there, but whose reading changes an earlier line
	apart   bool              // the next turn line follows a reading: its number says nothing
}

// reread looks for readings, and judges the game again. slip is the line of its first error.
func (d *drive) reread(slip int) (*Summary, *Replay, error) {
	r := rereading{drive: d, patches: map[int]*Slip{}, due: map[int][]Finding{}}
	begins := d.approach(slip)
	r.part()
	r.ruled = make([]bool, len(r.lines))
	d.rest = notation.Block{}
	for i := range r.lines {
		d.ahead = r.lines[i+1:]
		r.ruled[i] = d.ruled(&r.lines[i])
	}
	r.slips = d.options.Readings.Seek(&Record{Begin: d.begin.Quiet(), Lines: r.lines, Ruled: r.ruled, Turns: d.begin.taken, Actions: d.begin.actions})
	for k := range r.slips {
		if s := &r.slips[k]; s.ReadOn >= 0 {
			r.patches[s.At] = s
		}
	}

	g := d.found.Summary
	*g = Summary{File: g.File, Number: g.Number, Line: g.Line, Result: "*"}
	d.found = fold{Summary: g, first: -1}
	d.found.line(d.head, true)
	d.found.line(nil, begins)
	d.replay, d.before, d.held = d.begin, nil, d.held[:0]
	if see, told := d.see, d.told; see != nil {
		d.see = func(ev *Event) {
			if told--; told < 0 {
				see(ev)
			}
		}
	}
	r.run()
	if d.replay.set != nil {
		d.replay.set.release()
	}
	ending{d.replay}.finish(&d.found)
	if slices.ContainsFunc(r.slips, func(s Slip) bool { return s.ReadOn < 0 }) {
		g.Findings = slices.DeleteFunc(g.Findings, func(f Finding) bool { return f.Code == CodeResult })
	}
	d.flush(0)
	return g, d.replay, nil
}

// readingTurns is how many turn lines before an error a reading may change.
const readingTurns = 32

// approach begins the body nearer to an error, if the fast judge finds the lines before legal and
// ordinary: no reading changes them. It reports whether a turn begins in them.
func (d *drive) approach(slip int) (begins bool) {
	skim := d.Reader.skimmer
	if !d.quick || !d.begin.certain() || !skim.start(d.begin, d.body, nil) {
		return false
	}
	var turns [readingTurns]int // where the last turn lines before the error begin
	n, at := 0, 0
	for line := d.body.Line; line < slip; line++ {
		if d.body.Text[at]-'0' <= 9 {
			turns[n%readingTurns] = at
			n++
		}
		at += bytes.IndexByte(d.body.Text[at:], '\n') + 1
	}
	if n == 0 {
		turns[0] = at
	} else if n > readingTurns {
		turns[0] = turns[n%readingTurns]
	}
	d.body, begins = skim.skim(d.body, turns[0])
	return begins
}

// part parts the lines of the body into those of the game and side lines.
func (r *rereading) part() {
	lines := bytes.Count(r.body.Text, []byte{'\n'}) + 1
	r.lines = make([]notation.Line, 0, lines)
	r.aside = make([][]notation.Line, 1, 1+lines)
	depth := 0
	for line := range r.body.Lines() {
		mark, marks := line.Node.(*notation.SideLine)
		if !marks && depth == 0 {
			r.lines, r.aside = append(r.lines, line), append(r.aside, nil)
			continue
		}
		last := len(r.aside) - 1
		r.aside[last] = append(r.aside[last], line)
		switch {
		case marks && mark.Open:
			depth++
		case marks && depth > 0:
			depth--
		}
	}
}

// asides judges the lines of r.aside[at].
func (r *rereading) asides(at int) {
	for k, line := range r.aside[at] {
		ev := r.side(line)
		if at == len(r.aside)-1 && k == len(r.aside[at])-1 {
			r.unclosed(&ev)
		}
		r.take(ev)
	}
}

// run judges the lines.
func (r *rereading) run() {
	r.asides(0)
	for i := 0; i < len(r.lines); {
		if t, ok := r.lines[i].Node.(*notation.Turn); ok && r.options.stops(t.Number) {
			break
		}
		if s := r.patch(i, nil); s != nil {
			r.read(s)
			i += s.Size
			continue
		}
		r.written(i)
		i++
	}
}

// patch is the slip whose reading takes the place of the lines from i on; nil for none.
func (r *rereading) patch(i int, but *Slip) *Slip {
	if s := r.patches[i]; s != but {
		return s
	}
	return nil
}

// slipAt is the slip that was found at a line; nil for none.
func (r *rereading) slipAt(line int) *Slip {
	k, found := slices.BinarySearchFunc(r.slips, line, func(s Slip, line int) int { return s.Line - line })
	if !found {
		return nil
	}
	return &r.slips[k]
}

// written judges a line as it is written.
func (r *rereading) written(i int) {
	if r.sided && r.lines[i].IsTurn() {
		r.before = r.replay.Fork()
	}
	ev := r.replay.Line(r.lines[i])
	place(ev.Findings, r.block)
	if r.ruled[i] {
		for k := range ev.Findings {
			ev.Findings[k].rule()
		}
	}
	if s := r.slipAt(i); s != nil && s.ReadOn < 0 {
		s.explain(ev.Findings)
		ev.Findings = s.withdraw(ev.Findings, &r.lines[i])
	}
	if r.apart {
		ev.Findings = slices.DeleteFunc(ev.Findings, func(f Finding) bool { return f.Code == CodeTurnNumber })
	}
	r.apart = r.apart && !ev.Line.IsTurn()
	r.say(ev, r.due[i])
	r.asides(i + 1)
}

// read judges the lines of a reading. The findings of the slip are about the written text.
func (r *rereading) read(s *Slip) {
	found := r.asWritten(s)
	place(found, r.block)
	found = s.withdraw(s.alone(found), &r.lines[s.Line])
	if s.Line >= s.At+s.Size {
		r.due[s.Line] = append(r.due[s.Line], found...)
		found = nil
	}
	for i := s.At; i < s.At+s.Size; i++ {
		found = append(found, r.due[i]...)
	}
	var before []*Replay // before the turns of the reading
	with := s.With
	if s.Then != nil && r.unseen() {
		with = nil
	}
	for i := range with {
		if r.sided && with[i].IsTurn() {
			before = append(before, r.replay.Fork())
		}
		if t, ok := with[i].Node.(*notation.Turn); ok && t.More {
			r.replay.keepSmall(r.unseen())
		}
		ev := r.replay.Line(with[i])
		ev.Findings = slices.DeleteFunc(ev.Findings, func(f Finding) bool { return s.Then != nil || f.Severity != SeverityError })
		r.say(ev, found)
		found = nil
	}
	if s.Then != nil {
		r.replay.then(s.Then, r.unseen())
	}
	r.found.line(found, true) // of a reading without lines
	r.found.first = -1
	r.apart = true
	for i := range s.Size {
		switch last := len(before) - 1; {
		case !r.sided:
		case last < 0:
			r.before = r.replay.Fork()
		case s.Size == 1: // missing turns come before it
			r.before = before[last]
		default:
			r.before = before[min(i, last)]
		}
		r.asides(s.At + 1 + i)
	}
}

// unseen reports whether no caller sees the lines, and no fork outlives the next line.
func (r *rereading) unseen() bool { return r.see == nil && !r.sided }

// then goes on after a reading with known consequences: from the table at, which has the position
// after it. own is as for keepSmall.
func (r *Replay) then(at *Replay, own bool) {
	terse := r.terse
	r.table, r.set, r.course, r.counts = at.table, at.set, at.course, at.counts
	r.terse = terse
	r.keepSmall(own)
}

// sumUp adds the findings of slips that appear in a line to the summary.
func (r *rereading) sumUp(slips []Finding) {
	if slips != nil {
		r.found.line(slips, true)
		r.found.first = -1
	}
}

// say reports a line, with the findings of slips that appear in it.
func (r *rereading) say(ev Event, slips []Finding) {
	r.sumUp(slips)
	r.take(ev)
	if n := len(r.held); slips != nil && n > 0 {
		r.held[n-1].Findings = append(slips, ev.Findings...)
	}
}

// asWritten returns the findings of the line of a slip without its reading.
func (r *rereading) asWritten(s *Slip) []Finding {
	shadow := r.replay.Fork()
	for i := s.At; i < s.Line; {
		if other := r.patch(i, s); other != nil {
			if other.Then != nil {
				shadow.then(other.Then.Fork(), r.unseen())
			} else {
				for _, line := range other.With {
					shadow.Line(line)
				}
			}
			i += other.Size
			continue
		}
		shadow.Line(r.lines[i])
		i++
	}
	return shadow.Line(r.lines[s.Line]).Findings
}

// withdraw adds to the findings of a line that no corrections are suggested after it.
func (s *Slip) withdraw(found []Finding, line *notation.Line) []Finding {
	if !s.Withdrawn {
		return found
	}
	return append(found, withdrawn(line, "too many possibilities; no corrections are suggested from here on"))
}

// withdrawn is the note that no corrections are suggested from a line on.
func withdrawn(line *notation.Line, why string) Finding {
	return Finding{Code: CodeHelpWithdrawn, Severity: SeverityNote, Span: line.Span, Text: line.Text, Message: why,
		Help: []string{"correct the errors above, and run again"}, apart: true}
}

// explain gives the first error of a line its readings.
func (s *Slip) explain(found []Finding) {
	if f := FirstError(found); f != nil {
		f.Readings, f.ReadOn = s.Readings, s.ReadOn
		f.Help = append(slices.Clone(f.Help), s.Help...)
		f.Notes = append(f.Notes, s.Notes...)
	}
}

// alone gives the first error its readings, and leaves out mere consequences of the slip: the other
// errors of the line, unless the reading is a wholly unknown turn.
func (s *Slip) alone(found []Finding) []Finding {
	s.explain(found)
	if k := s.Line - s.At; k < s.Size && len(s.With) == s.Size {
		if t, ok := s.With[k].Node.(*notation.Turn); ok && t.More && len(t.Actions) == 0 {
			return found
		}
	}
	var kept []Finding
	first := FirstError(found)
	for i := range found {
		if f := &found[i]; f == first || f.Severity != SeverityError && f.Code != CodeTurnNumber {
			kept = append(kept, *f)
		}
	}
	return kept
}

// Tried is the short judgement of a line, for callers that ask whether it fits and not why.
type Tried struct {
	Errors  int  // how many there are
	Action  int  // number of the first action with one, from 1; 0 if the line as a whole has it
	Code    Code // of the first
	Number  bool // the turn has an unexpected number
	Skipped bool // that action was not carried out
	Size    int  // in how many positions it was tried
	Turn    bool // one of the errors is part of the turn: no directive's, and no earlier line's
}

// Quiet returns a fork for trying lines out: it reports no more than Tried. It and its forks serve one
// goroutine.
func (r *Replay) Quiet() *Replay {
	q := r.Fork()
	q.terse = true
	if q.table != nil {
		q.table.forget() // without grounds, no last action is needed
		q.keepSmall(true)
	}
	return q
}

// Narrow keeps those positions of a set that fit, which it asks of a replay at each of them
// alone. It reports whether any does; if not, all stay.
func (r *Replay) Narrow(fits func(q *Replay) bool) bool {
	return r.Likeliest(0, 0, func(q *Replay, _ int) int {
		if fits(q) {
			return 0
		}
		return 1
	})
}

// Likeliest keeps the positions of a set with the fewest faults, and those with up to more faults above
// that. It calls wrong with a replay at each position alone to count them; wrong may stop counting
// above its bound most. Likeliest reports whether some position has at most most faults; if not, all
// stay.
func (r *Replay) Likeliest(most, more int, wrong func(q *Replay, most int) int) bool {
	if !r.Ready() {
		return false
	}
	counts, bound := make([]int, r.Size()), most+more
	alone := &Replay{}
	for i := range counts {
		used, set := alone.table, alone.set
		*alone = *r
		var at standing
		alone.table, alone.set, at = r.allowed().alone(i, standing{r.turns, r.erred}, used, set)
		alone.turns, alone.erred = at.turns, at.erred
		counts[i] = wrong(alone, bound)
		bound = min(bound, counts[i]+more)
	}
	least := slices.Min(counts)
	if least <= most && len(counts) > 1 {
		at := r.set.keep(func(i int) bool { return counts[i] <= least+more })
		r.turns, r.erred = at.turns, at.erred
	}
	return least <= most
}

// readable reports whether readings are sought for an error of a line: see Notation.Readable.
func (t *tagged) readable(line *notation.Line) (turn, bad bool) {
	switch n := line.Node.(type) {
	case *notation.Turn:
		return true, false
	case *notation.Bad:
		return false, !n.Tag
	case *notation.Directive:
		return false, t.rules != nil && !slices.Contains(t.rules.keywords, n.Keyword.Text)
	}
	return false, false
}

// Due is whose turn it is, or, where the turn under way may end, whose turn follows. ok is false if that
// turn must go on, and if the game ends with it.
func (p *position) Due() (c rules.Clock, ok bool) {
	if c = p.Clock(); c.Phase != rules.Open {
		return c, c.Phase == rules.Due
	}
	if !p.table.MayStop() {
		return c, false
	}
	next := p.table.fork(nil)
	next.Close()
	return *next.Clock(), next.Clock().Phase == rules.Due
}

// Skip skips a turn line: the player and the number of the next one are believed.
func (r *played) Skip() { r.turns.Skip() }

// Try judges one line like Line, and carries it out, in a replay that is Quiet.
func (r *Replay) Try(line *notation.Line) Tried {
	if r.quickly(line) {
		return Tried{Size: 1}
	}
	made := r.Made()
	ev, j := &r.reader.spare.event, &r.reader.spare.judgement
	*ev = Event{Actions: ev.Actions[:0]}
	findings := j.findings[:0]
	*j = r.judgement(line)
	j.findings = findings
	r.carryOut(j, ev)
	var t Tried
	for i := range j.findings {
		f := &j.findings[i]
		if f.Severity == SeverityError {
			if t.Errors++; t.Errors == 1 {
				t.Action, t.Code = f.Action, f.Code
				t.Skipped = 0 < f.Action && f.Action <= len(ev.Actions) && !ev.Actions[f.Action-1].Done
			}
			t.Turn = t.Turn || !f.apart
		}
		t.Number = t.Number || f.Code == CodeTurnNumber
	}
	t.Size = 1 + r.Made() - made
	return t
}

// spare is storage of one goroutine for lines that are tried out.
type spare struct {
	lines     quick.Lines
	event     Event
	judgement Judgement
}

func (t *asker[S, A, W]) legalWords(dst []string) []string {
	t.actions = t.Engine.Legal(t.actions[:0], &t.State)
	for _, a := range t.actions {
		dst = append(dst, t.rules.Write(t.rules.Describe(&t.State, a)))
	}
	return dst
}

// ResultFits reports whether the Result tag is possible, if the game ends here.
func (r *Replay) ResultFits() bool {
	if !r.head.given("Result") || !r.Ready() || r.gap {
		return true
	}
	return r.head.noResult != nil || ending{r}.agrees(r.head.result)
}
