package regress

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"regexp"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
)

// This file makes logs small. A log is reduced for something that it shows: a finding, or that
// two variants part. It is replaced by smaller logs that still show it, and raise no code that
// it did not raise and no more errors and warnings, until no step of the following makes it smaller:
//
//   - all turns except the last few are left out
//   - the beginning is replaced by a Setup, which may have the pieces where a game begins
//   - lines, players, comments, words or parts of words are left out
//   - turns are counted from 1
//
// All is tried in a fixed order, so that the same log is always reduced to the same.

// Reduced is a log that has been made small.
type Reduced struct {
	Log     string
	Replays int  // that it took
	Minimal bool // no step makes it smaller; false if the positions ran out
}

// mostPositions bounds the positions that a reduction judges; a record may allow many for one line.
const mostPositions = 12_000_000

// ErrNotRaised is the error of a log that does not have the finding or difference to keep.
var ErrNotRaised = errors.New("there is nothing to reduce to")

// Reduce finds a small log that raises a code as the given game does; without a code, the first error, or else the
// first finding. The text is that of one game. The error is ErrNotRaised, or that of the reader's options.
func Reduce(r *verify.Reader, dir, text string, code verify.Code) (*Reduced, error) {
	g, _, err := r.Block("", dir, blockOf(text), nil)
	if err != nil {
		return nil, err
	}
	allowed, most := codesIn(g), faultsIn(g)
	if code == "" && len(g.Findings) > 0 {
		code = cmp.Or(verify.FirstError(g.Findings), &g.Findings[0]).Code
	}
	all := raisedIn(g)
	first := slices.IndexFunc(all, func(n verify.Note) bool { return n.Code == code })
	if first < 0 {
		return nil, ErrNotRaised
	}
	m := &reducer{reader: r, dir: dir, lines: linesOf(text)}
	m.shows = func(text string) bool {
		g := m.judged(r, text)
		return g != nil && codesIn(g)[code] && within(g, allowed) && faultsIn(g) <= most
	}
	return m.reduce(all[first].Line), nil
}

// faultsIn counts the errors and warnings in a game.
func faultsIn(g *verify.Summary) int {
	faults := slices.DeleteFunc(slices.Clone(g.Findings), func(f verify.Finding) bool { return f.Severity == verify.SeverityNote })
	return len(faults) + g.Omitted
}

// Reduce finds a small log on which the variants part because of the same rule points, as they do on the given game,
// that of the text. The error is ErrNotRaised if they do not part, or that of the log.
func (c *Comparison) Reduce(dir, text string) (*Reduced, error) {
	p, err := c.Part("", dir, blockOf(text))
	if err != nil {
		return nil, err
	}
	if p == nil {
		return nil, ErrNotRaised
	}
	causes := fmt.Sprint(p.First.Causes)
	var allowed [2]map[verify.Code]bool
	for i, r := range c.Sides {
		allowed[i] = codesIn(judged(r, dir, text))
	}
	last := p.First.Line
	if p.Judged != nil {
		last = p.Judged.Line
	}
	m := &reducer{reader: c.Sides[0], dir: dir, lines: linesOf(text)}
	m.shows = func(text string) bool {
		for i, r := range c.Sides {
			if g := m.judged(r, text); g == nil || !within(g, allowed[i]) {
				return false
			}
		}
		p, err := c.Part("", dir, blockOf(text))
		return err == nil && p != nil && fmt.Sprint(p.First.Causes) == causes
	}
	return m.reduce(last), nil
}

// blockOf is the one game of a text.
func blockOf(text string) notation.Block {
	b, _ := notation.CutGame([]byte(text), 1)
	return b
}

// blocks yields the games of a text, without an error: memory is always read to its end.
func blocks(text []byte) iter.Seq2[notation.Block, error] {
	return notation.NewReader(bytes.NewReader(text)).Blocks()
}

// within reports whether a game raises only codes that are allowed.
func within(g *verify.Summary, allowed map[verify.Code]bool) bool {
	return !slices.ContainsFunc(raisedIn(g), func(n verify.Note) bool { return !allowed[n.Code] })
}

// linesOf cuts a text into its lines, without their ends.
func linesOf(text string) []string {
	return strings.Split(strings.ReplaceAll(strings.TrimRight(text, "\r\n"), "\r\n", "\n"), "\n")
}

// reducer is a log that is being reduced.
type reducer struct {
	reader    *verify.Reader // whose positions a Setup is made from
	dir       string
	shows     func(text string) bool
	lines     []string
	parts     func(word string) notation.Parts // of the words of the game; none if it cannot be judged
	refused   map[uint64]bool                  // hashes of the texts that do not show it
	replays   int
	positions int
}

// spent reports whether the bound is reached.
func (m *reducer) spent() bool { return m.positions >= mostPositions }

// judged is judged, and counts the positions.
func (m *reducer) judged(r *verify.Reader, text string) *verify.Summary {
	g := judged(r, m.dir, text)
	m.positions += strings.Count(text, "\n")
	if g != nil {
		m.positions += g.Unknown.Examined
	}
	return g
}

func (m *reducer) text() string { return strings.Join(m.lines, "\n") + "\n" }

// try takes smaller lines if they still show it.
func (m *reducer) try(lines []string) bool {
	text := strings.Join(lines, "\n") + "\n"
	key := maphash.String(positionSeed, text)
	if m.spent() || m.refused[key] || slices.Equal(lines, m.lines) {
		return false
	}
	m.replays++
	if !m.shows(text) {
		m.refused[key] = true
		return false
	}
	m.lines = lines
	return true
}

// tryRenumbered is try, and then with the turns that follow a gap numbered on.
func (m *reducer) tryRenumbered(lines []string) bool {
	return m.try(lines) || m.try(renumbered(lines, 0))
}

// thin leaves out what it can of the items of a list: half of them at a time, then fewer, then each by itself, the last
// first. items are those that there are now, and the first of them stay. with is the log with other items in their place.
func (m *reducer) thin(stay int, items func() []string, with func(items []string) []string) {
	for size := (len(items()) - stay + 1) / 2; size >= 1; size /= 2 {
		for at := len(items()) - size; at > stay-size && !m.spent(); at -= size {
			now := items()
			if from, to := max(stay, at), min(at+size, len(now)); from < to { // a broken line has fewer items than that
				m.tryRenumbered(with(slices.Delete(slices.Clone(now), from, to)))
			}
		}
	}
}

// reduce makes the log small. last is the number of the line that shows the effect; 0 is the end
// of the log. It returns the smaller log, with an empty line between tags and body.
func (m *reducer) reduce(last int) *Reduced {
	m.refused = map[uint64]bool{}
	m.parts = func(string) notation.Parts { return nil }
	if first := blockOf(m.text()).First; last > 0 && first > 0 && last < len(m.lines) {
		last = max(last, 1+tagIn(m.lines, "Variant"))
		m.try(slices.Clone(m.lines[:last]))
	}
	m.keepEnd()
	for before := []string(nil); !slices.Equal(before, m.lines); {
		before = m.lines
		m.begin()
		m.dropLines()
		m.plainLines()
		m.dropPlayers()
		m.plainSetup()
		m.dropWords()
		m.try(renumbered(m.lines, 1))
	}
	if body := bodyOf(m.lines); body > 0 {
		m.lines = slices.Insert(m.lines, body, "")
	}
	return &Reduced{Log: m.text(), Replays: m.replays, Minimal: !m.spent()}
}

// keepEnd keeps what comes before the first turn and a few last lines, if they are enough. It comes first: it is fast.
func (m *reducer) keepEnd() {
	first := slices.IndexFunc(m.lines, func(line string) bool {
		_, ok := notation.ParseLine(line, 1).Node.(*notation.Turn)
		return ok
	})
	for n := 1; first >= 0 && first+n < len(m.lines); n *= 2 {
		if m.tryRenumbered(slices.Concat(m.lines[:first], m.lines[len(m.lines)-n:])) {
			return
		}
	}
}

// begin replaces the beginning of the log by a Setup, as late as it can.
func (m *reducer) begin() {
	positions := map[int]string{} // before a line, by its index
	position := ""
	g, _, err := m.reader.With(func(o *verify.Options) { o.Keep = true }).Block("", m.dir, blockOf(m.text()), func(ev *verify.Event) {
		if _, ok := ev.Line.Node.(*notation.Turn); ok && position != "" {
			positions[ev.Line.Span.Line-1] = position
		}
		if ev.After != nil {
			position, m.parts = ev.After.Position(), ev.After.Notation().Parts
		}
	})
	if err != nil {
		return
	}
	m.positions += len(m.lines) + g.Unknown.Examined
	body := bodyOf(m.lines)
	if body < 0 {
		return
	}
	head := slices.DeleteFunc(slices.Clone(m.lines[:body]), func(line string) bool { return tagOf(line, "Setup") != nil })
	for at := len(m.lines) - 1; at > body && !m.spent(); at-- {
		if from, ok := positions[at]; ok && m.try(slices.Concat(head, []string{notation.FormatTag("Setup", from)}, m.lines[at:])) {
			return
		}
	}
}

// bodyOf is the index of the first line that is neither a tag nor empty, or -1.
func bodyOf(lines []string) int {
	return slices.IndexFunc(lines, func(line string) bool { return notation.ClassOf([]byte(line)) == notation.BodyLine })
}

// tagOf is a tag line with the given name, or nil.
func tagOf(line, name string) *notation.Tag {
	if tag, ok := notation.ParseLine(strings.TrimRight(line, "\r\n"), 1).Node.(*notation.Tag); ok && tag.Name.Text == name {
		return tag
	}
	return nil
}

// tagIn is the index of the tag line with the given name, or -1.
func tagIn(lines []string, name string) int {
	return slices.IndexFunc(lines, func(line string) bool { return tagOf(line, name) != nil })
}

// dropLines leaves out lines of the body, and then tags. The Variant tag stays, since it names the rules.
func (m *reducer) dropLines() {
	body := max(0, bodyOf(m.lines))
	m.thin(body, func() []string { return m.lines }, func(lines []string) []string { return lines })
	for at := body - 1; at >= 0; at-- {
		if tagOf(m.lines[at], "Variant") == nil {
			m.tryRenumbered(slices.Delete(slices.Clone(m.lines), at, at+1))
		}
	}
}

// plainLines leaves out comments and needless blanks.
func (m *reducer) plainLines() {
	for at, line := range m.lines {
		l := notation.ParseLine(line, 1)
		for _, c := range slices.Backward(l.Comments) {
			line = line[:c.Span.Start] + " " + line[c.Span.End:]
		}
		if _, tag := l.Node.(*notation.Tag); !tag {
			line = strings.Join(strings.Fields(line), " ")
		}
		m.try(m.replaced(at, strings.TrimSpace(line)))
	}
}

// replaced is the lines with another text for one of them.
func (m *reducer) replaced(at int, text string) []string {
	lines := slices.Clone(m.lines)
	lines[at] = text
	return lines
}

// dropPlayers leaves out players with all that is theirs: turns, directives, rolls for the first turn, and pieces.
func (m *reducer) dropPlayers() {
	at := tagIn(m.lines, "Players")
	if at < 0 {
		return
	}
	handles, err := notation.ParsePlayers(tagOf(m.lines[at], "Players").Value.Text)
	if err != nil || len(handles) > mostLeftOut {
		return
	}
	for _, handle := range handles {
		m.tryRenumbered(m.without(handle))
	}
}

// mostLeftOut is how many players a log may have for any to be left out: more than any game has.
const mostLeftOut = 64

// without is the log without a player.
func (m *reducer) without(handle string) (lines []string) {
	others := func(text string) []string {
		return slices.DeleteFunc(strings.Fields(text), func(field string) bool {
			return strings.HasPrefix(field, handle+"=") || strings.HasPrefix(field, handle+":")
		})
	}
	for _, line := range m.lines {
		switch n := notation.ParseLine(line, 1).Node.(type) {
		case *notation.Tag:
			switch n.Name.Text {
			case "Players":
				handles, _ := notation.ParsePlayers(n.Value.Text)
				handles = slices.DeleteFunc(handles, func(h string) bool { return h == handle })
				line = notation.FormatTag("Players", strings.Join(handles, ", "))
			case "Setup":
				line = notation.FormatTag("Setup", strings.Join(others(n.Value.Text), " "))
			}
		case *notation.Turn:
			if n.Handle.Text == handle {
				continue
			}
		case *notation.State, *notation.Order, *notation.Directive:
			fields := others(line)
			if slices.Contains(fields, handle) {
				continue
			}
			line = strings.Join(fields, " ")
		}
		lines = append(lines, line)
	}
	return lines
}

// plainSetup puts what a Setup shows where it is when a game begins: all of a player, or single parts of it.
func (m *reducer) plainSetup() {
	at := tagIn(m.lines, "Setup")
	if at < 0 {
		return
	}
	g := m.judged(m.reader, strings.Join(m.lines[:at], "\n")+"\n")
	if g == nil {
		return
	}
	for _, start := range strings.Fields(g.Position) {
		name, _, _ := strings.Cut(start, "=")
		i := slices.IndexFunc(m.wordsOf(at), func(word string) bool { return strings.HasPrefix(word, name+"=") })
		if i < 0 || m.try(m.withWord(at, i, start)) {
			continue
		}
		first := m.pieces(start)
		for p := range first {
			if own := m.pieces(m.wordsOf(at)[i]); len(own) == len(first) {
				m.try(m.withWord(at, i, strings.Join(slices.Replace(own, p, p+1, first[p]), "")))
			}
		}
	}
}

// dropWords leaves out actions of turns and what may be missing in a Setup, and then parts of these.
func (m *reducer) dropWords() {
	for at := range m.lines {
		m.thin(0, func() []string { return m.wordsOf(at) }, func(words []string) []string { return m.withWords(at, words) })
		for i := 0; i < len(m.wordsOf(at)); i++ {
			own := func() (pieces []string) {
				if words := m.wordsOf(at); i < len(words) {
					pieces = m.pieces(words[i])
				}
				return pieces
			}
			m.thin(1, own, func(pieces []string) []string { return m.withWord(at, i, strings.Join(pieces, "")) })
		}
	}
}

// wordsOf are the actions of a turn, or the words of a Setup after its turn and player; nil for any other line.
func (m *reducer) wordsOf(at int) []string {
	fields := strings.Fields(m.lines[at])
	if tag := tagOf(m.lines[at], "Setup"); tag != nil {
		fields = strings.Fields(tag.Value.Text)
	} else if _, turn := notation.ParseLine(m.lines[at], 1).Node.(*notation.Turn); !turn {
		return nil
	}
	return fields[min(2, len(fields)):]
}

// withWords is the lines with other words in one of them.
func (m *reducer) withWords(at int, words []string) []string {
	if tag := tagOf(m.lines[at], "Setup"); tag != nil {
		return m.replaced(at, notation.FormatTag("Setup", strings.Join(append(strings.Fields(tag.Value.Text)[:2], words...), " ")))
	}
	return m.replaced(at, strings.Join(append(strings.Fields(m.lines[at])[:2], words...), " "))
}

// withWord is the lines with another word in one of them.
func (m *reducer) withWord(at, i int, word string) []string {
	return m.withWords(at, slices.Replace(m.wordsOf(at), i, i+1, word))
}

// pieces cuts an action by its parts, and a word of a position, which has none, before its signs: "4", ":bl3", "@A17",
// "-" and "Ann", "=bl2", "/br", ",bl".
func (m *reducer) pieces(word string) (all []string) {
	piece := ""
	for _, part := range m.parts(word) {
		if piece += part.Joint + part.Text; part.Role != notation.IsSign {
			all, piece = append(all, piece), ""
		}
	}
	if all == nil {
		return inPosition.FindAllString(word, -1)
	}
	return all
}

var inPosition = regexp.MustCompile(`^[^/,!=]+|[/,!=][^/,!=]*`)

// renumbered numbers the turns one by one, from first on, or from that of the first turn or
// the Setup where first is 0. A turn goes on over lines with the same number and player.
func renumbered(lines []string, first int) []string {
	out := slices.Clone(lines)
	due := first
	last, who := -1, ""
	for i, line := range lines {
		switch n := notation.ParseLine(line, 1).Node.(type) {
		case *notation.Tag:
			clock, rest, ok := strings.Cut(n.Value.Text, " ")
			if n.Name.Text != "Setup" || !ok {
				continue
			}
			if due == 0 {
				fmt.Sscanf(clock, "%d", &due)
				continue
			}
			out[i] = notation.FormatTag("Setup", fmt.Sprint(due)+" "+rest)
		case *notation.Turn:
			if due == 0 {
				due = n.Number
			}
			if last >= 0 && (n.Number != last || n.Handle.Text != who) {
				due++
			}
			last, who = n.Number, n.Handle.Text
			out[i] = line[:n.NumberSpan.Start] + fmt.Sprint(due) + "." + line[n.NumberSpan.End:]
		}
	}
	return out
}
