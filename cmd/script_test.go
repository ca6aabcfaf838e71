package cmd

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/games"
)

func TestMain(m *testing.M) {
	bare := &verify.Game[int, int]{Family: &variant.Family{Name: "bare"}} // a game without a page
	testscript.Main(m, map[string]func(){
		"tpnote": func() { Main(games.All...) },
		"bare":   func() { Main(append(games.All, bare)...) },
	})
}

// TestScripts runs the transcripts in testdata/script: what a user types, and what comes
// back. The folder testdata is at $TESTDATA. Scripts run in a home of their own; what they
// need of this machine's Go, to build without a network, is $HOST_GOMODCACHE, $HOST_GOCACHE and
// $HOST_GOFLAGS.
func TestScripts(t *testing.T) {
	testdata, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var host []string
	for _, name := range []string{"GOMODCACHE", "GOCACHE", "GOFLAGS"} {
		if at, err := exec.Command("go", "env", name).Output(); err == nil {
			host = append(host, "HOST_"+name+"="+strings.TrimSpace(string(at)))
		}
	}
	testscript.Run(t, testscript.Params{
		Dir: "../testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("TESTDATA", testdata+"/../testdata")
			e.Vars = append(e.Vars, host...)
			return nil
		},
	})
}
