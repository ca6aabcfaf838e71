package trespass

import "tpnote/rules/variant"

var allowed = map[string]string{"yes": "allows it", "no": "forbids it"}

// phrases say to a player what the rule points settle.
var phrases = map[string]variant.Phrase{
	"piece-numbers": {Topic: "Pieces", Means: map[string]string{"": "numbers them %s"}},
	"slide-bends": {Topic: "Bends in one slide", Means: map[string]string{
		"any": "sets no limit",
		"0":   "allows none",
		"":    "allows %s at most"}},
	"jump-sideways": {Topic: "Jumping sideways", Means: allowed},
	"jump-turns":    {Topic: "Turning between jumps, and between slide and jump", Means: allowed},
	"jump-revisit":  {Topic: "Jumping back to a square of the same move", Means: allowed},
	"goal-row-stops": {Topic: "A slide that enters the goal row", Means: map[string]string{
		"yes": "ends it there",
		"no":  "lets it go on along the row"}},
	"move-opponent":     {Topic: "Moving a piece of the opponent", Means: allowed},
	"repeat-last-moved": {Topic: "Moving the piece that the opponent has just moved", Means: allowed},
	"first-player": {Topic: "Who goes first", Means: map[string]string{
		"chosen": "is agreed on",
		"roll":   "is settled by the die"}},
	"dead-game": {Topic: "A game that leads nowhere", Means: map[string]string{
		"play-on":    "goes on",
		"passes":     "is a draw once both have had to pass",
		"repetition": "is a draw once both have had to pass, or a position stands for the third time within 16 turns"}},
}

// faults says what is wrong with a variant that New accepts: colours and categories, of which
// this game has none, and a board on which nobody can move or win.
func faults(v *variant.Variant) []variant.Error {
	var broken []variant.Error
	for code, at := range v.Named {
		broken = append(broken, variant.Fault(at, "%s: the pieces of Trespass have neither colours nor categories", code))
	}
	if v.Board["rows"].Number == 2*seats {
		broken = append(broken, variant.Fault(v.Board["rows"].Origin, "nobody can move: four rows are all full at the start"))
	}
	return broken
}
