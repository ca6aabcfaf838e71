package games_test

import (
	"strings"
	"testing"

	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

// TestGrounds checks on which rule point a finding about a turn stands.
func TestGrounds(t *testing.T) {
	const four, sides = "[Game \"trouble\"]\n[Players \"Red, Blue, Green, Yellow\"]\n", "[Sides \"Red+Green, Blue+Yellow\"]\n"
	const captures = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n[Setup \"9 Red Red=re1,re2,f3,f4 Blue=home,home,home,re5\"]\n9. Red 3:re2xre5\n"
	for _, test := range []struct {
		sets, log string
		code      verify.Code
		rule      string
	}{
		{"partner-turns=either", four + "1. Red 3:pass\n2. Green 3:pass\n", verify.CodeWrongPlayer, "turn-direction"},
		{"partner-turns=each", four + sides + "1. Red 3:pass\n2. Green 3:pass\n", verify.CodeWrongPlayer, "turn-direction"},
		{"partner-turns=each", four + sides + "1. Red 3:pass\n2. Yellow 3:pass\n", verify.CodeWrongPlayer, "partner-turns"},
		{"partner-turns=either", four + sides + "1. Red 3:pass\n2. Green 3:pass\n", verify.CodeWrongPlayer, "partner-turns"},
		{"capture-pop=yes", captures + "10. Blue 3:pass\n", verify.CodeTurnUnfinished, "capture-pop"},
	} {
		set := strings.Fields(test.sets)
		found := ""
		for _, f := range logtest.Replay(t, verify.Options{Set: set}, "x.log", test.log)[0].Findings {
			if f.Code == test.code {
				found = f.Rule
			}
		}
		if found != test.rule {
			t.Errorf("%s: %s rests on %q, want %q\n%s", test.sets, test.code, found, test.rule, test.log)
		}
	}
}
