package verify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

// TestSpecExamples runs every fenced log of the specification: what its comments want is
// found, and nothing else.
func TestSpecExamples(t *testing.T) {
	examples := 0
	for _, path := range slices.Concat(spec.List("*.md"), spec.List("clauses/*.md")) {
		for _, e := range spec.ExamplesIn(path) {
			examples++
			t.Run(fmt.Sprintf("%s:%d", path, e.Line), func(t *testing.T) { checkWants(t, path, e.Log) })
		}
	}
	if examples < 50 {
		t.Errorf("%d examples in the specification; there used to be more than 50", examples)
	}
}

// TestLogs holds every log in testdata against its want comments.
func TestLogs(t *testing.T) {
	for path, text := range logtest.Logs(t) {
		t.Run(strings.TrimPrefix(path, "../testdata/"), func(t *testing.T) { checkWants(t, path, text) })
	}
}

// found lists what a replay raised, as "line: code", findings and folded notes alike.
func found(all []*verify.Summary) []string {
	var out []string
	for _, g := range all {
		for _, f := range g.Findings {
			out = append(out, fmt.Sprintf("%d: %s", f.Span.Line, f.Code))
			for _, n := range f.Notes {
				out = append(out, fmt.Sprintf("%d: %s", n.Span.Line, n.Code))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// wanted lists what the comments of a log want, in the same form.
func wanted(text string) []string {
	var out []string
	for block := range notation.NewReader(strings.NewReader(text)).Blocks() { // memory is always read to its end
		for line := range block.Lines() {
			for _, code := range line.Want() {
				out = append(out, fmt.Sprintf("%d: %s", line.Span.Line, code))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// checkWants checks the want comments of a log.
func checkWants(t *testing.T, name, text string) {
	t.Helper()
	all := logtest.Replay(t, verify.Options{}, name, text)
	if len(all) == 0 {
		t.Fatal("no game")
	}
	if diff := cmp.Diff(wanted(text), found(all)); diff != "" {
		t.Errorf("findings (-wanted +found):\n%s", diff)
		for _, g := range all {
			for _, f := range g.Findings {
				t.Logf("%d:%d %s: %s %v", f.Span.Line, f.Span.Column, f.Code, f.Message, f.Notes)
			}
		}
	}
}
