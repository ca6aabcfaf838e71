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
	partFlag
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
}

// Run checks the archive.
func (c *verifyCmd) Run(s *streams) error {
	if c.OnlyGames != "" {
		return c.printOnly(s)
	}
	inputs, err := c.inputs()
	if err != nil {
		return err
	}
	v := &verification{verifyCmd: c, streams: s, played: played{}, summary: report.Summary{Worst: cmp.Or(c.Worst, worstFiles)}}
	if c.Baseline != "" {
		if err := v.readBaseline(c.Baseline); err != nil {
			return err
		}
	}
	if c.Fix || c.Output != "" {
		s.awaitWriting()
	}
	err = s.output(c.Output, func(out *bufio.Writer) error { return v.run(inputs, out) })
	s.found = v.summary.Faulty(c.Strict)
	return err
}

// inputs are the logs that are judged. The error is of flags that do not go together.
func (c *verifyCmd) inputs() (*parted, error) {
	oneText := slices.Contains([]string{"sarif", "junit", "github"}, c.Format)
	err := refused(
		misuse{c.Paths == nil, "name logs or folders, or games with --only-games"},
		misuse{c.wantsRows() && (c.Fix || c.Duplicates || c.MaxFindings != 0), "--fix, --duplicates and --max-findings do not go with rows and games"},
		misuse{c.Luck && !c.wantsRows(), "--luck goes with --format rows, rows-json, games and games-json"},
		misuse{c.Worst < 0 || c.Worst > 0 && c.Format != "text", "--worst takes a number from 1 on, and goes with --format text alone"},
		misuse{c.Part != "" && (c.Fix || c.Baseline != "" || c.MaxFindings != 0 || c.Duplicates || oneText),
			"--fix, --baseline, --max-findings, --duplicates and --format sarif, junit and github do not go with --part"},
	)
	if err != nil {
		return nil, err
	}
	return c.partFlag.of(c.Paths)
}

// wantsRows reports whether actions or games are printed instead of findings.
func (c *verifyCmd) wantsRows() bool {
	return strings.HasPrefix(c.Format, "rows") || strings.HasPrefix(c.Format, "games")
}

// printOnly prints the games of --only-games as logs: file by file in the order of the list, and in
// the order of each file. What cannot be found is reported.
func (c *verifyCmd) printOnly(s *streams) error {
	if c.Paths != nil || c.Format != "text" || c.Part != "" || c.Fix || c.Duplicates || c.Baseline != "" || c.MaxFindings != 0 {
		return errors.New("--only-games goes with --output alone: its list names the files")
	}
	var files []string
	offsets := map[string][]int64{} // where the games begin, by file
	err := s.lines(c.OnlyGames, func(line []byte) error {
		file, offset, err := cutPlace(string(line))
		if offsets[file] == nil {
			files = append(files, file)
		}
		offsets[file] = append(offsets[file], offset)
		return err
	})
	if err != nil {
		return err
	}
	return s.output(c.Output, func(out *bufio.Writer) error {
		some := false // a game has been printed
		return s.eachLog(named(files...), func(log entry) error {
			return s.gamesAt(log.name, offsets[log.name], func(_ int, b notation.Block) error {
				if b.TooLong {
					return fmt.Errorf("the game at byte %d is too long", b.Offset)
				}
				text := bytes.TrimRight(b.Text, "\r\n")
				end := "\n"
				if bytes.HasPrefix(b.Text[len(text):], []byte("\r\n")) {
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
	})
}

// worstFiles is how many files the summary names where --worst does not say.
const worstFiles = 10

// verification is a run of verify. It is the sink of archive.Run.
type verification struct {
	*verifyCmd
	*streams
	out     *bufio.Writer
	archive report.Archive
	summary report.Summary
	shown   int            // findings printed
	told    int            // errors in the files before
	played  played         // games that have been seen
	known   map[string]int // how often the baseline has each finding
	rewrite *rewriting     // of the file being read
	fixed   int            // games in it
}

// run judges the inputs and prints the results. It returns an error if out is not complete.
func (v *verification) run(inputs *parted, out *bufio.Writer) error {
	v.out = out
	format := v.Format
	if v.Worst > 0 {
		format = "summary"
	}
	v.archive = report.NewArchive(format, out, v.Luck)
	defer func() { v.rewrite.drop() }()
	err := v.runArchive(inputs, v.options(), v.Fix, v)
	v.summary.Name, v.summary.Bytes = inputs.name, inputs.bytes
	if v.summary.Interrupted = errors.Is(err, context.Canceled); err != nil && !v.summary.Interrupted {
		return err
	}
	v.archive.End(&v.summary)
	printed := out == v.streams.out
	switch text := v.Format == "text"; {
	case text && (v.Worst > 0 || v.Summary || v.terminal != nil && printed):
		err = v.summary.Triage(out)
	case v.Summary:
		err = v.summary.Triage(v.streams.err)
	}
	switch {
	case !v.summary.Interrupted:
		return err
	case !printed:
		v.remark(v.Output, "not written: "+v.summary.String())
	case v.Format != "text":
		v.complain(v.summary.String())
	}
	return context.Canceled
}

// options say how the archive is judged.
func (v *verification) options() archive.Options {
	options := archive.Options{
		Options: v.verifyCmd.options(v.streams),
		Jobs:    min(max(v.Jobs, 0), 16*runtime.NumCPU()),
		Entries: v.Format == "json" || v.wantsRows() || v.Duplicates,
	}
	options.Brief = v.Format != "json" && v.Format != "sarif" // the others print what is wrong, and not why
	if table, ok := v.archive.(*report.Table); v.Luck {
		options.Look = func() (archive.Look, error) { return v.lucky(options.Options, table) }
	} else if ok && table.Actions {
		options.Rows = &archive.Rows{Append: table.Append, Write: table.Write}
	}
	return options
}

// Game counts and prints a game.
func (v *verification) Game(g *verify.Summary) error {
	if v.Duplicates {
		g.Findings = append(v.played.duplicate(g.Entry.Moves, g.File, g.Line), g.Findings...)
	}
	if v.known != nil && len(g.Findings) > 0 {
		v.leaveOut(g)
	}
	v.summary.Count(g.File, g.Verdict(), g.Findings, g.Omitted)
	if left := v.MaxFindings - v.shown; v.MaxFindings > 0 && len(g.Findings) > left {
		g.Omitted += len(g.Findings) - left
		v.summary.Omitted += len(g.Findings) - left
		g.Findings = g.Findings[:left]
	}
	v.shown += len(g.Findings)
	v.line.judged(1, len(g.Findings))
	v.archive.Game(g)
	if v.summary.Games == 1 || len(g.Findings) > 0 && v.Format == "text" {
		v.out.Flush()
	}
	return unwritten(v.out)
}

// lucky returns a Look that judges games and measures their luck, for a table. What it finds of a game is
// printed in the game's place.
func (v *verification) lucky(options verify.Options, table *report.Table) (archive.Look, error) {
	reader, err := verify.NewReader(options)
	if err != nil {
		return nil, err
	}
	meter := odds.Meter{}
	return func(name string, b notation.Block) func(int) error {
		var rows []verify.Row
		found, _, err := reader.Rows(name, verify.Folder(name), 1, b, func(r *verify.Row) { rows = append(rows, *r) })
		if err != nil {
			return func(int) error { return ofFile(name, err) }
		}
		g := *found
		g.Describe(b)
		luck, err := v.luckOf(reader, meter, name, 1, b)
		return func(number int) error {
			g.Number = number
			table.Luck = luck
			for i := 0; table.Actions && i < len(rows); i++ {
				err = cmp.Or(err, table.Write(table.Append(nil, &g, &rows[i])))
			}
			return cmp.Or(err, v.Game(&g))
		}
	}, nil
}

// Done reports what could not be read of a file, and puts its fixes in place.
func (v *verification) Done(s *archive.Source, games int, err error) error {
	if err != nil {
		v.complainOf(s.Name, err)
	}
	if passedOver(err) {
		return nil
	}
	if s.From == 0 { // else it belongs to an earlier part
		v.summary.Files++
	}
	if err == nil && games == 0 && s.To == 0 {
		v.summary.Empty++
		v.remark(s.Name, "holds no game")
	}
	if err != nil {
		if errors.Is(err, errPacked) {
			v.summary.Packed++
		} else {
			v.summary.Unread++
		}
		v.archive.Unread(s.Name, reason(err))
	}
	if n := v.summary.Errors - v.told; n > 0 && strings.HasPrefix(v.Format, "rows") {
		v.remark(s.Name, fmt.Sprintf("errors: %d; rows contain only their codes", n))
	}
	v.told = v.summary.Errors
	r := v.rewrite
	v.rewrite = nil
	defer r.drop()
	if r == nil || err != nil {
		return nil
	}
	if err := v.commit(r); err != nil {
		v.complainOf(s.Name, err)
	} else if v.fixed > 0 {
		v.summary.Fixed += v.fixed
		v.summary.FixedFiles++
	}
	return nil
}

// Rewrite writes the next piece of a fixed file.
func (v *verification) Rewrite(s *archive.Source, text []byte, fixed int) error {
	if v.rewrite == nil {
		v.rewrite, v.fixed = newRewriting(s.Name), 0
	}
	v.fixed += fixed
	if text == nil && v.rewrite.err == nil {
		v.rewrite.err = errors.New("a game in it is too long")
	}
	v.rewrite.add(text, fixed > 0)
	return nil
}
