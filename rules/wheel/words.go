package wheel

import "tpnote/rules/variant"

// phrases say to a player what the rule points settle.
var phrases = map[string]variant.Phrase{
	"players": {Topic: "Players", Means: map[string]string{
		"": "is played by %s"}},
	"rolloff-tie": {Topic: "A tie for the first turn", Means: map[string]string{
		"highest":   "lets only those roll again who tied for the highest roll",
		"everyone":  "lets everybody roll again",
		"every-tie": "lets all roll again who tied with anybody, also for a lower roll"}},
	"hub-entry": {Topic: "Hub", Means: map[string]string{
		"exact":    "needs the exact count",
		"at-least": "lets any roll of at least the distance end there"}},
	"hub-exit": {Topic: "Leaving the hub within a move", Means: map[string]string{
		"another-spoke": "wants another spoke than the token came by",
		"any-spoke":     "allows any spoke, also the one that the token came by"}},
	"hub-passing": {Topic: "Moving through the hub", Means: map[string]string{
		"always":    "allows it to everybody",
		"qualified": "allows it only with enough wedges to win",
		"never":     "forbids it"}},
	"headquarters-reentry": {Topic: "Back to a headquarters after a miss there", Means: map[string]string{
		"anytime":        "allows it with any later move",
		"after-question": "wants a question answered somewhere else first"}},
	"hub-reentry": {Topic: "Back to the hub after a missed winning question", Means: map[string]string{
		"anytime":        "allows it with any later move",
		"after-question": "wants a question answered somewhere else first"}},
	"wedges-to-win": {Topic: "The winning question", Means: map[string]string{
		"1": "takes one wedge",
		"":  "takes %s wedges"}},
	"wedge-set": {Topic: "Wedges among those that win", Means: map[string]string{
		"any": "names none",
		"":    "wants %s"}},
	"first-turn-tie": {Topic: "A win in the very first turn", Means: map[string]string{
		"shared":      "gives everyone without a turn the chance to tie",
		"none":        "ends the game",
		"every-round": "gives everyone who has had fewer turns the chance to tie, as a win in any round does"}},
	"card-boxes": {Topic: "Cards", Means: map[string]string{
		"1": "has one box",
		"":  "has %s boxes"}},
	"card-alternation": {Topic: "Cards, one after the other", Means: map[string]string{
		"strict": "takes them from the two boxes in turn",
		"free":   "takes them from any box"}},
	"card-repeat": {Topic: "The same card twice running", Means: map[string]string{
		"never":   "is not taken",
		"allowed": "may be taken"}},
	"stopping": {Topic: "Ending a turn after a right answer", Means: map[string]string{
		"never":   "forbids it",
		"allowed": "allows it"}},
	"wedge-ends-turn": {Topic: "Earning a wedge", Means: map[string]string{
		"no":  "lets the turn go on",
		"yes": "ends the turn"}},
	"turn-direction": {Topic: "The turn", Means: map[string]string{
		"clockwise":         "passes clockwise, to the left",
		"counter-clockwise": "passes counter-clockwise, to the right"}},
	"held-headquarters": {Topic: "A headquarters whose wedge is held", Means: map[string]string{
		"question": "asks an ordinary question",
		"choice":   "lets the player choose between a question and another roll"}},
}
