// Package wheel is the engine of the three hub-and-spoke games: Trivial Pursuit (1981), its Genus III edition, and
// Heisey Mania. A token walks a wheel of category spaces; right answers in the headquarters earn wedges; with enough
// wedges a right answer in the hub wins. What differs between the games are rule points and the board, both data.
//
// The rules are set out in spec/wheel.md, clause by clause.
package wheel

import (
	"embed"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"tpnote/rules"
	"tpnote/rules/variant"
)

// A position holds up to MaxPlayers players. A box is a letter, a card a number up to MaxCard. Rules may allow less.
const (
	MaxPlayers = 24
	MaxBoxes   = 26
	MaxCard    = 1_000_000
)

//go:embed variants/*.yaml
var files embed.FS

// Family is the part of the wheel engine in the variant library.
var Family = &variant.Family{
	Name: "wheel",
	Games: []variant.Game{
		{Name: "trivial-pursuit", Title: "Trivial Pursuit", Default: "master-1981"},
		{Name: "heisey-mania", Title: "Heisey Mania", Default: "heisey-mania"},
	},
	Points: variant.Declared(points),
	Board: []variant.Part{{
		Name: "wheel", Kind: variant.PartRows, Min: 2, Max: MaxColours,
		Fields: []variant.Part{
			{Name: "hq", Kind: variant.PartWord},
			{Name: "spoke", Kind: variant.PartWords, Min: 0, Max: 20},
			{Name: "track", Kind: variant.PartWords, Min: 0, Max: 20},
		},
	}},
	Files:  variant.Embedded(files, "variants"),
	Faults: faults,
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

// Card is the number of a card in its box plus 1; 0 where it is not recorded.
type Card uint32

// HugeCard means any number that is too high to compare: no two such cards are the same.
const HugeCard Card = 1 << 31

// Mark is the worth of a right answer, weakest first.
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
	Barred uint8  // 1 + the space where the token may not land yet; 0 for none
	Wedges uint16 // bit i is Board.Colours[i]
}

// State is a position. It is a flat value: copying it copies the game.
type State struct {
	// Had of the Order are the seats that have had a turn (in this round, for first-turn-tie:
	// every-round), or have no chance to tie any more, or have left.
	rules.Order
	Box     uint8  // of the last question, from 1; 0 if there was none or it was not recorded
	Card    Card   // of the last question; 0 if there was none or it was not recorded
	Fresh   uint8  // 1 + the seat whose turn was the last one to end, if that was its first
	Winners uint32 // seats that have won
	Tokens  [MaxPlayers]Token
}

// Engine judges one variant. It is immutable.
type Engine struct {
	rules.Alternating[State, *State]
	Board   *Board
	Variant *variant.Variant
	settings

	least int    // wedges that the winning question takes, no more than there are
	set   uint16 // that must be among them, as in Token
	// The class of a player by the wedges: 1 with enough to win, else 0. By the class, where a roll leads,
	// and what a space asks of the player. Bit n of rolls[class][from][to] is a roll of n.
	classes [1 << MaxColours]uint8
	rolls   [2][MaxSpaces][MaxSpaces]uint8
	asks    [2][MaxSpaces][holdings]asked

	others func() []variant.Alternative[*Engine]
}

// New makes the engine of a resolved variant. Its error names the line of the file that asks for something impossible.
func New(v *variant.Variant) (*Engine, error) {
	b, err := newBoard(v)
	if err != nil {
		return nil, err
	}
	e := &Engine{Board: b, Variant: v, settings: variant.Ruling(points, v)}
	if e.wedges > len(b.Colours) {
		return nil, v.Errorf("wedges-to-win", "wedges-to-win is %d, but the board has only %d headquarters", e.wedges, len(b.Colours))
	}
	for _, code := range v.Setting("wedge-set").Value.Names {
		if b.ColourIndex(code) < 0 {
			return nil, v.Errorf("wedge-set", "wedge-set: the board has no headquarters of colour %q", code)
		}
	}
	e.makeTables()
	e.others = sync.OnceValue(e.alternatives)
	return e, nil
}

// alternatives makes the engines that differ from e in the value of one rule point.
func (e *Engine) alternatives() (list []variant.Alternative[*Engine]) {
	for _, a := range variant.Alternatives(points, e.settings) {
		other := &Engine{Board: e.Board, Variant: e.Variant, settings: a.Rules}
		other.makeTables()
		list = append(list, variant.Alternative[*Engine]{Point: a.Point, Rules: other})
	}
	return list
}

// makeTables makes what the engine looks up from the settings and the board.
func (e *Engine) makeTables() {
	e.least = min(e.wedges, len(e.Board.Colours))
	for c, code := range e.Board.Colours {
		if e.among == variant.Every || slices.Contains(strings.Split(e.among, ","), code) {
			e.set |= 1 << c
		}
	}
	for wedges := range e.classes {
		if bits.OnesCount(uint(wedges)) >= e.least && uint16(wedges)&e.set == e.set {
			e.classes[wedges] = 1
		}
	}
	for class := range uint8(2) {
		for from := range Space(e.Board.Len()) {
			for holding := range holdings {
				e.asks[class][from][holding] = e.ask(from, class, holding)
			}
			for die := uint8(1); die <= 6; die++ {
				for to := range e.leads(from, die, class).All() {
					e.rolls[class][from][to] |= 1 << die
				}
			}
		}
	}
}

// ColourIndex returns the index of a colour code in Board.Colours, or -1.
func (b *Board) ColourIndex(code string) int { return slices.Index(b.Colours, code) }

// Boxes returns how many boxes of cards a log can name: two, or as many as there are.
func (e *Engine) Boxes() int { return max(2, e.boxes) }

// CountsCards reports whether the numbers of cards decide anything.
func (e *Engine) CountsCards() bool { return e.noRepeat || e.cards > 0 }

// Start returns the position before turn 1: every token in the hub. players is at most MaxPlayers.
func (e *Engine) Start(players int) State {
	s := State{Order: rules.NewOrder(players)}
	s.Back = e.backwards
	return s
}

// Mover returns the token of the player to move.
func (s *State) Mover() *Token { return &s.Tokens[s.Clock.Seat] }

// Enough reports whether a seat has the wedges that the winning question takes.
func (e *Engine) Enough(s *State, seat uint8) bool { return e.class(&s.Tokens[seat]) == 1 }

// class returns the class of a player with that token.
func (e *Engine) class(t *Token) uint8 { return e.classes[t.Wedges%(1<<MaxColours)] }
