package cmd

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"runtime/debug"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
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
	AsWritten bool `help:"Read on after an error as it is written; do not look for what was meant."`
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
		o.Readings = readings.New()
	}
	return o
}

type replayCmd struct {
	judgeFlags
	Format string   `help:"How to print: ${enum}." enum:"text,json" default:"text"`
	Turn   int      `help:"Stop after the turn with this number." placeholder:"N"`
	Board  bool     `help:"Draw the position after each turn."`
	ASCII  bool     `name:"ascii" help:"Draw in plain ASCII."`
	Quiet  bool     `short:"q" help:"Leave out the turns: print findings and the end only."`
	Strict bool     `help:"Treat warnings as errors."`
	Files  []string `arg:"" name:"file" help:"Logs to replay; - is standard input."`
}

// Run replays the files one after the other.
func (c *replayCmd) Run(s *streams) error {
	out := bufio.NewWriter(s.out)
	defer out.Flush()
	text := report.NewText(out, s.colour)
	options := c.options(s)
	options.LastTurn = c.Turn
	var see func(*verify.Event)
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
		debug.SetMemoryLimit(24 << 20) // every turn leaves positions behind, which need not come together
		options.Narrate, options.Keep = true, true
		see = func(ev *verify.Event) {
			if !ev.Carried || ev.Side > 0 {
				return
			}
			text.Turn(ev, known)
			if c.Board {
				text.Board(view.Drawing(ev, view.TextOptions{ASCII: c.ASCII, Colour: s.colour}))
			}
		}
	}
	reader, err := verify.NewReader(options)
	if err != nil {
		return err
	}
	found, failed := false, false
	for _, name := range c.Files {
		games := 0
		err := s.blocks(name, func(number int, b notation.Block) error {
			games = number
			if solved = nil; see != nil && bytes.IndexByte(b.Text, '?') >= 0 {
				if solved, err = readings.Solve(reader, name, verify.Folder(name), number, b); err != nil {
					return err
				}
			}
			g, _, err := reader.Block(name, verify.Folder(name), number, b, see)
			if err != nil {
				return err
			}
			found = found || !g.OK() || c.Strict && slices.ContainsFunc(g.Findings, isWarning)
			if c.Format == "json" {
				if err := report.JSON(out, g); err != nil {
					return err
				}
			} else {
				text.Game(g)
			}
			if text.Err() != nil {
				return text.Err()
			}
			return out.Flush()
		})
		var set *verify.SetError
		switch {
		case errors.As(err, &set), s.unprinted(err):
			return err
		case err != nil:
			out.Flush()
			s.complainOf(name, err)
			failed = true
		case games == 0:
			out.Flush()
			s.complain(report.Name(name) + ": holds no game")
		}
	}
	return cmp.Or(out.Flush(), outcome(failed, found))
}

func isWarning(f verify.Finding) bool { return f.Severity == verify.SeverityWarning }
