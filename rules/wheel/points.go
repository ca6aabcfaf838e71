package wheel

import (
	"strings"

	"tpnote/rules/variant"
)

// settings are the rules of a variant about moves, questions and turns: a flat value. See points.
type settings struct {
	walking
	barHQ, barHub bool   // after a miss a question must come before the next try
	wedges        int    // needed for the winning question,
	among         string // and these colours must be among them: codes joined by commas
	sharedTie     bool   // a win in a first turn may be tied,
	everyRound    bool   // and a win in any round
	boxes         int    // of cards
	alternate     bool   // each question comes from another box than the question before it
	noRepeat      bool   // and from another card
	cards         int    // the highest number of a card; 0 for any
	mayStop       bool   // a player may end the turn after a right answer
	wedgeEnds     bool   // a wedge ends the turn
	backwards     bool   // the turn passes counter-clockwise
	heldChoice    bool   // a headquarters whose wedge the player holds asks no question unless the player wants one
	allAsked      bool   // the winning question is one question of every category
}

// walking is the part of the settings that says where a roll leads.
type walking struct {
	atLeast bool    // with enough wedges, a roll of at least the distance may end in the hub
	turning bool    // a move may leave the hub by the spoke that it came by
	pass    [2]bool // a move may pass through the hub: without enough wedges, and with them
}

var (
	reentry  = map[string]string{"anytime": "allows it with any later move", "after-question": "requires a question somewhere else first"}
	barring  = map[string]variant.Bearing{"anytime": variant.Permits, "after-question": variant.Forbids}
	changes  = map[string]variant.Bearing{"": variant.Changes}
	yesAndNo = map[string]string{"allowed": "allows it", "never": "forbids it"}
)

// points are the rule points of the wheel games, one row each.
var points = []variant.Row[settings]{
	{
		Point:  variant.Point{Name: "players", Decides: "how many players or teams may play", Kind: variant.Range, Min: 1, Max: MaxPlayers},
		Phrase: variant.Phrase{Topic: "Players", Means: map[string]string{"": "is played by %s"}},
	},
	{
		Point: variant.Point{Name: "rolloff-tie", Decides: "who rolls again when the roll for the first turn is tied", Choices: []string{"highest", "everyone", "every-tie"}},
		Phrase: variant.Phrase{Topic: "A tie for the first turn", Means: map[string]string{
			"highest":   "lets only those roll again who tied for the highest roll",
			"everyone":  "lets all players roll again",
			"every-tie": "lets all roll again who tied with another player, also for a lower roll"}},
	},
	{
		Point: variant.Point{Name: "hub-entry", Decides: "whether a player with enough wedges needs the exact count to end in the hub", Choices: []string{"exact", "at-least"}},
		Phrase: variant.Phrase{Topic: "Hub", Means: map[string]string{
			"exact":    "requires the exact count",
			"at-least": "lets any roll of at least the distance end there"}},
		Does: map[string]variant.Bearing{"exact": variant.Forbids, "at-least": variant.Permits},
		Read: func(r *settings, v variant.Value) { r.atLeast = v.Word == "at-least" },
	},
	{
		Point: variant.Point{Name: "hub-exit", Decides: "by which spoke a move that passes through the hub goes on", Choices: []string{"another-spoke", "any-spoke"}},
		Phrase: variant.Phrase{Topic: "Leaving the hub within a move", Means: map[string]string{
			"another-spoke": "requires another spoke than the token came by",
			"any-spoke":     "allows any spoke, also the one that the token came by"}},
		Does: map[string]variant.Bearing{"another-spoke": variant.Forbids, "any-spoke": variant.Permits},
		Read: func(r *settings, v variant.Value) { r.turning = v.Word == "any-spoke" },
	},
	{
		Point: variant.Point{Name: "hub-passing", Decides: "who may move through the hub", Choices: []string{"always", "qualified", "never"}},
		Phrase: variant.Phrase{Topic: "Moving through the hub", Means: map[string]string{
			"always":    "allows it",
			"qualified": "allows it only with enough wedges to win",
			"never":     "forbids it"}},
		Does: map[string]variant.Bearing{"always": variant.Permits, "": variant.Forbids},
		Read: func(r *settings, v variant.Value) { r.pass = [2]bool{v.Word == "always", v.Word != "never"} },
	},
	{
		Point:  variant.Point{Name: "headquarters-reentry", Decides: "when a player who missed a wedge question may land there again", Choices: []string{"anytime", "after-question"}},
		Phrase: variant.Phrase{Topic: "Back to a headquarters after a miss there", Means: reentry}, Does: barring,
		Read: func(r *settings, v variant.Value) { r.barHQ = v.Word == "after-question" },
	},
	{
		Point:  variant.Point{Name: "hub-reentry", Decides: "when a player who missed the winning question may land in the hub again", Choices: []string{"anytime", "after-question"}},
		Phrase: variant.Phrase{Topic: "Back to the hub after a missed winning question", Means: reentry}, Does: barring,
		Read: func(r *settings, v variant.Value) { r.barHub = v.Word == "after-question" },
	},
	{
		Point: variant.Point{Name: "wedges-to-win", Decides: "how many wedges the winning question takes", Kind: variant.Number, Min: 1, Max: MaxColours},
		Phrase: variant.Phrase{Topic: "The winning question", Means: map[string]string{
			"1": "takes one wedge", "": "takes %s wedges"}},
		Does: changes,
		Read: func(r *settings, v variant.Value) { r.wedges = v.Lo },
	},
	{
		Point: variant.Point{Name: "wedge-set", Decides: "which wedges must be among them", Kind: variant.Names, Choices: []string{"any"}},
		Phrase: variant.Phrase{Topic: "Wedges among those that win", Means: map[string]string{
			"any": "names none", "": "requires %s"}},
		Does: changes,
		Read: func(r *settings, v variant.Value) { r.among = strings.Join(v.Names, ",") },
	},
	{
		Point: variant.Point{Name: "winning-question", Decides: "who chooses the category of the winning question", Choices: []string{"opponents", "player", "die", "all"}, Off: "opponents"},
		Phrase: variant.Phrase{Topic: "The category of the winning question", Means: map[string]string{
			"opponents": "lets the opponents choose it",
			"player":    "lets the player choose it",
			"die":       "leaves it to another roll of the die",
			"all":       "asks a question of every category, and all must be right"}},
		Does: map[string]variant.Bearing{"all": variant.Forbids, "": variant.Permits},
		Read: func(r *settings, v variant.Value) { r.allAsked = v.Word == "all" },
	},
	{
		Point: variant.Point{Name: "first-turn-tie", Decides: "who may still tie a win", Choices: []string{"shared", "none", "every-round"}},
		Phrase: variant.Phrase{Topic: "A win in the very first turn", Means: map[string]string{
			"shared":      "gives everyone without a turn the chance to tie",
			"none":        "ends the game",
			"every-round": "gives everyone who has had fewer turns than the winner the chance to tie, in every round"}},
		Does: changes,
		Read: func(r *settings, v variant.Value) {
			r.sharedTie, r.everyRound = v.Word != "none", v.Word == "every-round"
		},
	},
	{
		Point: variant.Point{Name: "card-boxes", Decides: "how many boxes of cards there are", Kind: variant.Number, Min: 1, Max: MaxBoxes},
		Phrase: variant.Phrase{Topic: "Cards", Means: map[string]string{
			"1": "has one box", "": "has %s boxes"}},
		Does: map[string]variant.Bearing{"": variant.Forbids},
		Read: func(r *settings, v variant.Value) { r.boxes = v.Lo },
	},
	{
		Point: variant.Point{Name: "card-alternation", Decides: "whether one question after the other must come from the other box", Choices: []string{"strict", "free"}},
		Phrase: variant.Phrase{Topic: "Cards, one after the other", Means: map[string]string{
			"strict": "takes them from the two boxes in turn",
			"free":   "takes them from any box"}},
		Does: map[string]variant.Bearing{"strict": variant.Forbids, "free": variant.Permits},
		Read: func(r *settings, v variant.Value) { r.alternate = v.Word == "strict" },
	},
	{
		Point:  variant.Point{Name: "card-repeat", Decides: "whether a question may be on the card of the question before it", Choices: []string{"never", "allowed"}, Off: "allowed"},
		Phrase: variant.Phrase{Topic: "The same card for two questions in a row", Means: yesAndNo},
		Does:   map[string]variant.Bearing{"never": variant.Forbids, "allowed": variant.Permits},
		Read:   func(r *settings, v variant.Value) { r.noRepeat = v.Word == "never" },
	},
	{
		Point: variant.Point{Name: "card-numbers", Decides: "how high the number of a card may be", Kind: variant.Number, Min: 1, Max: MaxCard, Choices: []string{"any"}, Off: "any"},
		Phrase: variant.Phrase{Topic: "Numbers of cards", Means: map[string]string{
			"any": "sets no limit", "": "goes up to %s"}},
		Does: map[string]variant.Bearing{"any": variant.Permits, "": variant.Forbids},
		Read: func(r *settings, v variant.Value) { r.cards = v.Lo },
	},
	{
		Point:  variant.Point{Name: "stopping", Decides: "whether a player may end the turn after a right answer", Choices: []string{"never", "allowed"}},
		Phrase: variant.Phrase{Topic: "Ending a turn after a right answer", Means: yesAndNo}, Does: changes,
		Read: func(r *settings, v variant.Value) { r.mayStop = v.Word == "allowed" },
	},
	{
		Point: variant.Point{Name: "wedge-ends-turn", Decides: "whether earning a wedge ends the turn", Choices: []string{"no", "yes"}},
		Phrase: variant.Phrase{Topic: "Earning a wedge", Means: map[string]string{
			"no": "lets the turn go on", "yes": "ends the turn"}},
		Does: changes,
		Read: func(r *settings, v variant.Value) { r.wedgeEnds = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "turn-direction", Decides: "which way round the table the turn passes", Choices: []string{"clockwise", "counter-clockwise"}, Off: "clockwise"},
		Phrase: variant.Phrase{Topic: "The turn", Means: map[string]string{
			"clockwise":         "passes it clockwise, to the left",
			"counter-clockwise": "passes it counter-clockwise, to the right"}},
		Does: changes,
		Read: func(r *settings, v variant.Value) { r.backwards = v.Word == "counter-clockwise" },
	},
	{
		Point: variant.Point{Name: "held-headquarters", Decides: "what a player does on a headquarters whose wedge it holds", Choices: []string{"question", "choice"}, Off: "question"},
		Phrase: variant.Phrase{Topic: "A headquarters whose wedge is held", Means: map[string]string{
			"question": "asks an ordinary question",
			"choice":   "lets the player choose between a question and another roll"}},
		Does: map[string]variant.Bearing{"question": variant.Forbids, "choice": variant.Permits},
		Read: func(r *settings, v variant.Value) { r.heldChoice = v.Word == "choice" },
	},
}
