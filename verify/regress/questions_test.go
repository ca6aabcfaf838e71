package regress

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules/variant"
	"tpnote/verify/games"
)

// TestTable checks that the file of the values that a variant takes has the rules of that variant.
func TestTable(t *testing.T) {
	library := games.All.Library()
	open := 0
	seen := map[string]bool{}
	for _, v := range library.Variants("") {
		if seen[v.Game] {
			continue // variants of a game have much the same questions
		}
		seen[v.Game] = true
		all, err := Questions(v, v, NewWitnesses(games.All, SearchBounds{}))
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range all {
			open++
			if q.Topic == "" || len(q.Readings) < 2 {
				t.Errorf("%s: %s has no topic or no other reading: %+v", v.Name, q.Point.Name, q)
			}
		}
		table, err := library.Parse("our-table.yaml", Table(v.Name, all), nil)
		if err != nil {
			t.Errorf("%s: %v", v.Name, err)
			continue
		}
		if table.Fingerprint != v.Fingerprint {
			t.Errorf("%s and its table differ: %v", v.Name, variant.Diff(v, table))
		}
	}
	if open < 10 {
		t.Errorf("only %d open points in all variants", open)
	}
}

// TestSays puts what a witness shows into words.
func TestSays(t *testing.T) {
	for _, test := range []struct {
		w    Witness
		want string
	}{
		{Witness{Was: "any", Now: "all", Log: "x", Under: "legal"}, "With all this is legal; with any it is not."},
		{Witness{Was: "any", Now: "all", Log: "x", Under: "7: hub-entry"}, "With any this is legal; with all it is not (hub-entry)."},
		{Witness{Was: "any", Now: "all", Log: "x", Under: "ends at 2 Ben"}, "Both allow this, but with all it ends at 2 Ben."},
		{Witness{Was: "any", Now: "all", Within: 3}, "The search found no game with a difference (longest game: 3 actions)."},
	} {
		if diff := cmp.Diff(test.want, test.w.Says()); diff != "" {
			t.Error(diff)
		}
	}
}
