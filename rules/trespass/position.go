package trespass

import (
	"math/bits"
	"strconv"
	"strings"

	"tpnote/rules"
)

// AppendPosition appends the text of s: TURN WHO LAST ROWS A=SECRET B=SECRET. The rows go from the far one to row 1.
func (e *Engine) AppendPosition(dst []byte, s *State, handles []string) []byte {
	b := e.Board
	dst = append(rules.AppendClock(dst, s.Clock, handles), ' ')
	if s.Last == NoPiece {
		dst = append(dst, '-')
	} else {
		dst = append(dst, b.PieceName(s.Last)...)
	}
	dst = e.appendRows(append(dst, ' '), s)
	for seat := range uint8(seats) {
		dst = append(append(append(dst, ' '), letters[seat]...), '=')
		if s.HasLeft(seat) {
			dst = append(dst, rules.Out...)
			continue
		}
		if p, known := e.Secret(s, seat); known {
			dst = strconv.AppendInt(dst, int64(b.Number(p)), 10)
		} else {
			dst = append(dst, '?')
		}
		if winner, some := s.Winner(); some && winner == seat {
			dst = append(dst, '#')
		}
	}
	return dst
}

// appendRows appends the rows with a "/" between them.
func (e *Engine) appendRows(dst []byte, s *State) []byte {
	var on [int(Off) + 1]Piece // the piece on each square
	b, men := e.Board, s.men[0]|s.men[1]
	for seat := range uint8(seats) {
		for p := pieceOf(seat, 0); p < pieceOf(seat, b.Each); p++ {
			on[s.at[p]] = p
		}
	}
	for begin := (b.Rows - 1) * b.Columns; begin >= 0; begin -= b.Columns {
		for at := begin; at < begin+b.Columns; {
			if empty := bits.TrailingZeros64(men>>at | 1<<(begin+b.Columns-at)); empty > 0 {
				dst = strconv.AppendInt(dst, int64(empty), 10)
				at += empty
			} else {
				dst = append(dst, b.pieces[on[at]]...)
				at++
			}
			dst = append(dst, ',')
		}
		dst[len(dst)-1] = '/'
	}
	return dst[:len(dst)-1]
}

// ParsePosition reads the text of a position. The text does not show which numbers are ruled out: ParsePosition takes
// the pieces in their goal rows for ruled out, except for the one moved last, which may have arrived with that move.
// The turns that ruled them out are not in the log, so the next turn is blamed for them. Nor does the text show who
// moved the last piece: that is the opponent of the player to move, as in a game in which the turns alternate.
func (e *Engine) ParsePosition(text string, handles []string) (State, error) {
	s := e.Start(seats)
	fields, err := s.Clock.Parse(text, handles)
	if err != nil {
		return State{}, err
	}
	if len(fields) != 4 || s.Clock.Seat >= seats {
		return State{}, rules.Malformed("a position is TURN WHO LAST ROWS A=SECRET B=SECRET")
	}
	s.before.clock.Seat = 1 - s.Clock.Seat
	if last := fields[0]; last != "-" {
		p, ok := e.Board.Piece(last)
		if !ok {
			return State{}, rules.Malformed(strconv.Quote(last) + " is neither a piece nor \"-\", for no piece")
		}
		s.Last = p
	}
	twice, err := e.parseRows(&s, fields[1])
	if err != nil {
		return State{}, err
	}
	err = rules.ParseSeats(fields[2:], letters[:], "SECRET", func(seat uint8, text string) error {
		return e.parseSecret(&s, seat, text)
	})
	if err != nil {
		return State{}, err
	}
	if twice != NoPiece {
		return State{}, rules.Contradiction(e.Board.PieceName(twice) + " is on two squares")
	}
	if err := e.contradiction(&s); err != nil {
		return State{}, err
	}
	if s.Clock.Number > 1 {
		s.before.clock.Number = s.Clock.Number - 1
	}
	for i, q := range s.at {
		if p := Piece(i); q != Off && p != s.Last && s.Clock.Phase != rules.Over && e.arrived(&s, p) {
			s.ruleOut(p, Ref{})
			s.due = true
		}
	}
	return s, nil
}

// parseRows sets the pieces on their squares. twice is a piece that the text has on two squares, or NoPiece.
func (e *Engine) parseRows(s *State, text string) (twice Piece, err error) {
	b := e.Board
	rows := strings.Split(text, "/")
	if len(rows) != b.Rows {
		return NoPiece, rules.Malformed("the board has " + strconv.Itoa(b.Rows) + " rows, and " + strconv.Itoa(len(rows)) + " are given")
	}
	twice = NoPiece
	for i, row := range rows {
		number := b.Rows - i
		column := 0
		for item := range strings.SplitSeq(row, ",") {
			if p, ok := b.Piece(item); ok {
				if column < b.Columns {
					if s.at[p] != Off {
						twice = p
					} else {
						s.put(p, Square((number-1)*b.Columns+column))
					}
				}
				column++
				continue
			}
			n, err := strconv.Atoi(item)
			if err != nil || n < 1 || n > maxSquares || strconv.Itoa(n) != item {
				return NoPiece, rules.Malformed("row " + strconv.Itoa(number) + ": " + strconv.Quote(item) + " is neither a piece nor a number of empty squares")
			}
			column += n
		}
		if column != b.Columns {
			return NoPiece, rules.Malformed("row " + strconv.Itoa(number) + " has " + strconv.Itoa(column) + " squares instead of " + strconv.Itoa(b.Columns))
		}
	}
	return twice, nil
}

func (e *Engine) parseSecret(s *State, seat uint8, text string) error {
	switch text {
	case "?":
		return nil
	case rules.Out:
		s.Order.Leave(seat)
		return nil
	}
	number, won := strings.CutSuffix(text, "#")
	p, ok := e.Board.Piece(letters[seat] + number)
	if !ok {
		return rules.Malformed(strconv.Quote(letters[seat]+"="+text) + ": a secret is the number of a piece, with # after it for the winner, or \"?\"")
	}
	s.secret[seat] = p
	if won {
		if s.winner != 0 {
			return rules.Contradiction("both players have won")
		}
		s.winner = int8(seat) + 1
	}
	return nil
}

// contradiction returns why a position is impossible; nil if it is possible.
func (e *Engine) contradiction(s *State) error {
	b := e.Board
	for seat := range uint8(seats) {
		for i := range b.Each {
			if p := pieceOf(seat, i); s.placed(seat) && s.at[p] == Off {
				return &rules.PositionError{
					Message: b.PieceName(p) + " is missing: no piece ever leaves the board", Contradiction: true, Situation: "missing-piece",
				}
			}
		}
		secret, known := e.Secret(s, seat)
		winner, some := s.Winner()
		won := some && winner == seat
		switch {
		case won && !e.arrived(s, secret):
			return rules.Contradiction("the winner's secret " + b.PieceName(secret) + " is not in the opponent's back row")
		case known && !some && e.arrived(s, secret):
			return rules.Contradiction("the secret " + b.PieceName(secret) + " is in the opponent's back row, but no player has won (#)")
		}
	}
	if s.Last != NoPiece && s.at[s.Last] == Off {
		return rules.Contradiction(b.PieceName(s.Last) + " was moved last, but is not on the board")
	}
	_, won := s.Winner()
	switch over, left := s.Clock.Phase == rules.Over, s.Order.Left != 0; {
	case s.Order.Left == 1<<seats-1:
		return rules.Contradiction("both players have left")
	case left && !over:
		return rules.Contradiction("a player has left, but the game is not over (-)")
	case left && won:
		return rules.Contradiction("a player has won (#), and a player has left")
	case s.HasLeft(0) && s.placed(0), s.HasLeft(1) && s.placed(1):
		return rules.Contradiction("a player has left, and the pieces still stand")
	case left:
	case s.Clock.Phase == rules.Open:
		return rules.Contradiction("a turn is one move: it is never under way (+)")
	case over && !won && e.limits.passes:
		s.winner = drawn
	case over && !won:
		return rules.Contradiction("the game is over (-), but no player has won (#)")
	case won && !over:
		return rules.Contradiction("a player has won (#), but the game is not over (-)")
	}
	return nil
}
