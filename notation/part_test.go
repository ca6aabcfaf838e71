package notation

import "testing"

// TestRoleNames checks that every role of a part has a name in JSON, and each its own.
func TestRoleNames(t *testing.T) {
	roles := map[string]Role{}
	for role := IsRoll; role <= IsKind; role++ {
		name, err := role.MarshalText()
		if other, used := roles[string(name)]; err != nil || len(name) == 0 || used {
			t.Errorf("role %d is %q, as role %d: %v", role, name, other, err)
		}
		roles[string(name)] = role
	}
}
