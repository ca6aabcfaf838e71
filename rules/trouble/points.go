package trouble

import "tpnote/rules/variant"

// settings are the rules of a variant about moves and turns. See points.
type settings struct {
	counterClockwise bool
	enterOn, extraOn faces
	extraLimit       int8 // -1 for none
	extraStuck       bool
	mayPass          bool
	entry            entry
	finishMoves      bool
	startSafe        bool
	playOn, playAll  bool // the others may play on for places; they have to
	tries            uint8
	ownHome          bool // a peg may send home one of its own side
	capturePop       bool // sending a peg home gives another pop
	bounce           bool // a peg that is popped too far turns back
	approach         bool // a peg that can enter FINISH makes no other move
	eitherColour     bool // a side has one turn, with either of its colours
}

// entry is the value of rule point finish-entry.
type entry uint8

const (
	deepest entry = iota
	anyEmpty
	anyNoPassing
)

// faces is a set of faces of the die; bit n is face n.
type faces uint8

func (f faces) has(die uint8) bool { return f>>(die%8)&1 != 0 }

func facesOf(v variant.Value) (f faces) {
	for _, face := range v.Faces {
		f |= 1 << face
	}
	return f
}

var yesNo = []string{"yes", "no"}

// points are the rule points of Trouble, one row each.
var points = []variant.Row[settings]{
	{
		Point:  variant.Point{Name: "players", Decides: "how many colours may play", Kind: variant.Range, Min: 1, Max: MaxColours},
		Phrase: variant.Phrase{Topic: "Players", Means: map[string]string{"": "is played by %s colours"}},
	},
	{
		Point: variant.Point{Name: "turn-direction", Decides: "which way round the board the turn passes", Choices: []string{"clockwise", "counter-clockwise"}},
		Phrase: variant.Phrase{Topic: "The turn", Means: map[string]string{
			"clockwise": "passes it clockwise, to the left", "counter-clockwise": "passes it counter-clockwise, to the right"}},
		Read: func(r *settings, v variant.Value) { r.counterClockwise = v.Word == "counter-clockwise" },
	},
	{
		Point: variant.Point{Name: "rolloff-tie", Decides: "who pops again when the pop for the first turn is tied", Choices: []string{"highest", "everyone", "every-tie"}},
		Phrase: variant.Phrase{Topic: "A tie for the first turn", Means: map[string]string{
			"highest":   "lets only those pop again who tied for the highest pop",
			"everyone":  "lets all players pop again",
			"every-tie": "lets all pop again who tied with another player, also for a lower pop"}},
	},
	{
		Point:  variant.Point{Name: "enter-on", Decides: "which faces of the die bring a peg from HOME to START", Kind: variant.Faces, Min: 1, Max: 6},
		Phrase: variant.Phrase{Topic: "From HOME to START", Means: map[string]string{"": "takes a %s"}},
		Does:   map[string]variant.Bearing{"": variant.Permits, "[]": variant.Forbids},
		Read:   func(r *settings, v variant.Value) { r.enterOn = facesOf(v) },
	},
	{
		Point:  variant.Point{Name: "extra-pop-on", Decides: "which faces of the die give another pop", Kind: variant.Faces, Min: 1, Max: 6},
		Phrase: variant.Phrase{Topic: "Another pop", Means: map[string]string{"[]": "gives none", "": "gives one after a %s"}},
		Does:   map[string]variant.Bearing{"": variant.Changes},
		Read:   func(r *settings, v variant.Value) { r.extraOn = facesOf(v) },
	},
	{
		Point:  variant.Point{Name: "extra-pop-limit", Decides: "how many extra pops one turn may have", Kind: variant.Number, Choices: []string{"none"}, Min: 0, Max: 100},
		Phrase: variant.Phrase{Topic: "Extra pops in one turn", Means: map[string]string{"none": "sets no limit", "": "allows %s at most"}},
		Does:   map[string]variant.Bearing{"": variant.Changes},
		Read: func(r *settings, v variant.Value) {
			if r.extraLimit = int8(v.Lo); v.Word == "none" {
				r.extraLimit = -1
			}
		},
	},
	{
		Point: variant.Point{Name: "extra-pop-when-stuck", Decides: "whether a face that no peg can use still gives its extra pop", Choices: yesNo},
		Phrase: variant.Phrase{Topic: "A face that gives another pop and that no peg can use", Means: map[string]string{
			"yes": "still gives it", "no": "ends the turn"}},
		Does: map[string]variant.Bearing{"": variant.Changes},
		Read: func(r *settings, v variant.Value) { r.extraStuck = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "forced-move", Decides: "whether a player who can move has to", Choices: yesNo},
		Phrase: variant.Phrase{Topic: "A move that can be made", Means: map[string]string{
			"yes": "requires it", "no": "lets the player decline it"}},
		Does: map[string]variant.Bearing{"yes": variant.Forbids, "no": variant.Permits},
		Read: func(r *settings, v variant.Value) { r.mayPass = v.Word == "no" },
	},
	{
		Point: variant.Point{Name: "finish-entry", Decides: "which FINISH spaces a peg may land on", Choices: []string{"deepest", "any", "any-no-passing"}},
		Phrase: variant.Phrase{Topic: "Entering FINISH", Means: map[string]string{
			"deepest":        "fills it from the back, and allows only the rearmost empty space",
			"any":            "allows any empty space",
			"any-no-passing": "allows any empty space that can be reached without passing one of its own pegs"}},
		Does: map[string]variant.Bearing{"": variant.Forbids, "any": variant.Permits},
		Read: func(r *settings, v variant.Value) {
			r.entry = map[string]entry{"any": anyEmpty, "any-no-passing": anyNoPassing}[v.Word]
		},
	},
	{
		Point: variant.Point{Name: "finish-moves", Decides: "whether a peg may move on inside FINISH", Choices: yesNo},
		Phrase: variant.Phrase{Topic: "Pegs inside FINISH", Means: map[string]string{
			"yes": "lets them move on by exact count", "no": "leaves them where they are"}},
		Does: map[string]variant.Bearing{"yes": variant.Permits, "no": variant.Forbids},
		Read: func(r *settings, v variant.Value) { r.finishMoves = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "start-safe", Decides: "whether a peg on its own START is safe from being sent home", Choices: yesNo},
		Phrase: variant.Phrase{Topic: "A peg on its own START", Means: map[string]string{
			"yes": "keeps it safe", "no": "lets it be sent home"}},
		Does: map[string]variant.Bearing{"yes": variant.Forbids, "no": variant.Permits},
		Read: func(r *settings, v variant.Value) { r.startSafe = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "play-on", Decides: "whether the others may play on for places once a colour has finished", Choices: []string{"optional", "no", "required"}},
		Phrase: variant.Phrase{Topic: "When the first colour has finished", Means: map[string]string{
			"optional": "lets the others play on for places",
			"no":       "ends the game",
			"required": "has the others play on until all places are settled"}},
		Does: map[string]variant.Bearing{"": variant.Changes},
		Read: func(r *settings, v variant.Value) { r.playOn, r.playAll = v.Word != "no", v.Word == "required" },
	},
	{
		Point: variant.Point{Name: "home-tries", Decides: "how many pops a player may have in a turn that begins without a peg on the track", Kind: variant.Number, Min: 1, Max: 6, Off: "1"},
		Phrase: variant.Phrase{Topic: "A turn that begins without a peg on the track", Means: map[string]string{
			"1": "has one pop to leave HOME", "": "has up to %s pops to leave HOME"}},
		Does: map[string]variant.Bearing{"": variant.Changes},
		Read: func(r *settings, v variant.Value) { r.tries = uint8(v.Lo) },
	},
	{
		Point: variant.Point{Name: "own-landing", Decides: "whether a peg may land on a peg of its own side on the track, START excepted", Choices: []string{"never", "sends-home"}, Off: "never"},
		Phrase: variant.Phrase{Topic: "Landing on a peg of one's own side off START", Means: map[string]string{
			"never": "forbids it", "sends-home": "sends that peg home"}},
		Does: map[string]variant.Bearing{"never": variant.Forbids, "sends-home": variant.Permits},
		Read: func(r *settings, v variant.Value) { r.ownHome = v.Word == "sends-home" },
	},
	{
		Point: variant.Point{Name: "capture-pop", Decides: "whether sending a peg home gives another pop", Choices: yesNo, Off: "no"},
		Phrase: variant.Phrase{Topic: "Sending a peg home", Means: map[string]string{
			"yes": "gives another pop", "no": "gives no other pop"}},
		Does: map[string]variant.Bearing{"": variant.Changes},
		Read: func(r *settings, v variant.Value) { r.capturePop = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "finish-bounce", Decides: "whether a peg turns back at the end of FINISH if the pop is too high", Choices: yesNo, Off: "no"},
		Phrase: variant.Phrase{Topic: "A pop that leads beyond FINISH", Means: map[string]string{
			"yes": "sends the peg back by the rest of it", "no": "does not move the peg"}},
		Does: map[string]variant.Bearing{"yes": variant.Permits, "no": variant.Forbids},
		Read: func(r *settings, v variant.Value) { r.bounce = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "finish-approach", Decides: "how a peg moves from which some face of the die leads into FINISH", Choices: []string{"free", "exact"}, Off: "free"},
		Phrase: variant.Phrase{Topic: "A peg that is close enough to enter FINISH", Means: map[string]string{
			"free": "may also move up on the track", "exact": "moves only into FINISH"}},
		Does: map[string]variant.Bearing{"free": variant.Permits, "exact": variant.Forbids},
		Read: func(r *settings, v variant.Value) { r.approach = v.Word == "exact" },
	},
	{
		Point: variant.Point{Name: "partner-turns", Decides: "who has a turn where two people play two colours each", Choices: []string{"each", "either"}, Off: "each"},
		Phrase: variant.Phrase{Topic: "Two people with two colours each", Means: map[string]string{
			"each": "take a turn for each colour", "either": "take one turn each, with either colour"}},
		Read: func(r *settings, v variant.Value) { r.eitherColour = v.Word == "either" },
	},
}
