package wheel

import (
	"cmp"
	"fmt"

	"tpnote/notation"
	"tpnote/rules/wheel"
)

// unwritten are the parts that a "?" can replace.
var unwritten = map[notation.Role]string{
	notation.IsTo: "the space", notation.IsCategory: "the category of the question",
	notation.IsAnswer: "how the question was answered, if there was one",
}

// Says names a space, a category or a card.
func (r *referee) Says(w notation.Parts, part int) string {
	p := w[part]
	space, known := r.Board.Space(p.Text)
	switch {
	case p.Text == notation.Unknown:
		return unwritten[p.Role]
	case p.Role == notation.IsCategory:
		return unwritten[p.Role] + ": " + cmp.Or(r.Variant.Categories[p.Text], "no category of this game")
	case p.Role == notation.IsCard && w.Card().Number() != "":
		return "card " + w.Card().Number() + " of box " + notation.BoxName(w.Card().Box())
	case p.Role == notation.IsCard:
		return "a card of box " + p.Text
	case known:
		return r.describe(space)
	}
	return ""
}

// describe explains a space.
func (r *referee) describe(s wheel.Space) string {
	b := r.Board
	at, ends := b.Places[s], ": roll again"
	if at.Kind != wheel.RollAgain {
		ends = ": " + r.Variant.Categories[b.Colours[at.Colour]]
	}
	switch {
	case s == wheel.Hub:
		return r.words.hub + ", in the middle"
	case at.Kind == wheel.Headquarters:
		return "the " + r.colour(at.Colour) + " headquarters" + ends
	case at.From == at.To:
		return fmt.Sprintf("space %d of the %s %s, counted from %s%s", at.Number, r.colour(at.From), r.words.spoke, r.words.hub, ends)
	}
	return fmt.Sprintf("space %d of the track from the %s headquarters to the %s one%s", at.Number, r.colour(at.From), r.colour(at.To), ends)
}

// where says where a token is.
func (r *referee) where(s wheel.Space) string {
	switch at := r.Board.Places[s]; {
	case s == wheel.Hub:
		return "in " + r.words.hub
	case at.Kind == wheel.Headquarters:
		return "in the " + r.colour(at.Colour) + " headquarters"
	case at.From == at.To:
		return fmt.Sprintf("on the %s %s, %d from %s", r.colour(at.From), r.words.spoke, at.Number, r.words.hub)
	default:
		return fmt.Sprintf("%d from %s towards %s", at.Number, r.colour(at.From), r.colour(at.To))
	}
}

// short names a space in a list.
func (r *referee) short(s wheel.Space) string {
	if s == wheel.Hub {
		return r.words.hub
	}
	return r.Board.Names[s]
}

// space names a space with what it is: "bl (the blue headquarters)".
func (r *referee) space(s wheel.Space) string {
	if at := r.Board.Places[s]; at.Kind == wheel.Headquarters {
		return r.Board.Names[s] + " (the " + r.colour(at.Colour) + " headquarters)"
	}
	return r.short(s)
}
