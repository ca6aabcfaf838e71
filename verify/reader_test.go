package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/trouble"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/games"
	troublegame "tpnote/verify/games/trouble"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
)

// TestRulesTag checks the finding for a log that was made under other rules, whatever their name.
func TestRulesTag(t *testing.T) {
	print := logtest.Ruled(t, "master-1981").Fingerprint
	for made, want := range map[string]string{
		"master-1981@" + print:     "",
		"our-table@" + print:       "",
		"master-1981@0123456789ab": "3: rules-fingerprint",
		"genus-iii@0123456789ab":   "3: rules-fingerprint",
		"master-1981":              "3: rules-fingerprint",
	} {
		all := logtest.Replay(t, verify.Options{}, "x.log", logtest.Head+"[Rules \""+made+"\"]\n1. Ann 3:bl3-\n")
		if got := strings.Join(found(all), " "); got != want {
			t.Errorf("%s: %q, want %q", made, got, want)
		}
		if all[0].Verdict() != verify.Legal {
			t.Errorf("%s is %s: a warning alone changes no verdict", made, all[0].Verdict())
		}
	}
	// Another value of a rule point is another fingerprint.
	all := logtest.Replay(t, verify.Options{Set: []string{"stopping=allowed"}}, "x.log", logtest.Head+"[Rules \"master-1981@"+print+"\"]\n1. Ann 3:bl3-\n")
	if got := found(all); len(got) != 1 {
		t.Errorf("with --set: %v", got)
	}
}

// TestWatched checks that the fast judge reports the same positions as the replay of every line, and
// has the same results, also in logs with many errors under other rules.
func TestWatched(t *testing.T) {
	judges := map[string][]*verify.Reader{} // by game
	for _, name := range logtest.Library().Builtin() {
		v := logtest.Ruled(t, name)
		r, err := verify.ReaderBy(v, verify.Options{Games: games.All})
		if err != nil {
			t.Fatal(err)
		}
		judges[v.Game] = append(judges[v.Game], r)
	}
	type judged struct {
		Positions map[int]string
		Findings  []verify.Finding
		Verdict   verify.Verdict
		Ends      [2]string
		Rules     verify.RulesName
	}
	is := func(positions map[int]string, g *verify.Summary) judged {
		var findings []verify.Finding
		for _, f := range g.Findings {
			if f.Code != verify.CodeFingerprint { // those that judge again pass that over
				findings = append(findings, f)
			}
		}
		return judged{positions, findings, g.Verdict(), [2]string{g.Result, g.Position}, g.Rules}
	}
	told, turn := 0, 0
	check := func(path, text string) {
		for _, all := range judges {
			for b := range notation.NewReader(strings.NewReader(text)).Blocks() {
				turn++
				for _, r := range all[turn%len(all) : turn%len(all)+1] { // each game by one of them, in turn
					want, got := map[int]string{}, map[int]string{}
					keeping := r.With(func(o *verify.Options) { o.Keep = true })
					every, _, err := keeping.Block(path, ".", b, func(ev *verify.Event) {
						if ev.Carried {
							want[ev.Line.Span.Line] = ev.After.Position()
						}
					})
					if err != nil {
						continue // it is of another game
					}
					watch := func(line int, position func(dst []byte) []byte) { got[line] = string(position(nil)) }
					quick, err := r.Watched(path, ".", b, watch)
					if err != nil {
						t.Fatalf("%s: game %d: %v", path, b.Number, err)
					}
					told += len(got)
					if diff := cmp.Diff(is(want, every), is(got, quick), cmpopts.IgnoreUnexported(verify.Finding{})); diff != "" {
						t.Errorf("%s: game %d by %s (-want +got):\n%s", path, b.Number, every.Rules.Variant, diff)
					}
				}
			}
		}
	}
	for path, text := range logtest.Logs(t) {
		check(path, text)
	}
	logtest.Generated(t, func(name string, game *play.Played) { check(name, game.Log) })
	if told == 0 {
		t.Error("no position was reported")
	}
}

// TestSpared checks that a reader which is spared the words of findings and the last position reports all else.
func TestSpared(t *testing.T) {
	type finding struct {
		Code      verify.Code
		Severity  verify.Severity
		Malformed bool
		Line      int
		Notes     int
	}
	codes := func(g *verify.Summary) (all []finding) {
		for _, f := range g.Findings {
			all = append(all, finding{f.Code, f.Severity, f.Malformed, f.Span.Line, len(f.Notes)})
		}
		return all
	}
	spared := 0
	for path, text := range logtest.Logs(t) {
		want := logtest.Replay(t, verify.Options{}, path, text)
		for i, g := range logtest.Replay(t, verify.Options{Wordless: true, NoPosition: true}, path, text) {
			if diff := cmp.Diff(codes(want[i]), codes(g)); diff != "" || g.Result != want[i].Result || g.Verdict() != want[i].Verdict() {
				t.Errorf("%s: game %d (-want +got):\n%s", path, g.Number, diff)
			}
			if g.Position != "" {
				t.Errorf("%s: game %d: the position %q was not wanted", path, g.Number, g.Position)
			}
			for _, f := range g.Findings {
				if f.Message == "" {
					spared++
				}
			}
		}
	}
	if spared == 0 {
		t.Error("no finding was spared its message")
	}
}

// TestBlankLines checks which lines have a position after them.
func TestBlankLines(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{Keep: true})
	for b := range notation.NewReader(strings.NewReader(logtest.Head + "1. Ann 3:bl3-\n\n; a comment\n")).Blocks() {
		_, _, err := r.Block("x.log", ".", b, func(ev *verify.Event) {
			if tag := strings.HasPrefix(ev.Line.Text, "["); !tag && (ev.After == nil) != (ev.Line.Text == "") {
				t.Errorf("%q: After is %v", ev.Line.Text, ev.After)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestRetag gives a replay the tags of another beginning of the game: it refuses tags that differ in
// anything but the result.
func TestRetag(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	begun := func(tags string) *verify.Replay {
		p, _ := cut(t, "x.log", "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n"+tags+"\n1. Ann 3:bl3-\n")[0].start(t, r)
		return p
	}
	for _, tt := range []struct {
		name, now, then string
		want            bool
	}{
		{"the same", `[Round "1"]`, `[Round "1"]`, true},
		{"another order", "[Round \"1\"]\n[Site \"here\"]", "[Site \"here\"]\n[Round \"1\"]", true},
		{"another result", `[Result "1-0"]`, `[Result "*"]`, true},
		{"a result more", "", `[Result "*"]`, true},
		{"another value", `[Round "1"]`, `[Round "2"]`, false},
		{"a tag more", "", `[Round "1"]`, false},
		{"a tag less", `[Round "1"]`, "", false},
		{"another tag", `[Round "1"]`, `[Site "1"]`, false},
	} {
		if got := begun(tt.now).Retag(begun(tt.then)); got != tt.want {
			t.Errorf("%s: Retag is %t", tt.name, got)
		}
	}
}

// TestVerdict checks the verdict of records with and without unknown parts.
func TestVerdict(t *testing.T) {
	for body, want := range map[string]verify.Verdict{
		"1. Ann 6:br-\n":            verify.Legal,
		"1. Ann ?\n":                verify.Incomplete,
		"1. Ann 6:br-\ngap\n":       verify.Incomplete,
		"1. Ann ?\ngap\n":           verify.Incomplete,
		"1. Ann 6:br- 6:br-\ngap\n": verify.Illegal,
		"1. Ann ? 6\n":              verify.Malformed,
	} {
		g := logtest.Replay(t, verify.Options{}, "x.log", logtest.Head+body)[0]
		if got := g.Verdict(); got != want {
			t.Errorf("%q is %s, want %s", body, got, want)
		}
		if diff := cmp.Diff(verify.Unknown{}, g.Unknown); want == verify.Legal && diff != "" {
			t.Errorf("%q has unknown parts (-want +got):\n%s", body, diff)
		}
	}
}

// TestBegins: a game that differs from the game before it in all that its tags settle begins in its own way.
func TestBegins(t *testing.T) {
	v := logtest.Ruled(t, "trouble-classic")
	log := logtest.Head + "1. Ann 3:bl3-\n\n[Game \"trouble\"]\n[Variant \"trouble-classic\"]\n[Rules \"trouble-classic@" + v.Fingerprint + "\"]\n[Players \"Red, Blue, Green\"]\n" +
		"[Setup \"5 Blue Red=home,home,home,re1 Blue=home,home,home,home Green=home,home,home,home\"]\n5. Blue 3:pass\n"
	all := logtest.Replay(t, verify.Options{}, "x.log", log)
	if len(all) != 2 || all[1].Rules.Variant != v.Name || len(all[1].Findings) > 0 || all[1].Turns != 1 {
		t.Errorf("the second game: %+v", all[1])
	}
}

// TestHeadsAreRead: a fault in a head is found, also if the game before has the same tags.
func TestHeadsAreRead(t *testing.T) {
	const turn = "1. Ann 3:bl3-\n\n"
	for _, line := range []string{"; \xff\n", "[Round \"2\"] ; \x00\n", "[Round \"2\n", "[Round \"2\"]\n[Round \"3\"]\n", strings.Repeat(" ", 1<<17) + "\n"} {
		head := strings.TrimSuffix(logtest.Head, "\n") + line + "\n"
		alone := logtest.Replay(t, verify.Options{}, "x.log", head+turn)
		after := logtest.Replay(t, verify.Options{}, "x.log", logtest.Head+turn+head+turn)
		if len(alone[0].Findings) == 0 || len(after) != 2 || len(after[1].Findings) != len(alone[0].Findings) || after[1].Findings[0].Code != alone[0].Findings[0].Code {
			t.Errorf("%.20q: %v alone, %v after another game", line, alone[0].Findings, after[1].Findings)
		}
	}
}

// TestEventsStay: an event of a passage keeps its actions while the next lines are judged.
func TestEventsStay(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	block := firstBlock(logtest.Head + "1. Ann 3:bl3+ 1:bl4-\n2. Ben 3:br3-\n")
	p, rest, _, err := r.Enter(block, ".")
	if err != nil {
		t.Fatal(err)
	}
	passage := r.Passage(p, block, rest)
	first, _, _ := passage.Next()
	want := slices.Clone(first.Actions)
	passage.Next()
	if diff := cmp.Diff(want, first.Actions); diff != "" || len(want) != 2 {
		t.Errorf("the actions of turn 1 after turn 2 is judged (-before +after):\n%s", diff)
	}
}

// TestExtras looks for tally lines and side lines.
func TestExtras(t *testing.T) {
	for text, want := range map[string][2]bool{
		"1. Ann 6:br-\n":              {false, false},
		"(\n2. Ben 6:or- ; :)\n":      {false, true},
		"1. Ann 6:br- ; (or)\n":       {false, false},
		"1. Ann 6:br- ; (or\n(\n)\n":  {false, true},
		"1. Ann 6:br-\n)\n":           {false, false}, // none is open: the line is out of place
		"tally Ann turns=1\n":         {true, false},
		"1. Ann 6:br-\n\ttally Ben\n": {true, false},
		"1. Ann 6:br-\r\n(\r\n)\r\n":  {false, true},
		"{(} 1. Ann 6:br-\n; )\n":     {false, false},
		")\n; (\n":                    {false, false},
	} {
		tallied, sided := verify.Extras(notation.Block{Text: []byte(text), Line: 1})
		if got := [2]bool{tallied, sided}; got != want {
			t.Errorf("%q: tally and side lines %v, want %v", text, got, want)
		}
	}
}

// TestShift moves a game down: the places of all that is said of it move with it, and a copy keeps its own.
func TestShift(t *testing.T) {
	at := func(line int) *verify.Summary {
		span := notation.Span{Line: line, Column: 1}
		return &verify.Summary{Line: line, Findings: []verify.Finding{{
			Span:     span,
			Notes:    []verify.Note{{Span: span}},
			Fixes:    []verify.Fix{{Edit: verify.Edit{Span: span}}},
			Readings: []verify.Reading{{Edits: []verify.Edit{{Span: span}}}},
		}}}
	}
	g := at(2)
	kept := *g
	kept.Findings = slices.Clone(g.Findings)
	g.Shift(3)
	if diff := cmp.Diff(at(5), g, cmpopts.IgnoreUnexported(verify.Summary{}, verify.Finding{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(at(2), &kept, cmpopts.IgnoreUnexported(verify.Summary{}, verify.Finding{})); diff != "" {
		t.Errorf("the copy (-want +got):\n%s", diff)
	}
}

// TestRanked lists the best actions first: from the hub, a 6 comes to a headquarters, where a wedge is won.
func TestRanked(t *testing.T) {
	best := logtest.Begin(t, verify.Header{Variant: "master-1981", Players: []string{"Ann", "Ben"}}).Ranked()
	if len(best) == 0 || best[0].Die != 6 {
		t.Errorf("the best actions are %v", best)
	}
}

// noted is Trouble with a field NAME=NUMBER in its positions that names no player.
type noted struct {
	verify.Rules[trouble.State, trouble.Action]
}

func (n noted) AppendPosition(dst []byte, s *trouble.State, handles []string) []byte {
	return append(n.Rules.AppendPosition(dst, s, handles), " quiet=0"...)
}

func (n noted) ParsePosition(text string, handles []string) (trouble.State, error) {
	text, found := strings.CutSuffix(text, " quiet=0")
	if !found {
		return trouble.State{}, rules.Malformed("no quiet=0")
	}
	return n.Rules.ParsePosition(text, handles)
}

// TestPlayersOfPosition takes players from positions: those whose names the game knows, and if it does
// not take the position, as many as may play.
func TestPlayersOfPosition(t *testing.T) {
	game := &verify.Game[trouble.State, trouble.Action]{
		Family: troublegame.Game.Family, Parse: troublegame.Game.Parse,
		Rules: func(v *variant.Variant) (verify.Rules[trouble.State, trouble.Action], error) {
			r, err := troublegame.Game.Rules(v)
			return noted{r}, err
		},
		Players: func(*variant.Variant, int) []string { return []string{"Yellow"} },
	}
	const two, four = "Red=home,home,home,re0 Blue=home,home,home,home", " Green=home,home,home,home Yellow=home,home,home,home"
	for _, tt := range []struct {
		position string
		want     []string
	}{
		{"3 Red " + two + " quiet=0", []string{"Red", "Blue"}},
		{"3 Red " + two + four + " quiet=0", []string{"Red", "Blue", "Green", "Yellow"}},
		{"3 Red " + two + four + " quiet=1", []string{"Red", "Blue", "Green", "Yellow"}},
		{"3 Ann " + two + " quiet=0", []string{"Yellow"}},
		{"", []string{"Yellow"}},
	} {
		r := logtest.NewReader(t, verify.Options{Games: verify.Games{game}})
		h, err := r.Propose(verify.Header{Variant: "trouble-official", Setup: tt.position}, 1, nil)
		if err != nil || !slices.Equal(h.Players, tt.want) {
			t.Errorf("%q names %v, %v; want %v", tt.position, h.Players, err, tt.want)
		}
	}
}
