package trespass

import (
	"math/rand/v2"
	"testing"

	"tpnote/rules"
	"tpnote/rules/trespass"
	"tpnote/rules/variant"
)

// TestEveryReasonHasWords: what the engine refuses can be said.
func TestEveryReasonHasWords(t *testing.T) {
	for reason, info := range trespass.Reasons {
		if info.Code != "" && (reason >= len(wording) || wording[reason] == nil) {
			t.Errorf("reason %d (%s, %s) has no words", reason, info.Code, info.Rule)
		}
	}
}

// TestWordsAreWrittenAlike holds that the word of a legal action is the same, however it is written.
func TestWordsAreWrittenAlike(t *testing.T) {
	v, err := variant.NewLibrary(trespass.Family).Open("trespass-1974", ".")
	if err != nil {
		t.Fatal(err)
	}
	r, err := newReferee(v)
	if err != nil {
		t.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(5, 6))
	s, pick := r.Start(2), r.Picks()
	for seat := range uint8(2) {
		r.Place(&s, seat, []int{0, 8, 6, 4, 3}, []int{5, 7, 1, 9, 2})
		r.Declare(&s, seat, 4)
	}
	for range 200 {
		for _, a := range r.Legal(nil, &s) {
			d := r.Describe(&s, a)
			if word, pass, wins := r.AppendWord(nil, &s, a); string(word) != r.Write(d) || pass != d.Pass || wins != (d.Due != "") {
				t.Fatalf("%s, %t; want %s", word, pass, r.Write(d))
			}
		}
		if s.Clock.Phase != rules.Over {
			r.Apply(&s, pick(&s, chance))
		}
	}
}
