package verify_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

// TestOrderLines checks the rolls for the first turn of three players under each value of rolloff-tie.
func TestOrderLines(t *testing.T) {
	for _, tt := range []struct{ tie, order, begins, want string }{
		{"highest", "Ann:6 Ben:2 Cleo:2", "Ann", ""},
		{"highest", "Ann:6 Ben:6 Cleo:2 / Ann:1 Ben:3", "Ben", ""},
		{"highest", "Ann:6 Ben:6 Cleo:2", "Ann", "4: order-roll"},
		{"highest", "Ann:6 Ben:6 Cleo:2 / Ann:1 Ben:3 Cleo:4", "Ben", "4: order-roll"},
		{"everyone", "Ann:6 Ben:2 Cleo:2", "Ann", ""},
		{"everyone", "Ann:6 Ben:6 Cleo:2 / Ann:1 Ben:3", "Ben", "4: order-roll"},
		{"everyone", "Ann:6 Ben:6 Cleo:2 / Ann:1 Ben:3 Cleo:4", "Cleo", ""},
		{"every-tie", "Ann:6 Ben:2 Cleo:2", "Ann", "4: order-roll"},
		{"every-tie", "Ann:6 Ben:2 Cleo:2 / Ben:1 Cleo:5", "Ann", ""},
		{"every-tie", "Ann:6 Ben:6 Cleo:2 / Ann:1 Ben:3", "Ben", ""},
	} {
		text := "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben, Cleo\"]\n\norder " + tt.order + "\n1. " + tt.begins + " 3:bl3-\n"
		all := logtest.Replay(t, verify.Options{Set: []string{"rolloff-tie=" + tt.tie}}, "x.log", text)
		if got := strings.Join(logtest.Found(all), " "); got != tt.want {
			t.Errorf("%s, order %s, %s begins: %q, want %q", tt.tie, tt.order, tt.begins, got, tt.want)
		}
	}
}

// TestRulingAfterSideLines checks that a ruling is about the turn before the side lines that it follows.
func TestRulingAfterSideLines(t *testing.T) {
	for _, side := range []string{"", "(\n1. Ann 6:br-\n2. Ben 6:or-\n)\n", "(\n1. Ann 6:br-\n(\n1. Ann 6:bl-\n)\n2. Ben 6:or-\n)\n(\n1. Ann 6:ye-\n2. Ben 6:or-\n)\n"} {
		text := logtest.Head + "1. Ann 6:or3-\n" + side + "ruling stands\n2. Ben 6:or-\n"
		g := logtest.Replay(t, verify.Options{}, "x.log", text)[0]
		if len(g.Findings) != 1 || g.Findings[0].Severity != verify.SeverityNote {
			t.Errorf("%q: %v", side, g.Findings)
		}
	}
}

// TestSaid checks what is said of the actions of a turn with a word that is none.
func TestSaid(t *testing.T) {
	var said []string
	logtest.Watch(t, verify.Options{Narrate: true}, "x.log", logtest.Head+"1. Ann zz 6:br-\n", func(ev *verify.Event) {
		for _, a := range ev.Actions {
			said = append(said, a.Said)
		}
	})
	want := []string{"not an action; skipped", "rolls 6 to br (the brown headquarters): Art & Literature, wrong, the turn passes"}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
