package readings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Difference is a place where two copies of a game differ.
type Difference struct {
	Choices []string // the text of each copy: a word, or lines; "" for nothing
	key     string   // of the turn where a word differs
	word    int      // that word, from 1; 0 where lines differ
}

// Merged is the common record of the copies of a game.
type Merged struct {
	Text []byte
	Left int      // differences that are not settled: the text has the first copy's choice
	Tags []string // the tags in which the copies differ, in words: the text has the first copy's value
	OK   bool     // nothing is wrong with the text
}

// Merge makes one record of copies of a game, each of which may have slips. They are replayed side by side: at a
// difference the replay goes on with either text, and later errors show which one fits. If both fit, most of the
// copies decide, or else ask, which returns the index of a choice, or -1 to leave it open; a nil ask leaves all open.
// The error is an *OtherGame if the copies are not of one game. The text has no more errors than the best of those
// copies that have as many turns.
func Merge(r *verify.Reader, dir string, texts [][]byte, ask func(*Difference) (int, error)) (*Merged, error) {
	r = asWritten(r)
	copies := make([]record, len(texts))
	for i, text := range texts {
		var err error
		if copies[i], err = readCopy(r, dir, text, i); err != nil {
			return nil, err
		}
	}
	out := &Merged{}
	for i := range copies[1:] {
		copies[i+1].rename(&copies[0])
		if why := copies[i+1].differs(&copies[0]); why != "" {
			return nil, &OtherGame{i + 1, why}
		}
		out.Tags = append(out.Tags, copies[0].join(copies[i+1].head)...)
	}
	vote := func(d *Difference) (int, error) {
		if choice := d.vote(copies); choice >= 0 || ask == nil {
			return choice, nil
		}
		return ask(d)
	}
	all := copies[0]
	for i := range copies[1:] {
		two, err := mergeTwo(r, dir, all, copies[i+1], vote)
		if err != nil {
			return nil, err
		}
		out.Text, out.Left = two.Text, out.Left+two.Left
		if all, err = readCopy(r, dir, two.Text, 0); err != nil {
			return nil, err
		}
	}
	found := all.found
	for i := range copies {
		if wrongOf(copies[i].found).less(wrongOf(found)) < 0 && len(copies[i].turns()) >= len(all.turns()) {
			out.Text, found = texts[i], copies[i].found
		}
	}
	out.OK = found.OK()
	return out, nil
}

// OtherGame is the error of a copy that is not of the same game as the first.
type OtherGame struct {
	Copy int // from 0
	Why  string
}

func (e *OtherGame) Error() string { return "not a copy of the same game: " + e.Why }

// differs says in what a copy is not of the game that another is of; "" if it is of the same.
func (s *record) differs(first *record) string {
	f, g := first.found, s.found
	switch {
	case g.Rules.Game != f.Rules.Game:
		return fmt.Sprintf("the first is of %s, this of %s", f.Rules.Game, g.Rules.Game)
	case g.Rules.Fingerprint != f.Rules.Fingerprint:
		return fmt.Sprintf("the first is judged by %s, this by %s", f.Rules.Variant, g.Rules.Variant)
	case len(g.Handles) != len(f.Handles):
		return fmt.Sprintf("the first has %d players, this %d", len(f.Handles), len(g.Handles))
	}
	mine, theirs := s.turns(), first.turns()
	unknown := func(w string) bool { return strings.Contains(w, notation.Unknown) }
	agree := 0
	for key, words := range mine {
		other := theirs[key]
		shared := func(w string) bool { return slices.Contains(other, w) }
		if other != nil && (slices.ContainsFunc(words, shared) || slices.ContainsFunc(words, unknown) || slices.ContainsFunc(other, unknown)) {
			agree++
		}
	}
	if fewer := min(len(mine), len(theirs)); 2*agree < fewer {
		return fmt.Sprintf("%d of %d turns agree", agree, fewer)
	}
	return ""
}

// turns are the words of the turns, by number and player.
func (s *record) turns() map[string][]string {
	all := map[string][]string{}
	for _, text := range s.body {
		if t, ok := notation.ParseLine(text, 1).Node.(*notation.Turn); ok {
			key := keyOf(text)
			for _, w := range t.Actions {
				all[key] = append(all[key], w.Text)
			}
		}
	}
	return all
}

// rename gives the players of a copy the names that they have in another, by their seats.
func (s *record) rename(first *record) {
	names := map[string]string{}
	for i, h := range s.found.Handles {
		if i < len(first.found.Handles) && h != first.found.Handles[i] && !slices.Contains(first.found.Handles, h) {
			names[h] = first.found.Handles[i]
		}
	}
	if len(names) == 0 {
		return
	}
	for i, text := range s.body {
		line := notation.ParseLine(text, 1)
		end := len(text)
		if len(line.Comments) > 0 {
			end = line.Comments[0].Span.Start
		}
		words := strings.Split(text[:end], " ")
		for k, w := range words {
			at := strings.IndexAny(w+":", ":=")
			if to, ok := names[w[:at]]; ok {
				words[k] = to + w[at:]
			}
		}
		s.body[i] = strings.Join(words, " ") + text[end:]
	}
}

// join adds the tags and comments of another head that a copy lacks, and says which tags it has with other values.
func (s *record) join(head []notation.Line) (differ []string) {
	end := len(s.head) // before the blank lines at its end
	for end > 0 && strings.TrimSpace(s.head[end-1].Text) == "" {
		end--
	}
	for _, line := range head {
		lacks := false
		if tag, ok := line.Node.(*notation.Tag); ok {
			own := s.tag(tag.Name.Text)
			if lacks = own == nil; !lacks && own.Value.Text != tag.Value.Text {
				differ = append(differ, fmt.Sprintf("%s is %q or %q", tag.Name.Text, own.Value.Text, tag.Value.Text))
			}
		} else if strings.TrimSpace(line.Text) != "" {
			lacks = !slices.ContainsFunc(s.head, func(l notation.Line) bool { return l.Text == line.Text })
		}
		if lacks {
			s.head = slices.Insert(s.head, end, line)
			end++
		}
	}
	return differ
}

// tag is the tag with a name, or nil.
func (s *record) tag(name string) *notation.Tag {
	for _, line := range s.head {
		if tag, ok := line.Node.(*notation.Tag); ok && tag.Name.Text == name {
			return tag
		}
	}
	return nil
}

// vote returns the choice that more copies have than any other, or -1.
func (d *Difference) vote(copies []record) int {
	var votes [2]int
	for i := range copies {
		for choice := range votes {
			if copies[i].has(d, choice) {
				votes[choice]++
			}
		}
	}
	if votes[0] == votes[1] {
		return -1
	}
	return slices.Index(votes[:], max(votes[0], votes[1]))
}

// has reports whether a copy has a choice: a word of a turn, or lines; or lacks the other lines.
func (s *record) has(d *Difference, choice int) bool {
	if d.word > 0 {
		words := s.turns()[d.key]
		return d.word <= len(words) && words[d.word-1] == d.Choices[choice]
	}
	lacks := func(lines string) bool {
		return slices.ContainsFunc(strings.Split(lines, "\n"), func(line string) bool { return !slices.Contains(s.body, line) })
	}
	if d.Choices[choice] == "" {
		return lacks(d.Choices[1-choice])
	}
	return !lacks(d.Choices[choice])
}

// mergeTwo merges two copies.
func mergeTwo(r *verify.Reader, dir string, a, b record, ask func(*Difference) (int, error)) (*Merged, error) {
	m := &merging{reader: r, dir: dir, head: a.head}
	m.align(a.body, b.body)
	m.allowed = slices.Repeat([]picks{either}, len(m.differences))
	if n := len(m.differences) - 1; n >= 0 {
		last, none := m.steps[len(m.steps)-1], slices.Index(m.differences[n].Choices, "")
		if last.first == n && last.count == 1 && none >= 0 { // where one copy ends, the other goes on, right or wrong
			m.allowed[n] = 1 << (1 - none)
		}
	}
	left := map[int]bool{}
	for {
		if err := m.fit(); err != nil {
			return nil, err
		}
		unsure := slices.Index(m.allowed, either)
		if unsure < 0 {
			return &Merged{Text: m.text(left), Left: len(left)}, nil
		}
		choice, err := ask(&m.differences[unsure]) // the answer may bear on what follows
		if err != nil {
			return nil, err
		}
		if choice < 0 {
			left[unsure], choice = true, 0
		}
		m.allowed[unsure] = 1 << choice
	}
}

// picks are choices at a difference: a bit for each.
type picks uint8

const either picks = 3

// record is one copy: what stands above the first turn, and the text of the other lines.
type record struct {
	head  []notation.Line
	body  []string
	found *verify.Summary
}

// readCopy reads and judges the text of the nth copy.
func readCopy(r *verify.Reader, dir string, text []byte, nth int) (s record, err error) {
	text = notation.TrimMark(text)
	b, size := notation.CutGame(text, 1)
	switch {
	case b.First == 0:
		return s, &OtherGame{nth, "it holds no game"}
	case size < len(text):
		return s, &OtherGame{nth, "it holds several games"}
	}
	for line := range b.Lines() {
		_, tag := line.Node.(*notation.Tag)
		if s.body == nil && (tag || line.Node == nil) {
			s.head = append(s.head, line)
			continue
		}
		s.body = append(s.body, line.Text)
	}
	s.found, _, err = r.Block("", dir, b, nil)
	return s, err
}

// keyOf is by what a line is known in another copy. Turns are the same if number and player are.
func keyOf(text string) string {
	if t, ok := notation.ParseLine(text, 1).Node.(*notation.Turn); ok {
		return fmt.Sprintf("%d. %s", t.Number, t.Handle.Text)
	}
	return strings.Join(strings.Fields(text), " ")
}

// merging is the work on two copies.
type merging struct {
	reader      *verify.Reader
	dir         string
	head        []notation.Line
	steps       []step
	differences []Difference
	allowed     []picks // at each difference
}

// step is a piece of the record: the lines of both copies, or the variants of a place where they differ.
type step struct {
	variants [][]string // the lines of each
	first    int        // the first difference here
	count    int        // of the differences: a bit of a variant's index is the choice at one, the lowest at the first
}

// align finds what the lines of two copies share.
func (m *merging) align(a, b []string) {
	i, k := 0, 0 // of a and of b
	until := func(end int) {
		for ; i < end; i, k = i+1, k+1 {
			m.pair(a[i], b[k])
		}
	}
	for _, d := range lcs.DiffLines(variant.Each(a, keyOf), variant.Each(b, keyOf)) {
		until(d.Start)
		i, k = d.End, d.ReplEnd
		onlyA, onlyB := a[d.Start:d.End], b[d.ReplStart:d.ReplEnd]
		switch {
		case strings.TrimSpace(strings.Join(onlyA, "")+strings.Join(onlyB, "")) == "":
			m.same(onlyA...)
		case !slices.ContainsFunc(slices.Concat(onlyA, onlyB), func(text string) bool { return notation.ClassOf([]byte(text)) != notation.BlankLine }):
			m.same(slices.Concat(onlyA, onlyB)...)
		case len(onlyA) > 0 && len(onlyB) > 0 && len(onlyA)+len(onlyB) < len(a)+len(b):
			m.align(onlyA, onlyB) // of much that differs, not all is looked at in one go
		default:
			m.differ(onlyA, onlyB)
		}
	}
	until(len(a))
}

// same adds lines that both copies have.
func (m *merging) same(lines ...string) {
	if n := len(m.steps); n == 0 || m.steps[n-1].count > 0 {
		m.steps = append(m.steps, step{variants: [][]string{nil}})
	}
	last := &m.steps[len(m.steps)-1].variants[0]
	*last = append(*last, lines...)
}

// differ adds a place where the copies have different lines.
func (m *merging) differ(a, b []string) {
	m.steps = append(m.steps, step{[][]string{a, b}, len(m.differences), 1})
	m.differences = append(m.differences, Difference{Choices: []string{strings.Join(a, "\n"), strings.Join(b, "\n")}})
}

// mostWords is how many different words of one turn are looked at one by one.
const mostWords = 5

// withComments is a turn line of one copy, with the comments that only the other copy has after its last word.
func withComments(a, b *notation.Line) string {
	text, end := a.Text, a.Span.End
	said := func(c notation.Comment) string { return strings.ReplaceAll(strings.TrimSpace(c.Text), "}", ")") }
	for _, c := range slices.Backward(b.Comments) {
		if !slices.ContainsFunc(a.Comments, func(d notation.Comment) bool { return said(d) == said(c) }) {
			text = text[:end] + " {" + said(c) + "}" + text[end:]
		}
	}
	return text
}

// pair adds two lines that differ only in the words and comments of a turn.
func (m *merging) pair(a, b string) {
	la, lb := notation.ParseLine(a, 1), notation.ParseLine(b, 1)
	ta, turn := la.Node.(*notation.Turn)
	tb, both := lb.Node.(*notation.Turn)
	if turn != both {
		m.differ([]string{a}, []string{b})
		return
	} else if !turn {
		m.same(a)
		return
	}
	a = withComments(&la, &lb)
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
	s := step{first: len(m.differences), count: len(at)}
	for _, i := range at {
		m.differences = append(m.differences, Difference{[]string{ta.Actions[i].Text, tb.Actions[i].Text}, keyOf(a), i + 1})
	}
	for v := range 1 << len(at) {
		text := a
		for k, i := range slices.Backward(at) { // from the last word to the first
			if span := ta.Actions[i].Span; v>>k&1 == 1 {
				text = text[:span.Start] + tb.Actions[i].Text + text[span.End:]
			}
		}
		s.variants = append(s.variants, []string{text})
	}
	m.steps = append(m.steps, s)
}

// text is the record as it is settled, with the other choice in a comment where that was left.
func (m *merging) text(left map[int]bool) []byte {
	var out strings.Builder
	for _, line := range m.head {
		out.WriteString(line.Text + "\n")
	}
	said := map[string]bool{} // by an earlier run
	chosen := make([]int, len(m.steps))
	for i := range m.steps {
		for chosen[i] = 0; !m.allows(&m.steps[i], chosen[i]); chosen[i]++ {
		}
		for _, line := range m.steps[i].variants[chosen[i]] {
			said[line] = true
		}
	}
	for i, s := range m.steps {
		lines := slices.Clone(s.variants[chosen[i]])
		for k := s.count - 1; k >= 0; k-- { // from the last word to the first
			if !left[s.first+k] {
				continue
			}
			d, choice := m.differences[s.first+k], chosen[i]>>k&1
			if d.word == 0 {
				for other := range strings.Lines(d.Choices[1-choice]) {
					if or := "; or: " + strings.TrimRight(other, "\n"); !said[or] {
						lines = append(lines, or)
					}
				}
				continue
			}
			end := notation.ParseLine(s.variants[chosen[i]][0], 1).Node.(*notation.Turn).Actions[d.word-1].Span.End
			if or := " {or: " + d.Choices[1-choice] + "}"; !strings.HasPrefix(lines[0][end:], or) {
				lines[0] = lines[0][:end] + or + lines[0][end:]
			}
		}
		for _, line := range lines {
			out.WriteString(line + "\n")
		}
	}
	return []byte(out.String())
}
