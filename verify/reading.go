package verify

import (
	"bytes"
	"fmt"
	"slices"

	"tpnote/notation"
	"tpnote/rules"
)

// Reading is a likely meaning of a record at the place of an error: the changes after which the rest fits.
type Reading struct {
	Kind     string  `json:"kind"`           // of slip, such as "character"; see spec/records.md
	Message  string  `json:"message"`        // "5:re4-re5, not 5:re4-re6"
	Cost     float64 `json:"cost"`           // the less likely, the higher
	Certain  bool    `json:"certain"`        // it can be written without asking: see spec/records.md
	Fits     int     `json:"-"`              // how many turn lines after the error fit
	Evidence int     `json:"evidence"`       // how many of them only this reading makes legal
	From     int     `json:"from,omitempty"` // the first line where the missing text can be as well; 0 if nowhere else
	Edits    []Edit  `json:"edits"`          // in the order of the log; none if no change of the log expresses it
}

// Edit puts a text, which may hold line ends, in the place of a part of a line, or inserts it if that part is empty.
type Edit struct {
	notation.Span
	Text string `json:"text"`
	Out  bool   `json:"-"` // the whole line is taken out
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
	Ruled []bool          // by line: a ruling allows its errors

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

// When a game has a slip, the pass goes back to where no reading changes anything, and goes on from there
// with the lines of the readings in place of the written ones.

// maxReread is the greatest size in bytes of a game with readings: some 8,000 turns, each held with its position.
const maxReread = 1 << 17

// mending is what the pass knows of the readings of a game. It leaves out side lines: no reading changes them.
type mending struct {
	lines   []notation.Line
	patches map[int]*Slip     // by the line where their readings begin
	written map[int]*Slip     // by their line: those without a reading
	due     map[int][]Finding // by line: what is wrong with it as it is written, where that is a slip and a reading changes this line or an earlier one
	next    int               // the index of the next line
	apart   bool              // the next turn line follows a reading: its number says nothing
	patch   *Slip             // the last one whose reading has replaced a line
}

// restart looks for readings after the first error of a game, and sets the pass back to judge the game with them.
func (d *pass) restart(slip *notation.Line) {
	d.seeking = false
	if !d.options.ReadWants && wants(d.block) {
		return
	}
	if len(d.block.Text) > maxReread {
		long := withdrawn(slip, fmt.Sprintf("the game has more than %d bytes: it is read as it is written", maxReread))
		d.sum.add(&long)
		return
	}
	d.approach(slip.Span.Line)
	m := &mending{patches: map[int]*Slip{}, written: map[int]*Slip{}, due: map[int][]Finding{}}
	m.lines = slices.Collect(outsideSides(d.body.Lines()))
	ruled := make([]bool, len(m.lines))
	for i := range m.lines {
		ruled[i] = d.ruled(&m.lines[i], slices.Values(m.lines[i+1:]))
	}
	slips := d.options.Readings.Seek(&Record{Begin: d.begin.Quiet(), Lines: m.lines, Ruled: ruled, Turns: d.begin.taken, Actions: d.begin.actions})
	for k := range slips {
		if s := &slips[k]; s.ReadOn >= 0 {
			m.patches[s.At] = s
		} else {
			m.written[s.Line] = s
		}
	}
	d.rewind()
	d.mending, d.silent = m, d.late
}

// readingTurns is how many turn lines before an error a reading may change.
const readingTurns = 32

// approach begins the body nearer to an error, if the fast judge finds the lines before legal and
// ordinary, and the caller wants no events: no reading changes them.
func (d *pass) approach(slip int) {
	skim := d.Reader.skimmer
	if d.silent || !d.quick || !d.begin.certain() || !skim.start(d.begin, d.body, nil) {
		return
	}
	at := 0
	for range slip - d.body.Line {
		at += bytes.IndexByte(d.body.Text[at:], '\n') + 1
	}
	begin := at // of the last turn lines before the error
	for n := 0; at > 0 && n < readingTurns; {
		if at = bytes.LastIndexByte(d.body.Text[:at-1], '\n') + 1; d.body.Text[at]-'0' <= 9 {
			begin = at
			n++
		}
	}
	skim.skim(&d.body, begin)
}

// mended judges a line outside side lines, or its reading.
func (d *pass) mended(line *notation.Line) {
	m := d.mending
	i := m.next
	m.next++
	if s := m.patches[i]; s != nil {
		found := d.asWritten(s)
		place(found, d.block)
		m.due[s.Line] = append(m.due[s.Line], s.withdraw(s.alone(found), &m.lines[s.Line])...)
		m.patch = s
	}
	if s := m.patch; s != nil && i < s.At+s.Size {
		d.instead(s, i)
		return
	}
	ev := d.play(line)
	if s := m.written[i]; s != nil {
		s.explain(ev.Findings)
		ev.Findings = s.withdraw(ev.Findings, line)
	}
	if m.apart {
		ev.Findings = slices.DeleteFunc(ev.Findings, func(f Finding) bool { return f.Code == CodeTurnNumber })
	}
	m.apart = m.apart && !line.IsTurn()
	d.take(ev, m.due[i])
}

// instead judges what a reading has in place of line i: one line, or all that are left for the last line it replaces.
func (d *pass) instead(s *Slip, i int) {
	m := d.mending
	last, found := i == s.At+s.Size-1, m.due[i]
	with := s.With[min(i-s.At, len(s.With)):]
	switch {
	case s.Then != nil && d.see == nil && !d.sided: // no caller sees the lines, and no side line follows them
		with = nil
	case !last:
		with = with[:min(1, len(with))]
	}
	if len(with) == 0 {
		d.keep()
	}
	for k := range with {
		if with[k].IsTurn() {
			d.keep()
		}
		if t, ok := with[k].Node.(*notation.Turn); ok && t.More {
			d.replay.keepSmall()
		}
		ev := d.replay.Line(with[k])
		ev.Findings = slices.DeleteFunc(ev.Findings, func(f Finding) bool { return s.Then != nil || f.Severity != SeverityError })
		d.take(&ev, found)
		found = nil
	}
	if s.Then != nil && last {
		d.replay.then(s.Then.Fork())
	}
	d.sum.Apart(found) // of a line that is left out
	m.apart = true
}

// then goes on from at, the replay after a reading whose consequences are known.
func (r *Replay) then(at *Replay) {
	quiet := r.quiet
	r.table, r.set, r.course, r.counts, r.tallied = at.table, at.set, at.course, at.counts, at.tallied
	r.quiet = quiet
	r.keepSmall()
}

// asWritten returns the findings of the line of a slip without its reading.
func (d *pass) asWritten(s *Slip) []Finding {
	m := d.mending
	shadow := d.replay.Fork()
	for i := s.At; i < s.Line; {
		other := m.patches[i]
		switch {
		case other == nil || other == s:
			shadow.Line(m.lines[i])
			i++
			continue
		case other.Then != nil:
			shadow.then(other.Then.Fork())
		default:
			for _, line := range other.With {
				shadow.Line(line)
			}
		}
		i += other.Size
	}
	return shadow.Line(m.lines[s.Line]).Findings
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
		f := &found[i]
		if f == first { // with any of its errors, the line is malformed
			f.Malformed = slices.ContainsFunc(found, func(f Finding) bool { return f.Malformed })
		}
		if f == first || f.Severity != SeverityError && f.Code != CodeTurnNumber {
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
	Cost    int  // in how many positions it was tried; more for a turn of many actions
	Turn    bool // one of the errors is part of the turn: no directive's, and no earlier line's
}

// Quiet returns a fork for trying lines out: it reports no more than Tried. It and its forks serve one goroutine.
func (r *Replay) Quiet() *Replay {
	q := r.Fork()
	q.quiet = true
	if q.table != nil {
		q.table.forget() // without grounds, no last action is needed
		q.keepSmall()
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

// Likeliest keeps the positions of a set with the fewest faults, and those with up to more faults above that. It
// calls wrong with a replay at each position alone to count them; wrong may stop counting above its bound most.
// Likeliest reports whether some position has at most most faults; if not, all stay.
func (r *Replay) Likeliest(most, more int, wrong func(q *Replay, most int) int) bool {
	if !r.Ready() {
		return false
	}
	counts, bound := make([]int, r.Size()), most+more
	alone := &Replay{}
	for i := range r.members() {
		r.ForkInto(alone)
		counts[i] = wrong(alone, bound)
		bound = min(bound, counts[i]+more)
	}
	least := slices.Min(counts)
	if least <= most && len(counts) > 1 {
		r.keepOnly(func(i int) bool { return counts[i] <= least+more })
	}
	return least <= most
}

// Due is whose turn it is, or whose follows if that under way may end. ok is false if it must go on, or the game ends.
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

// manyActions is how many actions of a turn cost as much as another position.
const manyActions = 8

// Try judges one line like Line, and carries it out, in a replay that is Quiet.
func (r *Replay) Try(line *notation.Line) Tried {
	made := r.Made()
	ev, j := &r.reader.tries.event, &r.reader.tries.judgement
	*ev = Event{Actions: ev.Actions[:0]}
	r.judgement(j, line)
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
	t.Cost = 1 + r.Made() - made + len(ev.Actions)/manyActions
	return t
}

// ResultFits reports whether the Result tag is possible, if the game ends here.
func (r *Replay) ResultFits() bool {
	if !r.head.given("Result") || !r.Ready() || r.gap {
		return true
	}
	for range r.members() {
		if r.mayEnd(r.Outcome(), r.head.result) {
			return true
		}
	}
	return r.head.noResult != nil
}
