package trespass

import (
	"crypto/sha256"
	"math/bits"
	"strconv"

	"tpnote/rules"
)

// This file deduces what a log shows of the secrets. A secret is known from a directive, or proved by a move
// marked "#". While it is unknown, every turn rules out the pieces that are in their goal
// rows: if one of them were the secret, the game would have been over. goneAt has the turn that
// ruled out each piece, and so the turn to blame if that piece turns out to be the secret.

// goOn notes that a turn is played. It rules out the piece that the turn before brought into its goal row.
func (e *Engine) goOn(s *State) {
	s.begun = true
	if s.men[0] == 0 || s.men[1] == 0 {
		for seat := range s.missed {
			s.missed[seat] = s.missed[seat] || s.men[seat] == 0
		}
	}
	if s.due {
		s.due = false
		for gone := s.gone; gone != 0; gone &= gone - 1 {
			if turn := &s.goneAt[lowest(gone)]; *turn == (Ref{}) {
				*turn = s.Now
			}
		}
	}
	if p := e.newcomer(s); p != NoPiece {
		s.ruleOut(p, s.Now)
	}
}

// newcomer is the piece that the turn before brought into its goal row, if the next turn rules it out; else NoPiece.
func (e *Engine) newcomer(s *State) Piece {
	if p := s.Last; p != NoPiece && e.arrived(s, p) && s.gone&(1<<p) == 0 {
		return p
	}
	return NoPiece
}

// ruleOut notes that a turn has ruled out a piece.
func (s *State) ruleOut(p Piece, turn Ref) {
	s.goneAt[p] = turn
	s.gone |= 1 << p
}

// ruledOut is the turn that ruled out a piece.
func (s *State) ruledOut(p Piece) (turn Ref, out bool) { return s.goneAt[p], s.gone&(1<<p) != 0 }

// arrived reports whether a piece is in its goal row.
func (e *Engine) arrived(s *State, p Piece) bool { return e.Board.Goal(p, s.at[p]) }

// Secret is a player's secret, if it is known.
func (e *Engine) Secret(s *State, seat uint8) (Piece, bool) {
	p := s.secret[seat]
	return p, p != NoPiece
}

// Possible is the set of numbers that can still be a player's secret: bit i is the i-th number of the variant.
func (e *Engine) Possible(s *State, seat uint8) uint32 {
	if p, known := e.Secret(s, seat); known {
		return 1 << p.index()
	}
	return uint32(1<<e.Board.Each-1) &^ uint32(s.gone>>(maxPieces*seat))
}

// PossibleNumbers lists the numbers of a set as Possible gives it, ascending.
func (e *Engine) PossibleNumbers(set uint32) (numbers []int) {
	for ; set != 0; set &= set - 1 {
		numbers = append(numbers, e.Board.First+bits.TrailingZeros32(set))
	}
	return numbers
}

// Emptied refuses a turn that rules out the last number left for a secret. Ask it before the turn is carried out.
func (e *Engine) Emptied(s *State) rules.Refusal {
	if seat, none := e.empties(s); none {
		return rules.Refused(SecretNone, int32(seat))
	}
	return rules.Refusal{}
}

// empties is Emptied without the refusal.
func (e *Engine) empties(s *State) (seat uint8, none bool) {
	seat, may := e.MayHaveWon(s)
	return seat, may && bits.OnesCount32(e.Possible(s, seat)) == 1
}

// Declare makes a player's secret known from now on. If its piece has just arrived in its
// goal row, the game is over with that move. A number that contradicts the game so far is
// refused, and the secret stays as it was; one that is chosen at the wrong time is believed.
func (e *Engine) Declare(s *State, seat uint8, number int) rules.Refusal {
	p, ok := e.Board.Numbered(seat, number)
	if !ok {
		return rules.Refused(SecretUnknown, int32(seat), int32(number))
	}
	turn, out := s.ruledOut(p)
	switch known, some := e.Secret(s, seat); {
	case some && known == p:
		s.proved[seat] = Ref{} // from now on a line gives it
		return rules.Refusal{}
	case some && s.proved[seat] != Ref{}:
		proved := s.proved[seat]
		return rules.Refused(SecretProved, int32(p), proved.Line, proved.Number, int32(known))
	case some:
		return rules.Refused(SecretOther, int32(p), int32(known))
	case out:
		return rules.Refused(SecretLate, int32(p), turn.Line, turn.Number)
	}
	s.secret[seat] = p
	if s.Clock.Phase != rules.Over && e.arrived(s, p) {
		s.end(int8(seat) + 1)
	}
	return e.chooses(s, seat, false)
}

// chooses refuses a secret that is chosen too early or too late. A line that gives the number
// shows only that it has been chosen; a commitment is made at that time.
func (e *Engine) chooses(s *State, seat uint8, commits bool) rules.Refusal {
	switch placed := s.placed(seat); {
	case e.limits.chosen == afterPlacing && !placed:
		return rules.Refused(SecretTime, int32(seat), 1)
	case e.limits.chosen == beforePlacing && placed && commits:
		return rules.Refused(SecretTime, int32(seat), 0)
	}
	return rules.Refusal{}
}

// CheckMark says why a move that has not been carried out cannot be the one that ends the game.
func (e *Engine) CheckMark(s *State, a Action) rules.Refusal {
	p := a.Piece
	if !e.movable(s, a) || !e.Board.Goal(p, a.To) {
		return rules.Refused(MarkElsewhere, int32(p), int32(a.To))
	}
	known, some := e.Secret(s, p.Owner())
	turn, out := s.ruledOut(p)
	switch {
	case some && known != p:
		return rules.Refused(MarkOther, int32(p), int32(known))
	case out:
		return rules.Refused(MarkLate, int32(p), turn.Line, turn.Number)
	case e.arrived(s, p): // this turn rules it out
		return rules.Refused(MarkLate, int32(p), s.Now.Line, s.Now.Number)
	}
	return rules.Refusal{}
}

// MayHaveWon is the seat that may have won with the last move, although the log does not show
// it: the move brought a piece into its goal row that can be its owner's unknown secret.
func (e *Engine) MayHaveWon(s *State) (seat uint8, may bool) {
	p := e.newcomer(s)
	return p.Owner(), p != NoPiece && s.secret[p.Owner()] == NoPiece && s.Clock.Phase != rules.Over
}

// Commitment is what a player may publish before the game to be held to a secret: the SHA-256 of "NUMBER:SALT".
func Commitment(number int, salt string) [sha256.Size]byte {
	return sha256.Sum256([]byte(strconv.Itoa(number) + ":" + salt))
}

// Commit holds a player to a number.
func (e *Engine) Commit(s *State, seat uint8, hash [sha256.Size]byte) rules.Refusal {
	paper := &s.paper[seat]
	switch {
	case s.begun:
		return rules.Refused(CommitLate, int32(seat))
	case paper.committed:
		return rules.Refused(CommitTwice, int32(seat))
	}
	paper.hash, paper.committed = hash, true
	return e.chooses(s, seat, true)
}

// Reveal makes a player's secret known. reveal is what is wrong with that by the player's
// commitment; secret is what is wrong with the number, as in Declare. A number that the
// commitment does not hold is not believed. That of a player without a commitment is.
func (e *Engine) Reveal(s *State, seat uint8, number int, salt string) (reveal, secret rules.Refusal) {
	paper := &s.paper[seat]
	switch {
	case !paper.committed:
		reveal = rules.Refused(RevealNone, int32(seat))
	case paper.hash != Commitment(number, salt):
		return rules.Refused(RevealOther, int32(seat), int32(number)), rules.Refusal{}
	case paper.reveal == 0:
		paper.reveal = s.Now.Line
	}
	return reveal, e.Declare(s, seat, number)
}

// Revealed reports whether a secret has been revealed since the last turn.
func (s *State) Revealed() bool { return s.paper[0].reveal|s.paper[1].reveal != 0 }

// NextTurn notes that a turn line of any kind is read, and appends the refusals of the reveals before it, each once.
func (e *Engine) NextTurn(dst []rules.Refusal, s *State) []rules.Refusal {
	s.begun = true
	for seat := range s.paper {
		if paper := &s.paper[seat]; paper.reveal != 0 {
			dst = append(dst, rules.Refused(RevealEarly, int32(seat), paper.reveal))
			paper.reveal = 0
		}
	}
	return dst
}
