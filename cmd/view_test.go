package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tpnote/verify/games"
)

// TestRenderedPages holds that what the README shows is what the program draws.
func TestRenderedPages(t *testing.T) {
	t.Chdir("..")
	for file, flags := range map[string]string{
		"testdata/lessons/genus-iii.html": "--quiz",
		"testdata/lessons/genus-iii.svg":  "--turn 4",
	} {
		made := filepath.Join(t.TempDir(), filepath.Base(file))
		command := "view " + flags + " testdata/lessons/genus-iii.log -o "
		var said bytes.Buffer
		if status := run(strings.Fields(command+made), &streams{games: games.All, in: strings.NewReader(""), out: &said, err: &said}); status != exitLegal {
			t.Fatal(said.String())
		}
		want, err := os.ReadFile(made)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is out of date; make it anew:\n\tgo run ./cmd/tpnote %s", file, command+file)
		}
	}
}
