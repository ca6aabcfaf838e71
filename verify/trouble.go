package verify

import (
	"errors"
	"fmt"

	"golang.org/x/text/unicode/norm"

	"tpnote/notation"
	troublenotation "tpnote/notation/trouble"
	"tpnote/rules"
	"tpnote/rules/trouble"
	"tpnote/rules/variant"
)

// troubleTable binds Trouble: notation/trouble to rules/trouble.
type troubleTable struct {
	seats[trouble.State, trouble.Action]
	noDirectives
	engine *trouble.Engine
	sides  [2]string // what the Sides tag calls them

	before trouble.State  // the position before the last action
	last   trouble.Action // the last action
	pops   int            // how many actions the turn under way has had
}

var (
	troubleWords  = newMemo(troublenotation.Parse)
	troubleSyntax = &game{syntax: syntaxBy(troubleWords), directives: []string{"order"}}
)

func bindTrouble(v *variant.Variant) (*game, error) {
	engine, err := trouble.New(v)
	if err != nil {
		return nil, err
	}
	return &game{
		syntax:     troubleSyntax.syntax,
		directives: troubleSyntax.directives,
		open: func(j *judge) table {
			colours, err := engine.Seats(j.Handles)
			j.troubleTag("Players", "players", err)
			if colours == nil {
				return nil
			}
			t := &troubleTable{engine: engine}
			if text, given := j.value("Sides"); given {
				sides, names, err := engine.ParseSides(norm.NFC.String(text), j.Handles)
				j.troubleTag("Sides", "tag", err)
				if err == nil {
					t.engine, t.sides = engine.WithSides(sides), names
				}
			}
			t.seats = seats[trouble.State, trouble.Action]{engine: t.engine, tell: troubleTeller{t.engine}, state: engine.StartWith(colours), handles: j.Handles}
			return t
		},
		brisk: func() briskTable { return &briskTrouble{troubleTable: troubleTable{engine: engine}, alone: engine} },
	}, nil
}

// troubleTag reports what is wrong with a tag, if anything is: code where it is malformed,
// and players where it says what may not be.
func (j *judge) troubleTag(name, code string, err error) {
	var wrong *trouble.TagError
	if !errors.As(err, &wrong) {
		return
	}
	j.atTag(name)
	at := j.tags[name].Value.Span
	if wrong.Illegal {
		situation := ""
		if name == "Sides" {
			situation = "sides"
		}
		j.by(j.errorAt("players", at, wrong.Message), "players", situation)
		return
	}
	j.malformedAt(code, at, wrong.Message)
}

// name is what the player to move calls a space.
func (t *troubleTable) name(p trouble.Pos) string {
	return t.engine.Name(t.state.Colours[t.state.Clock.Seat], p)
}

// decode reads an action whose word is known to parse, as far as the board goes; unknown
// is the first space in it that the board does not have.
func (t *troubleTable) decode(word string) (a trouble.Action, written troublenotation.Action, unknown string) {
	written, err := troubleWords.ask(word)
	a = trouble.Pass(uint8(written.Die))
	if err != nil || written.IsPass() {
		return a, written, "" // perform has looked at the word already
	}
	for _, end := range []struct {
		name string
		pos  *trouble.Pos
	}{{written.From, &a.From}, {written.To, &a.To}} {
		p, ok := t.engine.Space(t.state.Colours[t.state.Clock.Seat], end.name)
		if !ok && unknown == "" {
			unknown = end.name
		}
		*end.pos = p
	}
	return a, written, unknown
}

func (t *troubleTable) act(j *judge, word notation.Word) string {
	e, s := t.engine, &t.state
	a, written, unknown := t.decode(word.Text)
	if s.Clock.Number != t.before.Clock.Number {
		t.pops = 0
	}
	t.before, t.last = *s, a
	t.pops++
	if unknown != "" {
		j.errorAt("unknown-space", word.Span, "this board has no space "+unknown)
		e.Skip(s, a)
		return "skipped: no such space"
	}
	if r := e.Check(s, a); r.Reason != 0 {
		t.refuse(j, word, a, r)
	}
	said := "skipped: it cannot be carried out"
	if e.Movable(s, a) {
		j.Actions++
		t.marks(j, word, a, written)
		if j.replayer.options.Watch != nil {
			said = t.narrate(a)
		}
	}
	e.Apply(s, a)
	return said
}

// marks holds the signs of an action against what it does.
func (t *troubleTable) marks(j *judge, word notation.Word, a trouble.Action, written troublenotation.Action) {
	seat, captures := t.engine.Captures(&t.state, a)
	finishes := t.engine.Finishes(&t.state, a)
	right := written
	right.Captures, right.Finished = captures, finishes
	fix := Fix{Message: "write " + right.String(), Span: word.Span, Text: right.String()}
	switch {
	case captures && !written.Captures:
		f := j.warningAt("weak-mark", word.Span, fmt.Sprintf("the peg of %s on %s is sent home: x is due, not -", t.handles[seat], t.name(a.To)))
		j.by(f, "marks", t.markSituation(a))
		f.Fixes = append(f.Fixes, fix)
	case !captures && written.Captures:
		f := j.errorAt("false-mark", word.Span, "x claims that a peg is sent home, but no opponent's peg stands on "+t.name(a.To))
		j.by(f, "marks", t.markSituation(a))
	}
	switch {
	case finishes && !written.Finished:
		f := j.warningAt("weak-mark", word.Span, "this move brings the last peg into FINISH: the mark # is due")
		j.by(f, "marks", "last-peg")
		f.Fixes = append(f.Fixes, fix)
	case !finishes && written.Finished:
		f := j.errorAt("false-mark", word.Span, "# claims that the last peg comes into FINISH, but it does not")
		j.by(f, "marks", "last-peg")
	}
}

// refuse puts a refusal into words.
func (t *troubleTable) refuse(j *judge, word notation.Word, a trouble.Action, r rules.Refusal) {
	info := trouble.Reasons[r.Reason]
	who := t.handles[t.state.Clock.Seat]
	pos := func(i int) string { return t.name(trouble.Pos(r.Args[i])) }
	from, to := t.name(a.From), t.name(a.To)
	var message string
	switch r.Reason {
	case trouble.GameOver:
		message = "the game is over"
	case trouble.Finished:
		message = who + " has finished, and moves no more"
	case trouble.MustMove:
		message = fmt.Sprintf("%s has to move: a %d takes the peg on %s to %s", who, a.Die, pos(1), pos(2))
	case trouble.NoPeg:
		message = fmt.Sprintf("%s has no peg on %s", who, from)
		if r.Args[3] != 0 {
			message += "; the one there is " + t.handles[r.Args[3]-1] + "'s"
		}
	case trouble.EnterFace:
		var faces []string
		for _, face := range t.engine.Variant.Setting("enter-on").Value.Faces {
			faces = append(faces, fmt.Sprint(face))
		}
		message = fmt.Sprintf("a %d brings no peg out of HOME: that takes a %s", a.Die, orList(faces))
	case trouble.WrongCount:
		message = fmt.Sprintf("a %d does not lead from %s to %s", a.Die, from, to)
		if r.Args[3] != 0 {
			message += ", but to " + pos(3)
		} else {
			message += ", but out beyond FINISH"
		}
	case trouble.PastStart:
		message = fmt.Sprintf("a %d from %s to %s goes past %s's own START, which no peg does", a.Die, from, to, who)
		if r.Args[3] != 0 {
			message += "; the way leads to " + pos(3)
		}
	case trouble.ForeignFinish:
		message = fmt.Sprintf("a %d from %s leads into the FINISH of %s; %s is %s's own", a.Die, from, t.engine.Colours[r.Args[3]], to, who)
	case trouble.OwnPeg:
		message = fmt.Sprintf("%s already has a peg on %s", who, to)
	case trouble.AllyPeg:
		message = fmt.Sprintf("%s plays on the same side, and has a peg on %s", t.handles[r.Args[3]], to)
	case trouble.SafeStart:
		message = fmt.Sprintf("the peg of %s on %s stands on its own START, where it is safe", t.handles[r.Args[3]], to)
	case trouble.FinishEntry:
		message = fmt.Sprintf("FINISH is filled from the back: %s is due, not %s", pos(3), to)
	case trouble.FinishPassing:
		message = fmt.Sprintf("inside FINISH no peg passes another, and there is one on %s", pos(3))
	case trouble.FinishStays:
		message = fmt.Sprintf("the peg on %s is in FINISH, and stays where it is", from)
	case trouble.FinishBack:
		message = fmt.Sprintf("inside FINISH a peg moves only forward; %s is not in front of %s", to, from)
	}
	j.by(j.errorAt(info.Code, word.Span, message), info.Rule, t.situation(r, a))
}

// narrate says what an action does that is about to be carried out.
func (t *troubleTable) narrate(a trouble.Action) string {
	if a.IsPass() {
		return fmt.Sprintf("pops %d and cannot move", a.Die)
	}
	said := fmt.Sprintf("pops %d, %s to %s", a.Die, t.name(a.From), t.name(a.To))
	if seat, captures := t.engine.Captures(&t.state, a); captures {
		said += ", sends a peg of " + t.handles[seat] + " home"
	}
	if t.engine.Finishes(&t.state, a) {
		said += ", and has finished"
	}
	return said
}

func (t *troubleTable) outcome() outcome {
	if side := t.engine.Side(&t.state); side != 0 {
		return outcome{winners: []string{t.sides[side-1]}}
	}
	var o outcome
	if !t.engine.Finished(&t.state) {
		return o
	}
	for _, seat := range t.engine.Ranking(nil, &t.state) {
		o.ranking = append(o.ranking, t.handles[seat])
	}
	o.winners = o.ranking[:1]
	return o
}
