package verify

import (
	"bytes"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
)

// table is one game as it is played: an engine and its position, behind what the replay
// needs of every game. seats does what is the same for all; a game's binding file adds
// the rest.
type table interface {
	clock() rules.Clock
	mayTake(seat uint8) bool
	take(seat uint8, number int32)
	mayStop() bool
	close()
	position(dst []byte) []byte
	setup(text string) error
	assert(text string, belief belief) (bool, error)

	// act judges one action, whose word is known to parse, and carries it out. It
	// counts it in j.Actions if it could be carried out, and returns what happened, in
	// words, for whoever watches.
	act(j *judge, word notation.Word) string
	// turnLine is told of every turn line, before anything is said of it.
	turnLine(j *judge)
	// directive takes a directive of this game alone.
	directive(j *judge, l *notation.Line)
	// outcome is how the game stands.
	outcome() outcome
	// grounds says why a line is refused for the turn of a seat, by the code of the
	// refusal: the rule that decides, and the situation (see situations.go).
	grounds(code string, seat uint8) grounds

	// clone is the same game on another table.
	clone() table
	// why reports all that is wrong with an action, whose word is known to parse. It may
	// change the position.
	why(j *judge, word notation.Word)
	// spell is an action as the board's canonical names have it; a word that names what
	// the board does not have stays as it is.
	spell(word string) string
	moves
	// choices sums up what might have been done in the place of an action: two variants
	// that allow the same have the same sum.
	choices(word string) uint64

	// board is the engine and its position, for those who draw them.
	board() (engine, state any)
}

// outcome is how a game came out, as far as it has.
type outcome struct {
	winners []string // those who share the win, in seating order; nil if nobody has won
	ranking []string // the places, best first, where the game has places
	maybe   string   // who may have won without the log's showing it: a hidden number
}

// belief says what of an asserted position is believed without comparing it.
type belief struct {
	seat    bool // whose turn it is: nobody knows yet, and the text does not settle it
	clock   bool // that, the number of the turn, and whether it is under way
	closing bool // whether the turn under way is over
}

// game is a family's binding: what its notation says of words, and how to set up a table
// for one variant.
type game struct {
	// syntax says what is malformed about an action word; nil if nothing is.
	syntax func(word string) *notation.SyntaxError
	// directives are the keywords of its lines, without state, which every game has.
	directives []string
	// open sets a table for the players and tags of a log. It reports what is wrong with
	// them to j, and returns nil if the game cannot be played.
	open func(j *judge) table
	// brisk makes a table for the brisk judge of archives.
	brisk func() briskTable
}

// seats is the part of a table that every engine serves alike.
type seats[S comparable, A comparable] struct {
	engine  rules.Engine[S, A]
	tell    teller[S, A]
	state   S
	handles []string
}

func (t *seats[S, A]) clock() rules.Clock            { return t.engine.Turn(&t.state) }
func (t *seats[S, A]) mayTake(seat uint8) bool       { return t.engine.MayTake(&t.state, seat) }
func (t *seats[S, A]) take(seat uint8, number int32) { t.engine.Take(&t.state, seat, number) }
func (t *seats[S, A]) mayStop() bool                 { return t.engine.MayStop(&t.state) }
func (t *seats[S, A]) close()                        { t.engine.Close(&t.state) }

func (t *seats[S, A]) board() (engine, state any) { return t.engine, &t.state }

func (t *seats[S, A]) position(dst []byte) []byte {
	return t.engine.AppendPosition(dst, &t.state, t.handles)
}

// setup starts from the position that a text gives. The error is a *rules.PositionError.
func (t *seats[S, A]) setup(text string) error {
	state, err := t.engine.ParsePosition(text, t.handles)
	if err == nil {
		t.state = state
	}
	return err
}

// assert compares the position with a text and goes on from the text. The error is a
// *rules.PositionError; nothing is changed then.
func (t *seats[S, A]) assert(text string, belief belief) (bool, error) {
	asserted, err := t.engine.ParsePosition(text, t.handles)
	if err != nil && string(t.position(nil)) == strings.Join(rules.Fields(text), " ") {
		return true, nil // after errors were believed, the position may be one that no game shows
	} else if err != nil {
		return false, err
	}
	known := t.state
	if belief.seat {
		t.engine.Take(&known, t.engine.Turn(&asserted).Seat, t.engine.Turn(&known).Number)
	}
	same := t.shows(known, asserted, belief.clock)
	if !same && belief.closing {
		closed := known
		t.engine.Close(&closed)
		if same = t.shows(closed, asserted, belief.clock); same {
			known = closed
		}
	}
	if same && belief.seat {
		return true, nil
	}
	t.state = t.engine.Adopt(asserted, known)
	return same, nil
}

// shows reports whether two positions have the same text, perhaps but for TURN WHO.
func (t *seats[S, A]) shows(a, b S, butWho bool) bool {
	if !butWho {
		return t.engine.Shown(a) == t.engine.Shown(b)
	}
	texts := [2][]byte{t.engine.AppendPosition(nil, &a, t.handles), t.engine.AppendPosition(nil, &b, t.handles)}
	for i, text := range texts {
		texts[i] = bytes.SplitN(text, []byte{' '}, 3)[2]
	}
	return bytes.Equal(texts[0], texts[1])
}

// noDirectives is for games without directives of their own.
type noDirectives struct{}

func (noDirectives) directive(*judge, *notation.Line) {}
func (noDirectives) turnLine(*judge)                  {}
