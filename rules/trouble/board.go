package trouble

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tpnote/rules/variant"
)

// layOut reads the board of a variant and names its spaces.
func (e *Engine) layOut(v *variant.Variant) error {
	e.Colours = v.Board["colours"].Words
	e.pegs = v.Board["pegs"].Number
	finish := v.Board["finish"].Number
	if finish < e.pegs {
		return v.Board["finish"].Errorf("a FINISH of %d spaces cannot take %d pegs", finish, e.pegs)
	}
	e.quarter = Pos(v.Board["quarter"].Number)
	e.track = e.quarter * Pos(len(e.Colours))
	e.last = e.track + Pos(finish)
	codes, err := colourCodes(v)
	if err != nil {
		return err
	}
	e.names = []string{"home"}
	for _, code := range codes {
		for i := range int(e.quarter) {
			e.names = append(e.names, code+strconv.Itoa(i))
		}
	}
	for i := range finish {
		e.names = append(e.names, "f"+strconv.Itoa(i+1))
	}
	e.space = map[string]Pos{}
	for p, name := range e.names {
		e.space[name] = Pos(p)
	}
	for colour := range e.Colours {
		for i := range e.view[colour] {
			first, own := Pos(i), Pos(i)
			if first != Home && first <= e.track {
				own = Pos(1 + (i-1+(len(e.Colours)-colour)*int(e.quarter))%int(e.track))
			}
			e.view[colour][first], e.common[colour][own] = own, first
		}
	}
	return nil
}

// colourCodes returns the code of every colour: the one that the variant gives it, or else the first two letters of
// its name. It ignores codes for other names, which come from the board of a variant that this one extends.
func colourCodes(v *variant.Variant) ([]string, error) {
	colours := v.Board["colours"].Words
	given := map[string]string{} // of two codes for one colour, the first in the alphabet
	for _, code := range slices.Backward(slices.Sorted(maps.Keys(v.Colours))) {
		given[v.Colours[code]] = code
	}
	var codes []string
	for _, name := range colours {
		lower := strings.ToLower(name)
		code := cmp.Or(given[name], lower[:min(2, len(lower))])
		if !variant.IsCode(code) {
			return nil, v.Board["colours"].Errorf("colour %s does not begin with two of the letters a to z: give it a code, as in colours: {xx: %s}", name, name)
		}
		if i := slices.Index(codes, code); i >= 0 && colours[i] == name {
			return nil, v.Board["colours"].Errorf("the colour %s is given twice", name)
		} else if i >= 0 {
			return nil, v.Board["colours"].Errorf("%s and %s would both be %s: give one of them another code, as in colours: {xx: %s}", colours[i], name, code, name)
		}
		codes = append(codes, code)
	}
	return codes, nil
}

// Name returns what a colour calls the space p: "home", "re3", "f4".
func (e *Engine) Name(colour uint8, p Pos) string { return e.names[e.common[colour][p]] }

// Space returns the space that a colour calls by name; f1 and so on are its own FINISH.
func (e *Engine) Space(colour uint8, name string) (Pos, bool) {
	p, ok := e.space[name]
	return e.view[colour][p], ok
}

// Here returns what the player to move calls a space that the first colour calls p. Words of a
// log mean the same space for every colour, so a word can be remembered by that.
func (e *Engine) Here(s *State, p Pos) Pos { return e.view[s.Colours[s.Clock.Seat]%MaxColours][p] }

// InFinish reports whether p is a space of FINISH.
func (e *Engine) InFinish(p Pos) bool { return p > e.track }
