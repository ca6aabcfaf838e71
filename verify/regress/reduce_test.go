package regress_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
	"tpnote/verify/regress"
)

// raises reports whether a log raises a code, in a finding or a note of one.
func raises(g *verify.Summary, code verify.Code) bool {
	return slices.ContainsFunc(g.Findings, func(f verify.Finding) bool {
		return f.Code == code || slices.ContainsFunc(f.Notes, func(n verify.Note) bool { return n.Code == code })
	})
}

// codes are the codes that a game raises.
func codes(g *verify.Summary) map[verify.Code]bool {
	all := map[verify.Code]bool{}
	for _, f := range g.Findings {
		all[f.Code] = true
		for _, n := range f.Notes {
			all[n.Code] = true
		}
	}
	return all
}

// smaller yields every text that is a line or an action less; the Variant tag stays.
func smaller(log string) func(yield func(string) bool) {
	lines := strings.SplitAfter(log, "\n")
	return func(yield func(string) bool) {
		for i, line := range lines {
			if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "[Variant") {
				continue
			}
			if !yield(strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")) {
				return
			}
			turn, ok := notation.ParseLine(strings.TrimRight(line, "\n"), 1).Node.(*notation.Turn)
			if !ok || len(turn.Actions) < 2 {
				continue
			}
			for _, word := range turn.Actions {
				shorter := line[:word.Span.Start] + line[word.Span.End:]
				if !yield(strings.Join(slices.Replace(slices.Clone(lines), i, i+1, shorter), "")) {
					return
				}
			}
		}
	}
}

// TestReduceEveryCode reduces games of testdata for every code that they raise, two for each
// code of each game: the code is still raised, no other one comes up, nothing can be left out,
// and reducing once more changes nothing.
func TestReduceEveryCode(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	reduced := map[string]bool{}
	for path, text := range logtest.Logs(t) {
		if strings.Contains(path, "variants") {
			continue // of rules in files beside them
		}
		for b := range notation.NewReader(strings.NewReader(text)).Blocks() {
			log := string(b.Text)
			one := func(text string) *verify.Summary {
				all := logtest.ReadAll(t, r, "x.log", text, nil)
				if len(all) != 1 {
					return &verify.Summary{}
				}
				return all[0]
			}
			whole := one(log)
			before := codes(whole)
			for code := range before {
				key := whole.Rules.Game + " " + string(code)
				if code == verify.CodeFingerprint || reduced[key] {
					continue
				}
				got, err := regress.Reduce(r, ".", log, code)
				if err != nil || !got.Minimal {
					t.Errorf("%s: %s: %v, %v", path, code, got, err)
					continue
				}
				reduced[key] = true
				after := one(got.Log)
				if !raises(after, code) || len(got.Log) > len(log)+1 {
					t.Errorf("%s: %s is not raised by\n%s", path, code, got.Log)
				}
				for other := range codes(after) {
					if !before[other] {
						t.Errorf("%s: %s raises %s too:\n%s", path, code, other, got.Log)
					}
				}
				for less := range smaller(got.Log) {
					g, fresh := one(less), false
					for other := range codes(g) {
						fresh = fresh || !before[other]
					}
					if raises(g, code) && !fresh {
						t.Errorf("%s: %s: this is enough:\n%s\ninstead of\n%s", path, code, less, got.Log)
						break
					}
				}
				again, err := regress.Reduce(r, ".", got.Log, code)
				if err != nil {
					t.Errorf("%s: %s: again: %v", path, code, err)
				} else if diff := cmp.Diff(got.Log, again.Log); diff != "" {
					t.Errorf("%s: %s: again (-once +twice):\n%s", path, code, diff)
				}
			}
		}
	}
	if len(reduced) < 90 {
		t.Errorf("%d codes", len(reduced))
	}
}

// TestReduceLongGame plants an error in games of 300 turns: what is left is the head, a Setup
// and the turn.
func TestReduceLongGame(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	for variant, wrong := range map[string]string{
		"genus-iii": "3:nowhere-", "heisey-mania": "3:nowhere-", "trouble-official": "3:bl9-bl9", "trespass-1974": "A77:b3",
	} {
		game := logtest.PlayOut(t, r, variant, 2, 5, play.Options{Right: 20, Limit: 300})
		lines := strings.Split(strings.TrimSpace(game.Log), "\n")
		last := len(lines) - 1
		fields := strings.Fields(lines[last])
		lines[last] = fields[0] + " " + fields[1] + " " + wrong
		log := strings.Replace(strings.Join(lines, "\n")+"\n", fmt.Sprintf("[Result %q]\n", game.Result), "", 1)
		got, err := regress.Reduce(r, ".", log, "")
		if err != nil {
			t.Fatalf("%s: %v\n%s", variant, err, log)
		}
		turns := 0
		for line := range strings.Lines(got.Log) {
			if _, ok := notation.ParseLine(strings.TrimSpace(line), 1).Node.(*notation.Turn); ok {
				turns++
			}
		}
		if turns != 1 || got.Replays > 2000 {
			t.Errorf("%s: %d turns after %d replays:\n%s", variant, turns, got.Replays, got.Log)
		}
	}
}

func TestReduceParting(t *testing.T) {
	for _, test := range []struct{ name, a, b, log, want string }{
		{"the turn where they part is left", "master-1981", "master-1981-open-hub",
			logtest.Head + "[Setup \"9 Ann Ann=bl3/br,bl,or,ye,pi,gr Ben=or3\"]\n; an evening\n9. Ann 5:hub/ye#\n",
			logtest.Head + "[Setup \"1 Ann Ann=bl3/br,bl,or,ye,pi,gr Ben=hub\"]\n\n1. Ann 5:hub/ye#\n"},
		{"two turns where it takes two", "master-1981", "genus-iii-four-wedge",
			logtest.Head + "1. Ann 3:bl3-\n2. Ben 3:or3-\n3. Ann 1:bl2@A-\n4. Ben 1:or2@A-\n5. Ann 1:bl1-\n", ""},
	} {
		c, err := regress.NewComparison(verify.Options{Games: games.All}, logtest.Ruled(t, test.a), logtest.Ruled(t, test.b))
		if err != nil {
			t.Fatal(err)
		}
		_, was := compare(t, test.a, test.b, test.log)
		got, err := c.Reduce(".", test.log)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		_, is := compare(t, test.a, test.b, got.Log)
		if len(is) != 1 || fmt.Sprint(is[0].First.Causes) != fmt.Sprint(was[0].First.Causes) {
			t.Errorf("%s: the reason is another one:\n%s", test.name, got.Log)
		}
		if test.want != "" && got.Log != test.want {
			t.Errorf("%s (-want +got):\n%s", test.name, cmp.Diff(test.want, got.Log))
		}
	}
}

func TestNothingToReduce(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	log := logtest.Head + "1. Ann 3:bl3-\n"
	if _, err := regress.Reduce(r, ".", log, "unreachable"); !errors.Is(err, regress.ErrNotRaised) {
		t.Errorf("no such finding: %v", err)
	}
	c, err := regress.NewComparison(verify.Options{Games: games.All}, logtest.Ruled(t, "genus-iii"), logtest.Ruled(t, "master-1981"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Reduce(".", log); !errors.Is(err, regress.ErrNotRaised) {
		t.Errorf("no parting: %v", err)
	}
}

// TestReduceShortensWords checks that parts without which the finding stays are left out, and only those.
func TestReduceShortensWords(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	got, err := regress.Reduce(r, ".", "[Game \"trivial-pursuit\"]\n[Players \"Ann\"]\n1. Ann 4:bl3@A17-\n", "unreachable")
	if err != nil {
		t.Fatal(err)
	}
	want := "[Game \"trivial-pursuit\"]\n[Players \"Ann\"]\n\n1. Ann 4:bl3-\n"
	if diff := cmp.Diff(want, got.Log); diff != "" {
		t.Error(diff)
	}
}
