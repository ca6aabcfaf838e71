package cmd

import (
	"errors"
	"fmt"
	"slices"

	"tpnote/verify"
	"tpnote/verify/report"
)

type legalCmd struct {
	judgeFlags
	setupFlags
	Die    int    `help:"Only what is legal with this roll." placeholder:"N"`
	Turn   int    `help:"In a log: as it was before the turn with this number." placeholder:"N"`
	Game   int    `help:"In a log of several games: the one to look at." default:"1" placeholder:"N"`
	Why    string `help:"Say all that is wrong with this action, and which legal ones are nearest." placeholder:"ACTION"`
	Format string `help:"How to print: ${enum}." enum:"text,json" default:"text"`
	File   string `arg:"" optional:"" help:"A log, looked at as it ends (or see --turn); - is standard input."`
}

// nearestShown is the number of legal actions that are proposed in place of an illegal one.
const nearestShown = 5

// Run prints what is legal, or why an action is not.
func (c *legalCmd) Run(s *streams) error {
	table, err := c.table(s.reader.With(func(o *verify.Options) { o.Before = c.Turn }), s)
	if err != nil {
		return err
	}
	if c.Why != "" {
		findings, nearest := table.Why(c.Why), table.Tree().Nearest(c.Why, nearestShown)
		s.found = len(findings) > 0
		return printed(s, c.Format, func(t *report.Text) { t.Why(table, c.Why, findings, nearest) },
			func() any { return report.WhyJSON(table, c.Why, findings, nearest) })
	}
	if c.Die < 0 || c.Die > 6 {
		return fmt.Errorf("--die %d: not what a die shows (1-6)", c.Die)
	}
	moves := table.Legal()
	if c.Die != 0 {
		moves = slices.DeleteFunc(moves, func(m verify.Move) bool { return m.Die != c.Die && m.Die != 0 })
	}
	return printed(s, c.Format, func(t *report.Text) { t.Legal(table, moves) }, func() any { return report.LegalJSON(table, moves) })
}

// table returns the position that the arguments name.
func (c *legalCmd) table(r *verify.Reader, s *streams) (*verify.Replay, error) {
	switch {
	case c.File != "" && c.Position != "":
		return nil, errors.New("give a log or --position, not both")
	case c.File == "" && c.Variant == "":
		return nil, errors.New("name a log, or a variant: tpnote legal --variant genus-iii --position POSITION")
	case c.File == "":
		return c.begin(r, c.Variant)
	}
	var found *verify.Replay
	err := s.gameOf(c.File, c.Game, func(g game) error {
		summary, replay, err := g.judge(r, nil)
		if found = replay; err == nil && (found == nil || !found.Ready()) {
			err = fmt.Errorf("game %d cannot be replayed: %s", g.Number, summary.Findings[0].Message)
		} else if err == nil && c.Turn > int(found.Clock().Number) && !found.InGap() {
			err = fmt.Errorf("--turn %d: the game has no such turn; the next one is turn %d", c.Turn, found.Clock().Number)
		}
		return err
	})
	return found, err
}
