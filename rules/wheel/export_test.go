package wheel

import "math/bits"

// ToHub is the number of steps of the shortest walk from s to the hub, at least 1, at most 7.
func (b *Board) ToHub(s Space) int { return b.distance(s) }

// Len is the number of spaces in the set.
func (m *Spaces) Len() int { return bits.OnesCount64(m[0]) + bits.OnesCount64(m[1]) }

// Canonical drops from a what the space says already, so that equal actions compare equal.
func (e *Engine) Canonical(a Action) Action {
	if k := e.Board.Places[a.Space].Kind; (k == Category || k == Headquarters) && a.Answer != NoAnswer && int(a.Category) == e.Board.Places[a.Space].Colour+1 {
		a.Category = 0
	}
	a.Box, a.Card = 0, 0
	return a
}
