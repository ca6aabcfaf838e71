package cmd

import (
	"tpnote/verify"
	"tpnote/verify/readings"
	"tpnote/verify/report"
)

type solveCmd struct {
	lineFlags
	JSON  bool     `name:"json" help:"Print one JSON object a game instead of the log."`
	Paths []string `arg:"" name:"path" help:"Logs, folders with *.log and *.tpn, or - for standard input."`
}

// Run solves the files one after the other.
func (c *solveCmd) Run(s *streams) error {
	return s.eachGame(c.Paths, func(g game) error {
		solved, err := readings.Solve(s.reader, g.file, verify.Folder(g.file), g.Block)
		if err != nil {
			return err
		}
		s.found = s.found || !solved.OK()
		if c.JSON {
			solved.Describe(g.Block)
			return report.SolvedJSON(s.out, solved)
		}
		_, err = s.out.WriteString(s.shown(solved.Text))
		return err
	})
}
