package verify

import (
	"bytes"
	"fmt"
	"iter"
	"math"
	"slices"

	"tpnote/notation"
	"tpnote/spec"
)

// This file is the pass: it takes a replay through a whole game, to the Result tag. A Replay does not
// see the following lines. The pass reads ahead where a later line bears on an earlier one, and reports
// events when they are final. If readings are sought, it first looks for an error and reports no line;
// then it goes through the game again, with the readings in place of the lines that they change.

// pass is the pass through one game.
type pass struct {
	*Reader
	strand          // the game itself
	sides  []strand // the side lines that are open, the innermost last
	sided  bool     // the log has side lines
	sum    Sum
	game   *Summary // complete when silent lines are reported
	block  notation.Block
	see    func(*Event)   // may be nil
	watch  watcher        // may be nil
	quick  bool           // the fast judge carries out the lines that it can
	body   notation.Block // all lines after the tags
	rest   notation.Block // not read yet
	text   string         // of the body, if all its lines have events
	look   look           // the last look ahead for a ruling
	looked int            // lines that were read ahead for the one being judged

	late   bool    // the lines of the body, and no others, are reported when the summary is complete
	lends  bool    // the words, actions and findings of an event are valid until the next line is judged: their memory is used again
	memory *memory // perhaps with that of the game before

	tagFindings []Finding
	begin       *Replay // before the first line of the body, if the pass may go through it again
	silent      bool    // no line is reported yet
	seeking     bool    // readings are sought at the first error

	mending *mending // the readings that replace lines; nil while the game is read as it is written
}

// memory is what a game, or a line that is tried out, leaves to the next one.
type memory struct {
	pass      pass
	parser    notation.Parser
	replay    *Replay         // may be nil
	begin     Replay          // see pass.begin
	head      []notation.Line // of the game
	line      notation.Line   // that is judged
	event     Event           // of that line
	judgement Judgement
	found     []Finding // of a game that was judged without words
}

// Block replays one game. It calls see with the event of each line; see may be nil. The Event is valid
// during the call; a copy of it stays valid. The returned replay is nil for a game that is too long.
func (r *Reader) Block(name, dir string, b notation.Block, see func(*Event)) (*Summary, *Replay, error) {
	return new(memory).newPass(r, name, b, see).run(dir)
}

// watcher receives the position after a line: see Reader.Watched.
type watcher = func(line int, position func(dst []byte) []byte)

// Watched is Judge for callers that want positions. It calls watch after each turn line that was carried out, in the
// game or in a side line, perhaps twice for a line. position appends the text of the position after the line, and is
// valid during the call only. watch must not judge with r, nor with a reader that r.With made.
func (r *Reader) Watched(name, dir string, b notation.Block, watch func(line int, position func(dst []byte) []byte)) (*Summary, error) {
	return r.reusing(name, dir, b, func(d *pass) { d.watch = watch })
}

// reusing replays a game in the memory of the game before. prepare prepares the pass.
func (r *Reader) reusing(name, dir string, b notation.Block, prepare func(*pass)) (*Summary, error) {
	m := r.left
	if r.left = nil; m == nil {
		m = &memory{}
	}
	d := m.newPass(r, name, b, nil)
	if prepare(d); r.options.Wordless {
		d.sum.game.Findings = m.found[:0]
	}
	g, replay, err := d.run(dir)
	if replay != nil && replay.certain() { // others may have much memory
		r.left, m.replay, m.found = m, replay, g.Findings
	}
	return g, err
}

// newPass begins the pass through a game, in the memory of the game before.
func (m *memory) newPass(r *Reader, name string, b notation.Block, see func(*Event)) *pass {
	d := &m.pass
	*d = pass{}
	d.Reader, d.memory, d.block, d.rest, d.see, d.lends, d.sum = r, m, b, b, see, see == nil, *NewSum(name, b.Number, b.First)
	return d
}

// run replays the game.
func (d *pass) run(dir string) (*Summary, *Replay, error) {
	defer d.skimmer.release()
	if d.block.TooLong {
		d.sum.TooLong()
		return d.sum.End(nil), nil, nil
	}
	if err := d.start(dir); err != nil {
		return nil, nil, err
	}
	d.lines()
	g := d.sum.End(d.replay)
	if d.game = g; d.late {
		g.Entry = Entry{Offset: d.block.Offset, Tags: d.replay.head.pairs()}
	}
	if m := d.mending; m != nil && len(m.written) > 0 { // its Result tag may be right with a reading that was not chosen
		g.Findings = slices.DeleteFunc(g.Findings, func(f Finding) bool { return f.Code == CodeResult })
	}
	if d.silent {
		d.rewind()
		d.silent, d.rows, d.text = false, d.late, string(d.body.Text)
		d.lines()
		d.rows = false
	}
	return g, d.replay, nil
}

// lines judges the lines of the body. It begins again with readings after the first error for which they are sought.
func (d *pass) lines() {
	for {
		_, begins := d.skim(len(d.rest.Text))
		d.sum.Line(&Found{begins: begins}, 0)
		line := d.next()
		if line == nil || d.stops(line) {
			return
		}
		if _, marks := line.Node.(*notation.SideLine); d.mending != nil && !marks && len(d.sides) == 0 {
			d.mended(line)
			continue
		}
		ev := d.judge(line)
		if d.take(ev, nil); d.seeking && len(ev.Findings) > 0 && ev.Side == 0 && d.replay.slips(ev) {
			d.restart(line)
		}
	}
}

// rewind goes back to before the first line of the body. From there on, every line has an event.
func (d *pass) rewind() {
	g := d.sum.game
	d.sum = *NewSum(g.File, g.Number, g.Line)
	d.sum.game.Entry = g.Entry
	d.sum.Apart(d.tagFindings)
	d.begin.ForkInto(d.replay)
	d.strand, d.sides, d.rest = strand{replay: d.replay}, nil, d.body
	d.quick, d.seeking = false, false
	if m := d.mending; m != nil {
		m.next, m.patch, m.apart = 0, nil, false
		clear(m.due)
	}
}

// stops reports whether the caller wants no more of the game from a line on.
func (d *pass) stops(line *notation.Line) bool {
	t, ok := line.Node.(*notation.Turn)
	return ok && len(d.sides) == 0 && d.options.Before > 0 && t.Number >= d.options.Before
}

// cutHead cuts off the lines before the first one of the body, and appends them to head. A line that known has in the
// same place is not parsed again: it has the right number, and its parts have the places that they have in known.
func cutHead(p *notation.Parser, b notation.Block, head, known []notation.Line) ([]notation.Line, notation.Block) {
	for body := b; len(b.Text) > 0; body = b {
		text, n := b.Take(), len(head)
		if n < len(known) && known[n].Text == string(text) {
			head = append(head, known[n])
			head[n].Span.Line = body.Line
		} else if notation.ClassOf(text) == notation.BodyLine {
			return head, body
		} else {
			head = append(head, notation.Line{})
			p.Read(&head[n], string(text), body.Line)
		}
	}
	return head, b
}

// wants reports whether a comment of a game lists finding codes: such a log shows errors on purpose, and needs no help.
func wants(b notation.Block) bool {
	return anyLine(b, "want", func(l *notation.Line) bool { return slices.ContainsFunc(l.Want(), spec.IsCode) })
}

// anyLine reports whether is holds for a line that contains a text. It parses those lines only.
func anyLine(b notation.Block, text string, is func(*notation.Line) bool) bool {
	if !bytes.Contains(b.Text, []byte(text)) {
		return false
	}
	for len(b.Text) > 0 {
		if first := b.Take(); bytes.Contains(first, []byte(text)) {
			if line := notation.ParseLine(string(first), 1); is(&line) {
				return true
			}
		}
	}
	return false
}

// start reads the tags, up to the first line of the body.
func (d *pass) start(dir string) error {
	replay, rest, findings, err := d.enter(d.block, dir, d.memory)
	if err != nil {
		return err
	}
	d.replay, d.body, d.rest, d.sided = replay, rest, rest, hasSides(rest)
	d.sum.Apart(findings)
	if d.see != nil && !d.late {
		head, _ := cutHead(&d.memory.parser, d.block, nil, nil)
		for i := range head {
			d.see(&Event{Line: head[i]})
		}
	}
	d.seeking = d.options.Readings != nil && replay.table != nil
	if d.seeking || d.late {
		d.tagFindings, d.begin, d.silent = findings, &d.memory.begin, d.see != nil
		replay.ForkInto(d.begin)
	}
	d.quick = (d.see == nil || d.silent) && !d.sided && d.options.Before == 0 && d.skimmer.start(replay, d.rest, d.watch)
	return nil
}

// next returns the next line of the game, in memory that is used again; nil after the last.
func (d *pass) next() *notation.Line {
	if len(d.rest.Text) == 0 {
		return nil
	}
	parser := &d.memory.parser
	if !d.lends {
		parser = &notation.Parser{}
	}
	at, number := len(d.text)-len(d.rest.Text), d.rest.Line
	if text := d.rest.Take(); at >= 0 {
		parser.Read(&d.memory.line, d.text[at:at+len(text)], number)
	} else {
		parser.Read(&d.memory.line, string(text), number)
	}
	return &d.memory.line
}

// skim carries out the next lines, up to size bytes, as far as the fast judge goes. begins says whether a turn began.
func (d *pass) skim(size int) (lines int, begins bool) {
	if !d.quick || len(d.rest.Text) == 0 || !d.replay.certain() {
		return 0, false
	}
	from := d.rest.Line
	begins = d.skimmer.skim(&d.rest, min(size, len(d.rest.Text)))
	return d.rest.Line - from, begins
}

// judge judges a line of the body, with the later lines that bear on it. The event is valid until the next line.
func (d *pass) judge(line *notation.Line) *Event {
	d.looked = 0
	var ev *Event
	if mark, marks := line.Node.(*notation.SideLine); marks {
		ev = d.sideMark(line, mark.Open)
	} else {
		ev = d.play(line)
	}
	if len(d.rest.Text) == 0 && len(d.sides) > 0 {
		ev.misplaced(&d.sides[0].open, "the side line is not closed")
	}
	return ev
}

// play judges a line of the game or of a side line. Faults of the play in a side line are notes and do not count.
func (d *pass) play(line *notation.Line) *Event {
	at, depth, ev := d.at(), len(d.sides), &d.memory.event
	if line.IsTurn() {
		d.keep()
	}
	if !d.lends && !d.silent {
		ev.Actions, ev.positions, d.memory.judgement.findings = nil, nil, nil
	}
	switch {
	case at.replay == nil:
		*ev = Event{Line: *line}
	case depth > 0 && !aside(line.Node):
		*ev = Event{Line: *line}
		ev.misplaced(line, "a side line has turns and comments alone")
	default:
		at.replay.line(line, &d.memory.judgement, ev)
		if d.watch != nil && ev.Carried {
			d.watch(line.Span.Line, at.replay.table.Position)
		}
		place(ev.Findings, d.block)
	}
	if depth > 0 {
		ev.Side, ev.begins, ev.ends = depth, false, false
		for i := range ev.Findings {
			f := &ev.Findings[i]
			f.Severity, f.Malformed, f.SideLine, f.apart = SeverityNote, false, true, true
		}
	} else if len(ev.Findings) > 0 && d.ruled(&ev.Line, d.rest.Lines()) {
		for i := range ev.Findings {
			ev.Findings[i].rule()
		}
	}
	return ev
}

// aside reports whether a line of this kind may be in a side line.
func aside(n notation.Node) bool {
	switch n.(type) {
	case nil, *notation.Turn, *notation.Bad:
		return true
	}
	return false
}

// take adds the findings of a line to the summary, and reports the line. slips are findings to report before its own.
func (d *pass) take(ev *Event, slips []Finding) {
	if slips != nil {
		d.sum.Apart(slips)
	}
	d.sum.Line(&ev.Found, 0)
	if slips != nil {
		ev.Findings = slices.Concat(slips, ev.Findings)
	}
	if d.see != nil && !d.silent && (ev.Side == 0 || !d.options.NoSideLines) {
		d.see(ev)
	}
}

// slips reports whether a line has an error for which readings are sought.
func (p *position) slips(ev *Event) bool {
	turn, bad := p.Notation().Readable(&ev.Line)
	return bad && FirstError(ev.Findings) != nil || turn && errs(ev.Findings)
}

// look is a look ahead for a ruling: from a line of a turn until the first line that settles whether a ruling
// follows the turn. It settles that for the lines of the turn in between, too.
type look struct {
	from, until int // lines
	ruled       bool
}

// ruled reports whether a ruling follows the turn that a line belongs to.
func (d *pass) ruled(l *notation.Line, following iter.Seq[notation.Line]) bool {
	turn, ok := l.Node.(*notation.Turn)
	if !ok || d.options.NoRulings {
		return false
	}
	if d.look == (look{}) && len(d.body.Text) > 0 && !bytes.Contains(d.body.Text, []byte("ruling")) {
		d.look.until = endOfGame // the game has no ruling. A Passage has no body: it looks, to report how far
	}
	at := l.Span.Line
	if at <= d.look.from || at >= d.look.until {
		d.look = look{from: at}
		d.look.until, d.look.ruled = lookAhead(turn, following)
	}
	d.looked = d.look.until - at
	return d.look.ruled
}

// endOfGame is a line after all lines of a game.
const endOfGame = math.MaxInt32

// lookAhead looks for a ruling that follows a turn. It returns the line that settles whether one does.
func lookAhead(turn *notation.Turn, following iter.Seq[notation.Line]) (until int, ruled bool) {
	for line := range outsideSides(following) {
		switch n := line.Node.(type) {
		case nil:
		case *notation.Ruling:
			return line.Span.Line, true
		case *notation.Turn:
			if n.Number != turn.Number || n.Handle.Text != turn.Handle.Text {
				return line.Span.Line, false
			}
		default:
			return line.Span.Line, false
		}
	}
	return endOfGame, false
}

// outsideSides yields those of the lines that are in no side line.
func outsideSides(lines iter.Seq[notation.Line]) iter.Seq[notation.Line] {
	return func(yield func(notation.Line) bool) {
		depth := 0
		for line := range lines {
			switch mark, marks := line.Node.(*notation.SideLine); {
			case marks && mark.Open:
				depth++
			case marks: // a ")" too many is a fault of its own
				depth = max(0, depth-1)
			case depth == 0 && !yield(line):
				return
			}
		}
	}
}

// rule makes an error of a turn a note, because a ruling follows the turn.
func (f *Finding) rule() {
	if f.Severity == SeverityError && !f.Malformed && !f.apart {
		f.Severity, f.Ruled = SeverityNote, true
	}
}

// place completes the findings that were moved to an earlier line (see Finding.On): a replay knows only its number.
func place(findings []Finding, b notation.Block) {
	for i := range findings {
		if f := &findings[i]; f.Span.Column == 0 {
			for line := range b.Lines() {
				if line.Span.Line == f.Span.Line {
					f.at(&line)
					break
				}
			}
		}
	}
}

// at moves a finding to the first action of a line, or to its keyword.
func (f *Finding) at(line *notation.Line) {
	f.Text, f.Span = line.Text, line.Span
	switch n := line.Node.(type) {
	case *notation.Turn:
		if len(n.Actions) == 0 { // "..." alone
			f.Span = n.MoreSpan
			return
		}
		f.Span = n.Actions[0].Span
		for i := range f.Fixes {
			f.Fixes[i].Span, f.Fixes[i].Text = f.Span, n.Actions[0].Text+f.Fixes[i].Text
		}
	case *notation.Directive:
		f.Span = n.Keyword.Span
	}
}

// Side lines say what the players might have played instead.

// strand is the game itself, or a side line.
type strand struct {
	open   notation.Line // the "(" of a side line
	replay *Replay       // after the lines judged so far; nil for a side line that is not judged
	before *Replay       // before the last turn line, for a side line in its place; nil if that is not judged
	turned bool          // there is a turn line
}

// at is the strand that the next line is in.
func (d *pass) at() *strand {
	if n := len(d.sides); n > 0 {
		return &d.sides[n-1]
	}
	return &d.strand
}

// keep keeps the replay before a turn line, if the log has side lines.
func (d *pass) keep() {
	at := d.at()
	at.turned = true
	if d.sided && at.replay != nil {
		at.before = at.replay.Fork()
	}
}

// mostSides is how deep side lines may be nested.
const mostSides = 8

// sideMark judges a line that opens or closes a side line. Marks that do not match are a fault of the log.
func (d *pass) sideMark(line *notation.Line, opens bool) *Event {
	ev, outer := &d.memory.event, d.at()
	if opens {
		d.sides = append(d.sides, strand{open: *line})
	}
	n := len(d.sides)
	*ev = Event{Line: *line, Side: max(1, n)}
	switch {
	case n == 0:
		ev.misplaced(line, "no side line is open here")
	case !opens:
		d.sides = d.sides[:n-1]
	case n > mostSides:
		ev.misplaced(line, fmt.Sprintf("side lines can be nested at most %d deep", mostSides))
	case !outer.turned:
		ev.misplaced(line, "a side line follows the turn that it replaces")
	case outer.before != nil && !d.options.NoSideLines:
		d.sides[n-1].replay = outer.before.Fork()
	}
	return ev
}

// misplaced reports that a line may not be where it is.
func (ev *Event) misplaced(line *notation.Line, message string) {
	ev.Findings = append(ev.Findings, Finding{
		Code: CodeDirective, Severity: SeverityError, Malformed: true, Span: line.Span, Text: line.Text, Message: message, apart: true,
	})
}
