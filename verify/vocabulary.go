package verify

// vocabulary is what a game calls the things that messages speak of, so that everybody is
// told about a fault in the words of the game played.
type vocabulary struct {
	roll    string // a throw of the die; its plural and its verb add an s
	ends    string // what ends a turn, said to a player who ended it too early
	example string // a turn line

	// Of the wheel games alone.
	hub, wedge, wedges, spoke string
}

// vocabularies has the words of each game by its name. A game without an entry is told
// about in the words of common.
var vocabularies = map[string]vocabulary{
	"trivial-pursuit": {
		roll: "roll", ends: "only a wrong answer or the rules end a turn", example: "12. Ann 4:ye2+",
		hub: "the hub", wedge: "wedge", wedges: "wedges", spoke: "spoke",
	},
	"heisey-mania": {
		roll: "roll", ends: "only a wrong answer or the rules end a turn", example: "12. Ann 4:co4+",
		hub: "the H.M.", wedge: "scoring peg", wedges: "scoring pegs", spoke: "path",
	},
	"trouble":  {roll: "pop", ends: "a pop that is due is never left out", example: "12. Red 4:re0-re4"},
	"trespass": {roll: "roll", ends: "a turn is one move", example: "12. Ann A8:c2-c4"},
}

// common is the vocabulary of a game that has none of its own.
var common = vocabulary{
	roll: "roll", ends: "only the rules end a turn", example: "12. Ann 4:ye2+",
	hub: "the hub", wedge: "wedge", wedges: "wedges", spoke: "spoke",
}

// wordsOf returns the vocabulary of a game.
func wordsOf(game string) vocabulary {
	if words, known := vocabularies[game]; known {
		return words
	}
	return common
}

// Throw returns what the game calls a throw of the die: a roll or a pop.
func (t *Table) Throw() string { return wordsOf(t.judge.variant.Game).roll }

// words returns the vocabulary of the game that is judged.
func (j *judge) words() vocabulary { return wordsOf(j.Rules.Game) }
