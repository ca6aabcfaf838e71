package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"

	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/regress"
	"tpnote/verify/report"
)

type reduceCmd struct {
	rulesFlags
	Code     string   `help:"The finding to keep; the first error by default."`
	Variants []string `help:"Keep that these two variants part on the log, instead of a finding." placeholder:"A,B"`
	Game     int      `help:"In a log of several games: the one to reduce, instead of the first that shows it." placeholder:"N"`
	File     string   `arg:"" help:"A log; - is standard input."`
}

// Run reduces one game of the log.
func (c *reduceCmd) Run(s *streams) error {
	if c.Variants != nil && (c.Code != "" || c.Variant != "") {
		return errors.New("--variants does not go with --code and --variant")
	}
	reader, reduce := s.reader, func(dir, game string) (*regress.Reduced, error) {
		return regress.Reduce(s.reader, dir, game, verify.Code(c.Code))
	}
	if c.Variants != nil {
		a, b, err := s.openVariants(c.Variants, c.Set)
		if err != nil {
			return err
		}
		comparison, err := regress.NewComparison(verify.Options{Games: s.games}, a, b)
		if err != nil {
			return err
		}
		reader, reduce = comparison.Sides[0], comparison.Reduce
	}
	dir := verify.Folder(c.File)
	var reduced *regress.Reduced
	each := func(g game) error {
		made, err := reduce(dir, string(g.Text))
		_, other := errors.AsType[*verify.OtherGameError](err)
		if errors.Is(err, regress.ErrNotRaised) || other && c.Game == 0 {
			return nil // the next one may be reduced
		}
		reduced = made
		return cmp.Or(err, fs.SkipAll)
	}
	var err error
	if c.Game != 0 {
		err = s.gameOf(c.File, c.Game, each)
	} else {
		err = ofFile(c.File, s.gamesOf(archive.Log{Name: c.File}, each))
	}
	switch {
	case err != nil:
		return err
	case reduced == nil:
		missing := "nothing in it raises a finding"
		if c.Variants != nil {
			missing = "the variants do not part on it"
		} else if c.Code != "" {
			missing = "nothing in it raises " + report.Clean(c.Code)
		}
		s.remark(c.File, missing)
		s.found = true
		return nil
	}
	if !reduced.Minimal {
		s.remark(c.File, fmt.Sprintf("stopped after %d replays; the log could be smaller", reduced.Replays))
	}
	if c.Variants != nil {
		reduced.Log = regress.JudgedBy(c.Variants[0], reduced.Log)
	}
	log, err := regress.Expecting(reader, "", dir, []byte(reduced.Log))
	if err != nil {
		return err
	}
	_, err = s.out.WriteString(s.shown(log))
	return err
}
