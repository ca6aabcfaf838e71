package cmd

import (
	"bytes"
	"cmp"
	"slices"

	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/draw"
	"tpnote/verify/odds"
	"tpnote/verify/readings"
	"tpnote/verify/report"
	"tpnote/verify/view"
)

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
	Paths  []string `arg:"" optional:"" name:"path" help:"Logs, folders with *.log and *.tpn, or - for standard input."`

	*streams `kong:"-"`
	text     *report.Text
	meter    odds.Meter
	luck     *odds.Luck       // of the game being printed, if it is wanted
	solved   *readings.Solved // the game being printed, if it may have unknown parts
}

// Run replays the files one after the other.
func (c *replayCmd) Run(s *streams) error {
	if err := cmp.Or(
		misuse(c.Luck && c.Format == "json", "--luck is for text; luck --format json has the same numbers"),
		misuse(c.At == "" && c.Paths == nil, "name a log, or a game with --at FILE@OFFSET"),
		misuse(c.At != "" && c.Paths != nil, "--at names its file; name no other"),
	); err != nil {
		return err
	}
	c.streams, c.text, c.meter = s, report.NewText(s.out, s.colour), odds.Meter{}
	s.reader = s.reader.With(func(o *verify.Options) {
		if o.Narrate, o.Keep = c.turns(), c.turns(); c.Turn > 0 {
			o.Before = c.Turn + 1
		}
	})
	if c.At == "" {
		return s.eachGame(c.Paths, c.game)
	}
	at, err := cutStart(c.At)
	if err != nil {
		return err
	}
	return s.eachGameAt([]archive.Log{at}, c.game)
}

// turns reports whether the turns are printed.
func (c *replayCmd) turns() bool { return c.Format == "text" && !c.Quiet }

// game replays a game.
func (c *replayCmd) game(game game) (err error) {
	if c.solved = nil; c.turns() && bytes.IndexByte(game.Text, '?') >= 0 {
		if c.solved, err = readings.Solve(c.reader, game.file, verify.Folder(game.file), game.Block); err != nil {
			return err
		}
	}
	if c.Luck {
		if c.luck, err = c.luckOf(c.reader, c.meter, game); err != nil {
			return err
		}
	}
	var g *verify.Summary
	if c.turns() {
		g, _, err = game.judge(c.reader, c.turn)
	} else {
		g, err = game.sum(c.reader)
	}
	if err != nil {
		return err
	}
	c.found = c.found || !g.OK() || c.Strict && slices.ContainsFunc(g.Findings, isWarning)
	if c.Format == "json" {
		g.Describe(game.Block)
		return cmp.Or(report.JSON(c.out, g), c.out.Flush())
	}
	c.text.Game(g)
	if c.luck != nil {
		c.text.Luck(c.luck)
	}
	return c.out.Flush()
}

// turn prints a turn.
func (c *replayCmd) turn(ev *verify.Event) {
	if !ev.Carried || ev.Side > 0 {
		return
	}
	c.text.Turn(ev, c.solved.Said)
	if turn := c.luck.TurnOn(ev.Line.Span.Line); turn != nil {
		c.text.LuckTurn(c.luck, turn)
	}
	if c.Board {
		c.text.Board(view.Drawing(ev, draw.TextOptions{ASCII: c.ASCII, Colour: c.colour}))
	}
}

func isWarning(f verify.Finding) bool { return f.Severity == verify.SeverityWarning }
