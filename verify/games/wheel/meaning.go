package wheel

import (
	"cmp"
	"fmt"
	"strings"

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
	w, err := wheelnotation.Parse(word)
	if err != nil || w.Lone {
		return r
	}
	space := explain.Unwritten("the space")
	if s, ok := b.Space(w.Space); ok {
		space = verify.MeaningPart{Text: w.Space, Says: describe(v, b, s)}
	} else if w.Space != wheelnotation.Unknown {
		return r
	}
	r = verify.Meaning{Kind: "an action", Parts: []verify.MeaningPart{explain.DieMeans(w.Die, terms[v.Game]), space}}
	switch w.Category {
	case "":
	case wheelnotation.Unknown:
		r.Parts = append(r.Parts, explain.Unwritten("the category of the question"))
	default:
		name := cmp.Or(v.Categories[w.Category], "no category of this game")
		r.Parts = append(r.Parts, verify.MeaningPart{Text: "/" + w.Category, Says: "the category of the question: " + name})
	}
	if w.Box != 0 {
		card := "a card of box " + string(w.Box)
		if w.Card != "" {
			card = "card " + w.Card + " of box " + string(w.Box)
		}
		r.Parts = append(r.Parts, verify.MeaningPart{Text: "@" + string(w.Box) + w.Card, Says: card})
	}
	switch w.Mark {
	case 0:
	case wheelnotation.Unknown[0]:
		r.Parts = append(r.Parts, explain.Unwritten("how the question was answered, if there was one"))
	default:
		r.Parts = append(r.Parts, explain.MarkMeans(string(w.Mark), v.Game))
	}
	return r
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
	number := strings.TrimLeft(name, letters)
	digits := strings.TrimRight(number, letters)
	from, to := name[:len(name)-len(number)], number[len(digits):]
	place := fmt.Sprintf("space %s of the track from the %s headquarters to the %s one", digits, colour(from), colour(to))
	if to == "" {
		place = fmt.Sprintf("space %s of the %s %s, counted from %s", digits, colour(from), words.spoke, words.hub)
	}
	if b.Kind(s) == wheel.RollAgain {
		return place + ": roll again"
	}
	return place + ": " + v.Categories[b.Colours[b.Colour(s)]]
}

const letters = "abcdefghijklmnopqrstuvwxyz"
