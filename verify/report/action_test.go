package report

import (
	"testing"

	"tpnote/notation"
)

// TestRoleNames checks that every role of a part has a name in JSON, and each its own.
func TestRoleNames(t *testing.T) {
	roles := map[string]notation.Role{}
	for role := notation.IsRoll; role <= notation.IsKind; role++ {
		name := roleNames[role]
		if other, used := roles[name]; name == "" || used {
			t.Errorf("role %d is %q, as role %d", role, name, other)
		}
		roles[name] = role
	}
}
