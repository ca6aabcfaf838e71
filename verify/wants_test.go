package verify_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"tpnote/spec"
	"tpnote/verify/internal/logtest"
)

// TestSpecExamples runs every fenced log of the specification: what its comments want is
// found, and nothing else.
func TestSpecExamples(t *testing.T) {
	examples := 0
	err := fs.WalkDir(spec.Pages(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(spec.Pages(), path)
		if err != nil {
			return err
		}
		for at, log := range logtest.Fenced(text) {
			examples++
			t.Run(fmt.Sprintf("%s:%d", path, at), func(t *testing.T) { logtest.CheckWants(t, path, log) })
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if examples < 50 {
		t.Errorf("%d examples in the specification; there used to be more than 50", examples)
	}
}

// TestLogs holds every log in testdata against its want comments.
func TestLogs(t *testing.T) {
	for path, text := range logtest.Logs(t) {
		t.Run(strings.TrimPrefix(path, "../testdata/"), func(t *testing.T) { logtest.CheckWants(t, path, text) })
	}
}
