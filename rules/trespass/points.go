package trespass

import "tpnote/rules/variant"

// settings are the rules of a variant about moves and the end of a game. See points.
type settings struct {
	bends    int8 // how often one slide may bend; maxSquares for any number of times
	sideways bool // jumps may go sideways
	turns    bool // jumps may change the direction
	revisit  bool // jumps may come back to a square of the move
	stops    bool // entering the goal row ends a slide
	opponent bool // a player may move the opponent's pieces
	repeat   bool // a player may move the piece that the opponent has just moved
	passing  bool // a player who can move may pass
	chosen   choice
	passes   bool // two passes of players without a move, one after the other, are a draw
	repeats  bool // a position that comes for the third time is a draw too; passes holds as well
}

// choice is when a player chooses the secret number.
type choice uint8

const (
	anytime choice = iota
	afterPlacing
	beforePlacing
)

var allowed = []variant.Meaning{
	{Is: "yes", Does: variant.Permits, Means: "allows it"},
	{Is: "no", Does: variant.Forbids, Means: "forbids it"}}

// points are the rule points of Trespass, one row each. A route that is illegal is refused for
// the first point that alone, or with those before it, would allow it.
var points = []variant.Row[settings]{
	{
		Point: variant.Point{Name: "piece-numbers", Decides: "which numbers the pieces of a player bear, as many as two rows hold", Topic: "Pieces", Kind: variant.Range, Min: 0, Max: 999, Values: []variant.Meaning{
			{Means: "numbers them %s"}}},
	},
	{
		Point: variant.Point{Name: "slide-bends", Decides: "how often one slide may change its direction", Topic: "Bends in one slide", Kind: variant.Number, Min: 0, Max: maxSquares, Values: []variant.Meaning{
			{Is: "any", Does: variant.Permits, Means: "sets no limit"},
			{Is: "0", Does: variant.Forbids, Means: "allows none"},
			{Does: variant.Forbids, Means: "allows %s at most"}}},
		Read: func(r *settings, v variant.Value) {
			if r.bends = int8(v.Lo); v.Word == "any" {
				r.bends = maxSquares // more than any slide has
			}
		},
	},
	{
		Point: variant.Point{Name: "jump-sideways", Decides: "whether a piece may jump sideways", Topic: "Jumping sideways", Values: allowed},
		Read:  func(r *settings, v variant.Value) { r.sideways = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "jump-turns", Decides: "whether a move may change its direction between two jumps, and between slide and jump", Topic: "Turning between jumps, and between slide and jump", Values: allowed},
		Read:  func(r *settings, v variant.Value) { r.turns = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "jump-revisit", Decides: "whether a series of jumps may come back to a square of the same move", Topic: "Jumping back to a square of the same move", Values: allowed},
		Read:  func(r *settings, v variant.Value) { r.revisit = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "goal-row-stops", Decides: "whether a slide ends where it enters the goal row of the piece", Topic: "A slide that enters the goal row", Values: []variant.Meaning{
			{Is: "yes", Does: variant.Forbids, Means: "ends it there"},
			{Is: "no", Does: variant.Permits, Means: "lets it go on along the row"}}},
		Read: func(r *settings, v variant.Value) { r.stops = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "move-opponent", Decides: "whether a player may move the opponent's pieces", Topic: "Moving a piece of the opponent", Values: allowed},
		Read:  func(r *settings, v variant.Value) { r.opponent = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "repeat-last-moved", Decides: "whether a player may move the piece that the opponent has just moved", Topic: "Moving the piece that the opponent has just moved", Values: allowed},
		Read:  func(r *settings, v variant.Value) { r.repeat = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "passing", Decides: "who may pass", Topic: "Passing", Off: "stuck", Values: []variant.Meaning{
			{Is: "stuck", Does: variant.Forbids, Means: "allows it only to a player who cannot move"},
			{Is: "allowed", Does: variant.Permits, Means: "allows it in any turn"}}},
		Read: func(r *settings, v variant.Value) { r.passing = v.Word == "allowed" },
	},
	{
		Point: variant.Point{Name: "secret-choice", Decides: "when a player chooses the secret number", Topic: "Choosing the secret number", Off: "anytime", Values: []variant.Meaning{
			{Is: "anytime", Does: variant.Permits, Means: "leaves the time to the players"},
			{Is: "after-placing", Does: variant.Forbids, Means: "has each player place the pieces first"},
			{Is: "before-placing", Does: variant.Forbids, Means: "has each player choose before placing the pieces"}}},
		Read: func(r *settings, v variant.Value) {
			r.chosen = map[string]choice{"after-placing": afterPlacing, "before-placing": beforePlacing}[v.Word]
		},
	},
	{
		Point: variant.Point{Name: "first-player", Decides: "how the players settle who goes first", Topic: "Who goes first", Off: "chosen", Values: []variant.Meaning{
			{Is: "chosen", Means: "leaves it to the players"},
			{Is: "roll", Means: "settles it by the die"}}},
	},
	{
		Point: variant.Point{Name: "dead-game", Decides: "whether a game that leads nowhere ends as a draw", Topic: "A game that leads nowhere", Off: "play-on", Values: []variant.Meaning{
			{Is: "play-on", Does: variant.Changes, Means: "plays on"},
			{Is: "passes", Does: variant.Changes, Means: "makes it a draw once both have had to pass"},
			{Is: "repetition", Does: variant.Changes, Means: "makes it a draw once both have had to pass, or a position comes for the third time within 16 turns"}}},
		Read: func(r *settings, v variant.Value) { r.passes, r.repeats = v.Word != "play-on", v.Word == "repetition" },
	},
}

// faults says what is wrong with a variant that New accepts: colours and categories, which
// this game does not have, and a board on which the players can neither move nor win.
func faults(v *variant.Variant) (broken []variant.Error) {
	for code, at := range v.Named {
		broken = append(broken, variant.Fault(at, "%s: the pieces of Trespass have neither colours nor categories", code))
	}
	if v.Board["rows"].Number == 2*seats {
		broken = append(broken, variant.Fault(v.Board["rows"].Origin, "no piece can move: four rows are all full at the start"))
	}
	return broken
}
