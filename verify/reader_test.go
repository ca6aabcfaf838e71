package verify_test

import (
	"strings"
	"testing"

	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

// TestRulesTag: a log that was made under other rules is told so, whatever they are called.
func TestRulesTag(t *testing.T) {
	print := logtest.Ruled(t, "master-1981").Fingerprint
	for made, want := range map[string]string{
		"master-1981@" + print:     "",
		"our-table@" + print:       "",
		"master-1981@0123456789ab": "3: rules-fingerprint",
		"genus-iii@0123456789ab":   "3: rules-fingerprint",
		"master-1981":              "3: rules-fingerprint",
	} {
		all := logtest.Replay(t, verify.Options{}, "x.log", logtest.Head+"[Rules \""+made+"\"]\n1. Ann 3:bl3-\n")
		if got := strings.Join(logtest.Found(all), " "); got != want {
			t.Errorf("%s: %q, want %q", made, got, want)
		}
		if all[0].Verdict() != verify.Legal {
			t.Errorf("%s is %s: a warning alone changes no verdict", made, all[0].Verdict())
		}
	}
	// Another value of a rule point is another fingerprint.
	all := logtest.Replay(t, verify.Options{Set: []string{"stopping=allowed"}}, "x.log", logtest.Head+"[Rules \"master-1981@"+print+"\"]\n1. Ann 3:bl3-\n")
	if got := logtest.Found(all); len(got) != 1 {
		t.Errorf("with --set: %v", got)
	}
}
