package trouble

import "tpnote/rules/variant"

// phrases say to a player what the rule points settle.
var phrases = map[string]variant.Phrase{
	"players": {Topic: "Players", Means: map[string]string{
		"": "is played by %s colours"}},
	"turn-direction": {Topic: "The turn", Means: map[string]string{
		"clockwise":         "passes clockwise, to the left",
		"counter-clockwise": "passes counter-clockwise, to the right"}},
	"rolloff-tie": {Topic: "A tie for the first turn", Means: map[string]string{
		"highest":   "lets only those pop again who tied for the highest pop",
		"everyone":  "lets everybody pop again",
		"every-tie": "lets all pop again who tied with anybody, also for a lower pop"}},
	"enter-on": {Topic: "From HOME to START", Means: map[string]string{
		"": "takes a %s"}},
	"extra-pop-on": {Topic: "Another pop", Means: map[string]string{
		"[]": "gives none",
		"":   "gives one after a %s"}},
	"extra-pop-limit": {Topic: "Extra pops in one turn", Means: map[string]string{
		"none": "sets no limit",
		"":     "allows %s at most"}},
	"extra-pop-when-stuck": {Topic: "A face that gives another pop and that no peg can use", Means: map[string]string{
		"yes": "gives it all the same",
		"no":  "ends the turn"}},
	"forced-move": {Topic: "A move that can be made", Means: map[string]string{
		"yes": "has it made",
		"no":  "lets it be passed up"}},
	"finish-entry": {Topic: "Entering FINISH", Means: map[string]string{
		"deepest":        "fills it from the back, and allows the rearmost empty space alone",
		"any":            "allows any empty space",
		"any-no-passing": "allows any empty space that no own peg stands before"}},
	"finish-moves": {Topic: "Pegs inside FINISH", Means: map[string]string{
		"yes": "lets them move on by exact count",
		"no":  "leaves them where they are"}},
	"start-safe": {Topic: "A peg on its own START", Means: map[string]string{
		"yes": "keeps it safe",
		"no":  "lets it be sent home"}},
	"play-on": {Topic: "When the first colour has finished", Means: map[string]string{
		"optional": "lets the others play on for places",
		"no":       "ends the game",
		"required": "has the others play on until all places are settled"}},
	"home-tries": {Topic: "A turn that begins without a peg on the track", Means: map[string]string{
		"1": "has one pop to leave HOME",
		"":  "has up to %s pops to leave HOME"}},
	"own-landing": {Topic: "Landing on a peg of one's own side off START", Means: map[string]string{
		"never":      "forbids it",
		"sends-home": "sends that peg home"}},
}
