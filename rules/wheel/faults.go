package wheel

import (
	"maps"
	"slices"

	"tpnote/rules/variant"
)

// faults returns what is wrong with a variant that New accepts: codes that the file names and
// the board does not have, headquarters without a category, and more wedges to be held than
// the number that wins. That every space is reached and every game can end need not be asked:
// spokes and track join all spaces of a wheel, and a roll of 1 goes to any neighbour.
func faults(v *variant.Variant) []variant.Error {
	b, err := newBoard(v)
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
		if b.ColourIndex(code) < 0 {
			broken = append(broken, variant.Fault(v.Named[code], "the colour %s has no headquarters on this board", code))
		}
	}
	for i, row := range v.Board["wheel"].Rows {
		if code := b.Colours[i]; v.Categories[code] == "" {
			broken = append(broken, variant.Fault(row["hq"].Origin, "the headquarters %s has no category: name it in categories:", code))
		}
	}
	return broken
}
