// Package morris is Nine Men's Morris and its relatives: a whole game for tpnote, without dice,
// in a module of its own. This file has the family and its rule points, notation.go the words,
// engine.go the rules, and referee.go joins them. The boards are data: see variants/.
package morris

import (
	"embed"

	"tpnote/rules/variant"
)

//go:embed variants/*.yaml spec
var files embed.FS

// family names the game, its rule points, its boards and its built-in variants.
var family = &variant.Family{
	Name:   "morris",
	Games:  []variant.Game{{Name: "morris", Title: "Morris", Default: "nine-mens-morris"}},
	Points: variant.Declared(points),
	Board: []variant.Part{
		{Name: "men", Kind: variant.PartNumber, Min: 3, Max: 12},
		{Name: "lines", Kind: variant.PartRows, Min: 1, Max: 64, Fields: []variant.Part{
			{Name: "points", Kind: variant.PartWords, Min: 2, Max: 3},
		}},
	},
	Files: variant.Embedded(files, "variants"),
}

// settings are the rule points of a variant as the engine applies them.
type settings struct {
	flying bool
	safety string
	quiet  int
}

// The values of mill-safety.
const (
	othersFirst = "others-first"
	always      = "always"
	never       = "never"
)

var points = []variant.Row[settings]{
	{Point: variant.Players(2, 2, "how many may play", "is played by %s")},
	{
		Point: variant.Point{Name: "flying", Decides: "whether a player with three men may move to any empty point", Topic: "A player with three men", Values: []variant.Meaning{
			{Is: "yes", Does: variant.Permits, Means: "may move to any empty point"},
			{Is: "no", Does: variant.Forbids, Means: "moves along the lines, like any other"}}},
		Read: func(r *settings, v variant.Value) { r.flying = v.Word == "yes" },
	},
	{
		Point: variant.Point{Name: "mill-safety", Decides: "whether a man in a mill can be taken", Topic: "A man in a mill", Values: []variant.Meaning{
			{Is: othersFirst, Does: variant.Forbids, Means: "can be taken only if all the men are in mills"},
			{Is: always, Does: variant.Forbids, Means: "cannot be taken"},
			{Is: never, Does: variant.Permits, Means: "can be taken like any other"}}},
		Read: func(r *settings, v variant.Value) { r.safety = v.Word },
	},
	{
		Point: variant.Point{Name: "quiet-draw", Decides: "after how many moves in a row without a capture the game is a draw; 0 for never", Topic: "The game", Kind: variant.Number, Min: 0, Max: 255, Values: []variant.Meaning{
			{Does: variant.Changes, Means: "is a draw after %s moves in a row without a capture"}}},
		Read: func(r *settings, v variant.Value) { r.quiet = v.Lo },
	},
}
