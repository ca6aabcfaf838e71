package editor

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/readings"
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
			if v, err := library.Open(name, "."); err == nil && len(text) < 1500 && !testing.Short() && bytes.Contains(text, []byte(`[Game "`+v.Game+`"]`)) {
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

// TestRecord writes games by what is legal where the log ends, and holds that they are legal
// and the text is what the formatter would write.
func TestRecord(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 4))
	for _, variant := range logtest.Library().Builtin() {
		e := New(all)
		var begun Begun
		request, _ := json.Marshal(Request{Do: "begin", Variant: variant, Players: "2"})
		if err := json.Unmarshal(e.Do(request, nil), &begun); err != nil || begun.Text == "" {
			t.Fatalf("%s: %v", variant, err)
		}
		if _, err := e.Open(&Request{}, []byte(begun.Text)); err != nil {
			t.Fatal(err)
		}
		for range 60 {
			p := e.At(&Request{Line: -1})
			if p.Over {
				break
			}
			m := p.Moves[chance.IntN(len(p.Moves))]
			w := m.Words[chance.IntN(len(m.Words))]
			if w.Sort == "open" {
				continue
			}
			a := e.play(w.Word)
			request, _ := json.Marshal(Request{Do: "edit", Start: a.Start, End: a.End})
			e.Do(request, []byte(a.Text))
		}
		want, _ := wanted(t, &Request{}, ".", e.draft.Text())
		if len(want) != 1 || !strings.Contains(want[0], `"verdict":"legal"`) || !strings.Contains(want[0], `"findings":[]`) {
			t.Errorf("%s: %s\n%s", variant, want, e.draft.Text())
		}
	}
}

// TestPlaces holds that a place shows the position behind the action that stands there.
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
		if test.live && (p.Moves[0].Open != "6:?" || !p.Blank || !p.Dice) {
			t.Errorf("nothing can be left open: %+v", p.Moves[0])
		}
		if p.Heading != test.heading || p.Clock != test.clock || p.Live != test.live || test.live != (p.Moves != nil) || p.Board == "" {
			t.Errorf("%d:%d is %q, %q, live %v with %d moves; want %+v", test.line, test.at, p.Heading, p.Clock, p.Live, len(p.Moves), test)
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
		t.Errorf("%d games, %d faulty, from %d %d; %d lines told of", f.Of, f.Faulty, f.First, len(f.Games), told)
	}
	if last := string(e.Do([]byte(`{"do":"at","line":-1}`), nil)); !strings.Contains(last, `"live":true`) {
		t.Errorf("the end is %s", last)
	}
	for _, bad := range []string{"", "{", `{"do":"begin","variant":"nobody"}`, `{"do":"begin","variant":"genus-iii","players":"0"}`, `{"do":"open","set":["x"]}`} {
		if answer := string(e.Do([]byte(bad), nil)); !strings.HasPrefix(answer, `{"error":`) {
			t.Errorf("%q is answered by %s", bad, answer)
		}
	}
}
