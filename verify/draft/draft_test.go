package draft_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
	"tpnote/verify/readings"
)

func reader(t testing.TB) *verify.Reader {
	t.Helper()
	return logtest.NewReader(t, verify.Options{})
}

// unexported ignores what a summary keeps to itself, and where its game is in a file.
var unexported = cmp.Options{
	cmpopts.IgnoreUnexported(verify.Summary{}, verify.Finding{}), cmpopts.IgnoreFields(verify.Summary{}, "Entry"), cmpopts.EquateEmpty(),
}

// check holds a draft against a reader of the whole text.
func check(t *testing.T, r *verify.Reader, d *draft.Draft, dir string, want []byte, what string) {
	t.Helper()
	if !bytes.Equal(d.Text(), want) {
		t.Fatalf("%s: the text is\n%q, not\n%q", what, d.Text(), want)
	}
	if games := len(draft.New(nil, "", "", want).Games()); len(d.Games()) != games {
		t.Fatalf("%s: %d games, not %d", what, len(d.Games()), games)
	}
	var read []*verify.Summary
	if _, err := r.File("x.log", dir, bytes.NewReader(want), func(g *verify.Summary) error {
		read = append(read, g)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	drafted := summaries(d)
	if diff := cmp.Diff(read, drafted, unexported, logtest.SameFindings(read, drafted)); diff != "" {
		t.Fatalf("%s (-read +drafted):\n%s\n%s", what, diff, numbered(want))
	}
	for i := range read {
		if read[i].Verdict() != drafted[i].Verdict() {
			t.Fatalf("%s: verdict %s, read %s", what, drafted[i].Verdict(), read[i].Verdict())
		}
	}
}

// summaries are what was found in the games of a draft.
func summaries(d *draft.Draft) (all []*verify.Summary) {
	for _, g := range d.Games() {
		all = append(all, g.Summary())
	}
	return all
}

func numbered(text []byte) string {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		fmt.Fprintf(&b, "%4d %s", n, line)
	}
	return b.String()
}

// logs are the logs of testdata, and generated games.
func logs(t testing.TB) map[string][]byte {
	t.Helper()
	texts := map[string][]byte{}
	for _, pattern := range []string{"*/*.log"} {
		names, err := filepath.Glob("../../testdata/" + pattern)
		if err != nil || len(names) == 0 {
			t.Fatal("no logs", err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			texts[name] = text
		}
	}
	r := reader(t)
	for seed, v := range games.All.Library().Builtin() {
		text := played(t, r, v, uint64(seed), 150)
		texts["../../testdata/games/generated-"+v] = text
		texts["../../testdata/games/sided-"+v] = sided(text)
	}
	return texts
}

// sided adds a side line after each seventh turn of a game: the turn as it was played. Every
// second side line contains another one.
func sided(text []byte) []byte {
	var b bytes.Buffer
	n := 0
	for line := range bytes.Lines(text) {
		b.Write(line)
		if len(line) == 0 || line[0] < '1' || line[0] > '9' {
			continue
		}
		switch n++; n % 14 {
		case 7:
			fmt.Fprintf(&b, "(\n%s)\n", line)
		case 0:
			fmt.Fprintf(&b, "(\n%s; or\n(\n%s)\n)\n", line, line)
		}
	}
	return b.Bytes()
}

// played is a game that chance has played.
func played(t testing.TB, r *verify.Reader, variant string, seed uint64, turns int) []byte {
	t.Helper()
	return playedBy(t, r, variant, seed, turns, 60)
}

// playedBy is a game of players who answer the given percentage of questions right.
func playedBy(t testing.TB, r *verify.Reader, variant string, seed uint64, turns, right int) []byte {
	t.Helper()
	chance := rand.New(rand.NewPCG(seed, 7))
	header, err := r.Propose(verify.Header{Variant: variant}, 2, chance)
	if err != nil {
		t.Fatal(err)
	}
	g, err := play.Game(r, header, chance, play.Options{Right: right, Limit: turns})
	if err != nil {
		t.Fatal(err)
	}
	return []byte(g.Log)
}

// snippets are what random edits put in.
var snippets = []string{
	"", "", "\n", "x", "?", " ", "+", "-", "3", "ruling stands\n", "\nruling stands\n", "gap\n", "; a comment\n", "\n\n",
	"[Game \"trouble\"]\n[Players \"A, B\"]\n", "[Event \"é𝄞\"]\n", "[Result \"Ann\"]\n", "{", "}", "\r\n", "state 3 Ann\n", "\r", "1. Ann", "é",
	"\n\n[Game \"genus-iii\"]\n[Players \"Ann, Ben\"]\n\n1. Ann 3:or3+\n", "order Ann:3 Ben:2\n",
	"tally Ann turns=3\n", "leave Ben\n", "(\n", ")\n", "(\n1. Ann 3:\n)\n", " ( ; hm\n",
}

// randomEdit is an edit of a text: a snippet in, some bytes out, or a line moved or repeated.
func randomEdit(chance *rand.Rand, text []byte) draft.Edit {
	start := chance.IntN(len(text) + 1)
	switch chance.IntN(8) {
	case 0: // some lines
		end := min(len(text), start+chance.IntN(200))
		return draft.Edit{Start: start, End: end}
	case 1: // a whole line goes
		begin := bytes.LastIndexByte(text[:start], '\n') + 1
		n := bytes.IndexByte(text[begin:], '\n') + 1
		return draft.Edit{Start: begin, End: begin + n}
	case 2: // a line is there twice
		begin := bytes.LastIndexByte(text[:start], '\n') + 1
		n := bytes.IndexByte(text[begin:], '\n') + 1
		return draft.Edit{Start: begin, End: begin, Text: string(text[begin : begin+n])}
	case 3: // a snippet between lines
		begin := bytes.LastIndexByte(text[:start], '\n') + 1
		return draft.Edit{Start: begin, End: begin, Text: snippets[chance.IntN(len(snippets))]}
	}
	end := min(len(text), start+chance.IntN(4))
	return draft.Edit{Start: start, End: end, Text: snippets[chance.IntN(len(snippets))]}
}

// TestEdits holds drafts against readers: after every random edit, and after it is taken
// back, a draft has found what a reader finds in the whole text.
func TestEdits(t *testing.T) {
	r := reader(t)
	all := logs(t)
	for seed, name := range slices.Sorted(maps.Keys(all)) {
		text := all[name]
		t.Run(filepath.Base(name), func(t *testing.T) {
			chance := rand.New(rand.NewPCG(uint64(seed), 1))
			dir := filepath.Dir(name)
			d := draft.New(r, "x.log", dir, text)
			check(t, r, d, dir, text, "at first")
			for range 2 {
				e := randomEdit(chance, text)
				after := slices.Concat(text[:e.Start], []byte(e.Text), text[e.End:])
				what := fmt.Sprintf("%d-%d %q for %q", e.Start, e.End, e.Text, text[e.Start:e.End])
				change := d.Edit(e)
				check(t, r, d, dir, after, what)
				if chance.IntN(3) > 0 {
					d.Edit(change.Undo)
					check(t, r, d, dir, text, what+", taken back")
					continue
				}
				text = after
			}
		})
	}
}

// TestRulingEdited holds that a turn is judged again when a ruling after it goes or comes,
// also where the draft keeps a position between them.
func TestRulingEdited(t *testing.T) {
	r := reader(t)
	const ruling = "; so be it\nruling stands\n"
	text := "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n"
	for turn := range 80 {
		text += fmt.Sprintf("%d. %s 1:re0-re1\n", turn+1, []string{"Red", "Blue"}[turn%2]) + ruling // the space is empty
	}
	d := draft.New(r, "x.log", ".", []byte(text))
	for at := range len(text) {
		if !strings.HasPrefix(text[at:], ruling) {
			continue
		}
		change := d.Edit(draft.Edit{Start: at, End: at + len(ruling)})
		check(t, r, d, ".", []byte(text[:at]+text[at+len(ruling):]), "without the ruling")
		d.Edit(change.Undo)
		check(t, r, d, ".", []byte(text), "with it again")
	}
}

// TestMark edits the first bytes of texts with and without a byte-order mark.
func TestMark(t *testing.T) {
	r := reader(t)
	const log = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n1. Red 3:home-re0\n2. Blue x\n"
	for _, text := range []string{"", "\ufeff", log, "\ufeff" + log, "\n\ufeff" + log, "1. Red 3:home-re0\n\ufeff1. Red x\n"} {
		for _, bit := range []string{"", "\ufeff", "\n", "x", log} {
			for start := range min(len(text), 4) + 1 {
				for end := start; end <= min(len(text), 5); end++ {
					d := draft.New(r, "x.log", ".", []byte(text))
					what := fmt.Sprintf("%q for %d-%d of %q", bit, start, end, text)
					change := d.Edit(draft.Edit{Start: start, End: end, Text: bit})
					check(t, r, d, ".", []byte(text[:start]+bit+text[end:]), what)
					d.Edit(change.Undo)
					check(t, r, d, ".", []byte(text), what+", taken back")
				}
			}
		}
	}
}

// TestUndo takes all edits back, and makes them again.
func TestUndo(t *testing.T) {
	r := reader(t)
	begin := played(t, r, "genus-iii", 5, 60)
	d := draft.New(r, "x.log", ".", begin)
	chance := rand.New(rand.NewPCG(1, 2))
	var undo, redo []draft.Edit
	for range 30 {
		undo = append(undo, d.Edit(randomEdit(chance, d.Text())).Undo)
	}
	end := d.Text()
	for _, e := range slices.Backward(undo) {
		redo = append(redo, d.Edit(e).Undo)
	}
	check(t, r, d, ".", begin, "taken back")
	for _, e := range slices.Backward(redo) {
		d.Edit(e)
	}
	check(t, r, d, ".", end, "made again")
}

// TestCost holds what an edit costs to the lines up to where the positions meet again.
func TestCost(t *testing.T) {
	r := reader(t)
	text := endless(t)
	two := slices.Concat(text, []byte("\n"), text)
	at := len(text)/2 + bytes.IndexByte(text[len(text)/2:], '\n')
	first := bytes.Index(text, []byte("1. Ann"))
	for _, tt := range []struct {
		name string
		text []byte
		edit draft.Edit
		most int
	}{
		{"a comment", text, draft.Edit{Start: at, End: at, Text: " ; hm"}, 200},
		{"a line more", text, draft.Edit{Start: at, End: at, Text: "\n; hm"}, 200},
		{"a mark less", text, draft.Edit{Start: at - 1, End: at}, 200},
		{"half a word", text, draft.Edit{Start: at, End: at, Text: " 3:"}, 200},
		{"a tag", text, draft.Edit{Start: 0, End: 0, Text: "[Result \"*\"]\n"}, 200},
		{"a comment before turn 1", text, draft.Edit{Start: first, End: first, Text: "; hm\n"}, 200},
		{"the end", text, draft.Edit{Start: len(text), End: len(text), Text: "; hm\n"}, 200},
		{"a game before", two, draft.Edit{Start: at, End: at, Text: "\n; hm"}, 200},
		{"a game more", text, draft.Edit{Start: 0, End: 0, Text: "[Game \"trouble\"]\n1. A\n"}, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := draft.New(r, "x.log", ".", tt.text)
			c := d.Edit(tt.edit)
			if c.Judged > tt.most {
				t.Errorf("%d lines judged, not %d at most", c.Judged, tt.most)
			}
			check(t, r, d, ".", slices.Concat(tt.text[:tt.edit.Start], []byte(tt.edit.Text), tt.text[tt.edit.End:]), "edited")
		})
	}
}

// TestManyGames holds that an edit over many games copies their text a few times, and not once for
// each game.
func TestManyGames(t *testing.T) {
	r := reader(t)
	const games = 1000
	text := bytes.Repeat([]byte("[Game \"trouble\"]\n[Players \"Ann, Ben\"]\n\n1. Ann 6:start\n\n"), games)
	d := draft.New(r, "x.log", ".", text)
	allocated := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	before := allocated()
	d.Edit(draft.Edit{Start: 3, End: len(text)})
	if took := allocated() - before; took > 100*uint64(len(text)) {
		t.Errorf("to delete %d bytes, %d bytes were allocated", len(text), took)
	}
}

// TestMoves holds what is legal at every place of legal games against the words there: the
// action that was played is among it, and nothing of it is illegal.
func TestMoves(t *testing.T) {
	r := reader(t)
	for seed, v := range games.All.Library().Builtin() {
		t.Run(v, func(t *testing.T) { // with side lines, in which other replays judge
			d := draft.New(r, "x.log", ".", sided(played(t, r, v, uint64(seed), 60)))
			words := 0
			for n := range d.Lines() - 1 {
				ev, ok := d.Event(n)
				if !ok {
					continue
				}
				for _, w := range ev.Words {
					words++
					p, ok := d.At(n, w.Span.Start)
					if !ok || p.Start != w.Span.Start || p.End != w.Span.End {
						t.Fatalf("%s: no place at %s", ev.Line.Text, w.Text)
					}
					moves := p.Moves()
					if !slices.ContainsFunc(moves, func(m verify.Move) bool { return m.Word == w.Text }) {
						t.Fatalf("%s: %s is not among %d moves", ev.Line.Text, w.Text, len(moves))
					}
					for _, m := range moves {
						if found := p.Replay.Why(m.Word); len(found) > 0 {
							t.Fatalf("%s: %s is illegal: %s", ev.Line.Text, m.Word, found[0].Message)
						}
					}
				}
			}
			if words == 0 {
				t.Error("no words")
			}
			for _, at := range [][2]int{{0, 3}, {d.Lines() - 1, 0}} {
				if _, ok := d.At(at[0], at[1]); ok {
					t.Errorf("an action can stand at %v", at)
				}
			}
		})
	}
}

// TestReading makes the readings of strange logs, each as one edit: it changes the text as all edits of the
// reading do.
func TestReading(t *testing.T) {
	r, made := reader(t), 0
	for seed, v := range games.All.Library().Builtin() {
		for _, ends := range []string{"\n", "\r\n"} {
			log := logtest.Strange(t, r, v, rand.New(rand.NewPCG(uint64(seed), 5)))
			text := "\ufeff" + strings.ReplaceAll(log+log, "\n", ends)
			d := draft.New(r, "x.log", ".", []byte(text))
			for _, g := range d.Games() {
				s, _ := g.Meant()
				for _, f := range s.Findings {
					for _, m := range f.Readings {
						want, _ := readings.Apply(text, 1, []verify.Reading{m})
						e, ok := d.Reading(m)
						if got := text[:e.Start] + e.Text + text[e.End:]; got != want || ok != (want != text) {
							t.Errorf("%s: %q makes\n%q\nnot\n%q", v, m.Message, got, want)
						}
						made++
					}
				}
			}
		}
	}
	if made == 0 {
		t.Error("no readings")
	}
	t.Log(made, "readings")
}
