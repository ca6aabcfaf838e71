// Package trouble is the engine of Trouble: pegs race once round a track, from HOME to FINISH, and send each other back
// on the way. If the printed rules and the shorter rules specification disagree, or say nothing, a rule point decides.
//
// The rules are set out in spec/trouble.md, clause by clause.
package trouble

import (
	"embed"
	"math/bits"
	"slices"

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

// Family is the part of the Trouble engine in the variant library.
var Family = &variant.Family{
	Name:   "trouble",
	Games:  []variant.Game{{Name: "trouble", Title: "Trouble", Default: "trouble-official"}},
	Points: variant.Declared(points),
	Board: []variant.Part{
		{Name: "colours", Kind: variant.PartWords, Min: 2, Max: MaxColours},
		{Name: "quarter", Kind: variant.PartNumber, Min: 2, Max: maxQuarter},
		{Name: "finish", Kind: variant.PartNumber, Min: 1, Max: maxFinish},
		{Name: "pegs", Kind: variant.PartNumber, Min: 1, Max: MaxPegs},
	},
	Files:  variant.Embedded(files, "variants"),
	Faults: faults,
}

// Pos is how far a peg of some colour has come: 0 is HOME, 1 its START, then on round the track, and after the track
// the spaces of FINISH. Each colour has another Pos for the same track space. A move adds the die to it.
type Pos uint8

const (
	Home    Pos = 0
	AtStart Pos = 1
)

// Action is one pop and the move that uses it.
type Action struct {
	Die      uint8 // 1 to 6
	From, To Pos   // of the player's own colour; To is Home for a pass
}

// Pass makes the action of not moving.
func Pass(die uint8) Action { return Action{Die: die} }

// IsPass reports whether a moves nothing: HOME is nowhere to move to.
func (a Action) IsPass() bool { return a.To == Home }

// Sides gives by seat which side a colour plays for, 1 or 2. In the zero value every colour
// plays alone. Sides do not change in a game, and so belong to the engine: see WithSides.
type Sides [MaxColours]uint8

// State is a position. It is a flat value: copying it copies the game.
type State struct {
	rules.Order                          // Gone are the seats that have finished or left
	Extra       uint8                    // extra pops given in this turn; counted only under an extra-pop-limit
	Tried       uint8                    // pops of this turn that moved nothing, of those that rule point home-tries counts
	Colours     [MaxColours]uint8        // by seat: index in Engine.Colours
	Rank        [MaxColours]uint8        // by seat: the place, from 1; 0 if it has not finished
	Pegs        [MaxColours][MaxPegs]Pos // by seat; ascending, so that equal positions are equal values; those of a seat that has left are Home
}

// Engine judges one variant, and one set of sides. It is immutable.
type Engine struct {
	rules.Alternating[State, *State]
	Colours []string // the board's colours, clockwise
	Variant *variant.Variant

	quarter, track, last Pos // spaces between two STARTs, round the track, and to the end of FINISH
	pegs                 int
	names                []string             // of the spaces, as the first colour counts
	space                map[string]Pos       // by name, as the first colour counts
	view                 [MaxColours][256]Pos // by colour: its Pos for one of the first colour
	common               [MaxColours][256]Pos // by colour: the Pos of the first colour for one of its own

	settings
	sides Sides
}

// New makes the engine of a resolved variant. Its error names the line of the file that asks for something impossible.
func New(v *variant.Variant) (*Engine, error) {
	e := &Engine{Variant: v, settings: variant.Ruling(points, v)}
	if e.enterOn == 0 {
		return nil, v.Errorf("enter-on", "enter-on: without a face no peg can ever leave HOME")
	}
	if err := e.layOut(v); err != nil {
		return nil, err
	}
	if most := v.Setting("players").Value.Hi; most > len(e.Colours) {
		return nil, v.Errorf("players", "players goes up to %d, but the board has only %d colours", most, len(e.Colours))
	}
	return e, nil
}

// Playing returns which of the board's colours play if none are named: the first ones, two opposite each other, or all.
func Playing(all []string, players int) []string {
	if players == 2 {
		return []string{all[0], all[len(all)/2]}
	}
	return all[:min(players, len(all))]
}

// Start returns the position before turn 1 for the colours of Playing.
func (e *Engine) Start(players int) State {
	colours, _ := e.Seats(Playing(e.Colours, players)) // they are in order
	return e.StartWith(colours)
}

// StartWith returns the position before turn 1, all pegs in HOME, of the given colours in seating order.
func (e *Engine) StartWith(colours []uint8) State {
	s := State{Order: rules.NewOrder(len(colours))}
	s.Back = e.counterClockwise
	copy(s.Colours[:], colours)
	return s
}

// WithSides returns the engine for a game in which colours play together.
func (e *Engine) WithSides(sides Sides) *Engine {
	c := *e
	c.sides = sides
	return &c
}

// PegsOf returns the pegs of a seat, ascending.
func (e *Engine) PegsOf(s *State, seat uint8) []Pos { return s.Pegs[seat][:e.pegs] }

// Stand counts the pegs of a seat that are in HOME, and in FINISH.
func (e *Engine) Stand(s *State, seat uint8) (home, finish int) {
	pegs := e.PegsOf(s, seat)
	home, _ = slices.BinarySearch(pegs, AtStart)
	outside, _ := slices.BinarySearch(pegs, e.track+1)
	return home, len(pegs) - outside
}

// holds reports whether a seat has a peg on p.
func (e *Engine) holds(s *State, seat uint8, p Pos) bool {
	return find(asWord(&s.Pegs[seat]), p) < e.pegs
}

// mine returns the pegs of the player to move.
func (s *State) mine() uint64 { return asWord(&s.Pegs[s.Clock.Seat%MaxColours]) }

// find returns the index of the first peg on p; without one, that of no peg.
func find(pegs uint64, p Pos) int { return bits.TrailingZeros64(on(pegs, p)) / 8 }

// has reports whether a peg is on p, which is not HOME.
func has(pegs uint64, p Pos) bool { return on(pegs, p) != 0 }

// on marks the pegs on p, at least the first of them.
func on(pegs uint64, p Pos) uint64 {
	const ones = 0x0101010101010101
	pegs ^= uint64(p) * ones // now a peg on p is zero
	return (pegs - ones) &^ pegs & (ones << 7)
}

// asWord returns the pegs of a seat as the bytes of a word. The bytes after the last peg are HOME.
func asWord(p *[MaxPegs]Pos) uint64 {
	return uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24 |
		uint64(p[4])<<32 | uint64(p[5])<<40 | uint64(p[6])<<48 | uint64(p[7])<<56
}

// seen converts the Pos of a space from one colour's count to another's. HOME and FINISH are the same in each count.
func (e *Engine) seen(from, by uint8, p Pos) Pos { return e.view[by][e.common[from][p]] }

// Allies reports whether two seats play for the same side.
func (e *Engine) Allies(a, b uint8) bool { return e.sides[a] != 0 && e.sides[a] == e.sides[b] }
