package verify_test

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
)

// readerBy makes a reader that judges by a variant.
func readerBy(t testing.TB, v *variant.Variant) *verify.Reader {
	t.Helper()
	r, err := verify.ReaderBy(v, verify.Options{Games: games.All})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checkHaste holds that the judgement of the first game of a text finds what the replay of every line finds.
func checkHaste(t *testing.T, r *verify.Reader, text string) {
	t.Helper()
	b := firstBlock(text)
	want, _, err := r.Block("x.log", ".", b, func(*verify.Event) {}) // none is passed over
	var other *verify.OtherGameError
	switch {
	case errors.As(err, &other):
		return // these rules do not judge the game
	case err != nil:
		t.Fatal(err)
	}
	quick, err := r.Watched("x.log", ".", b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, quick, cmpopts.IgnoreUnexported(verify.Summary{}, verify.Finding{})); diff != "" {
		t.Fatalf("by %s, quickly (-want +got):\n%s\n%s", want.Rules.Variant, diff, text)
	}
}

// firstBlock is the first game of a text.
func firstBlock(text string) notation.Block {
	for b := range notation.NewReader(strings.NewReader(text)).Blocks() { // memory is always read to its end
		return b
	}
	return notation.Block{}
}

// The logs of wheel games that hastyLogs begin with, and rules that find more errors than the log of a game
// by master-1981 has.
const (
	wins  = logtest.Head + "[Setup \"9 Ann Ann=bl3/br,bl,or,ye,pi,gr Ben=or3\"]\n9. Ann 3:hub/ye#\n10. Ben 5:bl2-\n11. Ann 1:bl-\n"
	three = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben, Cleo\"]\n"
	never = "master-1981 hub-passing=never"
)

// hastyLogs are logs in which haste might miss something, with the rules that they are judged by.
var hastyLogs = []struct{ name, by, log string }{
	{"turns after the end", "master-1981", wins + "12. Ben 1:bl-\n13. Ann 2:br- 3:bl-\n"},
	{"a ruling on one of them", "master-1981", wins + "12. Ben 1:bl-\n13. Ann 2:br-\nruling stands\n14. Ben 1:bl-\n"},
	{"a ruling on two lines of a turn", "master-1981", wins + "12. Ben 1:bl-\n12. Ben 2:br-\nruling stands\n14. Ben 1:bl-\n"},
	{"a malformed word", "master-1981", wins + "12. Ben 1:bl-\n13. Ann 9:br-\n14. Ben 1:bl-\n"},
	{"an unknown box", "genus-iii card-boxes=1", wins + "12. Ben 1:bl@A-\n13. Ann 2:br@B-\n14. Ben 1:bl-\n"},
	{"a turn without a number", "master-1981", wins + "12\n. Ann 1:bl-\n"},
	{"a line that is too long", "master-1981", wins + "12. Ben 1:bl-\n13. Ann" + strings.Repeat(" 1:bl-", notation.MaxLine/6) + "\n14. Ben 1:bl-\n"},
	{"a player who is none", "master-1981", wins + "12. Ben 1:bl-\n13. Dora 2:br-\n14. Ben 1:bl-\n"},
	{"a malformed line before the game goes on", "master-1981", wins + "12. Ben 1:bl-\n13. Ann\nstate 20 Ann Ann=bl3/bl Ben=or3\n25. Ben 1:or2-\n"},
	{"turns of one who has left", "master-1981", three + "[Setup \"9 Ann Ann=bl3/br,bl,or,ye,pi,gr Ben=or3 Cleo=gr3\"]\nleave Cleo\n9. Ann 3:hub/ye#\n10. Ben 5:bl2-\n11. Ann 1:bl-\n12. Ben 1:bl-\n13. Cleo 2:br-\n14. Ann 1:bl-\n15. Ben\n16. Ben 1:bl-\n17. Cleo 1:bl-\nstate 30 Ann- Ann=hub/br,bl,or,ye,pi,gr# Ben=or3 Cleo=out\n"},
	{"a game that goes on and ends again", "master-1981", wins + "12. Ben 1:bl-\nstate 20 Ann Ann=bl3/br,bl,or,ye,pi,gr Ben=or3\n20. Ann 2:bl1-\n21. Ben 1:or2-\n22. Ann 1:hub/ye#\n23. Ben 3:or3-\n24. Ann 2:br-\n25. Ben 3:or3-\n"},
	{"a wrong player", "master-1981", three + "1. Ann 3:bl3-\n2. Cleo 3:or3-\n3. Ann 1:bl4-\n4. Cleo 1:or4-\n5. Ann 1:bl5-\n"},
	{"and what else is wrong in that turn", "master-1981", three + "1. Ann 3:bl3-\n2. Cleo 3:or3+\n2. Cleo 6:or3-\n3. Ann 6:bl3-\n"},
	{"and what is wrong in the next", "master-1981", three + "1. Ann 3:bl3-\n2. Cleo 3:or3-\n3. Ann 1:bl4-\n4. Ben 6:or3-\n"},
	{"a turn of the wrong player that is cut", "master-1981", three + "1. Ann 3:bl3-\n2. Cleo 3:or3+\n3. Ann 1:bl4-\n"},
	{"a ruling on a wrong player", "master-1981", three + "1. Ann 3:bl3-\n2. Cleo 3:or3-\nruling stands\n3. Ann 1:bl4-\n4. Ben 3:or3-\n"},
	{"a wrong player before a position", "master-1981", three + "1. Ann 3:bl3-\n2. Cleo 3:or3-\nstate 3 Ann Ann=bl3 Ben=hub Cleo=or3\n3. Ann 1:bl4-\n"},
	{"more in a turn than its first line", never, logtest.Head + "[Setup \"9 Ann Ann=bl3 Ben=or3\"]\n9. Ann 4:or1+\n9. Ann 2:bl1+\n9. Ann 2:or1-\n10. Ben 1:or2-\n11. Ann 2:bl1-\n12. Ben 1:or1-\n"},
	{"a malformed word after an error", never, logtest.Head + "[Setup \"9 Ann Ann=bl3 Ben=or3\"]\n9. Ann 4:or1-\n10. Ben 1:or2-\n11. Ann 2:bl1-\n12. Ben 1:or1@C-\n"},
	{"a position after an error", never, logtest.Head + "[Setup \"9 Ann Ann=bl3 Ben=or3\"]\n9. Ann 4:or1-\n10. Ben 1:or2-\n11. Ann 2:bl1-\nstate 12 Ben Ann=bl1 Ben=or2\n"},
}

// TestHaste: of what a judge may pass over, or end before, nothing is missing.
func TestHaste(t *testing.T) {
	for _, test := range hastyLogs {
		t.Run(test.name, func(t *testing.T) {
			checkHaste(t, readerBy(t, logtest.Ruled(t, test.by)), test.log)
		})
	}
}

// TestHasteRemembers judges a log again and again. What follows a word without a blank is a comment, even
// if the word is known by then.
func TestHasteRemembers(t *testing.T) {
	r := readerBy(t, logtest.Ruled(t, "master-1981"))
	for range 3 {
		checkHaste(t, r, logtest.Head+"1. Ann 6:bl*; 3:bl3-\n2. Ben 6:bl-\n")
		checkHaste(t, r, logtest.Head+"1. Ann 6:bl*{;} 3:bl3-\n2. Ben 6:bl-\n")
	}
}

// TestOrdinaryGamesAreFast: the fast judge takes every line of a legal game, with comments and other blanks
// and line ends.
func TestOrdinaryGamesAreFast(t *testing.T) {
	player := logtest.NewReader(t, verify.Options{})
	turn := regexp.MustCompile(`(?m)^([0-9]+\.) (\w+ .*)$`)
	for _, v := range logtest.Library().Variants("") {
		text := logtest.PlayOut(t, player, v.Name, 2, 1, play.Options{Right: 60, Limit: 60}).Log
		for _, form := range []string{"$1 $2", "$1\t$2", "$1  $2", "$1 $2 ", "$1 $2\r", "$1 $2  {so}", "$1 $2 ; so", "$1 {so} $2"} {
			left, err := player.Slow(firstBlock(turn.ReplaceAllString(text, form)))
			if err != nil {
				t.Fatal(err)
			}
			if left != "" {
				t.Errorf("%s, %q: the fast judge stops at\n%.60q", v.Name, form, left)
			}
		}
	}
}

// TestHasteInPlay is TestHaste in games of all variants, judged by each other, and in damaged ones.
func TestHasteInPlay(t *testing.T) {
	chance := rand.New(rand.NewPCG(17, 0))
	player := logtest.NewReader(t, verify.Options{})
	for _, v := range logtest.Library().Variants("") {
		var all []*verify.Reader
		for _, other := range logtest.Library().Variants(v.Game) {
			all = append(all, readerBy(t, other))
		}
		for seed := range uint64(6) {
			text := logtest.PlayOut(t, player, v.Name, 2+int(seed%3), seed, play.Options{Right: 60, Limit: 200, Unknown: float64(seed%2) / 100}).Log
			for range 2 {
				for _, r := range all {
					checkHaste(t, r, text)
				}
				text = logtest.Damaged(chance, text)
			}
		}
	}
}

// FuzzHaste is TestHaste for any text, by all variants.
func FuzzHaste(f *testing.F) {
	for _, l := range hastyLogs {
		f.Add([]byte(l.log))
	}
	for _, text := range logtest.Logs(f) {
		if len(text) < 500 {
			f.Add([]byte(text))
		}
	}
	var all []*verify.Reader
	for _, v := range logtest.Library().Variants("") {
		all = append(all, readerBy(f, v))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, r := range all {
			checkHaste(t, r, string(text))
		}
	})
}

// TestLongTurn judges a turn of many lines with a fault in the last one. The fast judge leaves the turn to
// Replay.Line, and does not begin again with each of its lines.
func TestLongTurn(t *testing.T) {
	b := firstBlock(logtest.Head + "1. Ann 1:bl1+\n" + strings.Repeat("1. Ann 1:bl2+ 1:bl1+\n", 30_000) + "1. Ann 1:bl5+\n")
	took := func(see func(*verify.Event)) time.Duration {
		begun := time.Now()
		g, _, err := logtest.NewReader(t, verify.Options{}).Block("x.log", ".", b, see)
		if err != nil || len(g.Findings) != 1 || g.Findings[0].Span.Line != 30_004 {
			t.Fatal(g.Findings, err)
		}
		return time.Since(begun)
	}
	line, quick := took(func(*verify.Event) {}), took(nil)
	if quick > 5*line+time.Second {
		t.Errorf("it takes %v, and %v with each line by itself", quick, line)
	}
}
