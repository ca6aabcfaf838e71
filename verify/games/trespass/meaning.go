package trespass

import (
	"fmt"

	"tpnote/notation"
	trespassnotation "tpnote/notation/trespass"
)

// unwritten are the parts that a "?" can replace.
var unwritten = map[notation.Role]string{notation.IsPiece: "the piece", notation.IsFrom: "the move", notation.IsTo: "how and to where"}

// Says names a piece, and the squares that it goes from and to.
func (r *referee) Says(w notation.Parts, part int) string {
	p := w[part]
	piece, isPiece := r.Board.Piece(p.Text)
	_, isSquare := r.Board.Square(p.Text)
	switch {
	case p.Text == notation.Unknown:
		return unwritten[p.Role]
	case p.Role == notation.IsPiece && isPiece:
		return fmt.Sprintf("the piece %d of the %s player", r.Board.Number(piece), [...]string{"first", "second"}[piece.Owner()])
	case p.Role == notation.IsFrom && isSquare:
		return "from " + fileAndRow(p.Text)
	case p.Role == notation.IsTo && isSquare:
		return "to " + fileAndRow(p.Text)
	}
	return ""
}

func fileAndRow(square string) string {
	at, _ := trespassnotation.NameAt([]byte(square), 0)
	return fmt.Sprintf("file %c, row %d", at.Letter, at.Number)
}
