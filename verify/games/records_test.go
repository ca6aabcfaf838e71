package games_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

// TestLeave lets every player of every built-in variant leave at every turn of a random game,
// and the game go on without them until one is left.
func TestLeave(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	for _, name := range logtest.Library().Builtin() {
		v, err := logtest.Library().Open(name, ".")
		if err != nil {
			t.Fatal(err)
		}
		most := 2 // of Trespass
		if v.Has("players") {
			most = min(4, v.Family.Point("players").Max)
		}
		for players := 2; players <= most; players++ {
			for seed := range uint64(6) {
				chance := rand.New(rand.NewPCG(seed, uint64(players)))
				header, err := r.Propose(verify.Header{Variant: name}, players, chance)
				if err != nil {
					t.Fatal(err)
				}
				sides := []string{""}
				if strings.HasPrefix(name, "trouble") && players == 4 {
					sides = append(sides, "Red+Green, Blue+Yellow")
				}
				for _, sides := range sides {
					header.Sides = sides
					replay, err := r.Begin(header)
					if err != nil {
						t.Fatal(err)
					}
					leaveUntilOver(t, name, replay, chance)
				}
			}
		}
	}
}

// leaveUntilOver plays, and lets a player leave now and then, until the game is over.
func leaveUntilOver(t *testing.T, name string, replay *verify.Replay, chance *rand.Rand) {
	t.Helper()
	line := 100
	var log []string
	tell := func(text string) verify.Event {
		line++
		log = append(log, text)
		return replay.Line(notation.ParseLine(text, line))
	}
	still := slices.Clone(replay.Handles())
	for turns := 0; !replay.Over(); turns++ {
		if turns > 200 {
			t.Fatalf("%s: the game goes on without end:\n%s", name, strings.Join(log, "\n"))
		}
		c := replay.Clock()
		if who := replay.Handles()[c.Seat]; !slices.Contains(still, who) {
			t.Fatalf("%s: it is the turn of %s, who has left:\n%s", name, who, strings.Join(log, "\n"))
		}
		if chance.IntN(3) == 0 {
			i := chance.IntN(len(still))
			who := still[i]
			still = slices.Delete(still, i, i+1)
			if ev := tell("leave " + who); len(ev.Findings) > 0 {
				t.Fatalf("%s: %v\n%s", name, ev.Findings, strings.Join(log, "\n"))
			}
			after := replay.Clock()
			want := c.Number
			if c.Phase == rules.Open {
				want++ // its own turn, or the one that was cut short
			}
			if after.Phase != rules.Over && after.Number != want {
				t.Errorf("%s: turn %d follows %d\n%s", name, after.Number, c.Number, strings.Join(log, "\n"))
			}
			if !strings.Contains(replay.Position(), "=out") {
				t.Errorf("%s: %s does not show that %s has left", name, replay.Position(), who)
			}
			again := replay.Fork()
			if f := again.Line(notation.ParseLine("leave "+who, line+1)).Findings; len(f) != 1 || f[0].Code != verify.CodeLeft {
				t.Errorf("%s: a second leave: %v", name, f)
			}
			if f := again.Line(notation.ParseLine("state "+again.Position(), line+2)).Findings; len(f) > 0 {
				t.Errorf("%s: %s: %v", name, again.Position(), f)
			}
			if f := again.Line(notation.ParseLine(fmt.Sprintf("%d. %s 1:x", after.Number, who), line+3)).Findings; len(f) == 0 || f[0].Code != verify.CodeLeft {
				t.Errorf("%s: a turn of %s, who has left: %v", name, who, f)
			}
			continue
		}
		moves := replay.Legal()
		m := moves[chance.IntN(len(moves))]
		if ev := tell(fmt.Sprintf("%d. %s %s", c.Number, replay.Handles()[c.Seat], m.Word)); len(ev.Findings) > 0 {
			t.Fatalf("%s: %v\n%s", name, ev.Findings, strings.Join(log, "\n"))
		}
	}
	_, sides := replay.Tag("Sides")
	if replay.Outcome().Winners == nil && len(still) > 1 && !sides {
		t.Errorf("%s: %d players are left, and the game is over:\n%s", name, len(still), strings.Join(log, "\n"))
	}
}

// TestLeaveChance lets players leave who may still tie a win in a first turn.
func TestLeaveChance(t *testing.T) {
	const head = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben, Cleo\"]\n[Setup \"1 Ann Ann=bl3/br,bl,or,ye,pi,gr Ben=or3/br,bl,or,ye,pi,gr Cleo=ye3/br,bl,or,ye,pi,gr\"]\n1. Ann 3:hub/ye#\n"
	const won = "Ann=hub/br,bl,or,ye,pi,gr#"
	for _, tt := range []struct{ lines, position, result string }{
		{"leave Ben\n", "2 Cleo " + won + " Ben=out Cleo=ye3/br,bl,or,ye,pi,gr", "Ann"},
		{"leave Ben\n2. Cleo 3:hub/ye#\n", "2 Cleo- " + won + " Ben=out Cleo=hub/br,bl,or,ye,pi,gr#", "Ann = Cleo"},
		{"leave Cleo\n2. Ben 3:hub/ye#\n", "2 Ben- " + won + " Ben=hub/br,bl,or,ye,pi,gr# Cleo=out", "Ann = Ben"},
		{"leave Cleo\nleave Ben\n", "2 Ben- " + won + " Ben=out Cleo=out", "Ann"},
		{"2. Ben 1:or2+\nleave Ben\n3. Cleo 1:ye2-\n", "3 Cleo- " + won + " Ben=out Cleo=ye2/br,bl,or,ye,pi,gr", "Ann"},
	} {
		g := logtest.Replay(t, verify.Options{}, "", head+tt.lines)[0]
		if g.Verdict() != verify.Legal || g.Position != tt.position || g.Result != tt.result {
			t.Errorf("%s%s: %s, %s %v", tt.lines, g.Verdict(), g.Position, g.Result, g.Findings)
		}
	}
}

// TestPlayOn goes on after all others have left: that breaks no rule of a rulebook.
func TestPlayOn(t *testing.T) {
	g := logtest.Replay(t, verify.Options{}, "", "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n1. Ann 6:bl-\nleave Ben\n2. Ann 5:bl1-\n")[0]
	if len(g.Findings) != 1 || g.Findings[0].Code != verify.CodeGameOver || g.Findings[0].Rule != "record" || g.Findings[0].Cites != nil {
		t.Errorf("%+v", g.Findings)
	}
}

// TestLeaveSides lets both colours of a player leave, one after the other.
func TestLeaveSides(t *testing.T) {
	const head = "[Game \"trouble\"]\n[Players \"Red, Blue, Green, Yellow\"]\n[Sides \"Red+Green, Blue+Yellow\"]\n1. Red 1:pass\n"
	for _, tt := range []struct{ lines, position string }{
		{"leave Green\n2. Blue 1:pass\n3. Yellow 1:pass\n", "4 Red Red=home,home,home,home Blue=home,home,home,home Green=out Yellow=home,home,home,home"},
		{"leave Green\nleave Red\n", "2 Blue- Red=out Blue=home,home,home,home Green=out Yellow=home,home,home,home"},
		{"leave Blue\nleave Green\n2. Yellow 1:pass\n", "3 Red Red=home,home,home,home Blue=out Green=out Yellow=home,home,home,home"},
	} {
		g := logtest.Replay(t, verify.Options{}, "", head+tt.lines)[0]
		if g.Verdict() != verify.Legal || g.Position != tt.position || g.Result != "*" {
			t.Errorf("%s%s: %s, %s", tt.lines, g.Verdict(), g.Position, g.Result)
		}
	}
}

// TestLeavePlaced lets a player leave who has a place, which is kept.
func TestLeavePlaced(t *testing.T) {
	const head = "[Game \"trouble\"]\n[Players \"Red, Blue, Green\"]\n[Setup \"1 Red Red=home,home,home,home Blue=home,home,home,home Green=f1,f2,f3,f4#1\"]\n"
	g := logtest.Replay(t, verify.Options{}, "", head+"1. Red 1:pass\nleave Green\n2. Blue 1:pass\n")[0]
	if g.Verdict() != verify.Legal || g.Position != "3 Red Red=home,home,home,home Blue=home,home,home,home Green=out#1" || g.Result != "Green" {
		t.Errorf("%s: %s, %s", g.Verdict(), g.Position, g.Result)
	}
}

// TestRulings checks that as many rulings as illegal turns make a log legal, and that one too
// few, too many or in the wrong place does not.
func TestRulings(t *testing.T) {
	illegal := []int{2, 3, 5}
	log := func(rulings ...int) string {
		text := "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n"
		for turn := 1; turn <= 6; turn++ {
			word := "1:pass"
			if slices.Contains(illegal, turn) {
				word = "1:re0-re1" // no peg is there
			}
			text += fmt.Sprintf("%d. %s %s\n", turn, []string{"Blue", "Red"}[turn%2], word)
			for _, r := range rulings {
				if r == turn {
					text += "ruling stands\n"
				}
			}
		}
		return text
	}
	count := func(text string, options verify.Options) (errors, ruled int) {
		for _, f := range logtest.Replay(t, options, "", text)[0].Findings {
			if f.Severity == verify.SeverityError {
				errors++
			}
			if f.Ruled {
				ruled++
			}
		}
		return errors, ruled
	}
	for _, tt := range []struct {
		name          string
		rulings       []int
		errors, ruled int
	}{
		{"all", []int{2, 3, 5}, 0, 3},
		{"one removed", []int{2, 5}, 1, 2},
		{"one doubled", []int{2, 3, 3, 5}, 1, 3},
		{"one moved", []int{2, 4, 5}, 2, 2},
	} {
		if errors, ruled := count(log(tt.rulings...), verify.Options{}); errors != tt.errors || ruled != tt.ruled {
			t.Errorf("%s: %d errors, %d ruled", tt.name, errors, ruled)
		}
	}
	loose := strings.Replace(log(illegal...), "ruling stands", ")\nruling stands", 1)
	if errors, ruled := count(loose, verify.Options{}); errors != 1 || ruled != 3 {
		t.Errorf("with a loose ): %d errors, %d ruled", errors, ruled)
	}
	if errors, _ := count(log(illegal...), verify.Options{NoRulings: true}); errors != 3 {
		t.Errorf("without rulings %d errors", errors)
	}
}

// TestRulingLeaves checks that a ruling makes notes of the errors of its turn alone: a warning
// stays one, and what cannot be read stays an error.
func TestRulingLeaves(t *testing.T) {
	for turn, want := range map[string]string{
		"1. Ann 6:bl+ 3:bl2-\n":  "weak-mark warning; unreachable note; ",
		"1. Ann 3:bl3+ 3:bl2-\n": "unreachable note; ",
		"1. Ann 3.bl3 3:bl2-\n":  "action-syntax error; ",
	} {
		got := ""
		for _, f := range logtest.Replay(t, verify.Options{}, "", logtest.Head+turn+"ruling stands\n2. Ben 3:or3-\n")[0].Findings {
			got += fmt.Sprintf("%s %s; ", f.Code, f.Severity)
		}
		if got != want {
			t.Errorf("%s%s, want %s", turn, got, want)
		}
	}
}

// TestUnknown checks how much a record leaves open, and what is judged after a gap.
func TestUnknown(t *testing.T) {
	head := "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n"
	turns := func(n int, word string) (text string) {
		for i := range n {
			text += fmt.Sprintf("%d. %s %s\n", i+1, []string{"Red", "Blue"}[i%2], word)
		}
		return text
	}
	for _, tt := range []struct {
		lines    string
		ways     uint64
		capped   bool
		findings string
	}{
		{turns(3, "?:pass"), 125, false, ""},
		{turns(12, "?:pass"), 244140625, false, ""},
		{turns(13, "?:pass"), 1_000_000_000, true, ""},
		{turns(13, "?:pass") + "14. Blue ?\n", 1_000_000_000, true, ""},
		{turns(2, "?:pass") + "gap\n", 0, true, ""},
		{turns(1, "1:pass") + "gap\n8. Blue ?:zz1-bl1\n9. Red 9:zz\n10. Blue 3:zz1-bl1\n", 0, true, "6 action-syntax; 7 unknown-space; "},
	} {
		g := logtest.Replay(t, verify.Options{}, "", head+tt.lines)[0]
		findings := ""
		for _, f := range g.Findings {
			findings += fmt.Sprintf("%d %s; ", f.Span.Line, f.Code)
		}
		if g.Unknown.Ways != tt.ways || g.Unknown.Capped != tt.capped || findings != tt.findings {
			t.Errorf("%s%+v, %s", tt.lines, g.Unknown, findings)
		}
	}
}

// TestCardNumbers checks that a repeated card is noticed up to the greatest number that is compared,
// and not beyond.
func TestCardNumbers(t *testing.T) {
	for card, want := range map[string]int{"A7": 1, "A2147483646": 1, "A2147483647": 0, "A99999999999999999999": 0} {
		log := fmt.Sprintf("[Game \"heisey-mania\"]\n[Players \"Ann, Ben\"]\n1. Ann 1:fl1@%s-\n2. Ben 1:mo1@%s-\n", card, card)
		g := logtest.Replay(t, verify.Options{}, "", log)[0]
		if len(g.Findings) != want || want > 0 && g.Findings[0].Code != "card-box" {
			t.Errorf("%s: %v", card, g.Findings)
		}
	}
}

// TestCaptured counts a capture for both.
func TestCaptured(t *testing.T) {
	const log = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n[Setup \"1 Red Red=re1,home,home,home Blue=re4,home,home,home\"]\n1. Red 3:re1xre4\n"
	for tally, right := range map[string]bool{
		"Red captures=1 captured=0": true, "Blue captures=0 captured=1": true, "Red captures=0": false, "Blue captured=0": false, "Red captured=1": false,
	} {
		if g := logtest.Replay(t, verify.Options{}, "", log+"tally "+tally+"\n")[0]; g.OK() != right {
			t.Errorf("%s: %s, %v", tally, g.Verdict(), g.Findings)
		}
	}
}

// TestTrespassHelps checks the help for an illegal move in Trespass.
func TestTrespassHelps(t *testing.T) {
	const head = "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n[Setup \"30 Ann - %s A=7 B=?\"]\n30. Ann %s\n"
	const near, open = "1,B1,B2,B3,B4/A7,B5,B6,B7,B8/B9,B0,3/5/A1,A2,A3,A4,A5/A6,A8,A9,A0,1", "B8,B1,B2,B3,B4/A7,B5,B6,B7,1/B9,4/5/A1,A2,A3,A4,A5/A6,A8,A9,A0,B0"
	for _, tt := range []struct{ board, word, want string }{
		{near, "A7:a5-a6", "[] mark it #: A7:a5-a6#"},
		{near, "A7:a5-b6", "[legal with A7: A7:a5-a6#]"},
		{near, "A7:a5-z9", "[the squares are a1 to e6]"},
		{open, "A7:a5-a6", "[]"}, // it cannot move
		{near, "A1:a2-a3-a1", "[legal with A1: A1:a2-a3, A1:a2-b3, A1:a2-c3, A1:a2-d3, A1:a2-e3, A1:a2-c4, A1:a2-d4 or A1:a2-e4]"},
		{open, "A1:a2-a3-a1", "[legal with A1: A1:a2-a3, A1:a2-b3, A1:a2-c3, A1:a2-d3, A1:a2-e3, A1:a2-b4, A1:a2-c4, A1:a2-d4 or 2 others]"},
	} {
		f := logtest.Replay(t, verify.Options{}, "", fmt.Sprintf(head, tt.board, tt.word))[0].Findings[0]
		got := fmt.Sprint(f.Help)
		for _, fix := range f.Fixes {
			got += fmt.Sprintf(" %s: %s", fix.Message, fix.Text)
		}
		if got != tt.want {
			t.Errorf("%s on %s: %s", tt.word, tt.board, got)
		}
	}
}

// TestTroubleHelps checks the help for an illegal move in Trouble.
func TestTroubleHelps(t *testing.T) {
	const head = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n[Setup \"30 Red Red=re0,re5,home,home Blue=home,home,home,home\"]\n30. Red %s\n"
	for word, want := range map[string]string{
		"3:re0-re4":         "1 wrong-count [legal with a 3: re0-re3 or re5-bl1]",
		"1:pass":            "1 must-move []",
		"3:re9-re4":         "1 unknown-space [from START the spaces are re0 to re6, and the next one is bl0]",
		"3:re0-f9":          "1 unknown-space [FINISH has the spaces f1 to f4]",
		"6:re0-re6 3:re5-9": "2 action-syntax []",
		"3:re0-re3\ngap\n40. Red 6:re3-bl2 3:re9-re4": "2 unknown-space [from START the spaces are re0 to re6, and the next one is bl0]",
	} {
		f := logtest.Replay(t, verify.Options{}, "", fmt.Sprintf(head, word))[0].Findings[0]
		if got := fmt.Sprint(f.Action, " ", f.Code, " ", f.Help); got != want {
			t.Errorf("%s: %s", word, got)
		}
	}
}

// TestResultBehindGap checks that after a gap the Result must only name players.
func TestResultBehindGap(t *testing.T) {
	for result, ok := range map[string]bool{"*": true, "Red": true, "Blue > Red": true, "Green": false} {
		log := "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n[Result \"" + result + "\"]\n1. Red 1:pass\ngap\n9. Red 1:pass\n"
		if g := logtest.Replay(t, verify.Options{}, "", log)[0]; g.OK() != ok {
			t.Errorf("%s: %s, %v", result, g.Verdict(), g.Findings)
		}
	}
}

// TestTerminations tries each value of the Termination tag with a result that the rules do not find.
func TestTerminations(t *testing.T) {
	for value, decides := range map[string]bool{
		"abandoned": true, "adjudication": true, "agreed": true, "death": true, "emergency": true, "Resigned": true,
		"rules infraction": true, "time forfeit": true, "normal": false, "unterminated": false, "tired": false,
	} {
		log := fmt.Sprintf("[Game \"trouble\"]\n[Players \"Red, Blue\"]\n[Termination %q]\n[Result %%q]\n1. Red 1:pass\n", value)
		g := logtest.Replay(t, verify.Options{}, "", fmt.Sprintf(log, "Blue"))[0]
		if g.OK() != decides || (g.Result == "Blue") != decides {
			t.Errorf("%s: %s, %s", value, g.Verdict(), g.Result)
		}
		if g := logtest.Replay(t, verify.Options{}, "", fmt.Sprintf(log, "Green"))[0]; g.OK() {
			t.Errorf("%s: the result names a person who does not play", value)
		}
	}
}
