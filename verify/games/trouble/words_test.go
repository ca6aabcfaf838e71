package trouble

import (
	"regexp"
	"testing"

	"tpnote/rules/trouble"
)

// inBraces matches a name in a message.
var inBraces = regexp.MustCompile(`\{([^}]*)\}`)

// TestEveryReasonHasWords: what the engine refuses can be said, with names that are known.
func TestEveryReasonHasWords(t *testing.T) {
	for reason, info := range trouble.Reasons {
		if info.Code != "" && (reason >= len(messages) || messages[reason] == "") {
			t.Errorf("reason %d (%s, %s) has no words", reason, info.Code, info.Rule)
		}
	}
	for _, message := range messages {
		for _, found := range inBraces.FindAllStringSubmatch(message, -1) {
			if names[found[1]] == nil {
				t.Errorf("%s: %s is unknown", message, found[0])
			}
		}
	}
}
