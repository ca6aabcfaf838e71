package cmd

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/odds"
	"tpnote/verify/readings"
	"tpnote/verify/report"
	"tpnote/verify/view"
)

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

type replayCmd struct {
	judgeFlags
	Format string `help:"How to print: ${enum}." enum:"text,json" default:"text"`
	Turn   int    `help:"Stop after the turn with this number." placeholder:"N"`
	Board  bool   `help:"Draw the position after each turn."`
	ASCII  bool   `name:"ascii" help:"Draw in plain ASCII."`
	Luck   bool   `help:"Say after each turn what its rolls, choices and answers were worth."`
	rightFlag
	Quiet  bool     `short:"q" help:"Leave out the turns: print findings and the end only."`
	Strict bool     `help:"Treat warnings as errors."`
	At     string   `help:"Replay only the game that begins at this byte of a file, as JSON, rows and games give it." placeholder:"FILE@OFFSET"`
	Files  []string `arg:"" optional:"" name:"file" help:"Logs to replay; - is standard input."`
}

// Run replays the files one after the other.
func (c *replayCmd) Run(s *streams) error {
	out := bufio.NewWriter(s.out)
	defer out.Flush()
	text := report.NewText(out, s.colour)
	options := c.options(s)
	options.LastTurn = c.Turn
	if c.Luck && c.Format == "json" {
		return errors.New("--luck is for text; luck --format json has the same numbers")
	}
	var see func(*verify.Event)
	meter := odds.Meter{}
	var luck *odds.Luck         // of the game being printed, if it is wanted
	var solved *readings.Solved // the game being printed, if it has unknown parts
	known := func(word notation.Span) string {
		if solved == nil {
			return ""
		}
		for i := range solved.Parts {
			if solved.Parts[i].Span == word {
				return solved.Parts[i].Said()
			}
		}
		return ""
	}
	if c.Format == "text" && !c.Quiet {
		options.Narrate, options.Keep = true, true
		see = func(ev *verify.Event) {
			if !ev.Carried || ev.Side > 0 {
				return
			}
			text.Turn(ev, known)
			if turn := luck.TurnOn(ev.Line.Span.Line); turn != nil {
				text.LuckTurn(luck, turn)
			}
			if c.Board {
				text.Board(view.Drawing(ev, draw.TextOptions{ASCII: c.ASCII, Colour: s.colour}))
			}
		}
	}
	reader, err := verify.NewReader(options)
	if err != nil {
		return err
	}
	only, err := c.place()
	if err != nil {
		return err
	}
	found, some := false, false
	failed, err := s.eachGame(given(c.Files), func(name string, number int, b notation.Block) error {
		switch {
		case only >= 0 && b.Offset < only:
			return nil
		case only >= 0 && b.Offset > only:
			return errEnough
		}
		some = true
		if solved = nil; see != nil && bytes.IndexByte(b.Text, '?') >= 0 {
			if solved, err = readings.Solve(reader, name, verify.Folder(name), number, b); err != nil {
				return err
			}
		}
		if c.Luck {
			if luck, err = c.luckOf(reader, meter, name, number, b); err != nil {
				return err
			}
		}
		g, _, err := reader.Block(name, verify.Folder(name), number, b, see)
		if err != nil {
			return err
		}
		found = found || !g.OK() || c.Strict && slices.ContainsFunc(g.Findings, isWarning)
		if c.Format == "json" {
			g.Describe(b)
			return cmp.Or(report.JSON(out, g), out.Flush())
		}
		text.Game(g)
		if luck != nil {
			text.Luck(luck)
		}
		return cmp.Or(text.Err(), out.Flush())
	}, func(string, bool) error { return out.Flush() })
	if err == nil && !failed && only >= 0 && !some {
		err = ofFile(c.Files[0], noGameAt(only))
	}
	return cmp.Or(err, outcome(failed, found))
}

// place takes the file from --at. It returns the byte at which the game begins; -1 for all games.
func (c *replayCmd) place() (offset int64, err error) {
	switch {
	case c.At != "" && c.Files != nil:
		return 0, errors.New("--at names its file; name no other")
	case c.At != "":
		file, offset, err := cutPlace(c.At)
		c.Files = []string{file}
		return offset, err
	case c.Files == nil:
		return 0, errors.New("name a log, or a game with --at FILE@OFFSET")
	}
	return -1, nil
}

func isWarning(f verify.Finding) bool { return f.Severity == verify.SeverityWarning }
