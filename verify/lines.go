package verify

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
)

// This file judges a game line by line. What is particular to a game is asked of its table.

// read judges the current line.
func (j *judge) read() {
	l := &j.line
	bad, isBad := l.Node.(*notation.Bad)
	if isBad && !bad.Tag {
		j.open()
	}
	for _, e := range l.Errors {
		j.elsewhere(*l, 0, func() {
			j.malformedAt(e.Code, e.Span, strings.Replace(e.Message, notation.TurnExample, j.words().example, 1))
		})
	}
	switch n := l.Node.(type) {
	case nil:
	case *notation.Tag:
		j.tag(n)
		j.unit = -1
	case *notation.Bad:
		switch {
		case n.Tag:
			j.spoilt = append(j.spoilt, l.Text)
		case !n.Directive:
			j.lost = true
		}
	default:
		j.open()
		j.body(n)
	}
}

func (j *judge) tag(t *notation.Tag) {
	name := t.Name.Text
	if first := j.tags[name]; first != nil {
		j.malformedAt("tag", j.line.Span, fmt.Sprintf("the tag %s is given twice (first on line %d)", name, first.Name.Span.Line))
		return
	}
	j.tags[name] = t
	j.tagText[name] = j.line.Text
}

// value is a tag's value, and whether it was given.
func (j *judge) value(name string) (string, bool) {
	if t := j.tags[name]; t != nil {
		return t.Value.Text, true
	}
	return "", false
}

func (j *judge) body(n notation.Node) {
	if t, ok := n.(*notation.Turn); ok {
		j.turnLine(t)
		return
	}
	unit := j.unit // what stands between turns is no part of one
	j.unit = -1
	if s, ok := n.(*notation.State); !ok {
		j.directive(n)
	} else if j.state(s, unit >= 0) {
		unit = -1
	}
	j.unit = unit
}

// directive judges a directive that is no state.
func (j *judge) directive(n notation.Node) {
	if j.game == nil {
		return // of an unknown game nobody knows what is foreign to it
	}
	if word := directiveWord(n); !slices.Contains(j.game.directives, word.Text) {
		j.malformedAt("directive", word.Span, fmt.Sprintf("%s is no directive of %s", word.Text, j.Rules.Game))
		return
	}
	t := j.table
	if t == nil {
		t = j.waiting
	}
	if t == nil {
		return
	}
	if o, ok := n.(*notation.Order); ok {
		j.order(o)
		return
	}
	t.directive(j, &j.line)
}

func directiveWord(n notation.Node) notation.Word {
	switch n := n.(type) {
	case *notation.Order:
		return n.Keyword
	case *notation.Place:
		return n.Keyword
	case *notation.Secret:
		return n.Keyword
	case *notation.Commit:
		return n.Keyword
	case *notation.Reveal:
		return n.Keyword
	}
	return notation.Word{}
}

// turnLine judges a turn.
func (j *judge) turnLine(t *notation.Turn) {
	if j.table == nil {
		j.unit = -1
		j.syntaxOnly(t)
		return
	}
	j.table.turnLine(j)
	seat, known := rules.SeatOf(t.Handle.Text, j.Handles)
	if !known {
		j.unit, j.turn = -1, t.Number
		f := j.errorAt("unknown-player", t.Handle.Span, fmt.Sprintf("%s is not one of the players %s", t.Handle.Text, strings.Join(j.Handles, ", ")))
		f.suggest(t.Handle.Text, j.Handles)
		j.syntaxOnly(t)
		j.lost, j.played = true, true
		return
	}
	taken := j.takeTurn(t, uint8(seat))
	j.played = true
	if !taken {
		j.syntaxOnly(t)
		return
	}
	step := Step{Line: &j.line, Handle: t.Handle.Text, Number: t.Number}
	for i, word := range t.Actions {
		if j.replayer.options.Watch != nil {
			step.Tables = append(step.Tables, (&Table{j}).Clone())
		}
		j.action = i + 1
		said := j.perform(word, uint8(seat), int32(t.Number))
		if j.replayer.options.Watch != nil {
			step.Actions = append(step.Actions, said)
		}
	}
	j.action = 0
	if watch := j.replayer.options.Watch; watch != nil {
		step.Tables = append(step.Tables, (&Table{j}).Clone())
		step.Position = string(j.table.position(nil))
		watch(&step)
	}
	if j.replayer.behind != nil {
		j.replayer.behind(j)
	}
}

// takeTurn gives the turn to the player of a turn line, and says whether the line is
// carried out.
func (j *judge) takeTurn(t *notation.Turn, seat uint8) bool {
	c := j.table.clock()
	number := int32(t.Number)
	defer func() { j.turn = t.Number }()
	switch {
	case c.Phase == rules.Over:
		j.unit, j.turn = -1, t.Number
		j.gameOver(t.Handle.Span)
		j.lost = false
		return false
	case j.lost:
		j.lost = false
		j.unit = -1
		if j.underWay(c) {
			if seat == c.Seat && number == c.Number {
				return j.goOn(seat, number)
			}
			j.table.close()
			if j.table.clock().Phase == rules.Over {
				j.gameOver(t.Handle.Span)
				return false
			}
		}
	case j.underWay(c) && seat == c.Seat:
		if number != c.Number {
			j.turnNumber(t, c.Number)
		}
		return j.goOn(seat, number)
	case j.underWay(c):
		cut := !j.erred() && !j.table.mayStop()
		why := j.table.grounds("turn-unfinished", c.Seat)
		j.unit, j.turn = -1, t.Number
		open := j.Handles[c.Seat]
		j.table.close()
		c = j.table.clock()
		if c.Phase == rules.Over {
			j.gameOver(t.Handle.Span)
			return false
		}
		if cut {
			words := j.words()
			f := j.errorAt("turn-unfinished", t.Handle.Span, fmt.Sprintf("the turn of %s is not over: a %s is due before %s may play", open, words.roll, t.Handle.Text))
			j.by(f, why.rule, why.situation)
			f.Help = append(f.Help, words.ends+"; if "+open+" did "+words.roll+" again, that action is missing")
		}
		j.falls(t, c, seat)
	default:
		j.unit, j.turn = -1, t.Number
		j.falls(t, c, seat)
	}
	j.first = true
	j.Turns++
	return j.goOn(seat, number)
}

// goOn carries on with the turn that is now the seat's. The first turn of a log is one
// also where a Setup has begun it.
func (j *judge) goOn(seat uint8, number int32) bool {
	j.Turns = max(j.Turns, 1)
	j.table.take(seat, number)
	j.begun = rules.Clock{Seat: seat, Number: number}
	return true
}

// underWay reports whether the turn of c has had a line, or is open in the position.
func (j *judge) underWay(c rules.Clock) bool {
	return c.Phase == rules.Open || c.Seat == j.begun.Seat && c.Number == j.begun.Number
}

// falls checks that a turn that is due falls to the player who takes it, under the right
// number.
func (j *judge) falls(t *notation.Turn, c rules.Clock, seat uint8) {
	if j.first && !j.table.mayTake(seat) {
		code, why := "wrong-player", j.table.grounds("wrong-player", seat)
		if j.winner && !j.played {
			code, why = "wrong-first-player", grounds{rule: "first-player"}
		}
		f := j.errorAt(code, t.Handle.Span, fmt.Sprintf("%s plays, but it is the turn of %s", t.Handle.Text, j.Handles[c.Seat]))
		j.by(f, why.rule, why.situation)
	}
	if int32(t.Number) != c.Number {
		j.turnNumber(t, c.Number)
	}
}

func (j *judge) turnNumber(t *notation.Turn, due int32) {
	j.turn = t.Number
	f := j.warningAt("turn-number", t.NumberSpan, fmt.Sprintf("turn %d is numbered %d; counting goes on from there", due, t.Number))
	f.Fixes = append(f.Fixes, Fix{Message: "number it " + fmt.Sprint(due), Span: t.NumberSpan, Text: fmt.Sprintf("%d.", due)})
}

func (j *judge) gameOver(at notation.Span) {
	f := j.errorAt("game-over", at, "the game is over: "+j.resultText()+" has won; this turn is skipped")
	j.because(f)
}

// because names what stands behind a refusal of the turn machine, for the last turn that
// had a line.
func (j *judge) because(f *Finding) {
	seat := j.table.clock().Seat
	if j.begun != never {
		seat = j.begun.Seat
	}
	why := j.table.grounds(f.Code, seat)
	j.by(f, why.rule, why.situation)
}

// perform judges one action of a turn that has been taken.
func (j *judge) perform(word notation.Word, seat uint8, number int32) string {
	if e := j.game.syntax(word.Text); e != nil {
		j.malformedAt("action-syntax", part(j.line.Text, word.Span, e), e.Message)
		return "not an action; skipped"
	}
	c := j.table.clock()
	switch {
	case c.Phase == rules.Over:
		f := j.errorAt("game-over", word.Span, "the game is over: "+j.resultText()+" has won; this action is skipped")
		j.because(f)
		return "skipped: the game is over"
	case c.Seat != seat || c.Number != number:
		j.because(j.errorAt("turn-over", word.Span, fmt.Sprintf("the turn of %s is over, and passes to %s", j.Handles[seat], j.Handles[c.Seat])))
		j.table.take(seat, number)
	}
	if j.replayer.probe != nil {
		j.replayer.probe(j, word)
	}
	return j.table.act(j, word)
}

// syntaxOnly looks at the words of a turn that is not carried out.
func (j *judge) syntaxOnly(t *notation.Turn) {
	if j.game == nil {
		return
	}
	for i, word := range t.Actions {
		if e := j.game.syntax(word.Text); e != nil {
			j.action = i + 1
			j.malformedAt("action-syntax", part(j.line.Text, word.Span, e), e.Message)
		}
	}
	j.action = 0
}

// part is the span of a piece of a word.
func part(line string, word notation.Span, e *notation.SyntaxError) notation.Span {
	return notation.SpanIn(line, word.Line, word.Start+e.Start, word.Start+e.End)
}

// state judges an asserted position, behind a turn that has had an error or not, and says
// whether the replay goes on from it.
func (j *judge) state(s *notation.State, erred bool) bool {
	t := j.table
	if t == nil {
		t = j.waiting
	}
	if t == nil {
		return false
	}
	before := t.position(nil)
	belief := belief{
		seat:    j.table != nil && !j.first && !j.lost && t.clock().Phase == rules.Due,
		clock:   j.lost,
		closing: (erred || t.mayStop()) && j.underWay(t.clock()),
	}
	same, err := true, error(nil)
	if j.table != nil {
		same, err = t.assert(s.Position.Text, belief)
	} else { // the first position after a malformed Setup
		err = t.setup(s.Position.Text)
	}
	var wrong *rules.PositionError
	switch {
	case errors.As(err, &wrong) && wrong.Contradiction:
		j.errorAt("state-mismatch", s.Position.Span, "no game can show this position: "+wrong.Message)
		return false
	case err != nil:
		j.malformedAt("position-syntax", s.Position.Span, "not a position: "+err.Error())
		return false
	case j.table == nil:
		j.table, j.waiting = t, nil
	case !same:
		f := j.errorAt("state-mismatch", s.Position.Span, "the position is "+string(before))
		if _, setup := j.value("Setup"); !setup && !j.played {
			j.by(f, "start", "start")
		}
		f.Help = append(f.Help, "the replay goes on from the position that the log asserts")
	}
	j.first, j.lost, j.begun = j.first || !same || !belief.seat, false, never
	return true
}
