package verify_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
)

// meaning is what a log says: verdict, result, positions and findings of its games, and its
// comments. Findings at tags have no order of their own, since fmt orders the tags.
func meaning(t testing.TB, r *verify.Reader, name, text string) []string {
	t.Helper()
	var said []string
	_, err := r.File(name, filepath.Dir(name), strings.NewReader(text), func(g *verify.Summary) error {
		said = append(said, fmt.Sprintf("game %d %s: %s %s %d %d %s", g.Number, g.Rules, g.Verdict(), g.Result, g.Turns, g.Actions, g.Position))
		var tags, body []string
		for _, f := range g.Findings {
			said := fmt.Sprintf("%s %s turn %d action %d", f.Severity, f.Code, f.Turn, f.Action)
			for _, n := range f.Notes {
				said += " " + string(n.Code)
			}
			if strings.HasPrefix(strings.TrimSpace(f.Text), "[") || f.Text == "" {
				tags = append(tags, said)
			} else {
				body = append(body, said)
			}
		}
		slices.Sort(tags)
		said = append(append(said, tags...), body...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var comments []string
	for line := range (notation.Block{Text: []byte(text), Line: 1}).Lines() {
		for _, c := range line.Comments {
			comments = append(comments, strings.TrimRight(c.Text, " \t"))
		}
	}
	slices.Sort(comments) // those above tags move with them
	return append(said, comments...)
}

// checkFormat holds that fmt changes nothing that a log says, and is done in one go.
func checkFormat(t testing.TB, r *verify.Reader, name, text string) []byte {
	t.Helper()
	formatted := logtest.Format(t, r, text, filepath.Dir(name))
	if diff := cmp.Diff(meaning(t, r, name, text), meaning(t, r, name, string(formatted))); diff != "" {
		t.Errorf("fmt changes what the log says (-before +after):\n%s\n%s", diff, formatted)
	}
	if again := logtest.Format(t, r, string(formatted), filepath.Dir(name)); !bytes.Equal(again, formatted) {
		t.Errorf("fmt changes its own form (-once +twice):\n%s", cmp.Diff(string(formatted), string(again)))
	}
	return formatted
}

// TestFormatKeepsMeaning runs fmt over all logs: testdata, the specification, and games
// that chance has played, which are canonical to begin with.
func TestFormatKeepsMeaning(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	logs, err := filepath.Glob("../testdata/*/*.log")
	if err != nil || len(logs) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	for _, path := range logs {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			checkFormat(t, r, path, string(text))
			checkFormat(t, r, path, "\ufeff"+strings.ReplaceAll(string(text), "\n", "\r\n"))
		})
	}
	for _, path := range spec.List("*.md") {
		for _, e := range spec.ExamplesIn(path) {
			t.Run(fmt.Sprintf("%s:%d", path, e.Line), func(t *testing.T) { checkFormat(t, r, path, e.Log) })
		}
	}
	logtest.Generated(t, func(name string, game *play.Played) {
		if formatted := checkFormat(t, r, name, game.Log); string(formatted) != game.Log {
			t.Errorf("%s: not written in canonical form:\n%s", name, cmp.Diff(game.Log, string(formatted)))
		}
	})
}

// TestFormatSpelling checks the part that needs a board: the other names of spaces.
func TestFormatSpelling(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	const in = `[Setup "3 Ann Ann=or5bl/or,bl Ben=or"]
[Players "Ann, Ben"]
[Game "trivial-pursuit"]
3. Ann 2:br6bl@A17- 1:zz9 9:bl
4. Ben 2:or5bl ?:or6bl/bl? 9:br6bl br6bl
state  4 Ben Ann=or2bl/or,bl Ben=or
`
	const want = `[Game "trivial-pursuit"]
[Players "Ann, Ben"]
[Setup "3 Ann Ann=bl2or/bl,or Ben=or"]

3. Ann 2:br6bl@A17- 1:zz9 9:bl
4. Ben 2:bl2or ?:bl1or/bl? 9:br6bl br6bl
state 4 Ben Ann=bl5or/bl,or Ben=or
`
	if got := string(logtest.Format(t, r, in, ".")); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestFormatDirectives spaces the directives of the game, and leaves those that are malformed or of
// another game as they are.
func TestFormatDirectives(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	const in = "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n\nplace  Ann 1 3 0  4 5 / 7 2 8 9 6\nplace  Ann 1 x\nshuffle  all\n"
	want := strings.Replace(in, "place  Ann 1 3 0  4", "place Ann 1 3 0 4", 1)
	if got := string(logtest.Format(t, r, in, ".")); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestFormatKeepsGarbage checks the same for damaged logs.
func TestFormatKeepsGarbage(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	logs, err := filepath.Glob("../testdata/*/*.log")
	if err != nil || len(logs) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	var lines []string
	for _, path := range logs {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.SplitAfter(string(text), "\n")...)
	}
	chance := rand.New(rand.NewPCG(1, 2))
	bits := []string{" ", "\t", "\r", "\n", "\r\n", "[", "]", "\"", "\\", "{", "}", ";", ".", "7", "x", "\x00", "\xff", "é", "\ufeff", "#", "state ", "or5bl", "[Game \"trouble\"]\n", "; c\n", "{.}", "{want x}"}
	for range 400 {
		text := ""
		for at := chance.IntN(len(lines)); len(text) < 600; at++ {
			if chance.IntN(8) == 0 {
				at = chance.IntN(len(lines))
			}
			text += lines[at%len(lines)]
		}
		for range chance.IntN(6) {
			at := chance.IntN(len(text))
			text = text[:at] + bits[chance.IntN(len(bits))] + text[min(len(text), at+chance.IntN(3)):]
		}
		checkFormat(t, r, "../testdata/wheel/garbage.log", text)
		if t.Failed() {
			t.Fatalf("of the log\n%q", text)
		}
	}
}

// spaces are all that Unicode calls a space, and what looks like one.
func spaces() (all []rune) {
	for r := range rune(0x10000) {
		if unicode.IsSpace(r) && r != '\n' || unicode.Is(unicode.Zs, r) && !unicode.IsSpace(r) {
			all = append(all, r)
		}
	}
	return append(all, []rune("\u180e\u200b\u200c\u200d\u2060\ufeff\u00ad")...)
}

// TestFormatKeepsSpaces checks the same for every space of Unicode, in every place of some logs, in
// addition to the text and instead of a blank: only blanks and tabs are white space.
func TestFormatKeepsSpaces(t *testing.T) {
	logs := map[string]string{
		"wheel":    "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n\norder Ann:2 Ben:1\n1. Ann 3:bl3+ 2:or2- ; c\n",
		"trouble":  "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n[Setup \"3 Red Red=home,home,home,re1 Blue=home,home,home,home\"]\n\n3. Red 4:re1-re5\nstate 4 Blue Red=home,home,home,re5 Blue=home,home,home,home\n",
		"trespass": "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n\nplace Ann 1 3 0 4 5 / 7 2 8 9 6\nsecret Ann 7\nreveal Ann 7 salt {b}\n1. Ann A8:c2-d2\n",
	}
	all := spaces()
	if len(all) < 30 {
		t.Fatalf("%d spaces", len(all))
	}
	for name, log := range logs {
		t.Run(name, func(t *testing.T) {
			r := logtest.NewReader(t, verify.Options{})
			check := func(space rune, text string) {
				if checkFormat(t, r, "spaces.log", text); t.Failed() {
					t.Fatalf("%U in %q", space, text)
				}
			}
			for at := range len(log) + 1 {
				for i, space := range all {
					if (at+i)%len(all) > 2 { // every space at one place in ten, and three spaces at every place
						continue
					}
					check(space, log[:at]+string(space)+log[at:])
					if at < len(log) && log[at] == ' ' {
						check(space, log[:at]+string(space)+log[at+1:])
					}
				}
			}
		})
	}
}
