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
	chosen []uint8 // for each difference a bit for each choice that leads here
}

// The costs of the faults of a course, and bounds on the courses.
const (
	costError   = 100
	costWarning = 20
	costUnknown = 1 // what one copy knows is better than a "?" of the other
	mostCourses = 48
	mostBehind  = 4 * costError
)

// fit follows the courses that the copies allow, and returns for each difference the choices of
// the best, as bits.
func (m *merging) fit() ([]uint8, error) {
	start, _, err := m.reader.Start(m.head, m.dir, 1, 1)
	if err != nil {
		return nil, err
	}
	courses := []*course{{replay: start, chosen: make([]uint8, len(m.differences))}}
	number := len(m.head) + 1
	for _, s := range m.steps {
		var next []*course
		for _, c := range courses {
			for _, v := range s {
				if m.allows(v) {
					next = append(next, c.on(v, number, len(s) == 1))
				}
			}
		}
		courses = prune(next)
		number += len(s[0].lines)
	}
	for _, c := range courses {
		if given, some := c.replay.Tag("Result"); some && c.replay.Ready() && given != c.replay.Result() {
			c.cost += costError
		}
	}
	best := slices.MinFunc(courses, func(a, b *course) int { return cmp.Compare(a.cost, b.cost) }).cost
	chosen := make([]uint8, len(m.differences))
	for _, c := range courses {
		if c.cost == best {
			for i, bits := range c.chosen {
				chosen[i] |= bits
			}
		}
	}
	return chosen, nil
}

// allows reports whether a variant agrees with what is settled.
func (m *merging) allows(v variant) bool {
	for _, p := range v.picks {
		if settled := m.settled[p.difference]; settled != open && settled != p.choice {
			return false
		}
	}
	return true
}

// on follows a variant. alone says that no other course goes on from c.
func (c *course) on(v variant, number int, alone bool) *course {
	q := c
	if !alone {
		q = &course{c.replay.Fork(), c.cost, slices.Clone(c.chosen)}
	}
	for _, p := range v.picks {
		q.chosen[p.difference] |= 1 << p.choice
	}
	for i, text := range v.lines {
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

// prune drops the courses that cost far more than the best, and joins those that have come to the
// same position.
func prune(courses []*course) []*course {
	if len(courses) < 2 {
		return courses
	}
	slices.SortStableFunc(courses, func(a, b *course) int { return cmp.Compare(a.cost, b.cost) })
	known := map[string]*course{}
	var kept []*course
	for _, c := range courses {
		if c.cost > courses[0].cost+mostBehind || len(kept) == mostCourses {
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
			for i, bits := range c.chosen {
				first.chosen[i] |= bits
			}
		}
	}
	return kept
}
