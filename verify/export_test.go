package verify

import (
	"tpnote/notation"
)

// Keywords lists the keywords of all the games' lines.
func (gs Games) Keywords() []string { return gs.keywords() }

// Place completes the findings of an event that are on an earlier line of its game.
func Place(ev *Event, b notation.Block) { place(ev.Findings, b) }

// Slow is what the fast judge leaves of the lines of a game from its first turn on.
func (r *Reader) Slow(game notation.Block) (string, error) {
	p, rest, _, err := r.Enter(game, ".")
	if err != nil {
		return "", err
	}
	for line := range rest.Lines() {
		if _, turn := line.Node.(*notation.Turn); turn {
			break
		}
		p.Line(line)
		rest.Take()
	}
	var k skimmer
	if k.start(p, rest, nil) {
		k.skim(&rest, len(rest.Text))
	}
	return string(rest.Text), nil
}

// Examine counts n positions of a replay as looked at; MostMade is the bound.
func Examine(r *Replay, n int) { r.set.grown().made = n }

const MostMade = mostMade
