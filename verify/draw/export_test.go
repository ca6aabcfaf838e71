package draw

// Clear reports whether no two spaces of the board cover each other in characters, and in
// how many it is drawn.
func (b *Board) Clear() (columns, lines int, clear bool) {
	l := b.layOut(TextOptions{})
	return l.columns, l.lines, l.place(b, 0, 0)
}
