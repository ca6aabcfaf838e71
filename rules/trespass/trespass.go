// Package trespass is the engine of Trespass, the game of hidden numbers: two players move numbered pieces, their own
// and each other's. The first player whose secret number comes into the opponent's back row wins. The rule points
// settle what the rulebook leaves open. The engine also deduces what a log shows of the secrets.
//
// The rules are set out in spec/trespass.md, clause by clause.
package trespass

import (
	"crypto/sha256"
	"embed"
	"slices"
	"strconv"

	"tpnote/rules"
	"tpnote/rules/variant"
)

//go:embed variants/*.yaml
var files embed.FS

// Family is the part of the Trespass engine in the variant library.
var Family = &variant.Family{
	Name:   "trespass",
	Games:  []variant.Game{{Name: "trespass", Title: "Trespass", Default: "trespass-1974"}},
	Points: variant.Declared(points),
	Board: []variant.Part{
		{Name: "columns", Kind: variant.PartNumber, Min: 1, Max: 26},
		{Name: "rows", Kind: variant.PartNumber, Min: 4, Max: maxSquares}, // two rows a player
	},
	Files:  variant.Embedded(files, "variants"),
	Faults: faults,
}

// Action is a turn: a piece, and the square where it ends, however it gets there.
type Action struct {
	Piece Piece // NoPiece for a pass
	To    Square
}

// Pass is a turn without a move.
var Pass = Action{Piece: NoPiece, To: Off}

// State is a position with all that the log has shown of the secrets, and the players' papers. It is a flat value.
type State struct {
	rules.Order
	Last Piece // the piece that the turn before moved, or NoPiece
	Now  Ref   // the line being read; the caller sets it before every turn and directive

	at     [seats * maxPieces]Square // of every piece; Off before it is placed
	men    [seats]uint64             // the squares of each player's pieces
	winner int8                      // 1 + seat, or drawn; 0 without a winner
	begun  bool                      // a turn line has been read
	missed [seats]bool               // a finding has said that the player's pieces are missing
	before struct {                  // the turn before this one, whose player moved Last
		clock rules.Clock // Number is -1 without one
		line  int32       // of the log; 0 if it is not in it
	}

	stuck bool           // the player of the turn before could not move
	stood [memory]uint32 // sums of the positions after the last turns, if dead-game asks for them
	turns uint32         // how many sums there have been

	secret [seats]Piece           // NoPiece while it is unknown
	proved [seats]Ref             // the turn that proved it, until a line confirms it
	gone   uint64                 // the pieces that cannot be the secret: bit p is piece p
	goneAt [seats * maxPieces]Ref // of each of them the first turn played with the piece in its goal row
	due    bool                   // the next turn is to blame for some of them

	paper [seats]struct {
		hash      [sha256.Size]byte // what the player has committed to
		committed bool
		reveal    int32 // the line of the reveal, until a turn follows it; 0 without one
	}
}

// drawn is the winner of a game that is a draw.
const drawn = seats + 1

// memory is how many positions are searched for one that comes again.
const memory = 16

// Engine judges one variant. It is immutable.
type Engine struct {
	rules.Alternating[State, *State]
	Board   *Board
	Variant *variant.Variant
	limits  settings
	start   State
}

// New makes the engine of a resolved variant. Its error names the line of the file that asks for something impossible.
func New(v *variant.Variant) (*Engine, error) {
	b, err := newBoard(v)
	if err != nil {
		return nil, err
	}
	e := &Engine{Board: b, Variant: v, limits: variant.Ruling(points, v)}
	e.start = State{Order: rules.NewOrder(seats), Last: NoPiece, secret: [seats]Piece{NoPiece, NoPiece}}
	e.start.before.clock.Number = -1
	for p := range e.start.at {
		e.start.at[p] = Off
	}
	return e, nil
}

// Start is the position before the pieces are placed. There are always two players.
func (e *Engine) Start(int) State { return e.start }

// put sets a piece, which may be on no square, onto an empty one, or onto Off.
func (s *State) put(p Piece, to Square) {
	men := &s.men[p.Owner()]
	*men = *men&^bit(s.at[p]) | bit(to)
	s.at[p] = to
}

// At is the square of a piece, or Off.
func (s *State) At(p Piece) Square { return s.at[p] }

// On is the piece on a square, or NoPiece, which -1 is as a Piece.
func (s *State) On(q Square) Piece { return Piece(slices.Index(s.at[:], q)) }

// placed reports whether a player has placed the pieces.
func (s *State) placed(seat uint8) bool { return s.men[seat] != 0 }

// Missed reports whether the log has already been found without a player's pieces: by a
// faulty arrangement, or by a turn that was played without them.
func (s *State) Missed(seat uint8) bool { return s.missed[seat] }

// Place sets out a player's pieces: the numbers of the back row and of the row in front of it, from file a on. A
// faulty arrangement is not carried out. One that comes too late is carried out if its squares are empty.
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

// movable reports whether a move can be carried out, legal or not: to an empty square or the piece's own, on the board.
func (e *Engine) movable(s *State, a Action) bool {
	return e.exists(a.Piece) && s.at[a.Piece] != Off &&
		(e.Board.all&^(s.men[0]|s.men[1])|bit(s.at[a.Piece]))&bit(a.To) != 0
}

func (e *Engine) exists(p Piece) bool {
	return p.Owner() < seats && p.index() < e.Board.Each
}

// Effect is the effect of a turn, legal or not.
type Effect struct {
	Action Action // as it is carried out: Pass if nothing is moved
	Due    bool   // the move is known to end the game: the mark "#" is expected
	Proves bool   // the mark "#" shows the secret of the piece's owner
}

// effect returns the effect of a turn, which may be marked "#". A move that cannot be carried out is skipped.
func (e *Engine) effect(s *State, a Action, marked bool) Effect {
	if !e.movable(s, a) {
		return Effect{Action: Pass}
	}
	proves := marked && s.secret[a.Piece.Owner()] == NoPiece && e.CheckMark(s, a).Reason == 0
	return Effect{Action: a, Due: e.Ends(s, a), Proves: proves}
}

// Ends reports whether a move is known to end the game: it takes a known secret into its goal row.
func (e *Engine) Ends(s *State, a Action) bool {
	known, some := e.Secret(s, a.Piece.Owner())
	return some && known == a.Piece && e.Board.Goal(a.Piece, a.To)
}

// Apply carries a out, legal or not, as a move without a mark.
func (e *Engine) Apply(s *State, a Action) {
	e.CarryOut(s, e.effect(s, a, false))
}

// CarryOut carries out the effect of a turn. The turn is over, even if nothing is moved.
func (e *Engine) CarryOut(s *State, effect Effect) {
	p, ready := effect.Action.Piece, s.ready()
	stuck := p == NoPiece && ready && e.stuck(s)
	if e.limits.repeats && s.turns == 0 {
		e.recurs(s)
	}
	e.goOn(s)
	if p != NoPiece {
		s.put(p, effect.Action.To)
	}
	s.Last = p
	s.before.clock, s.before.line = s.Clock, s.Now.Line
	s.Pass()
	if effect.Proves {
		s.secret[p.Owner()], s.proved[p.Owner()] = p, s.Now
	}
	switch {
	case effect.Proves || effect.Due:
		s.end(int8(p.Owner()) + 1)
	case e.limits.passes && stuck && s.stuck, e.limits.repeats && ready && e.recurs(s):
		s.end(drawn)
	}
	s.stuck = stuck
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

// end ends the game with the last turn; its clock is that of the game from then on.
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

// Leave takes a seat out of the game, which is then over. Its clock does not change.
func (e *Engine) Leave(s *State, seat uint8) {
	if s.Clock.Phase == rules.Over {
		return
	}
	s.Order.Leave(seat)
	for i := range e.Board.Each {
		if p := pieceOf(seat, i); s.at[p] != Off {
			s.put(p, Off)
			if s.Last == p {
				s.Last = NoPiece
			}
		}
	}
	s.Clock.Phase = rules.Over
}

// Close takes the turn without moving anything: for a move that cannot be carried out, or not be read.
func (e *Engine) Close(s *State) {
	if s.Clock.Phase != rules.Over {
		e.CarryOut(s, Effect{Action: Pass})
	}
}

// Shown is s without what the log has shown of the secrets.
func (e *Engine) Shown(s State) State {
	shown := State{Order: s.Order, Last: s.Last, at: s.at, men: s.men, winner: s.winner, secret: s.secret}
	for seat := range uint8(seats) {
		if s.HasLeft(seat) {
			shown.secret[seat] = NoPiece
		}
	}
	return shown
}

// Adopt is the position shown, with what known has of the secrets. If the pieces are not where
// known has them, only the papers and the lines read are taken from it.
func (e *Engine) Adopt(shown, known State) State {
	was, is := e.Shown(known), e.Shown(shown)
	if is.Clock = was.Clock; is == was {
		known.Clock = shown.Clock
		return known
	}
	shown.Now, shown.begun, shown.before.line, shown.paper = known.Now, known.begun, known.before.line, known.paper
	return shown
}

// Resume is the position shown after turns that are not in the log, with what known has of the
// secrets. The error says that no game can show both.
func (e *Engine) Resume(shown, known State) (State, error) {
	shown.Now, shown.begun, shown.paper = known.Now, known.begun, known.paper
	for seat := range uint8(seats) {
		switch was, some := e.Secret(&known, seat); {
		case !some || shown.HasLeft(seat):
		case shown.secret[seat] == NoPiece:
			shown.secret[seat], shown.proved[seat] = known.secret[seat], known.proved[seat]
		case shown.secret[seat] != known.secret[seat]:
			return shown, rules.Contradiction("the secret of " + letters[seat] + " is known to be " + strconv.Itoa(e.Board.Number(was)))
		}
	}
	shown.due = known.due || shown.gone&^known.gone != 0
	shown.gone, shown.goneAt = shown.gone|known.gone, known.goneAt
	return shown, e.contradiction(&shown)
}
