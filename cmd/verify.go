package cmd

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/odds"
	"tpnote/verify/report"
)

type verifyCmd struct {
	judgeFlags
	inputs
	Format      string `help:"How to print: text, json, sarif, junit, github, rows, rows-json, games or games-json." enum:"text,json,sarif,junit,github,rows,rows-json,games,games-json" default:"text"`
	Output      string `short:"o" help:"Write to this file." placeholder:"FILE"`
	Strict      bool   `help:"Treat warnings as errors."`
	Jobs        int    `short:"j" help:"Judge N games at a time; one a core if absent." placeholder:"N"`
	Summary     bool   `help:"End with the codes and the worst files."`
	Worst       int    `help:"Print only that, with N files." placeholder:"N"`
	MaxFindings int    `help:"Print at most N findings; all are counted." placeholder:"N"`
	Duplicates  bool   `help:"Name the games that were recorded before."`
	Fix         bool   `help:"Write the certain fixes into the files: weak marks, turn numbers, a missing Result."`
	Baseline    string `help:"Leave out the findings in this file." placeholder:"FILE"`
	Luck        bool   `help:"Add columns of luck to rows and games."`
	rightFlag
	OnlyGames string   `help:"Print these games as logs; a line of LIST is FILE@OFFSET." placeholder:"LIST"`
	Paths     []string `arg:"" optional:"" name:"path" help:"Logs; folders with *.log and *.tpn in them; patterns; - is standard input. They may be packed as .gz or .zst."`

	*streams `kong:"-"`
	out      *bufio.Writer
	archive  report.Archive
	summary  report.Summary
	shown    int            // findings printed
	told     int            // errors in the files before
	played   played         // games that have been seen
	known    map[string]int // how often the baseline has each finding
}

// Run checks the archive.
func (c *verifyCmd) Run(s *streams) error {
	if c.OnlyGames != "" {
		return c.printOnly(s)
	}
	rows := strings.HasPrefix(c.Format, "rows") || strings.HasPrefix(c.Format, "games") // instead of findings
	oneText := slices.Contains([]string{"sarif", "junit", "github"}, c.Format)
	if err := cmp.Or(
		misuse(c.Paths == nil, "name logs or folders, or games with --only-games"),
		misuse(rows && (c.Fix || c.Duplicates || c.MaxFindings != 0), "--fix, --duplicates and --max-findings do not go with rows and games"),
		misuse(c.Luck && !rows, "--luck goes with --format rows, rows-json, games and games-json"),
		misuse(c.Worst < 0 || c.Worst > 0 && c.Format != "text", "--worst takes a number from 1 on, and goes with --format text alone"),
		misuse(c.Part != "" && (c.Fix || c.Baseline != "" || c.MaxFindings != 0 || c.Duplicates || oneText),
			"--fix, --baseline, --max-findings, --duplicates and --format sarif, junit and github do not go with --part"),
		c.take(c.Paths),
	); err != nil {
		return err
	}
	c.streams, c.played, c.summary.Worst = s, played{}, cmp.Or(c.Worst, worstFiles)
	if err := c.readBaseline(); err != nil {
		return err
	}
	if c.Output != "" {
		s.await()
	}
	err := s.output(c.Output, c.run)
	s.found = c.summary.Faulty(c.Strict)
	return err
}

// printOnly prints the games of --only-games as logs: file by file in the order of the list, and in
// the order of each file. What cannot be found is reported.
func (c *verifyCmd) printOnly(s *streams) error {
	if c.Paths != nil || c.Format != "text" || c.Part != "" || c.Fix || c.Duplicates || c.Baseline != "" || c.MaxFindings != 0 {
		return errors.New("--only-games goes with --output alone: its list names the files")
	}
	var places []archive.Log
	err := s.lines(c.OnlyGames, func(line []byte) error {
		at, err := cutStart(string(line))
		places = append(places, at)
		return err
	})
	if err != nil {
		return err
	}
	return s.output(c.Output, func(out *bufio.Writer) error {
		some := false // a game has been printed
		return s.eachGameAt(places, func(g game) error {
			if g.TooLong {
				return fmt.Errorf("the game at byte %d is too long", g.Offset)
			}
			text := bytes.TrimRight(g.Text, "\r\n")
			end := "\n"
			if bytes.HasPrefix(g.Text[len(text):], []byte("\r\n")) {
				end = "\r\n"
			}
			if some { // a blank line separates the games
				out.WriteString(end)
			}
			some = true
			out.Write(text)
			_, err := out.WriteString(end)
			return err
		})
	})
}

// worstFiles is how many files the summary names where --worst does not say.
const worstFiles = 10

// run judges the inputs and prints the results. It returns an error if out is not complete.
func (c *verifyCmd) run(out *bufio.Writer) error {
	c.out = out
	c.archive = report.NewArchive(c.Format, out, c.Luck)
	options := c.archived()
	if c.rewritten = c.Fix; c.Fix {
		if err := c.fix(); err != nil {
			return err
		}
	}
	err := c.runArchive(&c.inputs, options)
	c.summary.Name, c.summary.Bytes = c.Part, c.part.Bytes
	if c.summary.Interrupted = errors.Is(err, context.Canceled); err != nil && !c.summary.Interrupted {
		return err
	}
	c.archive.End(&c.summary)
	printed := out == c.streams.out
	switch text := c.Format == "text"; {
	case text && (c.Worst > 0 || c.Summary || c.terminal != nil && printed):
		err = c.summary.Triage(out)
	case c.Summary:
		err = c.summary.Triage(c.streams.err)
	}
	switch {
	case !c.summary.Interrupted:
		return err
	case !printed:
		c.remark(c.Output, "not written: "+c.summary.String())
	case c.Format != "text":
		c.complain(c.summary.String())
	}
	return context.Canceled
}

// fix makes the certain fixes in the files before they are judged. It reports what cannot be written. The run that
// judges the files reports what cannot be read.
func (c *verifyCmd) fix() error {
	reader := c.reader.With(func(o *verify.Options) { o.Readings = nil }) // a game with an error is not fixed
	defer c.line.begin(c.paths)()
	for log := range c.part.Logs(c.paths) {
		fixed := 0
		err := c.rewriteGames(log, true, func(g game, text string) (string, error) {
			is, err := archive.Fix(reader, g.file, g.Number, text, g.Line)
			if is != text {
				fixed++
			}
			return is, err
		})
		if _, unfit := errors.AsType[*verify.SetError](err); unfit {
			return err
		}
		if err == nil {
			c.summary.Fixed += fixed
		} else if errors.Is(err, errUnwritten) {
			c.complainOf(log.Name, err)
		}
		if c.stopped() {
			break
		}
	}
	return nil
}

// archived says how the archive is judged.
func (c *verifyCmd) archived() archive.Options {
	options := archive.Options{
		Options: c.options,
		Jobs:    min(max(c.Jobs, 0), 16*runtime.NumCPU()),
		Game:    c.game,
		Done:    c.ended,
		Entries: c.Format == "json" || strings.HasPrefix(c.Format, "games") || c.Duplicates,
	}
	options.NoPosition = !options.Entries
	if table, ok := c.archive.(*report.Table); c.Luck {
		options.Look = func() (archive.Look, error) { return c.lucky(options.Options, table) }
	} else if ok && table.Actions {
		options.Rows = &archive.Rows{Append: table.Append, Write: table.Write}
	}
	return options
}

// game counts and prints a game.
func (c *verifyCmd) game(g *verify.Summary) error {
	if c.Duplicates {
		g.Findings = append(c.played.duplicate(g.Entry.Moves, g.File, g.Line), g.Findings...)
	}
	if c.known != nil && len(g.Findings) > 0 {
		c.leaveOut(g)
	}
	c.summary.Count(g.File, g.Verdict(), g.Findings, g.Omitted)
	if left := c.MaxFindings - c.shown; c.MaxFindings > 0 && len(g.Findings) > left {
		g.Omitted += len(g.Findings) - left
		c.summary.Omitted += len(g.Findings) - left
		g.Findings = g.Findings[:left]
	}
	c.shown += len(g.Findings)
	c.line.judged(1, len(g.Findings))
	if c.Worst == 0 {
		c.archive.Game(g)
	}
	if c.summary.Games == 1 || len(g.Findings) > 0 && c.Format == "text" {
		c.out.Flush()
	}
	return unwritten(c.out)
}

// lucky returns a Look that judges games and measures their luck, for a table. It prints a game's rows in its place.
func (c *verifyCmd) lucky(options verify.Options, table *report.Table) (archive.Look, error) {
	reader, err := verify.NewReader(options)
	if err != nil {
		return nil, err
	}
	meter, own := odds.Meter{}, *table // own appends rows while another goroutine prints those of table
	return func(name string, b notation.Block) func() error {
		luck, unmeasured := c.luckOf(reader, meter, game{name, b})
		own.Luck = luck
		var rows []byte
		found, err := reader.Judge(name, verify.Folder(name), b, func(g *verify.Summary, r *verify.Row) {
			if table.Actions {
				rows = own.Append(rows, g, r)
			}
		})
		if err != nil {
			return func() error { return ofFile(name, err) }
		}
		g := *found
		g.Describe(b)
		return func() error {
			table.Luck = luck
			return cmp.Or(unmeasured, table.Write(rows), c.game(&g))
		}
	}, nil
}

// ended counts a file.
func (c *verifyCmd) ended(log archive.Log, games int, err error) error {
	if _, skipped := errors.AsType[archive.Skipped](err); skipped {
		return nil
	}
	if log.From == 0 { // else it belongs to an earlier part
		c.summary.Files++
	}
	switch {
	case errors.Is(err, errPacked):
		c.summary.Packed++
	case err != nil:
		c.summary.Unread++
	case games == 0 && log.To == 0:
		c.summary.Empty++
		c.remark(log.Name, "holds no game")
	}
	if err != nil {
		c.archive.Unread(log.Name, archive.Reason(err))
	}
	if n := c.summary.Errors - c.told; n > 0 && strings.HasPrefix(c.Format, "rows") {
		c.remark(log.Name, fmt.Sprintf("errors: %d; rows contain only their codes", n))
	}
	c.told = c.summary.Errors
	return nil
}
