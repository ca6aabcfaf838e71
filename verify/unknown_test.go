package verify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

// TestUnknownWarned: a warning in all positions that are left is given, also where others were not.
func TestUnknownWarned(t *testing.T) {
	all := logtest.Replay(t, verify.Options{}, "x.log", logtest.Head+"1. Ann ?:?-\n2. Ben ?:?-\n3. Ann 3:bl+\n")
	if got := found(all); !slices.Equal(got, []string{"5: weak-mark"}) {
		t.Errorf("found %q", got)
	}
}

// TestUnknownJudged holds what is counted and said where several positions fit.
func TestUnknownJudged(t *testing.T) {
	const head = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n"
	const setup = head + "[Setup \"1 Blue Red=home,home,home,re6 Blue=home,home,home,bl0\"]\n1. Blue ?:bl0-?\n2. Red 2:re6xbl1\n"
	const fails = head + "1. Red 6:home-re0 ?\n2. Blue 1:pass\n3. Red 2:pass\n"
	const many = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben, Cleo\"]\n1. Ann ? ? ? ...\n2. Ben ?\n3. Cleo ...\n" // more than a set holds
	for _, test := range []struct{ log, code, says string }{
		{setup + "tally Red captures=1", "", ""}, // by the one position in which it is legal
		{setup + "tally Red captures=0", "tally-mismatch", "the replay counts 1"},
		{setup + "tally Red captures=0 captures=0", "tally-mismatch", "the replay counts 1"}, // once
		{fails + "ruling stands\ntally Red rolls=3", "", ""},                                 // by all, where it is in none
		{fails + "ruling stands\ntally Red rolls=2", "tally-mismatch", "the replay counts 3"},
		{fails, "must-move", "no reading of the unknown parts fits (turns 1 to 3)"},
		{many + "state 4 Ann Ann=bl Ben=ye1 Cleo=or\n4. Ann ?\n5. Ben 1:ye2-\n6. Cleo 1:bl-", "unreachable", "no reading of the unknown parts fits (turns 4 to 6)"},
		{head + "1. Red ?:re1-re2", "no-reading", "no legal action fits the unknown parts (turn 1)"},
	} {
		switch found := errorsIn(t, test.log); {
		case test.code == "" && len(found) == 0:
		case len(found) != 1 || string(found[0].Code) != test.code || !strings.Contains(found[0].Message, test.says):
			t.Errorf("%s: want %s, got %v", test.log, test.code, found)
		}
	}
}

// TestExhausted: after too many positions a replay looks at no more, and says so.
func TestExhausted(t *testing.T) {
	for made, want := range map[int]string{verify.MostMade - 1000: "", verify.MostMade + 1: "too much is unknown"} {
		r := logtest.Begin(t, verify.Header{Variant: "genus-iii", Players: []string{"Ann", "Ben"}})
		r.Line(notation.ParseLine("1. Ann ?", 1))
		verify.Examine(r, made)
		said := ""
		for _, f := range r.Line(notation.ParseLine("2. Ben 6:bl-", 2)).Findings {
			said += f.Message
		}
		if !strings.Contains(said, want) || want == "" && said != "" {
			t.Errorf("after %d positions: %q, want %q", made, said, want)
		}
	}
}

// TestResume checks that secrets known before a gap are known after it.
func TestResume(t *testing.T) {
	const head = "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n"
	const rows = "B1,B2,B3,B4,B5/B6,B7,B8,B9,1/4,A8/4,B0/A7,A2,1,A9,A6/A1,A3,A0,A4,A5"
	const gone = head + "[Setup \"9 Ann - B1,A7,B3,B4,B5/B6,B7,B8,B9,1/4,A8/4,B0/B2,A2,1,A9,A6/A1,A3,A0,A4,A5 A=? B=?\"]\n9. Ann A0:c1-c2\n10. Ben ?\n" +
		"gap\nstate 20 Ben A7 A7,B1,B3,B4,B5/B6,B7,B8,B9,1/4,A8/4,B0/B2,A2,A0,A9,A6/A1,A3,1,A4,A5 "
	for _, test := range []struct {
		log, code, says string
		line            int
	}{
		{head + "commit Ann 432fe99e73572136aeb4b7e7abf5af800f7cf8522ebcd0ea77bc8751134d2b85\ngap\nstate 5 Ann - " + rows + " A=? B=?\nreveal Ann 7 salt", "", "", 0},
		{head + "secret Ann 7\ngap\nstate 5 Ann - " + rows + " A=? B=?\nsecret Ann 8", "secret", "an earlier line gives A7", 6},
		{head + "secret Ann 7\ngap\nstate 5 Ann - " + rows + " A=7 B=?", "", "", 0},
		{head + "secret Ann 7\ngap\nstate 5 Ann - " + rows + " A=8 B=?", "state-mismatch", "the secret of A is known to be 7", 5},
		{head + "secret Ann 8\ngap\nstate 9 Ann - A8,B2,B3,B4,B5/B6,B7,B1,B9,1/5/4,B0/A7,A2,B8,A9,A6/A1,A3,A0,A4,A5 A=? B=?", "state-mismatch", "the secret A8 is in the opponent's back row", 5},
		{gone + "A=? B=?\nsecret Ann 7", "secret", "the game was over before this turn", 4},
	} {
		switch found := errorsIn(t, test.log); {
		case test.code == "" && len(found) == 0:
		case len(found) != 1 || string(found[0].Code) != test.code || !strings.Contains(found[0].Message, test.says) || found[0].Span.Line != test.line:
			t.Errorf("%s: want %s in line %d, got %v", test.log, test.code, test.line, found)
		}
	}
}

func errorsIn(t *testing.T, log string) []verify.Finding {
	t.Helper()
	return slices.DeleteFunc(logtest.Replay(t, verify.Options{}, "log", log)[0].Findings, func(f verify.Finding) bool { return f.Severity != verify.SeverityError })
}

// TestRankedOnce holds that an action which several positions allow is listed once.
func TestRankedOnce(t *testing.T) {
	p := logtest.Begin(t, verify.Header{Variant: "genus-iii", Players: []string{"Ann", "Ben"}})
	for i, text := range []string{"1. Ann ?", "2. Ben 3:bl3-"} {
		p.Line(notation.ParseLine(text, i+1))
	}
	if p.Size() < 2 {
		t.Fatalf("%d positions", p.Size())
	}
	seen := map[string]bool{}
	for _, m := range p.Ranked() {
		if seen[m.Word] {
			t.Errorf("%s is listed again", m.Word)
		}
		seen[m.Word] = true
	}
}

// TestPositions holds the positions that a record with an unknown part leads to.
func TestPositions(t *testing.T) {
	p := logtest.Begin(t, verify.Header{Variant: "genus-iii", Players: []string{"Ann", "Ben"}})
	p.Line(notation.ParseLine("1. Ann 6:??", 1))
	u := p.Unknown()
	if got := len(u.Positions); got != 8 || u.More != p.Size()-8 || !slices.IsSorted(u.Positions) {
		t.Errorf("%d of %d positions, %d more:\n%s", got, p.Size(), u.More, strings.Join(u.Positions, "\n"))
	}
}

// TestSideNumbers holds the depth of the side line that each event is in, and that inner ones are judged.
func TestSideNumbers(t *testing.T) {
	log := logtest.Head + "[Variant \"genus-iii\"]\n\n1. Ann 3:bl3-\n(\n1. Ann 4:bl4-\n2. Ben 1:bl1-\n(\n2. Ben 2:bl4-\n)\n)\n2. Ben 3:bl3-\n"
	var got []string
	for _, g := range logtest.ReadAll(t, logtest.NewReader(t, verify.Options{}), "x.log", log, func(ev *verify.Event) {
		if text := ev.Line.Text; text != "" && text[0] != '[' {
			got = append(got, fmt.Sprintf("%d %s", ev.Side, text))
		}
	}) {
		if len(g.Findings) != 1 || !g.Findings[0].SideLine || g.Findings[0].Span.Line != 10 {
			t.Error(g.Findings)
		}
	}
	want := []string{"0 1. Ann 3:bl3-", "1 (", "1 1. Ann 4:bl4-", "1 2. Ben 1:bl1-", "2 (", "2 2. Ben 2:bl4-", "2 )", "1 )", "0 2. Ben 3:bl3-"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
