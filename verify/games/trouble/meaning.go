package trouble

import (
	"fmt"
	"strings"

	"tpnote/notation"
	troublenotation "tpnote/notation/trouble"
	"tpnote/rules/trouble"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/explain"
)

// terms are the words of the game.
var terms = map[string]verify.Terms{
	"trouble": {Throw: "pop", Ends: "a player never leaves out a pop", Example: "12. Red 4:re0-re4"},
}

// meaning explains a word on the board of a variant.
func meaning(v *variant.Variant, word string) (r verify.Meaning) {
	engine, err := trouble.New(v)
	if err != nil {
		return r
	}
	if _, ok := engine.Space(0, word); ok {
		return verify.Meaning{Kind: "a space", Parts: []verify.MeaningPart{{Text: word, Says: describe(v, word)}}}
	}
	w, err := troublenotation.Parse(word)
	if err != nil || w.Lone() {
		return r
	}
	r = verify.Meaning{Kind: "an action", Parts: []verify.MeaningPart{explain.DieMeans(w.Roll(), terms[v.Game])}}
	if passes(w) {
		r.Parts = append(r.Parts, explain.MarkMeans("pass", v.Game))
		return r
	}
	from, to := w.Text(notation.IsFrom), w.Text(notation.IsTo)
	if from == "" {
		r.Parts = append(r.Parts, explain.Unwritten("what the pop was used for"))
		return r
	}
	ends := [2]verify.MeaningPart{}
	for i, space := range []string{from, to} {
		_, known := engine.Space(0, space)
		switch way := []string{"from ", "to "}[i]; {
		case known:
			ends[i] = verify.MeaningPart{Text: space, Says: way + describe(v, space)}
		case space == notation.Unknown:
			ends[i] = explain.Unwritten(way + "a space")
		default:
			return verify.Meaning{}
		}
	}
	r.Parts = append(r.Parts, ends[0], explain.MarkMeans(w.Text(notation.IsSign), v.Game), ends[1])
	if mark := w.Text(notation.IsMark); mark != "" {
		r.Parts = append(r.Parts, explain.MarkMeans(mark, v.Game))
	}
	return r
}

// describe explains the name of a space.
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
			return fmt.Sprintf("space %s after %s's START, clockwise", number, colour)
		}
	}
	return "a space"
}
