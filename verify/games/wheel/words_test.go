package wheel

import (
	"testing"

	"tpnote/rules/wheel"
)

// TestEveryReasonHasWords: what the engine refuses can be said.
func TestEveryReasonHasWords(t *testing.T) {
	for reason, info := range wheel.Reasons {
		if info.Code != "" && (reason >= len(wording) || wording[reason] == nil) {
			t.Errorf("reason %d (%s, %s) has no words", reason, info.Code, info.Rule)
		}
	}
}
