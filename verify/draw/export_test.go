package draw

// Clear reports whether no two spaces of the board cover each other in characters, and in
// how many it is drawn.
func (b *Board) Clear() (columns, lines int, clear bool) {
	columns, lines = b.fit(b.Cell, [2]int{})
	return columns, lines, !b.collides(b.Cell, columns, lines)
}
