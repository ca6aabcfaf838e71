package cmd

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/readings"
)

// This file has the flags that commands share.

// rulesFlags choose the rules, whatever a log says.
type rulesFlags struct {
	Variant string   `help:"Judge by this variant, a built-in name or a YAML file, whatever the log says." placeholder:"NAME|FILE"`
	Set     []string `help:"Give a rule point another value; may be repeated." placeholder:"RULE-POINT=VALUE" sep:"none"`
}

// rulingFlags choose the rules, and whether rulings count.
type rulingFlags struct {
	rulesFlags
	NoRulings bool `help:"Judge as if no ruling stood in the log."`
}

// judgeFlags choose how a log is judged, where its errors are read on from.
type judgeFlags struct {
	lineFlags
	AsWritten bool `help:"Read on after an error as it is written; do not look for what was meant." xor:"reading"`
	Readings  bool `help:"Look for what was meant also in games with a comment that wants a finding." xor:"reading"`
}

// lineFlags choose the rules, and the lines that count.
type lineFlags struct {
	rulingFlags
	NoSideLines bool `help:"Pass over side lines: what might have been played."`
}

// options are those of the reader of the command.
func (f *rulesFlags) options(s *streams) verify.Options {
	return verify.Options{Games: s.games, Variant: f.Variant, Set: f.Set}
}

func (f *rulingFlags) options(s *streams) verify.Options {
	o := f.rulesFlags.options(s)
	o.NoRulings = f.NoRulings
	return o
}

func (f *lineFlags) options(s *streams) verify.Options {
	o := f.rulingFlags.options(s)
	o.NoSideLines = f.NoSideLines
	return o
}

func (f *judgeFlags) options(s *streams) verify.Options {
	o := f.lineFlags.options(s)
	if !f.AsWritten {
		o.Readings, o.ReadWants = readings.New(), f.Readings
	}
	return o
}

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

// misuse is a use of flags that may be wrong, and what is wrong with it.
type misuse struct {
	is  bool
	why string
}

// refused is the error of the first misuse there is.
func refused(all ...misuse) error {
	for _, m := range all {
		if m.is {
			return errors.New(m.why)
		}
	}
	return nil
}
