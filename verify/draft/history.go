package draft

// History is a draft whose edits can be taken back.
type History struct {
	*Draft
	undo, redo []Edit
}

// NewHistory begins with a draft as it is.
func NewHistory(d *Draft) *History { return &History{Draft: d} }

// Edit changes the text; what was taken back before is gone.
func (h *History) Edit(e Edit) Change {
	c := h.Draft.Edit(e)
	h.undo, h.redo = append(h.undo, c.Undo), nil
	return c
}

// Undo takes the last edit back that has not been taken back; ok is false if there is none.
func (h *History) Undo() (c Change, ok bool) { return h.turn(&h.undo, &h.redo) }

// Redo makes the edit again that was taken back last; ok is false if there is none.
func (h *History) Redo() (c Change, ok bool) { return h.turn(&h.redo, &h.undo) }

// turn makes the last edit of one list, and keeps on the other what takes it back.
func (h *History) turn(from, to *[]Edit) (c Change, ok bool) {
	n := len(*from)
	if n == 0 {
		return c, false
	}
	c = h.Draft.Edit((*from)[n-1])
	*from, *to = (*from)[:n-1], append(*to, c.Undo)
	return c, true
}
