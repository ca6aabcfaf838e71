package variant_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules/variant"
)

// TestMix: all that two variants differ in, put from one into the other, makes the other;
// nothing makes no difference.
func TestMix(t *testing.T) {
	names := []string{"genus-iii", "genus-iii-four-wedge", "master-1981", "master-1981-open-hub", "heisey-mania"}
	for _, x := range names {
		for _, y := range names {
			a, b := mustOpen(t, x), mustOpen(t, y)
			points := variant.Parted(a, b)
			if (len(points) == 0) != (x == y) {
				t.Errorf("%s and %s part in %v", x, y, points)
			}
			if a.Game != b.Game {
				continue // the game is part of the fingerprint
			}
			if got := a.Mix(b, points).Fingerprint; got != b.Fingerprint {
				t.Errorf("%s with %v of %s is not %s", x, points, y, y)
			}
			if got := a.Mix(b, nil).Fingerprint; got != a.Fingerprint {
				t.Errorf("%s with nothing of %s is not itself", x, y)
			}
		}
	}
	if got := mustOpen(t, "genus-iii").Mix(mustOpen(t, "master-1981"), []string{"card-alternation"}).Setting("card-alternation").Origin.File; got != "built-in master-1981.yaml" {
		t.Errorf("the value comes from %s", got)
	}
}

// TestOthers: the values next to the one in force, for each kind of rule point.
func TestOthers(t *testing.T) {
	for _, test := range []struct{ name, point, want string }{
		{"master-1981", "hub-passing", "qualified never"},
		{"master-1981", "players", "1-6 3-6 2-5 2-7 1-5 3-7"},
		{"master-1981", "wedges-to-win", "5 7"},
		{"master-1981", "card-boxes", "1 3"},
		{"master-1981", "wedge-set", "[bl] [br] [gr] [or] [pi] [ye]"},
		{"ludo", "enter-on", "[1, 6] [2, 6] [3, 6] [4, 6] [5, 6] []"},
		{"ludo", "limit", "0 1"},
	} {
		var got []string
		for _, v := range mustOpen(t, test.name).Others(test.point) {
			got = append(got, v.Setting(test.point).Value.String())
		}
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", test.name, test.point, diff)
		}
	}
}
