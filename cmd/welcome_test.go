package cmd

import (
	"runtime/debug"
	"testing"
)

func TestVersionOf(t *testing.T) {
	clean := []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"},
		{Key: "vcs.time", Value: "2026-11-20T08:00:00Z"},
		{Key: "vcs.modified", Value: "false"},
	}
	changed := append(clean[:2:2], debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	for _, tt := range []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{nil, "tpnote v1.2.3, go1.26"},
		{clean, "tpnote v1.2.3, revision 0123456789ab of 2026-11-20T08:00:00Z, go1.26"},
		{changed, "tpnote v1.2.3, revision 0123456789ab of 2026-11-20T08:00:00Z, modified, go1.26"},
	} {
		info := &debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.3"}, Settings: tt.settings}
		if got := versionOf(info); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
