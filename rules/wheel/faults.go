package wheel

import (
	"maps"
	"slices"

	"tpnote/rules/variant"
)

// faults returns what is wrong with a variant that New accepts: codes that the file names and
// the board does not have, headquarters without a category, and more wedges to be held than
// the number that wins, and a roll that has no legal move. That every space is reached need not
// be asked: spokes and track join all spaces of a wheel, and a roll of 1 goes to any neighbour.
func faults(v *variant.Variant) []variant.Error {
	e, err := New(v)
	if err != nil {
		return nil // refused already
	}
	var broken []variant.Error
	least, named := v.Setting("wedges-to-win"), v.Setting("wedge-set").Value.Names
	if least.Value.Lo < len(named) {
		broken = append(broken, variant.Fault(least.Origin,
			"wedges-to-win is %d, but wedge-set names %d: no player can win with fewer than %d", least.Value.Lo, len(named), len(named)))
	}
	for _, code := range slices.Sorted(maps.Keys(v.Named)) {
		if e.Board.ColourIndex(code) < 0 {
			broken = append(broken, variant.Fault(v.Named[code], "the colour %s has no headquarters on this board", code))
		}
	}
	for i, row := range v.Board["wheel"].Rows {
		if code := e.Board.Colours[i]; v.Categories[code] == "" {
			broken = append(broken, variant.Fault(row["hq"].Origin, "the headquarters %s has no category: name it in categories:", code))
		}
	}
	if from, die := e.deadEnd(); die != 0 {
		broken = append(broken, variant.Fault(v.Board["wheel"].Origin, "the turn cannot go on: a %d from %s may have no legal move", die, e.Board.Names[from]))
	}
	return broken
}

// deadEnd returns a space and a roll after which a token may have no space to end on; die is 0 if there is none.
func (e *Engine) deadEnd() (from Space, die uint8) {
	for class := range uint8(2) {
		var tokens []Token // as they may stand before a roll
		for space := range Space(e.Board.Len()) {
			tokens = append(tokens, Token{Space: space})
			if e.asks[class][space][wanted].bars {
				tokens = append(tokens, Token{Space: space, Barred: uint8(space) + 1})
			}
		}
		for i := 0; i < len(tokens); i++ {
			for die = 1; die <= 6; die++ {
				t := tokens[i]
				ends := e.targets(&t, die, class)
				if ends == (Spaces{}) {
					return t.Space, die
				}
				tokens = e.unasked(tokens, t, ends)
			}
		}
	}
	return 0, 0
}

// unasked adds to tokens the token t on those of some spaces where it may have no question to answer: a bar stays.
func (e *Engine) unasked(tokens []Token, t Token, ends Spaces) []Token {
	for t.Space = range ends.All() {
		kind := e.Board.Places[t.Space].Kind
		unasked := kind == RollAgain || kind == Headquarters && e.heldChoice
		if unasked && !slices.Contains(tokens, t) {
			tokens = append(tokens, t)
		}
	}
	return tokens
}
