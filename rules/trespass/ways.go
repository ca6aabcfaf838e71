package trespass

import "math/bits"

// Ways is the legal actions of a position, each known by its place in the list of Legal. Where
// any way may be gone, it remembers where each piece can go, and asks again only for those to
// which it matters what has changed since the position before. The zero Ways is ready for use,
// and can be used again.
type Ways struct {
	list  []Action // nil where there are sets
	board *Board
	free  uint64 // the empty squares
	sides [seats]struct {
		at     [maxPieces]Square
		ends   [maxPieces]uint64 // where each piece can go
		hangs  [maxPieces]uint64 // the squares on which that depends
		many   [maxPieces]uint8  // how many squares it can go to
		sum    int               // of those numbers
		movers uint32            // the pieces that may be moved
		legal  int               // how many moves they have
	}
}

// Ways finds the legal actions, and returns how many there are.
func (e *Engine) Ways(w *Ways, s *State) (n int) {
	b := e.Board
	if !e.limits.wide() || !s.ready() {
		w.list = e.Legal(nil, s)
		return len(w.list)
	}
	if w.board != b {
		*w = Ways{board: b} // every piece stands on the first square, and nothing is known to be empty
		for seat := range w.sides {
			w.reach(seat, 1<<b.Each-1)
		}
	}
	free := b.all &^ (s.men[0] | s.men[1])
	changed := w.free ^ free
	w.list, w.free = nil, free
	for seat := range w.sides {
		side, at, stale := &w.sides[seat], (*[maxPieces]Square)(s.at[seat*maxPieces:]), uint32(0)
		for i := range min(b.Each, maxPieces) {
			with := stale | 1<<i
			if side.hangs[i]&changed|uint64(side.at[i]^at[i]) != 0 {
				stale = with
			}
		}
		side.at = *at
		w.reach(seat, stale)
		side.movers, side.legal = 0, 0
		if e.limits.opponent || seat == int(s.Clock.Seat) {
			side.movers, side.legal = ^uint32(0), side.sum
			if p := s.Last; !e.limits.repeat && p != NoPiece && int(p.Owner()) == seat {
				side.movers, side.legal = ^(1 << p.index()), side.sum-int(side.many[p.index()])
			}
		}
		n += side.legal
	}
	if n == 0 {
		w.list, n = []Action{Pass}, 1
	}
	return n
}

// reach finds where pieces of a player can go: of two at a time, if a word has room for two sets
// of squares. That they stand on their own squares is no hindrance: a move that comes back to its
// square, or jumps over it, leads nowhere that it would not come to without.
func (w *Ways) reach(seat int, pieces uint32) {
	side, b, second := &w.sides[seat], w.board, 0
	if b.Len() <= maxSquares/2 {
		second = maxSquares / 2
	}
	ahead := &b.sides[seat].ways[forward]
	by, into, notFirst, notLast := ahead.by, ahead.into|ahead.into<<second, b.notFirst|b.notFirst<<second, b.notLast|b.notLast<<second
	free := w.free | w.free<<second
	up, east, west := into&free, notFirst&free, notLast&free
	overUp, overEast, overWest := into&^free, notFirst&^free, notLast&^free
	for pieces != 0 {
		i := bits.TrailingZeros32(pieces) % maxPieces
		pieces &= pieces - 1
		k := i
		if pieces != 0 && second != 0 {
			k = bits.TrailingZeros32(pieces) % maxPieces
			pieces &= pieces - 1
		}
		begin := bit(side.at[i]) | bit(side.at[k])<<second
		all := begin
		for was := uint64(0); was != all; { // four steps without a question: most slides are short
			all |= bits.RotateLeft64(all, by)&up | all<<1&east | all>>1&west
			all |= bits.RotateLeft64(all, by)&up | all<<1&east | all>>1&west
			all |= bits.RotateLeft64(all, by)&up | all<<1&east | all>>1&west
			was = all
			all |= bits.RotateLeft64(all, by)&up | all<<1&east | all>>1&west
		}
		for was := uint64(0); was != all; {
			all |= bits.RotateLeft64(bits.RotateLeft64(all, by)&overUp, by)&up | all<<1&overEast<<1&east | all>>1&overWest>>1&west
			was = all
			all |= bits.RotateLeft64(bits.RotateLeft64(all, by)&overUp, by)&up | all<<1&overEast<<1&east | all>>1&overWest>>1&west
		}
		hangs := all | bits.RotateLeft64(all, by)&into | all<<1&notFirst | all>>1&notLast |
			bits.RotateLeft64(bits.RotateLeft64(all, by)&overUp, by)&into | all<<1&overEast<<1&notFirst | all>>1&overWest>>1&notLast
		w.note(seat, i, hangs, all&^begin)
		w.note(seat, k, hangs>>second, all&^begin>>second)
	}
}

// note notes where a piece can go, and the squares on which that depends. There is more to both
// where two pieces share a word.
func (w *Ways) note(seat, i int, hangs, ends uint64) {
	side, all := &w.sides[seat], w.board.all
	side.sum -= int(side.many[i])
	side.hangs[i], side.ends[i], side.many[i] = hangs&all, ends&all, uint8(bits.OnesCount64(ends&all))
	side.sum += int(side.many[i])
}

// Nth is the action at a place, from 0.
func (w *Ways) Nth(n int) Action {
	if w.list != nil {
		return w.list[n]
	}
	seat := 0
	if n >= w.sides[0].legal {
		n -= w.sides[0].legal
		seat = 1
	}
	side := &w.sides[seat]
	movers := side.movers
	i := bits.TrailingZeros32(movers) % maxPieces
	for n >= int(side.many[i]) {
		n -= int(side.many[i])
		movers &= movers - 1
		i = bits.TrailingZeros32(movers) % maxPieces
	}
	ends := side.ends[i]
	for ; n > 0; n-- {
		ends &= ends - 1
	}
	return Action{pieceOf(uint8(seat), i), lowest(ends)}
}
