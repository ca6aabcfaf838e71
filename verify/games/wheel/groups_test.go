package wheel_test

import (
	"testing"

	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

// TestGroups checks the groups of actions.
func TestGroups(t *testing.T) {
	game := logtest.Begin(t, verify.Header{
		Variant: "master-1981-open-hub", Players: []string{"Ann", "Ben"},
		Setup: "7 Ann Ann=bl2/br,bl,or,ye,pi,gr Ben=or3",
	})
	want := map[string]verify.Group{
		"2:hub/bl#": "to the hub, to win",
		"5:hub/ye-": "to the hub to win, on a higher roll",
		"4:or2+":    "through the hub",
		"4:bl+":     "to a headquarters already won",
		"6:bl2or":   "roll again",
		"1:bl1-":    "to a category space",
	}
	for _, m := range game.Legal() {
		if group, named := want[m.Word]; named && group != m.Group {
			t.Errorf("%s is %q, want %q", m.Word, m.Group, group)
		}
		delete(want, m.Word)
	}
	for word := range want {
		t.Errorf("%s is not legal", word)
	}
}
