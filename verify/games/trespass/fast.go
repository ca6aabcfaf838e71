package trespass

import (
	"tpnote/notation"
	"tpnote/notation/shape"
	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules/trespass"
	"tpnote/verify"
)

// mostHops is how many hops a word may have for the fast judge.
const mostHops = 12

// bound is the meaning of a word.
type bound struct {
	piece trespass.Piece
	from  trespass.Square
	wins  bool
	n     uint8 // of hops
	hops  [mostHops]trespass.Hop
}

func (r *referee) Fast() verify.Fast[trespass.State] { return verify.FastJudge(r) }

// Bind leaves words with unknown parts, many hops, or pieces and squares that the board does not have to Act.
func (r *referee) Bind(w notation.Parts) (b bound, ok bool) {
	m, unknown := r.decode(w)
	b.piece, b.from, b.wins, b.n = m.Piece, m.From, m.Wins, uint8(copy(b.hops[:], m.Hops))
	return b, unknown == nil && !w.Open() && len(m.Hops) <= mostHops
}

// BindText binds a move in which all is known, since there are more words than can be remembered.
func (r *referee) BindText(b *bound, text []byte, at int) (end int, ok bool) {
	board := r.Board
	piece, end := trespassnotation.NameAt(text, at)
	name, end := trespassnotation.NameAt(text, end+1)
	var exists, known bool
	b.piece, exists = board.Numbered(piece.Letter-'A', piece.Number)
	b.from, known = board.SquareAt(name.Letter, name.Number)
	ok = piece.Sign == ':' && exists && known
	n := uint8(0)
	for hops, jump := name.Hops(); hops; hops, jump = name.Hops() {
		if n >= mostHops {
			return at, false
		}
		name, end = trespassnotation.NameAt(text, end+1)
		b.hops[n].To, known = board.SquareAt(name.Letter, name.Number)
		b.hops[n].Jump = jump
		n, ok = n+1, ok && known
	}
	b.n = n
	if b.wins = name.Sign == '#'; b.wins {
		end++
	}
	return end, ok && n > 0 && shape.EndsWord(text[end])
}

// Fit carries out a legal move with the expected mark, as Act does.
func (r *referee) Fit(s *trespass.State, b *bound, _ uint8, line int32) bool {
	if s.Revealed() { // which NextTurn reports
		return false
	}
	s.Now = trespass.Ref{Line: line, Number: s.Clock.Number}
	var m trespass.Move // set part by part, since a composite literal is copied
	m.Piece, m.From, m.Hops, m.Wins = b.piece, b.from, b.hops[:b.n], b.wins
	return r.Engine.Fit(s, &m)
}
