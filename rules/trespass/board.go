package trespass

import (
	"math/bits"
	"strconv"

	"tpnote/rules/variant"
)

// letters begin the names of the pieces of each player.
var letters = [seats]string{"A", "B"}

// Square is a square of the board, counted from a1 along row 1, then along row 2, and so on.
type Square uint8

// Off is the square of a piece that is not on the board.
const Off Square = 255

// Piece is one player's piece: 32 × seat + its place among the numbers, so that pieces sort by player and number.
type Piece uint8

// NoPiece is no piece; an action with it is a pass.
const NoPiece Piece = 255

const (
	seats      = 2
	maxSquares = 64 // so that a set of squares is one word
	maxPieces  = 32 // of one player: half the squares, when every row is filled
)

// Owner is the seat of the player whose piece it is.
func (p Piece) Owner() uint8 { return uint8(p / maxPieces) }

func (p Piece) index() int { return int(p % maxPieces) }

func pieceOf(seat uint8, index int) Piece { return Piece(int(seat)*maxPieces + index) }

func bit(q Square) uint64 { return 1 << q }

func lowest(set uint64) Square { return Square(bits.TrailingZeros64(set)) }

// Board is the squares and the names of squares and pieces.
type Board struct {
	Columns, Rows int
	First         int // the lowest number of a piece
	Each          int // how many pieces a player has

	all    uint64 // every square
	names  []string
	named  map[string]Square
	pieces [seats * maxPieces]string // their names; "" where there is no such piece
	called map[string]Piece
	homes  [seats][maxPieces]Square // the squares of an arrangement: the back row from file a on, then the row in front of it
	camps  [seats]uint64            // those squares
	sides  [seats]side
}

// side is how the board looks from one player's seat.
type side struct {
	ways [3]direction // forward, left, right
	goal uint64       // the opponent's back row
	up   int          // 1 where forward is towards higher rows, otherwise -1
}

// The ways in which a piece may go, in the order in which routes are compared. They are those of its owner.
const (
	forward = iota
	left
	right
)

// newBoard makes the board of a variant. Its errors blame lines of the variant file.
func newBoard(v *variant.Variant) (*Board, error) {
	b := &Board{named: map[string]Square{}, called: map[string]Piece{}, Columns: v.Board["columns"].Number, Rows: v.Board["rows"].Number}
	if n := b.Columns * b.Rows; n > maxSquares {
		return nil, v.Board["columns"].Errorf("%d columns and %d rows make %d squares; at most %d are possible", b.Columns, b.Rows, n, maxSquares)
	}
	numbers := v.Setting("piece-numbers").Value
	b.First, b.Each = numbers.Lo, 2*b.Columns
	if n := numbers.Hi - numbers.Lo + 1; n != b.Each {
		return nil, v.Errorf("piece-numbers", "piece-numbers %s are %d pieces, but two rows of %d columns take %d", numbers, n, b.Columns, b.Each)
	}
	var west, east uint64 // the squares of the first file; of the last
	for row := range b.Rows {
		west |= 1 << (row * b.Columns)
		east |= 1 << (row*b.Columns + b.Columns - 1)
		for column := range b.Columns {
			name := string(rune('a'+column)) + strconv.Itoa(row+1)
			b.named[name] = Square(len(b.names))
			b.names = append(b.names, name)
		}
	}
	for seat, letter := range letters {
		for i := range b.Each {
			p, name := pieceOf(uint8(seat), i), letter+strconv.Itoa(b.First+i)
			b.pieces[p], b.called[name] = name, p
			row, column := i/b.Columns, i%b.Columns
			if seat == 1 {
				row = b.Rows - 1 - row
			}
			b.homes[seat][i] = Square(row*b.Columns + column)
			b.camps[seat] |= bit(b.homes[seat][i])
		}
	}
	b.all = 1<<len(b.names) - 1
	front := uint64(1)<<b.Columns - 1 // row 1
	back := front << (b.Columns * (b.Rows - 1))
	up, down := direction{b.Columns, b.all &^ front}, direction{-b.Columns, b.all &^ back}
	toEast, toWest := direction{1, b.all &^ west}, direction{-1, b.all &^ east}
	b.sides = [seats]side{
		{ways: [3]direction{up, toWest, toEast}, goal: back, up: 1},
		{ways: [3]direction{down, toEast, toWest}, goal: front, up: -1},
	}
	return b, nil
}

// offset is how far one square is ahead and to the right of another, as the side sees it.
func (b *Board) offset(s *side, from, to Square) (rows, columns int) {
	rows, columns = int(to)/b.Columns-int(from)/b.Columns, int(to)%b.Columns-int(from)%b.Columns
	return s.up * rows, s.up * columns
}

// Len is the number of squares.
func (b *Board) Len() int { return len(b.names) }

// Name is the name of a square, such as "c5".
func (b *Board) Name(q Square) string { return b.names[q] }

// Square finds a square by its name.
func (b *Board) Square(name string) (Square, bool) {
	q, ok := b.named[name]
	return q, ok
}

// SquareAt finds the square of a file, from the letter a on, and of a row, from 1 on.
func (b *Board) SquareAt(file byte, row int) (Square, bool) {
	column, row := int(file)-'a', row-1
	return Square(row*b.Columns + column), uint(column) < uint(b.Columns) && uint(row) < uint(b.Rows)
}

// PieceName is the name of a piece, such as "A7".
func (b *Board) PieceName(p Piece) string { return b.pieces[p] }

// Piece finds a piece by its name.
func (b *Board) Piece(name string) (Piece, bool) {
	p, ok := b.called[name]
	return p, ok
}

// Numbered finds a player's piece by the number on it.
func (b *Board) Numbered(seat uint8, number int) (Piece, bool) {
	i := number - b.First
	return pieceOf(seat, i), seat < seats && uint(i) < uint(b.Each)
}

// Number is the number on a piece.
func (b *Board) Number(p Piece) int { return b.First + p.index() }

// Goal reports whether a square is in the goal row of a piece: the back row of its owner's opponent.
func (b *Board) Goal(p Piece, q Square) bool { return b.sides[p.Owner()].goal&bit(q) != 0 }
