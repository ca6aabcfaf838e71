package trespass

import (
	"regexp"
	"testing"

	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules/trespass"
	"tpnote/rules/variant"
)

// inBraces matches a name in a message.
var inBraces = regexp.MustCompile(`\{([a-z]*)[^}]*\}`)

// TestEveryReasonHasWords: what the engine refuses can be said, with names that are known.
func TestEveryReasonHasWords(t *testing.T) {
	for reason, info := range trespass.Reasons {
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

// TestBindText checks that a word means the same whether it is read in its line or parsed, and
// that BindText leaves alone what is no move of this board.
func TestBindText(t *testing.T) {
	v, err := variant.NewLibrary(trespass.Family).Open("trespass-1974", ".")
	if err != nil {
		t.Fatal(err)
	}
	r, err := newReferee(v)
	if err != nil {
		t.Fatal(err)
	}
	for word, reads := range map[string]bool{
		"A8:c2-e4": true, "B0:e6^e4^c4#": true, "A8:c2-c4-e4": true,
		"A8:c2-f9": false, "A77:c2-c3": false, "C1:c2-c3": false, "A8:c2": false, "A8:c2-": false, "A8c2-c3": false,
		"pass": false, "?": false, "A8:?": false, "A:c2-c3": false, "A8:2-c3": false, "": false,
		"A8:a1-a2-a3-a4-a5-a6-b6-c6-d6-e6-e5-e4-e3-e2": false,
	} {
		text := []byte("1. Ann " + word + "\n")
		var got bound
		end, ok := r.BindText(&got, text, 7)
		if ok = ok && end == len(text)-1; ok != reads {
			t.Errorf("%q is read: %t, want %t", word, ok, reads)
		}
		if !ok {
			continue
		}
		parsed, err := trespassnotation.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		if want, _ := r.Bind(parsed); got != want {
			t.Errorf("%q means %+v, want %+v", word, got, want)
		}
	}
}
