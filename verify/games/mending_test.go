package games_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/readings"
)

// TestFirstError holds that the first error of a game is the same, line and code, with readings and without:
// in strange logs, and in games with slips of the pen, secrets and results included.
func TestFirstError(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	written := verify.Options{Games: games.All}
	seeking := written
	seeking.Readings = readings.New()
	for v, variant := range logtest.Library().Builtin() {
		for seed := range strangeLogs() {
			for _, log := range []string{
				logtest.Strange(t, r, variant, rand.New(rand.NewPCG(uint64(v), uint64(seed)))),
				logtest.Slipped(t, r, variant, rand.New(rand.NewPCG(uint64(v), uint64(seed)))),
			} {
				if diff := cmp.Diff(firstErrors(t, written, log), firstErrors(t, seeking, log)); diff != "" {
					t.Errorf("%s, seed %d (-as written +with readings):\n%s\n%s", variant, seed, diff, log)
				}
			}
		}
	}
}

// firstErrors are the line and the code of the first error of each game of a log.
func firstErrors(t *testing.T, options verify.Options, log string) (all []string) {
	for _, g := range logtest.Replay(t, options, "x.log", log) {
		first := "none"
		if i := slices.IndexFunc(g.Findings, func(f verify.Finding) bool { return f.Severity == verify.SeverityError }); i >= 0 {
			first = fmt.Sprint(g.Findings[i].Span.Line, " ", g.Findings[i].Code)
		}
		all = append(all, first)
	}
	return all
}

// TestRepairLaws holds that repair leaves no more errors than it finds, and that a second run changes nothing.
func TestRepairLaws(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	seeking := logtest.NewReader(t, verify.Options{Readings: readings.New()})
	errors := func(log string) (n int) {
		for _, g := range logtest.Replay(t, verify.Options{Games: games.All}, "x.log", log) {
			for i := range g.Findings {
				if g.Findings[i].Severity == verify.SeverityError {
					n++
				}
			}
		}
		return n
	}
	for v, variant := range logtest.Library().Builtin() {
		for seed := range strangeLogs() {
			for _, log := range []string{
				logtest.Strange(t, r, variant, rand.New(rand.NewPCG(uint64(v), uint64(seed)))),
				logtest.Slipped(t, r, variant, rand.New(rand.NewPCG(uint64(v), uint64(seed)))),
			} {
				if _, size := notation.CutGame([]byte(log), 1); size != len(log) {
					continue // a slip has made two games of it
				}
				once, _, err := readings.Repair(seeking, "x.log", ".", 1, log, 1, nil)
				if err != nil {
					t.Fatal(err)
				}
				if before, after := errors(log), errors(once); after > before {
					t.Errorf("%s, seed %d: %d errors, then %d\n%s\nrepaired:\n%s", variant, seed, before, after, log, once)
				}
				twice, _, err := readings.Repair(seeking, "x.log", ".", 1, once, 1, nil)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(once, twice); diff != "" {
					t.Errorf("%s, seed %d: a second run changes it (-once +twice):\n%s", variant, seed, diff)
				}
			}
		}
	}
}
