// Package cmd is the command line of tpnote: the commands, one file each, and what they
// share. The program itself is tpnote/cmd/tpnote, which does nothing but call Main.
package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"tpnote/verify"
	"tpnote/verify/report"
)

// Exit statuses, the same for every command.
const (
	exitLegal   = 0
	exitFound   = 1 // findings of severity error
	exitFailure = 2 // the command could not do its work

	exitPipe = 128 + int(syscall.SIGPIPE) // the reader of its output has gone: the status that a shell gives SIGPIPE
)

// cli is the command line.
type cli struct {
	Replay   replayCmd   `cmd:"" help:"Replay logs turn by turn, and say what is wrong with them."`
	Verify   verifyCmd   `cmd:"" help:"Check many logs: files, folders, archives."`
	Step     stepCmd     `cmd:"" help:"Step through a game in the terminal."`
	Record   recordCmd   `cmd:"" help:"Write the log of a game while it is played."`
	View     viewCmd     `cmd:"" help:"Draw a game as a page that steps through it, a picture, or an animation."`
	Repair   repairCmd   `cmd:"" help:"Show what slips of the pen there are in logs, and correct them."`
	Solve    solveCmd    `cmd:"" help:"Fill in what nobody wrote down, where it can only have been one thing."`
	Merge    mergeCmd    `cmd:"" help:"Make one record of two copies of a game."`
	Fmt      fmtCmd      `cmd:"" help:"Give logs their canonical form."`
	Legal    legalCmd    `cmd:"" help:"List what is legal in a position, or say why an action is not."`
	Perft    perftCmd    `cmd:"" help:"Count the tree of legal actions, for tests and comparison."`
	Play     playCmd     `cmd:"" help:"Write random legal games, or count what comes of them."`
	Variants variantsCmd `cmd:"" help:"The rules as data: list, show, check and compare variants."`
	Compare  compareCmd  `cmd:"" help:"Replay logs under two variants: which games change, where first, and by which rule point."`
	Test     testCmd     `cmd:"" help:"Hold logs against the findings that their comments want, and measure which rule points they cover."`
	Lsp      lspCmd      `cmd:"" help:"Serve an editor: findings, completion and the like for logs and variant files."`
	Reduce   reduceCmd   `cmd:"" help:"Make a log small that still raises a finding, or on which two variants still part."`
	Witness  witnessCmd  `cmd:"" help:"Search for the shortest logs that tell two variants apart."`
	Lock     lockCmd     `cmd:"" help:"Write down what games come to, and say later what a change of rules does to them."`
	Migrate  migrateCmd  `cmd:"" help:"Move recorded games from rules that have changed to those that replace them."`
	Explain  explainCmd  `cmd:"" help:"Explain a finding code, a rule point or a clause."`

	Completion completionCmd `cmd:"" help:"Print the completion script for a shell."`
	Version    bool          `help:"Print the version."`
}

// streams are what a command reads from and writes to.
type streams struct {
	in       io.Reader
	out, err io.Writer
	colour   bool
	terminal *os.File  // out, if it is a terminal
	progress *progress // of reading logs; nil if none is shown
	games    verify.Games
}

// complain prints on standard error what the command could not do.
func (s *streams) complain(message string) {
	fmt.Fprintf(s.err, "tpnote: %s\n", report.Clean(message))
}

// output is standard output. It keeps its first error.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// unprinted reports whether err is an error of standard output, which is reported when the
// command ends.
func (s *streams) unprinted(err error) bool {
	out, ok := s.out.(*output)
	return ok && out.err != nil && errors.Is(err, out.err)
}

// errFound is the error of a command that did its work and found something wrong.
var errFound = errors.New("found")

// errFailed is the error of a command that has already reported what it could not do.
var errFailed = errors.New("failed")

// outcome is the error of a command that has done its work as far as it could.
func outcome(failed, found bool) error {
	switch {
	case failed:
		return errFailed
	case found:
		return errFound
	}
	return nil
}

// ballast is counted by the collector of garbage, which then lets so much more come together:
// with a heap as small as ours it would do little else. Never touched, it takes no memory.
var ballast []byte

// easing sets it, with the first collection of garbage.
var easing runtime.Cleanup

// Main is the program: it runs the command that os.Args names, with the given games, and
// exits with its status. It is for main packages: that of this module, and those of games
// that live in a module of their own.
func Main(games ...verify.AnyGame) {
	percent := debug.SetGCPercent(300) // most commands are done before anything has to be collected
	easing = runtime.AddCleanup(new([64]byte), func(size int) {
		debug.SetGCPercent(percent)
		ballast = make([]byte, size)
	}, 8<<20)
	verify.Games(games).AddPages()
	s := &streams{games: games, in: os.Stdin, out: os.Stdout, err: os.Stderr}
	if isTerminal(os.Stdout) {
		s.terminal, s.colour = os.Stdout, os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	os.Exit(run(os.Args[1:], s))
}

// isTerminal reports whether f is a terminal.
func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// run runs a command and returns the exit status. An error of standard output is reported
// last and decides the status.
func run(args []string, s *streams) int {
	out := &output{Writer: s.out}
	checked := *s
	checked.out = out
	status := dispatch(args, &checked)
	switch {
	case out.err == nil:
		return status
	case errors.Is(out.err, syscall.EPIPE):
		return exitPipe
	}
	s.complain("standard output: cannot be written: " + plain(out.err))
	return exitFailure
}

// grammar is as much of cli as the arguments are about: its model is made anew with every start,
// and takes longer than some commands.
func grammar(args []string) any {
	whole := reflect.TypeFor[cli]()
	version, _ := whole.FieldByName("Version")
	if args[0] == "--version" && len(args) == 1 {
		return reflect.New(reflect.StructOf([]reflect.StructField{version})).Interface()
	}
	for _, command := range reflect.VisibleFields(whole) {
		if strings.ToLower(command.Name) == args[0] && command.Name != version.Name {
			return reflect.New(reflect.StructOf([]reflect.StructField{command, version})).Interface()
		}
	}
	return &cli{}
}

// runner is what every command of the command line is.
type runner interface{ Run(s *streams) error }

// dispatch parses the arguments and runs the command that they name.
func dispatch(args []string, s *streams) int {
	if len(args) == 0 {
		fmt.Fprint(s.out, helpText("welcome"))
		return exitLegal
	}
	ctx, err := parse(parser(grammar(args), s), args)
	switch {
	case err != nil:
		if name := dashed(args); name != "" {
			err = fmt.Errorf("%w; to name the file, write ./%s", err, name)
		}
	case asked(ctx, "help"):
		err = ctx.PrintUsage(false)
	case asked(ctx, "version"):
		_, err = fmt.Fprintln(s.out, version())
	default:
		err = ctx.Selected().Target.Addr().Interface().(runner).Run(s)
	}
	switch {
	case err == nil:
		return exitLegal
	case errors.Is(err, errFound):
		return exitFound
	case !errors.Is(err, errFailed) && !s.unprinted(err):
		s.complain(err.Error())
	}
	return exitFailure
}

// parser makes a parser of a grammar, with the help pages of its commands.
func parser(grammar any, s *streams) *kong.Kong {
	k := kong.Must(grammar,
		kong.Name("tpnote"),
		kong.Description("Replay and check the logs of board games: "+strings.Join(s.games.Library().Titles(), ", ")+"."),
		kong.Writers(s.out, s.err),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 80}),
		kong.KindMapper(reflect.String, kong.MapperFunc(decodeString)),
	)
	_ = kong.Visit(k.Model, func(node kong.Visitable, next kong.Next) error {
		if n, ok := node.(*kong.Node); ok && n.Type == kong.CommandNode {
			n.Detail = strings.TrimSpace(helpText(strings.ReplaceAll(n.Path(), " ", "-")))
		}
		return next(nil) // no error
	})
	return k
}

// parse does what kong's own Parse does, without its hooks, of which there are none here: they
// are looked for by name, and the linker would have to keep every method of every type for them.
func parse(k *kong.Kong, args []string) (*kong.Context, error) {
	ctx, err := kong.Trace(k, args)
	if err == nil {
		err = ctx.Error
	}
	if err != nil || asked(ctx, "help") || asked(ctx, "version") {
		return ctx, err
	}
	if err = ctx.Reset(); err == nil {
		_, err = ctx.Apply()
	}
	if err == nil {
		err = ctx.Validate()
	}
	return ctx, err
}

// asked reports whether a flag is among the arguments.
func asked(ctx *kong.Context, flag string) bool {
	return slices.ContainsFunc(ctx.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == flag })
}

// decodeString keeps an argument as it is. Kong's own mapper replaces bytes that are not
// UTF-8, which changes file names.
func decodeString(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("string")
	if err == nil {
		target.SetString(token.String())
	}
	return err
}

// dashed returns the first argument that looks like a flag and names a file, or "".
func dashed(args []string) string {
	for _, arg := range args {
		if _, err := os.Lstat(arg); err == nil && strings.HasPrefix(arg, "-") {
			return arg
		}
	}
	return ""
}

// interruptible returns a context that ^C ends. A second ^C ends the program wherever it is, as amid
// a long game.
func interruptible() (ctx context.Context, stop func()) {
	ctx, stop = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// orderly returns a context that ^C ends, for a command that writes files and must clean up.
// A closed pipe is then an error of printing and no longer ends the program.
func orderly() (ctx context.Context, stop func()) {
	signal.Ignore(syscall.SIGPIPE)
	return interruptible()
}
