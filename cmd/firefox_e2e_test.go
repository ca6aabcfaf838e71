//go:build e2e

package cmd

import (
	"os/exec"
	"testing"
)

// TestPageFirefox records the beginning of a game of each family in Firefox by touch, on a phone, from
// an empty page: no mistake is in the log, and an action takes at most three taps. firefox_e2e.js says how.
func TestPageFirefox(t *testing.T) {
	out, err := exec.Command("node", "firefox_e2e.js", editorPage(t)).CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}
