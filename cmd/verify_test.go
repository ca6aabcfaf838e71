package cmd

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// TestFixesStayInTheirGames fixes games between others, with a mark before the first and no
// newline after the last: no other byte of the file changes.
func TestFixesStayInTheirGames(t *testing.T) {
	const (
		head     = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n\n"
		fixable  = head + "1. Ann 6:bl+ 1:bl5-\n3. Ben 3:ye3-"
		fixed    = head + "1. Ann 6:bl* 1:bl5-\n2. Ben 3:ye3-"
		legal    = head + "1. Ann 6:bl-\n"
		doubtful = head + "1. Ann 6:bl+ 1:bl5-\n3. Ben 3:zz3-\n" // it has another error, so it is not fixed
	)
	for _, end := range []string{"\n", "\r\n"} {
		for _, first := range []string{"", legal + "\n", doubtful, "; a remark\n\n"} {
			for _, last := range []string{"", "\n", "\n\n" + legal, "\n" + doubtful + "\n" + fixable} {
				dress := strings.NewReplacer("\n", end)
				file := filepath.Join(t.TempDir(), "x.log")
				if err := os.WriteFile(file, []byte("\xef\xbb\xbf"+dress.Replace(first+fixable+last)), 0o600); err != nil {
					t.Fatal(err)
				}
				run([]string{"verify", "--fix", file}, &streams{games: games.All, in: strings.NewReader(""), out: bufio.NewWriter(io.Discard), err: io.Discard})
				got, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				want := "\xef\xbb\xbf" + dress.Replace(first+fixed+strings.Replace(last, fixable, fixed, 1))
				if diff := cmp.Diff(want, string(got)); diff != "" {
					t.Errorf("between %q and %q (-want +got):\n%s", first, last, diff)
				}
			}
		}
	}
}
