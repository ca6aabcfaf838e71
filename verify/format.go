package verify

import (
	"io"

	"tpnote/notation"
)

// Format gives a log its canonical form: what notation.Format does, with the names of
// spaces as the board of each game's variant has them. Variant paths in the log are
// relative to dir. The replay finds the same in it before and after.
func (r *Replayer) Format(src io.Reader, dir string, piece func(text, form []byte) error) error {
	spell := func(head []notation.Line) notation.Spelling {
		j := r.sit("", dir, 1, 1)
		for _, line := range head {
			j.line = line
			j.read()
		}
		j.open()
		t := j.table
		if t == nil {
			t = j.waiting
		}
		if t == nil {
			return notation.Spelling{Directive: checkDirective}
		}
		return notation.Spelling{Action: t.spell, Position: t.respell, Directive: checkDirective}
	}
	return notation.Format(src, spell, piece)
}
