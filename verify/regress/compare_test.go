package regress_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
	"tpnote/verify/regress"
)

// compare replays a log under two variants, each "NAME" or "NAME point=value …".
func compare(t *testing.T, a, b, log string) (*regress.Comparison, []*regress.Parting) {
	t.Helper()
	c, err := regress.NewComparison(verify.Options{Games: games.All}, logtest.Ruled(t, a), logtest.Ruled(t, b))
	if err != nil {
		t.Fatal(err)
	}
	return c, partings(t, c, log)
}

// partings compares the games of a log.
func partings(t *testing.T, c *regress.Comparison, log string) (all []*regress.Parting) {
	t.Helper()
	for b := range notation.NewReader(strings.NewReader(log)).Blocks() { // memory is always read to its end
		p, err := c.Part("x.log", ".", b)
		if err := c.Count(c.Names(b), p, err); err != nil {
			t.Fatal(err)
		}
		if p != nil {
			all = append(all, p)
		}
	}
	return all
}

// inShort is a parting in a line: where, both verdicts, and why.
func inShort(p *regress.Parting) string {
	text := fmt.Sprintf("%d/%d %s→%s %v", p.First.Line, p.First.Turn, p.A.Verdict(), p.B.Verdict(), p.First.Causes)
	if p.Judged != nil {
		text += fmt.Sprintf(", judged %d/%d %v", p.Judged.Line, p.Judged.Turn, p.Judged.Causes)
	}
	return text
}

func TestCompare(t *testing.T) {
	for _, test := range []struct{ name, a, b, log, want string }{
		{"an overshoot", "master-1981", "master-1981-open-hub",
			logtest.Head + "[Setup \"9 Ann Ann=bl3/br,bl,or,ye,pi,gr Ben=or3\"]\n9. Ann 5:hub/ye#\n",
			"4/9 illegal→legal [[hub-entry]]"},
		{"one of many rule points", "master-1981", "genus-iii-four-wedge",
			logtest.Head + "1. Ann 3:bl3@A-\n2. Ben 3:or3@A-\n",
			"4/2 illegal→legal [[card-alternation]]"},
		{"a bar shows before it is broken", "master-1981", "genus-iii",
			logtest.Head + "1. Ann 6:bl-\n2. Ben 3:or3-\n3. Ann 2:bl2or 2:bl-\n",
			"3/1 legal→illegal [[headquarters-reentry]], judged 5/3 [[headquarters-reentry]]"},
		{"two rule points together", "master-1981", "master-1981 hub-passing=never hub-entry=at-least",
			logtest.Head + "[Setup \"9 Ann Ann=bl3/br,bl,or,ye,pi,gr Ben=or3\"]\n9. Ann 4:or1- \n10. Ben 5:bl2-\n",
			"4/9 legal→illegal [[hub-passing]]"},
		{"neither alone", "master-1981", "master-1981 card-boxes=1 card-alternation=free",
			logtest.Head + "1. Ann 3:bl3@A-\n2. Ben 3:or3@A-\n",
			"4/2 illegal→legal [[card-boxes] [card-alternation]]"},
		{"only together", "master-1981 wedges-to-win=5", "master-1981 wedges-to-win=4 wedge-set=br",
			logtest.Head + "[Setup \"9 Ann Ann=bl3/br,bl,or,ye Ben=or3\"]\n9. Ann 3:hub/ye#\n\n" +
				logtest.Head + "[Setup \"9 Ann Ann=bl3/bl,or,ye,pi,gr Ben=or3\"]\n9. Ann 3:hub/ye#\n",
			"4/9 illegal→legal [[wedges-to-win]]; 9/9 legal→illegal [[wedge-set]]"},
		{"a combination", "master-1981 wedges-to-win=5 wedge-set=br", "master-1981 wedges-to-win=4",
			logtest.Head + "[Setup \"9 Ann Ann=bl3/bl,or,ye,pi Ben=or3\"]\n9. Ann 3:hub/ye#\n",
			"4/9 illegal→legal [[wedges-to-win wedge-set]]"},
		{"the number of players", "master-1981", "master-1981 players=3-6",
			logtest.Head + "1. Ann 3:bl3-\n",
			"2/0 legal→illegal [[players]]"},
		{"another board", "genus-iii", "../../testdata/variants/another-edition.yaml",
			logtest.Head + "1. Ann 6:bl* 2:br5bl 5:br-\n",
			"3/1 legal→illegal [[board]]"},
		{"the result", "master-1981", "master-1981 first-turn-tie=none",
			logtest.Head + "[Result \"Ann\"]\n[Setup \"1 Ann Ann=bl3/br,bl,or,ye,pi,gr Ben=or3\"]\n1. Ann 3:hub/ye#\n",
			"5/1 legal→legal [[first-turn-tie]]"},
		{"a bar without effect", "master-1981", "genus-iii",
			logtest.Head + "1. Ann 6:bl-\n2. Ben 3:or3-\n3. Ann 1:bl1or-\n", ""},
		{"nothing", "master-1981", "genus-iii", logtest.Head + "1. Ann 3:bl3-\n2. Ben 3:or3-\n", ""},
		{"nothing but the name of the rules", "master-1981", "genus-iii",
			logtest.Head + "[Rules \"master-1981@000000000000\"]\n1. Ann 3:bl3-\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, all := compare(t, test.a, test.b, test.log)
			var got []string
			for _, p := range all {
				got = append(got, inShort(p))
			}
			if diff := cmp.Diff(test.want, strings.Join(got, "; ")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestTally: the summary counts what each rule point does by itself.
func TestTally(t *testing.T) {
	log := logtest.Head + "1. Ann 6:bl-\n2. Ben 3:or3-\n3. Ann 2:bl2or 2:bl-\n\n" + // breaks the bar
		logtest.Head + "1. Ann 6:bl-\n2. Ben 3:or3-\n\n" + // shows it
		logtest.Head + "1. Ann 3:bl3@A-\n2. Ben 3:or3@A-\n\n" + // becomes legal
		logtest.Head + "1. Ann 3:bl3-\n\n" + // stays
		"[Game \"trouble\"]\n[Players \"Red, Blue\"]\n1. Red 3:pass\n" // is passed over
	c, _ := compare(t, "master-1981", "genus-iii", log)
	want := []regress.Tally{
		{Points: []string{"headquarters-reentry"}, Games: 2, Illegal: 1},
		{Points: []string{"card-alternation"}, Games: 1, Legal: 1},
	}
	if diff := cmp.Diff(want, c.Tallies); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c.Games != 4 || c.Changed != 3 || c.Others != 1 {
		t.Errorf("%d games, %d changed, %d others", c.Games, c.Changed, c.Others)
	}
}

// TestIdenticalVariantsDoNotDiffer: on no log of testdata, by any built-in variant.
func TestIdenticalVariantsDoNotDiffer(t *testing.T) {
	for i, name := range logtest.Library().Builtin() {
		n := 0
		for path, text := range logtest.Logs(t) {
			if n++; (i+n)%4 > 0 {
				continue // another variant has it
			}
			if c, all := compare(t, name, name, text); len(all) > 0 || c.Changed > 0 {
				t.Errorf("%s differs from itself on %s", name, path)
			}
		}
	}
}

// TestCompareSooner checks that the shortcuts of a comparison miss nothing. An empty side line at the
// end of a game changes nothing, but switches them off.
func TestCompareSooner(t *testing.T) {
	chance := rand.New(rand.NewPCG(17, 0))
	player := logtest.NewReader(t, verify.Options{})
	changed := 0
	for _, pair := range [][2]string{
		{"genus-iii", "genus-iii-four-wedge"},
		{"genus-iii-four-wedge", "master-1981"},
		{"master-1981", "../../testdata/variants/kitchen-table.yaml"},
		{"master-1981", "master-1981 hub-passing=never turn-direction=counter-clockwise"},
		{"master-1981 card-boxes=3", "master-1981"},
		{"trouble-official", "trouble-spec"},
		{"trouble-spec", "trouble-classic"},
		{"trespass-1974", "../../testdata/variants/trespass-at-home.yaml"},
		{"trespass-1974", "../../testdata/variants/narrow-trespass.yaml"},
	} {
		a, b := logtest.Ruled(t, pair[0]), logtest.Ruled(t, pair[1])
		soon, err := regress.NewComparison(verify.Options{Games: games.All}, a, b)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(4) {
			text := logtest.PlayOut(t, player, strings.Fields(pair[0])[0], 2+int(seed%3), seed, play.Options{Right: 60, Limit: 150, Unknown: float64(seed%2) / 100}).Log
			text = strings.Replace(text, "\n\n", strings.Repeat("\n; no turn stands here, as one did in the game before", int(25*seed))+"\n\n", 1)
			for range 2 {
				_, want := compare(t, pair[0], pair[1], text+"(\n)\n")
				got := partings(t, soon, text)
				changed += len(want)
				if diff := cmp.Diff(endsOf(want), endsOf(got), cmpopts.IgnoreFields(regress.Parting{}, "A", "B"), cmpopts.IgnoreUnexported(verify.Finding{})); diff != "" {
					t.Fatalf("%s → %s (-want +got):\n%s\n%s", pair[0], pair[1], diff, text)
				}
				text = logtest.Damaged(chance, text)
			}
		}
	}
	if changed == 0 {
		t.Error("no game changed")
	}
}

// parted is a parting with what is shown of its ends.
type parted struct {
	*regress.Parting
	Ends [2][3]string
}

func endsOf(all []*regress.Parting) []parted {
	var out []parted
	for _, p := range all {
		end := func(g *verify.Summary) [3]string { return [3]string{string(g.Verdict()), g.Result, g.Position} }
		out = append(out, parted{p, [2][3]string{end(p.A), end(p.B)}})
	}
	return out
}

func TestCompareNeedsOneGame(t *testing.T) {
	if _, err := regress.NewComparison(verify.Options{Games: games.All}, logtest.Ruled(t, "master-1981"), logtest.Ruled(t, "heisey-mania")); err == nil {
		t.Error("compared two games")
	}
}
