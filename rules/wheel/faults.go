package wheel

import (
	"maps"
	"slices"

	"tpnote/rules/variant"
)

// faults returns what is wrong with a variant that New accepts: codes that the file names and
// the board does not have, and headquarters without a category. That every space is reached
// and every game can end need not be asked: spokes and track join all spaces of a wheel, and
// a roll of 1 goes to any neighbour.
func faults(v *variant.Variant) []variant.Error {
	e, err := New(v)
	if err != nil {
		return nil // refused already
	}
	var broken []variant.Error
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
	return broken
}
