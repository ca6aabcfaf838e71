package verify

import (
	"slices"

	"tpnote/notation"
)

// This file reads a game again whose record has a slip: once it is known what the record can
// have meant, every line is judged anew, those of a reading in the place of what is written.

// maxReread is how many bytes a game may have for readings to be looked for.
const maxReread = 1 << 20

// rereading is a game that is judged with the readings that were found.
type rereading struct {
	*drive
	lines []notation.Line
	ruled []bool
	slips []Slip
	due   map[int][]Finding // by line: what is said of slips that show there, under a reading that bears on an earlier line
	apart bool              // the next turn line stands behind a reading: its number says nothing
}

// reread looks for readings, and judges the game from its first line on.
func (d *drive) reread() (*Summary, *Replay, error) {
	r := rereading{drive: d, due: map[int][]Finding{}}
	for line := range d.block.Lines() {
		if len(r.lines) > 0 || begins(&line) {
			r.lines = append(r.lines, line)
		}
	}
	r.ruled = make([]bool, len(r.lines))
	none := func() (notation.Line, bool) { return notation.Line{}, false }
	for i := range r.lines {
		d.ahead, d.pull = r.lines[i+1:], none
		r.ruled[i] = isTurn(&r.lines[i]) && d.ruled(&Event{Line: r.lines[i]})
	}
	r.slips = d.options.Readings.Seek(&Record{Begin: d.begin.Quiet(), Lines: r.lines, Ruled: r.ruled})

	g := d.found.Summary
	*g = Summary{File: g.File, Number: g.Number, Line: g.Line, Result: "*"}
	d.found = fold{Summary: g, first: -1}
	d.found.line(d.head, true)
	d.replay, d.held = d.begin, d.held[:0]
	if see, told := d.see, d.told; see != nil {
		d.see = func(ev *Event) {
			if told--; told < 0 {
				see(ev)
			}
		}
	}
	r.run()
	d.replay.finish(&d.found)
	if slices.ContainsFunc(r.slips, func(s Slip) bool { return s.ReadOn < 0 }) {
		g.Findings = slices.DeleteFunc(g.Findings, func(f Finding) bool { return f.Code == CodeResult })
	}
	d.flush(0)
	return g, d.replay, nil
}

// run judges the lines.
func (r *rereading) run() {
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
	for k := range r.slips {
		if s := &r.slips[k]; s != but && s.ReadOn >= 0 && s.At == i {
			return s
		}
	}
	return nil
}

// written judges a line as it is written.
func (r *rereading) written(i int) {
	ev := r.replay.Line(r.lines[i])
	place(ev.Findings, r.block)
	if r.ruled[i] {
		for k := range ev.Findings {
			ev.Findings[k].rule()
		}
	}
	for k := range r.slips {
		if s := &r.slips[k]; s.Line == i && s.ReadOn < 0 {
			s.explain(ev.Findings)
		}
	}
	if r.apart {
		ev.Findings = slices.DeleteFunc(ev.Findings, func(f Finding) bool { return f.Code == CodeTurnNumber })
	}
	r.apart = r.apart && !isTurn(&ev.Line)
	r.say(ev, r.due[i])
}

// read judges the lines of a reading. What is said of the slip is said of what is written.
func (r *rereading) read(s *Slip) {
	found := r.asWritten(s)
	place(found, r.block)
	s.explain(found)
	if s.Line >= s.At+s.Size {
		r.due[s.Line] = append(r.due[s.Line], found...)
		found = nil
	}
	for i := s.At; i < s.At+s.Size; i++ {
		found = append(found, r.due[i]...)
	}
	for i := range s.With {
		if t, ok := s.With[i].Node.(*notation.Turn); ok && t.More {
			r.replay.table.keepSmall()
		}
		ev := r.replay.Line(s.With[i])
		ev.Findings = slices.DeleteFunc(ev.Findings, func(f Finding) bool { return f.Severity != SeverityError })
		r.say(ev, found)
		found = nil
	}
	r.found.line(found, true) // of a reading without lines
	r.found.first = -1
	r.apart = true
}

// say tells a line, with what is said of slips that show in it.
func (r *rereading) say(ev Event, slips []Finding) {
	if slips != nil {
		r.found.line(slips, true)
		r.found.first = -1
	}
	r.take(ev)
	if n := len(r.held); slips != nil && n > 0 {
		r.held[n-1].Findings = append(slips, ev.Findings...)
	}
}

// asWritten is what is wrong with the line of a slip where its reading is not taken.
func (r *rereading) asWritten(s *Slip) []Finding {
	shadow := r.replay.Fork()
	for i := s.At; i < s.Line; {
		if other := r.patch(i, s); other != nil {
			for _, line := range other.With {
				shadow.Line(line)
			}
			i += other.Size
			continue
		}
		shadow.Line(r.lines[i])
		i++
	}
	return shadow.Line(r.lines[s.Line]).Findings
}

// explain gives the first error of a line its readings.
func (s *Slip) explain(found []Finding) {
	for i := range found {
		if f := &found[i]; f.Severity == SeverityError {
			f.Readings, f.ReadOn = s.Readings, s.ReadOn
			f.Help = append(slices.Clone(f.Help), s.Help...)
			f.Notes = append(f.Notes, s.Notes...)
			return
		}
	}
}
