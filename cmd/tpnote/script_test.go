package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tpnote": main})
}

// TestScripts runs the transcripts in testdata/script: what a user types, and what comes
// back. The folder testdata is at $TESTDATA.
func TestScripts(t *testing.T) {
	testdata, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "../../testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("TESTDATA", testdata+"/../../testdata")
			return nil
		},
	})
}
