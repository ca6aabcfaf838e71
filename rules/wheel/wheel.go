// Package wheel is the engine of the three hub-and-spoke games: Trivial Pursuit (1981),
// its Genus III edition, and Heisey Mania. A token walks a wheel of category spaces; right
// answers in the headquarters earn wedges; with enough wedges a right answer in the hub
// wins. What differs between the games are rule points and the board, both data.
//
// The rules are set out in spec/wheel.md, clause by clause.
package wheel

import (
	"embed"
	"math/bits"
	"slices"

	"tpnote/rules"
	"tpnote/rules/variant"
)

// A position can hold MaxPlayers players, and a box is a letter: rule points may allow fewer.
const (
	MaxPlayers = 24
	MaxBoxes   = 26
)

//go:embed variants/*.yaml
var files embed.FS

// Family is what the wheel engine brings to the variant library.
var Family = &variant.Family{
	Name: "wheel",
	Games: []variant.Game{
		{Name: "trivial-pursuit", Title: "Trivial Pursuit", Default: "master-1981"},
		{Name: "heisey-mania", Title: "Heisey Mania", Default: "heisey-mania"},
	},
	Points: []variant.Point{
		{Name: "players", Decides: "how many players or teams may play", Kind: variant.Range, Min: 1, Max: MaxPlayers},
		{Name: "rolloff-tie", Decides: "who rolls again when the roll for the first turn is tied", Choices: []string{"highest", "everyone", "every-tie"}},
		{Name: "hub-entry", Decides: "whether a player with enough wedges needs the exact count to end in the hub", Choices: []string{"exact", "at-least"}},
		{Name: "hub-exit", Decides: "by which spoke a move that passes through the hub goes on", Choices: []string{"another-spoke", "any-spoke"}},
		{Name: "hub-passing", Decides: "who may move through the hub", Choices: []string{"always", "qualified", "never"}},
		{Name: "headquarters-reentry", Decides: "when a player who missed a wedge question may land there again", Choices: []string{"anytime", "after-question"}},
		{Name: "hub-reentry", Decides: "when a player who missed the winning question may land in the hub again", Choices: []string{"anytime", "after-question"}},
		{Name: "wedges-to-win", Decides: "how many wedges the winning question takes", Kind: variant.Number, Min: 1, Max: MaxColours},
		{Name: "wedge-set", Decides: "which wedges must be among them", Kind: variant.Names, Choices: []string{"any"}},
		{Name: "first-turn-tie", Decides: "who may still tie a win", Choices: []string{"shared", "none", "every-round"}},
		{Name: "card-boxes", Decides: "how many boxes of cards there are", Kind: variant.Number, Min: 1, Max: MaxBoxes},
		{Name: "card-alternation", Decides: "whether one question after the other must come from the other box", Choices: []string{"strict", "free"}},
		{Name: "card-repeat", Decides: "whether a question may be on the card of the question before it", Choices: []string{"never", "allowed"}, Off: "allowed"},
		{Name: "stopping", Decides: "whether a player may end the turn after a right answer", Choices: []string{"never", "allowed"}},
		{Name: "wedge-ends-turn", Decides: "whether earning a wedge ends the turn", Choices: []string{"no", "yes"}},
		{Name: "turn-direction", Decides: "which way round the table the turn passes", Choices: []string{"clockwise", "counter-clockwise"}, Off: "clockwise"},
		{Name: "held-headquarters", Decides: "what a player does on a headquarters whose wedge it holds", Choices: []string{"question", "choice"}, Off: "question"},
	},
	Board: []variant.Part{{
		Name: "wheel", Kind: variant.PartRows, Min: 2, Max: MaxColours,
		Fields: []variant.Part{
			{Name: "hq", Kind: variant.PartWord},
			{Name: "spoke", Kind: variant.PartWords, Min: 0, Max: 20},
			{Name: "track", Kind: variant.PartWords, Min: 0, Max: 20},
		},
	}},
	Files:   variant.Embedded(files),
	Phrases: phrases,
	Faults:  faults,
}

// Answer is how a question was answered.
type Answer uint8

const (
	NoAnswer Answer = iota // no question was asked, or its answer is not recorded
	Right
	Wrong
)

// Action is one roll with what came of it.
type Action struct {
	Die      uint8 // 1 to 6
	Space    Space // where the token ends
	Category uint8 // 1 + index in Board.Colours; 0 where the space decides
	Answer   Answer
	Box      uint8 // from 1, the box that the question came from; 0 where not recorded
	Card     Card  // in that box
}

// Card is the number of a card in its box and 1; 0 where it is not recorded.
type Card uint32

// Mark is what a right answer is worth, weakest first.
type Mark uint8

const (
	NoMark    Mark = iota
	WrongMark      // "-"
	RightMark      // "+"
	WedgeMark      // "*": a wedge is earned
	WinMark        // "#": the game is won
)

// Token is one player's token and what it carries.
type Token struct {
	Space  Space
	Barred uint8  // 1 + the space that may not be landed on yet; 0 for none
	Wedges uint16 // bit i is Board.Colours[i]
}

// State is a position. It is a flat value: copying it copies the game.
type State struct {
	Clock   rules.Clock
	Players uint8
	Box     uint8  // of the last question, from 1; 0 if there was none or it was not recorded
	Card    Card   // of the last question, where card-repeat asks for it
	Fresh   uint8  // 1 + the seat whose turn was the last one to end, if that was its first
	Had     uint32 // seats that have had a turn (in this round, for first-turn-tie: every-round), or no chance to tie any more, or have left
	Winners uint32 // seats that have won
	Out     uint32 // seats that have left the game
	Tokens  [MaxPlayers]Token
}

// Engine judges one variant. It is immutable.
type Engine struct {
	Board   *Board
	Variant *variant.Variant

	enough        [1 << MaxColours / 64]uint64 // the sets of wedges, as numbers, that the winning question takes
	entryAtLeast  bool
	plain         bool // wedges make no difference to where a roll leads
	exit          through
	ways          [2]through // through the hub: without enough wedges, and with them
	barHQ, barHub bool
	sharedTie     bool // a win may be tied,
	everyRound    bool // and not only one in a first turn
	backwards     bool // the turn passes counter-clockwise
	heldChoice    bool
	boxes         int
	alternate     bool
	noRepeat      bool
	mayStop       bool
	wedgeEnds     bool

	// Where a roll leads, bars apart, by class and from: the spaces of a roll, and the rolls
	// to a space (bit n is a roll of n).
	reach [2][MaxSpaces][7]Spaces
	rolls [2][MaxSpaces][MaxSpaces]uint8
	asked [2][][]Action // by whether the wedge of the space is held, and space: see makeAsked
}

// New makes the engine of a resolved variant. Its error blames the line of the variant
// file that asks for what cannot be.
func New(v *variant.Variant) (*Engine, error) {
	b, err := newBoard(v)
	if err != nil {
		return nil, err
	}
	e := &Engine{
		Board: b, Variant: v,
		entryAtLeast: v.Is("hub-entry", "at-least"),
		exit:         anotherSpoke,
		barHQ:        v.Is("headquarters-reentry", "after-question"),
		barHub:       v.Is("hub-reentry", "after-question"),
		sharedTie:    !v.Is("first-turn-tie", "none"),
		everyRound:   v.Is("first-turn-tie", "every-round"),
		backwards:    v.Is("turn-direction", "counter-clockwise"),
		heldChoice:   v.Is("held-headquarters", "choice"),
		boxes:        v.Setting("card-boxes").Value.Lo,
		alternate:    v.Is("card-alternation", "strict"),
		noRepeat:     v.Is("card-repeat", "never"),
		mayStop:      v.Is("stopping", "allowed"),
		wedgeEnds:    v.Is("wedge-ends-turn", "yes"),
	}
	if v.Is("hub-exit", "any-spoke") {
		e.exit = anySpoke
	}
	switch v.Setting("hub-passing").Value.Word {
	case "always":
		e.ways = [2]through{e.exit, e.exit}
	case "qualified":
		e.ways[1] = e.exit
	}
	least, all := v.Setting("wedges-to-win").Value.Lo, uint16(0)
	if least > len(b.Colours) {
		return nil, v.Errorf("wedges-to-win", "wedges-to-win is %d, but the board has only %d headquarters", least, len(b.Colours))
	}
	for _, code := range v.Setting("wedge-set").Value.Names {
		c := b.ColourIndex(code)
		if c < 0 {
			return nil, v.Errorf("wedge-set", "wedge-set: the board has no headquarters of colour %q", code)
		}
		all |= 1 << c
	}
	for w := range uint16(1) << len(b.Colours) {
		if bits.OnesCount16(w) >= least && w&all == all {
			e.enough[w/64] |= 1 << (w % 64)
		}
	}
	e.makeReach()
	e.makeAsked()
	return e, nil
}

// ColourIndex returns the index of a colour code in Board.Colours, or -1.
func (b *Board) ColourIndex(code string) int { return slices.Index(b.Colours, code) }

// Boxes returns how many boxes of cards have a name: two, or as many as there are.
func (e *Engine) Boxes() int { return max(2, e.boxes) }

// CountsCards reports whether the numbers of cards decide anything.
func (e *Engine) CountsCards() bool { return e.noRepeat }

// Start returns the position before turn 1: every token in the hub. players is at most
// MaxPlayers.
func (e *Engine) Start(players int) State {
	return State{Clock: rules.Clock{Number: 1}, Players: uint8(players)}
}

// Turn returns whose turn it is.
func (e *Engine) Turn(s *State) *rules.Clock { return &s.Clock }

// Enough reports whether a seat has the wedges that the winning question takes.
func (e *Engine) Enough(s *State, seat uint8) bool {
	return e.isEnough(s.Tokens[seat].Wedges)
}

// isEnough reports whether the winning question takes no more than these wedges.
func (e *Engine) isEnough(w uint16) bool {
	return e.enough[w/64%uint16(len(e.enough))]>>(w%64)&1 != 0
}
