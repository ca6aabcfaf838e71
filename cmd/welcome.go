package cmd

import (
	"fmt"
	"runtime/debug"
)

// firstScreen is printed by the program without arguments.
const firstScreen = `tpnote replays, checks and explains the logs of board games.

A log is plain text, one line a turn; this one is complete:

  [Game "trivial-pursuit"]
  [Players "Ann, Ben"]
  1. Ann 6:bl* 3:bl3-          ; to the blue headquarters, and a wedge; then a miss
  2. Ben 6:or-

What to try first:

  tpnote replay game.log                   what happened, and what is wrong
  tpnote legal game.log                    what may be done next
  tpnote legal game.log --why 3:bl+        all that is wrong with an action
  tpnote fmt -w game.log                   the canonical form
  tpnote play --variant trouble-official   a whole legal game
  tpnote explain hub-entry                 what a finding or a rule means

tpnote --help lists all commands, tpnote COMMAND --help explains one.
`

// version returns the version, as far as the build records it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "tpnote (unknown version)"
	}
	return versionOf(info)
}

// versionOf returns the version, the revision, whether the working tree had uncommitted
// changes, and Go's version.
func versionOf(info *debug.BuildInfo) string {
	built := map[string]string{}
	for _, s := range info.Settings {
		built[s.Key] = s.Value
	}
	text := "tpnote " + info.Main.Version
	if revision := built["vcs.revision"]; revision != "" {
		text += fmt.Sprintf(", revision %.12s of %s", revision, built["vcs.time"])
		if built["vcs.modified"] == "true" {
			text += ", modified"
		}
	}
	return text + ", " + info.GoVersion
}
