package trouble

import (
	troublenotation "tpnote/notation/trouble"
	"tpnote/rules/trouble"
	"tpnote/verify"
)

// bound is the meaning of a word, without its roll and its player. Its spaces are as the first
// colour counts.
type bound struct {
	from, to trouble.Pos // to is HOME for a pass
	mark     trouble.Mark
}

func (r *referee) Fast() verify.Fast[trouble.State, troublenotation.Action] {
	return verify.FastJudge(r)
}

// Bind leaves words with unknown parts, and with spaces that the board does not have, to Act.
func (r *referee) Bind(w troublenotation.Action) (b bound, ok bool) {
	if w.Unknown() {
		return b, false
	}
	b.mark = trouble.Mark{Captures: w.Captures, Finishes: w.Finished}
	if w.IsPass() {
		return b, true
	}
	from, known := r.Space(0, w.From)
	to, ok := r.Space(0, w.To)
	b.from, b.to = from, to
	return b, known && ok && to != trouble.Home
}

// Fit carries out a legal action with the expected signs, as Act does.
func (r *referee) Fit(s *trouble.State, b *bound, die uint8, _ int32) bool {
	return r.Engine.Fit(s, trouble.Action{Die: die, From: r.Here(s, b.from), To: r.Here(s, b.to)}, b.mark)
}
