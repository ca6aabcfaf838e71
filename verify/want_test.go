package verify_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/spec"
	"tpnote/verify"
)

// replay judges a log given as text.
func replay(t testing.TB, options verify.Options, name, text string) []*verify.Game {
	t.Helper()
	r, err := verify.NewReplayer(options)
	if err != nil {
		t.Fatal(err)
	}
	var games []*verify.Game
	if _, err := r.File(name, filepath.Dir(name), strings.NewReader(text), func(g *verify.Game) error {
		games = append(games, g)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return games
}

// found lists what a replay raised, as "line: code", findings and folded notes alike.
func found(games []*verify.Game) []string {
	var out []string
	for _, g := range games {
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
	reader := notation.NewReader(strings.NewReader(text))
	for {
		block, err := reader.Next()
		if err != nil {
			slices.Sort(out)
			return slices.Compact(out)
		}
		for line := range block.Lines() {
			for _, code := range line.Want() {
				out = append(out, fmt.Sprintf("%d: %s", line.Span.Line, code))
			}
		}
	}
}

// checkWants holds a log against its want comments.
func checkWants(t *testing.T, name, text string) {
	t.Helper()
	games := replay(t, verify.Options{}, name, text)
	if len(games) == 0 {
		t.Fatal("no game")
	}
	if diff := cmp.Diff(wanted(text), found(games)); diff != "" {
		t.Errorf("findings (-wanted +found):\n%s", diff)
		for _, g := range games {
			for _, f := range g.Findings {
				t.Logf("%d:%d %s: %s %v", f.Span.Line, f.Span.Column, f.Code, f.Message, f.Notes)
			}
		}
	}
}

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
		for at, log := range fenced(text) {
			examples++
			t.Run(fmt.Sprintf("%s:%d", path, at), func(t *testing.T) { checkWants(t, path, log) })
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

// fenced yields the line number and the text of every block marked tpnote.
func fenced(page []byte) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		var log strings.Builder
		begin := 0
		for i, line := range bytes.SplitAfter(page, []byte("\n")) {
			trimmed := strings.TrimSpace(string(line))
			switch {
			case begin == 0 && trimmed == "```tpnote":
				begin = i + 1
				log.Reset()
			case begin > 0 && trimmed == "```":
				if !yield(begin, log.String()) {
					return
				}
				begin = 0
			case begin > 0:
				log.Write(line)
			}
		}
	}
}

// TestLogs holds every log in testdata against its want comments.
func TestLogs(t *testing.T) {
	logs, err := filepath.Glob("../testdata/*/*.log")
	if err != nil || len(logs) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	for _, path := range logs {
		t.Run(strings.TrimPrefix(path, "../testdata/"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			checkWants(t, path, string(text))
		})
	}
}
