package verify

import "tpnote/notation"

// Keywords lists the keywords of all the games' lines.
func (gs Games) Keywords() []string { return gs.keywords() }

// Begins reports whether a line is the first of a game's body.
func Begins(l *notation.Line) bool { return begins(l) }

// Sum folds what a replay said of the tags and of the lines of a game, and ends the game.
func Sum(p *Replay, b notation.Block, name string, number int, tags []Finding, events []Event) *Summary {
	f := fold{Summary: &Summary{File: name, Number: number, Line: b.First, Result: "*"}, first: -1}
	f.line(tags, true)
	for i := range events {
		ev := &events[i]
		f.line(ev.Findings, ev.begins)
		if ev.ends {
			f.first = -1
		}
	}
	p.finish(&f)
	return f.Summary
}

// Place completes the findings of an event that stand on an earlier line of its game.
func Place(ev *Event, b notation.Block) { place(ev.Findings, b) }
