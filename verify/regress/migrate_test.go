package regress_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
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

// oldRules is a variant file as it was before its rule for the hub was mended: after that it is
// genus-iii, word for word.
const oldRules = "variant: genus-iii-typo\nextends: genus-iii\nrules: {hub-entry: at-least}\n"

// migration is one from a file with oldRules, in a folder, to genus-iii.
func migration(t *testing.T) (m *regress.Migration, dir string) {
	t.Helper()
	dir = t.TempDir()
	path := filepath.Join(dir, "old.yaml")
	if err := os.WriteFile(path, []byte(oldRules), 0o666); err != nil {
		t.Fatal(err)
	}
	from, err := logtest.Library().Open(path, ".")
	if err != nil {
		t.Fatal(err)
	}
	m, err = regress.NewMigration(games.All, from, logtest.Ruled(t, "genus-iii"), func(string) (string, error) { return "old.yaml", nil })
	if err != nil {
		t.Fatal(err)
	}
	return m, dir
}

// recorded is a thousand games of many kinds: most made under the old rules, some of which
// break the new ones, and with slips of the pen, without a Rules tag, of other rules or none.
func recorded(t *testing.T, dir string, m *regress.Migration) (all []string) {
	t.Helper()
	chance := rand.New(rand.NewPCG(17, 17))
	r := logtest.NewReader(t, verify.Options{})
	play := func(variant string) string {
		header, err := r.Propose(verify.Header{Variant: variant}, 2, chance)
		if err != nil {
			t.Fatal(err)
		}
		game, err := play.Game(r, header, chance,
			play.Options{Policy: play.Eager, Right: 80, Limit: 70, Round: len(all)})
		if err != nil {
			t.Fatal(err)
		}
		return game.Log + "\n"
	}
	old := filepath.Join(dir, "old.yaml")
	for len(all) < 400 {
		var log string
		if len(all)%5 == 0 {
			log = strings.Replace(play(old), `[Variant "`+old+`"]`, `[Variant "genus-iii"]`, 1)
		} else { // nothing that only the old rules allow
			log = strings.Replace(play("genus-iii"), m.To.Name+"@"+m.To.Fingerprint, m.From.Name+"@"+m.From.Fingerprint, 1)
		}
		switch n := len(all) % 20; {
		case n < 10:
		case n < 14: // without the fingerprint
			begin := strings.Index(log, "[Rules ")
			log = log[:begin] + log[begin+strings.Index(log[begin:], "\n")+1:]
		case n < 15:
			log = strings.ReplaceAll(log, "\n", "\r\n")
		case n < 16: // a slip under both rules
			log += "900. Zoe 3:bl3-\n\n"
		case n < 17:
			log = play("genus-iii")
		case n < 18:
			log = play("trouble-official")
		case n < 19:
			log = strings.Replace(log, "[Game ", "[Gmae ", 1)
		default:
			log = strings.Replace(log, "[Rules \"", "[Rules \"other-", 1)
			log = strings.Replace(log, "@", "@0", 1)
		}
		all = append(all, log)
	}
	return all
}

// TestMigrate adapts a thousand games to a corrected rule. Each ends unchanged, retagged, repaired
// or pinned, which the test checks by judging it again; nothing else of a game changes; and a second
// run has nothing to do.
func TestMigrate(t *testing.T) {
	m, dir := migration(t)
	old := logtest.NewReader(t, verify.Options{Variant: filepath.Join(dir, "old.yaml")})
	own := logtest.NewReader(t, verify.Options{})
	judge := func(r *verify.Reader, text string) (g *verify.Summary) {
		if _, err := r.File("x.log", dir, strings.NewReader(text), func(s *verify.Summary) error { g = s; return nil }); err != nil {
			return nil
		}
		return g
	}
	// rest is a game without the tags that may change, line by line.
	rest := func(text string) (lines []string) {
		for line := range strings.Lines(text) {
			tag, ok := notation.ParseLine(strings.TrimRight(line, "\r\n"), 1).Node.(*notation.Tag)
			if !ok || tag.Name.Text != "Rules" && tag.Name.Text != "Variant" {
				lines = append(lines, line)
			}
		}
		return lines
	}
	var fates, again regress.Fates
	for i, text := range recorded(t, dir, m) {
		moved, err := m.Game("x.log", dir, i+1, 1, text)
		if err != nil {
			t.Fatalf("game %d: %v\n%s", i+1, err, text)
		}
		fates.Add(moved)
		before, after := judge(old, text), judge(own, moved.Text)
		changed := cmp.Diff(rest(text), rest(moved.Text))
		switch moved.Fate {
		case regress.Unchanged:
			if moved.Text != text {
				t.Errorf("game %d is unchanged and yet another", i+1)
			}
			if moved.Why == "comes to the same" && (before.Verdict() != after.Verdict() || before.Result != after.Result || before.Position != after.Position) {
				t.Errorf("game %d does not come to the same:\n%s", i+1, text)
			}
		case regress.Retagged:
			if changed != "" || after.Verdict() != before.Verdict() || after.Result != before.Result || after.Rules.Fingerprint != m.To.Fingerprint {
				t.Errorf("game %d is retagged, and is %s, was %s; %s", i+1, after.Verdict(), before.Verdict(), changed)
			}
		case regress.Repaired:
			if changed == "" || after.Verdict() != verify.Legal || len(after.Findings) > 0 || after.Result != before.Result || after.Rules.Fingerprint != m.To.Fingerprint {
				t.Errorf("game %d is repaired, and is %s; %s", i+1, after.Verdict(), changed)
			}
		case regress.Pinned:
			if changed != "" || after.Verdict() != before.Verdict() || after.Result != before.Result || after.Position != before.Position || after.Rules.Fingerprint != m.From.Fingerprint {
				t.Errorf("game %d is pinned, and is %s, was %s; %s", i+1, after.Verdict(), before.Verdict(), changed)
			}
		}
		twice, err := m.Game("x.log", dir, i+1, 1, moved.Text)
		if err != nil || twice.Text != moved.Text {
			t.Errorf("game %d is %s the second time; %v", i+1, twice.Fate, err)
			continue
		}
		again.Add(twice)
	}
	if fates.Games != 400 || again.Of[regress.Unchanged] != 400 {
		t.Errorf("%d games, %d unchanged by a second run", fates.Games, again.Of[regress.Unchanged])
	}
	for fate, least := range map[regress.Fate]int{regress.Unchanged: 80, regress.Retagged: 80, regress.Repaired: 8, regress.Pinned: 2} {
		if n := fates.Of[fate]; n < least {
			t.Errorf("%d games are %s, want %d at least", n, fate, least)
		}
	}
	if n := len(fates.Groups); n > 20 {
		t.Errorf("a report of %d lines", n)
	}
}

// TestMigrateKeeps: no record is changed where records are kept.
func TestMigrateKeeps(t *testing.T) {
	m, dir := migration(t)
	m.Keep = true
	text := logtest.Head + "[Setup \"9 Ann Ann=bl3/br,bl,or,ye,pi,gr Ben=or3\"]\n9. Ann 5:hub/ye#\n"
	text = strings.Replace(text, "[Players", "[Variant \"genus-iii\"]\n[Players", 1)
	moved, err := m.Game("x.log", dir, 1, 1, text)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(text, `"genus-iii"`, `"old.yaml"`, 1); moved.Fate != regress.Pinned || moved.Text != want {
		t.Errorf("%s: %s\n%s", moved.Fate, moved.Why, moved.Text)
	}
}

func TestNoMigration(t *testing.T) {
	for _, pair := range [][2]string{{"genus-iii", "heisey-mania"}, {"genus-iii", "genus-iii"}} {
		if _, err := regress.NewMigration(games.All, logtest.Ruled(t, pair[0]), logtest.Ruled(t, pair[1]), nil); err == nil {
			t.Errorf("from %s to %s", pair[0], pair[1])
		}
	}
}

// TestJudgedBy sets the Variant tag of games in place of another one, and on a line of its own after the Game tag.
func TestJudgedBy(t *testing.T) {
	for game, want := range map[string]string{
		"[Game \"g\"]\n[Variant \"old\"] ; ours\n1. Ann 1:a\n": "[Game \"g\"]\n[Variant \"new\"] ; ours\n1. Ann 1:a\n",
		"[Game \"g\"]\r\n[Players \"Ann\"]\r\n":                "[Game \"g\"]\r\n[Variant \"new\"]\r\n[Players \"Ann\"]\r\n",
		"[Players \"Ann\"]\n[Game \"g\"]":                      "[Players \"Ann\"]\n[Game \"g\"]\n[Variant \"new\"]\n",
		"1. Ann 1:a\n":                                         "1. Ann 1:a\n",
	} {
		if got := regress.JudgedBy("new", game); got != want {
			t.Errorf("%q becomes %q, want %q", game, got, want)
		}
	}
}
