package verify

import (
	"fmt"
	"slices"

	"tpnote/notation"
)

// This file drives a replay through a whole game, to the Result tag. A Replay knows nothing of the lines that
// follow; the drive reads ahead where something that follows bears on a line, and hands out
// events when they are final.

// drive is a game that is being replayed.
type drive struct {
	*Reader
	found  fold
	replay *Replay
	block  notation.Block
	see    func(*Event)    // may be nil
	quick  bool            // lines of which there is nothing to say are for the quick judge
	rest   notation.Block  // not read yet
	ahead  []notation.Line // read and not judged yet
	looked int             // lines that were looked at behind the one being judged

	// Where readings are looked for, a reading may bear on the last lines before an error, and
	// their events are held back.
	head    []Finding // of the tags
	begin   *Replay   // before the first line of the body; nil where no readings are looked for
	held    []Event
	told    int  // events of the body that see has been told
	slipped bool // a turn has an error that no ruling lets stand
}

// Block replays one game. see is told every line as it is judged; it may be nil. The replay
// that is returned is nil for a game that is too long.
func (r *Reader) Block(name, dir string, number int, b notation.Block, see func(*Event)) (*Summary, *Replay, error) {
	d := drive{Reader: r, block: b, rest: b, see: see, found: newFold(name, number, b.First)}
	if b.TooLong {
		d.found.line(tooLong(b.First), true)
		return d.found.Summary, nil, nil
	}
	if err := d.start(dir); err != nil {
		return nil, nil, err
	}
	for {
		d.skim()
		line, ok := d.next()
		if !ok {
			break
		}
		if t, ok := line.Node.(*notation.Turn); ok && r.options.stops(t.Number) {
			break
		}
		if d.line(line); d.slipped && d.begin != nil && len(d.block.Text) <= maxReread {
			return d.reread()
		}
	}
	d.replay.finish(&d.found)
	d.flush(0)
	return d.found.Summary, d.replay, nil
}

// tooLong is what there is to say of a game that is too long and begins on a line.
func tooLong(line int) []Finding {
	j := Judgement{Line: &notation.Line{}}
	j.Malformed(CodeGameTooLong, notation.Span{Line: line, Column: 1, EndColumn: 1}, fmt.Sprintf("a game of more than %d bytes; it is passed over", notation.MaxGame))
	return j.findings
}

// cutHead cuts off the lines before the first one of the body.
func cutHead(b notation.Block) (head []notation.Line, rest notation.Block) {
	for len(b.Text) > 0 {
		line, rest := b.Cut()
		if begins(&line) {
			break
		}
		head = append(head, line)
		b = rest
	}
	return head, b
}

// start reads the tags, up to the first line of the body.
func (d *drive) start(dir string) error {
	var head []notation.Line
	head, d.rest = cutHead(d.rest)
	replay, findings, err := d.Start(head, dir, d.found.Number, d.block.First)
	if err != nil {
		return err
	}
	d.replay = replay
	counting := tallies(d.rest)
	if !counting {
		replay.tallied = nil
	}
	d.quick = d.see == nil && !counting && !d.options.cut() && d.Reader.ahead.start(replay, d.rest)
	d.found.line(findings, true)
	for i := range head {
		if d.see != nil {
			d.see(&Event{Line: head[i]})
		}
	}
	if d.options.Readings != nil && replay.table != nil {
		d.head, d.begin = findings, replay.Fork()
	}
	return nil
}

// Passage is a part of a game that is judged line by line, as Block judges all of it. Those
// who keep a game in step with its text judge again what an edit bears on, and no more; they
// sum up with a Sum. It reads on as the log is written: Options that cut a game have no say.
type Passage struct {
	d       drive
	started bool // the quick judge is ready for the game, if it is for it
}

// Enter reads the tags of a game, as Start does. rest is what is left of it.
func (r *Reader) Enter(game notation.Block, dir string, number int) (p *Replay, rest notation.Block, found []Finding, err error) {
	head, rest := cutHead(game)
	p, found, err = r.Start(head, dir, number, game.First)
	if !tallies(rest) {
		p.tallied = nil
	}
	return p, rest, found, err
}

// Counts reports whether a replay has to count, from its first line on, for tally lines in the
// text.
func Counts(b notation.Block) bool { return tallies(b) }

// Passage goes on with a game from where p is; rest is what p has not read of it.
func (r *Reader) Passage(p *Replay, game, rest notation.Block) *Passage {
	return &Passage{drive{Reader: r, replay: p, block: game, rest: rest}, false}
}

// Next judges the next line. ahead is how many lines behind it bore on that, of which the end
// of the game is one. ok is false behind the last line.
func (p *Passage) Next() (ev Event, ahead int, ok bool) {
	line, ok := p.d.next()
	if !ok {
		return ev, 0, false
	}
	ev = p.d.judge(line)
	return ev, p.d.looked, true
}

// Skim goes on behind the next lines, which take so many bytes, if there is nothing to say of
// any of them and a quick judge can tell. Else it does nothing. found is of all of them. No
// other game may be read by the reader between two calls.
func (p *Passage) Skim(size int) (found *Found, ok bool) {
	d := &p.d
	if len(d.ahead) > 0 || d.replay.tallied != nil || !d.replay.certain() {
		return nil, false
	}
	if !p.started {
		p.started, d.quick = true, d.Reader.ahead.start(d.replay, d.rest)
	}
	if !d.quick {
		return nil, false
	}
	var begins bool
	if d.rest, begins, ok = d.Reader.ahead.readAll(d.replay, d.rest, size); begins {
		return &beginsTurn, ok
	}
	return &goesOn, ok
}

// Sum sums up a game of which somebody keeps what was found of each line.
type Sum struct{ found fold }

// NewSum begins a sum. line is the game's first line that is neither blank nor a comment.
func NewSum(file string, number, line int) *Sum { return &Sum{newFold(file, number, line)} }

// TooLong takes the game for one that is passed over.
func (s *Sum) TooLong() { s.found.line(tooLong(s.found.Line), true) }

// Head takes what was found of the tags.
func (s *Sum) Head(findings []Finding) { s.found.line(findings, true) }

// Line takes what was found of the next line, which has since moved down by so many lines.
func (s *Sum) Line(l *Found, moved int) {
	findings := l.Findings
	if moved != 0 {
		findings = slices.Clone(findings)
		for i := range findings {
			findings[i].shift(moved)
		}
	}
	s.found.take(&Event{Findings: findings, begins: l.begins, ends: l.ends})
}

// End is the summary of a game that ends where p is; p is nil if the game is too long.
func (s *Sum) End(p *Replay) *Summary {
	if p != nil {
		p.finish(&s.found)
	}
	return s.found.Summary
}

// Found is what a Sum needs to know of a line.
type Found struct {
	Findings     []Finding
	begins, ends bool
}

// Found is the part of an event that sums are made of. Lines of which there is nothing to
// say share it.
func (ev *Event) Found() *Found {
	switch {
	case ev.Findings != nil:
		return &Found{ev.Findings, ev.begins, ev.ends}
	case ev.ends:
		return &endsTurn
	case ev.begins:
		return &beginsTurn
	}
	return &goesOn
}

// What is found of most lines.
var (
	endsTurn   = Found{ends: true, begins: true} // a state line, which is no part of a turn
	beginsTurn = Found{begins: true}
	goesOn     Found
)

// next returns the next line of the game; ok is false after the last.
func (d *drive) next() (line notation.Line, ok bool) {
	if len(d.ahead) == 0 {
		return d.pull()
	}
	line = d.ahead[0]
	d.ahead = d.ahead[1:]
	return line, true
}

// pull reads the next line of the game.
func (d *drive) pull() (line notation.Line, ok bool) {
	if len(d.rest.Text) == 0 {
		return line, false
	}
	line, d.rest = d.rest.Cut()
	return line, true
}

// skim reads the lines of which there is nothing to say.
func (d *drive) skim() {
	if !d.quick || len(d.ahead) > 0 || !d.replay.certain() {
		return
	}
	var begins bool
	if d.rest, begins = d.Reader.ahead.read(d.replay, d.rest); begins {
		d.found.first = -1
	}
}

// peek returns the line so many lines ahead, from 0; nil after the last.
func (d *drive) peek(i int) *notation.Line {
	d.looked = max(d.looked, i+1)
	for len(d.ahead) <= i {
		line, ok := d.pull()
		if !ok {
			return nil
		}
		d.ahead = append(d.ahead, line)
	}
	return &d.ahead[i]
}

// line judges a line of the body, and tells and sums up what was found.
func (d *drive) line(line notation.Line) { d.take(d.judge(line)) }

// judge judges a line of the body, by what follows it too.
func (d *drive) judge(line notation.Line) Event {
	d.looked = 0
	ev := d.replay.Line(line)
	place(ev.Findings, d.block)
	if len(ev.Findings) > 0 && d.ruled(&ev) {
		for i := range ev.Findings {
			ev.Findings[i].rule()
		}
	}
	return ev
}

// take takes the findings of a line into the summary, and tells the line.
func (d *drive) take(ev Event) {
	d.slipped = d.slipped || slips(&ev)
	d.found.take(&ev)
	if d.see == nil {
		return
	}
	d.held = append(d.held, ev)
	if d.begin == nil {
		d.flush(0)
	} else if len(d.held) >= 2*heldLines {
		d.flush(heldLines)
	}
}

// heldLines is how many turn lines before an error a reading may change.
const heldLines = 10

// flush tells the events that are held, but for those of so many turn lines.
func (d *drive) flush(turns int) {
	end := len(d.held)
	for ; turns > 0 && end > 0; end-- {
		if isTurn(&d.held[end-1].Line) {
			turns--
		}
	}
	for i := range end {
		d.see(&d.held[i])
	}
	d.told += end
	d.held = append(d.held[:0], d.held[end:]...)
}

// isTurn reports whether a line is a turn, or is taken for one.
func isTurn(l *notation.Line) bool {
	switch n := l.Node.(type) {
	case *notation.Turn:
		return true
	case *notation.Bad:
		return !n.Tag && !n.Directive
	}
	return false
}

// slips reports whether a turn has an error that readings are looked for.
func slips(ev *Event) bool {
	if !isTurn(&ev.Line) {
		return false
	}
	_, bad := ev.Line.Node.(*notation.Bad)
	for i := range ev.Findings {
		if f := &ev.Findings[i]; f.Severity == SeverityError && (bad || !f.apart) {
			return true
		}
	}
	return false
}

// ruled reports whether a ruling follows the turn that a line belongs to.
func (d *drive) ruled(ev *Event) bool {
	turn, ok := ev.Line.Node.(*notation.Turn)
	if !ok || d.options.NoRulings {
		return false
	}
	for i := 0; ; i++ {
		line := d.peek(i)
		if line == nil {
			return false
		}
		switch n := line.Node.(type) {
		case nil:
		case *notation.Ruling:
			return true
		case *notation.Turn:
			if n.Number != turn.Number || n.Handle.Text != turn.Handle.Text {
				return false
			}
		default:
			return false
		}
	}
}

// rule makes an error of a turn that the table let stand a note.
func (f *Finding) rule() {
	if f.Severity == SeverityError && !f.Malformed && !f.apart {
		f.Severity, f.Ruled = SeverityNote, true
	}
}

// begins reports whether a line is the first of a game's body: neither a tag nor empty.
func begins(l *notation.Line) bool {
	switch n := l.Node.(type) {
	case nil, *notation.Tag:
		return false
	case *notation.Bad:
		return !n.Tag
	}
	return true
}

// place completes the findings that were moved to an earlier line (see Finding.On), of which
// a replay knows the number alone.
func place(findings []Finding, b notation.Block) {
	for i := range findings {
		f := &findings[i]
		if f.Span.Column != 0 || f.Code == CodeGameTooLong {
			continue
		}
		for line := range b.Lines() {
			if line.Span.Line == f.Span.Line {
				f.at(&line)
				break
			}
		}
	}
}

// at lets a finding stand at the first action of a line, or at its keyword.
func (f *Finding) at(line *notation.Line) {
	f.Text, f.Span = line.Text, line.Span
	switch n := line.Node.(type) {
	case *notation.Turn:
		f.Span = n.Actions[0].Span
		for i := range f.Fixes {
			f.Fixes[i].Span, f.Fixes[i].Text = f.Span, n.Actions[0].Text+f.Fixes[i].Text
		}
	case *notation.Directive:
		f.Span = n.Keyword.Span
	}
}
