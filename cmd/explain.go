package cmd

import (
	"fmt"
	"strings"

	"tpnote/rules/variant"
	"tpnote/verify/explain"
	"tpnote/verify/report"
)

type explainCmd struct {
	Name string `arg:"" optional:"" help:"A finding code, a rule point, a rule, a clause such as G3.31, a variant, a word or mark of the games, or a word of a log such as 4:ye4+."`
	Game string `placeholder:"NAME" help:"What the name means in this game, with logs of this game. The default is all games."`
}

// Run prints what the name means.
func (c *explainCmd) Run(s *streams) error {
	index := explain.NewIndex(s.games)
	all := index
	if c.Game != "" {
		var err error
		if index, err = all.In(c.Game); err != nil {
			return err
		}
	}
	if c.Name == "" {
		return printed(s, "text", func(t *report.Text) { t.Topics(index) }, nil)
	}
	topic, meant := index.Explain(c.Name)
	name := report.Clean(variant.Shorten(c.Name, variant.MaxName))
	switch {
	case topic.Name != "":
		return printed(s, "text", func(t *report.Text) { t.Topic(topic) }, nil)
	case c.Game != "" && len(all.Having(c.Name)) > 0:
		return fmt.Errorf("%s is no name of %s, but of %s", name, c.Game, strings.Join(all.Having(c.Name), ", "))
	case meant != "":
		return fmt.Errorf("unknown name %s; did you mean %s?", name, meant)
	}
	return fmt.Errorf("unknown name %s; tpnote explain lists the names", name)
}
