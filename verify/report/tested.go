package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

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
		t.printf("%sFAIL%s\t%s\t[%s]\n", t.style.red, t.style.off, name, Clean(r.Err.Error()))
	case len(r.Games) == 0:
		t.printf("?   \t%s\t[no games]\n", name)
	case r.Passed():
		t.printf("ok  \t%s\t%s\t%s\n", name, count(len(r.Games), "game"), took)
	default:
		failed := 0
		for _, g := range r.Games {
			if len(g.Failures) == 0 {
				continue
			}
			failed++
			t.printf("%s--- FAIL:%s %s: %s\n", t.style.red, t.style.off, name, Clean(g.Name))
			for _, f := range g.Failures {
				t.printf("    %s:%s\n", name, Clean(f.String()))
			}
		}
		t.printf("%sFAIL%s\t%s\t%d of %s\t%s\n", t.style.red, t.style.off, name, failed, count(len(r.Games), "game"), took)
	}
}

// NothingWanted says that logs without expectations are no tests.
func (t *Text) NothingWanted() {
	t.printf("%s\n", wrap(`No comment says what a line should raise, as in "; want unreachable". To check games, use tpnote verify.`, ""))
}

type jsonTested struct {
	File  string           `json:"file"`
	Error string           `json:"error,omitempty"`
	Games []jsonTestedGame `json:"games"`
}

type jsonTestedGame struct {
	jsonEntry
	Name     string            `json:"name"`
	Passed   bool              `json:"passed"`
	Failures []regress.Failure `json:"failures"`
}

// TestedJSON is the result of testing one file, for JSON.
func TestedJSON(r FileResult) any {
	out := jsonTested{File: FileName(r.File), Games: []jsonTestedGame{}}
	if r.Err != nil {
		out.Error = r.Err.Error()
	}
	for _, g := range r.Games {
		entry := entryJSON(&verify.Summary{File: r.File, Number: g.Number, Line: g.Line, Handles: g.Players, Entry: g.Entry})
		out.Games = append(out.Games, jsonTestedGame{entry, g.Name, len(g.Failures) == 0, listed(g.Failures)})
	}
	return out
}

// Mutants prints which mutants the logs kill, and the survivors with what would kill them.
func (t *Text) Mutants(m *regress.Mutants) {
	for _, v := range m.Variants {
		killed, killable, others := v.Counts()
		t.printf("\n%s%s%s: %s; of %s %d killed, %d survive, %d make no difference in any known log; %d%%\n", t.style.bold, Clean(nameOf(v.Variant)), t.style.off,
			count(v.Games, "game"), count(len(v.Mutants), "mutant"), killed, killable, others, v.Percent())
		if v.Refused > 0 {
			t.printf("  %s refused, and make no mutant: no game can be played with them\n", count(v.Refused, "other value"))
		}
		for _, x := range v.Mutants {
			switch {
			case x.Kills == 1:
				t.printf("  %s=%s: killed only by %s\n", x.Point, Clean(x.Value), Name(x.By))
			case x.Kills > 0:
			case x.Witness.Log == "":
				t.printf("  %s=%s: no log of %s from %s kills it\n", x.Point, Clean(x.Value), count(x.Witness.Within, "action"), count(x.Witness.Starts, "position"))
			default:
				t.printf("  %s%s=%s survives%s; this log would kill it:\n\n%s\n", t.style.yellow, x.Point, Clean(x.Value), t.style.off,
					Escape(string(regress.Suite([]*regress.Witness{x.Witness}))))
			}
		}
	}
}

// MutantsJSON is the same for JSON.
func MutantsJSON(m *regress.Mutants) any {
	type jsonMutant struct {
		*regress.Mutant
		Log     string `json:"log,omitempty"`
		Actions int    `json:"actions,omitempty"`
		Starts  int    `json:"positions,omitempty"`
	}
	type jsonVariant struct {
		Variant     string       `json:"variant"`
		Fingerprint string       `json:"fingerprint"`
		Games       int          `json:"games"`
		Killed      int          `json:"killed"`
		Survivors   int          `json:"survivors"`
		Equivalent  int          `json:"untold"`
		Refused     int          `json:"refused"`
		Percent     int          `json:"percent"`
		Mutants     []jsonMutant `json:"mutants"`
	}
	out := []jsonVariant{}
	for _, v := range m.Variants {
		killed, killable, others := v.Counts()
		jv := jsonVariant{v.Variant.Name, v.Variant.Fingerprint, v.Games, killed, killable, others, v.Refused, v.Percent(), []jsonMutant{}}
		for _, x := range v.Mutants {
			jm := jsonMutant{Mutant: x}
			if x.Kills == 0 {
				jm.Log, jm.Actions, jm.Starts = x.Witness.Log, x.Witness.Within, x.Witness.Starts
			}
			jv.Mutants = append(jv.Mutants, jm)
		}
		out = append(out, jv)
	}
	return map[string]any{"mutants": out}
}

// BelowMutants says of a variant that too few of its mutants are killed.
func BelowMutants(v *regress.VariantMutants, threshold int) string {
	return fmt.Sprintf("%s: %d%% of the mutants is below the threshold of %d%%", Clean(v.Variant.Name), v.Percent(), threshold)
}

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
			t.printf("  %-22s %-16s %s%s%s\n", p.Point, ansi.Truncate(Clean(p.Value), 16, "…"), colour, says, t.style.off)
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
