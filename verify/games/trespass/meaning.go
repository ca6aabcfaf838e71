package trespass

import (
	"strings"

	"tpnote/notation"
	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/explain"
)

// meaning says what a word means. A pass is left to the glossary.
func meaning(v *variant.Variant, word string) (r verify.Meaning) {
	parts, err := trespassnotation.Parse(word)
	w := read(parts)
	if err != nil || w.Piece == "" {
		return r
	}
	piece := explain.Unwritten("the piece")
	if w.Piece != notation.Unknown {
		owner := "the first player"
		if strings.HasPrefix(w.Piece, "B") {
			owner = "the second player"
		}
		piece = verify.MeaningPart{Text: w.Piece, Says: "the piece " + strings.TrimLeft(w.Piece, "AB") + " of " + owner}
	}
	r = verify.Meaning{Kind: "an action", Parts: []verify.MeaningPart{piece}}
	if w.From == notation.Unknown {
		r.Parts = append(r.Parts, explain.Unwritten("the move"))
		return r
	}
	r.Parts = append(r.Parts, verify.MeaningPart{Text: w.From, Says: "from file " + w.From[:1] + ", row " + w.From[1:]})
	for i, to := range w.Path {
		if to == notation.Unknown {
			r.Parts = append(r.Parts, explain.Unwritten("how and to where"))
			break
		}
		sign, how := "-", "slides to "
		if w.Jumps[i] {
			sign, how = "^", "jumps to "
		}
		r.Parts = append(r.Parts, verify.MeaningPart{Text: sign + to, Says: how + to})
	}
	if w.Given != "" {
		r.Parts = append(r.Parts, explain.MarkMeans("#", v.Game))
	}
	return r
}
