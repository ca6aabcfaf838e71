// Package snakes is Snakes and Ladders: a whole game for tpnote that lives in a module of its own. It is the example
// to begin with who wants to write another one: this file has the family, the notation and the engine; referee.go
// joins the two and words what is refused; draw.go draws; variants/ has the rules as data, spec/ the prose.
package snakes

import (
	"embed"
	"strconv"

	"tpnote/notation"
	"tpnote/notation/action"
	"tpnote/rules"
	"tpnote/rules/variant"
)

const (
	maxPlayers = 6
	maxSquares = 250 // so that a square fits in a byte
)

//go:embed variants/*.yaml spec
var files embed.FS

// family is the part of the engine in the variant library: its rule points, its board, and its built-in variants.
var family = &variant.Family{
	Name:   "snakes",
	Games:  []variant.Game{{Name: "snakes-and-ladders", Title: "Snakes and Ladders", Default: "snakes-classic"}},
	Points: variant.Declared(points),
	Board: []variant.Part{
		{Name: "squares", Kind: variant.PartNumber, Min: 10, Max: maxSquares},
		{Name: "columns", Kind: variant.PartNumber, Min: 2, Max: 20},
		{Name: "slides", Kind: variant.PartRows, Min: 0, Max: 100, Fields: []variant.Part{
			{Name: "from", Kind: variant.PartNumber, Min: 1, Max: maxSquares},
			{Name: "to", Kind: variant.PartNumber, Min: 1, Max: maxSquares},
		}},
	},
	Files: variant.Embedded(files, "variants"),
}

// settings are the rule points of a variant as the engine applies them.
type settings struct{ exact, again bool }

var points = []variant.Row[settings]{
	{Point: variant.Players(2, maxPlayers, "how many may play", "is played by %s")},
	{
		Point: variant.Point{Name: "exact-finish", Decides: "whether the last square takes the exact roll", Topic: "The last square", Values: []variant.Meaning{
			{Is: "yes", Does: variant.Forbids, Means: "takes the exact roll"},
			{Is: "no", Does: variant.Permits, Means: "is reached by any roll that is high enough"}}},
		Read: func(r *settings, v variant.Value) { r.exact = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "six-again", Decides: "whether a 6 gives another roll", Topic: "A 6", Values: []variant.Meaning{
			{Is: "yes", Does: variant.Changes, Means: "gives another roll"},
			{Is: "no", Does: variant.Changes, Means: "is a roll like others"}}},
		Read: func(r *settings, v variant.Value) { r.again = v.Word == "yes" },
	},
}

// word is an action as a log writes it, such as 4:14: the roll, and the square on which the
// token comes to rest. Each of them, or both, may be unknown.
type word struct {
	Die  notation.Die  `parser:"( @(Digits | '?') ':'"`
	To   notation.To   `parser:"  @(Digits | '?')"`
	Lone notation.Kind `parser:"| @'?' )"`
}

var grammar = action.New[word](action.Form{
	Shape: "DIE:SQUARE, such as 4:14",
	Check: func(p notation.Part) string {
		if n, err := strconv.Atoi(p.Text); err != nil || n == 0 || strconv.Itoa(n) != p.Text {
			return strconv.Quote(p.Text) + " is not the number of a square"
		}
		return ""
	},
})

// The reasons for which the engine refuses an action.
const (
	gameOver rules.Reason = iota + 1
	miscounted
)

var reasons = []rules.ReasonInfo{
	gameOver:   {Code: "game-over", Rule: "outcome"},
	miscounted: {Code: "miscounted", Rule: "movement"},
}

// state is a position. It is a flat value: copying it copies the game.
type state struct {
	rules.Order
	At [maxPlayers]uint8 // by seat; 0 is the start, before square 1
}

// move is one roll, and where the token comes to rest.
type move struct{ Die, To uint8 }

// engine judges one variant. It is immutable.
type engine struct {
	rules.Alternating[state, *state]
	settings
	variant *variant.Variant
	last    uint8
	slide   [maxSquares + 1]uint8 // where a token rests that lands on a square
}

func newEngine(v *variant.Variant) (*engine, error) {
	e := &engine{settings: variant.Ruling(points, v), variant: v, last: uint8(v.Board["squares"].Number)}
	for q := range e.slide {
		e.slide[q] = uint8(q)
	}
	for _, row := range v.Board["slides"].Rows {
		from, to := row["from"].Number, row["to"].Number
		if from >= int(e.last) || to > int(e.last) || from == to || e.slide[from] != uint8(from) {
			return nil, row["from"].Errorf("no snake or ladder can lead from %d to %d here", from, to)
		}
		e.slide[from] = uint8(to)
	}
	for _, row := range v.Board["slides"].Rows {
		if to := row["to"].Number; e.slide[to] != uint8(to) {
			return nil, row["to"].Errorf("on %d another snake or ladder begins", to)
		}
	}
	return e, nil
}

// lands returns the square where a token from square at lands after a roll, before a snake or ladder
// moves it on. It is square at if the roll is too high.
func (e *engine) lands(at, die uint8) uint8 {
	switch to := int(at) + int(die); {
	case to <= int(e.last):
		return uint8(to)
	case e.exact:
		return at
	}
	return e.last
}

// rest returns the square where a token from square at comes to rest after a roll.
func (e *engine) rest(at, die uint8) uint8 {
	if to := e.lands(at, die); to != at {
		return e.slide[to]
	}
	return at
}

func (e *engine) Start(players int) state {
	return state{Order: rules.NewOrder(players)}
}

func (e *engine) Legal(dst []move, s *state) []move {
	for die := uint8(1); die <= 6 && s.Clock.Phase != rules.Over; die++ {
		dst = append(dst, move{die, e.rest(s.At[s.Clock.Seat], die)})
	}
	return dst
}

func (e *engine) Check(s *state, m move) rules.Refusal {
	if s.Clock.Phase == rules.Over {
		return rules.Refusal{Reason: gameOver}
	}
	if due := e.rest(s.At[s.Clock.Seat], m.Die); m.To != due {
		return rules.Refusal{Reason: miscounted, Args: [4]int32{int32(due)}}
	}
	return rules.Refusal{}
}

func (e *engine) Apply(s *state, m move) {
	s.At[s.Clock.Seat] = m.To
	switch {
	case m.To == e.last:
		s.Clock.Phase = rules.Over
	case m.Die == 6 && e.again:
		s.Clock.Phase = rules.Open
	default:
		e.Close(s)
	}
}

// The text of a position shows all there is.
func (e *engine) Shown(s state) state        { return s }
func (e *engine) Adopt(shown, _ state) state { return shown }

// AppendPosition appends TURN WHO NAME=SQUARE …, with 0 for the start.
func (e *engine) AppendPosition(dst []byte, s *state, handles []string) []byte {
	dst = rules.AppendClock(dst, s.Clock, handles)
	for seat, handle := range handles {
		dst = append(append(append(dst, ' '), handle...), '=')
		dst = strconv.AppendInt(dst, int64(s.At[seat]), 10)
	}
	return dst
}

func (e *engine) ParsePosition(text string, handles []string) (state, error) {
	s := e.Start(len(handles))
	fields, err := s.Clock.Parse(text, handles)
	if err != nil {
		return state{}, err
	}
	won := false
	err = rules.ParseSeats(fields, handles, "SQUARE", func(seat uint8, at string) error {
		q, err := strconv.Atoi(at)
		if err != nil || q < 0 || q > int(e.last) {
			return rules.Malformed(strconv.Quote(at) + " is no square from 0 to " + strconv.Itoa(int(e.last)))
		}
		s.At[seat], won = uint8(q), won || q == int(e.last)
		if e.slide[q] != uint8(q) {
			return rules.Contradiction("no token stays on " + at + ": it goes on to " + strconv.Itoa(int(e.slide[q])))
		}
		return nil
	})
	if err != nil {
		return state{}, err
	}
	over := s.Clock.Phase == rules.Over
	if won != over || over && s.At[s.Clock.Seat] != e.last {
		return state{}, rules.Contradiction("the game is over exactly when the player whose turn it is has reached " + strconv.Itoa(int(e.last)))
	}
	return s, nil
}
