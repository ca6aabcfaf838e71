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
			a := e.play(&Request{Word: w.Word})
			request, _ := json.Marshal(Request{Do: "edit", Start: a.Start, End: a.End})
			e.Do(request, []byte(a.Text))
		}
		want, _ := wanted(t, &Request{}, ".", e.draft.Text())
		if len(want) != 1 || !strings.Contains(want[0], `"verdict":"legal"`) || !strings.Contains(want[0], `"findings":[]`) {
			t.Errorf("%s: %s\n%s", variant, want, e.draft.Text())
		}
	}
}

// TestIllegal writes what may not be played: it is refused, and written with a ruling where the
// table lets it stand, so that the game goes on from there.
func TestIllegal(t *testing.T) {
	const wheel = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben, Cleo\"]\n\n1. Ann 6:br*"
	const trouble = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n\n1. Red 6:home-re0\n"
	const trespass = "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\nplace Ann 1 3 0 4 5 / 7 2 8 9 6\nplace Ben 1 2 3 4 5 / 6 7 8 9 0\n"
	for _, test := range []struct {
		name, log string
		odd       Request // of which the first word is played
		play      Request
		wrong     string
		want      string
	}{
		{"a space too far", wheel, Request{Die: 3, From: 1, To: 3}, Request{}, "does not reach or", "1. Ann 6:br* 3:or*\nruling stands\n"},
		{"the hub, of a category", wheel + " ; hm\n", Request{Die: 3, From: 1, To: 0}, Request{}, "does not reach the hub", "1. Ann 6:br* 3:hub/bl+ ; hm\nruling stands\n"},
		{"another player", wheel + "\n", Request{Die: 6, From: 0, To: 3, Who: "Cleo"}, Request{Who: "Cleo"}, "the turn of Ann is not over", "1. Ann 6:br*\n2. Cleo 6:or*\nruling stands\n"},
		{"a second ruling", wheel + " 3:or*\nruling stands\n", Request{Die: 1, From: 3, To: 1}, Request{}, "does not reach br", "1. Ann 6:br* 3:or* 1:br+\nruling stands\n"},
		{"a pass", trouble, Request{Die: 2, From: -1, To: -1}, Request{}, "has to move", "1. Red 6:home-re0 2:pass\nruling stands\n"},
		{"a peg of its own", trouble, Request{Die: 4, From: 45, To: 2}, Request{}, "brings no peg out", "1. Red 6:home-re0 4:home-re2\nruling stands\n"},
		{"a piece over others", trespass, Request{From: 0, To: 20}, Request{}, "", "1. Ann A1:a1-a5\nruling stands\n"},
		{"a piece into a row", trespass, Request{From: -1, To: -1}, Request{}, "", "1. Ann pass\nruling stands\n"},
	} {
		e := New(all)
		if _, err := e.Open(&Request{}, []byte(test.log)); err != nil {
			t.Fatal(err)
		}
		m := e.odd(&test.odd)
		if m == nil {
			t.Errorf("%s: there is no word for it", test.name)
			continue
		}
		test.play.Word = m.Words[0].Word
		if test.odd.Who != "" {
			if p := e.At(&Request{Line: -1, Who: test.odd.Who}); len(p.Moves) == 0 || p.Moves[0].From != 0 {
				t.Errorf("%s: %s is not on the hub", test.name, test.odd.Who)
			}
		} else if m.Why == "" || !strings.Contains(m.Why, test.wrong) {
			t.Errorf("%s: %q", test.name, m.Why)
		}
		refused := e.play(&test.play)
		if refused.Never || !strings.Contains(strings.Join(refused.Wrong, "\n"), test.wrong) || len(refused.Wrong) == 0 {
			t.Errorf("%s is refused with %q", test.name, refused.Wrong)
		}
		test.play.Stands = true
		p := e.play(&test.play)
		request, _ := json.Marshal(Request{Do: "edit", Start: p.Start, End: p.End})
		e.Do(request, []byte(p.Text))
		got := string(e.draft.Text())
		if !strings.HasSuffix(got, "\n"+test.want) {
			t.Errorf("%s: %q", test.name, got)
		}
		if games, _ := wanted(t, &Request{}, ".", []byte(got)); strings.Contains(games[0], `"severity":"error"`) {
			t.Errorf("%s: %s", test.name, games[0])
		}
	}
}

// TestLines writes lines that are no turns.
func TestLines(t *testing.T) {
	const log = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben, Cleo\"]\n1. Ann 6:br-\n"
	for _, test := range []struct {
		line, wrong string
		never       bool
	}{
		{"gap", "", false},
		{"leave Ben", "", false},
		{"; a comment", "", false},
		{"leave Dora", "Dora", false},
		{"state 2 Ben Ann=hub Ben=hub Cleo=hub", "br", false},
		{"2. Ben 1:zz-", "no space zz", false},
		{"stat", "unknown directive", true},
		{"[Event \"x\"]", "tags", true},
		{"ruling stands", "", false},
	} {
		e := New(all)
		if _, err := e.Open(&Request{}, []byte(log)); err != nil {
			t.Fatal(err)
		}
		p := e.write(test.line)
		if p.Text != test.line+"\n" || p.Start != len(log) || p.Never != test.never || (len(p.Wrong) > 0) != (test.wrong != "") || !strings.Contains(strings.Join(p.Wrong, "\n"), test.wrong) {
			t.Errorf("%q: %+v", test.line, p)
		}
	}
	e := New(all)
	if _, err := e.Open(&Request{}, []byte(log+"leave Ben\n")); err != nil {
		t.Fatal(err)
	}
	if p := e.write("ruling stands"); !p.Never {
		t.Errorf("a ruling behind no turn: %+v", p)
	}
	if p := e.play(&Request{Word: "6:or-", Who: "Ben"}); len(p.Wrong) == 0 || !strings.Contains(p.Wrong[0], "left") {
		t.Errorf("one who has left: %+v", p)
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
