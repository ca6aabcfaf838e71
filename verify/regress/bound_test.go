package regress

import (
	"os"
	"strings"
	"testing"

	"tpnote/verify"
	"tpnote/verify/games"
)

// TestReduceCountsPositions checks that a replay of a log that allows many positions counts for as many, and that
// a reduction ends when they are spent.
func TestReduceCountsPositions(t *testing.T) {
	text, err := os.ReadFile("../../testdata/trouble/unknown.log")
	if err != nil {
		t.Fatal(err)
	}
	r, err := verify.NewReader(verify.Options{Games: games.All})
	if err != nil {
		t.Fatal(err)
	}
	m := &reducer{reader: r, dir: ".", lines: linesOf(string(blockOf(string(text)).Text))}
	m.shows = func(text string) bool { return codesIn(m.judged(r, text))[verify.CodeNoReading] }
	if !m.shows(m.text()) || m.positions < 10_000 {
		t.Fatalf("%d positions in\n%s", m.positions, m.text())
	}
	m.positions = mostPositions - 1
	lines := len(m.lines)
	got := m.reduce(0)
	if got.Minimal || got.Replays != 1 || strings.Count(got.Log, "\n") < lines-3 {
		t.Errorf("minimal %t after %d replays:\n%s", got.Minimal, got.Replays, got.Log)
	}
}

// TestThinShrinkingList checks that thin asks for no items that went with others.
func TestThinShrinkingList(t *testing.T) {
	items := []string{"a", "b", "c", "d", "e"}
	m := &reducer{refused: map[uint64]bool{}, lines: items}
	m.shows = func(text string) bool {
		return !strings.Contains(text, "a") || strings.Contains(text, "e") || strings.Contains(text, "d")
	}
	m.thin(0, func() []string { return m.lines }, func(left []string) []string {
		return left[:min(2, len(left))] // more goes than was asked for
	})
	if len(m.lines) > 1 {
		t.Errorf("%q is left", m.lines)
	}
}
