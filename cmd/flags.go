package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

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

// lineFlags choose the rules, and the lines that count.
type lineFlags struct {
	rulesFlags
	NoRulings   bool `help:"Judge as if no ruling stood in the log."`
	NoSideLines bool `help:"Pass over side lines, what might have been."`
}

// judgeFlags choose how a log is judged, where its errors are read on from.
type judgeFlags struct {
	lineFlags
	AsWritten bool `help:"Read on after an error as it is written; do not look for what was meant." xor:"reading"`
	Readings  bool `help:"Look for what was meant also in games with a comment that wants a finding." xor:"reading"`
}

// into puts the flags into the options of the command.
func (f *rulesFlags) into(o *verify.Options) { o.Variant, o.Set = f.Variant, f.Set }

func (f *lineFlags) into(o *verify.Options) {
	f.rulesFlags.into(o)
	o.NoRulings, o.NoSideLines = f.NoRulings, f.NoSideLines
}

func (f *judgeFlags) into(o *verify.Options) {
	f.lineFlags.into(o)
	if !f.AsWritten {
		o.Readings, o.ReadWants = readings.New(), f.Readings
	}
}

// setupFlags describe a game without a log.
type setupFlags struct {
	Players  string `help:"Who plays, in seating order, separated by commas; or how many." placeholder:"NAMES|N"`
	Sides    string `help:"Who plays together, in Trouble: \"Red+Green, Blue+Yellow\"."`
	Position string `help:"Start from this position, as a state line gives it." placeholder:"POSITION"`
}

// mostPlayers limits --players N; the limit of each game is lower.
const mostPlayers = 1000

// header returns the header of a game that the flags describe. Chance decides what comes
// before turn 1, such as a roll-off; with nil it is the simplest opening.
func (f *setupFlags) header(r *verify.Reader, variant string, chance *rand.Rand) (verify.Header, error) {
	h := verify.Header{Variant: variant, Sides: f.Sides, Setup: f.Position}
	n, err := strconv.Atoi(cmp.Or(f.Players, "2"))
	switch {
	case err != nil:
		if h.Players, err = notation.ParsePlayers(f.Players); err != nil {
			return h, fmt.Errorf("--players: %w", err)
		}
	case n < 1:
		return h, fmt.Errorf("--players %s: must be at least 1", f.Players)
	case n > mostPlayers:
		return h, fmt.Errorf("--players %s: no game has that many players", f.Players)
	}
	return r.Propose(h, n, chance)
}

// begin sets up the game that the flags describe.
func (f *setupFlags) begin(r *verify.Reader, variant string) (*verify.Replay, error) {
	h, err := f.header(r, variant, nil)
	if err != nil {
		return nil, err
	}
	return r.Begin(h)
}

// misuse is the error of a use of flags, if there is one. cmp.Or finds the first of several.
func misuse(is bool, why string) error {
	if is {
		return errors.New(why)
	}
	return nil
}
