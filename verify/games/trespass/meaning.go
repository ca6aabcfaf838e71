package trespass

import (
	"strings"

	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/explain"
)

// meaning says what a word means. A pass is left to the glossary.
func meaning(v *variant.Variant, word string) (r verify.Meaning) {
	w, err := trespassnotation.Parse(word)
	if err != nil || w.IsPass() || w.Lone {
		return r
	}
	piece := explain.Unwritten("the piece")
	if w.Piece != trespassnotation.Unknown {
		owner := "the first player"
		if strings.HasPrefix(w.Piece, "B") {
			owner = "the second player"
		}
		piece = verify.MeaningPart{Text: w.Piece, Says: "the piece " + strings.TrimLeft(w.Piece, "AB") + " of " + owner}
	}
	r = verify.Meaning{Kind: "an action", Parts: []verify.MeaningPart{piece}}
	if w.From == trespassnotation.Unknown {
		r.Parts = append(r.Parts, explain.Unwritten("the move"))
		return r
	}
	r.Parts = append(r.Parts, verify.MeaningPart{Text: w.From, Says: "from file " + w.From[:1] + ", row " + w.From[1:]})
	for _, h := range w.Hops {
		if h.To == trespassnotation.Unknown {
			r.Parts = append(r.Parts, explain.Unwritten("how and to where"))
			break
		}
		sign, how := "-", "slides to "
		if h.Jump {
			sign, how = "^", "jumps to "
		}
		r.Parts = append(r.Parts, verify.MeaningPart{Text: sign + h.To, Says: how + h.To})
	}
	if w.Wins {
		r.Parts = append(r.Parts, explain.MarkMeans("#", v.Game))
	}
	return r
}
