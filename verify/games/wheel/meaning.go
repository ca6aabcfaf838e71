package wheel

import (
	"cmp"
	"fmt"
	"strings"

	"tpnote/notation"
	wheelnotation "tpnote/notation/wheel"
	"tpnote/rules/variant"
	"tpnote/rules/wheel"
	"tpnote/verify"
	"tpnote/verify/explain"
)

// meaning says what a word means on the board of a variant.
func meaning(v *variant.Variant, word string) (r verify.Meaning) {
	engine, err := wheel.New(v)
	if err != nil {
		return r
	}
	b := engine.Board
	if s, ok := b.Space(word); ok {
		return verify.Meaning{Kind: "a space", Parts: []verify.MeaningPart{{Text: word, Says: describe(v, b, s)}}}
	}
	parts, err := wheelnotation.Parse(word)
	if err != nil || len(parts) < 2 {
		return r
	}
	r.Kind = "an action"
	for _, p := range parts {
		means := verify.MeaningPart{Text: notation.Parts{p}.String()}
		switch {
		case p.Role == notation.IsRoll:
			means = explain.DieMeans(notation.Die(p.Text).Roll(), terms[v.Game])
		case p.Text == notation.Unknown:
			means = explain.Unwritten(unwritten[p.Role])
		case p.Role == notation.IsTo:
			space, ok := b.Space(p.Text)
			if !ok {
				return verify.Meaning{}
			}
			means = verify.MeaningPart{Text: p.Text, Says: describe(v, b, space)}
		case p.Role == notation.IsCategory:
			means.Says = "the category of the question: " + cmp.Or(v.Categories[p.Text], "no category of this game")
		case p.Role == notation.IsCard && len(p.Text) > 1:
			means.Says = "card " + p.Text[1:] + " of box " + p.Text[:1]
		case p.Role == notation.IsCard:
			means.Says = "a card of box " + p.Text
		default:
			means = explain.MarkMeans(p.Text, v.Game)
		}
		r.Parts = append(r.Parts, means)
	}
	return r
}

// unwritten are the parts that a "?" can replace.
var unwritten = map[notation.Role]string{
	notation.IsTo: "the space", notation.IsCategory: "the category of the question",
	notation.IsAnswer: "how the question was answered, if there was one",
}

// describe says which space of the board a space is.
func describe(v *variant.Variant, b *wheel.Board, s wheel.Space) string {
	name, words := b.Name(s), vocabularies[v.Game]
	colour := func(code string) string { return strings.ToLower(v.Colours[code]) }
	switch b.Kind(s) {
	case wheel.HubKind:
		return words.hub + ", in the middle"
	case wheel.Headquarters:
		return "the " + colour(name) + " headquarters: " + v.Categories[name]
	}
	at := b.Place(s)
	place := fmt.Sprintf("space %d of the track from the %s headquarters to the %s one", at.Number, colour(b.Colours[at.From]), colour(b.Colours[at.To]))
	if at.From == at.To {
		place = fmt.Sprintf("space %d of the %s %s, counted from %s", at.Number, colour(b.Colours[at.From]), words.spoke, words.hub)
	}
	if b.Kind(s) == wheel.RollAgain {
		return place + ": roll again"
	}
	return place + ": " + v.Categories[b.Colours[b.Colour(s)]]
}
