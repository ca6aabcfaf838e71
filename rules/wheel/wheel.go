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

	"tpnote/rules"
	"tpnote/rules/variant"
)

// MaxPlayers is how many players a position can hold; rule point players may allow fewer.
const MaxPlayers = 24

//go:embed variants/*.yaml
var files embed.FS

// Family is what the wheel engine brings to the variant library.
var Family = &variant.Family{
	Name: "wheel",
	Games: []variant.Game{
		{Name: "trivial-pursuit", Default: "master-1981"},
		{Name: "heisey-mania", Default: "heisey-mania"},
	},
	Points: []variant.Point{
		{Name: "players", Decides: "how many players or teams may play", Kind: variant.Range, Min: 1, Max: MaxPlayers},
		{Name: "rolloff-tie", Decides: "who rolls again when the roll for the first turn is tied", Choices: []string{"highest", "everyone"}},
		{Name: "hub-entry", Decides: "whether a player with enough wedges needs the exact count to end in the hub", Choices: []string{"exact", "at-least"}},
		{Name: "hub-exit", Decides: "by which spoke a move that passes through the hub goes on", Choices: []string{"another-spoke", "any-spoke"}},
		{Name: "hub-passing", Decides: "who may move through the hub", Choices: []string{"always", "qualified", "never"}},
		{Name: "headquarters-reentry", Decides: "when a player who missed a wedge question may land there again", Choices: []string{"anytime", "after-question"}},
		{Name: "hub-reentry", Decides: "when a player who missed the winning question may land in the hub again", Choices: []string{"anytime", "after-question"}},
		{Name: "wedges-to-win", Decides: "how many wedges the winning question takes", Kind: variant.Number, Min: 1, Max: MaxColours},
		{Name: "wedge-set", Decides: "which wedges must be among them", Kind: variant.Names, Choices: []string{"any"}},
		{Name: "first-turn-tie", Decides: "whether players without a turn may still tie a win in a first turn", Choices: []string{"shared", "none"}},
		{Name: "card-boxes", Decides: "how many boxes of cards there are", Kind: variant.Number, Min: 1, Max: 2},
		{Name: "card-alternation", Decides: "whether one question after the other must come from the other box", Choices: []string{"strict", "free"}},
		{Name: "stopping", Decides: "whether a player may end the turn after a right answer", Choices: []string{"never", "allowed"}},
		{Name: "wedge-ends-turn", Decides: "whether earning a wedge ends the turn", Choices: []string{"no", "yes"}},
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
	Box      uint8 // 1 or 2, the box that the question came from; 0 where not recorded
}

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
	Box     uint8  // of the last question, 1 or 2; 0 if there was none or it was not recorded
	Fresh   uint8  // 1 + the seat whose turn was the last one to end, if that was its first
	Had     uint32 // seats that have had a turn, or no chance to tie any more; kept for first-turn-tie
	Winners uint32 // seats that have won
	Tokens  [MaxPlayers]Token
}

// Engine judges one variant. It is immutable.
type Engine struct {
	Board   *Board
	Variant *variant.Variant

	minWedges     int
	mustHave      uint16
	entryAtLeast  bool
	exit          through
	ways          [2]through // through the hub: without enough wedges, and with them
	plain         bool       // wedges make no difference to where a move may end
	barHQ, barHub bool
	sharedTie     bool
	boxes         int
	alternate     bool
	mayStop       bool
	wedgeEnds     bool

	rolls [2][MaxSpaces][MaxSpaces]uint8 // bit n of [enough wedges][from][to] is a roll of n: see tableRolls
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
		minWedges:    v.Setting("wedges-to-win").Value.Lo,
		entryAtLeast: v.Is("hub-entry", "at-least"),
		exit:         anotherSpoke,
		barHQ:        v.Is("headquarters-reentry", "after-question"),
		barHub:       v.Is("hub-reentry", "after-question"),
		sharedTie:    v.Is("first-turn-tie", "shared"),
		boxes:        v.Setting("card-boxes").Value.Lo,
		alternate:    v.Is("card-alternation", "strict"),
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
	e.plain = e.ways[0] == e.ways[1] && !e.entryAtLeast
	if e.minWedges > len(b.Colours) {
		return nil, v.Errorf("wedges-to-win", "wedges-to-win is %d, but the board has only %d headquarters", e.minWedges, len(b.Colours))
	}
	for _, code := range v.Setting("wedge-set").Value.Names {
		c := b.colourIndex(code)
		if c < 0 {
			return nil, v.Errorf("wedge-set", "wedge-set: the board has no headquarters of colour %q", code)
		}
		e.mustHave |= 1 << c
	}
	e.tableRolls()
	return e, nil
}

func (b *Board) colourIndex(code string) int {
	for i, c := range b.Colours {
		if c == code {
			return i
		}
	}
	return -1
}

// ColourIndex is the index of a colour code in Board.Colours, or -1.
func (b *Board) ColourIndex(code string) int { return b.colourIndex(code) }

// Start is the position before turn 1: every token in the hub. players is at most
// MaxPlayers.
func (e *Engine) Start(players int) State {
	return State{Clock: rules.Clock{Number: 1}, Players: uint8(players)}
}

// Turn tells whose turn it is.
func (e *Engine) Turn(s *State) rules.Clock { return s.Clock }

// Enough reports whether a seat has the wedges that the winning question takes.
func (e *Engine) Enough(s *State, seat uint8) bool {
	w := s.Tokens[seat].Wedges
	return bits.OnesCount16(w) >= e.minWedges && w&e.mustHave == e.mustHave
}

// way is how a seat may use the hub on its way.
func (e *Engine) way(enough bool) through {
	if enough {
		return e.ways[1]
	}
	return e.ways[0]
}

// targets is the set of spaces that the token of the player to move may end on.
func (e *Engine) targets(s *State, die uint8) Spaces {
	t := &s.Tokens[s.Clock.Seat]
	enough := e.Enough(s, s.Clock.Seat)
	set := e.Board.reach[e.way(enough)][t.Space][die]
	if e.entryAtLeast && enough && e.Board.toHub[t.Space] <= int(die) {
		set.add(Hub)
	}
	if t.Barred != 0 {
		set[(t.Barred-1)>>6] &^= 1 << ((t.Barred - 1) & 63)
	}
	return set
}

// Legal appends the legal actions of s in the order of roll, space, category, and right
// before wrong. No box is recorded in them.
func (e *Engine) Legal(dst []Action, s *State) []Action {
	if s.Clock.Phase == rules.Over {
		return dst
	}
	for die := uint8(1); die <= 6; die++ {
		set := e.targets(s, die)
		for word, low := range [2]Space{0, 64} {
			for m := set[word]; m != 0; m &= m - 1 {
				dst = e.answers(dst, die, low+Space(bits.TrailingZeros64(m)))
			}
		}
	}
	return dst
}

func (e *Engine) answers(dst []Action, die uint8, space Space) []Action {
	a := Action{Die: die, Space: space}
	switch e.Board.kind[space] {
	case RollAgain:
		return append(dst, a)
	case HubKind:
		for c := range e.Board.Colours {
			a.Category = uint8(c) + 1
			dst = appendBoth(dst, a)
		}
		return dst
	default:
		return appendBoth(dst, a)
	}
}

func appendBoth(dst []Action, a Action) []Action {
	right, wrong := a, a
	right.Answer, wrong.Answer = Right, Wrong
	return append(dst, right, wrong)
}

// Due is the mark that a right answer to a's question earns in s. It is NoMark on a
// roll-again space.
func (e *Engine) Due(s *State, a Action) Mark {
	t := &s.Tokens[s.Clock.Seat]
	switch e.Board.kind[a.Space] {
	case RollAgain:
		return NoMark
	case HubKind:
		if e.Enough(s, s.Clock.Seat) {
			return WinMark
		}
	case Headquarters:
		if t.Wedges>>e.Board.colour[a.Space]&1 == 0 {
			return WedgeMark
		}
	}
	return RightMark
}

// Apply moves the token and gives the answer its effect. It carries out illegal actions
// too: the token stands where a says, whatever the roll.
func (e *Engine) Apply(s *State, a Action) {
	t := &s.Tokens[s.Clock.Seat]
	due := e.Due(s, a)
	t.Space = a.Space
	s.Clock.Phase = rules.Open
	if due == NoMark || a.Answer == NoAnswer {
		return
	}
	s.Box = a.Box
	t.Barred = 0 // any question lifts the bar; the barred one, missed again, restores it
	if a.Answer == Wrong {
		if due == WedgeMark && e.barHQ || due == WinMark && e.barHub {
			t.Barred = uint8(a.Space) + 1
		}
		e.endTurn(s)
		return
	}
	switch due {
	case WedgeMark:
		t.Wedges |= 1 << e.Board.colour[a.Space]
		if e.wedgeEnds {
			e.endTurn(s)
		}
	case WinMark:
		s.Winners |= 1 << s.Clock.Seat
		if !e.sharedTie || s.Had>>s.Clock.Seat&1 != 0 {
			s.Had = 1<<s.Players - 1 // nobody may tie such a win
		}
		e.endTurn(s)
	}
}

// endTurn passes the turn to the left, or ends the game.
func (e *Engine) endTurn(s *State) {
	seat := s.Clock.Seat
	s.Fresh = 0
	if s.Had>>seat&1 == 0 {
		s.Fresh = seat + 1
	}
	s.Had |= 1 << seat
	next := seat + 1
	if next == s.Players {
		next = 0
	}
	if s.Winners != 0 {
		if next = e.chance(s, seat); next == seat {
			s.Clock.Phase = rules.Over
			return
		}
	}
	s.Clock = rules.Clock{Number: s.Clock.Number + 1, Seat: next, Phase: rules.Due}
}

// chance is the first seat behind the given one that has not had a turn, or that seat
// itself if there is none.
func (e *Engine) chance(s *State, seat uint8) uint8 {
	for i := uint8(1); i < s.Players; i++ {
		if next := (seat + i) % s.Players; s.Had>>next&1 == 0 {
			return next
		}
	}
	return seat
}

// MayTake reports whether a turn that is due may be taken by the given seat: by the one it
// falls to, or, once there is a winner, by any seat that has not had a turn and so
// may still tie (those passed over decline).
func (e *Engine) MayTake(s *State, seat uint8) bool {
	if s.Clock.Phase == rules.Over {
		return false
	}
	return seat == s.Clock.Seat || s.Winners != 0 && s.Clock.Phase == rules.Due && s.Had>>seat&1 == 0
}

// Take gives the turn to a seat under the given number, rightly or not. A seat that takes
// a chance to tie leaves none to those it passes over. The turn that has just ended may be
// taken up again: it is the same turn still, and if it was a first one, it is so again.
func (e *Engine) Take(s *State, seat uint8, number int32) {
	if seat+1 == s.Fresh && number == s.Clock.Number-1 {
		s.Had &^= 1 << seat
	} else if s.Winners != 0 && s.Clock.Phase == rules.Due && s.Had>>seat&1 == 0 {
		for x := s.Clock.Seat; x != seat; x = (x + 1) % s.Players {
			s.Had |= 1 << x
		}
	}
	phase := rules.Due
	if seat == s.Clock.Seat && s.Clock.Phase == rules.Open {
		phase = rules.Open
	}
	s.Clock = rules.Clock{Number: number, Seat: seat, Phase: phase}
}

// MayStop reports whether the player whose turn is under way may end it of its own will:
// after a right answer, where rule point stopping allows it.
func (e *Engine) MayStop(s *State) bool {
	return e.mayStop && s.Clock.Phase == rules.Open && e.Board.kind[s.Tokens[s.Clock.Seat].Space] != RollAgain
}

// Close ends the turn without another roll.
func (e *Engine) Close(s *State) {
	if s.Clock.Phase != rules.Over {
		e.endTurn(s)
	}
}

// Skip gives the question of an action whose move cannot be carried out its effect: a
// wrong answer ends the turn. The token stays; a bar is lifted, and the box noted, if the
// question was answered.
func (e *Engine) Skip(s *State, a Action) {
	s.Clock.Phase = rules.Open
	if a.Answer == NoAnswer {
		return
	}
	s.Box = a.Box
	s.Tokens[s.Clock.Seat].Barred = 0
	if a.Answer == Wrong {
		e.endTurn(s)
	}
}

// Shown is s without what is known of the turns gone by.
func (e *Engine) Shown(s State) State {
	s.Had, s.Fresh = 0, 0
	return s
}

// Adopt is the position shown, with what is known of the turns gone by if known shows the
// same: of another position it would say nothing.
func (e *Engine) Adopt(shown, known State) State {
	if e.Shown(shown) == e.Shown(known) {
		return known
	}
	return shown
}
