package trouble

import (
	"regexp"
	"strings"
	"testing"

	"tpnote/rules/trouble"
	"tpnote/rules/variant"
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

// TestColoursAreHandles refuses a board with a colour that could not be a player's handle.
func TestColoursAreHandles(t *testing.T) {
	library := variant.NewLibrary(trouble.Family)
	for colour, want := range map[string]string{
		"Black": "", `"a b"`: "cannot be a player's handle", "Yel+": "cannot be a player's handle",
		"Yellow-": "cannot be a player's handle", `""`: "cannot be a player's handle",
	} {
		file := "variant: x\nextends: trouble-official\nboard: {colours: [Red, Orange, Green, " + colour + "]}\n"
		v, err := library.Parse("x.yaml", []byte(file), nil)
		if err == nil {
			_, err = newReferee(v)
		}
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v; want %q", colour, err, want)
		case err != nil && !strings.Contains(err.Error(), ".yaml:"):
			t.Errorf("%v blames no line", err)
		}
	}
}
