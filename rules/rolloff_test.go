package rules_test

import (
	"strconv"
	"strings"
	"testing"

	"tpnote/rules"
)

// TestRollOff rolls in groups, a face for every seat and "." for a seat that does not roll. want
// lists the seats that must roll after each group, and in the end the first player.
func TestRollOff(t *testing.T) {
	for _, test := range []struct{ tie, groups, want string }{
		{"highest", "3 5 1", "first 1"},
		{"highest", "5 5 1/2 3 .", "01 first 1"},
		{"highest", "5 5 1/3 3 ./1 6 .", "01 01 first 1"},
		{"highest", "2 5 2", "first 1"},
		{"everyone", "5 5 1/1 2 6", "012 first 2"},
		{"everyone", "2 5 2", "first 1"},
		{"every-tie", "2 5 2/6 . 1", "02 first 1"},
		{"every-tie", "5 5 2 2/1 6 3 4", "0123 first 1"},
		{"every-tie", "5 5 2 2/1 1 6 3/4 2 . .", "0123 01 first 0"},
		{"every-tie", "4 5 6", "first 2"},
		{"highest", "4", "first 0"},
	} {
		groups := strings.Split(test.groups, "/")
		r := rules.NewRollOff(test.tie, len(strings.Fields(groups[0])))
		var got []string
		for _, group := range groups {
			var faces []uint8
			for _, face := range strings.Fields(group) {
				n, _ := strconv.Atoi(face)
				faces = append(faces, uint8(n))
			}
			r.Roll(faces)
			due := ""
			for seat := range faces {
				if r.Due()>>seat&1 != 0 {
					due += strconv.Itoa(seat)
				}
			}
			if due != "" {
				got = append(got, due)
			}
		}
		if r.Due() == 0 {
			got = append(got, "first "+strconv.Itoa(int(r.First())))
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s, %s: %s, want %s", test.tie, test.groups, text, test.want)
		}
	}
}
