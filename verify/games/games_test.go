package games_test

import (
	"os"
	"path/filepath"
	"testing"

	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

// TestEveryGameIsTold checks that a family of games has a page in the specification, and a
// log in testdata that plays each of its games to the end.
func TestEveryGameIsTold(t *testing.T) {
	told := map[string]bool{}
	logs, err := filepath.Glob("../../testdata/*/playthrough.log")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range logs {
		family := filepath.Base(filepath.Dir(path))
		if spec.Page(family+".md") == "" {
			t.Errorf("no page for %s", family)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range logtest.Replay(t, verify.Options{}, path, string(text)) {
			if !g.Finished || g.Verdict() != verify.Legal {
				t.Errorf("%s: game %d is %s, result %s", path, g.Number, g.Verdict(), g.Result)
			}
			told[g.Rules.Game] = true
		}
	}
	for _, game := range logtest.Library().Games() {
		if !told[game] {
			t.Errorf("no playthrough of %s", game)
		}
	}
}
