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

// deadEnd returns a space and a roll after which a token may have no space to end on; die is 0 where
// every roll has one.
func (e *Engine) deadEnd() (from Space, die uint8) {
	for class := range uint8(2) {
		begins := [][]Token{nil} // tokens without a bar, and each token with one
		for space := range Space(e.Board.Len()) {
			begins[0] = append(begins[0], Token{Space: space})
			if e.asks[class][space].bars {
				begins = append(begins, []Token{{Space: space, Barred: uint8(space) + 1}})
			}
		}
		for _, tokens := range begins {
			if from, die = e.deadEndFrom(class, tokens); die != 0 {
				return from, die
			}
		}
	}
	return 0, 0
}

// deadEndFrom is deadEnd for some tokens, until they have answered a question.
func (e *Engine) deadEndFrom(class uint8, tokens []Token) (from Space, die uint8) {
	for i := 0; i < len(tokens); i++ {
		for die = 1; die <= 6; die++ {
			t := tokens[i]
			ends := slices.Collect(e.leads(t.Space, die, class).All())
			ends = slices.DeleteFunc(ends, func(to Space) bool { return t.barFault(to) != 0 })
			if len(ends) == 0 {
				return t.Space, die
			}
			for _, t.Space = range ends {
				kind := e.Board.Places[t.Space].Kind
				unasked := kind == RollAgain || kind == Headquarters && e.heldChoice
				if unasked && !slices.Contains(tokens, t) {
					tokens = append(tokens, t)
				}
			}
		}
	}
	return 0, 0
}
