package verify

import "tpnote/notation"

// Keywords lists the keywords of all the games' lines.
func (gs Games) Keywords() []string { return gs.keywords() }

// Begins reports whether a line is the first of a game's body.
func Begins(l *notation.Line) bool { return begins(l) }

// Place completes the findings of an event that are on an earlier line of its game.
func Place(ev *Event, b notation.Block) { place(ev.Findings, b) }
