// Package trouble is the engine of Trouble: pegs race once round a track, from HOME to
// FINISH, and send each other back on the way. Where the printed rules and the shorter
// rules specification disagree, or say nothing, there is a rule point.
//
// The rules are set out in spec/trouble.md, clause by clause.
package trouble

import (
	"embed"

	"tpnote/rules"
	"tpnote/rules/variant"
)

// Bounds on what a board may be, so that a position is flat and a Pos one byte.
const (
	MaxColours = 8
	MaxPegs    = 8
	maxQuarter = 24
	maxFinish  = 8
)

//go:embed variants/*.yaml
var files embed.FS

// Family is what the Trouble engine brings to the variant library.
var Family = &variant.Family{
	Name:  "trouble",
	Games: []variant.Game{{Name: "trouble", Title: "Trouble", Default: "trouble-official"}},
	Points: []variant.Point{
		{Name: "players", Decides: "how many colours may play", Kind: variant.Range, Min: 1, Max: MaxColours},
		{Name: "turn-direction", Decides: "which way round the board the turn passes", Choices: []string{"clockwise", "counter-clockwise"}},
		{Name: "rolloff-tie", Decides: "who pops again when the pop for the first turn is tied", Choices: []string{"highest", "everyone", "every-tie"}},
		{Name: "enter-on", Decides: "which faces of the die bring a peg from HOME to START", Kind: variant.Faces, Min: 1, Max: 6},
		{Name: "extra-pop-on", Decides: "which faces of the die give another pop", Kind: variant.Faces, Min: 1, Max: 6},
		{Name: "extra-pop-limit", Decides: "how many extra pops one turn may have", Kind: variant.Number, Choices: []string{"none"}, Min: 0, Max: 100},
		{Name: "extra-pop-when-stuck", Decides: "whether a face that no peg can use still gives its extra pop", Choices: []string{"yes", "no"}},
		{Name: "forced-move", Decides: "whether a player who can move has to", Choices: []string{"yes", "no"}},
		{Name: "finish-entry", Decides: "which FINISH spaces a peg may land on", Choices: []string{"deepest", "any", "any-no-passing"}},
		{Name: "finish-moves", Decides: "whether a peg may move on inside FINISH", Choices: []string{"yes", "no"}},
		{Name: "start-safe", Decides: "whether a peg on its own START is safe from being sent home", Choices: []string{"yes", "no"}},
		{Name: "play-on", Decides: "whether the others may play on for places once a colour has finished", Choices: []string{"optional", "no", "required"}},
		{Name: "home-tries", Decides: "how many pops a player may have in a turn that begins without a peg on the track", Kind: variant.Number, Min: 1, Max: 6, Off: "1"},
		{Name: "own-landing", Decides: "whether a peg may land on a peg of its own side on the track, START excepted", Choices: []string{"never", "sends-home"}, Off: "never"},
	},
	Board: []variant.Part{
		{Name: "colours", Kind: variant.PartWords, Min: 2, Max: MaxColours},
		{Name: "quarter", Kind: variant.PartNumber, Min: 2, Max: maxQuarter},
		{Name: "finish", Kind: variant.PartNumber, Min: 1, Max: maxFinish},
		{Name: "pegs", Kind: variant.PartNumber, Min: 1, Max: MaxPegs},
	},
	Files:   variant.Embedded(files),
	Phrases: phrases,
	Faults:  faults,
}

// Pos is how far a peg of some colour has come: 0 is HOME, 1 its START, then on round the
// track, and behind the track the spaces of FINISH. The same track space is another Pos
// for every colour. A move always adds the die to it.
type Pos uint8

const (
	Home    Pos = 0
	AtStart Pos = 1
)

// Action is one pop and the move made with it.
type Action struct {
	Die      uint8 // 1 to 6
	From, To Pos   // of the player's own colour; To is Home for a pass
}

// Pass makes the action of not moving.
func Pass(die uint8) Action { return Action{Die: die} }

// IsPass reports whether a moves nothing: HOME is nowhere to move to.
func (a Action) IsPass() bool { return a.To == Home }

// Sides gives by seat which side a colour plays for, 1 or 2. The zero value means that
// everybody plays alone. Sides do not change in a game, and so belong to the engine: see
// WithSides.
type Sides [MaxColours]uint8

// State is a position. It is a flat value: copying it copies the game.
type State struct {
	Clock   rules.Clock
	Players uint8
	Extra   uint8                    // extra pops given in this turn; counted only under an extra-pop-limit
	Tried   uint8                    // pops of this turn that moved nothing, of those that rule point home-tries counts
	Out     uint8                    // seats that have left the game; their pegs are Home, which is nowhere on the board
	Colours [MaxColours]uint8        // by seat: index in Engine.Colours
	Rank    [MaxColours]uint8        // by seat: the place, from 1; 0 while it has not finished; unplaced if it has left before that
	Pegs    [MaxColours][MaxPegs]Pos // by seat; ascending, so that equal positions are equal values
}

// unplaced is the rank of a colour that has left the game before it had finished.
const unplaced = 0xff

// entry is the value of rule point finish-entry.
type entry uint8

const (
	deepest entry = iota
	anyEmpty
	anyNoPassing
)

// faces is a set of faces of the die; bit n is face n.
type faces uint8

func (f faces) has(die uint8) bool { return f>>(die%8)&1 != 0 }

// Engine judges one variant, and one set of sides. It is immutable.
type Engine struct {
	Colours []string // the board's colours, clockwise
	Variant *variant.Variant

	quarter, track, last Pos // spaces between two STARTs, round the track, and to the end of FINISH
	pegs                 int
	unused               uint64                      // the bytes of a State's Pegs, as one word, behind those pegs
	ahead                [MaxColours][MaxColours]int // spaces from the START of one colour back to that of another
	name                 [][]string                  // by colour, then Pos
	space                map[string]Pos              // as the first colour counts
	view                 [MaxColours][256]Pos        // by colour: its Pos for what the first colour calls so

	sides               Sides
	counterClockwise    bool
	enterOn, extraOn    faces
	extraLimit          int // -1 for none
	extraStuck, mayPass bool
	entry               entry
	finishMoves         bool
	startSafe           bool
	playOn, playAll     bool // the others may play on for places; they have to
	tries               int
	ownHome             bool // a peg may send home one of its own side

	// For Try, see setSpecial: sets of spaces, as a colour counts.
	special       bool
	round, finish uint64 // the track and FINISH
	leave         uint64 // where a peg can move from, HOME apart
}

// New makes the engine of a resolved variant. Its error blames the line of the variant
// file that asks for what cannot be.
func New(v *variant.Variant) (*Engine, error) {
	e := &Engine{
		Variant:          v,
		counterClockwise: v.Is("turn-direction", "counter-clockwise"),
		enterOn:          facesOf(v, "enter-on"),
		extraOn:          facesOf(v, "extra-pop-on"),
		extraLimit:       -1,
		extraStuck:       v.Is("extra-pop-when-stuck", "yes"),
		mayPass:          v.Is("forced-move", "no"),
		finishMoves:      v.Is("finish-moves", "yes"),
		startSafe:        v.Is("start-safe", "yes"),
		playOn:           !v.Is("play-on", "no"),
		playAll:          v.Is("play-on", "required"),
		tries:            v.Setting("home-tries").Value.Lo,
		ownHome:          v.Is("own-landing", "sends-home"),
	}
	if !v.Is("extra-pop-limit", "none") {
		e.extraLimit = v.Setting("extra-pop-limit").Value.Lo
	}
	switch v.Setting("finish-entry").Value.Word {
	case "any":
		e.entry = anyEmpty
	case "any-no-passing":
		e.entry = anyNoPassing
	}
	if e.enterOn == 0 {
		return nil, v.Errorf("enter-on", "enter-on: without a face no peg could ever leave HOME")
	}
	if err := e.layOut(v); err != nil {
		return nil, err
	}
	e.setSpecial()
	if most := v.Setting("players").Value.Hi; most > len(e.Colours) {
		return nil, v.Errorf("players", "players goes up to %d, but the board has only %d colours", most, len(e.Colours))
	}
	return e, nil
}

func facesOf(v *variant.Variant, point string) faces {
	var f faces
	for _, face := range v.Setting(point).Value.Faces {
		f |= 1 << face
	}
	return f
}

// Start returns the position before turn 1 of the board's first colours; two players sit
// opposite each other. At most the board's number of colours can play.
func (e *Engine) Start(players int) State {
	colours := make([]uint8, players)
	for i := range colours {
		colours[i] = uint8(i)
	}
	if players == 2 {
		colours[1] = uint8(len(e.Colours) / 2)
	}
	return e.StartWith(colours)
}

// StartWith returns the position before turn 1, all pegs in HOME, of the given colours in
// seating order.
func (e *Engine) StartWith(colours []uint8) State {
	s := State{Clock: rules.Clock{Number: 1}, Players: uint8(len(colours))}
	copy(s.Colours[:], colours)
	return s
}

// WithSides returns the same engine for a game in which colours play together.
func (e *Engine) WithSides(sides Sides) *Engine {
	c := *e
	c.sides = sides
	c.setSpecial()
	return &c
}

// Turn returns whose turn it is.
func (e *Engine) Turn(s *State) *rules.Clock { return &s.Clock }

// pegsOf returns the pegs of a seat, ascending.
func (e *Engine) pegsOf(s *State, seat uint8) []Pos { return s.Pegs[seat][:e.pegs] }

// holds reports whether a peg of the seat stands on p.
func (e *Engine) holds(s *State, seat uint8, p Pos) bool {
	return contains(asWord(&s.Pegs[seat]), e.unused, p)
}

// contains reports whether p is among the bytes of a word, but for unused ones.
func contains(word, unused uint64, p Pos) bool {
	word = word ^ uint64(p)*ones | unused // now a byte is zero where a peg stands on p
	return (word-ones)&^word&(ones<<7) != 0
}

// asWord returns the pegs of a seat as one word, the first of them the lowest byte.
func asWord(pegs *[MaxPegs]Pos) uint64 {
	return uint64(pegs[0]) | uint64(pegs[1])<<8 | uint64(pegs[2])<<16 | uint64(pegs[3])<<24 |
		uint64(pegs[4])<<32 | uint64(pegs[5])<<40 | uint64(pegs[6])<<48 | uint64(pegs[7])<<56
}

const ones = 0x0101010101010101

// other returns the peg of another seat on the track space that the player to move calls p.
func (e *Engine) other(s *State, p Pos) (seat uint8, at Pos, found bool) {
	if p == Home || p > e.track {
		return 0, 0, false // everybody has a HOME and a FINISH of its own
	}
	mine := s.Clock.Seat
	for seat := range s.Players {
		if seat == mine {
			continue
		}
		at := e.seen(s.Colours[mine], s.Colours[seat], p)
		if e.holds(s, seat, at) {
			return seat, at, true
		}
	}
	return 0, 0, false
}

// seen turns the Pos of a track space from one colour's count into another's.
func (e *Engine) seen(from, by uint8, p Pos) Pos {
	q := int(p) + e.ahead[from][by]
	if q > int(e.track) {
		q -= int(e.track)
	}
	return Pos(q)
}

// allies reports whether two seats play for the same side.
func (e *Engine) allies(a, b uint8) bool { return e.sides[a] != 0 && e.sides[a] == e.sides[b] }
