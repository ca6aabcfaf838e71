package cmd

import (
	"bufio"
	"cmp"
	"slices"
	"strings"

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
