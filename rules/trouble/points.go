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

// anyFace is the set of all faces.
const anyFace faces = 1<<7 - 1<<1

func (f faces) has(die uint8) bool { return f>>(die%8)&1 != 0 }

func facesOf(v variant.Value) (f faces) {
	for _, face := range v.Faces {
		f |= 1 << face
	}
	return f
}

// points are the rule points of Trouble, one row each.
var points = []variant.Row[settings]{
	{Point: variant.Players(1, MaxColours, "how many colours may play", "is played by %s colours")},
	{
		Point: variant.Point{Name: "turn-direction", Decides: "which way round the board the turn passes", Topic: "The turn", Values: []variant.Meaning{
			{Is: "clockwise", Does: variant.Changes, Means: "passes it clockwise, to the left"},
			{Is: "counter-clockwise", Does: variant.Changes, Means: "passes it counter-clockwise, to the right"}}},
		Read: func(r *settings, v variant.Value) { r.counterClockwise = v.Word == "counter-clockwise" },
	},
	{Point: variant.RollOffTie("pop")},
	{
		Point: variant.Point{Name: "enter-on", Decides: "which faces of the die bring a peg from HOME to START", Topic: "From HOME to START", Kind: variant.Faces, Min: 1, Max: 6, Values: []variant.Meaning{
			{Is: "[]", Does: variant.Forbids, Means: "has no face for it"},
			{Does: variant.Permits, Means: "takes a %s"}}},
		Read: func(r *settings, v variant.Value) { r.enterOn = facesOf(v) },
	},
	{
		Point: variant.Point{Name: "extra-pop-on", Decides: "which faces of the die give another pop", Topic: "Another pop", Kind: variant.Faces, Min: 1, Max: 6, Values: []variant.Meaning{
			{Is: "[]", Does: variant.Changes, Means: "gives none"},
			{Does: variant.Changes, Means: "gives one after a %s"}}},
		Read: func(r *settings, v variant.Value) { r.extraOn = facesOf(v) },
	},
	{
		Point: variant.Point{Name: "extra-pop-limit", Decides: "how many extra pops one turn may have", Topic: "Extra pops in one turn", Kind: variant.Number, Min: 0, Max: 100, Values: []variant.Meaning{
			{Is: "none", Does: variant.Changes, Means: "sets no limit"},
			{Does: variant.Changes, Means: "allows %s at most"}}},
		Read: func(r *settings, v variant.Value) {
			if r.extraLimit = int8(v.Lo); v.Word == "none" {
				r.extraLimit = -1
			}
		},
	},
	{
		Point: variant.Point{Name: "extra-pop-when-stuck", Decides: "whether a face that no peg can use still gives its extra pop", Topic: "A face that gives another pop and that no peg can use", Values: []variant.Meaning{
			{Is: "yes", Does: variant.Changes, Means: "still gives it"},
			{Is: "no", Does: variant.Changes, Means: "ends the turn"}}},
		Read: func(r *settings, v variant.Value) { r.extraStuck = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "forced-move", Decides: "whether a player who can move has to", Topic: "A move that can be made", Values: []variant.Meaning{
			{Is: "yes", Does: variant.Forbids, Means: "requires it"},
			{Is: "no", Does: variant.Permits, Means: "lets the player decline it"}}},
		Read: func(r *settings, v variant.Value) { r.mayPass = v.Word == "no" },
	},
	{
		Point: variant.Point{Name: "finish-entry", Decides: "which FINISH spaces a peg may land on", Topic: "Entering FINISH", Values: []variant.Meaning{
			{Is: "deepest", Does: variant.Forbids, Means: "fills it from the back, and allows only the rearmost empty space"},
			{Is: "any", Does: variant.Permits, Means: "allows any empty space"},
			{Is: "any-no-passing", Does: variant.Forbids, Means: "allows any empty space that can be reached without passing one of its own pegs"}}},
		Read: func(r *settings, v variant.Value) {
			r.entry = map[string]entry{"any": anyEmpty, "any-no-passing": anyNoPassing}[v.Word]
		},
	},
	{
		Point: variant.Point{Name: "finish-moves", Decides: "whether a peg may move on inside FINISH", Topic: "Pegs inside FINISH", Values: []variant.Meaning{
			{Is: "yes", Does: variant.Permits, Means: "lets them move on by exact count"},
			{Is: "no", Does: variant.Forbids, Means: "leaves them where they are"}}},
		Read: func(r *settings, v variant.Value) { r.finishMoves = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "start-safe", Decides: "whether a peg on its own START is safe from being sent home", Topic: "A peg on its own START", Values: []variant.Meaning{
			{Is: "yes", Does: variant.Forbids, Means: "keeps it safe"},
			{Is: "no", Does: variant.Permits, Means: "lets it be sent home"}}},
		Read: func(r *settings, v variant.Value) { r.startSafe = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "play-on", Decides: "whether the others may play on for places once a colour has finished", Topic: "When the first colour has finished", Values: []variant.Meaning{
			{Is: "optional", Does: variant.Changes, Means: "lets the others play on for places"},
			{Is: "no", Does: variant.Changes, Means: "ends the game"},
			{Is: "required", Does: variant.Changes, Means: "has the others play on until all places are settled"}}},
		Read: func(r *settings, v variant.Value) { r.playOn, r.playAll = v.Word != "no", v.Word == "required" },
	},
	{
		Point: variant.Point{Name: "home-tries", Decides: "how many pops a player may have in a turn that begins without a peg on the track", Topic: "A turn that begins without a peg on the track", Kind: variant.Number, Min: 1, Max: 6, Off: "1", Values: []variant.Meaning{
			{Is: "1", Does: variant.Changes, Means: "has one pop to leave HOME"},
			{Does: variant.Changes, Means: "has up to %s pops to leave HOME"}}},
		Read: func(r *settings, v variant.Value) { r.tries = uint8(v.Lo) },
	},
	{
		Point: variant.Point{Name: "own-landing", Decides: "whether a peg may land on a peg of its own side on the track, START excepted", Topic: "Landing on a peg of one's own side off START", Off: "never", Values: []variant.Meaning{
			{Is: "never", Does: variant.Forbids, Means: "forbids it"},
			{Is: "sends-home", Does: variant.Permits, Means: "sends that peg home"}}},
		Read: func(r *settings, v variant.Value) { r.ownHome = v.Word == "sends-home" },
	},
	{
		Point: variant.Point{Name: "capture-pop", Decides: "whether sending a peg home gives another pop", Topic: "Sending a peg home", Off: "no", Values: []variant.Meaning{
			{Is: "yes", Does: variant.Changes, Means: "gives another pop"},
			{Is: "no", Does: variant.Changes, Means: "gives no other pop"}}},
		Read: func(r *settings, v variant.Value) { r.capturePop = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "finish-bounce", Decides: "whether a peg turns back at the end of FINISH if the pop is too high", Topic: "A pop that leads beyond FINISH", Off: "no", Values: []variant.Meaning{
			{Is: "yes", Does: variant.Permits, Means: "sends the peg back by the rest of it"},
			{Is: "no", Does: variant.Forbids, Means: "does not move the peg"}}},
		Read: func(r *settings, v variant.Value) { r.bounce = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "finish-approach", Decides: "how a peg moves from which some face of the die leads into FINISH", Topic: "A peg that is close enough to enter FINISH", Off: "free", Values: []variant.Meaning{
			{Is: "free", Does: variant.Permits, Means: "may also move up on the track"},
			{Is: "exact", Does: variant.Forbids, Means: "moves only into FINISH"}}},
		Read: func(r *settings, v variant.Value) { r.approach = v.Word == "exact" },
	},
	{
		Point: variant.Point{Name: "partner-turns", Decides: "who has a turn where two people play two colours each", Topic: "Two people with two colours each", Off: "each", Values: []variant.Meaning{
			{Is: "each", Does: variant.Changes, Means: "take a turn for each colour"},
			{Is: "either", Does: variant.Changes, Means: "take one turn each, with either colour"}}},
		Read: func(r *settings, v variant.Value) { r.eitherColour = v.Word == "either" },
	},
}
