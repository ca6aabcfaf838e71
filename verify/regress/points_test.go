package regress_test

import (
	"slices"
	"strings"
	"testing"

	"tpnote/spec"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/regress"
)

// TestRulePointsHaveExamples checks that every rule point has on the page of its games a log
// that keeps it and one that breaks it, as test --cover understands it.
func TestRulePointsHaveExamples(t *testing.T) {
	c := cover(t, "")
	for _, v := range logtest.Library().Variants("") {
		if v.Name != logtest.Library().Default(v.Game) {
			continue
		}
		for _, p := range v.Family.Points {
			sections := slices.DeleteFunc(spec.Sections(p.Name), func(s spec.Section) bool { return s.Page != v.Family.Name+".md" })
			if len(sections) != 1 {
				t.Errorf("%s has %d sections on %s.md", p.Name, len(sections), v.Family.Name)
				continue
			}
			kept, broken := 0, 0
			breaking := map[string]int{} // by the caption
			for _, part := range sections[0].Parts {
				keeps, breaks := met(t, c, p.Name, part.Log)
				switch {
				case part.Log == "":
				case part.Broken:
					broken += breaks
					breaking[part.Text] += breaks
				case strings.Contains(part.Log, "; want"):
					t.Errorf("%s: a log that keeps it wants a finding:\n%s", p.Name, part.Log)
				default:
					kept += keeps
				}
			}
			for caption, n := range breaking {
				if n == 0 {
					t.Errorf("%s: no log breaks it under %q", p.Name, caption)
				}
			}
			_, cannot := unmet[p.Name+"="+v.Setting(p.Name).Value.String()+" kept"]
			cannot = cannot && p.Off == "" // what is off by default is shown by a file that has it on
			if (kept == 0) != cannot || len(sections[0].Logs(false)) == 0 || broken == 0 {
				t.Errorf("%s: games on %s.md that keep it: %d (cannot be: %v), that break it: %d", p.Name, v.Family.Name, kept, cannot, broken)
			}
		}
	}
}

// met counts the games of a log that keep and that break a rule point. c has the variants of earlier logs.
func met(t *testing.T, c *regress.Study, point, log string) (kept, broken int) {
	t.Helper()
	count := func(sign int) {
		for _, v := range c.Variants {
			for _, p := range v.Points {
				if p.Point == point {
					kept, broken = kept+sign*p.Kept, broken+sign*p.Broken
				}
			}
		}
	}
	count(-1)
	eachGame(t, "x.log", logtest.Testdata(t, "../spec"), log, c.Add)
	count(1)
	return kept, broken
}
