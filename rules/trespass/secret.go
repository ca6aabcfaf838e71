package trespass

import (
	"crypto/sha256"
	"encoding/hex"
	"math/bits"
	"strconv"

	"tpnote/rules"
)

// What a log tells about the secrets. A secret is known from a directive, or proved by a
// move marked "#". While it is unknown, every turn that is played says of the pieces that
// stand in their goal row that they are not it, for otherwise the game had been over. So
// whatever comes out later, the turn to blame for going on is known: goneAt.

// goOn notes that a turn is played: the pieces in their goal rows are not the secrets.
func (e *Engine) goOn(s *State) {
	e.ruleOut(s, s.men[0]&e.Board.sides[0].goal|s.men[1]&e.Board.sides[1].goal, s.turns+1)
}

// ruleOut notes for the pieces on the given squares that they are not the secrets, because
// the given turn was played.
func (e *Engine) ruleOut(s *State, squares uint64, turn int32) {
	for ; squares != 0; squares &= squares - 1 {
		if p := s.on[lowest(squares)]; s.goneAt[p] == 0 {
			s.goneAt[p] = turn
			s.gone[p.Owner()] |= 1 << p.index()
		}
	}
}

// arrived reports whether a piece stands in its goal row.
func (e *Engine) arrived(s *State, p Piece) bool {
	return s.at[p] != Off && e.Board.sides[p.Owner()].goal&bit(s.at[p]) != 0
}

// Secret is a player's secret, where it is known.
func (e *Engine) Secret(s *State, seat uint8) (Piece, bool) {
	if s.secret[seat] == 0 {
		return NoPiece, false
	}
	return pieceOf(seat, int(s.secret[seat])-1), true
}

// Possible is the set of numbers that a player's secret can still be: bit i is the i-th
// number of the variant.
func (e *Engine) Possible(s *State, seat uint8) uint32 {
	if s.secret[seat] != 0 {
		return 1 << (s.secret[seat] - 1)
	}
	return uint32(1<<e.Board.Each-1) &^ s.gone[seat]
}

// Turns is how many turns have been carried out. It is the name of a turn where its number
// will not do: a log may give two turns the same.
func (s *State) Turns() int32 { return s.turns }

// Declare makes a player's secret known from now on. If its piece has just arrived in its
// goal row, the game is over with that move. A number that contradicts the game so far is
// refused, and the secret stays as it was; the refusal names the turn to blame.
func (e *Engine) Declare(s *State, seat uint8, number int) rules.Refusal {
	p, ok := e.Board.Numbered(seat, number)
	known, some := e.Secret(s, seat)
	switch {
	case !ok:
		return rules.Refusal{Reason: SecretUnknown, Args: [4]int32{int32(seat), int32(number)}}
	case some && known == p:
		return rules.Refusal{}
	case some:
		return rules.Refusal{Reason: SecretOther, Args: [4]int32{int32(p), int32(known), s.proved[seat]}}
	case s.goneAt[p] != 0:
		return rules.Refusal{Reason: SecretLate, Args: [4]int32{int32(p), s.goneAt[p]}}
	}
	s.secret[seat] = int8(p.index()) + 1
	if s.winner == 0 && e.arrived(s, p) {
		e.win(s, seat)
	}
	return rules.Refusal{}
}

// CheckSecret refuses a position in which no number is left for a player whose secret is
// unknown. The refusal names the turn that ruled the last one out.
func (e *Engine) CheckSecret(s *State, seat uint8) rules.Refusal {
	if e.Possible(s, seat) != 0 {
		return rules.Refusal{}
	}
	latest := int32(0)
	for i := range e.Board.Each {
		latest = max(latest, s.goneAt[pieceOf(seat, i)])
	}
	return rules.Refusal{Reason: SecretNone, Args: [4]int32{int32(seat), latest}}
}

// Due reports whether a move is known to end the game, so that the mark "#" is due.
func (e *Engine) Due(s *State, a Action) bool {
	if a.Piece == NoPiece || !e.Movable(s, a) {
		return false
	}
	owner := a.Piece.Owner()
	return int(s.secret[owner]) == a.Piece.index()+1 && e.Board.sides[owner].goal&bit(a.To) != 0
}

// CheckMark says why a move, which is yet to be carried out, cannot be the one that ends
// the game.
func (e *Engine) CheckMark(s *State, a Action) rules.Refusal {
	p := a.Piece
	if p == NoPiece || !e.Movable(s, a) || e.Board.sides[p.Owner()].goal&bit(a.To) == 0 {
		return rules.Refusal{Reason: MarkElsewhere, Args: [4]int32{int32(p), int32(a.To)}}
	}
	if known, some := e.Secret(s, p.Owner()); some && known != p {
		return rules.Refusal{Reason: MarkOther, Args: [4]int32{int32(p), int32(known)}}
	}
	switch {
	case s.goneAt[p] != 0:
		return rules.Refusal{Reason: MarkLate, Args: [4]int32{int32(p), s.goneAt[p]}}
	case e.arrived(s, p): // this very turn rules it out
		return rules.Refusal{Reason: MarkLate, Args: [4]int32{int32(p), s.turns + 1}}
	}
	return rules.Refusal{}
}

// Commitment is what a player may publish before the game to be held to a secret: the
// lower-case hexadecimal SHA-256 of "NUMBER:SALT".
func Commitment(number int, salt string) string {
	sum := sha256.Sum256([]byte(strconv.Itoa(number) + ":" + salt))
	return hex.EncodeToString(sum[:])
}

// Opens reports whether a number and a salt are what a commitment was made of.
func Opens(commitment string, number int, salt string) bool {
	return commitment == Commitment(number, salt)
}

// PossibleNumbers lists the numbers of a set as Possible gives it, ascending.
func (e *Engine) PossibleNumbers(set uint32) []int {
	var numbers []int
	for ; set != 0; set &= set - 1 {
		numbers = append(numbers, e.Board.First+bits.TrailingZeros32(set))
	}
	return numbers
}

// MayHaveWon is the seat that the last move may have won for without anybody's knowing: it
// brought a piece into its goal row whose owner's secret is unknown and can be that number.
func (e *Engine) MayHaveWon(s *State) (seat uint8, may bool) {
	p := s.Last
	if s.winner != 0 || p == NoPiece || !e.arrived(s, p) {
		return 0, false
	}
	owner := p.Owner()
	return owner, s.secret[owner] == 0 && s.goneAt[p] == 0
}
