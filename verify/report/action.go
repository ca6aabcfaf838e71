package report

import (
	"tpnote/notation"
	"tpnote/verify"
)

// jsonAction is an action wherever JSON has one. The fields after parts are those of the games that have them;
// parts has all of the word in any game.
type jsonAction struct {
	Word     string     `json:"word"`
	Parts    []jsonRole `json:"parts"`
	Die      int        `json:"die"` // 0 in a game without a die
	Piece    string     `json:"piece,omitempty"`
	From     string     `json:"from,omitempty"`
	To       string     `json:"to,omitempty"`
	Category string     `json:"category,omitempty"`
	Answer   string     `json:"answer,omitempty"`
	Captures string     `json:"captures,omitempty"` // the player whose piece is sent home
	Takes    string     `json:"takes,omitempty"`    // the space of the piece that is taken off the board
	Mark     string     `json:"mark,omitempty"`
}

// jsonRole is a part of a word.
type jsonRole struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// roleNames are the roles of parts in JSON.
var roleNames = map[notation.Role]string{
	notation.IsRoll: "roll", notation.IsPiece: "piece", notation.IsFrom: "from", notation.IsSign: "sign", notation.IsTo: "to",
	notation.IsCategory: "category", notation.IsCard: "card", notation.IsAnswer: "answer", notation.IsCapture: "capture",
	notation.IsMark: "mark", notation.IsKind: "kind",
}

// actionJSON is an action that is written as a word.
func actionJSON(table *verify.Replay, word string, a *verify.Action) jsonAction {
	parts := table.Notation().Parts(word)
	out := jsonAction{
		Word: word, Parts: []jsonRole{}, Die: a.Die, Piece: a.Piece, From: a.From, To: a.To, Category: a.Category,
		Answer: a.Answer.String(), Takes: a.Takes, Mark: parts.Text(notation.IsMark),
	}
	for _, p := range parts {
		out.Parts = append(out.Parts, jsonRole{roleNames[p.Role], p.Text})
	}
	if a.Captured > 0 {
		out.Captures = table.Handles()[a.Captured-1]
	}
	return out
}
