package games_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/readings"
)

var update = flag.Bool("update", false, "rewrite testdata/mended.txtar")

// TestMended holds all that is said of games with slips, where readings are looked for, against
// testdata/mended.txtar. After each log stands what is found in it.
func TestMended(t *testing.T) {
	path := logtest.Testdata(t, "mended.txtar")
	logs, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	options := verify.Options{Games: games.All, Readings: readings.New()}
	var all txtar.Archive
	all.Comment = logs.Comment
	for i := 0; i < len(logs.Files); i += 2 {
		log, found := logs.Files[i], logs.Files[i+1]
		games := logtest.Replay(t, options, log.Name, string(log.Data))
		got := strings.Join(said(games), "\n") + "\n"
		for _, g := range games {
			if u := g.Unknown; u.Parts+u.Gaps > 0 {
				got += fmt.Sprintf("%d unknown parts, %d ways, at %q\n", u.Parts, u.Ways, u.Positions)
			}
		}
		if want := string(found.Data); !*update && got != want {
			t.Errorf("%s; if it should be so, run go test ./verify/games -run TestMended -update (-was +is):\n%s", log.Name, cmp.Diff(want, got))
		}
		all.Files = append(all.Files, log, txtar.File{Name: found.Name, Data: []byte(got)})
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(&all), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
