package trespass

import "math/bits"

// Ways is the legal actions of a position, each known by its place in the list of Legal. Where
// any way may be gone, all pieces go at once, those of the second player on a board that is turned
// round: what a piece has as a set of squares, a square has here as a set of pieces. The zero Ways
// is ready for use, and can be used again.
type Ways struct {
	list  []Action           // nil where there are sets
	on    [maxSquares]uint64 // the pieces that can go to a square; of the second player, to that turned round
	many  [6]uint64          // how many squares each piece can go to, a binary digit each
	board *Board

	// For each square, behind two empty rows, the pieces for which it is empty; that may enter it,
	// as each may its own, where all others jump over it; that slide to it; that come there at all.
	cells [maxSquares + 2*maxSquares/4]struct{ empty, enter, slide, come uint64 }
}

// first is the bits of the first player's pieces.
const first = 1<<maxPieces - 1

// Ways finds the legal actions, and returns how many there are.
func (e *Engine) Ways(w *Ways, s *State) (n int) {
	w.board, w.list = e.Board, nil
	if !e.limits.wide() || !s.ready() {
		w.list = e.Legal(nil, s)
		return len(w.list)
	}
	e.sets(w, s)
	for i, digit := range w.many {
		n += bits.OnesCount64(digit) << i
	}
	if n == 0 {
		w.list, n = []Action{Pass}, 1
	}
	return n
}

// sets finds the sets.
func (e *Engine) sets(w *Ways, s *State) {
	size, columns := e.Board.Len(), e.Board.Columns
	cells := &w.cells
	clear(cells[:2*columns]) // the board may be another than the last time
	board := cells[2*columns : 2*columns+size]
	free := e.Board.all &^ (s.men[0] | s.men[1])
	turned := bits.Reverse64(free) >> (maxSquares - size)
	lanes := [4]uint64{1: first, 2: ^uint64(first), 3: ^uint64(0)}
	for q := range board {
		c := &board[q]
		c.empty = lanes[free>>(q%64)&1|turned>>(q%64)&1<<1]
		c.enter, c.slide = c.empty, 0
	}
	for seat := range uint8(seats) {
		movers := e.limits.movers(s, seat)
		for i := range e.Board.Each {
			p := pieceOf(seat, i)
			q := int(s.at[p])
			if q >= size {
				continue // it is not on the board
			}
			may := movers >> (q % 64) & 1 << (p % 64)
			if seat == 1 {
				q = size - 1 - q
			}
			board[q].enter |= 1 << (p % 64)
			board[q].slide |= may
		}
	}
	for begin := 0; begin < size; begin += columns {
		row, behind, far := cells[begin+2*columns:begin+3*columns], cells[begin+columns:begin+2*columns], cells[begin:begin+columns]
		beside := uint64(0)
		for i := range row {
			c := &row[i]
			beside = c.slide | (beside|behind[i].slide)&c.enter
			c.slide = beside
		}
		beside = 0
		var leap, next, over uint64 // from the square but one; from the one beside; who jumps over that
		for i := len(row) - 1; i >= 0; i-- {
			c := &row[i]
			beside = c.slide | beside&c.enter
			c.slide, c.come = beside, beside|(far[i].come&^behind[i].enter|leap&over)&c.enter
			leap, next, over = next, c.come, ^c.enter
		}
		leap, next, over = 0, 0, 0
		for i := range row {
			c := &row[i]
			c.come |= leap & over & c.enter
			leap, next, over = next, c.come, ^c.enter
		}
	}
	var m0, m1, m2, m3, m4, m5 uint64
	for q := range board {
		x := board[q].come & board[q].empty
		w.on[q%maxSquares] = x
		m0, x = m0^x, m0&x
		m1, x = m1^x, m1&x
		m2, x = m2^x, m2&x
		m3, x = m3^x, m3&x
		m4, x = m4^x, m4&x
		m5 ^= x
	}
	w.many = [...]uint64{m0, m1, m2, m3, m4, m5}
}

// Nth is the action at a place, from 0.
func (w *Ways) Nth(n int) Action {
	if w.list != nil {
		return w.list[n]
	}
	m := &w.many
	movers := m[0] | m[1] | m[2] | m[3] | m[4] | m[5]
	p := lowest(movers)
	for ; ; p = lowest(movers) {
		i := p % 64
		many := int(m[0]>>i&1 | m[1]>>i&1<<1 | m[2]>>i&1<<2 | m[3]>>i&1<<3 | m[4]>>i&1<<4 | m[5]>>i&1<<5)
		if n < many {
			break
		}
		n -= many
		movers &= movers - 1
	}
	var squares uint64
	for q, on := range w.on[:w.board.Len()] {
		squares |= on >> (p % 64) & 1 << (q % 64)
	}
	if Piece(p).Owner() == 1 {
		squares = bits.Reverse64(squares) >> (maxSquares - w.board.Len())
	}
	for ; n > 0; n-- {
		squares &= squares - 1
	}
	return Action{Piece(p), lowest(squares)}
}
