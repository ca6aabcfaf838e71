// Package trespass is the engine of Trespass, the game of hidden numbers: two players move
// numbered pieces, their own and each other's, and whoever's secret number comes into the
// opponent's back row wins. What the rulebook leaves open about moving is rule points; what
// a log gives away about the secrets is deduced here.
//
// The rules are set out in spec/trespass.md, clause by clause.
package trespass

import (
	"crypto/sha256"
	"embed"
	"hash/maphash"
	"math/bits"
	"slices"
	"strconv"

	"tpnote/rules"
	"tpnote/rules/variant"
)

//go:embed variants/*.yaml
var files embed.FS

var yesNo = []string{"yes", "no"}

// Family is what the Trespass engine brings to the variant library.
var Family = &variant.Family{
	Name:  "trespass",
	Games: []variant.Game{{Name: "trespass", Title: "Trespass", Default: "trespass-1974"}},
	Points: []variant.Point{
		{Name: "piece-numbers", Decides: "which numbers the pieces of a player bear, as many as two rows hold", Kind: variant.Range, Min: 0, Max: 999},
		{Name: "slide-bends", Decides: "how often one slide may change its direction", Kind: variant.Number, Min: 0, Max: maxSquares, Choices: []string{"any"}},
		{Name: "jump-sideways", Decides: "whether a piece may jump sideways", Choices: yesNo},
		{Name: "jump-turns", Decides: "whether a move may change its direction between two jumps, and between slide and jump", Choices: yesNo},
		{Name: "jump-revisit", Decides: "whether a series of jumps may come back to a square of the same move", Choices: yesNo},
		{Name: "goal-row-stops", Decides: "whether a slide ends where it enters the goal row of the piece", Choices: yesNo},
		{Name: "move-opponent", Decides: "whether a player may move the opponent's pieces", Choices: yesNo},
		{Name: "repeat-last-moved", Decides: "whether a player may move the piece that the opponent has just moved", Choices: yesNo},
		{Name: "first-player", Decides: "how it is settled who goes first", Choices: []string{"chosen", "roll"}, Off: "chosen"},
		{Name: "dead-game", Decides: "whether a game that leads nowhere ends as a draw", Choices: []string{"play-on", "passes", "repetition"}, Off: "play-on"},
	},
	Board: []variant.Part{
		{Name: "columns", Kind: variant.PartNumber, Min: 1, Max: 26},
		{Name: "rows", Kind: variant.PartNumber, Min: 4, Max: maxSquares}, // two rows a player
	},
	Files:   variant.Embedded(files),
	Phrases: phrases,
	Faults:  faults,
}

// Action is a turn: a piece, and the square where it ends, however it gets there.
type Action struct {
	Piece Piece // NoPiece for a pass
	To    Square
}

// Pass is the turn of a player who has no legal move.
var Pass = Action{Piece: NoPiece, To: Off}

// State is a position with all that the log has given away, and the players' papers. It is a
// flat value: copying it copies the game.
type State struct {
	Clock rules.Clock
	Last  Piece // the piece that the turn before moved, or NoPiece
	Now   Ref   // the line being read; the caller sets it before every turn and directive

	at     [seats * maxPieces]Square // of every piece; Off before it is placed
	men    [seats]uint64             // the squares of each player's pieces
	winner int8                      // 1 + seat, or drawn; 0 while there is none
	out    uint8                     // 1 + the seat that has left the game; 0 while nobody has
	begun  bool                      // a turn line has been read
	missed [seats]bool               // it has been said that the player's pieces are missing
	before struct {                  // the turn before this one
		clock rules.Clock // Number is -1 if there is none
		line  int32       // of the log; 0 if it is not in it
	}

	stuck bool           // in the turn before nothing could move
	stood [memory]uint32 // sums of the positions after the last turns
	turns uint32         // how many sums there have been

	secret [seats]int8        // 1 + index of the number; 0 while it is unknown
	proved [seats]Ref         // the turn that proved it, until a line confirms it
	gone   uint64             // the pieces that cannot be the secret: bit p is piece p
	due    bool               // the next turn is the one to blame for some of them
	goneAt [mostGone]struct { // the first of them, in the order in which that came to light
		turn  Ref // the first turn played with the piece in its goal row
		piece Piece
	}

	paper [seats]struct {
		hash      [sha256.Size]byte // what the player has committed to
		committed bool
		revealed  bool
		line      int32 // of the reveal
	}
}

// drawn is the winner of a game that nobody has won.
const drawn = seats + 1

// memory is how many positions are looked through for one that comes again.
const memory = 16

// mostGone is how many pieces may be known to be no secret with the turn that showed it.
// Pieces do not leave their goal rows, so that this is enough for every board of five rows
// and more. Where more of them are gone, after illegal moves, no turn is blamed for the last.
const mostGone = 24

// Engine judges one variant. It is immutable.
type Engine struct {
	Board   *Board
	Variant *variant.Variant
	limits  limits
	plain   bool // moves are wide, and no draw is looked for
	passes  bool // a game is a draw where neither player can move, one after the other
	repeats bool // so is one in which a position comes for the third time; passes holds as well
	start   State
}

// New makes the engine of a resolved variant. Its error blames the line of the variant
// file that asks for what cannot be.
func New(v *variant.Variant) (*Engine, error) {
	b, err := newBoard(v)
	if err != nil {
		return nil, err
	}
	e := &Engine{Board: b, Variant: v, limits: limits{
		bends:    maxSquares, // more than any slide has
		sideways: v.Is("jump-sideways", "yes"),
		turns:    v.Is("jump-turns", "yes"),
		revisit:  v.Is("jump-revisit", "yes"),
		stops:    v.Is("goal-row-stops", "yes"),
		opponent: v.Is("move-opponent", "yes"),
		repeat:   v.Is("repeat-last-moved", "yes"),
	}}
	if !v.Is("slide-bends", "any") {
		e.limits.bends = int8(v.Setting("slide-bends").Value.Lo)
	}
	e.passes, e.repeats = !v.Is("dead-game", "play-on"), v.Is("dead-game", "repetition")
	e.plain = e.limits.wide() && !e.passes
	e.start = State{Clock: rules.Clock{Number: 1}, Last: NoPiece}
	e.start.before.clock.Number = -1
	for p := range e.start.at {
		e.start.at[p] = Off
	}
	return e, nil
}

// Start is the position before anybody has placed pieces. There are always two players.
func (e *Engine) Start(int) State { return e.start }

// put sets a piece that is on no square onto an empty one.
func (s *State) put(p Piece, q Square) {
	s.at[p] = q
	s.men[p.Owner()] |= bit(q)
}

func (s *State) lift(p Piece) {
	s.men[p.Owner()] &^= bit(s.at[p])
	s.at[p] = Off
}

// shift sets a piece, which may be on no square, onto an empty one.
func (s *State) shift(p Piece, to Square) {
	men := &s.men[p.Owner()]
	*men = *men&^bit(s.at[p]) | bit(to)
	s.at[p] = to
}

// sumSeed is that of the sums of positions. Nothing depends on it.
var sumSeed = maphash.MakeSeed()

// Sum is a number by which positions are told apart that one turn has led to from the same.
func (s *State) Sum() uint64 {
	return maphash.Comparable(sumSeed, s.at) ^ uint64(s.Last)<<8 ^ uint64(uint8(s.winner))
}

// At is the square of a piece, or Off.
func (s *State) At(p Piece) Square { return s.at[p] }

// On is the piece on a square, or NoPiece.
func (s *State) On(q Square) Piece {
	if (s.men[0]|s.men[1])&bit(q) == 0 {
		return NoPiece
	}
	return Piece(slices.Index(s.at[:], q))
}

// placed reports whether a player has placed the pieces.
func (s *State) placed(seat uint8) bool { return s.men[seat] != 0 }

// Missed reports whether the log has already been found without a player's pieces: by a
// faulty arrangement, or by a turn that was played without them.
func (s *State) Missed(seat uint8) bool { return s.missed[seat] }

// Place sets out a player's pieces: the numbers of the back row and of the row in front of
// it, from file a on. A faulty arrangement is not carried out, one that comes too late is
// if its squares are empty.
func (e *Engine) Place(s *State, seat uint8, back, front []int) rules.Refusal {
	b := e.Board
	if s.placed(seat) {
		return rules.Refused(PlacedTwice, int32(seat))
	}
	s.missed[seat] = true
	var seen uint32
	var at [maxPieces]Square
	for row, numbers := range [2][]int{back, front} {
		if len(numbers) != b.Columns {
			return rules.Refused(PlacedCount, int32(seat), int32(row), int32(len(numbers)), int32(b.Columns))
		}
		homes := b.homes[seat][row*b.Columns:]
		for column, n := range numbers {
			i := n - b.First
			if uint(i) >= uint(b.Each) {
				return rules.Refused(PlacedUnknown, int32(seat), int32(n))
			}
			if seen>>(i%maxPieces)&1 != 0 {
				return rules.Refused(PlacedDouble, int32(seat), int32(pieceOf(seat, i)))
			}
			seen |= 1 << (i % maxPieces)
			at[i%maxPieces] = homes[column]
		}
	}
	if (s.men[0]|s.men[1])&b.camps[seat] != 0 {
		return rules.Refused(PlacedLate, int32(seat))
	}
	copy(s.at[int(seat)*maxPieces:], at[:b.Each])
	s.men[seat] = b.camps[seat]
	if s.missed[seat] = false; s.begun {
		return rules.Refused(PlacedLate, int32(seat))
	}
	return rules.Refusal{}
}

// Turn tells whose turn it is.
func (e *Engine) Turn(s *State) *rules.Clock { return &s.Clock }

// Legal appends the legal actions of s in the order of piece and square: every piece with
// every square where a move of it can end, or Pass where there is none.
func (e *Engine) Legal(dst []Action, s *State) []Action {
	if !s.ready() {
		return dst
	}
	n := len(dst)
	for seat := range uint8(seats) {
		movers := e.limits.movers(s, seat)
		for i := range e.Board.Each {
			p := pieceOf(seat, i)
			if movers&bit(s.at[p]) == 0 {
				continue
			}
			m := e.mover(&e.limits, s, p)
			for set := m.targets(s.at[p]); set != 0; set &= set - 1 {
				dst = append(dst, Action{p, lowest(set)})
			}
		}
	}
	if len(dst) == n {
		dst = append(dst, Pass)
	}
	return dst
}

// movable reports whether a move can be carried out, legal or not: the piece is on the
// board, and the square is empty or the piece's own.
func (e *Engine) movable(s *State, a Action) bool {
	return e.exists(a.Piece) && s.at[a.Piece] != Off &&
		(e.Board.all&^(s.men[0]|s.men[1])|bit(s.at[a.Piece]))&bit(a.To) != 0
}

func (e *Engine) exists(p Piece) bool {
	return p.Owner() < seats && p.index() < e.Board.Each
}

// Apply carries a out, as Do does with the effect of a move without a mark.
func (e *Engine) Apply(s *State, a Action) { e.Do(s, e.effect(s, a, false)) }

// Do carries out what Resolve says of a turn. The turn is over, also where nothing is moved.
func (e *Engine) Do(s *State, effect Effect) {
	p, ready, stuck := effect.Action.Piece, false, false
	if e.passes {
		ready = s.ready()
		if stuck = p == NoPiece && ready && e.stuck(s); e.repeats && s.turns == 0 {
			e.recurs(s)
		}
	}
	e.goOn(s)
	if p != NoPiece {
		s.shift(p, effect.Action.To)
	}
	s.next(p)
	if effect.Proves {
		s.secret[p.Owner()], s.proved[p.Owner()] = int8(p.index())+1, s.Now
	}
	switch {
	case effect.Proves || effect.Due:
		s.end(int8(p.Owner()) + 1)
	case stuck && s.stuck, e.repeats && ready && e.recurs(s):
		s.end(drawn)
	}
	s.stuck = stuck
}

// next makes the next turn due, behind one that has moved p.
func (s *State) next(p Piece) {
	s.Last = p
	s.before.clock, s.before.line = s.Clock, s.Now.Line
	s.Clock = rules.Clock{Number: s.Clock.Number + 1, Seat: 1 - s.Clock.Seat&1}
}

// recurs notes a position, and reports whether it comes for the third time.
func (e *Engine) recurs(s *State) bool {
	sum, times := uint64(s.Clock.Seat)<<8|uint64(s.Last), 1
	for _, q := range s.at {
		sum = (sum ^ uint64(q)) * 0x100000001b3 // FNV-1a
	}
	short := uint32(sum >> 32)
	for _, stood := range s.stood[:min(s.turns, memory)] {
		if stood == short {
			times++
		}
	}
	s.stood[s.turns%memory] = short
	s.turns++
	return times == 3
}

// Skip takes the turn without moving anything: for a move that cannot be carried out.
func (e *Engine) Skip(s *State) { e.Do(s, Effect{Action: Pass}) }

// end ends the game with the turn before the one that is due, as far as there is one.
func (s *State) end(winner int8) {
	s.winner = winner
	if s.before.clock.Number >= 0 {
		s.Clock = s.before.clock
	}
	s.Clock.Phase = rules.Over
}

// LastTurn is the turn that was carried out last, if it is a turn of the log.
func (s *State) LastTurn() Ref {
	if s.before.line == 0 {
		return Ref{}
	}
	return Ref{s.before.line, s.before.clock.Number}
}

// Winner is the seat of the player who has won.
func (s *State) Winner() (uint8, bool) {
	return uint8(s.winner - 1), s.winner != 0 && s.winner != drawn
}

// Drawn reports whether the game is over without a winner.
func (s *State) Drawn() bool { return s.winner == drawn }

// Leave takes a seat out of the game, which is over with that; its clock stays where it is.
func (e *Engine) Leave(s *State, seat uint8) {
	if s.Clock.Phase == rules.Over {
		return
	}
	s.out = seat + 1
	for i := range e.Board.Each {
		if p := pieceOf(seat, i); s.at[p] != Off {
			s.lift(p)
			if s.Last == p {
				s.Last = NoPiece
			}
		}
	}
	s.Clock.Phase = rules.Over
}

// Left reports whether a seat has left the game.
func (e *Engine) Left(s *State, seat uint8) bool { return s.out == seat+1 }

// MayTake reports whether a turn that is due may be taken by the given seat.
func (e *Engine) MayTake(s *State, seat uint8) bool {
	return s.Clock.Phase != rules.Over && seat == s.Clock.Seat
}

// Take gives the turn to a seat under the given number, rightly or not.
func (e *Engine) Take(s *State, seat uint8, number int32) {
	s.Clock = rules.Clock{Number: number, Seat: seat}
}

// MayStop is false: a turn is one action.
func (e *Engine) MayStop(*State) bool { return false }

// Close ends a turn of which no action could be read.
func (e *Engine) Close(s *State) {
	if s.Clock.Phase != rules.Over {
		e.Skip(s)
	}
}

// Shown is s without what the log has given away.
func (e *Engine) Shown(s State) State {
	shown := State{Clock: s.Clock, Last: s.Last, at: s.at, men: s.men, winner: s.winner, secret: s.secret, out: s.out}
	if s.out != 0 {
		shown.secret[s.out-1] = 0
	}
	return shown
}

// Adopt is the position shown, with what the log has given away taken from known. It is
// forgotten where the pieces are not as they were known to be; only the lines read and the
// papers stay.
func (e *Engine) Adopt(shown, known State) State {
	was, is := e.Shown(known), e.Shown(shown)
	if is.Clock = was.Clock; is == was {
		known.Clock = shown.Clock
		return known
	}
	shown.Now, shown.begun, shown.before.line, shown.paper = known.Now, known.begun, known.before.line, known.paper
	return shown
}

// Resume is the position shown behind turns that are not in the log, with what known says of the
// secrets. The error says that no game can show it then.
func (e *Engine) Resume(shown, known State) (State, error) {
	shown.Now, shown.begun, shown.paper = known.Now, known.begun, known.paper
	for seat := range uint8(seats) {
		switch was, some := e.Secret(&known, seat); {
		case !some || shown.out == seat+1:
		case shown.secret[seat] == 0:
			shown.secret[seat], shown.proved[seat] = known.secret[seat], known.proved[seat]
		case shown.secret[seat] != known.secret[seat]:
			return shown, rules.Contradiction("the secret of " + string('A'+rune(seat)) + " is known to be " + strconv.Itoa(e.Board.Number(was)))
		}
	}
	late := shown.gone &^ known.gone
	shown.gone, shown.goneAt, shown.due = known.gone, known.goneAt, known.due || late != 0
	for ; late != 0; late &= late - 1 {
		shown.ruleOut(Piece(bits.TrailingZeros64(late)), Ref{})
	}
	return shown, e.contradiction(&shown)
}
