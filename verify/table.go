package verify

import (
	"bytes"
	"reflect"
	"strings"
	"sync"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/verify/internal/quick"
	"tpnote/verify/internal/turn"
)

// asker is a position with its rules. Its methods need neither the last action nor a fast judge.
type asker[S, A comparable] struct {
	rules   Rules[S, A]
	State   S
	Handles []string                         // in seating order
	parts   func(word string) notation.Parts // of a word that is known to parse
	actions []A                              // storage for lists of legal actions
	before  S                                // storage for the position before an action
}

func (t *asker[S, A]) Clock() *rules.Clock           { return t.rules.Turn(&t.State) }
func (t *asker[S, A]) MayTake(seat uint8) bool       { return t.rules.MayTake(&t.State, seat) }
func (t *asker[S, A]) Take(seat uint8, number int32) { t.rules.Take(&t.State, seat, number) }
func (t *asker[S, A]) MayStop() bool                 { return t.rules.MayStop(&t.State) }
func (t *asker[S, A]) Close()                        { t.rules.Close(&t.State) }

// Position appends the text of the position.
func (t *asker[S, A]) Position(dst []byte) []byte {
	return t.rules.AppendPosition(dst, &t.State, t.Handles)
}

// Setup starts from the position that a text gives. The error is a *rules.PositionError.
func (t *asker[S, A]) Setup(text string) error {
	state, err := t.rules.ParsePosition(text, t.Handles)
	if err == nil {
		t.State = state
	}
	return err
}

// Assert compares the position with a text and goes on from it. An error, a *rules.PositionError, leaves it as it was.
func (t *asker[S, A]) Assert(text string, leeway turn.Leeway) (bool, error) {
	asserted, err := t.rules.ParsePosition(text, t.Handles)
	if err != nil && string(t.Position(nil)) == strings.Join(rules.Fields(text), " ") {
		return true, nil // after errors were believed, the position may be one that no game shows
	} else if err != nil {
		return false, err
	}
	known := t.State
	if leeway.Seat {
		t.rules.Take(&known, t.rules.Turn(&asserted).Seat, t.rules.Turn(&known).Number)
	}
	same := t.shows(known, asserted, leeway.Clock)
	if !same && leeway.Closing {
		closed := known
		t.rules.Close(&closed)
		if same = t.shows(closed, asserted, leeway.Clock); same {
			known = closed
		}
	}
	if same && leeway.Seat {
		return true, nil
	}
	t.State = t.rules.Adopt(asserted, known)
	return same, nil
}

// shows reports whether two positions have the same text; butWho ignores TURN WHO.
func (t *asker[S, A]) shows(a, b S, butWho bool) bool {
	if !butWho {
		return t.rules.Shown(a) == t.rules.Shown(b)
	}
	texts := [2][]byte{t.rules.AppendPosition(nil, &a, t.Handles), t.rules.AppendPosition(nil, &b, t.Handles)}
	for i, text := range texts {
		texts[i] = bytes.SplitN(text, []byte{' '}, 3)[2]
	}
	return bytes.Equal(texts[0], texts[1])
}

// Respell is the text of a position in its canonical form; a text that is no position stays as it is.
func (t *asker[S, A]) Respell(position string) string {
	s, err := t.rules.ParsePosition(position, t.Handles)
	if err != nil {
		return position
	}
	return string(t.rules.AppendPosition(nil, &s, t.Handles))
}

// table is a game as it is played, whatever the types of its positions and actions.
// seated is its only implementation; the interface hides the types.
type table interface {
	turn.Table
	Tree
	Board
	Position(dst []byte) []byte
	Setup(text string) error
	Assert(text string, leeway turn.Leeway) (bool, error)
	Respell(position string) string

	act(j *Judgement, a *Action)
	why(j *Judgement)
	direct(j *Judgement, parsed any)
	turnLine(j *Judgement)
	grounds(code Code, seat uint8) Grounds
	forget() // the last action
	outcome() Outcome
	write(a Action) string

	// The fast judge: whether there is one, and what it does with turn lines.
	fast() bool
	play(l *quick.Lines) bool

	legal() []Move
	resume(text string) error

	leave(seat uint8) // the game, which binding.leaves allows
	left(seat uint8) bool
	count(a Action, who uint8, add func(seat uint8, key string, n, most int))
	shown(seat uint8, key string) (n int, ok bool) // the count of a key that is read from the position

	// fork copies the table, into the storage of another one of the same game if it can.
	fork(into table) table
	// same reports whether another table of the game is at the same position, by the same action or a forgotten one.
	same(as table) bool
}

// seated is a table of one game.
type seated[S, A comparable] struct {
	asker[S, A]
	last Last[S]

	judge  func() quick.Judge[S] // nil where the game has none
	sets   *sync.Pool            // of *nextSet
	artist func() Artist[S]      // makes it once
}

func (t *seated[S, A]) fork(into table) table {
	q, ok := into.(*seated[S, A])
	if !ok {
		q = &seated[S, A]{}
	}
	q.rules, q.Handles, q.parts, q.sets = t.rules, t.Handles, t.parts, t.sets
	q.judge, q.artist = t.judge, t.artist
	q.State = t.State // alone: in a list of assignments Go copies the state twice
	if t.last.Nth > 0 || q.last.Nth > 0 {
		q.last = t.last
	}
	return q
}

func (t *seated[S, A]) same(as table) bool {
	q, ok := as.(*seated[S, A])
	return ok && t.State == q.State &&
		(t.last.Nth == 0 || q.last.Nth == 0 || t.last.Before == q.last.Before && reflect.DeepEqual(t.last, q.last))
}

func (t *seated[S, A]) act(j *Judgement, a *Action) {
	if !j.Quiet { // else no refusal has a reason
		if was, now := t.rules.Turn(&t.last.Before), t.Clock(); was.Number != now.Number || was.Seat != now.Seat {
			t.last.Nth = 0
		}
		t.last.Nth++
		t.last.Word, t.last.Before = j.parts, t.State
	}
	t.rules.Act(j, &t.State, j.parts, a)
}

func (t *seated[S, A]) forget() {
	if t.last.Nth > 0 {
		t.last = Last[S]{}
	}
}

func (t *seated[S, A]) grounds(code Code, seat uint8) Grounds {
	return t.rules.Grounds(code, &t.State, seat, &t.last)
}

func (t *seated[S, A]) why(j *Judgement) {
	if critic, ok := t.rules.(Critic[S]); ok {
		critic.Why(j, &t.State, j.parts)
		return
	}
	t.act(j, &Action{})
}

func (t *seated[S, A]) direct(j *Judgement, parsed any) { t.rules.Direct(j, &t.State, parsed) }
func (t *seated[S, A]) turnLine(j *Judgement)           { t.rules.TurnLine(j, &t.State) }
func (t *asker[S, A]) write(a Action) string            { return t.rules.Write(a) }
func (t *asker[S, A]) outcome() Outcome                 { return t.rules.Outcome(&t.State, t.Handles) }

func (t *seated[S, A]) leave(seat uint8) { t.rules.(Leaver[S]).Leave(&t.State, seat) }

func (t *seated[S, A]) left(seat uint8) bool {
	l, ok := t.rules.(Leaver[S])
	return ok && l.Left(&t.State, seat)
}

func (t *seated[S, A]) count(a Action, who uint8, add func(seat uint8, key string, n, most int)) {
	t.rules.Count(a, who, add)
}

func (t *seated[S, A]) shown(seat uint8, key string) (n int, ok bool) {
	return t.rules.Standing(&t.State, seat, key)
}

// resume goes on from the position of a text, after a gap.
func (t *seated[S, A]) resume(text string) error {
	shown, err := t.rules.ParsePosition(text, t.Handles)
	if err == nil {
		shown, err = t.rules.Resume(shown, t.State)
	}
	if err == nil {
		t.State = shown
		t.forget()
	}
	return err
}

// Seating is a table that is being set for the players and tags of a log.
type Seating struct {
	*Judgement
	head *head
}

// Tag is the value of a tag, and whether it was given.
func (s *Seating) Tag(name string) (value string, given bool) { return s.head.value(name) }

// AtTag makes the next reports about the line of a tag, and returns where its value is. The tag has to be given.
func (s *Seating) AtTag(name string) notation.Span { return s.head.at(s.Judgement, name) }
