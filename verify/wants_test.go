package verify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tpnote/spec"
	"tpnote/verify/internal/logtest"
)

// TestSpecExamples runs every fenced log of the specification: what its comments want is
// found, and nothing else.
func TestSpecExamples(t *testing.T) {
	examples := 0
	for _, path := range slices.Concat(spec.List("*.md"), spec.List("clauses/*.md")) {
		for _, e := range spec.ExamplesIn(path) {
			examples++
			t.Run(fmt.Sprintf("%s:%d", path, e.Line), func(t *testing.T) { logtest.CheckWants(t, path, e.Log) })
		}
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
