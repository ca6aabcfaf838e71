package regress

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"iter"
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
//   - a line is left out, or several
//   - the beginning is replaced by a Setup, which may have the pieces where a game begins
//   - an action of a turn is left out
//   - a player is left out
//   - a part of an action is left out
//   - turns are counted from 1
//
// All is tried in a fixed order, so that the same log is always reduced to the same.

// Reduced is a log that has been made small.
type Reduced struct {
	Log     string
	Replays int  // that it took
	Minimal bool // no step makes it smaller; false if the positions ran out
}

// mostPositions bounds the positions that a reduction judges: a line is judged in one, and in many where the
// record allows many.
const mostPositions = 12_000_000

// ErrNotRaised is the error of a log that does not have the finding or difference to keep.
var ErrNotRaised = errors.New("there is nothing to reduce to")

// Reduce finds a small log that raises a code as the given game does; without a code, the
// first error, or else the first finding. The text is that of one game. The error is
// ErrNotRaised, or that of the reader's options.
func Reduce(r *verify.Reader, dir, text string, code verify.Code) (*Reduced, error) {
	g, _, err := r.Block("", dir, 1, blockOf(text), nil)
	if err != nil {
		return nil, err
	}
	allowed, most := codesIn(g), faultsIn(g)
	code = cmp.Or(code, firstCode(g))
	if !allowed[code] {
		return nil, ErrNotRaised
	}
	last := 0
	for _, at := range raisedIn(g) {
		if at.code == code {
			last = at.line
			break
		}
	}
	m := &reducer{reader: r, dir: dir, lines: linesOf(text)}
	m.shows = func(text string) bool {
		g := m.judged(r, text)
		if g == nil {
			return false
		}
		codes := codesIn(g)
		return codes[code] && within(codes, allowed) && faultsIn(g) <= most
	}
	return m.reduce(last), nil
}

// faultsIn counts the errors and warnings in a game.
func faultsIn(g *verify.Summary) int {
	n := g.Omitted
	for i := range g.Findings {
		if g.Findings[i].Severity != verify.SeverityNote {
			n++
		}
	}
	return n
}

// Reduce finds a small log on which the variants part because of the same rule points, as
// they do on the given game, that of the text. The error is ErrNotRaised if they do not part,
// or that of the log.
func (c *Comparison) Reduce(dir, text string) (*Reduced, error) {
	p, err := c.game("", dir, blockOf(text))
	if err != nil {
		return nil, err
	}
	if p == nil {
		return nil, ErrNotRaised
	}
	causes := fmt.Sprint(p.First.Causes)
	allowed := [2]map[verify.Code]bool{codesIn(p.A), codesIn(p.B)}
	last := p.First.Line
	if p.Judged != nil {
		last = p.Judged.Line
	}
	m := &reducer{reader: c.sides[0], dir: dir, lines: linesOf(text)}
	m.shows = func(text string) bool {
		for i, r := range c.sides {
			if g := m.judged(r, text); g == nil || !within(codesIn(g), allowed[i]) {
				return false
			}
		}
		p, err := c.game("", dir, blockOf(text))
		return err == nil && p != nil && fmt.Sprint(p.First.Causes) == causes
	}
	return m.reduce(last), nil
}

// blockOf is the one game of a text.
func blockOf(text string) notation.Block {
	for _, b := range blocks([]byte(text)) {
		b.Text = bytes.Clone(b.Text)
		return b
	}
	return notation.Block{}
}

// blocks yields the games of a text, with their numbers.
func blocks(text []byte) iter.Seq2[int, notation.Block] {
	return func(yield func(int, notation.Block) bool) {
		number := 0
		for b := range notation.NewReader(bytes.NewReader(text)).Blocks() { // memory is always read to its end
			if number++; !yield(number, b) {
				return
			}
		}
	}
}

// tagsEdited is a log with its tag lines as edit gives them, with their line ends.
func tagsEdited(log string, edit func(line string, tag *notation.Tag) string) string {
	var out strings.Builder
	for line := range strings.Lines(log) {
		if tag, ok := notation.ParseLine(strings.TrimRight(line, "\r\n"), 1).Node.(*notation.Tag); ok {
			line = edit(line, tag)
		}
		out.WriteString(line)
	}
	return out.String()
}

// firstCode is the code of the first error of a game, or else of its first finding.
func firstCode(g *verify.Summary) verify.Code {
	if f := verify.FirstError(g.Findings); f != nil {
		return f.Code
	}
	if len(g.Findings) > 0 {
		return g.Findings[0].Code
	}
	return ""
}

func within(codes, allowed map[verify.Code]bool) bool {
	for code := range codes {
		if !allowed[code] {
			return false
		}
	}
	return true
}

// linesOf cuts a text into its lines, without their ends.
func linesOf(text string) []string {
	lines := strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, "\r")
	}
	return lines
}

// reducer is a log that is being reduced.
type reducer struct {
	reader    *verify.Reader // whose positions a Setup is made from
	dir       string
	shows     func(text string) bool
	lines     []string
	parts     func(word string) notation.Parts // of the words of the game; nil if it cannot be judged
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
	if m.spent() || slices.Equal(lines, m.lines) {
		return false
	}
	text := strings.Join(lines, "\n") + "\n"
	m.replays++
	if !m.shows(text) {
		return false
	}
	m.lines = lines
	return true
}

// tryRenumbered is try, and then with the turns that follow a gap numbered on.
func (m *reducer) tryRenumbered(lines []string) bool {
	return m.try(lines) || m.try(renumbered(lines, 0))
}

// reduce makes the log small. last is the number of the line that shows the effect; 0 is the end
// of the log. It returns the smaller log, with an empty line between tags and body.
func (m *reducer) reduce(last int) *Reduced {
	if first := blockOf(m.text()).First; last > 0 && first > 0 && last < len(m.lines) {
		last = max(last, 1+slices.IndexFunc(m.lines, func(line string) bool { return tagOf(line, "Variant") != nil }))
		m.try(slices.Clone(m.lines[:last]))
	}
	m.keepEnd()
	for before := []string(nil); !slices.Equal(before, m.lines); {
		before = m.lines
		m.begin()
		m.dropLines()
		m.dropActions()
		m.dropPlayers()
		m.plainLines()
		m.plainSetup()
		m.shortenWords()
		m.try(renumbered(m.lines, 1))
	}
	if body := bodyOf(m.lines); body > 0 {
		m.lines = slices.Insert(m.lines, body, "")
	}
	return &Reduced{Log: m.text(), Replays: m.replays, Minimal: !m.spent()}
}

// keepEnd keeps what comes before the first turn and a few lines at the end, if they are enough. It asks this
// first, because a short log allows few positions.
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
	g, _, err := m.reader.With(func(o *verify.Options) { o.Keep = true }).Block("", m.dir, 1, blockOf(m.text()), func(ev *verify.Event) {
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
	head := slices.DeleteFunc(slices.Clone(m.lines[:body]), isSetup)
	for at := len(m.lines) - 1; at > body && !m.spent(); at-- {
		if from, ok := positions[at]; ok {
			if m.try(slices.Concat(head, []string{notation.FormatTag("Setup", from)}, m.lines[at:])) {
				return
			}
		}
	}
}

// bodyOf is the index of the first line that is neither a tag nor empty, or -1.
func bodyOf(lines []string) int {
	return slices.IndexFunc(lines, func(line string) bool {
		switch n := notation.ParseLine(line, 1).Node.(type) {
		case nil, *notation.Tag:
			return false
		case *notation.Bad:
			return !n.Tag
		}
		return true
	})
}

func isSetup(line string) bool { return tagOf(line, "Setup") != nil }

// tagOf is a tag line with the given name, or nil.
func tagOf(line, name string) *notation.Tag {
	if tag, ok := notation.ParseLine(line, 1).Node.(*notation.Tag); ok && tag.Name.Text == name {
		return tag
	}
	return nil
}

// dropLines leaves out lines, many at a time and then each by itself; then single tags. The Variant tag stays:
// without it the log would be judged by other rules.
func (m *reducer) dropLines() {
	body := max(0, bodyOf(m.lines))
	for size := (len(m.lines) - body + 1) / 2; size >= 1; size /= 2 {
		for at := body; at < len(m.lines) && !m.spent(); {
			if !m.drop(at, min(at+size, len(m.lines))) {
				at += size
			}
		}
	}
	for at := body - 1; at >= 0; at-- {
		if tagOf(m.lines[at], "Variant") == nil {
			m.drop(at, at+1)
		}
	}
}

// drop leaves out lines, from one index to another.
func (m *reducer) drop(from, to int) bool {
	return m.tryRenumbered(slices.Delete(slices.Clone(m.lines), from, to))
}

// replaced is the lines with another text for one of them.
func (m *reducer) replaced(at int, text string) []string {
	lines := slices.Clone(m.lines)
	lines[at] = text
	return lines
}

// dropActions leaves out the actions of turns, many at a time and then each by itself.
func (m *reducer) dropActions() {
	for at := range m.lines {
		turn, ok := notation.ParseLine(m.lines[at], 1).Node.(*notation.Turn)
		if !ok {
			continue
		}
		for size := len(turn.Actions) / 2; size >= 1; size /= 2 {
			for i := 0; i+size <= len(turn.Actions) && len(turn.Actions) > size && !m.spent(); {
				from, to, text := turn.Actions[i].Span, turn.Actions[i+size-1].Span, m.lines[at]
				if !m.try(m.replaced(at, strings.TrimRight(text[:from.Start], " \t")+text[to.End:])) {
					i += size
				} else if turn, ok = notation.ParseLine(m.lines[at], 1).Node.(*notation.Turn); !ok {
					return // it was enough to break the line
				}
			}
		}
	}
}

// dropPlayers leaves out players with all that is theirs: turns, directives, rolls for the
// first turn, and pieces.
func (m *reducer) dropPlayers() {
	for at := range m.lines {
		tag := tagOf(m.lines[at], "Players")
		if tag == nil {
			continue
		}
		handles, err := notation.ParsePlayers(tag.Value.Text)
		if err != nil || len(handles) > mostLeftOut {
			return
		}
		for _, handle := range handles {
			m.tryRenumbered(m.without(handle))
		}
		return
	}
}

// mostLeftOut is how many players a log may have for any to be left out: more than any game
// has.
const mostLeftOut = 64

// without is the log without a player.
func (m *reducer) without(handle string) []string {
	var lines []string
	pieces := func(position string) string {
		fields := slices.DeleteFunc(strings.Fields(position), func(field string) bool { return strings.HasPrefix(field, handle+"=") })
		return strings.Join(fields, " ")
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
				line = notation.FormatTag("Setup", pieces(n.Value.Text))
			}
		case *notation.Turn:
			if n.Handle.Text == handle {
				continue
			}
		case *notation.State:
			line = "state " + pieces(n.Position.Text)
		case *notation.Order, *notation.Directive:
			fields := slices.DeleteFunc(strings.Fields(line), func(field string) bool { return strings.HasPrefix(field, handle+":") })
			if slices.Contains(fields, handle) {
				continue
			}
			line = strings.Join(fields, " ")
		}
		lines = append(lines, line)
	}
	return lines
}

// plainLines leaves out comments and needless blanks.
func (m *reducer) plainLines() {
	for at, line := range m.lines {
		if m.spent() {
			return
		}
		l := notation.ParseLine(line, 1)
		for i := len(l.Comments) - 1; i >= 0; i-- {
			line = line[:l.Comments[i].Span.Start] + " " + line[l.Comments[i].Span.End:]
		}
		if _, tag := l.Node.(*notation.Tag); !tag {
			line = strings.Join(strings.Fields(line), " ")
		}
		m.try(m.replaced(at, strings.TrimSpace(line)))
	}
}

// plainSetup puts what a Setup shows where it is when a game begins: all of a player, or
// single parts of it, and leaves out what may be missing.
func (m *reducer) plainSetup() {
	at := slices.IndexFunc(m.lines, isSetup)
	if at < 0 {
		return
	}
	setup := func() []string { return strings.Fields(tagOf(m.lines[at], "Setup").Value.Text) }
	fields := func(fields []string) []string {
		return m.replaced(at, notation.FormatTag("Setup", strings.Join(fields, " ")))
	}
	var start []string
	if g := m.judged(m.reader, strings.Join(slices.Delete(slices.Clone(m.lines[:at+1]), at, at+1), "\n")+"\n"); g != nil {
		start = strings.Fields(g.Position)
	}
	for i := 2; i < len(setup()); i++ {
		name, _, _ := strings.Cut(setup()[i], "=")
		k := slices.IndexFunc(start, func(field string) bool { return strings.HasPrefix(field, name+"=") })
		if k >= 0 {
			m.try(fields(slices.Replace(setup(), i, i+1, start[k])))
		}
		if m.try(fields(slices.Delete(setup(), i, i+1))) {
			i--
			continue
		}
		for p := len(parts(setup()[i])) - 1; p > 0; p-- {
			now := parts(setup()[i])
			if k >= 0 {
				if first := parts(start[k]); len(first) == len(now) {
					m.try(fields(slices.Replace(setup(), i, i+1, strings.Join(slices.Replace(slices.Clone(now), p, p+1, first[p]), ""))))
					now = parts(setup()[i])
				}
			}
			if len(now) > 2 {
				m.try(fields(slices.Replace(setup(), i, i+1, strings.Join(slices.Delete(now, p, p+1), ""))))
			}
		}
	}
}

// parts cuts a field of a position before its signs: "Ann=", "bl2", "/br", ",bl", "!hub".
func parts(field string) []string {
	var all []string
	begin := 0
	for i := range field {
		if i > begin && (strings.ContainsRune("/,!", rune(field[i])) || field[i-1] == '=') {
			all = append(all, field[begin:i])
			begin = i
		}
	}
	return append(all, field[begin:])
}

// shortenWords leaves out parts of actions, the last first.
func (m *reducer) shortenWords() {
	for at := range m.lines {
		for i := 0; m.parts != nil; i++ {
			turn, ok := notation.ParseLine(m.lines[at], 1).Node.(*notation.Turn)
			if !ok || i >= len(turn.Actions) {
				break
			}
			word, line := turn.Actions[i], m.lines[at]
			parts := m.parts(word.Text)
			for p := len(parts) - 1; p >= 0; p-- {
				fewer := slices.Delete(slices.Clone(parts), p, p+1)
				text := fewer.String()
				if m.parts(text) != nil && m.try(m.replaced(at, line[:word.Span.Start]+text+line[word.Span.End:])) {
					i-- // the same word again
					break
				}
			}
		}
	}
}

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
