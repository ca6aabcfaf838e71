package wheel

import "tpnote/verify"

// vocabulary has the words of one of the games.
type vocabulary struct {
	hub, spoke    string
	wedge, wedges string
	printed       string // what is printed in the hub
	sheet         string // the colour of the board below the spaces
	diamond       bool   // the board of four headquarters is a square on its point
}

// vocabularies has the words of each game, by its name.
var vocabularies = map[string]vocabulary{
	"trivial-pursuit": {hub: "the hub", spoke: "spoke", wedge: "wedge", wedges: "wedges", printed: "HUB", sheet: "#1d2d50"},
	"heisey-mania":    {hub: "the H.M.", spoke: "path", wedge: "scoring peg", wedges: "scoring pegs", printed: "H.M.", sheet: "#f3ead7", diamond: true},
}

// terms are the words for what every game has.
var terms = map[string]verify.Terms{
	"trivial-pursuit": {Throw: "roll", Ends: "a turn ends with a wrong answer or with the game", Example: "12. Ann 4:ye2+"},
	"heisey-mania":    {Throw: "roll", Ends: "a turn ends with a wrong answer or with the game", Example: "12. Ann 4:co4+"},
}
