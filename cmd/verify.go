package cmd

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"

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
	if c.Paths == nil {
		return errors.New("name logs or folders, or games with --only-games")
	}
	if c.wantsRows() && (c.Fix || c.Duplicates || c.MaxFindings != 0) {
		return errors.New("--fix, --duplicates and --max-findings do not go with rows and games")
	}
	if c.Worst < 0 || c.Worst > 0 && c.Format != "text" {
		return errors.New("--worst takes a number from 1 on, and goes with --format text alone")
	}
	if _, err := c.share(odds.Answers{}); err != nil {
		return err
	}
	inputs, err := c.inputs()
	if err != nil {
		return err
	}
	if c.Output == "-" {
		c.Output = ""
	}
	v := &verification{verifyCmd: c, streams: s, played: &played{}, triage: report.Triage{Worst: cmp.Or(c.Worst, worstFiles)}}
	if c.Baseline != "" {
		if err := v.readBaseline(c.Baseline); err != nil {
			return err
		}
	}
	v.out = bufio.NewWriterSize(s.out, 1<<16)
	var file *draft // nil for standard output
	if c.Output != "" {
		var err error
		if file, err = createFile(c.Output); err != nil {
			return cannotWrite(c.Output, err)
		}
		defer file.drop()
		v.out.Reset(file)
	}
	v.archive = report.NewArchive(c.Format, v.out)
	if c.Worst > 0 {
		v.archive = report.NewArchive("summary", v.out)
	}
	if c.Luck && !report.WithLuck(v.archive) {
		return errors.New("--luck goes with --format rows, rows-json, games and games-json")
	}

	begin := s.await
	if c.Fix || c.Output != "" {
		begin = s.awaitWriting
	}
	ctx := begin()
	if v.progress = startProgress(s.err, inputs.paths, false); v.progress != nil {
		v.progress.counts = true
	}
	options := archive.Options{
		Options: c.options(s),
		Jobs:    min(max(c.Jobs, 0), 16*runtime.NumCPU()),
		Entries: c.Format == "json" || c.wantsRows() || c.Duplicates,
	}
	options.Brief = c.Format != "json" && c.Format != "sarif" // the others print what is wrong, and not why
	if rows, ok := v.archive.(*report.Rows); c.Luck {
		options.Look = func() (archive.Look, error) { return v.lucky(options.Options) }
	} else if ok {
		options.Rows = &archive.Rows{Append: rows.Append, Write: func(text []byte) error {
			if v.printErr == nil {
				v.written(rows.Write(text))
			}
			return nil
		}}
	}
	_, err = archive.Run(ctx, options, v.sources(inputs), v)
	v.summary.Part, v.summary.Bytes = inputs.name, inputs.bytes
	v.progress.stop()
	if v.summary.Interrupted = errors.Is(err, context.Canceled); err != nil && !v.summary.Interrupted {
		v.out.Flush()
		return err
	}
	v.written(v.archive.End(&v.summary))
	switch text := c.Format == "text"; {
	case text && (c.Worst > 0 || c.Summary || s.terminal != nil && file == nil):
		v.written(v.triage.Print(v.out))
	case c.Summary:
		v.written(v.triage.Print(s.err))
	}
	v.written(v.out.Flush())
	if file != nil && v.printErr == nil && !v.summary.Interrupted {
		v.written(file.place())
	}
	switch {
	case v.printErr != nil:
		if !errors.Is(v.printErr, syscall.EPIPE) {
			s.complain("the rest was checked without printing: " + v.summary.String())
		}
		return errFailed
	case v.summary.Interrupted && file != nil && file.path != "":
		s.complain(report.Name(c.Output) + ": not written: " + v.summary.String())
		return errFailed
	case v.summary.Interrupted && c.Format != "text":
		s.complain(v.summary.String())
		return errFailed
	case v.failed || v.summary.Interrupted:
		return errFailed
	case v.summary.Errors > 0 || c.Strict && v.summary.Warnings > 0 || v.faulty:
		return errFound
	}
	return nil
}

// inputs are the logs that are judged.
func (c *verifyCmd) inputs() (*parted, error) {
	if c.Part != "" {
		for _, needsAll := range []struct {
			given bool
			what  string
		}{
			{c.Fix, "--fix"}, {c.Baseline != "", "--baseline"}, {c.MaxFindings != 0, "--max-findings"}, {c.Duplicates, "--duplicates"},
			{slices.Contains([]string{"sarif", "junit", "github"}, c.Format), "--format " + c.Format},
		} {
			if needsAll.given {
				return nil, errPart(needsAll.what)
			}
		}
	}
	return c.partFlag.of(c.Paths)
}

// wantsRows reports whether actions or games are printed instead of findings.
func (c *verifyCmd) wantsRows() bool {
	return strings.HasPrefix(c.Format, "rows") || strings.HasPrefix(c.Format, "games")
}

// worstFiles is how many files the summary names where --worst does not say.
const worstFiles = 10

// verification is a run of verify. It is the sink of archive.Run.
type verification struct {
	*verifyCmd
	*streams
	out      *bufio.Writer
	archive  report.Archive
	summary  report.Summary
	triage   report.Triage
	shown    int            // findings printed
	told     int            // errors in the files before
	faulty   bool           // a game whose error is among its omitted findings
	failed   bool           // something could not be read or fixed
	printErr error          // the first error of printing; nothing is printed after it
	played   *played        // games that have been seen
	known    map[string]int // how often the baseline has each finding
	rewrite  *rewriting     // of the file being read
	fixed    int            // games in it
	luck     *odds.Luck     // of the game that Game takes, where it is wanted
}

// written stops all printing at the first error of printing. The rest is still checked, for
// the summary and the fixes. An error of standard output is reported when the command ends.
func (v *verification) written(err error) {
	if err == nil || v.printErr != nil {
		return
	}
	v.printErr = err
	if v.Output != "" {
		v.complainAside(cannotWrite(v.Output, err).Error())
	}
	v.out.Reset(io.Discard)
}

// complainAside prints a message on standard error and keeps it apart from the progress line.
func (v *verification) complainAside(message string) {
	v.progress.aside(func() { v.complain(message) })
}

// Game counts and prints a game.
func (v *verification) Game(g *verify.Summary) error {
	if v.Duplicates {
		v.duplicate(g)
	}
	if v.known != nil && len(g.Findings) > 0 {
		v.leaveOut(g)
	}
	v.summary.Count(g)
	v.triage.Count(g)
	v.faulty = v.faulty || g.Omitted > 0 && !g.OK()
	if left := v.MaxFindings - v.shown; v.MaxFindings > 0 && len(g.Findings) > left {
		g.Omitted += len(g.Findings) - left
		g.Findings = g.Findings[:left]
	}
	v.summary.Omitted += g.Omitted
	v.shown += len(g.Findings)
	v.progress.add(1, len(g.Findings))
	if v.printErr != nil {
		return nil
	}
	if games, ok := v.archive.(*report.Games); ok {
		v.written(games.GameLuck(g, v.luck))
	} else {
		v.written(v.archive.Game(g))
	}
	if v.summary.Games == 1 || len(g.Findings) > 0 && v.Format == "text" {
		var err error
		v.progress.aside(func() { err = v.out.Flush() })
		v.written(err)
	}
	return nil
}

// lucky returns a Look that judges games and measures their luck. What it finds of a game is printed in
// the game's place.
func (v *verification) lucky(options verify.Options) (archive.Look, error) {
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
			g.Number, v.luck = number, luck
			if p, ok := v.archive.(*report.Rows); ok && v.printErr == nil {
				var text []byte
				for i := range rows {
					text = p.AppendLuck(text, &g, &rows[i], luck)
				}
				v.written(p.Write(text))
			}
			return cmp.Or(err, v.Game(&g))
		}
	}, nil
}

// duplicate adds a note to a game if its moves were seen before.
func (v *verification) duplicate(g *verify.Summary) {
	first := v.played.before(g.Entry.Moves, g.File, g.Line)
	if first == "" {
		return
	}
	f := verify.Finding{Code: "duplicate", Severity: verify.SeverityNote, Message: sameMoves + first}
	f.Span.Line, f.Span.Column, f.Span.EndColumn = g.Line, 1, 1
	g.Findings = append([]verify.Finding{f}, g.Findings...)
}

// sameMoves begins the message of a duplicate.
const sameMoves = "the moves are those of the game at "

// played knows where each game of an archive is that was seen first with its moves. It takes some
// 50 bytes a game.
type played struct {
	places map[notation.Moves]place
	files  []string
}

// place is the line on which a game begins, in the file with that index.
type place struct{ file, line uint32 }

// before returns FILE:LINE of an earlier game with the same moves, or "" if this is the first one.
func (p *played) before(moves notation.Moves, file string, line int) string {
	if moves == (notation.Moves{}) {
		return ""
	}
	if first, seen := p.places[moves]; seen {
		return fmt.Sprintf("%s:%d", report.FileName(p.files[first.file]), first.line)
	}
	if p.places == nil {
		p.places = map[notation.Moves]place{}
	}
	if n := len(p.files); n == 0 || p.files[n-1] != file {
		p.files = append(p.files, file)
	}
	p.places[moves] = place{uint32(len(p.files) - 1), uint32(line)}
	return ""
}

// baselineKey identifies a finding by its file, code, turn, action and message, without line
// numbers, so that lines may move.
func baselineKey(file, code, message string, turn, action int) string {
	return fmt.Sprintf("%s\x00%s\x00%d\x00%d\x00%s", file, code, turn, action, lineNumber.ReplaceAllString(message, "line"))
}

var lineNumber = regexp.MustCompile(`\bline \d+|:\d+$`)

// readBaseline reads the output of an earlier --format json.
func (v *verification) readBaseline(name string) error {
	f, err := v.open(name, nil)
	if err != nil {
		return ofFile(name, err)
	}
	defer f.Close()
	v.known = map[string]int{}
	decoder := json.NewDecoder(bufio.NewReaderSize(f, 1<<16))
	for {
		var game struct {
			File     string
			Findings []struct {
				Code, Message string
				Turn, Action  int
			}
		}
		if err := decoder.Decode(&game); err == io.EOF {
			return nil
		} else if err != nil {
			return ofFile(name, fmt.Errorf("is not what verify --format json prints: %w", err))
		}
		for _, f := range game.Findings {
			v.known[baselineKey(game.File, f.Code, f.Message, f.Turn, f.Action)]++
		}
	}
}

// leaveOut removes the findings in the baseline from a game.
func (v *verification) leaveOut(g *verify.Summary) {
	left := g.Findings[:0]
	for _, f := range g.Findings {
		key := baselineKey(report.FileName(g.File), string(f.Code), f.Message, f.Turn, f.Action)
		if v.known[key] > 0 {
			v.known[key]--
			v.summary.Known++
			continue
		}
		left = append(left, f)
	}
	g.Findings = left
}

// Done reports what could not be read of a file, and puts its fixes in place.
func (v *verification) Done(s *archive.Source, games int, err error) error {
	if passedOver(err) {
		v.complainAside(report.Name(s.Name) + ": " + err.Error())
		return nil
	}
	if s.From == 0 { // else it belongs to an earlier part
		v.summary.Files++
	}
	if err == nil && games == 0 && s.To == 0 {
		v.summary.Empty++
		v.complainAside(report.Name(s.Name) + ": holds no game")
	}
	if err != nil {
		if v.failed = true; errors.Is(err, errPacked) {
			v.summary.Packed++
		} else {
			v.summary.Unread++
		}
		v.complainAside(report.Name(s.Name) + ": " + reason(err))
		v.written(v.archive.Unread(s.Name, reason(err)))
	}
	if n := v.summary.Errors - v.told; n > 0 && strings.HasPrefix(v.Format, "rows") {
		v.complainAside(fmt.Sprintf("%s: errors: %d; rows contain only their codes", report.Name(s.Name), n))
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
	if err := r.commit(); err != nil {
		v.failed = true
		v.complainAside(report.Name(s.Name) + ": cannot be fixed: " + plain(err))
	} else if v.fixed > 0 {
		v.summary.Fixed += v.fixed
		v.summary.FixedFiles++
		for _, note := range r.notes() {
			v.complainAside(report.Name(s.Name) + ": " + note)
		}
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

// sources yields the logs of inputs. What cannot be listed is a source that cannot be opened, so
// that the error is reported in order.
func (v *verification) sources(inputs *parted) iter.Seq[*archive.Source] {
	return func(yield func(*archive.Source) bool) {
		for log, err := range inputs.logs() {
			s := v.source(log, err, v.progress)
			if v.Fix && err == nil {
				open := s.Open
				s.Fix, s.Open = true, func() (io.ReadCloser, error) {
					if err := rewritable(log.name); err != nil {
						return nil, err
					}
					return open()
				}
			}
			if !yield(s) {
				return
			}
		}
	}
}
