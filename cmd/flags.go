package cmd

import (
	"errors"

	"tpnote/verify"
	"tpnote/verify/readings"
)

// This file has the flags that commands share.

// rulesFlags choose the rules, whatever a log says.
type rulesFlags struct {
	Variant string   `help:"Judge by this variant, a built-in name or a YAML file, whatever the log says." placeholder:"NAME|FILE"`
	Set     []string `help:"Give a rule point another value; may be repeated." placeholder:"RULE-POINT=VALUE" sep:"none"`
}

// judgeFlags choose how a log is judged, where its errors are read on from.
type judgeFlags struct {
	lineFlags
	AsWritten bool `help:"Read on after an error as it is written; do not look for what was meant." xor:"reading"`
	Readings  bool `help:"Look for what was meant also in games with a comment that wants a finding." xor:"reading"`
}

// lineFlags choose the rules, and the lines that count.
type lineFlags struct {
	rulesFlags
	NoRulings   bool `help:"Judge as if no ruling stood in the log."`
	NoSideLines bool `help:"Pass over side lines: what might have been played."`
}

// given reports whether any of the flags is.
func (f *lineFlags) given() bool {
	return f.Variant != "" || f.Set != nil || f.NoRulings || f.NoSideLines
}

// options are those of a reader that reads on after errors as it is written.
func (f *lineFlags) options(s *streams) verify.Options {
	return verify.Options{Games: s.games, Variant: f.Variant, Set: f.Set, NoRulings: f.NoRulings, NoSideLines: f.NoSideLines}
}

// options are those of a reader that judges so.
func (f *judgeFlags) options(s *streams) verify.Options {
	o := f.lineFlags.options(s)
	if !f.AsWritten {
		o.Readings, o.ReadWants = readings.New(), f.Readings
	}
	return o
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
