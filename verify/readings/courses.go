package readings

import (
	"cmp"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
)

// This file replays the copies that are merged side by side: at a difference with either text.

// course is one way to read the record up to some step.
type course struct {
	replay *verify.Replay
	cost   int     // of the faults so far
	chosen []picks // at each difference: those that lead here
}

// The costs of the faults of a course, and bounds on the courses.
const (
	costError   = 100
	costWarning = 20
	costUnknown = 1 // what one copy knows is better than a "?" of the other
	mostCourses = 48
	mostAbove   = 4 * costError
)

// fit follows the courses that the copies allow, and allows from then on only the picks of the best.
func (m *merging) fit() error {
	start, _, err := m.reader.Start(m.head, notation.Block{Number: 1, First: 1}, m.dir)
	if err != nil {
		return err
	}
	courses := []*course{{replay: start, chosen: make([]picks, len(m.differences))}}
	number := len(m.head) + 1
	for i := range m.steps {
		s := &m.steps[i]
		var next []*course
		for _, c := range courses {
			for v := range s.variants {
				if m.allows(s, v) {
					next = append(next, c.on(s, v, number))
				}
			}
		}
		courses = prune(next)
		number += len(s.variants[0])
	}
	for _, c := range courses {
		if !c.replay.ResultFits() {
			c.cost += costError
		}
	}
	best := slices.MinFunc(courses, func(a, b *course) int { return cmp.Compare(a.cost, b.cost) }).cost
	clear(m.allowed)
	for _, c := range courses {
		if c.cost == best {
			join(m.allowed, c.chosen)
		}
	}
	return nil
}

// allows reports whether a variant of a step makes picks that are allowed.
func (m *merging) allows(s *step, v int) bool {
	for k := range s.count {
		if m.allowed[s.first+k]>>(v>>k&1)&1 == 0 {
			return false
		}
	}
	return true
}

// join adds picks to others.
func join(all, more []picks) {
	for i, bits := range more {
		all[i] |= bits
	}
}

// on follows a variant of a step.
func (c *course) on(s *step, v, number int) *course {
	q := c
	if s.count > 0 { // else no other course goes on from c
		q = &course{c.replay.Fork(), c.cost, slices.Clone(c.chosen)}
	}
	for k := range s.count {
		q.chosen[s.first+k] |= 1 << (v >> k & 1)
	}
	for i, text := range s.variants[v] {
		ev := q.replay.Line(notation.ParseLine(text, number+i))
		for _, f := range ev.Findings {
			switch f.Severity {
			case verify.SeverityError:
				q.cost += costError
			case verify.SeverityWarning:
				q.cost += costWarning
			}
		}
		for _, a := range ev.Actions {
			if a.Unknown {
				q.cost += costUnknown
			}
		}
	}
	return q
}

// prune drops the courses that cost far more than the best, and joins those that have come to the same position.
func prune(courses []*course) []*course {
	if len(courses) < 2 {
		return courses
	}
	slices.SortStableFunc(courses, func(a, b *course) int { return cmp.Compare(a.cost, b.cost) })
	known := map[string]*course{}
	var kept []*course
	for _, c := range courses {
		if c.cost > courses[0].cost+mostAbove || len(kept) == mostCourses {
			break
		}
		key := ""
		if c.replay.Ready() {
			key = c.replay.Position()
		}
		first := known[key]
		switch {
		case first == nil:
			known[key] = c
			kept = append(kept, c)
		case first.cost == c.cost:
			join(first.chosen, c.chosen)
		}
	}
	return kept
}
