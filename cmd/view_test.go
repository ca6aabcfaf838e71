package cmd

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tpnote/verify/games"
)

// TestRenderedPages holds that what the README and the specification show is what the program
// draws.
func TestRenderedPages(t *testing.T) {
	t.Chdir("..")
	drawn := map[string]string{
		"testdata/lessons/genus-iii.html": "--quiz testdata/lessons/genus-iii.log",
		"testdata/lessons/genus-iii.svg":  "--turn 4 testdata/lessons/genus-iii.log",
	}
	for _, game := range []string{"trivial-pursuit-1981", "genus-iii", "heisey-mania", "trouble", "trespass"} {
		drawn["testdata/games/"+game+".svg"] = "testdata/games/" + game + ".log"
	}
	for n := 1; n <= 8; n++ {
		drawn[fmt.Sprintf("spec/diagrams/trespass-%d.svg", n)] = fmt.Sprintf("--names --game %d testdata/trespass/diagrams.log", n)
	}
	for file, flags := range drawn {
		made := filepath.Join(t.TempDir(), filepath.Base(file))
		command := "view " + flags + " -o "
		var said bytes.Buffer
		if status := run(strings.Fields(command+made), &streams{games: games.All, in: strings.NewReader(""), out: bufio.NewWriter(&said), err: &said}); status != exitLegal {
			t.Fatal(said.String())
		}
		want, err := os.ReadFile(made)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is out of date; make it again:\n\tgo run ./cmd/tpnote %s", file, command+file)
		}
	}
}
