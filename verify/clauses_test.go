package verify_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tpnote/notation"
	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/explain"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
)

// paragraph is the one of a section that begins with some words, or "".
func paragraph(s spec.Section, begins string) string {
	for _, p := range s.Parts {
		if p.Log == "" && strings.HasPrefix(p.Text, begins) {
			return p.Text
		}
	}
	return ""
}

// TestClauseExamples checks that every clause that a log can show has its own examples: a kept log
// that is legal and raises nothing, and a broken one with a finding that cites the clause, or the
// reason why it cannot be broken. A warning is enough: a capture without its x breaks the clause about
// captures. All logs are judged by the clause's own rulebook. TestSpecExamples checks that broken logs
// want their findings.
func TestClauseExamples(t *testing.T) {
	for _, c := range spec.Clauses() {
		t.Run(c.ID, func(t *testing.T) {
			section := spec.Shown(c)
			if c.Unchecked != "" {
				if section.Name != "" {
					t.Errorf("it has examples, and is said to be uncheckable: %s", c.Unchecked)
				}
				return
			}
			kept, broken, notBroken := section.Logs(false), section.Logs(true), paragraph(section, "Not broken: ")
			if section.Page != "clauses/"+c.Rulebook+".md" || len(kept) == 0 {
				t.Fatalf("no log on its own page keeps it")
			}
			if (len(broken) == 0) == (notBroken == "") {
				t.Errorf("%d logs break it, and the reason for none is %q", len(broken), notBroken)
			}
			for _, log := range kept {
				for _, g := range judgedBy(t, c, log) {
					if g.Verdict() != verify.Legal || len(g.Findings) > 0 {
						t.Errorf("this should keep it, and is %s: %v\n%s", g.Verdict(), g.Findings, log)
					}
				}
			}
			for _, log := range broken {
				for _, g := range judgedBy(t, c, log) {
					if !slices.ContainsFunc(g.Findings, func(f verify.Finding) bool {
						return slices.Contains(f.Cites, c.ID)
					}) {
						t.Errorf("no finding cites it:\n%s%s", log, cited(g))
					}
				}
			}
		})
	}
}

// judgedBy replays a log, and holds that it is judged by the rulebook of a clause.
func judgedBy(t *testing.T, c spec.Clause, log string) []*verify.Summary {
	t.Helper()
	all := logtest.Replay(t, verify.Options{}, "clauses.log", log)
	for _, g := range all {
		if book := logtest.Ruled(t, g.Rules.Variant).Rulebook; book != c.Rulebook {
			t.Errorf("a game is judged by %s", book)
		}
	}
	return all
}

// cited lists the findings of a game, each with its clauses.
func cited(g *verify.Summary) string {
	var b strings.Builder
	for _, f := range g.Findings {
		b.WriteString("\t" + string(f.Code) + " " + strings.Join(f.Cites, " ") + "\t" + f.Message + "\n")
	}
	return b.String()
}

// TestCitations holds what every kind of refusal cites. In testdata/citations each game is
// one row: its tag Event names the code and the situation, and its tag Cites the clauses.
// Every situation that the clause index names has a row, and every code that it names.
func TestCitations(t *testing.T) {
	index := explain.NewIndex(games.All)
	logs, err := filepath.Glob("../testdata/citations/*.log")
	if err != nil || len(logs) != 6 {
		t.Fatalf("want a file for each rulebook and text: %v %v", logs, err)
	}
	for _, path := range logs {
		name := strings.TrimSuffix(filepath.Base(path), ".log")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			book := logtest.Ruled(t, name).Rulebook
			rows := map[string]bool{}
			all := logtest.Replay(t, verify.Options{}, path, string(text))
			i := 0
			for b := range notation.NewReader(bytes.NewReader(text)).Blocks() {
				event, cites := tagOf(b, "Event"), strings.Fields(tagOf(b, "Cites"))
				g := all[i]
				i++
				rows[event] = true
				code, _, _ := strings.Cut(event, "/")
				if g.Rules.Variant != name {
					t.Errorf("%s: judged by %s", event, g.Rules.Variant)
				}
				at := slices.IndexFunc(g.Findings, func(f verify.Finding) bool { return string(f.Code) == code })
				if at < 0 {
					t.Errorf("%s is not raised:\n%s", event, cited(g))
					continue
				}
				if f := g.Findings[at]; !slices.Equal(f.Cites, cites) {
					t.Errorf("%s cites %v, and is to cite %v\n\t%s", event, f.Cites, cites, f.Message)
				}
			}
			for _, c := range spec.Clauses() {
				for _, enforced := range c.Enforced {
					code, _, situation := strings.Cut(enforced, "/")
					topic, _ := index.Explain(code) // the situation of a rule is about legal actions: it needs no finding
					isCode := topic.Code != nil && (situation || topic.Points == nil)
					if c.Rulebook == book && !rows[enforced] && isCode {
						t.Errorf("no row for %s, which %s names", enforced, c.ID)
					}
				}
			}
		})
	}
}

// tagOf is the value of a game's tag, "" where it has none.
func tagOf(b notation.Block, name string) string {
	for line := range b.Lines() {
		if tag, ok := line.Node.(*notation.Tag); ok && tag.Name.Text == name {
			return tag.Value.Text
		}
	}
	return ""
}

// TestExplainWords holds that the words and marks of the games and of their logs can be
// asked for.
func TestExplainWords(t *testing.T) {
	tests := []struct {
		name, kind string
		want       []string // pieces of what is said
	}{
		{"hub", "word", []string{"trivial-pursuit", "heisey-mania", "The Museum"}},
		{"HUB", "word", []string{"trivial-pursuit"}},
		{"wedge", "word", []string{"headquarters"}},
		{"scoring peg", "word", []string{"heisey-mania"}},
		{"pass", "word", []string{"trouble", "trespass"}},
		{"order", "word", []string{"first turn"}},
		{"FINISH", "word", []string{"rearmost"}},
		{"finish", "word", []string{"rearmost"}},
		{"*", "word", []string{"earns a wedge", "earns a scoring peg", "not finished"}},
		{"genus-iii", "variant", nil},
		{"4:ye4+", "action", []string{"trivial-pursuit", "4 the roll: a 4", "space 4 of the yellow spoke", "right answer"}},
		{"4:co4/fl@A17*", "action", []string{"heisey-mania", "space 4 of the cobalt path, counted from the H.M.", "card 17 of box A", "earns a scoring peg", "Heisey History"}},
		{"4:co4/fl@A*", "action", []string{"a card of box A"}},
		{"6:hub/ye#", "action", []string{"the hub, in the middle", "the category of the question: History", "wins the game"}},
		{"3:re2xre5#", "action", []string{"trouble", "3 the pop: a 3", "sends an opponent's peg home", "last peg into FINISH"}},
		{"6:home-re0", "action", []string{"the player's HOME", "Red's START"}},
		{"3:ye6-f3", "action", []string{"space 3 of the player's FINISH"}},
		{"4:pass", "action", []string{"moves nothing"}},
		{"A8:c2-c4^c6#", "action", []string{"trespass", "the piece 8 of the first player", "- a slide", "c4 to file c, row 4", "^ a jump"}},
		{"bl2or", "space", []string{"space 2 of the track from the blue headquarters to the orange one: roll again"}},
		{"4:??", "action", []string{"? the space, which is not recorded", "? how the question was answered"}},
		{"?:hub/?+", "action", []string{"? the roll, which", "? the category of the question, which", "right answer"}},
		{"?:re3-?", "action", []string{"? the pop, which", "re3 from space 3 after Red's START", "? to a space, which"}},
		{"5:?", "action", []string{"? what the pop was used for, which"}},
		{"A7:c2-?", "action", []string{"the piece 7", "from file c, row 2", "? how and to where, which"}},
		{"?:c2^c4", "action", []string{"? the piece, which", "a jump", "to file c, row 4"}},
		{"A7:?", "action", []string{"? the move, which"}},
		{"Termination", "word", []string{"resigned"}},
		{"incomplete", "word", []string{"not written down"}},
		{"re3", "space", []string{"space 3 after Red's START"}},
	}
	index := explain.NewIndex(games.All)
	for _, test := range tests {
		topic, _ := index.Explain(test.name)
		var said strings.Builder
		kinds := []string{}
		if topic.Variant != nil {
			kinds = append(kinds, "variant")
		}
		for _, w := range topic.Words {
			kinds = append(kinds, "word")
			said.WriteString(strings.Join(w.Games, " ") + " " + w.Text + "\n")
		}
		for _, r := range topic.Meanings {
			kinds = append(kinds, strings.Fields(r.Kind)[1])
			said.WriteString(r.Game + "\n")
			for _, p := range r.Parts {
				said.WriteString(p.Text + " " + p.Says + "\n")
			}
		}
		if !slices.Contains(kinds, test.kind) {
			t.Errorf("%s is %v, not a %s", test.name, kinds, test.kind)
		}
		for _, want := range test.want {
			if !strings.Contains(said.String(), want) {
				t.Errorf("%s does not say %q:\n%s", test.name, want, said.String())
			}
		}
	}
	for _, name := range []string{"4:zz4+", "4:co4q", "bl9", "9:re0-re4", "3:re0-zz4", "nothing-like-this"} {
		if topic, _ := index.Explain(name); topic.Name != "" {
			t.Errorf("%s is taken for %s", name, topic.Name)
		}
	}
}

// foreignWords are words that no message about a log of a game may use.
var foreignWords = map[string]*regexp.Regexp{
	"trouble":         regexp.MustCompile(`\b(rolls?|wedges?|answers?|hub|questions?|Ann)\b`),
	"heisey-mania":    regexp.MustCompile(`\b(wedges?|the hub|spokes?|ye2)\b`),
	"trespass":        regexp.MustCompile(`\b(rolls?|pops?|wedges?|answers?|hub|questions?|ye2)\b`),
	"trivial-pursuit": regexp.MustCompile(`\b(pops?|scoring pegs?|H\.M\.)`),
}

var pointName = regexp.MustCompile(`\b[a-z]+(-[a-z]+)+\b`)

// TestOwnWords holds that what is said about a log is said in the words of its game.
func TestOwnWords(t *testing.T) {
	logs, err := filepath.Glob("../testdata/*/*.log")
	if err != nil || len(logs) < 10 {
		t.Fatalf("%v %v", logs, err)
	}
	malformed := "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n1.Red 3:pass\n\n[Game \"heisey-mania\"]\n[Players \"Bea, Cleo\"]\n1.Bea 5:co-\n\n[Game \"trespass\"]\n[Players \"Bea, Cleo\"]\n1.Bea pass\n"
	check := func(path, text string) {
		for _, g := range logtest.Replay(t, verify.Options{}, path, text) {
			foreign := foreignWords[g.Rules.Game]
			if foreign == nil {
				continue
			}
			for _, f := range g.Findings {
				said := append([]string{f.Message}, f.Help...)
				for _, n := range f.Notes {
					said = append(said, n.Message)
				}
				for _, text := range said {
					// The names of rule points and of players are not words of a message.
					if word := foreign.FindString(pointName.ReplaceAllString(text, "")); word != "" && !slices.Contains(g.Handles, word) {
						t.Errorf("%s:%d: %s hears of %q: %s", path, f.Span.Line, g.Rules.Game, word, text)
					}
				}
			}
		}
	}
	for _, path := range logs {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		check(path, string(text))
	}
	for _, c := range spec.Clauses() {
		for _, log := range append(spec.Shown(c).Logs(false), spec.Shown(c).Logs(true)...) {
			check(c.ID, log)
		}
	}
	check("malformed.log", malformed)
}

// TestHouseRulesCiteNoRulebook checks that a house rule does not cite clauses that contradict it, and
// that the clauses that a file gives are cited.
func TestHouseRulesCiteNoRulebook(t *testing.T) {
	tests := []struct {
		set, log, code string
		want           []string
	}{
		{"start-safe=yes", "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n[Setup \"30 Red Red=home,home,home,re4 Blue=home,home,home,bl0\"]\n30. Red 3:re4xbl0\n", "start-safe", nil},
		{"hub-passing=never", logtest.Head + "[Setup \"5 Ann Ann=bl2 Ben=or3\"]\n5. Ann 4:or2-\n", "hub-passing", nil},
		{"jump-sideways=no", "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n[Setup \"9 Ann - B1,B2,1,B4,B5/B6,B7,1,B9,1/2,B8,1,B0/1,A8,1,B3,1/A7,A2,1,A9,A6/A1,A3,A0,A4,A5 A=? B=?\"]\n9. Ann A9:d2^d4^b4\n", "jump", nil},
		{"hub-entry=exact", logtest.Head + "[Setup \"9 Ann Ann=bl3/br,bl,or,ye,pi,gr Ben=or3\"]\n9. Ann 5:hub/ye-\n", "hub-entry", nil},
		{"wedges-to-win=2", logtest.Head + "[Setup \"9 Ann Ann=bl3/br Ben=or3\"]\n9. Ann 3:hub/ye# 6:pi-\n", "false-mark", nil},
	}
	for _, test := range tests {
		g := logtest.Replay(t, verify.Options{Set: []string{test.set}}, "x.log", test.log)[0]
		at := slices.IndexFunc(g.Findings, func(f verify.Finding) bool { return string(f.Code) == test.code })
		if at < 0 {
			t.Errorf("%s: no %s:\n%s", test.set, test.code, cited(g))
		} else if f := g.Findings[at]; !slices.Equal(f.Cites, test.want) {
			t.Errorf("%s: %s cites %v, and is to cite %v", test.set, test.code, f.Cites, test.want)
		}
	}
}

// uncited are the errors against the rules that cite no clause, with the reason.
var uncited = map[string]string{
	"unknown-space":  "no rulebook prints the board",
	"unknown-player": "a log that names a stranger breaks no rule of the game",
	"state-mismatch": "a wrong claim about the position breaks no rule, unless it is about the start or a piece that is gone",
	"ruling":         "a line in the wrong place breaks no rule of the game",
	"tally-mismatch": "a wrong count breaks no rule",
	"wrong-square":   "a record that has lost its piece breaks no rule",
	"blocked/TP":     "that a slide visits no square twice is assumed",
	"own-peg/TS":     "the specification speaks of START alone",
	"players/TS":     "the specification gives no number of players, and no sides",
	"players/order":  "that the colours are written in the order of the board is a rule of the notation",
}

// TestErrorsAreCited checks that every error against the rules of a built-in variant cites a clause,
// in all logs of testdata, except errors that have no clause.
func TestErrorsAreCited(t *testing.T) {
	logs, err := filepath.Glob("../testdata/*/*.log")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	builtin := logtest.Library().Builtin()
	for _, path := range logs {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range logtest.Replay(t, verify.Options{}, path, string(text)) {
			if !slices.Contains(builtin, g.Rules.Variant) || g.Rules.Variant == "master-1981-open-hub" {
				continue
			}
			for _, f := range g.Findings {
				key := string(f.Code)
				switch {
				case f.Code == "players" && f.Rule == "board":
					key = "players/order"
				case (f.Code == "own-peg" || f.Code == "players") && g.Rules.Variant == "trouble-spec":
					key += "/TS"
				}
				if f.Code == "blocked" && strings.HasSuffix(f.Message, "would pass a square twice") {
					key = "blocked/TP"
				}
				switch _, excused := uncited[key]; {
				case f.Malformed || f.Severity != verify.SeverityError || len(f.Cites) > 0:
				case excused:
					seen[key] = true
				default:
					t.Errorf("%s:%d: %s (%s) cites nothing: %s", path, f.Span.Line, f.Code, f.Rule, f.Message)
				}
			}
		}
	}
	for key := range uncited {
		if !seen[key] {
			t.Errorf("no log has %s, which is said to cite nothing", key)
		}
	}
}

// TestErrorsNameTheirRule holds what spec/findings.md says: an error against the rules names a
// rule point of its variant, or a rule that the page explains.
func TestErrorsNameTheirRule(t *testing.T) {
	text := spec.Page("findings.md")
	errors := 0
	for path, log := range logtest.Logs(t) {
		for _, g := range logtest.Replay(t, verify.Options{}, path, log) {
			for _, f := range g.Findings {
				if f.Malformed || f.Severity != verify.SeverityError {
					continue
				}
				errors++
				if v := g.Variant(); (v == nil || !v.Has(f.Rule)) && !strings.Contains(text, "\n### `"+f.Rule+"`\n") {
					t.Errorf("%s:%d: %s names the rule %q", path, f.Span.Line, f.Code, f.Rule)
				}
			}
		}
	}
	if errors < 100 {
		t.Errorf("the logs have %d errors", errors)
	}
}

// TestGroundsWithoutHaste checks that findings have the same grounds whether the fast judge or the
// replay has judged the lines before them.
func TestGroundsWithoutHaste(t *testing.T) {
	for path, text := range logtest.Logs(t) {
		hasty := logtest.Replay(t, verify.Options{}, path, text)
		each := logtest.ReadAll(t, logtest.NewReader(t, verify.Options{}), path, text, func(*verify.Event) {})
		if diff := cmp.Diff(each, hasty, cmpopts.IgnoreUnexported(verify.Summary{}, verify.Finding{})); diff != "" {
			t.Errorf("%s (-each +hasty):\n%s", path, diff)
		}
	}
	// Turns of several lines, with lines of other kinds between them and the error.
	for _, log := range []string{
		"1. Red 6:home-re0\n1. Red 6:re0-re6\n{ so }\n2. Blue 3:pass\n",
		"1. Red 6:home-re0\nstate 1 Red+ Red=home,home,home,re0 Blue=home,home,home,home\n2. Blue 3:pass\n",
		"1. Red 6:home-re0 3:re0-re3\n2. Blue 3:pass\n3. Red 6:re3-bl2\n3. Red 3:bl2-bl5\n3. Red 2:bl5-gr0\n",
		"1. Red 3:pass\n2. Blue 3:pass\n3. Red 2:pass 2:pass\n",
	} {
		log = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n" + log
		hasty := logtest.Replay(t, verify.Options{}, "x.log", log)
		each := logtest.ReadAll(t, logtest.NewReader(t, verify.Options{}), "x.log", log, func(*verify.Event) {})
		if len(each[0].Findings) == 0 {
			t.Errorf("nothing is wrong with it:\n%s", log)
		}
		if diff := cmp.Diff(each, hasty, cmpopts.IgnoreUnexported(verify.Summary{}, verify.Finding{})); diff != "" {
			t.Errorf("(-each +hasty):\n%s%s", log, diff)
		}
	}
}
