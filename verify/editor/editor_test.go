package editor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/gif"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/readings"
	"tpnote/verify/record"
	"tpnote/verify/report"
)

// wanted is what the verify command prints of a text as JSON.
func wanted(t *testing.T, r *Request, dir string, text []byte) (games []string, failed bool) {
	t.Helper()
	reader, err := verify.NewReader(verify.Options{Games: all, Variant: r.Variant, Set: r.Set, Readings: readings.New()})
	if err != nil {
		t.Fatal(err)
	}
	_, err = reader.File(r.Name, dir, bytes.NewReader(text), func(g *verify.Summary) error {
		var b bytes.Buffer
		defer func() { games = append(games, strings.TrimSpace(b.String())) }()
		return report.JSON(&b, g)
	})
	return games, err != nil
}

var all = verify.Games(games.All)

func compare(t *testing.T, what string, f *Findings, want []string, failed bool) {
	t.Helper()
	if failed != (f.Failed != nil) {
		t.Errorf("%s: failed %q, want %v", what, f.Failed, failed)
	}
	if failed {
		return
	}
	if len(f.Games) != len(want) {
		t.Fatalf("%s: %d games, want %d", what, len(f.Games), len(want))
	}
	for i := range want {
		var got, wanted any
		if err := errors.Join(json.Unmarshal(f.Games[i], &got), json.Unmarshal([]byte(want[i]), &wanted)); err != nil || !reflect.DeepEqual(got, wanted) {
			t.Errorf("%s: game %d is\n%s\nwant\n%s", what, i+1, f.Games[i], want[i])
		}
	}
}

// TestFindings holds that an editor finds in every log, judged by every variant of its game,
// what the verify command does, and again after edits.
func TestFindings(t *testing.T) {
	logs, err := filepath.Glob("../../testdata/*/*.log")
	if err != nil || len(logs) < 50 {
		t.Fatalf("%d logs, %v", len(logs), err)
	}
	chance := rand.New(rand.NewPCG(1, 2))
	bits := []string{"", "\n", "?", "6", "+", "x", " ", "; é\n", "ruling stands\n", "[Game \"trouble\"]\n"}
	library := logtest.Library()
	for _, path := range logs {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		variants := []string{""}
		for _, name := range library.Builtin() {
			if v, err := library.Open(name, "."); err == nil && len(text) < 400 && !testing.Short() && bytes.Contains(text, []byte(`[Game "`+v.Game+`"]`)) {
				variants = append(variants, name)
			}
		}
		for _, variant := range variants {
			r := &Request{Name: "a.log", Variant: variant}
			e := New(all)
			e.Dir = filepath.Dir(path)
			f, err := e.Open(r, text)
			if err != nil {
				t.Fatal(err)
			}
			want, failed := wanted(t, r, e.Dir, text)
			compare(t, path+" by "+variant, f, want, failed)
			if variant != "" || !utf8.Valid(text) {
				continue
			}
			edited := text
			for range 2 {
				from := chance.IntN(len(edited))
				to := min(len(edited), from+chance.IntN(3))
				bit := bits[chance.IntN(len(bits))]
				edited = []byte(string(edited[:from]) + bit + string(edited[to:]))
				request, _ := json.Marshal(Request{Do: "edit", Start: from, End: to})
				if err := json.Unmarshal(e.Do(request, []byte(bit)), f); err != nil {
					t.Fatal(err)
				}
			}
			want, failed = wanted(t, r, e.Dir, edited)
			compare(t, path+" edited", f, want, failed)
		}
	}
}

// TestStrangeFindings holds that an editor finds in strange logs, and in logs with slips, what the verify
// command does.
func TestStrangeFindings(t *testing.T) {
	reader := logtest.NewReader(t, verify.Options{})
	for v, variant := range logtest.Library().Builtin() {
		for seed := range uint64(2) {
			for _, log := range []string{
				logtest.Strange(t, reader, variant, rand.New(rand.NewPCG(uint64(v), seed))),
				logtest.Slipped(t, reader, variant, rand.New(rand.NewPCG(uint64(v), seed))),
			} {
				r := &Request{Name: "a.log"}
				f, err := New(all).Open(r, []byte(log))
				if err != nil {
					t.Fatal(err)
				}
				want, failed := wanted(t, r, ".", []byte(log))
				compare(t, fmt.Sprint(variant, " ", seed), f, want, failed)
			}
		}
	}
}

// TestMends holds that an edit that does harm elsewhere is distinguished from one that mends.
func TestMends(t *testing.T) {
	const log = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n\n1. Red 3:pas\n2. Blue 2:pass\n"
	e := New(all)
	if _, err := e.Open(&Request{}, []byte(log)); err != nil {
		t.Fatal(err)
	}
	at := strings.Index(log, "3:pas")
	for word, want := range map[string]bool{"3:pass": true, "6:on": false, "3:pas": false, "3:past": false} {
		request, _ := json.Marshal(Request{Do: "mends", Start: at, End: at + len("3:pas")})
		var reply map[string]bool
		if err := json.Unmarshal(e.Do(request, []byte(word)), &reply); err != nil || reply["mends"] != want {
			t.Errorf("%s: %v, %v", word, reply, err)
		}
		if string(e.draft.Text()) != log {
			t.Fatalf("the text is %q", e.draft.Text())
		}
	}
}

// pressed is the answer to a request for the recorder.
func pressed(t *testing.T, e *Editor, r Request) (p Pressed) {
	t.Helper()
	if r.Do == "" {
		r.Do = "press"
	}
	request, err := json.Marshal(r)
	if err == nil {
		err = json.Unmarshal(e.Do(request, nil), &p)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRecord records a game of every variant from an empty text: the opening by keys, the turns
// as chance plays. The page's text, made of the edits alone, is the editor's, and legal.
func TestRecord(t *testing.T) {
	for _, name := range logtest.Library().Builtin() {
		v, err := logtest.Library().Open(name, ".")
		if err != nil {
			t.Fatal(err)
		}
		e := New(all)
		if _, err := e.Open(&Request{}, nil); err != nil {
			t.Fatal(err)
		}
		text := ""
		press := func(r Request) *record.Screen {
			p := pressed(t, e, r)
			for _, edit := range p.Edits {
				text = text[:edit.Start] + edit.Text + text[edit.End:]
			}
			if (p.Found != nil) != (len(p.Edits) > 0) {
				t.Fatalf("%s: %d edits, findings %v", name, len(p.Edits), p.Found)
			}
			return p.Screen
		}
		option := func(s *record.Screen, wanted ...string) int {
			for i, o := range s.Options {
				if slices.ContainsFunc(wanted, func(w string) bool { return strings.HasPrefix(o.Text, w) }) {
					return i + 1
				}
			}
			return 0
		}
		s := e.At(&Request{Line: -1}).Screen
		for range 30 {
			switch {
			case s.Ask == "Which game?":
				first := ""
				for _, other := range logtest.Library().Variants(v.Game) {
					if other.Name == logtest.Library().Default(v.Game) {
						first = other.Title
					}
				}
				s = press(Request{Pick: option(s, first)})
			case s.Ask == "By which rules?":
				for i, o := range s.Options {
					if o.Text == v.Title {
						s = press(Request{Pick: i + 1})
						break
					}
				}
			case s.Rolls && strings.Contains(s.Ask, "first turn"):
				s = press(Request{Keys: []string{strconv.Itoa(1 + len(text)%6)}})
			case s.Rolls && strings.Contains(s.Ask, "tie"):
				s = press(Request{Keys: []string{"5"}})
				s = press(Request{Keys: []string{"2"}})
			case option(s, "shuffle", "not recorded") > 0:
				s = press(Request{Pick: option(s, "shuffle", "not recorded")})
			case s.Ask == "Who plays?" || s.Ask == "Who begins?":
				s = press(Request{Keys: []string{"enter"}})
			default:
				s = press(Request{Do: "play", Best: true, Right: 80})
			}
		}
		want, _ := wanted(t, &Request{}, ".", e.draft.Text())
		if text != string(e.draft.Text()) || len(want) != 1 || !strings.Contains(want[0], `"verdict":"legal"`) || !strings.Contains(want[0], `"findings":[]`) {
			t.Errorf("%s: %s\n%s\nthe page has\n%s", name, want, e.draft.Text(), text)
		}
	}
}

// TestIllegal records what the rules refuse: the recorder says why, and writes a ruling if the
// players allow it.
func TestIllegal(t *testing.T) {
	const wheel = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben, Cleo\"]\n\n1. Ann 6:br*\n"
	for _, test := range []struct {
		keys  string
		wrong string
		want  string
	}{
		{"3 o r enter +", "does not reach or", "1. Ann 6:br* 3:or*\nruling stands\n"},
		{"tab 6 o r enter +", "turn", "1. Ann 6:br*\n2. Ben 6:or*\nruling stands\n"},
	} {
		e := New(all)
		if _, err := e.Open(&Request{}, []byte(wheel)); err != nil {
			t.Fatal(err)
		}
		p := pressed(t, e, Request{Keys: strings.Fields(test.keys)})
		if len(p.Edits) > 0 || !strings.Contains(strings.Join(p.Screen.Wrong, "\n"), test.wrong) {
			t.Errorf("%s is refused with %q", test.keys, p.Screen.Wrong)
		}
		pressed(t, e, Request{Keys: []string{"enter"}})
		if got := string(e.draft.Text()); !strings.HasSuffix(got, "\n"+test.want) {
			t.Errorf("%s: %q", test.keys, got)
		}
	}
}

// TestForced takes back an action that recorded itself: then the roll alone does not record it.
func TestForced(t *testing.T) {
	const log = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n\n"
	e := New(all)
	if _, err := e.Open(&Request{}, []byte(log+"1. Red 3:pass\n")); err != nil {
		t.Fatal(err)
	}
	p := pressed(t, e, Request{Keys: []string{"2"}})
	if len(p.Edits) != 1 || p.Edits[0].Text != "2. Blue 2:pass\n" {
		t.Fatalf("a forced pass is %+v", p.Edits)
	}
	e.edit(&Request{Start: p.Edits[0].Start, End: len(e.draft.Text()), Back: true}, nil)
	if p := pressed(t, e, Request{Keys: []string{"2"}}); len(p.Edits) > 0 || len(p.Screen.Options) != 1 {
		t.Errorf("after it was taken back: %+v, %+v", p.Edits, p.Screen.Options)
	}
}

// TestSealed keeps the secrets that are sealed until the log reveals them.
func TestSealed(t *testing.T) {
	e := New(all)
	const head = "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n\nplace Ann 1 3 0 4 5 / 7 2 8 9 6\nplace Ben 1 2 3 4 5 / 6 7 8 9 0\n"
	if _, err := e.Open(&Request{}, []byte(head)); err != nil {
		t.Fatal(err)
	}
	p := pressed(t, e, Request{Pick: 1, Keys: []string{"7", "enter", "enter"}})
	if len(p.Sealed) != 1 || p.Sealed[0].Number != "7" || strings.Contains(string(e.draft.Text()), p.Sealed[0].Salt) {
		t.Errorf("sealed %v\n%s", p.Sealed, e.draft.Text())
	}
	if _, err := e.Open(&Request{Sealed: p.Sealed}, e.draft.Text()); err != nil {
		t.Fatal(err)
	}
	if p = pressed(t, e, Request{Keys: []string{"3", "1", "l", "1"}}); len(p.Sealed) != 0 || !strings.Contains(string(e.draft.Text()), "\nreveal Ann 7 ") {
		t.Errorf("sealed %v\n%s", p.Sealed, e.draft.Text())
	}
}

// TestMoves lists the chapters of a text and the actions of a game.
func TestMoves(t *testing.T) {
	const log = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n\n1. Ann 6:br* 3:br3-\n; why?\n(\n1. Ann 6:br-\n)\n2. Ben 6:ye-\n"
	e := New(all)
	if _, err := e.Open(&Request{}, []byte("[Game \"trouble\"]\n[Players \"Red, Blue\"]\n\n1. Red 3:pass\n\n"+log)); err != nil {
		t.Fatal(err)
	}
	m := e.moves(-1)
	const parts = `"parts":[{"role":"roll","text":"%s"},{"role":"to","text":"%s"},{"role":"answer","text":"%s"}],`
	want := "[" + strings.Join([]string{
		`{"line":8,"at":7,"turn":1,"who":"Ann","word":"6:br*",` + fmt.Sprintf(parts, "6", "br", "*") + `"die":6,"from":"hub","to":"br","category":"br","answer":"right"}`,
		`{"line":8,"at":13,"turn":1,"who":"Ann","word":"3:br3-",` + fmt.Sprintf(parts, "3", "br3", "-") + `"die":3,"from":"br","to":"br3","category":"or","answer":"wrong"}`,
		`{"line":9,"at":0,"comment":"why?"}`,
		`{"line":11,"at":7,"turn":1,"who":"Ann","word":"6:br-",` + fmt.Sprintf(parts, "6", "br", "-") + `"die":6,"from":"hub","to":"br","category":"br","answer":"wrong","side":1}`,
		`{"line":13,"at":7,"turn":2,"who":"Ben","word":"6:ye-",` + fmt.Sprintf(parts, "6", "ye", "-") + `"die":6,"from":"hub","to":"ye","category":"ye","answer":"wrong"}`,
	}, ",") + "]"
	steps, err := json.Marshal(m.Steps)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(steps)); diff != "" || len(m.Games) != 2 || m.Game != 1 || m.Games[1].Players != "Ann, Ben" {
		t.Errorf("%+v %d\n%s", m.Games, m.Game, diff)
	}
	if m := e.moves(0); m.Game != 0 || len(m.Steps) != 1 {
		t.Errorf("the first game is %+v", m)
	}
}

// TestExports makes a lesson of all games of a log, and an animation of one.
func TestExports(t *testing.T) {
	const log = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n\n1. Red 6:home-re0 2:re0-re2\n\n[Game \"trouble\"]\n[Players \"Red, Blue\"]\n\n1. Red 3:pass\n"
	e := New(all)
	if _, err := e.Open(&Request{}, []byte(log)); err != nil {
		t.Fatal(err)
	}
	exported := func(request string) (x Exported) {
		t.Helper()
		answer := e.Do([]byte(request), nil)
		if err := json.Unmarshal(answer, &x); err != nil || bytes.HasPrefix(answer, []byte(`{"error"`)) {
			t.Fatalf("%.100s %v", answer, err)
		}
		return x
	}
	if page := string(exported(`{"do":"lesson"}`).File); strings.Count(page, `<template class="film">`) != 2 || !strings.Contains(page, "home-re0") {
		t.Errorf("the lesson is %.200s", page)
	}
	for line, steps := range map[int]int{3: 3, 7: 2, -1: 2} {
		film, err := gif.DecodeAll(bytes.NewReader(exported(`{"do":"animation","line":` + strconv.Itoa(line) + `}`).File))
		if err != nil || len(film.Image) != steps {
			t.Errorf("the animation at line %d: %v, %v; want %d steps", line, film, err, steps)
		}
	}
	if _, err := e.Open(&Request{}, []byte(log+"\n[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n")); err != nil {
		t.Fatal(err)
	}
	if answer := string(e.Do([]byte(`{"do":"lesson"}`), nil)); !strings.Contains(answer, "one board") {
		t.Errorf("games of several boards: %.200s", answer)
	}
}

// TestPlaces holds that a place shows the position after its action.
func TestPlaces(t *testing.T) {
	const log = "[Game \"trivial-pursuit\"]\n[Variant \"genus-iii\"]\n[Players \"Ann, Ben\"]\n\n1. Ann 6:br* 3:br3+ 1:br2-\n; a comment\n2. Ben 4:bl4-\n"
	e := New(all)
	if _, err := e.Open(&Request{}, []byte(log)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		line, at       int
		heading, clock string
		live           bool
	}{
		{0, 0, "The game begins", "turn 1: Ann is to play", false},
		{4, 0, "1. Ann 6:br*", "turn 1: Ann goes on", false},
		{4, 8, "1. Ann 6:br*", "turn 1: Ann goes on", false},
		{4, 14, "1. Ann 3:br3+", "turn 1: Ann goes on", false},
		{4, 99, "1. Ann 1:br2-", "turn 2: Ben is to play", false},
		{5, 3, "1. Ann 1:br2-", "turn 2: Ben is to play", false},
		{6, 3, "2. Ben 4:bl4-", "turn 3: Ann is to play", false},
		{-1, 0, "2. Ben 4:bl4-", "turn 3: Ann is to play", true},
	} {
		p := e.At(&Request{Line: test.line, At: test.at})
		if p.Heading != test.heading || p.Clock != test.clock || p.Live != test.live || test.live != (p.Screen != nil) || p.Board == "" {
			t.Errorf("%d:%d is %q, %q, live %v; want %+v", test.line, test.at, p.Heading, p.Clock, p.Live, test)
		}
	}
}

// TestMany holds that an answer about an archive is about a part of it.
func TestMany(t *testing.T) {
	const game = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n1. Red 3:home-re0\n"
	e := New(all)
	told := 0
	e.Progress = func(done, of int) { told = max(told, done) }
	f, err := e.Open(&Request{Line: 900}, []byte(strings.Repeat(game, 1000)))
	if err != nil {
		t.Fatal(err)
	}
	if f.Of != 1000 || f.Faulty != 1000 || f.First != 301 || len(f.Games) != mostGames || told != 3000 {
		t.Errorf("%d games, %d faulty, from %d %d; %d lines reported", f.Of, f.Faulty, f.First, len(f.Games), told)
	}
	if last := string(e.Do([]byte(`{"do":"at","line":-1}`), nil)); !strings.Contains(last, `"live":true`) {
		t.Errorf("the end is %s", last)
	}
	for bad, want := range map[string]string{"": `{"error":`, "{": `{"error":`, `{"do":"open","set":["x"]}`: `"failed":["--set x:`} {
		if answer := string(e.Do([]byte(bad), []byte(game))); !strings.Contains(answer, want) {
			t.Errorf("%q is answered by %s, not by %s", bad, answer, want)
		}
	}
}

// TestBranch records another move for an earlier action: it becomes a side line, and the game stays.
func TestBranch(t *testing.T) {
	const head = "[Game \"trivial-pursuit\"]\n[Variant \"genus-iii\"]\n[Players \"Ann, Ben\"]\n\n1. Ann 6:br* 3:br3-\n"
	e := New(all)
	if _, err := e.Open(&Request{}, []byte(head+"2. Ben 6:ye-\n")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		keys []string
		want string
	}{
		{[]string{"3", "1", "+"}, "(\n1. Ann 6:br* 3:br3+\n)\n"},
		{[]string{"4", "o", "r", "enter", "-", "enter"}, "(\n1. Ann 6:br* 4:or-\nruling stands\n)\n"},
	} {
		p := e.branch(&Request{Line: 4, At: 13})
		if !p.Branch || p.Clock != "turn 1: Ann goes on" {
			t.Fatalf("%+v", p)
		}
		pressed(t, e, Request{Keys: test.keys})
		if got := string(e.draft.Text()); !strings.HasPrefix(got, head+test.want) || !strings.HasSuffix(got, "\n2. Ben 6:ye-\n") {
			t.Errorf("%q: %s", test.keys, got)
		}
	}
	if p := e.At(&Request{Line: -1}); p.Branch || p.Clock != "turn 3: Ann is to play" {
		t.Errorf("at the end: %+v", p)
	}
}
