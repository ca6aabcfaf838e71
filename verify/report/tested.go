package report

import (
	"fmt"
	"slices"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/regress"
)

// FileResult is what came of testing one file: Tested, or the error of reading it.
type FileResult struct {
	*regress.Tested
	Err  error
	Took time.Duration
}

// Tested prints the result of testing one file, as go test does for a package.
func (t *Text) Tested(r FileResult) {
	name := Name(r.File)
	took := fmt.Sprintf("%.3fs", r.Took.Seconds())
	switch {
	case r.Err != nil:
		t.printf("%sFAIL%s\t%s\t[%s]\n", t.style.red, t.style.off, name, r.Err.Error())
	case len(r.Games) == 0:
		t.printf("?   \t%s\t[no games]\n", name)
	case r.Passed():
		t.printf("ok  \t%s\t%s\t%s\n", name, count(len(r.Games), "game"), took)
	default:
		failed := slices.DeleteFunc(slices.Clone(r.Games), func(g regress.TestedGame) bool { return len(g.Failures) == 0 })
		for _, g := range failed {
			t.printf("%s--- FAIL:%s %s: %s\n", t.style.red, t.style.off, name, g.Name)
			for _, f := range g.Failures {
				t.printf("    %s:%s\n", name, f.String())
			}
		}
		t.printf("%sFAIL%s\t%s\t%d of %s\t%s\n", t.style.red, t.style.off, name, len(failed), count(len(r.Games), "game"), took)
	}
}

// NothingWanted says that logs without expectations are no tests.
func (t *Text) NothingWanted() {
	t.wrapped("", "", `No comment says what a line should raise, as in "; want unreachable". To check games, use tpnote verify.`)
}

// TestedJSON is the result of testing one file, for JSON, except for its games.
func TestedJSON(r FileResult) any {
	reason := ""
	if r.Err != nil {
		reason = r.Err.Error()
	}
	return struct {
		File  string `json:"file"`
		Error string `json:"error,omitempty"`
	}{FileName(r.File), reason}
}

// TestedGameJSON is the result of testing one game, for JSON.
func TestedGameJSON(game *verify.Summary, tested regress.TestedGame) any {
	return struct {
		jsonEntry
		Name     string            `json:"name"`
		Passed   bool              `json:"passed"`
		Failures []regress.Failure `json:"failures"`
	}{entryJSON(game), tested.Name, len(tested.Failures) == 0, listed(tested.Failures)}
}

// Mutants prints which mutants the logs kill, the survivors with what kills them, and the variants below the threshold.
func (t *Text) Mutants(s *regress.Study, threshold int) {
	for _, v := range s.Variants {
		killed, killable, others := v.Counts()
		t.printf("\n%s%s%s: %s; of %s %d killed, %d survive, %d make no difference in any known log; %d%%\n", t.style.bold, v.Variant.Rules(), t.style.off,
			count(v.Games, "game"), count(len(v.Mutants), "mutant"), killed, killable, others, v.PercentKilled())
		if v.Refused > 0 {
			t.printf("  %s refused, and make no mutant: no game can be played with them\n", count(v.Refused, "other value"))
		}
		for _, x := range v.Mutants {
			switch {
			case x.Kills == 1:
				t.printf("  %s=%s: killed only by %s\n", x.Point, x.Value, Name(x.By))
			case x.Kills > 0:
			case x.Log == "":
				t.printf("  %s=%s: no log of %s from %s kills it\n", x.Point, x.Value, count(x.Within, "action"), count(x.Starts, "position"))
			default:
				t.printf("  %s%s=%s survives%s; this log would kill it:\n\n%s\n", t.style.yellow, x.Point, x.Value, t.style.off,
					Escape(string(regress.Suite([]*regress.Witness{x.Witness}))))
			}
		}
	}
	for _, v := range s.Variants {
		t.below(v.Variant, v.PercentKilled(), threshold, "% of the mutants")
	}
}

// below says of a variant that what was reached is below the threshold, if it is.
func (t *Text) below(v *variant.Variant, reached, threshold int, of string) {
	if reached < threshold {
		t.printf("%s: %d%s is below the threshold of %d%%\n", v.Name, reached, of, threshold)
	}
}

// jsonRules are the numbers of the logs of a variant.
type jsonRules struct {
	Variant     string `json:"variant"`
	Fingerprint string `json:"fingerprint"`
	Games       int    `json:"games"`
	Percent     int    `json:"percent"`
}

// MutantsJSON is the same for JSON.
func MutantsJSON(s *regress.Study) any {
	type jsonMutants struct {
		jsonRules
		Killed     int               `json:"killed"`
		Survivors  int               `json:"survivors"`
		Equivalent int               `json:"untold"`
		Refused    int               `json:"refused"`
		Mutants    []*regress.Mutant `json:"mutants"`
	}
	return map[string]any{"mutants": variant.Each(s.Variants, func(v *regress.VariantStudy) jsonMutants {
		killed, killable, others := v.Counts()
		rules := jsonRules{v.Variant.Name, v.Variant.Fingerprint, v.Games, v.PercentKilled()}
		return jsonMutants{rules, killed, killable, others, v.Refused, listed(v.Mutants)}
	})}
}

// Coverage prints how often each rule point was kept and broken, variant by variant; then, which variants are
// below the threshold, and if missing is set, the logs that would meet what was never met.
func (t *Text) Coverage(s *regress.Study, threshold int, missing bool) {
	for _, v := range s.Variants {
		t.printf("\n%s%s%s: %s, %d%% of the rule points met\n", t.style.bold, v.Variant.Rules(), t.style.off,
			count(v.Games, "game"), v.PercentMet())
		for _, p := range v.Points {
			says := fmt.Sprintf("kept %4d   broken %4d", p.Kept, p.Broken)
			colour := sequence("")
			if !p.Met {
				says, colour = "never met", t.style.yellow
			}
			t.printf("  %-22s %-16s %s%s%s\n", p.Point, ansi.Truncate(p.Value, 16, "…"), colour, says, t.style.off)
		}
	}
	for _, v := range s.Variants {
		t.below(v.Variant, v.PercentMet(), threshold, "%")
		for _, p := range v.Points {
			switch name := v.Variant.Name; {
			case !missing || p.Met:
			case p.Log == "":
				t.printf("\n; %s: no log is known that meets %s\n", name, p.Point)
			default:
				t.printf("\n; %s: this log meets %s\n%s\n", name, p.Point, p.Log)
			}
		}
	}
}

// CoverageJSON is the coverage for JSON.
func CoverageJSON(s *regress.Study) any {
	type jsonCoverage struct {
		jsonRules
		Points []regress.PointCoverage `json:"points"`
	}
	return map[string]any{"coverage": variant.Each(s.Variants, func(v *regress.VariantStudy) jsonCoverage {
		rules := jsonRules{v.Variant.Name, v.Variant.Fingerprint, v.Games, v.PercentMet()}
		return jsonCoverage{rules, v.Points}
	})}
}
