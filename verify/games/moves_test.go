package games_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

// TestRulesOfMoves checks which rules allow a move, apart from the rule points.
func TestRulesOfMoves(t *testing.T) {
	tests := []struct {
		rules, position, word string
		want                  []string
	}{
		{"trouble-official", "9 Red Red=home,home,home,home Green=home,home,home,gr3", "6:home-re0", nil},
		{"trouble-official", "9 Red Red=home,home,home,home Green=home,home,home,re0", "6:homexre0", []string{"capture/on-start"}},
		{"trouble-official", "9 Red Red=home,home,home,re2 Green=home,home,home,re5", "3:re2xre5", []string{"movement", "capture"}},
		{"trouble-official", "9 Red Red=home,home,home,re2 Green=home,home,home,gr3", "3:re2-re5", []string{"movement"}},
		{"trouble-official", "9 Red Red=home,home,home,home Green=home,home,home,gr3", "3:pass", []string{"movement/stuck"}},
		{"trouble-official forced-move=no", "9 Red Red=home,home,home,re2 Green=home,home,home,gr3", "3:pass", nil},
	}
	for _, test := range tests {
		game := under(t, test.rules, test.position)
		moves := game.Legal()
		i := slices.IndexFunc(moves, func(m verify.Move) bool { return strings.HasPrefix(m.Word, test.word) })
		if i < 0 {
			t.Errorf("%s: %s is not legal", test.position, test.word)
			continue
		}
		got := slices.DeleteFunc(moves[i].Rules(), func(name string) bool {
			return !strings.Contains(name, "/") && name != "movement" && name != "capture"
		})
		if diff := cmp.Diff(test.want, slices.Clip(got)); diff != "" && len(test.want)+len(got) > 0 {
			t.Errorf("%s by %s: %s (-want +got):\n%s", test.position, test.rules, test.word, diff)
		}
	}
}

// under begins a game at a position, by a variant with other values of some rule points.
func under(t *testing.T, rules, position string) *verify.Replay {
	t.Helper()
	fields := strings.Fields(rules)
	r := logtest.NewReader(t, verify.Options{Set: fields[1:]})
	header, err := r.Propose(verify.Header{Variant: fields[0], Setup: position}, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	game, err := r.Begin(header)
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// TestEachFault checks that Why reports each condition that an action fails, and no other.
func TestEachFault(t *testing.T) {
	const nearly = "3 Ann Ann=bl5/br,bl,or,ye,pi,gr Ben=hub"
	tests := []struct {
		rules, position, word string
		want                  []verify.Code
	}{
		{"master-1981", nearly, "3:zz9-", []verify.Code{"unknown-space"}},
		{"master-1981 winning-question=all", nearly, "5:hub/bl+", []verify.Code{"category-mismatch"}},
		{"master-1981", nearly, "5:hub+", []verify.Code{"category-missing"}},
	}
	for _, test := range tests {
		var got []verify.Code
		for _, f := range under(t, test.rules, test.position).Why(test.word) {
			got = append(got, f.Code)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s by %s (-want +got):\n%s", test.word, test.rules, diff)
		}
	}
}

// TestCardOfAction checks the card of an action as others read it.
func TestCardOfAction(t *testing.T) {
	a, ok := under(t, "master-1981", "3 Ann Ann=bl5 Ben=hub").Read("3:bl2@B17+")
	if !ok || a.Box != "B17" {
		t.Errorf("the card is %q, want B17", a.Box)
	}
}
