// Package cmd is the command line of tpnote: the commands, one file each, and what they
// share. The program itself is tpnote/cmd/tpnote, which does nothing but call Main.
package cmd

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"tpnote/verify"
	"tpnote/verify/explain"
	"tpnote/verify/report"
)

// Exit statuses, the same for every command.
const (
	exitLegal   = 0
	exitFound   = 1 // findings of severity error
	exitFailure = 2 // the command could not do its work

	exitPipe = 128 + int(syscall.SIGPIPE) // the reader of its output has gone: the status that a shell gives SIGPIPE
)

// cli is the command line. Its groups, in this order, are the headings of the help.
type cli struct {
	Record  recordCmd  `cmd:"" group:"At the table:" help:"Write the log of a game during play."`
	Legal   legalCmd   `cmd:"" group:"At the table:" help:"List what is legal in a position, or say why an action is not."`
	Explain explainCmd `cmd:"" group:"At the table:" help:"Explain a finding code, a rule point or a clause."`

	Replay replayCmd `cmd:"" group:"Check:" help:"Replay logs turn by turn, and report what is wrong with them."`
	Verify verifyCmd `cmd:"" group:"Check:" help:"Check many logs: files, folders, archives."`
	Total  totalCmd  `cmd:"" group:"Check:" help:"Add up what verify --part has found in the parts of an archive."`
	Fmt    fmtCmd    `cmd:"" group:"Check:" help:"Rewrite logs in their canonical form."`
	Test   testCmd   `cmd:"" group:"Check:" help:"Check logs against the findings that their comments expect."`

	Repair repairCmd `cmd:"" group:"Mend:" help:"Find slips of the pen in logs, and correct them."`
	Solve  solveCmd  `cmd:"" group:"Mend:" help:"Fill in missing parts that have only one possible value."`
	Merge  mergeCmd  `cmd:"" group:"Mend:" help:"Make one record from several copies of a game."`

	View viewCmd `cmd:"" group:"Look and teach:" help:"Draw a game: a page to step through, a picture, an animation."`
	Step stepCmd `cmd:"" group:"Look and teach:" help:"Step through a game in the terminal."`
	Luck luckCmd `cmd:"" group:"Look and teach:" help:"Ask whether the dice were fair, and who was lucky."`

	Variants variantsCmd `cmd:"" group:"Rules:" help:"List, show, check and compare the rules of variants."`
	Compare  compareCmd  `cmd:"" group:"Rules:" help:"Replay logs under two variants, and report which games change."`
	Witness  witnessCmd  `cmd:"" group:"Rules:" help:"Find the shortest logs that two variants judge differently."`
	Lock     lockCmd     `cmd:"" group:"Rules:" help:"Record the outcome of games, and check it after a change of rules."`
	Migrate  migrateCmd  `cmd:"" group:"Rules:" help:"Move recorded games from changed rules to the new ones."`
	Reduce   reduceCmd   `cmd:"" group:"Rules:" help:"Find the smallest log that still raises a finding."`
	Play     playCmd     `cmd:"" group:"Rules:" help:"Write random legal games, or statistics of them."`
	Perft    perftCmd    `cmd:"" group:"Rules:" help:"Count sequences of legal actions."`

	Lsp        lspCmd        `cmd:"" group:"Editors:" help:"Serve an editor: findings, completion and more as you type."`
	Completion completionCmd `cmd:"" group:"Editors:" help:"Print the completion script for a shell."`

	Help    helpCmd    `cmd:"" group:"This program:" help:"Show this list, or the help of a command."`
	Version versionCmd `cmd:"" group:"This program:" help:"Print the version."`

	PrintVersion bool `name:"version" help:"Print the version."`
}

// streams are what a command reads from and writes to.
type streams struct {
	in       io.Reader
	out      *bufio.Writer // run flushes it at the end, and complain before each complaint
	err      io.Writer
	colour   bool
	terminal *os.File   // out, if it is a terminal
	line     statusLine // of err, if that is a terminal
	games    verify.Games
	options  verify.Options // how the flags of the command say that logs are judged
	reader   *verify.Reader // judges so
	failed   bool           // something could not be done, and was reported: the exit status is exitFailure
	found    bool           // something is wrong with a log: the exit status is exitFound

	interruption
}

// atOnce is standard output for a command that is answered: it holds nothing back.
func (s *streams) atOnce() io.Writer {
	return writing(func(text []byte) (int, error) {
		n, err := s.out.Write(text)
		return n, cmp.Or(err, s.out.Flush())
	})
}

// writing is an io.Writer made of its method.
type writing func(text []byte) (int, error)

func (w writing) Write(text []byte) (int, error) { return w(text) }

// complain prints on standard error what the command could not do.
func (s *streams) complain(message string) {
	s.out.Flush() // run reports its error
	fmt.Fprintf(s.err, "tpnote: %s\n", report.Clean(message))
}

// shown is the text of a log as it is printed: without anything that a terminal would obey, if it goes to one.
func (s *streams) shown(log []byte) string {
	if s.terminal != nil {
		return report.Escape(string(log))
	}
	return string(log)
}

// unwritten returns the error of a writer that has failed.
func unwritten(out *bufio.Writer) error {
	_, err := out.Write(nil)
	return err
}

// unprinted reports whether err is an error of standard output, which run reports.
func (s *streams) unprinted(err error) bool {
	failed := unwritten(s.out)
	return failed != nil && errors.Is(err, failed)
}

// Main is the program: it runs the command that os.Args names, with the given games, and exits with its status. It is
// for main packages: that of this module, and those of games that live in a module of their own.
func Main(games ...verify.AnyGame) {
	if err := explain.Check(games, verify.Games(games).AddPages()); err != nil {
		fmt.Fprintf(os.Stderr, "tpnote: the data of the games is contradictory:\n%s\n", err)
		os.Exit(exitFailure)
	}
	s := &streams{games: games, in: os.Stdin, out: bufio.NewWriterSize(os.Stdout, 1<<16)}
	s.line.use(os.Stderr)
	s.err = s.line.beside(os.Stderr)
	if isTerminal(os.Stdout) {
		s.out.Reset(s.line.beside(os.Stdout))
		s.terminal, s.colour = os.Stdout, os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	s.interruptible()
	os.Exit(run(os.Args[1:], s))
}

// isTerminal reports whether f is a terminal.
func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// run runs a command and returns the exit status. An error of standard output is reported last and decides the status.
func run(args []string, s *streams) int {
	status := dispatch(args, s)
	switch err := s.out.Flush(); {
	case err == nil:
		return status
	case errors.Is(err, syscall.EPIPE):
		return exitPipe
	default:
		s.complain("standard output: cannot be written: " + plain(err))
		return exitFailure
	}
}

// runner is what every command of the command line is.
type runner interface{ Run(s *streams) error }

// judging is a command with flags that say how logs are judged.
type judging interface {
	into(o *verify.Options)
}

// dispatch parses the arguments and runs the command that they name.
func dispatch(args []string, s *streams) int {
	if len(args) == 0 {
		fmt.Fprint(s.out, helpText("welcome"))
		return exitLegal
	}
	ctx, err := parse(parser(s, grammar(args)), args)
	switch {
	case err != nil:
	case asked(ctx, "help"):
		err = ctx.PrintUsage(false)
	case asked(ctx, "version"):
		err = (&versionCmd{}).Run(s)
	default:
		command := ctx.Selected().Target.Addr().Interface()
		s.options = verify.Options{Games: s.games}
		if c, judges := command.(judging); judges {
			c.into(&s.options)
		}
		if s.reader, err = verify.NewReader(s.options); err == nil {
			err = command.(runner).Run(s)
		}
	}
	switch {
	case errors.Is(err, context.Canceled):
		s.complain("interrupted" + s.count())
	case err != nil && !s.unprinted(err):
		s.complain(err.Error())
	}
	switch {
	case err != nil || s.failed:
		return exitFailure
	case s.found:
		return exitFound
	}
	return exitLegal
}

// grammar returns a struct with the command that args begin with, or with all: to read them takes a fifth of the start.
func grammar(args []string) any {
	all := reflect.TypeFor[cli]()
	version, _ := all.FieldByName("PrintVersion")
	for _, field := range reflect.VisibleFields(all) {
		if _, command := field.Tag.Lookup("cmd"); command && strings.ToLower(field.Name) == args[0] {
			return reflect.New(reflect.StructOf([]reflect.StructField{field, version})).Interface()
		}
	}
	return &cli{}
}

// parser makes a parser of the command line that a grammar describes, with the help pages of its commands.
func parser(s *streams, grammar any) *kong.Kong {
	k := kong.Must(grammar,
		kong.Name("tpnote"),
		kong.Description("Replay and check the logs of board games: "+strings.Join(s.games.Library().Titles(), ", ")+"."),
		kong.Writers(s.out, s.err),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 80}),
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

// parse reads the arguments. It does the work of kong's own Parse, without hooks: kong finds hooks by name, so
// the linker would have to keep every method of every type, and this program has no hooks.
func parse(k *kong.Kong, args []string) (*kong.Context, error) {
	args, err := withCommand(k, args)
	if err != nil {
		return nil, err
	}
	ctx, err := kong.Trace(k, args)
	if err != nil {
		return nil, err
	}
	if err = ctx.Error; err == nil && !asked(ctx, "help") && !asked(ctx, "version") {
		err = ctx.Reset()
		_, unset := ctx.Apply()
		err = cmp.Or(err, unset, ctx.Validate())
	}
	return ctx, err
}

// asked reports whether a flag is among the arguments.
func asked(ctx *kong.Context, flag string) bool {
	return slices.ContainsFunc(ctx.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == flag })
}

// decodeString keeps an argument as it is. Kong's own mapper replaces bytes that are not UTF-8, as in file names.
func decodeString(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("string")
	if err == nil {
		target.SetString(token.String())
	}
	return err
}
