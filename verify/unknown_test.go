package verify_test

import (
	"strings"
	"testing"

	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

// TestUnknownJudged holds what is counted and said where several positions fit.
func TestUnknownJudged(t *testing.T) {
	const head = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n"
	const setup = head + "[Setup \"1 Blue Red=home,home,home,re6 Blue=home,home,home,bl0\"]\n1. Blue ?:bl0-?\n2. Red 2:re6xbl1\n"
	const fails = head + "1. Red 6:home-re0 ?\n2. Blue 1:pass\n3. Red 2:pass\n"
	for _, test := range []struct{ log, code, says string }{
		{setup + "tally Red captures=1", "", ""}, // by the one position in which it is legal
		{setup + "tally Red captures=0", "tally-mismatch", "the replay counts 1"},
		{setup + "tally Red captures=0 captures=0", "tally-mismatch", "the replay counts 1"}, // once
		{fails + "ruling stands\ntally Red rolls=3", "", ""},                                 // by all, where it is in none
		{fails + "ruling stands\ntally Red rolls=2", "tally-mismatch", "the replay counts 3"},
		{fails, "must-move", "no reading of the unknown parts fits (turns 1 to 3)"},
		{head + "1. Red ?:re1-re2", "no-reading", "no legal action can stand here for the unknown parts (turn 1)"},
	} {
		var found []verify.Finding
		for _, f := range logtest.Replay(t, verify.Options{}, "log", test.log)[0].Findings {
			if f.Severity == verify.SeverityError {
				found = append(found, f)
			}
		}
		switch {
		case test.code == "" && len(found) == 0:
		case len(found) != 1 || string(found[0].Code) != test.code || !strings.Contains(found[0].Message, test.says):
			t.Errorf("%s: want %s, got %v", test.log, test.code, found)
		}
	}
}
