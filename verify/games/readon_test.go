package games_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/readings"
)

// TestReadOn holds that a replay that goes on with readings ends where the log does in which they are
// written: with the position and the result of that log, which has no error.
func TestReadOn(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	asWritten := verify.Options{Games: games.All}
	seeking := verify.Options{Games: games.All, Readings: readings.New()}
	type end struct {
		Position, Result string
		Finished, OK     bool
	}
	compared := 0
	for v, variant := range logtest.Library().Builtin() {
		for seed := range 2 * strangeLogs() {
			log := logtest.Slipped(t, r, variant, rand.New(rand.NewPCG(uint64(v), 7000+uint64(seed))))
			read, chosen := ending(t, seeking, log)
			text, done := readings.Apply(log, 1, chosen)
			if len(chosen) == 0 || done < len(chosen) || strings.Contains(text, notation.More) {
				continue // with "..." the log leaves open what the replay has chosen
			}
			if _, size := notation.CutGame([]byte(text), 1); size < len(text) {
				continue // a slip has made two games of it
			}
			compared++
			written, _ := ending(t, asWritten, text)
			if diff := cmp.Diff(end{written.Position, written.Result, written.Finished, written.OK()}, end{read.Position, read.Result, read.Finished, true}); diff != "" {
				t.Errorf("%s, seed %d (-written +read):\n%s\n%s\nwith the readings:\n%s", variant, seed, diff, log, text)
			}
		}
	}
	if compared < 15 {
		t.Errorf("only %d logs are compared", compared)
	}
}

// ending judges the first game of a log. chosen are the readings that the replay goes on with; none if it
// goes on with an error, or with a reading that no text expresses.
func ending(t *testing.T, o verify.Options, log string) (g *verify.Summary, chosen []verify.Reading) {
	t.Helper()
	all := logtest.Replay(t, o, "x.log", log)
	for _, f := range all[0].Findings {
		switch reads := len(f.Readings) > 0 && f.ReadOn >= 0; {
		case reads && len(f.Readings[f.ReadOn].Edits) > 0:
			chosen = append(chosen, f.Readings[f.ReadOn])
		case reads, f.Severity == verify.SeverityError:
			return all[0], nil
		}
	}
	return all[0], chosen
}
