package cmd

import (
	"bufio"
	"errors"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/readings"
	"tpnote/verify/report"
)

type solveCmd struct {
	rulesFlags
	NoRulings bool     `help:"Judge as if no ruling stood in the log."`
	JSON      bool     `name:"json" help:"Print one JSON object a game instead of the log."`
	Files     []string `arg:"" name:"file" help:"Logs with unknown parts; - is standard input."`
}

// Run solves the files one after the other.
func (c *solveCmd) Run(s *streams) error {
	reader, err := verify.NewReader(verify.Options{Games: s.games, Variant: c.Variant, Set: c.Set, NoRulings: c.NoRulings})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(s.out)
	found, failed := false, false
	for _, name := range c.Files {
		err := s.blocks(name, func(number int, b notation.Block) error {
			solved, err := readings.Solve(reader, name, verify.Folder(name), number, b)
			if err != nil {
				return err
			}
			found = found || !solved.OK()
			if c.JSON {
				solved.Describe(b)
				return report.SolvedJSON(out, solved)
			}
			text := string(solved.Text)
			if s.terminal != nil {
				text = report.Escape(text)
			}
			_, err = out.WriteString(text)
			return err
		})
		if flushed := out.Flush(); flushed != nil {
			return flushed
		}
		if err != nil {
			s.complainOf(name, err)
			failed = true
		}
	}
	return outcome(failed, found)
}

// errEnough ends streams.blocks without an error.
var errEnough = errors.New("enough")

// blocks calls do with the games of a file, or of standard input, until do returns an error.
func (s *streams) blocks(name string, do func(number int, b notation.Block) error) error {
	src, err := s.open(name, nil)
	if err != nil {
		return err
	}
	defer src.Close()
	number := 0
	for b, err := range notation.NewReader(src).Blocks() {
		if err != nil {
			return err
		}
		number++
		if err := do(number, b); err == errEnough {
			return nil
		} else if err != nil {
			return err
		}
		s.judgedGame()
	}
	return nil
}
