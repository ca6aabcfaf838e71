package cmd

import (
	"bufio"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"tpnote/verify/games"
)

// TestJSONKeepsNoGames holds that lists of games in JSON go out as they are made: the memory of the commands that
// print one does not grow with the number of games.
func TestJSONKeepsNoGames(t *testing.T) {
	const number, game = 3000, "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n[Event \"e\"]\n\nplace Ann 0 1 2 3 4 / 5 6 7 8 9\n\n"
	file := filepath.Join(t.TempDir(), "games.log")
	if err := os.WriteFile(file, []byte(strings.Repeat(game, number)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"test", "luck"} {
		printed, early, late := 0, uint64(0), uint64(0)
		out := writing(func(text []byte) (int, error) {
			switch printed += strings.Count(string(text), `"game":`); {
			case early == 0 && printed > number/10:
				early = held()
			case late == 0 && printed > number*8/10:
				late = held()
			}
			return len(text), nil
		})
		status := run([]string{command, "--format", "json", file}, &streams{games: games.All, in: strings.NewReader(""), out: bufio.NewWriter(out), err: os.Stderr})
		if status != exitLegal || late == 0 || late > early+number*200 {
			t.Errorf("%s ends with %d: it prints %d of %d games, and holds %d bytes after a tenth of them, and %d after most", command, status, printed, number, early, late)
		}
	}
}

// held is how many bytes of memory are in use.
func held() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
