package cmd

import (
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
}

// replaying is a run of replay.
type replaying struct {
	*replayCmd
	*streams
	text   *report.Text
	reader *verify.Reader
	meter  odds.Meter
	luck   *odds.Luck       // of the game being printed, if it is wanted
	solved *readings.Solved // the game being printed, if it has unknown parts
}

// Run replays the files one after the other.
func (c *replayCmd) Run(s *streams) error {
	if c.Luck && c.Format == "json" {
		return errors.New("--luck is for text; luck --format json has the same numbers")
	}
	r := &replaying{replayCmd: c, streams: s, meter: odds.Meter{}}
	r.text = report.NewText(r.out, s.colour)
	options := c.options(s)
	options.LastTurn, options.Narrate, options.Keep = c.Turn, c.turns(), c.turns()
	var err error
	if r.reader, err = verify.NewReader(options); err != nil {
		return err
	}
	switch {
	case c.At == "" && c.Paths == nil:
		return errors.New("name a log, or a game with --at FILE@OFFSET")
	case c.At == "":
		return s.eachGame(c.Paths, r.game)
	case c.Paths != nil:
		return errors.New("--at names its file; name no other")
	}
	file, offset, err := cutPlace(c.At)
	if err != nil {
		return err
	}
	return s.eachLog(named(file), func(log entry) error {
		return s.gamesAt(file, []int64{offset}, func(number int, b notation.Block) error { return r.game(file, number, b) })
	})
}

// turns reports whether the turns are printed.
func (c *replayCmd) turns() bool { return c.Format == "text" && !c.Quiet }

// game replays a game.
func (r *replaying) game(name string, number int, b notation.Block) (err error) {
	if r.solved = nil; r.turns() && bytes.IndexByte(b.Text, '?') >= 0 {
		if r.solved, err = readings.Solve(r.reader, name, verify.Folder(name), number, b); err != nil {
			return err
		}
	}
	if r.Luck {
		if r.luck, err = r.luckOf(r.reader, r.meter, name, number, b); err != nil {
			return err
		}
	}
	var see func(*verify.Event)
	if r.turns() {
		see = r.turn
	}
	g, _, err := r.reader.Block(name, verify.Folder(name), number, b, see)
	if err != nil {
		return err
	}
	r.found = r.found || !g.OK() || r.Strict && slices.ContainsFunc(g.Findings, isWarning)
	if r.Format == "json" {
		g.Describe(b)
		return cmp.Or(report.JSON(r.out, g), r.out.Flush())
	}
	r.text.Game(g)
	if r.luck != nil {
		r.text.Luck(r.luck)
	}
	return r.out.Flush()
}

// turn prints a turn.
func (r *replaying) turn(ev *verify.Event) {
	if !ev.Carried || ev.Side > 0 {
		return
	}
	r.text.Turn(ev, r.known)
	if turn := r.luck.TurnOn(ev.Line.Span.Line); turn != nil {
		r.text.LuckTurn(r.luck, turn)
	}
	if r.Board {
		r.text.Board(view.Drawing(ev, draw.TextOptions{ASCII: r.ASCII, Colour: r.colour}))
	}
}

// known is what a word with unknown parts is known to have been, in words, or "".
func (r *replaying) known(word notation.Span) string {
	if r.solved != nil {
		for i := range r.solved.Parts {
			if r.solved.Parts[i].Span == word {
				return r.solved.Parts[i].Said()
			}
		}
	}
	return ""
}

func isWarning(f verify.Finding) bool { return f.Severity == verify.SeverityWarning }
