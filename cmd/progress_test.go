package cmd

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestProgressLine(t *testing.T) {
	tests := []struct {
		p    *progress
		took time.Duration
		want string
	}{
		{&progress{counts: true, total: 4e6}, 0, "0 games, 0 findings  ░░░░░░░░░░░░░░░   0%  4.0 MB, 0.0 MB/s"},
		{&progress{counts: true, games: 12, findings: 3, read: 1e6, total: 4e6}, 2 * time.Second, "12 games, 3 findings  ████░░░░░░░░░░░  25%  4.0 MB, 0.5 MB/s, 6s left"},
		{&progress{counts: true, games: 1, read: 5e6, total: 4e6}, time.Second, "1 games, 0 findings  ███████████████ 100%  4.0 MB, 5.0 MB/s, 0s left"},
		{&progress{counts: true, games: 1, read: 5e6}, time.Second, "1 games, 0 findings  5.0 MB, 5.0 MB/s"},
		{&progress{read: 1e6, total: 4e6}, 2 * time.Second, "████░░░░░░░░░░░  25%  4.0 MB, 0.5 MB/s, 6s left"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, tt.p.text(tt.took)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// TestProgressAside checks that other output begins on a clear line, and that the progress line is
// never wider than the terminal.
func TestProgressAside(t *testing.T) {
	var screen bytes.Buffer
	l := &statusLine{Writer: &screen, columns: func() int { return 20 }, runs: true, begun: time.Now()}
	out := l.beside(&screen)
	io.WriteString(out, "before\n")
	l.judged(0, 0)
	io.WriteString(out, "after\n")
	want := "before\n\r0 games, 0 findings\r" + strings.Repeat(" ", 19) + "\rafter\n"
	if diff := cmp.Diff(want, screen.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
