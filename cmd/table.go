package cmd

import (
	"fmt"
	"math/rand/v2"

	"tpnote/notation"
	"tpnote/verify"
)

// setupFlags set a game up without a log.
type setupFlags struct {
	Players  string `help:"Who plays, in seating order, separated by commas; or how many." placeholder:"NAMES|N"`
	Sides    string `help:"Who plays together, in Trouble: \"Red+Green, Blue+Yellow\"."`
	Position string `help:"Start from this position, as a state line gives it." placeholder:"POSITION"`
}

// defaultPlayers is how many play where nobody says so.
const defaultPlayers = 2

// mostPlayers is how many are named for somebody who gives their number; each game has a
// lower limit of its own.
const mostPlayers = 1000

// header is what the flags say. Chance settles what has to come before turn 1; nil stands
// for the plainest way.
func (f *setupFlags) header(r *verify.Reader, variant string, chance *rand.Rand) (verify.Header, error) {
	h := verify.Header{Variant: variant, Sides: f.Sides, Setup: f.Position}
	n := defaultPlayers
	var err error
	if _, scanned := fmt.Sscanf(f.Players, "%d", &n); scanned == nil && n < 1 {
		return h, fmt.Errorf("--players %s: nobody would play", f.Players)
	} else if scanned == nil && n > mostPlayers {
		return h, fmt.Errorf("--players %s: no game is for so many", f.Players)
	} else if f.Players == "" || scanned == nil {
		h.Players, err = r.Players(variant, f.Position, n)
	} else if h.Players, err = notation.ParsePlayers(f.Players); err != nil {
		err = fmt.Errorf("--players: %w", err)
	}
	if err == nil && f.Position == "" {
		h.Opening, err = r.Opening(variant, h.Players, chance)
	}
	return h, err
}
