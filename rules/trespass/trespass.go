// Package trespass is the engine of Trespass, the game of hidden numbers: two players move
// numbered pieces, their own and each other's, and whoever's secret number comes into the
// opponent's back row wins. What the rulebook leaves open about moving is rule points; what
// a log gives away about the secrets is deduced here.
//
// The rules are set out in spec/trespass.md, clause by clause.
package trespass

import (
	"embed"

	"tpnote/rules"
	"tpnote/rules/variant"
)

//go:embed variants/*.yaml
var files embed.FS

var yesNo = []string{"yes", "no"}

// Family is what the Trespass engine brings to the variant library.
var Family = &variant.Family{
	Name:  "trespass",
	Games: []variant.Game{{Name: "trespass", Default: "trespass-1974"}},
	Points: []variant.Point{
		{Name: "piece-numbers", Decides: "which numbers the pieces of a player bear, as many as two rows hold", Kind: variant.Range, Min: 0, Max: 999},
		{Name: "slide-bends", Decides: "how often one slide may change its direction", Kind: variant.Number, Min: 0, Max: maxSquares, Choices: []string{"any"}},
		{Name: "jump-sideways", Decides: "whether a piece may jump sideways", Choices: yesNo},
		{Name: "jump-turns", Decides: "whether a move may change its direction between two jumps, and between slide and jump", Choices: yesNo},
		{Name: "jump-revisit", Decides: "whether a series of jumps may come back to a square of the same move", Choices: yesNo},
		{Name: "goal-row-stops", Decides: "whether a slide ends where it enters the goal row of the piece", Choices: yesNo},
		{Name: "move-opponent", Decides: "whether a player may move the opponent's pieces", Choices: yesNo},
		{Name: "repeat-last-moved", Decides: "whether a player may move the piece that the opponent has just moved", Choices: yesNo},
	},
	Board: []variant.Part{
		{Name: "columns", Kind: variant.PartNumber, Min: 1, Max: 26},
		{Name: "rows", Kind: variant.PartNumber, Min: 4, Max: maxSquares}, // two rows a player
	},
	Files:   variant.Embedded(files),
	Phrases: phrases,
	Faults:  faults,
}

// Action is a turn: a piece, and the square where it ends, however it gets there. The
// route is judged by CheckRoute.
type Action struct {
	Piece Piece // NoPiece for a pass
	To    Square
}

// Pass is the turn of a player who has no legal move.
var Pass = Action{Piece: NoPiece, To: Off}

// State is a position. It is a flat value: copying it copies the game.
type State struct {
	Clock rules.Clock
	Last  Piece // the piece that the turn before moved, or NoPiece

	at     [seats * maxPieces]Square // of every piece; Off before it is placed
	on     [maxSquares]Piece         // by square
	men    [seats]uint64             // the squares of each player's pieces
	winner int8                      // 1 + seat; 0 while there is none
	before rules.Clock               // the turn before this one; Number is -1 if there is none
	turns  int32                     // carried out since the replay began; their numbers may repeat

	secret [seats]int8              // 1 + index of the number; 0 while it is unknown
	proved [seats]int32             // the turn that proved it, as turns counts; 0 if none did
	gone   [seats]uint32            // numbers that cannot be the secret, by index
	goneAt [seats * maxPieces]int32 // the first turn with the piece in its goal row, as turns counts
}

// law is the part of a variant that says how pieces move.
type law struct {
	bends    int // at most, in one slide
	sideways bool
	turns    bool
	revisit  bool
	stops    bool
	opponent bool
	repeat   bool
}

// Engine judges one variant. It is immutable.
type Engine struct {
	Board   *Board
	Variant *variant.Variant
	law     law
}

// New makes the engine of a resolved variant. Its error blames the line of the variant
// file that asks for what cannot be.
func New(v *variant.Variant) (*Engine, error) {
	b, err := newBoard(v)
	if err != nil {
		return nil, err
	}
	e := &Engine{Board: b, Variant: v, law: law{
		bends:    maxSquares, // more than any slide has
		sideways: v.Is("jump-sideways", "yes"),
		turns:    v.Is("jump-turns", "yes"),
		revisit:  v.Is("jump-revisit", "yes"),
		stops:    v.Is("goal-row-stops", "yes"),
		opponent: v.Is("move-opponent", "yes"),
		repeat:   v.Is("repeat-last-moved", "yes"),
	}}
	if !v.Is("slide-bends", "any") {
		e.law.bends = v.Setting("slide-bends").Value.Lo
	}
	return e, nil
}

// Start is the position before anybody has placed pieces. There are always two players.
func (e *Engine) Start(int) State {
	s := State{Clock: rules.Clock{Number: 1}, Last: NoPiece, before: rules.Clock{Number: -1}}
	for p := range s.at {
		s.at[p] = Off
	}
	for q := range s.on {
		s.on[q] = NoPiece
	}
	return s
}

// put sets a piece that is on no square onto an empty one.
func (s *State) put(p Piece, q Square) {
	s.at[p], s.on[q] = q, p
	s.men[p.Owner()] |= bit(q)
}

func (s *State) lift(p Piece) {
	q := s.at[p]
	s.at[p], s.on[q] = Off, NoPiece
	s.men[p.Owner()] &^= bit(q)
}

// At is the square of a piece, or Off.
func (s *State) At(p Piece) Square { return s.at[p] }

// On is the piece on a square, or NoPiece.
func (s *State) On(q Square) Piece { return s.on[q] }

// placed reports whether a player has placed the pieces.
func (s *State) placed(seat uint8) bool { return s.men[seat] != 0 }

// Place sets out a player's pieces: the numbers of the back row and of the row in front of
// it, from file a on. A faulty arrangement is not carried out, one that comes too late is
// if its squares are empty.
func (e *Engine) Place(s *State, seat uint8, back, front []int) rules.Refusal {
	b := e.Board
	if s.placed(seat) {
		return rules.Refusal{Reason: PlacedTwice, Args: [4]int32{int32(seat)}}
	}
	var seen [maxPieces]bool
	var order [maxPieces]Piece
	for row, numbers := range [2][]int{back, front} {
		if len(numbers) != b.Columns {
			return rules.Refusal{Reason: PlacedCount, Args: [4]int32{int32(seat), int32(row), int32(len(numbers)), int32(b.Columns)}}
		}
		for column, n := range numbers {
			p, ok := b.Numbered(seat, n)
			if !ok {
				return rules.Refusal{Reason: PlacedUnknown, Args: [4]int32{int32(seat), int32(n)}}
			}
			if seen[p.index()] {
				return rules.Refusal{Reason: PlacedDouble, Args: [4]int32{int32(seat), int32(p)}}
			}
			seen[p.index()] = true
			order[row*b.Columns+column] = p
		}
	}
	for i := range b.Each {
		if q := b.home(seat, i); s.on[q] != NoPiece {
			return rules.Refusal{Reason: PlacedLate, Args: [4]int32{int32(seat)}}
		}
	}
	for i := range b.Each {
		s.put(order[i], b.home(seat, i))
	}
	if s.turns != 0 {
		return rules.Refusal{Reason: PlacedLate, Args: [4]int32{int32(seat)}}
	}
	return rules.Refusal{}
}

// Turn tells whose turn it is.
func (e *Engine) Turn(s *State) rules.Clock { return s.Clock }

// Legal appends the legal actions of s in the order of piece and square: every piece with
// every square where a move of it can end, or Pass where there is none.
func (e *Engine) Legal(dst []Action, s *State) []Action {
	if e.idle(s).Reason != 0 {
		return dst
	}
	n := len(dst)
	for seat := range uint8(seats) {
		for i := range e.Board.Each {
			p := pieceOf(seat, i)
			if e.law.barred(s, p) != 0 {
				continue
			}
			for set := e.targets(s, p); set != 0; set &= set - 1 {
				dst = append(dst, Action{p, lowest(set)})
			}
		}
	}
	if len(dst) == n {
		dst = append(dst, Pass)
	}
	return dst
}

// Movable reports whether a move can be carried out, legal or not: the piece is on the
// board, and the square is empty or the piece's own.
func (e *Engine) Movable(s *State, a Action) bool {
	return e.exists(a.Piece) && s.at[a.Piece] != Off && int(a.To) < e.Board.Len() &&
		(s.on[a.To] == NoPiece || s.on[a.To] == a.Piece)
}

func (e *Engine) exists(p Piece) bool {
	return p.Owner() < seats && p.index() < e.Board.Each
}

// Apply carries a out, as Move does for an action without a mark.
func (e *Engine) Apply(s *State, a Action) { e.Move(s, a, false) }

// Move carries a out, legal or not, as long as it is a pass or Movable; anything else is
// skipped, and the turn is over all the same. marked says that the log ends the game with
// this move ("#"); it is believed unless CheckMark refuses it.
func (e *Engine) Move(s *State, a Action, marked bool) {
	p := a.Piece
	if p == NoPiece || !e.Movable(s, a) {
		e.Skip(s)
		return
	}
	marked = marked && e.CheckMark(s, a).Reason == 0
	e.goOn(s)
	s.lift(p)
	s.put(p, a.To)
	e.endTurn(s, p)
	owner := p.Owner()
	if marked && s.secret[owner] == 0 {
		s.secret[owner] = int8(p.index()) + 1
		s.proved[owner] = s.turns
	}
	if int(s.secret[owner]) == p.index()+1 && e.arrived(s, p) {
		e.win(s, owner)
	}
}

// Skip takes the turn without moving anything: a pass, or a move that cannot be carried
// out.
func (e *Engine) Skip(s *State) {
	e.goOn(s)
	e.endTurn(s, NoPiece)
}

func (e *Engine) endTurn(s *State, moved Piece) {
	s.Last = moved
	s.before = s.Clock
	s.turns++
	s.Clock = rules.Clock{Number: s.Clock.Number + 1, Seat: 1 - s.Clock.Seat&1}
}

// win ends the game with the turn before the one that is due, as far as there is one.
func (e *Engine) win(s *State, seat uint8) {
	s.winner = int8(seat) + 1
	if s.before.Number >= 0 {
		s.Clock = s.before
	}
	s.Clock.Phase = rules.Over
}

// Winner is the seat of the player who has won.
func (s *State) Winner() (uint8, bool) { return uint8(s.winner - 1), s.winner != 0 }

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
	s.before, s.turns, s.proved = rules.Clock{}, 0, [seats]int32{}
	s.gone, s.goneAt = [seats]uint32{}, [seats * maxPieces]int32{}
	return s
}

// Adopt is the position shown, with what the log has given away taken from known. It is
// forgotten where the pieces are not as they were known to be; only the turns count on.
func (e *Engine) Adopt(shown, known State) State {
	was, is := e.Shown(known), e.Shown(shown)
	if is.Clock = was.Clock; is != was {
		shown.turns = known.turns
		for p, turn := range shown.goneAt {
			if turn != 0 {
				shown.goneAt[p] = shown.turns + 1
			}
		}
		return shown
	}
	known.Clock = shown.Clock
	return known
}
