package trespass

import (
	"strings"

	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// meaning says what a word means. A pass is left to the glossary.
func meaning(v *variant.Variant, word string) (r verify.Meaning) {
	w, err := trespassnotation.Parse(word)
	if err != nil || w.IsPass() || w.Unknown() {
		return r
	}
	owner := "the first player"
	if strings.HasPrefix(w.Piece, "B") {
		owner = "the second player"
	}
	r = verify.Meaning{Kind: "an action", Parts: []verify.MeaningPart{
		{Text: w.Piece, Says: "the piece " + strings.TrimLeft(w.Piece, "AB") + " of " + owner},
		{Text: w.From, Says: "from file " + w.From[:1] + ", row " + w.From[1:]},
	}}
	for _, h := range w.Hops {
		sign, how := "-", "slides to "
		if h.Jump {
			sign, how = "^", "jumps to "
		}
		r.Parts = append(r.Parts, verify.MeaningPart{Text: sign + h.To, Says: how + h.To})
	}
	if w.Wins {
		r.Parts = append(r.Parts, verify.MarkMeans("#", v.Game))
	}
	return r
}
