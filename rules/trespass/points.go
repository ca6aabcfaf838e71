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

var (
	yesNo     = []string{"yes", "no"}
	allowed   = map[string]string{"yes": "allows it", "no": "forbids it"}
	permitted = map[string]variant.Bearing{"yes": variant.Permits, "no": variant.Forbids}
)

// points are the rule points of Trespass, one row each. A route that is illegal is refused for
// the first point that alone, or with those before it, would allow it.
var points = []variant.Row[settings]{
	{
		Point:  variant.Point{Name: "piece-numbers", Decides: "which numbers the pieces of a player bear, as many as two rows hold", Kind: variant.Range, Min: 0, Max: 999},
		Phrase: variant.Phrase{Topic: "Pieces", Means: map[string]string{"": "numbers them %s"}},
	},
	{
		Point: variant.Point{Name: "slide-bends", Decides: "how often one slide may change its direction", Kind: variant.Number, Min: 0, Max: maxSquares, Choices: []string{"any"}},
		Phrase: variant.Phrase{Topic: "Bends in one slide", Means: map[string]string{
			"any": "sets no limit", "0": "allows none", "": "allows %s at most"}},
		Does: map[string]variant.Bearing{"any": variant.Permits, "": variant.Forbids},
		Read: func(r *settings, v variant.Value) {
			if r.bends = int8(v.Lo); v.Word == "any" {
				r.bends = maxSquares // more than any slide has
			}
		},
	},
	{
		Point:  variant.Point{Name: "jump-sideways", Decides: "whether a piece may jump sideways", Choices: yesNo},
		Phrase: variant.Phrase{Topic: "Jumping sideways", Means: allowed}, Does: permitted,
		Read: func(r *settings, v variant.Value) { r.sideways = v.Word == "yes" },
	},
	{
		Point:  variant.Point{Name: "jump-turns", Decides: "whether a move may change its direction between two jumps, and between slide and jump", Choices: yesNo},
		Phrase: variant.Phrase{Topic: "Turning between jumps, and between slide and jump", Means: allowed}, Does: permitted,
		Read: func(r *settings, v variant.Value) { r.turns = v.Word == "yes" },
	},
	{
		Point:  variant.Point{Name: "jump-revisit", Decides: "whether a series of jumps may come back to a square of the same move", Choices: yesNo},
		Phrase: variant.Phrase{Topic: "Jumping back to a square of the same move", Means: allowed}, Does: permitted,
		Read: func(r *settings, v variant.Value) { r.revisit = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "goal-row-stops", Decides: "whether a slide ends where it enters the goal row of the piece", Choices: yesNo},
		Phrase: variant.Phrase{Topic: "A slide that enters the goal row", Means: map[string]string{
			"yes": "ends it there", "no": "lets it go on along the row"}},
		Does: map[string]variant.Bearing{"yes": variant.Forbids, "no": variant.Permits},
		Read: func(r *settings, v variant.Value) { r.stops = v.Word == "yes" },
	},
	{
		Point:  variant.Point{Name: "move-opponent", Decides: "whether a player may move the opponent's pieces", Choices: yesNo},
		Phrase: variant.Phrase{Topic: "Moving a piece of the opponent", Means: allowed}, Does: permitted,
		Read: func(r *settings, v variant.Value) { r.opponent = v.Word == "yes" },
	},
	{
		Point:  variant.Point{Name: "repeat-last-moved", Decides: "whether a player may move the piece that the opponent has just moved", Choices: yesNo},
		Phrase: variant.Phrase{Topic: "Moving the piece that the opponent has just moved", Means: allowed}, Does: permitted,
		Read: func(r *settings, v variant.Value) { r.repeat = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "passing", Decides: "who may pass", Choices: []string{"stuck", "allowed"}, Off: "stuck"},
		Phrase: variant.Phrase{Topic: "Passing", Means: map[string]string{
			"stuck": "allows it only to a player who cannot move", "allowed": "allows it in any turn"}},
		Does: map[string]variant.Bearing{"stuck": variant.Forbids, "allowed": variant.Permits},
		Read: func(r *settings, v variant.Value) { r.passing = v.Word == "allowed" },
	},
	{
		Point: variant.Point{Name: "secret-choice", Decides: "when a player chooses the secret number", Choices: []string{"anytime", "after-placing", "before-placing"}, Off: "anytime"},
		Phrase: variant.Phrase{Topic: "Choosing the secret number", Means: map[string]string{
			"anytime":        "leaves the time to the players",
			"after-placing":  "has each player place the pieces first",
			"before-placing": "has each player choose before placing the pieces"}},
		Does: map[string]variant.Bearing{"anytime": variant.Permits, "": variant.Forbids},
		Read: func(r *settings, v variant.Value) {
			r.chosen = map[string]choice{"after-placing": afterPlacing, "before-placing": beforePlacing}[v.Word]
		},
	},
	{
		Point: variant.Point{Name: "first-player", Decides: "how the players settle who goes first", Choices: []string{"chosen", "roll"}, Off: "chosen"},
		Phrase: variant.Phrase{Topic: "Who goes first", Means: map[string]string{
			"chosen": "leaves it to the players", "roll": "settles it by the die"}},
	},
	{
		Point: variant.Point{Name: "dead-game", Decides: "whether a game that leads nowhere ends as a draw", Choices: []string{"play-on", "passes", "repetition"}, Off: "play-on"},
		Phrase: variant.Phrase{Topic: "A game that leads nowhere", Means: map[string]string{
			"play-on":    "plays on",
			"passes":     "makes it a draw once both have had to pass",
			"repetition": "makes it a draw once both have had to pass, or a position comes for the third time within 16 turns"}},
		Does: map[string]variant.Bearing{"": variant.Changes},
		Read: func(r *settings, v variant.Value) { r.passes, r.repeats = v.Word != "play-on", v.Word == "repetition" },
	},
}

// faults says what is wrong with a variant that New accepts: colours and categories, which
// this game does not have, and a board on which the players can neither move nor win.
func faults(v *variant.Variant) []variant.Error {
	var broken []variant.Error
	for code, at := range v.Named {
		broken = append(broken, variant.Fault(at, "%s: the pieces of Trespass have neither colours nor categories", code))
	}
	if v.Board["rows"].Number == 2*seats {
		broken = append(broken, variant.Fault(v.Board["rows"].Origin, "no piece can move: four rows are all full at the start"))
	}
	return broken
}
