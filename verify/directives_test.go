package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
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
		if got := strings.Join(found(all), " "); got != tt.want {
			t.Errorf("%s, order %s, %s begins: %q, want %q", tt.tie, tt.order, tt.begins, got, tt.want)
		}
	}
}

// TestTallyKeys checks that a tally has no keys for dice in a game without dice.
func TestTallyKeys(t *testing.T) {
	for game, want := range map[string]string{
		"trouble":  `this game has no count "jumps": a tally has turns, rolls, sixes, pips, home, finished, captures, captured`,
		"trespass": `this game has no count "rolls": a tally has turns, moves, jumps`,
	} {
		text := "[Game \"" + game + "\"]\n[Players \"Red, Blue\"]\ntally Red turns=0 rolls=0 sixes=0 pips=0 jumps=0\n"
		g := logtest.Replay(t, verify.Options{}, "x.log", text)[0]
		if len(g.Findings) == 0 || g.Findings[0].Message != want {
			t.Errorf("%s: %v, want %s", game, g.Findings, want)
		}
	}
}

// TestRulingOfLongTurn checks that a ruling bears on each line of its turn, however many lines the turn has and blank
// lines follow it. The pass looks ahead once for all of them: else this test would not end.
func TestRulingOfLongTurn(t *testing.T) {
	const lines = 150_000
	turn := logtest.Head + "\n" + strings.Repeat("1. Ann 6:bl1+\n", lines) + strings.Repeat("\n", lines)
	for end, ok := range map[string]bool{"ruling stands\n": true, "; the table let it stand\n": false} {
		g := logtest.Replay(t, verify.Options{}, "long.log", turn+end)[0]
		if g.OK() != ok || len(g.Findings) == 0 {
			t.Errorf("with %q: %d findings, and it is %s", end, len(g.Findings), g.Verdict())
		}
	}
}

// TestManyTags checks that games with very many tags begin, the second as the first, and that each tag is compared
// with no other one: else this test would not end.
func TestManyTags(t *testing.T) {
	const tags = 60_000
	var game strings.Builder
	for i := range tags {
		fmt.Fprintf(&game, "[T%d \"x\"]\n", i)
	}
	game.WriteString(logtest.Head + "1. Ann 6:br-\n")
	for _, g := range logtest.Replay(t, verify.Options{}, "tags.log", strings.Repeat(game.String(), 2)) {
		if named := (notation.Block{Text: []byte(game.String())}).Tags(); !g.OK() || len(named) <= tags {
			t.Errorf("%d tags; the game is %s", len(named), g.Verdict())
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
	logtest.ReadAll(t, logtest.NewReader(t, verify.Options{Narrate: true}), "x.log", logtest.Head+"1. Ann zz 6:br-\n", func(ev *verify.Event) {
		for _, a := range ev.Actions {
			said = append(said, a.Said)
		}
	})
	want := []string{"not an action; skipped", "rolls 6 to br (the brown headquarters): Art & Literature, wrong, the turn passes"}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestGuesses checks what is said of a word that is not written down.
func TestGuesses(t *testing.T) {
	for word, want := range map[string]string{
		"6:br?": "not written down: 6:br* or 6:br-",
		"6:??":  "not written down: 6:br*, 6:br-, 6:bl*, 6:bl-, 6:or*, 6:or-, or one of 6 more",
	} {
		logtest.ReadAll(t, logtest.NewReader(t, verify.Options{Narrate: true}), "x.log", logtest.Head+"1. Ann "+word+"\n", func(ev *verify.Event) {
			for _, a := range ev.Actions {
				if a.Said != want {
					t.Errorf("%s: %s, want %s", word, a.Said, want)
				}
			}
		})
	}
}

// TestMisplaced checks lines that cannot stand where they do, or for those who play.
func TestMisplaced(t *testing.T) {
	deep := func(n int) string {
		return logtest.Head + "1. Ann 6:br-\n" + strings.Repeat("(\n1. Ann 6:bl-\n", n) + strings.Repeat(")\n", n)
	}
	for log, want := range map[string]string{
		deep(8): "",
		deep(9): "20: directive",
		"[Game \"trivial-pursuit\"]\n[Players \"Ann\"]\n1. Ann 3:bl3- 1:bl4-\n": "2: players 3: turn-over", // the next turn is Ann's, too
	} {
		if got := strings.Join(found(logtest.Replay(t, verify.Options{}, "x.log", log)), " "); got != want {
			t.Errorf("%q, want %q:\n%s", got, want, log)
		}
	}
}

// TestOmitted checks that findings over the limit are counted.
func TestOmitted(t *testing.T) {
	g := logtest.Replay(t, verify.Options{}, "x.log", logtest.Head+strings.Repeat("no line\n", verify.MaxFindings+5))[0]
	if len(g.Findings) != verify.MaxFindings || g.Omitted != 5 {
		t.Errorf("%d findings are kept and %d omitted", len(g.Findings), g.Omitted)
	}
}

// TestResultAfterGap: the result of a game with a gap is not known, whatever its tags say.
func TestResultAfterGap(t *testing.T) {
	const tags = "[Termination \"resigned\"]\n[Result \"Ann\"]\n"
	for body, want := range map[string]string{"1. Ann 3:bl3-\n": "Ann", "1. Ann 3:bl3-\ngap\n": "*"} {
		if g := logtest.Replay(t, verify.Options{}, "x.log", logtest.Head+tags+body)[0]; g.Result != want {
			t.Errorf("%q: the result is %s, want %s", body, g.Result, want)
		}
	}
}

// TestSkippedMove: a move to a square that the board has not is skipped, and the turn passes.
func TestSkippedMove(t *testing.T) {
	const rows = " - B1,A7,B3,B4,B5/B6,B7,B8,B9,1/4,A8/4,B0/B2,A2,1,A9,A6/A1,A3,A0,A4,A5 A=? B=?"
	g := logtest.Replay(t, verify.Options{}, "x.log", "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n[Setup \"9 Ann"+rows+"\"]\n9. Ann A8:a4-a9\n")[0]
	if want := "10 Ben" + rows; g.Position != want {
		t.Errorf("got  %s\nwant %s", g.Position, want)
	}
}
