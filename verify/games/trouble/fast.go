package trouble

import (
	"tpnote/notation"
	"tpnote/rules/trouble"
	"tpnote/verify"
)

// bound is the meaning of a word, without its roll and its player. Its spaces are as the first colour counts.
type bound struct {
	from, to trouble.Pos // to is HOME for a pass
	mark     trouble.Mark
}

func (r *referee) Fast() verify.Fast[trouble.State] { return verify.FastJudge(r) }

// Bind leaves words with unknown parts, and with spaces that the board does not have, to Act.
func (r *referee) Bind(w notation.Parts) (b bound, ok bool) {
	if w.Open() {
		return b, false
	}
	a, unknown := r.decode(0, w)
	return bound{a.From, a.To, claims(w)}, unknown == ""
}

// Fit carries out a legal action with the expected signs, as Act does.
func (r *referee) Fit(s *trouble.State, b *bound, die uint8, _ int32) bool {
	return r.Engine.Fit(s, trouble.Action{Die: die, From: r.Here(s, b.from), To: r.Here(s, b.to)}, b.mark)
}
