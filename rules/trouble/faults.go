package trouble

import (
	"maps"
	"slices"
	"strconv"

	"tpnote/rules/variant"
)

// reach is how far beyond the track a peg can go in one move: a 6 from its last space.
const reach = 6

// faults returns what is wrong with a variant that New accepts: colours that the file names and the board does not
// have, FINISH spaces that no peg can reach, and a FINISH that cannot be filled, or not any more after some move, so
// that a game, or a turn of extra pops, has no end.
func faults(v *variant.Variant) (broken []variant.Error) {
	for _, code := range slices.Sorted(maps.Keys(v.Named)) {
		if !slices.Contains(v.Board["colours"].Words, v.Colours[code]) {
			broken = append(broken, variant.Fault(v.Named[code], "%s is no colour of this board", v.Colours[code]))
		}
	}
	finish, pegs := v.Board["finish"].Number, v.Board["pegs"].Number
	fromBack := v.Is("finish-entry", "deepest")
	at := v.Board["finish"].Origin
	space := func(n int) string { return "f" + strconv.Itoa(n) }
	switch {
	case fromBack && finish > reach:
		broken = append(broken, variant.Fault(at,
			"no player can win: FINISH is filled from the back, and %s is more than a 6 beyond the track", space(finish)))
	case fromBack && finish > pegs:
		broken = append(broken, variant.Fault(at,
			"no peg ever comes to %s: FINISH is filled from the back, by %d pegs", space(finish-pegs), pegs))
	case pegs > 1 && v.Is("finish-entry", "any-no-passing") && v.Is("finish-moves", "no"):
		broken = append(broken, variant.Fault(v.Setting("finish-entry").Origin,
			"a game may never end: a peg that comes to f1 stays there, and no other peg may pass it"))
	case finish > reach && v.Is("finish-moves", "no") && pegs > reach:
		broken = append(broken, variant.Fault(at,
			"no player can win: %d pegs must finish, and no move goes further than %s", pegs, space(reach)))
	case finish > reach && v.Is("finish-moves", "no"):
		broken = append(broken, variant.Fault(at,
			"no peg ever comes to %s: a 6 from the last space of the track ends on %s", space(finish), space(reach)))
	}
	return broken
}
