package wheel

import (
	"tpnote/notation"
	"tpnote/rules/wheel"
	"tpnote/verify"
)

// bound is the meaning of a word, without its roll.
type bound struct {
	action wheel.Action
	mark   wheel.Mark
}

func (r *referee) Fast() verify.Fast[wheel.State] { return verify.FastJudge(r) }

// Bind leaves words with unknown parts, and with spaces that the board does not have, to Act.
func (r *referee) Bind(w notation.Parts) (b bound, ok bool) {
	if w.Open() {
		return b, false
	}
	b.action, b.mark, ok = r.decode(w)
	b.action.Die = 0
	return b, ok
}

// Fit carries out a legal action with the expected mark, as Act does.
func (r *referee) Fit(s *wheel.State, b *bound, die uint8, _ int32) bool {
	b.action.Die = die
	return r.Engine.Fit(s, &b.action, b.mark)
}
