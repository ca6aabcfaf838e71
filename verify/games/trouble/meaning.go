package trouble

import (
	"fmt"
	"strings"

	"tpnote/notation"
	"tpnote/rules/trouble"
	"tpnote/verify"
)

// terms are the words of the game.
var terms = map[string]verify.Terms{
	"trouble": {Throw: "pop", Ends: "a player never leaves out a pop", Example: "12. Red 4:re0-re4"},
}

// Says names a space, in a move with where the peg goes from and to.
func (r *referee) Says(w notation.Parts, part int) string {
	way := ""
	switch p := w[part]; {
	case p.Role == notation.IsFrom:
		way = "from "
	case p.Role == notation.IsTo && w.Text(notation.IsFrom) == "":
		return "what the pop was used for"
	case p.Role == notation.IsTo:
		way = "to "
	}
	p, known := r.Space(0, w[part].Text)
	switch {
	case known:
		return way + r.explained(p)
	case way != "" && w[part].Text == notation.Unknown:
		return way + "a space"
	}
	return ""
}

// explained explains a space, as the first colour sees it.
func (r *referee) explained(p trouble.Pos) string {
	quarter := r.Variant.Board["quarter"].Number
	colour, after := (int(p)-1)/quarter, (int(p)-1)%quarter
	switch {
	case p == trouble.Home:
		return "the player's HOME"
	case r.InFinish(p):
		return "space " + strings.TrimPrefix(r.Name(0, p), "f") + " of the player's FINISH"
	case after == 0:
		return r.Colours[colour] + "'s START"
	}
	return fmt.Sprintf("space %d after %s's START, clockwise", after, r.Colours[colour])
}
