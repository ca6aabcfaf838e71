package cmd

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"syscall"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/odds"
	"tpnote/verify/report"
)

// worstFiles is how many files the summary names where --worst does not say.
const worstFiles = 10

// verification is a run of verify. It is the sink of archive.Run.
type verification struct {
	*verifyCmd
	*streams
	out      *bufio.Writer
	file     *draft // of --output; nil for standard output
	archive  report.Archive
	summary  report.Summary
	shown    int            // findings printed
	told     int            // errors in the files before
	failed   bool           // something could not be read or fixed
	printErr error          // the first error of printing; nothing is printed after it
	played   played         // games that have been seen
	known    map[string]int // how often the baseline has each finding
	rewrite  *rewriting     // of the file being read
	fixed    int            // games in it
}

// begin reads the baseline and opens the output.
func (v *verification) begin() (err error) {
	if v.Baseline != "" {
		if err := v.readBaseline(v.Baseline); err != nil {
			return err
		}
	}
	v.out = bufio.NewWriterSize(v.streams.out, 1<<16)
	if v.Output == "-" {
		v.Output = ""
	}
	if v.Output != "" {
		if v.file, err = createFile(v.Output); err != nil {
			return cannotWrite(v.Output, err)
		}
		v.out.Reset(v.file)
	}
	format := v.Format
	if v.Worst > 0 {
		format = "summary"
	}
	v.archive = report.NewArchive(format, v.out, v.Luck)
	return nil
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
		options.Rows = &archive.Rows{Append: table.Append, Write: func(text []byte) error {
			v.written(table.Write(text))
			return nil
		}}
	}
	return options
}

// end prints the summary, puts the output in its place, and says how the run came out.
func (v *verification) end() error {
	v.archive.End(&v.summary)
	v.written(unwritten(v.out))
	switch text := v.Format == "text"; {
	case text && (v.Worst > 0 || v.Summary || v.terminal != nil && v.file == nil):
		v.written(v.summary.Triage(v.out))
	case v.Summary:
		v.written(v.summary.Triage(v.streams.err))
	}
	v.written(v.out.Flush())
	if v.file != nil && v.printErr == nil && !v.summary.Interrupted {
		v.written(v.file.place())
	}
	switch interrupted := v.summary.Interrupted; {
	case v.printErr != nil:
		if !errors.Is(v.printErr, syscall.EPIPE) {
			v.complain("the rest was checked without printing: " + v.summary.String())
		}
	case interrupted && v.file != nil && v.file.path != "":
		v.complain(report.Name(v.Output) + ": not written: " + v.summary.String())
	case interrupted && v.Format != "text":
		v.complain(v.summary.String())
	}
	return outcome(v.printErr != nil || v.summary.Interrupted || v.failed, v.summary.Faulty(v.Strict))
}

// written stops all printing at the first error of printing. The rest is still checked, for
// the summary and the fixes. An error of standard output is reported when the command ends.
func (v *verification) written(err error) {
	if err == nil || v.printErr != nil {
		return
	}
	v.printErr = err
	if v.Output != "" {
		v.complain(cannotWrite(v.Output, err).Error())
	}
	v.out.Reset(io.Discard)
}

// Game counts and prints a game.
func (v *verification) Game(g *verify.Summary) error {
	if v.Duplicates {
		v.duplicate(g)
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
	v.progress.add(1, len(g.Findings))
	v.archive.Game(g)
	v.written(unwritten(v.out))
	if v.summary.Games == 1 || len(g.Findings) > 0 && v.Format == "text" {
		v.written(v.out.Flush())
	}
	return nil
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
				v.written(table.Write(table.Append(nil, &g, &rows[i])))
			}
			return cmp.Or(err, v.Game(&g))
		}
	}, nil
}

// Done reports what could not be read of a file, and puts its fixes in place.
func (v *verification) Done(s *archive.Source, games int, err error) error {
	if passedOver(err) {
		v.complain(report.Name(s.Name) + ": " + err.Error())
		return nil
	}
	if s.From == 0 { // else it belongs to an earlier part
		v.summary.Files++
	}
	if err == nil && games == 0 && s.To == 0 {
		v.summary.Empty++
		v.complain(report.Name(s.Name) + ": holds no game")
	}
	if err != nil {
		if v.failed = true; errors.Is(err, errPacked) {
			v.summary.Packed++
		} else {
			v.summary.Unread++
		}
		v.complain(report.Name(s.Name) + ": " + reason(err))
		v.archive.Unread(s.Name, reason(err))
	}
	if n := v.summary.Errors - v.told; n > 0 && strings.HasPrefix(v.Format, "rows") {
		v.complain(fmt.Sprintf("%s: errors: %d; rows contain only their codes", report.Name(s.Name), n))
	}
	v.told = v.summary.Errors
	r := v.rewrite
	v.rewrite = nil
	if r == nil {
		return nil
	}
	defer r.drop()
	if err != nil {
		return nil
	}
	if err := v.commit(r); err != nil {
		v.failed = true
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
