package record

import (
	"strings"
	"testing"

	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/games"
)

// TestWhich offers two routes to the same end as they are written, and records the one that is picked.
func TestWhich(t *testing.T) {
	reader, err := verify.NewReader(verify.Options{Games: games.All})
	if err != nil {
		t.Fatal(err)
	}
	log := "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n\nplace Ann 1 3 0 4 5 / 7 2 8 9 6\nplace Ben 1 2 3 4 5 / 6 7 8 9 0\n1. Ann A7:a2-a3\n"
	words := []string{"B7:b5-b4-c4", "B7:b5-c5-c4"}
	for n, word := range words {
		r := New(Options{Library: games.All.Library()}, draft.New(reader, "x.log", ".", []byte(log)))
		r.know()
		r.cached.moves = nil
		for _, word := range words {
			r.cached.moves = append(r.cached.moves, verify.Move{Action: verify.Action{Piece: "B7", Word: word, Parts: r.parts(word)}})
		}
		r.ask = r.choice()
		for _, key := range []string{"b", "7", "1"} {
			r.Key(key)
		}
		if s := r.Screen(); s.Ask != "Which of these?" || len(s.Options) != 2 {
			t.Fatalf("the screen asks %q and offers %v", s.Ask, s.Options)
		}
		if r.Pick(n + 1); r.ask.Wrong != nil { // the engine knows another route
			r.Key("enter")
		}
		if !strings.Contains(string(r.Text()), "Ben "+word+"\n") {
			t.Errorf("%s is recorded as\n%s", word, r.Text())
		}
	}
}
