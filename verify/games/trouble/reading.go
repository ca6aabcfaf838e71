package trouble

import (
	"fmt"
	"strings"

	troublenotation "tpnote/notation/trouble"
	"tpnote/rules/trouble"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// terms are what the game calls its things.
var terms = map[string]verify.Terms{
	"trouble": {Throw: "pop", Ends: "a pop that is due is never left out", Example: "12. Red 4:re0-re4"},
}

// reading is what a word means on the board of a variant.
func reading(v *variant.Variant, word string) (r verify.Reading) {
	engine, err := trouble.New(v)
	if err != nil {
		return r
	}
	if _, ok := engine.Space(0, word); ok {
		return verify.Reading{Kind: "a space", Parts: []verify.ReadingPart{{Text: word, Says: describe(v, word)}}}
	}
	w, err := troublenotation.Parse(word)
	if err != nil || w.Unknown() {
		return r
	}
	r = verify.Reading{Kind: "an action", Parts: []verify.ReadingPart{verify.ReadDie(w.Die, terms[v.Game])}}
	if w.IsPass() {
		r.Parts = append(r.Parts, verify.ReadMark("pass", v.Game))
		return r
	}
	for _, space := range []string{w.From, w.To} {
		if _, ok := engine.Space(0, space); !ok {
			return verify.Reading{}
		}
	}
	between := "-"
	if w.Captures {
		between = "x"
	}
	r.Parts = append(r.Parts,
		verify.ReadingPart{Text: w.From, Says: "from " + describe(v, w.From)},
		verify.ReadMark(between, v.Game),
		verify.ReadingPart{Text: w.To, Says: "to " + describe(v, w.To)})
	if w.Finished {
		r.Parts = append(r.Parts, verify.ReadMark("#", v.Game))
	}
	return r
}

// describe says which space of the board a name is.
func describe(v *variant.Variant, name string) string {
	number := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
	code := name[:len(name)-len(number)]
	switch {
	case number == "":
		return "the player's HOME"
	case code == "f":
		return "space " + number + " of the player's FINISH"
	}
	for _, colour := range v.Board["colours"].Words {
		if strings.HasPrefix(strings.ToLower(colour), code) {
			if number == "0" {
				return colour + "'s START"
			}
			return fmt.Sprintf("the space %s behind %s's START, clockwise", number, colour)
		}
	}
	return "a space"
}
