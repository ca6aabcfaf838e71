package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
	"tpnote/verify/readings"
	"tpnote/verify/record"
	"tpnote/verify/record/recordtest"
)

// families are a variant of each family, with how many players.
var families = []struct {
	variant string
	players int
}{{"genus-iii", 3}, {"heisey-mania", 2}, {"trouble-official", 4}, {"trespass-1974", 2}}

// played is a game that chance has played.
func played(t testing.TB, variant string, players int, seed uint64) string {
	t.Helper()
	return logtest.PlayOut(t, logtest.NewReader(t, verify.Options{}), variant, players, seed, play.Options{Right: 60, Limit: 40}).Log
}

// TestRecordGenerated enters generated games with the keys that a scorer would press. What is
// written is the game as fmt has it.
func TestRecordGenerated(t *testing.T) {
	for _, f := range families {
		var all []int
		for seed := range uint64(5) {
			want := played(t, f.variant, f.players, seed)
			script, r := recordtest.Enter(t, want)
			if got := string(r.Text()); got != want {
				t.Fatalf("%s %d: the log is\n%s, not\n%s\nkeys %q", f.variant, seed, got, want, script.Keys())
			}
			for _, keys := range script.Actions {
				all = append(all, len(keys))
			}
		}
		slices.Sort(all)
		sum := 0
		for _, n := range all {
			sum += n
		}
		t.Logf("%s: %d actions, %.2f keys an action, median %d, most %d", f.variant, len(all), float64(sum)/float64(len(all)), all[len(all)/2], all[len(all)-1])
		if median := all[len(all)/2]; median > 4 {
			t.Errorf("%s: %d keys an action", f.variant, median)
		}
	}
}

// TestRecordEvery enters legal actions of every built-in variant.
func TestRecordEvery(t *testing.T) {
	for _, v := range logtest.Library().Builtin() {
		recordtest.Every(t, games.All, v, 2)
	}
}

// alphabet is what random fingers press, the likelier the oftener.
var alphabet = strings.Fields(strings.Repeat("1 2 3 4 5 6 + - enter 1 2 3 ", 6) +
	"u u u U ? . : left right end home tab esc backspace space x i g s l r n f N h ; w @ a b 7 8 9 0 c d / hub bl3 re0-re4 ye2+ up down e q")

// press presses a random key, or types a random word. q leaves the recorder, so it comes with
// a word alone.
func press(chance *rand.Rand, r *record.Recorder) (pressed []string) {
	word := alphabet[chance.IntN(len(alphabet))]
	keys := []string{word}
	if len(word) > 1 && strings.ContainsAny(word, "0123456789/") || word == "hub" {
		keys = strings.Split(word, "")
	}
	if word == "q" {
		return nil
	}
	for _, key := range keys {
		r.Key(key)
	}
	return keys
}

// found is what a reader finds in a text.
func found(t *testing.T, options verify.Options, text string) []*verify.Summary {
	t.Helper()
	return logtest.Replay(t, options, "x.log", text)
}

var unexported = cmp.Options{cmpopts.IgnoreUnexported(verify.Summary{}, verify.Finding{}), cmpopts.IgnoreFields(verify.Summary{}, "Entry"), cmpopts.EquateEmpty()}

// TestRecordFindings presses random keys. After every key the findings are those of a reader
// of the whole text, as it is written and as the verify command has it; and at the end all can
// be taken back to the beginning, and brought back.
func TestRecordFindings(t *testing.T) {
	for seed := range uint64(12) {
		f := families[seed%4]
		chance := rand.New(rand.NewPCG(seed, 3))
		text := ""
		if seed%3 == 0 {
			text = played(t, f.variant, f.players, seed)
			text = text[:strings.LastIndexByte(text[:len(text)*2/3], '\n')+1]
		}
		r := recordtest.NewRecorder(t, games.All, text, record.Answers{Variant: f.variant, Secrets: []string{"open", "sealed", "none"}[seed%3]})
		var keys []string
		last := ""
		for range 200 {
			keys = append(keys, press(chance, r)...)
			if twice := alike(r.Screen().Options); twice != "" {
				t.Fatalf("%s %d: two options read %q after %q:\n%s", f.variant, seed, twice, keys, r.Text())
			}
			now := string(r.Text())
			if now == last {
				continue
			}
			last = now
			for _, options := range []verify.Options{{}, {Readings: readings.New()}} {
				want := found(t, options, now)
				got := []*verify.Summary{r.Summary()}
				if options.Readings != nil {
					got = []*verify.Summary{r.Meant()}
				}
				if len(want) == 0 {
					continue
				}
				if diff := cmp.Diff(want, got, unexported); diff != "" {
					t.Fatalf("%s %d: (-read +recorded)\n%s\nafter %q:\n%s", f.variant, seed, diff, keys, now)
				}
			}
		}
		identity(t, r, fmt.Sprint(f.variant, " ", seed))
	}
}

// alike is a text that two options have, or "". A player could not distinguish them.
func alike(options []record.Option) string {
	seen := map[string]bool{}
	for _, o := range options {
		if text := o.Text + " " + o.Mark; seen[text] {
			return text
		} else {
			seen[text] = true
		}
	}
	return ""
}

// TestRecordUncertain offers a piece that may be on several squares, each move by its start.
func TestRecordUncertain(t *testing.T) {
	text := "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\nplace Ann 1 3 0 4 5 / 7 2 8 9 6\nplace Ben 1 2 3 4 5 / 6 7 8 9 0\n1. Ann B1:a6^a4\n2. Ben B7:b5-c4\n3. Ann ?\n4. Ben B7:c4-b3\n"
	r := recordtest.NewRecorder(t, games.All, text, record.Answers{})
	pieces := r.Screen().Options
	if len(pieces) < 10 {
		t.Fatalf("the pieces are %v", pieces)
	}
	if !slices.ContainsFunc(pieces, func(o record.Option) bool { return len(o.Also) > 0 }) {
		t.Error("each piece is marked on one square only")
	}
	for i, o := range pieces {
		r.Pick(i + 1)
		for _, end := range r.Screen().Options {
			if from := end.Choice.From; from != o.Choice.From && !slices.Contains(o.Also, from) {
				t.Errorf("%s: %q begins on the unmarked space %d", o.Text, end.Text, from)
			}
		}
		if twice := alike(r.Screen().Options); twice != "" {
			t.Errorf("%s: two options read %q", o.Text, twice)
		}
		r.Key("esc")
	}
}

// identity takes all back, and brings it back.
func identity(t *testing.T, r *record.Recorder, name string) {
	t.Helper()
	for range 3 {
		r.Key("esc")
	}
	text := r.Text()
	n := 0
	for idle := 0; idle < 12; {
		before := r.Changes()
		if r.Key("backspace"); r.Changes() == before {
			idle++
			continue
		}
		idle, n = 0, n+1
	}
	for range n {
		r.Key("ctrl+y")
	}
	if !bytes.Equal(r.Text(), text) {
		t.Errorf("%s: taken back %d times and brought back, the log is\n%s, not\n%s", name, n, r.Text(), text)
	}
}

// typeKeys presses the characters of a text.
func typeKeys(r *record.Recorder, text string) {
	for _, c := range text {
		r.Key(string(c))
	}
}

// TestRecordGoTo goes to every turn of a game and back to its end: nothing has changed, and the
// screen says where it is. There the same action can be entered again, and nothing has changed.
func TestRecordGoTo(t *testing.T) {
	for _, f := range families {
		text := played(t, f.variant, f.players, 3)
		script, _ := recordtest.Enter(t, text)
		r := recordtest.NewRecorder(t, games.All, text, record.Answers{})
		end := r.Screen()
		nth := 0 // of the script's actions, the first of the turn
		for _, line := range strings.Split(text, "\n") {
			number, rest, turn := strings.Cut(line, ". ")
			if !turn || strings.Contains(number, " ") {
				continue
			}
			words := strings.Fields(rest)
			typeKeys(r, ":"+number)
			r.Key("enter")
			if want, s := "changing turn "+number+", "+words[0]+", "+words[1], r.Screen(); s.Head != want || s.Log[s.At] != line {
				t.Fatalf("%s: :%s shows %q, %q", f.variant, number, s.Head, s.Log[s.At])
			}
			changes := r.Changes()
			for _, key := range script.Actions[nth] {
				r.Key(key)
			}
			if r.Changes() == changes || string(r.Text()) != text {
				t.Fatalf("%s: turn %s entered again is\n%s", f.variant, number, r.Text())
			}
			if r.Key("esc"); r.Screen().Head != end.Head || !slices.Equal(r.Screen().Log, end.Log) {
				t.Fatalf("%s: after :%s the end is %q", f.variant, number, r.Screen().Head)
			}
			nth += len(words) - 1
		}
		if nth != len(script.Actions) {
			t.Fatalf("%s: %d actions of %d", f.variant, nth, len(script.Actions))
		}
	}
}

// TestRecordLater changes an earlier turn. What follows stays as it is: legal where it still
// fits; else the screen says where it breaks and what was perhaps meant, and a digit makes it so.
func TestRecordLater(t *testing.T) {
	head := "[Game \"trouble\"]\n[Variant \"trouble-official\"]\n[Players \"Red, Blue\"]\n\norder Red:5 Blue:2\n"
	text := head + "1. Red 3:pass\n2. Blue 6:home-bl0 2:bl0-bl2\n3. Red 1:pass\n4. Blue 3:bl2-bl5\n5. Red 5:pass\n6. Blue 1:bl5-bl6\n"
	r := recordtest.NewRecorder(t, games.All, text, record.Answers{})
	typeKeys(r, ":1")
	r.Key("enter")
	typeKeys(r, "4") // passes by itself
	if want := strings.Replace(text, "3:pass", "4:pass", 1); string(r.Text()) != want || r.Screen().Found != "" {
		t.Errorf("%s: %s", r.Screen().Found, r.Text())
	}
	r.Key("u")
	typeKeys(r, ":2")
	r.Key("enter")
	r.Key("right")
	typeKeys(r, "31")
	broken := strings.Replace(text, "2:bl0-bl2", "3:bl0-bl3", 1)
	if s := r.Screen(); string(r.Text()) != broken || !strings.HasPrefix(s.Found, "turn 4: ") || len(s.Meant) == 0 {
		t.Fatalf("%q %q\n%s", s.Found, s.Meant, r.Text())
	}
	r.Key("f")
	r.Key("1")
	if s := r.Screen(); s.Found != "" || string(r.Text()) == broken {
		t.Errorf("%q\n%s", s.Found, r.Text())
	}
	r.Key("u")
	if r.Key("u"); string(r.Text()) != text {
		t.Errorf("taken back:\n%s", r.Text())
	}
}

// TestRecordSealed types secret numbers: no screen has them, nor has the log before they are
// revealed.
func TestRecordSealed(t *testing.T) {
	lines := []string{"place Ann 4 1 7 2 9 / 8 0 6 3 5", "place Ben 8 2 5 0 9 / 1 7 4 6 3"}
	r := recordtest.NewRecorder(t, games.All, "", record.Answers{Variant: "trespass-1974", Players: "Ann, Ben", Lines: lines, Secrets: "sealed"})
	for _, number := range []string{"7", "3"} {
		r.Key(number)
		if s := r.Screen(); s.Typed != "*" || s.Word != "" || len(s.Said) > 0 {
			t.Errorf("the screen shows %+v", s)
		}
		if r.Key("enter"); strings.Contains(string(r.Text()), "reveal") || len(r.Screen().Said) > 0 {
			t.Errorf("said %q\n%s", r.Screen().Said, r.Text())
		}
	}
	if got := r.Unrevealed(); len(got) != 2 || got[0].Number != "7" || strings.Count(string(r.Text()), "\ncommit ") != 2 {
		t.Errorf("%v\n%s", got, r.Text())
	}
	typeKeys(r, "1l1") // Ann begins and leaves, and the game is over
	if got := r.Unrevealed(); len(got) != 0 || !strings.HasSuffix(string(r.Text()), "leave Ann\nreveal Ann 7 salt1\nreveal Ben 3 salt2\n") {
		t.Errorf("%v\n%s", got, r.Text())
	}
	r = recordtest.NewRecorder(t, games.All, "", record.Answers{Variant: "trespass-1974", Players: "Ann, Ben", Lines: lines})
	if typeKeys(r, "1s"); len(r.Unrevealed()) != 0 || r.Screen().Options != nil {
		t.Errorf("chance seals %v, so that its player does not know it", r.Unrevealed())
	}
}

// BenchmarkRecordEdit measures keys that change the mark of an action in the middle of a game of
// 10,000 turns, and take that back, until the screen is known. It reports the slowest of a
// hundred too.
func BenchmarkRecordEdit(b *testing.B) {
	text := logtest.PlayOut(b, logtest.NewReader(b, verify.Options{}), "genus-iii", 2, 1, play.Options{Right: 0, Limit: 10_000}).Log
	r := recordtest.NewRecorder(b, games.All, text, record.Answers{})
	var took []time.Duration
	press := func(keys ...string) {
		for _, key := range keys {
			begin := time.Now()
			r.Key(key)
			r.Screen()
			took = append(took, time.Since(begin))
		}
	}
	chance := rand.New(rand.NewPCG(3, 4))
	for b.Loop() {
		press(append(append([]string{":"}, strings.Split(fmt.Sprint(4000+chance.IntN(2000)), "")...), "enter")...)
		press("3", "1", []string{"+", "-"}[chance.IntN(2)], "esc", "u")
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "worst-ms")
}

// TestRefuseFirst takes back the tags of a new game, which cannot be kept.
func TestRefuseFirst(t *testing.T) {
	kept := 0
	r := record.New(record.Options{
		Library: games.All.Library(), Answers: record.Answers{Variant: "genus-iii", Players: "Ann,Ben"},
		Keep: func(*record.Recorder) error { kept++; return errors.New("no space left on device") },
	}, draft.New(logtest.NewReader(t, verify.Options{}), "x.log", ".", nil))
	refused := func() {
		t.Helper()
		if s := r.Screen(); s.Ask != "Who plays?" || !slices.Equal(s.Said, []string{"Not recorded: no space left on device"}) || len(r.Text()) > 0 {
			t.Errorf("%q, %q\n%s", s.Ask, s.Said, r.Text())
		}
	}
	refused()
	for _, key := range []string{"6", "enter", "2", "enter"} {
		before := kept
		if r.Key(key); kept > before {
			refused()
		}
	}
	if kept != 3 {
		t.Errorf("kept %d times", kept)
	}
}

// TestRefuseBack leaves the log as it is if a change that takes one back cannot be kept, whether this run made
// the one that it takes back or an earlier run did.
func TestRefuseBack(t *testing.T) {
	log := "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n\n1. Red 3:pass\n"
	var full error
	r := record.New(record.Options{Library: games.All.Library(), Keep: func(*record.Recorder) error { return full }},
		draft.New(logtest.NewReader(t, verify.Options{}), "x.log", ".", []byte(log)))
	for _, written := range []string{"", "2. Blue 4:pass\n"} {
		if written != "" {
			r.Key("4")
			r.Key("enter") // no action records itself after "u"
		}
		full = errors.New("no space left on device")
		if r.Key("u"); string(r.Text()) != log+written {
			t.Errorf("the log becomes\n%s", r.Text())
		}
		full = nil
	}
	if r.Key("u"); string(r.Text()) != log {
		t.Errorf("the log becomes\n%s", r.Text())
	}
}

// TestRecordBack goes back through the questions before the first turn, one at a time, and brings the answers
// back with the lines that they led to.
func TestRecordBack(t *testing.T) {
	r := recordtest.NewRecorder(t, games.All, "", record.Answers{})
	asked := func(key, want string) {
		t.Helper()
		if r.Key(key); r.Screen().Ask != want {
			t.Fatalf("after %q the screen asks %q, not %q\n%s", key, r.Screen().Ask, want, r.Text())
		}
	}
	const rules, who, ann, ben, roll = "By which rules?", "Who plays?", "Rolls for the first turn: Ann?", "Rolls for the first turn: Ben?", "The roll?"
	for range 2 {
		asked("1", rules)
		asked("1", who)
		asked("enter", ann)
		asked("5", ben)
		asked("2", roll)
		asked("u", ben)
		asked("esc", ann)
		asked("enter", "Who begins?")
		asked("2", roll)
		if s := r.Screen(); s.Head != "turn 1. Ben" {
			t.Errorf("%q", s.Head)
		}
		asked("u", "Who begins?")
		asked("u", ann)
		asked("u", who)
		asked("esc", rules)
		asked("esc", "Which game?")
	}
	asked("ctrl+y", ann)
	if asked("esc", who); r.Finished() {
		t.Error("left")
	}
	asked("esc", rules)
	asked("esc", "Which game?")
	if r.Key("esc"); !r.Finished() {
		t.Error("not left")
	}
}

// TestRecordFirst asks who begins where no roll settles it: the first turn is that player's.
func TestRecordFirst(t *testing.T) {
	lines := []string{"place Ann 4 1 7 2 9 / 8 0 6 3 5", "place Ben 8 2 5 0 9 / 1 7 4 6 3"}
	r := recordtest.NewRecorder(t, games.All, "", record.Answers{Variant: "trespass-1974", Players: "Ann, Ben", Lines: lines, Secrets: "none"})
	if s := r.Screen(); s.Ask != "Who begins?" {
		t.Fatalf("the screen asks %q", s.Ask)
	}
	r.Pick(2)
	if s := r.Screen(); s.Head != "turn 1. Ben" || !strings.HasPrefix(s.Options[0].Text, "B0 ") {
		t.Errorf("%q: %v", s.Head, s.Options[0])
	}
	r.Key("3")
	r.Pick(1)
	if s := r.Screen(); !strings.Contains(string(r.Text()), "\n1. Ben B3:") || s.Found != "" || s.Head != "turn 2. Ann" {
		t.Errorf("%q %q\n%s", s.Head, s.Found, r.Text())
	}
}

// TestRefusedAnywhere leaves out an action that is refused where the log has no position.
func TestRefusedAnywhere(t *testing.T) {
	text := "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n\n1. Red 3:pass\n2. Green 3:pass\n"
	r := recordtest.NewRecorder(t, games.All, text, record.Answers{})
	for _, key := range []string{":", "2", "enter", "w", "6", ":", "h", "o", "m", "e", "-", "r", "e", "0", "enter", "?", "enter"} {
		r.Key(key)
	}
	if got := string(r.Text()); !strings.Contains(got, "\n2. Green ?\n") {
		t.Errorf("%q\n%s", r.Screen().Wrong, got)
	}
}

// TestRecordMissing goes to a finding about actions that were not written down, after the last of their turn.
func TestRecordMissing(t *testing.T) {
	text := "[Game \"trouble\"]\n[Players \"Red, Green\"]\n\n1. Red 5:pass ...\nruling stands\n"
	r := recordtest.NewRecorder(t, games.All, text, record.Answers{})
	r.Key("n")
	if s := r.Screen(); s.Head != "changing turn 1, Red, 5:pass" || len(s.Said) == 0 {
		t.Errorf("%q %q", s.Head, s.Said)
	}
}
