package report

import (
	"fmt"
	"strings"

	"tpnote/verify/regress"
)

// Coverage prints how often each rule point was kept and broken, variant by variant.
func (t *Text) Coverage(c *regress.Coverage) {
	for _, v := range c.Variants {
		t.printf("\n%s%s%s: %s, %d%% of the rule points met\n", t.style.bold, Clean(nameOf(v.Variant)), t.style.off,
			count(v.Games, "game"), v.Percent())
		for _, p := range v.Points {
			says := fmt.Sprintf("kept %4d   broken %4d", p.Kept, p.Broken)
			colour := ""
			if !p.Met() {
				says, colour = "never met", t.style.yellow
			}
			t.printf("  %-22s %-16s %s%s%s\n", p.Point, cutRight(Clean(p.Value), 16), colour, says, t.style.off)
		}
	}
}

// Missing prints a log that would meet a rule point that was never met; "" is none.
func (t *Text) Missing(v *regress.VariantCoverage, point, log string) {
	name := Clean(v.Variant.Name)
	if log == "" {
		t.printf("\n; %s: no log is known that meets %s\n", name, point)
		return
	}
	t.printf("\n; %s: this log meets %s\n%s", name, point, Clean(log))
}

type jsonCoverage struct {
	Variant     string      `json:"variant"`
	Fingerprint string      `json:"fingerprint"`
	Games       int         `json:"games"`
	Percent     int         `json:"percent"`
	Points      []jsonPoint `json:"points"`
}

type jsonPoint struct {
	regress.PointCoverage
	Met     bool   `json:"met"`
	Missing string `json:"log,omitempty"`
}

// CoverageJSON is the coverage for JSON. missing gives the log that would meet a rule
// point, and may be nil.
func CoverageJSON(c *regress.Coverage, missing func(v *regress.VariantCoverage, point string) string) any {
	out := []jsonCoverage{}
	for _, v := range c.Variants {
		jv := jsonCoverage{Variant: v.Variant.Name, Fingerprint: v.Variant.Fingerprint, Games: v.Games, Percent: v.Percent()}
		for _, p := range v.Points {
			jp := jsonPoint{PointCoverage: p, Met: p.Met()}
			if missing != nil && !p.Met() {
				jp.Missing = strings.TrimSpace(missing(v, p.Point))
			}
			jv.Points = append(jv.Points, jp)
		}
		out = append(out, jv)
	}
	return map[string]any{"coverage": out}
}
