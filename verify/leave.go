package verify

import (
	"slices"
	"strings"

	"tpnote/notation"
)

// leave judges a leave line, and reports whether it ends a turn.
func (r *Replay) leave(j *Judgement, n *notation.Leave) (ends bool) {
	if r.notation == nil {
		return false
	}
	if r.table != nil && !r.table.leaves() {
		r.foreign(j, n.Keyword)
		return false
	}
	seat, known := j.Seat(n.Handle)
	if !known || !r.Ready() || r.gap {
		return false
	}
	if r.table.left(seat) {
		j.Error(CodeLeft, n.Handle.Span, n.Handle.Text+" has left the game already")
		return false
	}
	r.inEach(j, func(*Judgement) {
		r.turns.Leave(r.table)
		r.table.leave(seat)
	})
	r.erred = false
	return true
}

// terminations are the values of a Termination tag with which the table decided the result,
// and not the rules. Any other value means nothing.
var terminations = []string{"abandoned", "adjudication", "agreed", "death", "emergency", "resigned", "rules infraction", "time forfeit"}

// Terminated reports whether a Termination tag says that the table decided the result.
func Terminated(value string) bool {
	return slices.Contains(terminations, strings.ToLower(strings.TrimSpace(value)))
}
