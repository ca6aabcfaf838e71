package verify

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/nearest"
	"tpnote/verify/internal/turn"
)

// Line judges one line as it is written, carries out what it can of it, and returns all findings about it. It knows
// nothing of the lines that follow. It never stops at an error: see "After an error" in spec/wheel.md.
func (r *Replay) Line(line notation.Line) Event {
	var ev Event
	r.line(&line, &Judgement{}, &ev)
	return ev
}

// line is Line, in memory of the caller's: that of ev's actions and of j's findings is used again.
func (r *Replay) line(line *notation.Line, j *Judgement, ev *Event) {
	actions, positions := ev.Actions[:0], ev.positions[:0]
	*ev = Event{}
	ev.Line, ev.Actions, ev.positions = *line, actions, positions
	r.judgement(j, &ev.Line)
	r.carryOut(j, ev)
	ev.Findings = j.findings
	if r.keeps() && r.Ready() && (line.Node != nil || line.Comments != nil) {
		ev.After = r.Fork()
	}
}

// judgement begins the judgement of a line.
func (r *played) judgement(j *Judgement, line *notation.Line) {
	o := &r.reader.options
	*j = Judgement{findings: j.findings[:0], parsed: j.parsed}
	j.Line, j.Handles, j.Variant, j.head, j.turn = line, r.handles, r.variant, r.head, r.number
	j.Narrate, j.Quiet, j.Played = o.Narrate && !r.quiet, r.quiet || r.reader.rows || o.Wordless, r.turns.Played
}

// carryOut judges a line and goes on from it.
func (r *Replay) carryOut(j *Judgement, ev *Event) {
	line := j.Line
	j.syntax(r.rules.Example)
	cutBefore := r.growth().cut
	_, isTurn := line.Node.(*notation.Turn)
	j.apart = !isTurn
	switch n := line.Node.(type) {
	case nil, *notation.Tag:
	case *notation.Bad:
		if line.IsTurn() {
			r.each(j, func(r *played, _ *Judgement) { r.turns.Skip() })
		}
	case *notation.Turn:
		r.turnLine(j, ev, n)
	case *notation.State:
		assert := func(_ *played, j *Judgement) { ev.ends = r.state(j, n) || ev.ends }
		gap := r.gap
		if r.each(j, assert); r.gap != gap { // too much is unknown to call it wrong
			r.each(j, assert)
		}
		if ev.ends {
			r.waiting, r.gap = false, false
		}
	case *notation.Order:
		r.each(j, (*played).order)
	case *notation.Directive:
		r.each(j, (*played).directive)
	case *notation.Gap:
		r.openGap()
	case *notation.Ruling:
		r.ruling(j, n)
	case *notation.Leave:
		ev.ends = r.leave(j, n)
	case *notation.Tally:
		r.tally(j, n)
	case *notation.SideLine: // the pass judges side lines, in forks
	}
	if !cutBefore && r.growth().cut {
		j.apart = true
		j.add(Finding{Code: CodeNoReading, Severity: SeverityNote, Span: line.Span}, Grounds{},
			"more than %d positions fit what was written down; the others are left out from here on", r.Size())
	}
	if line.Node != nil {
		r.rulable = isTurn && r.erred
	}
}

// keeps reports whether events hold the positions before and after.
func (r *played) keeps() bool { return r.reader.options.Keep && !r.quiet }

// before keeps the position before an action, where it is wanted.
func (r *Replay) before(ev *Event) {
	if r.keeps() {
		ev.Before = append(ev.Before, r.Fork())
	}
	if r.reader.rows && !r.quiet {
		n := len(ev.positions)
		ev.positions = slices.Grow(ev.positions, 1)[:n+1] // the texts of the line before are used again
		ev.positions[n] = r.AppendPosition(ev.positions[n][:0])
	}
}

// syntax reports what of a line is not the notation. turn is an example of a turn line, if there is one.
func (j *Judgement) syntax(turn string) {
	for _, e := range j.Line.Errors {
		if body := j.head != nil; body && e.Code == string(CodeTag) { // here, the tag would begin another game
			e.Message, e.Right = e.Message+", above the first turn", ""
		} else if body && j.head.stray {
			e.Right = cmp.Or(e.Right, "; "+j.Line.Text)
		}
		f := j.Malformed(Code(e.Code), e.Span, "%s", e.Message)
		f.Turn, f.apart = 0, true
		if e.Right != "" {
			whole := notation.SpanIn(j.Line.Text, e.Span.Line, 0, len(j.Line.Text))
			f.Fixes = append(f.Fixes, Fix{"write " + e.Right, Edit{Span: whole, Text: e.Right}})
		}
		if turn != "" && strings.HasSuffix(e.Message, notation.TurnShape) {
			f.Help = append(f.Help, "a turn looks like this: "+turn)
		}
	}
}

// directive judges a line of a game's own.
func (r *position) directive(j *Judgement) {
	d := j.Line.Node.(*notation.Directive)
	if len(j.Line.Errors) > 0 {
		return // a bad byte is error enough
	}
	games := r.reader.options.Games
	parsed, err := games.directive(d, j.parsed)
	if j.parsed = parsed; err != nil {
		games.unread(j, d, err)
		return
	}
	switch {
	case r.rules.game == nil: // the directives of an unknown game are unknown
	case !slices.Contains(r.rules.keywords, d.Keyword.Text):
		r.foreign(j, d.Keyword)
	case r.table != nil:
		j.Word = d.Keyword
		r.table.direct(j, parsed)
	}
}

// unread reports a directive that cannot be read.
func (gs Games) unread(j *Judgement, d *notation.Directive, err error) {
	if wrong, malformed := errors.AsType[*notation.SyntaxError](err); malformed {
		at := notation.SpanIn(j.Line.Text, d.Keyword.Span.Line, wrong.Start, wrong.End)
		j.Malformed(CodeSyntax, at, "%s", wrong.Message).Turn = 0
		return
	}
	advice := fmt.Sprintf(": the directives are %s; %s", strings.Join(gs.keywords(), ", "), notation.CommentShape)
	if near := nearest.Word(d.Keyword.Text, gs.keywords()); near != "" {
		advice = fmt.Sprintf(": did you mean %s?", near)
	}
	j.Malformed(CodeDirective, d.Keyword.Span, "unknown directive %q%s", d.Keyword.Text, advice).Turn = 0
}

// foreign reports a directive of another game.
func (t *tagged) foreign(j *Judgement, keyword notation.Word) {
	j.Malformed(CodeDirective, keyword.Span, "%s is no directive of %s", keyword.Text, t.head.name.Game)
}

// turnLine judges a turn.
func (r *Replay) turnLine(j *Judgement, ev *Event, t *notation.Turn) {
	ev.Turn, ev.Who, ev.begins = t.Number, t.Handle.Text, true
	if !r.Ready() || r.gap {
		r.unjudged(j, t)
		return
	}
	r.each(j, func(r *played, j *Judgement) { r.table.turnLine(j) })
	r.number, j.turn = t.Number, t.Number
	seat, known := j.Seat(t.Handle)
	if !known {
		r.syntaxOnly(j, t, 0)
		r.each(j, func(r *played, _ *Judgement) {
			r.turns.Skip()
			r.turns.Played = true
		})
		r.erred = true
		return
	}
	if r.table.left(seat) {
		j.Error(CodeLeft, t.Handle.Span, "%s has left the game; this turn is skipped", t.Handle.Text)
		r.syntaxOnly(j, t, 0)
		r.each(j, func(r *played, _ *Judgement) { r.turns.Pass() })
		return
	}
	j.seat = seat
	taking := inEach(r, j, (*played).takeTurn)
	ev.begins = taking.Begins
	if r.gap { // too much is unknown to say whose turn it is
		r.unjudged(j, t)
		return
	}
	if taking.Faults&(turn.Over|turn.Kept) != 0 {
		r.syntaxOnly(j, t, 0)
		r.erred = r.erred || errs(j.findings)
		return
	}
	r.ended = false
	r.countTurn(taking, seat)
	r.actionsOf(j, ev, t, seat)
	r.erred = r.erred || errs(j.findings)
}

// countTurn counts a turn that has been taken.
func (r *played) countTurn(taking turn.Taking, seat uint8) {
	if taking.Counts || r.taken == 0 { // Take does not count a turn that the Setup began
		r.taken++
		r.tallied.add(seat, "turns", 1, 1)
	}
}

// actionsOf judges the actions of a turn that has been taken.
func (r *Replay) actionsOf(j *Judgement, ev *Event, t *notation.Turn, seat uint8) {
	ev.Carried, ev.Words = true, t.Actions
	ev.Actions = slices.Grow(ev.Actions, len(t.Actions))
	for i, word := range t.Actions {
		j.action, j.Word = i+1, word
		if r.several() && r.Made() > mostMade {
			r.giveUp(j)
		} else {
			r.perform(j, ev, seat, int32(t.Number))
		}
		if r.gap { // too much is unknown to go on
			ev.Words = t.Actions[:len(ev.Actions)]
			r.syntaxOnly(j, t, len(ev.Actions))
			break
		}
	}
	if t.More && !r.gap {
		j.action, j.Word = len(t.Actions)+1, notation.Word{Text: notation.More, Span: t.MoreSpan}
		r.guess(j, ev, seat, int32(t.Number))
	}
}

// takeTurn gives the turn of the line to its player, and says what is wrong with that.
func (r *played) takeTurn(j *Judgement) turn.Taking {
	t, seat := j.Line.Node.(*notation.Turn), j.seat
	var unfinished Grounds // asked for before the turn is closed
	if c := *r.table.Clock(); c.Seat != seat && r.turns.UnderWay(c) {
		unfinished = r.grounds(j, CodeTurnUnfinished, c.Seat)
	}
	taking := r.turns.Take(r.table, seat, int32(t.Number), r.erred)
	if taking.Begins {
		r.erred = false
	}
	r.sayTaking(j, t, taking, unfinished)
	return taking
}

// sayTaking puts into words what is wrong with the player and the number of a turn line.
// unfinished are the grounds on which the turn that was under way must go on.
func (r *played) sayTaking(j *Judgement, t *notation.Turn, k turn.Taking, unfinished Grounds) {
	if k.Faults == 0 {
		return
	}
	if k.Faults&turn.Over != 0 {
		r.gameOver(j, t.Handle.Span, "turn")
		return
	}
	if k.Faults&turn.Cut != 0 {
		who, throw := r.handles[k.Open], r.rules.Throw
		f := j.Refuse(CodeTurnUnfinished, unfinished, t.Handle.Span,
			"the turn of %s is not over: another %s must come before %s may play", who, throw, t.Handle.Text)
		f.Help = append(f.Help, r.rules.Ends+"; if "+who+" did "+throw+" again, that action is missing")
	}
	if k.Faults&(turn.WrongPlayer|turn.WrongFirst) != 0 {
		code, why := CodeWrongFirst, Grounds{Rule: "first-player"}
		if k.Faults&turn.WrongFirst == 0 {
			code, why = CodeWrongPlayer, r.grounds(j, CodeWrongPlayer, k.Due.Seat)
		}
		j.Refuse(code, why, t.Handle.Span, "%s plays, but it is the turn of %s", t.Handle.Text, r.handles[k.Due.Seat])
	}
	if k.Faults&turn.WrongNumber != 0 && k.Faults&turn.Kept == 0 {
		due := k.Due.Number
		f := j.Warning(CodeTurnNumber, t.NumberSpan, "turn %d is numbered %d; counting goes on from there", due, t.Number)
		f.Fixes = append(f.Fixes, Fix{fmt.Sprintf("number it %d", due), Edit{Span: t.NumberSpan, Text: fmt.Sprintf("%d.", due)}})
	}
}

// grounds returns why a code is about a turn of a seat, unless the caller reads only codes.
func (r *played) grounds(j *Judgement, code Code, seat uint8) Grounds {
	if j.Quiet {
		return Grounds{}
	}
	return r.table.grounds(code, seat)
}

// gameOver reports a turn or an action after the end of the game.
func (r *played) gameOver(j *Judgement, at notation.Span, what string) {
	var o Outcome // only the words are about it
	if !j.Quiet {
		o = r.Outcome()
	}
	why := r.grounds(j, CodeGameOver, r.table.Clock().Seat)
	if o.Drawn != "" {
		why = Grounds{Rule: o.Drawn}
	}
	said := o.said()
	if len(o.Ranking) > 2 { // the others have played on for them
		said = "all places are settled"
	}
	f := j.Error(CodeGameOver, at, "the game is over: %s; this %s is skipped", said, what)
	if f.Cites = nil; o.Winners != nil { // else all others have left; no rulebook says what follows
		j.By(f, why)
	}
	f.again, r.ended = r.ended, true
}

// Seat finds a handle in seating order; one that no player has is reported.
func (j *Judgement) Seat(handle notation.Word) (seat uint8, known bool) {
	i, known := rules.SeatOf(handle.Text, j.Handles)
	if !known {
		f := j.Error(CodeUnknownPlayer, handle.Span, "%s is not one of the players %s", handle.Text, strings.Join(j.Handles, ", "))
		f.Suggest(handle.Text, j.Handles)
	}
	return uint8(i), known
}

// claim gives the next action of a turn to its player in one position. The action is not Judged if it is to be skipped.
func (r *played) claim(j *Judgement, a *Action, seat uint8, number int32) {
	c := r.table.Clock()
	switch {
	case c.Phase == rules.Over:
		r.gameOver(j, j.Word.Span, "action")
		a.Said = "skipped: the game is over"
	case c.Seat != seat || c.Number != number:
		j.Refuse(CodeTurnOver, r.grounds(j, CodeTurnOver, seat), j.Word.Span,
			"the turn of %s is over, and passes to %s", r.handles[seat], r.handles[c.Seat])
		r.table.Take(seat, number)
		if a.Judged = c.Seat == seat; !a.Judged {
			a.Said = "skipped: the turn is over"
		}
	default:
		a.Judged = true
	}
}

// act judges an action in one position, after its claim, carries it out, and completes it.
func (r *played) act(j *Judgement, a *Action) {
	if a.Judged {
		r.table.act(j, a)
		a.Judged = true
	}
}

// syntaxOnly looks at the words of a turn that are not carried out, from the one with that index.
func (r *tagged) syntaxOnly(j *Judgement, t *notation.Turn, from int) {
	for i, word := range t.Actions[from:] {
		if e := r.rules.syntax(word.Text); e != nil {
			j.action = from + i + 1
			j.badWord(word, e)
		}
	}
	j.action = 0
}

// badWord reports a word that is no action.
func (j *Judgement) badWord(word notation.Word, e *notation.SyntaxError) {
	j.Malformed(CodeActionSyntax, word.Within(e.Start, e.End), "%s", e.Message)
}

// state judges an asserted position, and reports whether the replay goes on from it.
func (r *Replay) state(j *Judgement, s *notation.State) bool {
	t := r.table
	if t == nil {
		return false
	}
	if r.waiting || r.gap { // the first position after a malformed Setup, or after a gap
		if err := t.resume(s.Position.Text); err != nil {
			return j.noPosition(s, err)
		}
		r.set.grown().cut = false // members that were left out have come to it, too
		r.erred = false
		r.turns.Assert(true)
		return true
	}
	before := t.Position(nil)
	leeway := r.turns.Leeway(t, r.erred)
	same, err := t.Assert(s.Position.Text, leeway)
	if err != nil {
		return j.noPosition(s, err)
	}
	if !same {
		f := j.Error(CodeState, s.Position.Span, "the position is %s", before)
		if !j.SetUp() && !j.Played {
			j.By(f, Grounds{Rule: "start", Situation: "start"})
		}
		f.Help = append(f.Help, "the replay goes on from the position that the log asserts")
	}
	r.turns.Assert(!same || !leeway.Seat)
	r.erred = false
	return true
}

// noPosition reports an asserted position that is impossible or malformed.
func (j *Judgement) noPosition(s *notation.State, err error) bool {
	if wrong, is := errors.AsType[*rules.PositionError](err); is && wrong.Contradiction {
		f := j.Error(CodeState, s.Position.Span, "no game can show this position: %s", wrong.Message)
		j.By(f, Grounds{Rule: "record", Situation: wrong.Situation})
	} else {
		j.Malformed(CodePosition, s.Position.Span, "not a position: %v", err)
	}
	return false
}

// leave judges a leave line, and reports whether it ends a turn.
func (r *Replay) leave(j *Judgement, n *notation.Leave) (ends bool) {
	if r.rules.game == nil {
		return false
	}
	if r.table != nil && !r.rules.leaves {
		r.foreign(j, n.Keyword)
		return false
	}
	seat, known := j.Seat(n.Handle)
	if !known || !r.Ready() || r.gap {
		return false
	}
	if r.table.left(seat) {
		j.Error(CodeLeft, n.Handle.Span, "%s has left the game already", n.Handle.Text)
		return false
	}
	r.each(j, func(r *played, _ *Judgement) {
		r.turns.Leave(r.table)
		r.table.leave(seat)
	})
	r.erred = false
	return true
}

// terminations are the values of a Termination tag with which the players decided the result. Others mean nothing.
var terminations = []string{"abandoned", "adjudication", "agreed", "death", "emergency", "resigned", "rules infraction", "time forfeit"}

// Terminations lists the values of a Termination tag with which the players decided the result.
func Terminations() []string { return slices.Clone(terminations) }

// Terminated reports whether a Termination tag says that the players decided the result.
func Terminated(value string) bool {
	return slices.Contains(terminations, strings.ToLower(strings.TrimSpace(value)))
}
