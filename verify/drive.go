package verify

import (
	"fmt"
	"slices"
	"strings"

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
		d.line(line)
	}
	d.replay.finish(&d.found)
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
	d.quick = d.see == nil && !d.options.cut() && d.Reader.ahead.start(replay, d.rest)
	d.found.line(findings, true)
	for i := range head {
		d.tell(&Event{Line: head[i]})
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
	return p, rest, found, err
}

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
	if len(d.ahead) > 0 || !d.replay.certain() {
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
func (d *drive) line(line notation.Line) {
	ev := d.judge(line)
	d.found.take(&ev)
	d.tell(&ev)
}

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

func (d *drive) tell(ev *Event) {
	if d.see != nil {
		d.see(ev)
	}
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

// finish ends a game: the position, the result, and the Result tag against it.
func (r *Replay) finish(g *fold) {
	g.Handles, g.Rules, g.Turns, g.Actions = r.handles, r.head.name, r.taken, r.actions
	j := Judgement{Handles: r.handles, Variant: r.variant, apart: true}
	var o *Outcome
	if r.unknown+r.gaps > 0 {
		g.Unknown = r.Unknown()
	}
	if r.Ready() && !r.gap {
		found, agreed := r.agreed()
		if agreed {
			g.Finished = found.Winners != nil
			g.Result = found.String()
		}
		if len(g.Unknown.Positions) < 2 {
			g.Position = r.Position()
		}
		o = &found
	}
	if tag := r.head.tags["Result"]; tag != nil {
		r.resultTag(&j, tag, o)
	}
	g.line(j.findings, true)
	slices.SortStableFunc(g.Findings, func(a, b Finding) int { return a.Span.Line - b.Span.Line })
}

// agreed is the outcome of the game, and whether it is the same in every position that the
// record allows.
func (r *Replay) agreed() (o Outcome, same bool) {
	n := 0
	same = true
	r.table.outcomes(func(each Outcome) {
		if n++; n == 1 {
			o = each
		}
		same = same && each.String() == o.String()
	})
	return o, same
}

// agrees reports whether a Result tag is right in any position that the record allows.
func (r *Replay) agrees(given notation.Result) bool {
	any := false
	r.table.outcomes(func(o Outcome) { any = any || o.Agrees(given) })
	return any
}

// parseResult reads the Result tag. A side is a name in it only where there are sides.
func (r *Replay) parseResult(tag *notation.Tag) (notation.Result, error) {
	given, err := notation.ParseResult(tag.Value.Text)
	if err == nil && r.head.tags["Sides"] == nil {
		for _, name := range given.Names {
			if strings.Contains(name, "+") {
				return given, fmt.Errorf("%s is a side, and the log has no Sides tag", name)
			}
		}
	}
	return given, err
}

// resultTag holds the Result tag against the outcome; nil is that of a game that cannot be
// replayed.
func (r *Replay) resultTag(j *Judgement, tag *notation.Tag, o *Outcome) {
	at := r.head.at(j, "Result")
	given, err := r.parseResult(tag)
	if err != nil {
		j.Malformed(CodeTag, at, "not a result: "+err.Error())
		return
	}
	if o == nil {
		return
	}
	for _, name := range given.Names {
		for handle := range strings.SplitSeq(name, "+") {
			if !slices.Contains(r.handles, handle) {
				j.unknownPlayer(notation.Word{Text: handle, Span: at})
				return
			}
		}
	}
	if r.reader.options.cut() || r.agrees(given) {
		return
	}
	if o.Maybe != "" && !given.Tie && slices.Equal(given.Names, []string{o.Maybe}) {
		f := j.add(Finding{Code: CodeResult, Severity: SeverityNote, Span: at,
			Message: fmt.Sprintf("the log says that %s has won; with the secret unknown, nothing in it can confirm that", tag.Value.Text)})
		j.By(f, "outcome")
		return
	}
	message := fmt.Sprintf("the log gives the result %q, but the replay finds %q", tag.Value.Text, o.String())
	switch {
	case o.Winners == nil:
		message = fmt.Sprintf("the log gives the result %q, but nobody has won yet", tag.Value.Text)
	case given.Open:
		message = "the log says that the game is unfinished, but " + o.said()
	}
	j.Refuse(CodeResult, "outcome", at, message)
}
