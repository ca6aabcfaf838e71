package readings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"

	"tpnote/notation"
	"tpnote/verify"
)

// Difference is a place where two copies of a game differ.
type Difference struct {
	Choices []string // what stands there in either: a word, or lines; "" for nothing
	word    int      // the word of a turn that differs, from 1; 0 where lines do
}

// Merged is what two copies of a game make together.
type Merged struct {
	Text        []byte
	Differences int
	Left        int // differences that nobody settled: the first copy's choice stands there
}

// Merge makes one record of two copies of a game, of which each may have slips. Both are
// replayed side by side: at a difference the replay goes on with either, and what is wrong
// behind it tells which fits. Where both fit, ask is asked, which answers with the index of a
// choice, or with -1 to leave it open; a nil ask leaves all open.
func Merge(r *verify.Reader, dir string, a, b []byte, ask func(*Difference) (int, error)) (*Merged, error) {
	var copies [2]record
	for i, text := range [][]byte{a, b} {
		var err error
		if copies[i], err = readCopy(text); err != nil {
			return nil, err
		}
	}
	m := &merging{reader: asWritten(r), dir: dir, head: copies[0].head}
	for _, line := range copies[1].head {
		if tag, ok := line.Node.(*notation.Tag); ok && !slices.ContainsFunc(m.head, func(l notation.Line) bool {
			other, ok := l.Node.(*notation.Tag)
			return ok && other.Name.Text == tag.Name.Text
		}) {
			m.head = append(m.head, line)
		}
	}
	m.align(copies[0], copies[1])
	m.settled = slices.Repeat([]int{open}, len(m.differences))
	left := map[int]bool{}
	for {
		best, err := m.fit()
		if err != nil {
			return nil, err
		}
		unsure := -1
		for i := range m.differences {
			switch {
			case m.settled[i] != open:
			case best[i] == 1 || best[i] == 2:
				m.settled[i] = int(best[i]) - 1
			case unsure < 0:
				unsure = i
			}
		}
		if unsure < 0 {
			return &Merged{m.text(left), len(m.differences), len(left)}, nil
		}
		for i := unsure + 1; i < len(m.settled); i++ { // the answer may bear on what follows
			if best[i] == 3 {
				m.settled[i] = open
			}
		}
		choice := -1
		if ask != nil {
			if choice, err = ask(&m.differences[unsure]); err != nil {
				return nil, err
			}
		}
		if choice < 0 {
			left[unsure], choice = true, 0
		}
		m.settled[unsure] = choice
	}
}

// open is the choice of a difference that is not settled.
const open = -1

// record is one copy: what stands above the first turn, and the text of the other lines, with keys
// by which they are known in the other copy. Turns are the same if number and player are.
type record struct {
	head       []notation.Line
	body, keys []string
}

func readCopy(text []byte) (s record, err error) {
	games := 0
	for b, err := range notation.NewReader(bytes.NewReader(text)).Blocks() {
		if err != nil {
			return s, err
		}
		if games++; games > 1 {
			return s, errors.New("a file to merge holds one game")
		}
		for line := range b.Lines() {
			_, tag := line.Node.(*notation.Tag)
			if s.body == nil && (tag || line.Node == nil) {
				s.head = append(s.head, line)
				continue
			}
			key := strings.Join(strings.Fields(line.Text), " ")
			if t, ok := line.Node.(*notation.Turn); ok {
				key = fmt.Sprintf("%d. %s", t.Number, t.Handle.Text)
			}
			s.body, s.keys = append(s.body, line.Text), append(s.keys, key)
		}
	}
	if games == 0 {
		return s, errors.New("a file to merge holds one game")
	}
	return s, nil
}

// merging is the work on two copies.
type merging struct {
	reader      *verify.Reader
	dir         string
	head        []notation.Line
	steps       []step
	differences []Difference
	settled     []int // the choice at each difference, or open
}

// step is a piece of the record: what both copies have, or what may stand there.
type step []variant

// variant is what may stand in a place.
type variant struct {
	lines []string
	picks []pick // the choices that it stands for
}

type pick struct{ difference, choice int }

// align finds what the two copies share.
func (m *merging) align(a, b record) {
	k := 0 // of b, as i is of a
	until := func(i, end int) {
		for ; i < end; i, k = i+1, k+1 {
			m.pair(a.body[i], b.body[k])
		}
	}
	i := 0
	for _, d := range lcs.DiffLines(a.keys, b.keys) {
		until(i, d.Start)
		i, k = d.End, d.ReplEnd
		onlyA, onlyB := a.part(d.Start, d.End), b.part(d.ReplStart, d.ReplEnd)
		switch {
		case strings.TrimSpace(strings.Join(onlyA.body, "")+strings.Join(onlyB.body, "")) == "":
			m.same(onlyA.body...)
		case len(onlyA.body) > 0 && len(onlyB.body) > 0 && len(onlyA.body)+len(onlyB.body) < len(a.body)+len(b.body):
			m.align(onlyA, onlyB) // of much that differs, not all is looked at in one go
		default:
			m.differ(onlyA.body, onlyB.body)
		}
	}
	until(i, len(a.body))
}

// part is a part of the body.
func (r record) part(from, to int) record { return record{nil, r.body[from:to], r.keys[from:to]} }

// same adds lines that both copies have.
func (m *merging) same(lines ...string) {
	if n := len(m.steps); n > 0 && len(m.steps[n-1]) == 1 {
		m.steps[n-1][0].lines = append(m.steps[n-1][0].lines, lines...)
		return
	}
	m.steps = append(m.steps, step{{lines: slices.Clone(lines)}})
}

// differ adds a place where the copies have different lines.
func (m *merging) differ(a, b []string) {
	n := len(m.differences)
	m.differences = append(m.differences, Difference{Choices: []string{strings.Join(a, "\n"), strings.Join(b, "\n")}})
	m.steps = append(m.steps, step{{a, []pick{{n, 0}}}, {b, []pick{{n, 1}}}})
}

// mostWords is how many different words of one turn are looked at one by one.
const mostWords = 5

// pair adds two lines that are the same but for the words of a turn.
func (m *merging) pair(a, b string) {
	if a == b {
		m.same(a)
		return
	}
	ta, turn := notation.ParseLine(a, 1).Node.(*notation.Turn)
	if !turn {
		m.same(a)
		return
	}
	tb := notation.ParseLine(b, 1).Node.(*notation.Turn)
	var at []int
	for i := range min(len(ta.Actions), len(tb.Actions)) {
		if ta.Actions[i].Text != tb.Actions[i].Text {
			at = append(at, i)
		}
	}
	switch {
	case len(ta.Actions) != len(tb.Actions) || ta.More != tb.More || len(at) > mostWords:
		m.differ([]string{a}, []string{b})
		return
	case at == nil:
		m.same(a)
		return
	}
	n := len(m.differences)
	for _, i := range at {
		m.differences = append(m.differences, Difference{[]string{ta.Actions[i].Text, tb.Actions[i].Text}, i + 1})
	}
	var s step
	for which := range 1 << len(at) {
		text := a
		var picks []pick
		for bit := len(at) - 1; bit >= 0; bit-- { // from the last word to the first
			choice := which >> bit & 1
			picks = append(picks, pick{n + bit, choice})
			if choice == 1 {
				span := ta.Actions[at[bit]].Span
				text = text[:span.Start] + tb.Actions[at[bit]].Text + text[span.End:]
			}
		}
		s = append(s, variant{[]string{text}, picks})
	}
	m.steps = append(m.steps, s)
}

// course is one way to read the record up to some step.
type course struct {
	replay *verify.Replay
	cost   int     // what is wrong so far
	chosen []uint8 // for each difference a bit for each choice that leads here
}

// What is wrong with a course, and how many courses are followed.
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

// on follows a variant. alone says that nobody else goes on from c.
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

// prune drops the courses that are far behind, and joins those that have come to the same
// position.
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

// text is the record as it is settled, with the other choice in a comment where that was left.
func (m *merging) text(left map[int]bool) []byte {
	var out strings.Builder
	for _, line := range m.head {
		out.WriteString(line.Text + "\n")
	}
	for _, s := range m.steps {
		i := slices.IndexFunc(s, m.allows)
		v := s[i]
		lines := slices.Clone(v.lines)
		for _, p := range v.picks { // from the last word to the first
			if !left[p.difference] {
				continue
			}
			d := m.differences[p.difference]
			if d.word == 0 {
				for other := range strings.Lines(d.Choices[1-p.choice]) {
					lines = append(lines, "; or: "+strings.TrimRight(other, "\n"))
				}
				continue
			}
			end := notation.ParseLine(v.lines[0], 1).Node.(*notation.Turn).Actions[d.word-1].Span.End
			lines[0] = lines[0][:end] + " {or: " + d.Choices[1-p.choice] + "}" + lines[0][end:]
		}
		for _, line := range lines {
			out.WriteString(line + "\n")
		}
	}
	return []byte(out.String())
}
