package verify

import (
	"bytes"
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
	watch  Watch           // likewise
	until  int             // of Reader.Again; 0 replays all
	quick  bool            // lines of which there is nothing to say are for the quick judge
	body   notation.Block  // all lines behind the tags
	rest   notation.Block  // not read yet
	ahead  []notation.Line // read and not judged yet
	looked int             // lines that were looked at behind the one being judged

	event     Event // of the line that is judged
	judgement Judgement

	sided  bool    // the log has side lines
	before *Replay // before the last turn line, if there are any
	sides  []sideLine

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
	return r.block(name, dir, number, b, see, nil)
}

// Watch is told each turn line that was carried out, in the game or in a side line, behind it. What
// stands at the position after it is valid during the call. A line may be told twice.
type Watch func(line int, after Positioned)

// Positioned has the text of its position.
type Positioned interface{ Position(dst []byte) []byte }

// Watched is Block for those who look at positions alone: it takes as long as if nobody did, but for
// what they do with them.
func (r *Reader) Watched(name, dir string, number int, b notation.Block, watch Watch) (*Summary, *Replay, error) {
	d := r.drive(name, number, b, nil)
	d.watch = watch
	return d.run(dir, nil)
}

// GoOn is Block for a game of which a quick judge of the reader's rules has read what was for it.
func (r *Reader) GoOn(name, dir string, number int, b notation.Block, read *QuickBody) (*Summary, *Replay, error) {
	return r.block(name, dir, number, b, nil, read)
}

// Again is a game in the tags of which a reader has found nothing amiss, for others that judge it by
// other rules of the same game.
type Again struct {
	head         *head
	game         notation.Block // the array has shape.Slack bytes more
	plain        bool           // see plainFrom
	begin, line  int            // where the body begins
	players      *QuickPlayers
	setup, sides []byte // values of those tags; nil if there are none
	counts       bool
}

// Again prepares a game that was replayed to be judged again. It is nil where only a Block can do that:
// the game has side lines, or could not be replayed.
func (r *Replay) Again(game notation.Block) *Again {
	if r.table == nil || Sided(game) {
		return nil
	}
	head, rest := cutHead(game)
	a := &Again{head: r.head, game: game, begin: len(game.Text) - len(rest.Text), line: game.Line + len(head),
		players: NewQuickPlayers(r.handles), setup: r.head.bytes("Setup"), sides: r.head.bytes("Sides"), counts: tallies(rest)}
	a.game.Text = padded(game.Text)
	a.plain = plainFrom(a.game.Text[a.begin:])
	return a
}

// plainFrom reports whether a body, the lines of which all have ends, has turns alone behind its first
// turn. Where nothing in such a game is malformed by the rules of one variant, nothing is by those of
// another but words that some variants alone have; and what is found of a turn stands in it.
func plainFrom(body []byte) bool {
	turned := false
	for len(body) > 0 {
		switch c := body[0]; {
		case c-'0' <= 9:
			turned = true
		case c == '\n' || c == ';':
		case turned || c-'a' >= 26:
			return false
		}
		body = body[bytes.IndexByte(body, '\n')+1:]
	}
	return true
}

// Through is the game up to a place behind a line of its body.
func (a *Again) Through(size int) *Again {
	b := *a
	b.game.Text = a.game.Text[:size]
	return &b
}

// Again is Watched for such a game. Of one of which there is nothing to say the summary has no more
// than its end. Where until is not 0, nobody asks for more than the verdict and what there is to say
// of the lines up to that one: the replay of an illegal game may end early, and give it no end.
func (r *Reader) Again(name, dir string, number int, a *Again, watch Watch, until int) (*Summary, error) {
	wanted, tagged := a.head.value("Variant")
	rules, q := r.Quick(a.head.name.Game, wanted, tagged, dir), &r.ahead.body
	defer r.ahead.release()
	var read *QuickBody
	if rules.Table != nil && rules.Admits(len(a.players.Handles), nil) && q.Start(rules, a.players, a.setup, a.sides, a.counts) {
		read, q.watch = q, watching(q, watch)
		if _, _, ok := q.Lines(notation.Splitter{}, a.game.Text, a.begin, len(a.game.Text), a.line); ok {
			o := q.Outcome()
			ends := o.String()
			tag := a.head.tags["Result"]
			open := tag != nil && o.Winners == nil && a.head.terminated()
			if open {
				ends = tag.Value.Text
			}
			if tag == nil || open || o.Agrees(a.head.result) {
				g := &Summary{File: name, Number: number, Line: a.game.First, Handles: a.players.Handles, Turns: q.Turns, Actions: q.Actions,
					Finished: o.Winners != nil, Result: ends, Position: string(q.AppendPosition(nil))}
				rules.Judge(g)
				return g, nil
			}
		}
	}
	d := r.drive(name, number, a.game, nil)
	d.watch = watch
	if a.plain && rules.binding != nil && !rules.binding.limits(a.game.Text[a.begin:]) {
		d.until = until
	}
	g, _, err := d.run(dir, read)
	return g, err
}

func (r *Reader) block(name, dir string, number int, b notation.Block, see func(*Event), read *QuickBody) (*Summary, *Replay, error) {
	return r.drive(name, number, b, see).run(dir, read)
}

func (r *Reader) drive(name string, number int, b notation.Block, see func(*Event)) *drive {
	return &drive{Reader: r, block: b, rest: b, see: see, found: newFold(name, number, b.First)}
}

// run replays the game.
func (d *drive) run(dir string, read *QuickBody) (*Summary, *Replay, error) {
	defer d.Reader.ahead.release()
	if d.options.Bare {
		d.found.Findings = d.room[:0]
		defer func() { d.room = d.found.Findings }()
	}
	if d.block.TooLong {
		d.found.line(tooLong(d.block.First), true)
		return d.found.Summary, nil, nil
	}
	if err := d.start(dir, read); err != nil {
		return nil, nil, err
	}
	for {
		d.skim()
		line, ok := d.next()
		if !ok {
			break
		}
		if t, ok := line.Node.(*notation.Turn); ok && len(d.sides) == 0 && d.options.stops(t.Number) {
			break
		}
		if d.line(line); d.slipped && d.begin != nil && len(d.block.Text) <= maxReread {
			return d.reread(line.Span.Line)
		}
		if line.IsTurn() && d.replay.behind {
			d.pass()
		}
		if d.until > 0 && d.settled() {
			return d.found.Summary, d.replay, nil
		}
	}
	d.replay.finish(&d.found)
	d.flush(0)
	return d.found.Summary, d.replay, nil
}

// pass passes turns behind the end of the game; the line before is one of at least two.
func (d *drive) pass() {
	if !d.quick || d.found.after == 0 || len(d.ahead) > 0 || len(d.rest.Text) == 0 || !d.replay.certain() {
		return
	}
	var turns int
	if d.rest, turns = d.Reader.ahead.pass(d.replay, d.rest); turns > 0 {
		d.found.passed(turns)
	}
}

// settled reports whether an error behind d.until has been found, which is of another turn than all
// that was found up to there.
func (d *drive) settled() bool {
	n := len(d.found.Findings)
	if n == 0 {
		return false
	}
	last := &d.found.Findings[n-1]
	return last.Severity == SeverityError && !last.apart && last.Span.Line > d.until
}

// sideLine is a side line that is being read.
type sideLine struct {
	open   notation.Line // the "("
	replay *Replay       // as far as its lines have been judged; nil where they are not
	before *Replay       // before its last turn line, if it is judged
	turned bool          // it has a turn line
}

// mostSides is how deep side lines may lie in each other.
const mostSides = 8

// side judges a line of a side line, or a line that opens or closes one. What is wrong with
// the play in it is a note and weighs nothing; that the marks do not match is a fault of the log.
func (d *drive) side(line notation.Line) Event {
	ev := Event{Line: line, Side: max(1, len(d.sides))}
	mark, marks := line.Node.(*notation.SideLine)
	switch {
	case marks && mark.Open:
		ev.Side = len(d.sides) + 1
		next := sideLine{open: line}
		before, turned := d.before, d.before != nil
		if n := len(d.sides); n > 0 {
			before, turned = d.sides[n-1].before, d.sides[n-1].turned
		}
		switch {
		case len(d.sides) == mostSides:
			ev.Findings = append(ev.Findings, misplaced(line, fmt.Sprintf("side lines lie in each other at most %d deep", mostSides)))
		case !turned:
			ev.Findings = append(ev.Findings, misplaced(line, "a side line stands behind the turn that it replaces"))
		case before != nil && !d.options.NoSideLines:
			next.replay = before.Fork()
		}
		d.sides = append(d.sides, next)
	case marks && len(d.sides) == 0:
		ev.Findings = append(ev.Findings, misplaced(line, "no side line is open here"))
	case marks:
		d.sides = d.sides[:len(d.sides)-1]
	default:
		at := &d.sides[len(d.sides)-1]
		at.turned = at.turned || line.IsTurn()
		if at.replay == nil {
			break
		}
		switch line.Node.(type) {
		case nil, *notation.Turn, *notation.Bad:
		default:
			ev.Findings = append(ev.Findings, misplaced(line, "a side line has turns and comments alone"))
		}
		if line.IsTurn() {
			at.before = at.replay.Fork()
		}
		if len(ev.Findings) == 0 {
			ev = at.replay.Line(line)
			d.watched(at.replay, &ev)
			ev.Side, ev.begins, ev.ends = len(d.sides), false, false
			place(ev.Findings, d.block)
		}
		for i := range ev.Findings {
			f := &ev.Findings[i]
			f.Severity, f.Malformed, f.SideLine, f.apart = SeverityNote, false, true, true
		}
	}
	return ev
}

// misplaced is the finding that a line stands where it may not.
func misplaced(line notation.Line, message string) Finding {
	return Finding{Code: CodeDirective, Severity: SeverityError, Malformed: true, Span: line.Span, Text: line.Text, Message: message, apart: true}
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

// Sided reports whether a text has side lines.
func Sided(b notation.Block) bool {
	for text := b.Text; ; {
		at := bytes.IndexByte(text, '(')
		if at < 0 {
			return false
		}
		begin := bytes.LastIndexByte(text[:at], '\n') + 1
		line, rest, _ := bytes.Cut(text[begin:], []byte{'\n'})
		if _, marks := notation.ParseLine(string(bytes.TrimSuffix(line, []byte{'\r'})), 1).Node.(*notation.SideLine); marks {
			return true
		}
		text = rest
	}
}

// start reads the tags, up to the first line of the body, or as far as the game has been read.
func (d *drive) start(dir string, read *QuickBody) error {
	var head []notation.Line
	head, d.rest = cutHead(d.rest)
	d.body = d.rest
	replay, findings, err := d.Start(head, dir, d.found.Number, d.block.First)
	if err != nil {
		return err
	}
	d.replay = replay
	if tallies(d.rest) {
		replay.tallied = tallied{}
	}
	d.sided = Sided(d.rest)
	d.found.line(findings, true)
	for i := range head {
		if d.see != nil {
			d.see(&Event{Line: head[i]})
		}
	}
	if d.options.Readings != nil && replay.table != nil {
		d.head, d.begin = findings, replay.Fork()
	}
	if d.see == nil && !d.sided && !d.options.cut() {
		if read != nil {
			d.rest = read.handOver(replay, d.block, d.rest)
		}
		d.quick = d.Reader.ahead.start(replay, d.rest)
		q := &d.Reader.ahead.body
		q.watch, q.lenient = watching(q, d.watch), d.options.Bare && d.begin == nil && d.until == 0
	}
	return nil
}

// Passage is a part of a game that is judged line by line, as Block judges all of it. Those
// who keep a game in step with its text judge again what an edit bears on, and no more; they
// sum up with a Sum. It reads on as the log is written: Options that cut a game have no say. A
// game with side lines takes one Passage from the first line of its body on.
type Passage struct {
	d       drive
	started bool // the quick judge is ready for the game, if it is for it
}

// Enter reads the tags of a game, as Start does. rest is what is left of it.
func (r *Reader) Enter(game notation.Block, dir string, number int) (p *Replay, rest notation.Block, found []Finding, err error) {
	head, rest := cutHead(game)
	p, found, err = r.Start(head, dir, number, game.First)
	if tallies(rest) {
		p.tallied = tallied{}
	}
	return p, rest, found, err
}

// Counts reports whether a replay has to count, from its first line on, for tally lines in the
// text.
func Counts(b notation.Block) bool { return tallies(b) }

// Passage goes on with a game from where p is; rest is what p has not read of it.
func (r *Reader) Passage(p *Replay, game, rest notation.Block) *Passage {
	return &Passage{drive{Reader: r, replay: p, block: game, rest: rest, sided: Sided(rest)}, false}
}

// Replay is what judges the next line: that of the side line, where it stands in one; nil if
// the side line is not judged.
func (p *Passage) Replay() *Replay {
	if n := len(p.d.sides); n > 0 {
		return p.d.sides[n-1].replay
	}
	return p.d.replay
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

// Skim goes on behind as many of the next lines, of so many bytes, as a quick judge can tell
// that there is nothing to say of. found is of all of them. No other game may be read by the
// reader between two calls.
func (p *Passage) Skim(size int) (lines int, found *Found) {
	d := &p.d
	if len(d.ahead) > 0 || d.sided || !d.replay.certain() {
		return 0, nil
	}
	if !p.started {
		p.started, d.quick = true, d.Reader.ahead.start(d.replay, d.rest)
	}
	if !d.quick {
		return 0, nil
	}
	rest, begins := d.Reader.ahead.read(d.replay, d.rest, min(size, len(d.rest.Text)))
	lines, d.rest = rest.Line-d.rest.Line, rest
	if begins {
		return lines, &beginsTurn
	}
	return lines, &goesOn
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
	if !d.quick || len(d.ahead) > 0 || len(d.rest.Text) == 0 || !d.replay.certain() {
		return
	}
	var begins bool
	q := &d.Reader.ahead.body
	d.rest, begins = d.Reader.ahead.read(d.replay, d.rest, len(d.rest.Text))
	for _, w := range q.wrongs {
		d.found.line([]Finding{{Code: CodeWrongPlayer, Severity: SeverityError, Span: notation.Span{Line: int(w.line)}, Turn: int(w.number)}}, true)
	}
	if begins {
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
	var ev Event
	if _, marks := line.Node.(*notation.SideLine); marks || len(d.sides) > 0 {
		ev = d.side(line)
	} else {
		ev = d.played(line)
	}
	if len(d.ahead) == 0 && len(d.rest.Text) == 0 {
		d.unclosed(&ev)
	}
	return ev
}

// unclosed reports a side line that is open behind the last line.
func (d *drive) unclosed(ev *Event) {
	if len(d.sides) > 0 {
		ev.Findings = append(ev.Findings, misplaced(d.sides[0].open, "the side line is not closed"))
	}
}

// played judges a line that stands in no side line.
func (d *drive) played(line notation.Line) Event {
	if d.sided && line.IsTurn() {
		d.before = d.replay.Fork()
	}
	ev := &d.event
	d.replay.line(line, &d.judgement, ev)
	d.watched(d.replay, ev)
	place(ev.Findings, d.block)
	if len(ev.Findings) > 0 && d.ruled(&ev.Line) {
		for i := range ev.Findings {
			ev.Findings[i].rule()
		}
	}
	return *ev
}

// watched tells a line that r has just judged, if it was carried out.
func (d *drive) watched(r *Replay, ev *Event) {
	if d.watch != nil && ev.Carried {
		d.watch(ev.Line.Span.Line, r.table)
	}
}

// take takes the findings of a line into the summary, and tells the line.
func (d *drive) take(ev Event) {
	d.slipped = d.slipped || ev.Side == 0 && slips(&ev)
	d.found.take(&ev)
	if d.see == nil || ev.Side > 0 && d.options.NoSideLines {
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
		if d.held[end-1].Line.IsTurn() {
			turns--
		}
	}
	for i := range end {
		d.see(&d.held[i])
	}
	d.told += end
	d.held = append(d.held[:0], d.held[end:]...)
}

// slips reports whether a turn has an error that readings are looked for.
func slips(ev *Event) bool {
	if !ev.Line.IsTurn() {
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
func (d *drive) ruled(l *notation.Line) bool {
	turn, ok := l.Node.(*notation.Turn)
	if !ok || d.options.NoRulings {
		return false
	}
	if len(d.ahead) == 0 && anotherTurn(d.rest.Text, turn.Number) {
		d.looked = max(d.looked, 1)
		return false
	}
	sides := 0 // that are open
	for i := 0; ; i++ {
		line := d.peek(i)
		if line == nil {
			return false
		}
		mark, marks := line.Node.(*notation.SideLine)
		switch {
		case marks && mark.Open:
			sides++
			continue
		case marks && sides > 0:
			sides--
			continue
		case sides > 0:
			continue
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

// anotherTurn reports whether a text plainly goes on with a turn line of another number.
func anotherTurn(text []byte, number int) bool {
	n := 0
	for i, c := range text {
		switch {
		case '0' <= c && c <= '9' && i < 9:
			n = 10*n + int(c-'0')
		default:
			return c == '.' && i > 0 && n != number
		}
	}
	return false
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
