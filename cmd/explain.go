package cmd

import (
	"fmt"

	"tpnote/verify/explain"
	"tpnote/verify/report"
)

type explainCmd struct {
	Name string `arg:"" optional:"" help:"A finding code, a rule point, a rule, a clause such as G3.31, a variant, a word or mark of the games, or a word of a log such as 4:ye4+."`
}

// Run prints what the name means.
func (c *explainCmd) Run(s *streams) error {
	index := explain.NewIndex(s.games)
	if c.Name == "" {
		return printed(s, "text", func(t *report.Text) { t.Topics(index) }, nil)
	}
	topic, meant := index.Explain(c.Name)
	switch {
	case topic.Name != "":
		return printed(s, "text", func(t *report.Text) { t.Topic(topic) }, nil)
	case meant != "":
		return fmt.Errorf("unknown name %s; did you mean %s?", report.Clean(c.Name), meant)
	}
	return fmt.Errorf("unknown name %s; tpnote explain lists the names", report.Clean(c.Name))
}
