package readings_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
	"tpnote/verify/readings"
)

// found is what a test looks at in a finding.
type found struct {
	Line   int
	Code   verify.Code
	Best   string
	ReadOn int
}

const trouble = `[Game "trouble"]
[Variant "trouble-official"]
[Players "Red, Green"]

1. Red 6:home-re0 5:re0-re5
2. Green 6:home-gr0 3:gr0-gr3
3. Red 4:re5-bl2
4. Green 2:gr3-gr5
5. Red 3:bl2-bl5
6. Green 1:gr5-gr6
7. Red 2:bl5-gr0
8. Green 1:gr6-ye0
9. Red 1:gr0-gr1
`

// foundIn lists the errors of a game.
func foundIn(g *verify.Summary) []found {
	var got []found
	for _, f := range errorsOf(g) {
		best := ""
		if len(f.Readings) > 0 {
			best = f.Readings[0].Message
		}
		got = append(got, found{f.Span.Line, f.Code, best, f.ReadOn})
	}
	return got
}

// TestReadingsTold checks the readings of a finding besides the best.
func TestReadingsTold(t *testing.T) {
	const left = `[Game "trouble"]
[Variant "trouble-official"]
[Players "Red, Green"]

1. Red 6:home-re0 5:re0-re5
2. Green 6:home-gr0 1:gr0-gr1
3. Red 4:re5-bl2
4. Green 1:gr1-gr2
5. Red 3:bl2-bl5
6. Green 1:gr2-gr3
7. Red 2:re0-re2
8. Green 1:gr3-gr4
9. Red 1:re2-re3
10. Green 1:gr4-gr5
11. Red 1:re3-re4
`
	const hub = `[Game "trivial-pursuit"]
[Variant "genus-iii"]
[Players "Ann, Ben"]

order Ann:6 Ben:5
1. Ann 1:bl5or+ 1:hub/bl+ 5:ye5-
2. Ben 2:bl2-
`
	const finished = `[Game "trouble"]
[Variant "trouble-official"]
[Players "Red, Blue, Green"]
[Setup "20 Red Red=re0,f2,f3,f4 Blue=bl1,home,home,home Green=f1,f2,f3,f4#1"]

20. Red 2:re0-re2
21. Blue 2:bl1-bl3
24. Red 1:re5-re6
25. Blue 1:bl5-bl6
`
	const home = `[Game "trivial-pursuit"]
[Variant "genus-iii"]
[Players "Ann, Ben, Cleo"]

1. Ann 1:ye1-
2. Ben 6:ye-
3. Cleo 1:bl1-
4. Ann 1:ye2-
5. Cleo 1:bl2-
6. Ann 1:ye3-
7. Cleo 1:bl3-
`
	tests := []struct {
		name, log string
		want      []string
	}{
		{"a player who went home", home, []string{"Ben has left the game before turn 5"}},
		{"an action may be missing in any of several turns", left, []string{"an action is left out before 2:re0-re2, or from line 7 on",
			"an action is left out before 3:bl2-bl5", "an action is left out before 4:re5-bl2"}},
		{"a slip in a line with blanks around its colons", strings.Replace(trouble, "1. Red 6:home-re0 5:re0-re5", "1. Red 6 : home-re0 4 : re0-re5", 1), []string{"the line is 1. Red 6:home-re0 5:re0-re5"}},
		{"a misspelt action without a number is no remark", strings.Replace(trouble, "3. Red 4:re5-bl2", "Red 9:re5-bl2", 1), []string{"another turn was played here: 3. Red ..."}},
		{"a slip in a line with a name in small letters", strings.Replace(trouble, "3. Red 4:re5-bl2", "3. red 4:re5-bl3", 1), []string{"the line is 3. Red 4:re5-bl2"}},
		{"a slip in a line with a bracket for the dot", strings.Replace(trouble, "3. Red 4:re5-bl2", "3) Red 4:re5-bl3", 1), []string{"the line is 3. Red 4:re5-bl2"}},
		{"many words fit", hub, []string{"1:br1+, not 1:bl5or+", "1:bl1+, not 1:bl5or+", "1:or1+, not 1:bl5or+", "1:ye1+, not 1:bl5or+", "1:pi1+, not 1:bl5or+"}},
		{"a remark after the last action", strings.Replace(trouble, "4:re5-bl2", "4:re5-bl2 oops, not 5!", 1),
			[]string{"oops, not 5! is a comment"}},
		{"a remark between actions", strings.Replace(trouble, "5:re0-re5", "again 5:re0-re5", 1),
			[]string{"again is a comment"}},
		{"a remark in the word of an action", strings.Replace(trouble, "4:re5-bl2", "4:re5-bl2(lucky)", 1),
			[]string{"(lucky) is a comment", "4:re5-bl2, not 4:re5-bl2(lucky)"}},
		{"a remark after a comma, and a comment in it", strings.Replace(trouble, "4:re5-bl2", "4:re5-bl2, too {much} far", 1),
			[]string{"too much far is a comment"}},
		{"a pass without its roll is no remark", strings.Replace(trouble, "5:re0-re5", "pass 5:re0-re5", 1),
			[]string{"pass is one action too many"}},
		{"several turns in a line", strings.Replace(trouble, "\n4. Green", ", 4. Green", 1),
			[]string{"the line has several turns"}},
		{"a sign by itself is no remark", strings.Replace(trouble, "4:re5-bl2", "4:re5-bl2 x", 1),
			[]string{"x is one action too many"}},
		{"two turns that the numbers show, where a player has finished", finished, []string{"2 turns are left out before turn 24: of Red, Blue"}},
	}
	b := newBench(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range errorsOf(b.judge(b.read, tt.log)) {
				for _, r := range f.Readings {
					if r.From > 0 {
						r.Message += fmt.Sprintf(", or from line %d on", r.From)
					}
					got = append(got, r.Message)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("readings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestLongAgo checks slips that show long after, and again.
func TestLongAgo(t *testing.T) {
	var path []string
	for k := range 13 {
		path = append(path, fmt.Sprint([]string{"gr", "ye"}[k/7], k%7))
	}
	long := func(change func(turns []string) []string, others ...string) string {
		var turns []string
		round := func(red string) {
			turns = append(turns, fmt.Sprintf("%d. Red %s", 20+len(turns), red))
			for _, other := range others {
				turns = append(turns, fmt.Sprintf("%d. %s 3:pass", 20+len(turns), other))
			}
		}
		for k := range path[1:] {
			switch k {
			case 1:
				round("5:bl0-bl5")
			case 7:
				round("3:bl5-gr1")
			}
			round("1:" + path[k] + "-" + path[k+1])
		}
		round("1:gr1-gr2")
		round("1:gr2-gr3")
		return strings.Join(change(turns), "\n") + "\n"
	}
	const head = "[Game \"trouble\"]\n[Variant \"trouble-spec\"]\n[Players \"Red, %sGreen\"]\n[Setup \"20 Red Red=bl0,gr0,home,home %sGreen=home,home,home,home\"]\n\n"
	b := newBench(t)
	for _, tt := range []struct {
		name, log string
		want      []found
	}{
		{"another action, that two errors show", fmt.Sprintf(head, "Blue, ", "Blue=home,home,home,home ") + long(func(turns []string) []string {
			turns[3] = "23. Red 2:pass"
			return turns
		}, "Green", "Blue"), []found{{30, "no-peg", "5:bl0-bl5, not 2:pass", 0}}},
		{"turns that the numbers show", fmt.Sprintf(head, "", "") + long(func(turns []string) []string {
			return slices.Delete(turns, 2, 4)
		}, "Green"), []found{{20, "no-peg", "2 turns are left out before turn 24: of Red, Green", 0}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, foundIn(b.judge(b.read, tt.log))); diff != "" {
				t.Errorf("findings (-want +got):\n%s\n%s", diff, tt.log)
			}
		})
	}
}

// aside is a side line with an error, which weighs nothing.
const aside = "(\n2. Green 1:pass\n(\n2. Green 6:home-gr0 1:gr0-gr3\n)\n)\n"

// TestSlips checks the readings of slips, and that side lines make no difference to them.
func TestSlips(t *testing.T) {
	tests := []struct {
		name     string
		old, new string
		want     []found
	}{
		{"nothing", "", "", nil},
		{"a digit", "4:re5-bl2", "4:re5-bl3", []found{{7, "wrong-count", "4:re5-bl2, not 4:re5-bl3", 0}}},
		{"a letter dropped", "2:gr3-gr5", "2:gr3-g5", []found{{8, "unknown-space", "2:gr3-gr5, not 2:gr3-g5", 0}}},
		{"colours in full", "2:gr3-gr5", "2:green3-green5", []found{{8, "unknown-space", "the line is 4. Green 2:gr3-gr5", 0}}},
		{"another player", "5. Red", "5. Green", []found{{9, "wrong-player", "Red, not Green", 0}}},
		{"words swapped", "6:home-re0 5:re0-re5", "5:re0-re5 6:home-re0", []found{{5, "no-peg", "5:re0-re5 and 6:home-re0 are swapped", 0}}},
		{"a turn doubled", "4. Green 2:gr3-gr5\n", "4. Green 2:gr3-gr5\n4. Green 2:gr3-gr5\n", []found{{9, "wrong-player", "turn 4 is written twice", -1}}},
		{"before a turn of which a part is missing", "4:re5-bl2\n4. Green 2:gr3-gr5\n", "4:re5-bl3\n4. Green 6:home-gr0 ...\n", []found{{7, "wrong-count", "4:re5-bl2, not 4:re5-bl3", 0}}},
		{"a digit before a name and an unreadable line", "4:re5-bl2\n4. Green 2:gr3-gr5\n5. Red 3:bl2-bl5\n6. ", "4:re5-bl3\n4. Green 2:gr3-gr5\n5. Rde 3:bl2-bl5\n6 ",
			[]found{{7, "wrong-count", "4:re5-bl2, not 4:re5-bl3", 0}, {9, "unknown-player", "Red, not Rde", 0}, {10, "syntax", "the line is 6. Green 1:gr5-gr6", 0}}},
		{"a turn lost", "5. Red 3:bl2-bl5\n", "", []found{{9, "wrong-player", "a turn of Red is left out before turn 6", 0}}},
	}
	b := newBench(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(trouble, tt.old, tt.new, 1)
			g := b.judge(b.read, text)
			if diff := cmp.Diff(tt.want, foundIn(g)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			for _, f := range g.Findings {
				if f.ReadOn >= 0 && slices.ContainsFunc(f.Notes, func(n verify.Note) bool { return n.Code != "reading" }) {
					t.Errorf("notes of what follows from the slip: %v", f.Notes)
				}
			}
			sided := b.judge(b.read, strings.NewReplacer("3:gr0-gr3\n", "3:gr0-gr3\n"+aside).Replace(text)+aside)
			shifted := slices.Clone(tt.want)
			for i := range shifted {
				if shifted[i].Line > 6 {
					shifted[i].Line += strings.Count(aside, "\n")
				}
			}
			if diff := cmp.Diff(shifted, foundIn(sided)); diff != "" || sided.Position != g.Position || !slices.ContainsFunc(sided.Findings, func(f verify.Finding) bool { return f.SideLine }) {
				t.Errorf("with side lines: %s (-want +got):\n%s", sided.Position, diff)
			}
			if diff := cmp.Diff(g, b.judge(b.read, text), cmp.AllowUnexported(verify.Summary{}, verify.Finding{}), logtest.SameVariant); diff != "" {
				t.Errorf("judged twice:\n%s", diff)
			}
		})
	}
}

// TestAfterAReading looks for readings of lines after those of another reading.
func TestAfterAReading(t *testing.T) {
	const log = `[Game "trouble"]
[Variant "trouble-spec"]
[Players "Red, Blue, Green"]

order Red:2 Blue:2 Green:1 / Red:2 Blue:6
1. Blue 5:pass
2. Green 4:pass
3. Red 2:pass
4. Blue 5:pass
5. Green 5:pass
`
	reader := logtest.NewReader(t, verify.Options{Readings: readings.New()})
	_, err := reader.File("x", ".", strings.NewReader(log), func(g *verify.Summary) error {
		if len(g.Findings) != 2 || g.Findings[1].Span.Line != 10 {
			t.Errorf("%d findings", len(g.Findings))
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestRoutes holds that the route that is nearest to the written one is read, and not another one to the same end.
func TestRoutes(t *testing.T) {
	const log = `[Game "trespass"]
[Players "Ann, Ben"]

place Ann 4 9 8 1 0 / 6 2 7 3 5
place Ben 1 5 3 7 9 / 6 4 8 2 0
1. Ann B8:c5-c4
2. Ben A3:%s
3. Ann A6:a2-d3
4. Ben A2:b2-a3
5. Ann B6:a5-b2
6. Ben A6:d3-b3
`
	b := newBench(t)
	for written, want := range map[string]string{
		"d2-d3-d4-c3^c5": "d2-d3-c3^c5",
		"d2-d3-b9-c3^c5": "d2-d3-c3^c5",
		"d2-d3^c3^c5":    "d2-d3-c3^c5",
		"d2-d3-c3^c5^e5": "d2-d3-c3^c5",
	} {
		errors := errorsOf(b.judge(b.read, fmt.Sprintf(log, written)))
		if len(errors) != 1 || len(errors[0].Readings) == 0 || errors[0].Readings[0].Message != "A3:"+want+", not A3:"+written {
			t.Errorf("%s: %v", written, errors)
		}
	}
}

// TestTurnLostWherePlayersMayStop leaves a turn out of games in which a player may end a turn: it is found
// by the numbers, and repair rewrites nothing.
func TestTurnLostWherePlayersMayStop(t *testing.T) {
	options := verify.Options{Set: []string{"stopping=allowed"}}
	playing := logtest.NewReader(t, options)
	options.Readings = readings.New()
	reading := logtest.NewReader(t, options)
	for seed := range uint64(12) {
		lines := strings.SplitAfter(logtest.PlayOut(t, playing, "master-1981", 3, seed, play.Options{Right: 60, Limit: 30}).Log, "\n")
		at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, fmt.Sprintf("%d. ", 8+seed)) })
		log := strings.Join(slices.Delete(lines, at, at+1), "")
		text, left, err := readings.Repair(reading, "x.log", ".", 1, log, 1, nil)
		if err != nil || len(left.Findings) == 0 || len(left.Findings[0].Readings) == 0 {
			t.Fatalf("nothing is found: %v\n%s", err, log)
		}
		if r := left.Findings[0].Readings[0]; r.Kind != "turn-missing" || text != log {
			t.Errorf("%s: %s\n%s", r.Kind, r.Message, cmp.Diff(log, text))
		}
	}
}

// TestLegalGamesStay checks that a game without an error is judged the same with
// readings and without.
func TestLegalGamesStay(t *testing.T) {
	b := newBench(t)
	chance := rand.New(rand.NewPCG(1, 2))
	for _, f := range families {
		for range 5 {
			text := b.game(f.variants[0], chance).text()
			strict, read := b.judge(b.strict, text), b.judge(b.read, text)
			if diff := cmp.Diff(strict, read, cmp.AllowUnexported(verify.Summary{}, verify.Finding{}), logtest.SameVariant); diff != "" {
				t.Errorf("with readings (-without +with):\n%s%s", diff, text)
			}
		}
	}
}

// TestHabits holds that a log in which a scorer has a habit of spelling is repaired as it is meant, and loses nothing.
func TestHabits(t *testing.T) {
	b := newBench(t)
	chance := rand.New(rand.NewPCG(3, 5))
	for _, habit := range []struct{ name, from, to, meant string }{
		{"no number", `^\d+\. `, "", "$0"},
		{"no dot", `^(\d+)\. `, "$1 ", "$0"},
		{"a bracket for the dot", `^(\d+)\. `, "$1) ", "$0"},
		{"the player in short", `^(\d+\. .)\pL*`, "$1.", "$0"},
		{"a colon after the player, and no number", `^\d+\. (\pL+)`, "$1:", "$0"},
		{"no blank after the player", `^(\d+\. \pL+) `, "$1", "$0"},
		{"blanks around a colon", `(\S):(\S)`, "$1 : $2", "$0"},
		{"no blank between actions", ` ([1-6]:\S+) ([1-6]:)`, " $1$2", "$0"},
		{"a turn over two lines", `^(\d+\. \pL+ )(\S+) (.+)$`, "$1$2\n$3", "$1$2\n$1$3"},
	} {
		for _, f := range families {
			head, turns, _ := strings.Cut(b.game(f.variants[0], chance).text(), "\n1. ")
			if turns = "1. " + turns; strings.Contains(turns, "?") {
				t.Fatalf("the game has unknown parts:\n%s", turns)
			}
			from := regexp.MustCompile("(?m)" + habit.from)
			written, meant := head+"\n"+from.ReplaceAllString(turns, habit.to), head+"\n"+from.ReplaceAllString(turns, habit.meant)
			repaired, _, err := readings.Repair(b.read, "", ".", 1, written, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(meant, repaired); diff != "" {
				t.Errorf("%s in %s (-meant +repaired):\n%s", habit.name, f.name, diff)
			}
		}
	}
}

// TestSlipInHabit holds that most slips of the pen are found in lines that are all misspelt, if they are found in others.
func TestSlipInHabit(t *testing.T) {
	b := newBench(t)
	n, seed := some(6)
	chance := rand.New(rand.NewPCG(seed, 11))
	repair := func(text string) string {
		repaired, _, err := readings.Repair(b.read, "", ".", 1, text, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		return repaired
	}
	number := regexp.MustCompile(`(?m)^(\d+)\. `)
	for _, f := range families {
		lost := 0
		for found := 0; found < n; {
			l := b.game(f.variants[0], chance)
			spoilt, _, ok := slips[chance.IntN(5)].spoil(l, l.body+chance.IntN(len(l.lines)-l.body), chance) // in a word
			if !ok || spoilt.text() == l.text() || repair(spoilt.text()) != l.text() {
				continue
			}
			found++
			if diff := cmp.Diff(l.text(), repair(number.ReplaceAllString(spoilt.text(), "$1) "))); diff != "" {
				lost++
				t.Logf("%s (-meant +repaired):\n%s", f.name, diff)
			}
		}
		if lost*2 > n {
			t.Errorf("%s: %d of %d corrections are lost", f.name, lost, n)
		}
	}
}

// TestVerdictStays holds that a malformed line stays malformed, although its reading leaves the line out.
func TestVerdictStays(t *testing.T) {
	b := newBench(t)
	const log = "[Game \"trouble\"]\n[Players \"Red, Blue, Green, Yellow\"]\n\n1. Red 4:home-re0 5:re0-re5zz\n2. Blue 4:pass\n3. Green 4:pass\n4. Yellow 4:pass\n5. Red 3:pass\n"
	g := b.judge(b.read, log)
	if diff := cmp.Diff([]found{{4, "enter-face", "turn 1 was not carried out", 0}}, foundIn(g)); diff != "" || g.Verdict() != verify.Malformed {
		t.Errorf("%s (-want +got):\n%s", g.Verdict(), diff)
	}
}

// TestWrongTags holds that no turn is changed where two players have changed places in the tag Players.
func TestWrongTags(t *testing.T) {
	b := newBench(t)
	players := regexp.MustCompile(`\[Players "(\w+), (\w+)`)
	told := 0
	for seed := range uint64(12) {
		name, n := []string{"genus-iii", "trouble-official", "trespass-1974"}[seed%3], []int{3, 4, 2}[seed%3]
		chance := rand.New(rand.NewPCG(seed, 8))
		header, _ := b.strict.Propose(verify.Header{Variant: name}, n, chance)
		played, err := play.Game(b.strict, header, chance, play.Options{Right: 50, Limit: 80, Round: 1})
		if err != nil {
			t.Fatal(err)
		}
		text := players.ReplaceAllString(played.Log, `[Players "$2, $1`)
		repaired, left, err := readings.Repair(b.read, "", ".", 1, text, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if repaired != text {
			t.Errorf("a right turn is changed (-written +repaired):\n%s", cmp.Diff(text, repaired))
		}
		for _, f := range left.Findings {
			if slices.Contains(f.Help, "much of the game does not fit: are its tags right, such as the order in Players?") {
				told++
			}
		}
	}
	if told == 0 {
		t.Error("no log says that its tags are wrong")
	}
}

func TestApply(t *testing.T) {
	text := "\ufeffone two\r\nthree\nfour\n"
	got, done := readings.Apply(text, 1, []verify.Reading{
		{Edits: []verify.Edit{{Span: notation.SpanIn("one two", 1, 4, 7), Text: "2"}}},
		{Edits: []verify.Edit{{Span: notation.SpanIn("three", 2, 0, 5), Out: true}}},
		{Edits: []verify.Edit{{Span: notation.SpanIn("four", 3, 0, 0), Text: "3b\n"}}},
		{Edits: []verify.Edit{{Span: notation.SpanIn("four", 3, 0, 4), Text: "a rival"}}},
		{},
	})
	if want := "\ufeffone 2\r\n3b\nfour\n"; got != want || done != 3 {
		t.Errorf("Apply = %q, %d; want %q, 3", got, done, want)
	}
}

// TestHelpWithdrawn checks that one note says where the suggestions end.
func TestHelpWithdrawn(t *testing.T) {
	b := newBench(t)
	for _, turns := range []int{300, 9000} {
		text := "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n\n"
		for n := range turns {
			text += fmt.Sprintf("%d. %s 1:br5-\n", n+1, []string{"Ann", "Ben"}[n%2])
		}
		var said []verify.Severity
		for _, f := range b.judge(b.read, text).Findings {
			if f.Code == verify.CodeHelpWithdrawn {
				said = append(said, f.Severity)
			}
		}
		if diff := cmp.Diff([]verify.Severity{verify.SeverityNote}, said); diff != "" {
			t.Errorf("of %d turns (-want +got):\n%s", turns, diff)
		}
	}
}

// TestCertain lists which corrections are certain: none that an earlier line explains as well, and none
// that follows from a guess.
func TestCertain(t *testing.T) {
	for name, c := range map[string]struct {
		turns string
		want  []string
	}{
		"a wrong roll":                                   {"1. Ann 6:bl-\n2. Ben 6:bl-\n3. Ann 5:hub/bl-\n", []string{"6:hub/bl-, not 5:hub/bl-"}},
		"actions after a semicolon":                      {"1. Ann 4:br4+; 2:br-\n2. Ben 6:bl-\n", []string{"the line is 1. Ann 4:br4+ 2:br-"}},
		"an order line without players":                  {"order 4 1\n1. Ann 6:bl-\n", []string{"the line is order Ann:4 Ben:1"}},
		"a roll or an earlier space":                     {"1. Ann 6:bl-\n2. Ben 2:ye2-\n3. Ann 6:hub/bl-\n4. Ben 1:gr3-\n", nil},
		"a roll after a guess":                           {"1. Ann 6:bl-\n2. Ben 3:ye4-\n3. Ann 6:hub/bl-\n4. Ben 5:ye2-\n5. Ann 5:bl-\n", nil},
		"a word that is wrong everywhere, after a guess": {"1. Ann 6:bl-\n2. Ben 2:ye2-\n3. Ann 6:hub/bl-\n4. Ben 1:gr3-\n5. Ann 6:bl-\n6. Ben 3:gr-\n7. Ann 6:hub/bl-\n8. Ben 6:hub/bl-\n9. Ann 6:xl-\n", []string{"6:bl-, not 6:xl-"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			var got []string
			found := b.judge(b.read, "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n"+c.turns).Findings
			for i := range found {
				if f := &found[i]; f.Severity == verify.SeverityError && readings.Sure(f) {
					got = append(got, f.Readings[0].Message)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("certain corrections (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNearRival checks that a reading for which no later line speaks is not certain if another costs 1 more:
// Red's roll was a 4, or the peg went to re5.
func TestNearRival(t *testing.T) {
	b := newBench(t)
	found := b.judge(b.read, "[Game \"trouble\"]\n[Players \"Red, Green\"]\n\n1. Red 6:home-re0 3:re0-re3\n2. Green 1:pass\n3. Red 2:re3-bl0\n").Findings
	if len(found) != 1 || len(found[0].Readings) != 2 || found[0].Readings[1].Cost != found[0].Readings[0].Cost+1 {
		t.Fatalf("%+v", found)
	}
	if readings.Sure(&found[0]) {
		t.Errorf("%s is certain", found[0].Readings[0].Message)
	}
}

// TestLinesAreReportedOnce checks that a reader with readings, which holds lines back for a while,
// reports every line once and in order, also in a long game with a slip near its end.
func TestLinesAreReportedOnce(t *testing.T) {
	plain := logtest.NewReader(t, verify.Options{})
	text := logtest.PlayOut(t, plain, "trouble-official", 2, 3, play.Options{Limit: 60}).Log
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	for _, turn := range []int{len(lines) - 3, len(lines) - 15, len(lines) - 40} {
		slip := slices.Clone(lines)
		slip[turn] = strings.Replace(slip[turn], ":", ":bl9-", 1)
		log := strings.Join(slip, "; hm\n") + "\n"
		told := func(options verify.Options) (at []int) {
			all := logtest.ReadAll(t, logtest.NewReader(t, options), "x.log", log, func(ev *verify.Event) { at = append(at, ev.Line.Span.Line) })
			if all[0].OK() {
				t.Errorf("no slip on line %d", turn)
			}
			return at
		}
		if diff := cmp.Diff(told(verify.Options{}), told(verify.Options{Readings: readings.New()})); diff != "" {
			t.Errorf("a slip on line %d (-without +with readings):\n%s", turn, diff)
		}
	}
}

// TestFollowed checks that a game with a slip is judged the same with and without a caller that
// receives its lines. Without one, only the lines near the slip are judged again.
func TestFollowed(t *testing.T) {
	b := newBench(t)
	for k := range 2 * len(families) {
		texts, _ := b.spoilt(families[k/2].variants, 2*len(slips), rand.New(rand.NewPCG(15, []uint64{7, 45}[k%2])))
		for _, text := range texts {
			told := logtest.ReadAll(t, b.read, "log", text, func(*verify.Event) {})[0]
			g := b.judge(b.read, text)
			if diff := cmp.Diff(told, g, cmp.AllowUnexported(verify.Summary{}, verify.Finding{}), logtest.SameVariant); diff != "" {
				t.Fatalf("without a caller for the lines (-with +without):\n%s%s", diff, text)
			}
		}
	}
}
