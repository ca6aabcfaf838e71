package wheel

import (
	"strings"

	"tpnote/rules/variant"
)

// settings are the rules of a variant about moves, questions and turns: a flat value. See points.
type settings struct {
	atLeast       bool    // with enough wedges, a roll of at least the distance may end in the hub
	exit          through // by which spokes a move may leave the hub
	pass          [2]bool // a move may pass through the hub: without enough wedges, and with them
	barHQ, barHub bool    // after a miss a question must come before the next try
	wedges        int     // needed for the winning question,
	among         string  // and these colours must be among them: codes joined by commas
	sharedTie     bool    // a win in a first turn may be tied,
	everyRound    bool    // and a win in any round
	boxes         int     // of cards
	alternate     bool    // each question comes from another box than the question before it
	noRepeat      bool    // and from another card
	cards         int     // the highest number of a card; 0 for any
	mayStop       bool    // a player may end the turn after a right answer
	wedgeEnds     bool    // a wedge ends the turn
	backwards     bool    // the turn passes counter-clockwise
	heldChoice    bool    // a headquarters whose wedge the player holds asks no question unless the player wants one
	allAsked      bool    // the winning question is one question of every category
}

var reentry = []variant.Meaning{
	{Is: "anytime", Does: variant.Permits, Means: "allows it with any later move"},
	{Is: "after-question", Does: variant.Forbids, Means: "requires a question somewhere else first"}}

// points are the rule points of the wheel games, one row each.
var points = []variant.Row[settings]{
	{Point: variant.Players(1, MaxPlayers, "how many players or teams may play", "is played by %s")},
	{Point: variant.RollOffTie("roll")},
	{
		Point: variant.Point{Name: "hub-entry", Decides: "whether a player with enough wedges needs the exact count to end in the hub", Topic: "Hub", Values: []variant.Meaning{
			{Is: "exact", Does: variant.Forbids, Means: "requires the exact count"},
			{Is: "at-least", Does: variant.Permits, Means: "lets any roll of at least the distance end there"}}},
		Read: func(r *settings, v variant.Value) { r.atLeast = v.Word == "at-least" },
	},
	{
		Point: variant.Point{Name: "hub-exit", Decides: "by which spoke a move that passes through the hub goes on", Topic: "Leaving the hub within a move", Values: []variant.Meaning{
			{Is: "another-spoke", Does: variant.Forbids, Means: "requires another spoke than the token came by"},
			{Is: "any-spoke", Does: variant.Permits, Means: "allows any spoke, also the one that the token came by"}}},
		Read: func(r *settings, v variant.Value) { r.exit = map[string]through{"any-spoke": anySpoke}[v.Word] },
	},
	{
		Point: variant.Point{Name: "hub-passing", Decides: "who may move through the hub", Topic: "Moving through the hub", Values: []variant.Meaning{
			{Is: "always", Does: variant.Permits, Means: "allows it"},
			{Is: "qualified", Does: variant.Forbids, Means: "allows it only with enough wedges to win"},
			{Is: "never", Does: variant.Forbids, Means: "forbids it"}}},
		Read: func(r *settings, v variant.Value) { r.pass = [2]bool{v.Word == "always", v.Word != "never"} },
	},
	{
		Point: variant.Point{Name: "headquarters-reentry", Decides: "when a player who missed a wedge question may land there again", Topic: "Back to a headquarters after a miss there", Values: reentry},
		Read:  func(r *settings, v variant.Value) { r.barHQ = v.Word == "after-question" },
	},
	{
		Point: variant.Point{Name: "hub-reentry", Decides: "when a player who missed the winning question may land in the hub again", Topic: "Back to the hub after a missed winning question", Values: reentry},
		Read:  func(r *settings, v variant.Value) { r.barHub = v.Word == "after-question" },
	},
	{
		Point: variant.Point{Name: "wedges-to-win", Decides: "how many wedges the winning question takes", Topic: "The winning question", Kind: variant.Number, Min: 1, Max: MaxColours, Values: []variant.Meaning{
			{Is: "1", Does: variant.Changes, Means: "takes one wedge"},
			{Does: variant.Changes, Means: "takes %s wedges"}}},
		Read: func(r *settings, v variant.Value) { r.wedges = v.Lo },
	},
	{
		Point: variant.Point{Name: "wedge-set", Decides: "which wedges must be among them", Topic: "Wedges among those that win", Kind: variant.Names, Values: []variant.Meaning{
			{Is: "any", Does: variant.Changes, Means: "names none"},
			{Does: variant.Changes, Means: "requires %s"}}},
		Read: func(r *settings, v variant.Value) { r.among = strings.Join(v.Names, ",") },
	},
	{
		Point: variant.Point{Name: "winning-question", Decides: "who chooses the category of the winning question", Topic: "The category of the winning question", Off: "opponents", Values: []variant.Meaning{
			{Is: "opponents", Does: variant.Permits, Means: "lets the opponents choose it"},
			{Is: "player", Does: variant.Permits, Means: "lets the player choose it"},
			{Is: "die", Does: variant.Permits, Means: "leaves it to another roll of the die"},
			{Is: "all", Does: variant.Forbids, Means: "asks a question of every category, and all must be right"}}},
		Read: func(r *settings, v variant.Value) { r.allAsked = v.Word == "all" },
	},
	{
		Point: variant.Point{Name: "first-turn-tie", Decides: "who may still tie a win", Topic: "A win in the very first turn", Values: []variant.Meaning{
			{Is: "shared", Does: variant.Changes, Means: "gives everyone without a turn the chance to tie"},
			{Is: "none", Does: variant.Changes, Means: "ends the game"},
			{Is: "every-round", Does: variant.Changes, Means: "gives everyone who has had fewer turns than the winner the chance to tie, in every round"}}},
		Read: func(r *settings, v variant.Value) {
			r.sharedTie, r.everyRound = v.Word != "none", v.Word == "every-round"
		},
	},
	{
		Point: variant.Point{Name: "card-boxes", Decides: "how many boxes of cards there are", Topic: "Cards", Kind: variant.Number, Min: 1, Max: MaxBoxes, Values: []variant.Meaning{
			{Is: "1", Does: variant.Forbids, Means: "has one box"},
			{Does: variant.Forbids, Means: "has %s boxes"}}},
		Read: func(r *settings, v variant.Value) { r.boxes = v.Lo },
	},
	{
		Point: variant.Point{Name: "card-alternation", Decides: "whether one question after the other must come from the other box", Topic: "Cards, one after the other", Values: []variant.Meaning{
			{Is: "strict", Does: variant.Forbids, Means: "takes them from the two boxes in turn"},
			{Is: "free", Does: variant.Permits, Means: "takes them from any box"}}},
		Read: func(r *settings, v variant.Value) { r.alternate = v.Word == "strict" },
	},
	{
		Point: variant.Point{Name: "card-repeat", Decides: "whether a question may be on the card of the question before it", Topic: "The same card for two questions in a row", Off: "allowed", Values: []variant.Meaning{
			{Is: "never", Does: variant.Forbids, Means: "forbids it"},
			{Is: "allowed", Does: variant.Permits, Means: "allows it"}}},
		Read: func(r *settings, v variant.Value) { r.noRepeat = v.Word == "never" },
	},
	{
		Point: variant.Point{Name: "card-numbers", Decides: "how high the number of a card may be", Topic: "Numbers of cards", Kind: variant.Number, Min: 1, Max: MaxCard, Off: "any", Values: []variant.Meaning{
			{Is: "any", Does: variant.Permits, Means: "sets no limit"},
			{Does: variant.Forbids, Means: "goes up to %s"}}},
		Read: func(r *settings, v variant.Value) { r.cards = v.Lo },
	},
	{
		Point: variant.Point{Name: "stopping", Decides: "whether a player may end the turn after a right answer", Topic: "Ending a turn after a right answer", Values: []variant.Meaning{
			{Is: "never", Does: variant.Changes, Means: "forbids it"},
			{Is: "allowed", Does: variant.Changes, Means: "allows it"}}},
		Read: func(r *settings, v variant.Value) { r.mayStop = v.Word == "allowed" },
	},
	{
		Point: variant.Point{Name: "wedge-ends-turn", Decides: "whether earning a wedge ends the turn", Topic: "Earning a wedge", Values: []variant.Meaning{
			{Is: "no", Does: variant.Changes, Means: "lets the turn go on"},
			{Is: "yes", Does: variant.Changes, Means: "ends the turn"}}},
		Read: func(r *settings, v variant.Value) { r.wedgeEnds = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "turn-direction", Decides: "which way round the table the turn passes", Topic: "The turn", Off: "clockwise", Values: []variant.Meaning{
			{Is: "clockwise", Does: variant.Changes, Means: "passes it clockwise, to the left"},
			{Is: "counter-clockwise", Does: variant.Changes, Means: "passes it counter-clockwise, to the right"}}},
		Read: func(r *settings, v variant.Value) { r.backwards = v.Word == "counter-clockwise" },
	},
	{
		Point: variant.Point{Name: "held-headquarters", Decides: "what a player does on a headquarters whose wedge it holds", Topic: "A headquarters whose wedge is held", Off: "question", Values: []variant.Meaning{
			{Is: "question", Does: variant.Forbids, Means: "asks an ordinary question"},
			{Is: "choice", Does: variant.Permits, Means: "lets the player choose between a question and another roll"}}},
		Read: func(r *settings, v variant.Value) { r.heldChoice = v.Word == "choice" },
	},
}
