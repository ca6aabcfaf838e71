package cmd

import (
	"fmt"
	"math/rand/v2"

	"tpnote/notation"
	"tpnote/verify"
)

// setupFlags describe a game without a log.
type setupFlags struct {
	Players  string `help:"Who plays, in seating order, separated by commas; or how many." placeholder:"NAMES|N"`
	Sides    string `help:"Who plays together, in Trouble: \"Red+Green, Blue+Yellow\"."`
	Position string `help:"Start from this position, as a state line gives it." placeholder:"POSITION"`
}

// defaultPlayers is the number of players where --players is not given.
const defaultPlayers = 2

// mostPlayers limits --players N; the limit of each game is lower.
const mostPlayers = 1000

// header returns the header of a game that the flags describe. Chance decides what comes
// before turn 1, such as a roll-off; with nil it is the simplest opening.
func (f *setupFlags) header(r *verify.Reader, variant string, chance *rand.Rand) (verify.Header, error) {
	h := verify.Header{Variant: variant, Sides: f.Sides, Setup: f.Position}
	n := defaultPlayers
	var err error
	if _, scanned := fmt.Sscanf(f.Players, "%d", &n); scanned == nil && n < 1 {
		return h, fmt.Errorf("--players %s: must be at least 1", f.Players)
	} else if scanned == nil && n > mostPlayers {
		return h, fmt.Errorf("--players %s: no game has that many players", f.Players)
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

// begin sets up the game that the flags describe.
func (f *setupFlags) begin(r *verify.Reader, variant string) (*verify.Replay, error) {
	h, err := f.header(r, variant, nil)
	if err != nil {
		return nil, err
	}
	return r.Begin(h)
}
