package cmd

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tpnote/verify/games"
)

// TestManyWarnings holds that warnings alone are legal, also where a game has more of them
// than are kept.
func TestManyWarnings(t *testing.T) {
	var log strings.Builder
	log.WriteString("[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n")
	for turn := range 1200 { // each turn skips a number
		player := []string{"Ann", "Ben"}[turn%2]
		space := []string{"1:bl1", "1:hub/bl"}[turn/2%2]
		fmt.Fprintf(&log, "%d. %s %s-\n", 2*turn+2, player, space)
	}
	file := filepath.Join(t.TempDir(), "game.log")
	if err := os.WriteFile(file, []byte(log.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"replay", "verify"} {
		for _, tt := range []struct {
			args []string
			want int
		}{
			{[]string{command, file}, exitLegal},
			{[]string{command, "--strict", file}, exitFound},
		} {
			if got := run(tt.args, &streams{games: games.All, in: strings.NewReader(""), out: bufio.NewWriter(io.Discard), err: io.Discard}); got != tt.want {
				t.Errorf("%q: exit status %d, want %d", tt.args, got, tt.want)
			}
		}
	}
}
