package archive_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
	"tpnote/verify/report"
)

// options are those of the tests: all games are judged.
var options = verify.Options{Games: games.All}

func newReader(t testing.TB) *verify.Reader {
	t.Helper()
	r, err := verify.NewReader(options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// replay judges a log line by line: a Reader that must report every line does not use the fast
// judge.
func replay(t testing.TB, r *verify.Reader, name string, text []byte) []*verify.Summary {
	t.Helper()
	var games []*verify.Summary
	see := func(*verify.Event) {}
	for block, err := range notation.NewReader(bytes.NewReader(text)).Blocks() {
		if err != nil {
			t.Fatal(err)
		}
		g, _, err := r.Block(name, verify.Folder(name), block, see)
		if err != nil {
			t.Fatal(err)
		}
		g.Describe(block)
		games = append(games, g)
	}
	return games
}

// collected keeps what an archive reports.
type collected struct {
	games []*verify.Summary
	done  []string
}

func (c *collected) game(g *verify.Summary) error {
	kept := *g
	c.games = append(c.games, &kept)
	return nil
}

func (c *collected) ended(s archive.Log, games int, err error) error {
	c.done = append(c.done, fmt.Sprintf("%s: %d games, error %v", s.Name, games, err))
	return nil
}

// input is a log that is opened in its own way.
type input struct {
	archive.Log
	Open func() (io.ReadCloser, error)
}

// judge runs an archive over some inputs.
func judge(ctx context.Context, o archive.Options, inputs ...*input) (games int, err error) {
	var open func() (io.ReadCloser, error) // the next one
	o.Open = func(archive.Log) (io.ReadCloser, error) { return open() }
	return archive.Run(ctx, o, func(yield func(archive.Log) bool) {
		for _, in := range inputs {
			if open = in.Open; !yield(in.Log) {
				return
			}
		}
	})
}

func sourceOf(name string, text []byte) *input {
	return &input{Log: archive.Log{Name: name}, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }}
}

// run judges sources as an archive, with this many workers.
func run(t testing.TB, jobs int, sources ...*input) *collected {
	t.Helper()
	c := &collected{}
	games, err := judge(context.Background(), archive.Options{Options: options, Jobs: jobs, Entries: true, Game: c.game, Done: c.ended}, sources...)
	if err != nil || games != len(c.games) {
		t.Fatal(games, err)
	}
	return c
}

// same compares the findings of an archive in a text with those of the replay.
func same(t *testing.T, name string, text []byte) {
	t.Helper()
	c := run(t, 1, sourceOf(name, text))
	got, want := c.games, replay(t, newReader(t), name, text)
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(verify.Summary{}, verify.Finding{}), cmpopts.EquateEmpty(), logtest.SameFindings(want, got)); diff != "" {
		t.Fatalf("%s (-replay +archive):\n%s\n%.3000s", name, diff, text)
	}
	for i := range got {
		if got[i].Verdict() != want[i].Verdict() {
			t.Fatalf("%s: game %d is %s, and %s by the replay", name, i, got[i].Verdict(), want[i].Verdict())
		}
	}
}

// logs are those of testdata, and those of the conformance suite where it is present.
func logs(t *testing.T) (paths []string) {
	t.Helper()
	for _, pattern := range []string{"../../testdata/*/*.log", "../../../shared/conformance/*/*.log"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	if len(paths) < 20 {
		t.Fatalf("%d logs", len(paths))
	}
	return paths
}

// TestLogs judges every log that there is both ways.
func TestLogs(t *testing.T) {
	for _, path := range logs(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		same(t, path, text)
	}
}

// TestEdges judges both ways what a quick judge reads at the edge of a word or a number.
func TestEdges(t *testing.T) {
	const wheel = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n"
	const trespass = "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n"
	const pieces = "0 1 2 3 4 / 5 6 7 8 9\n"
	for _, text := range []string{
		wheel + "1. Ann 3:bl3@A12", // ends without a mark
		wheel + "1. Ann 3:bl3@A2147483646-\n2. Ben 3:or3@B2147483646-\n",
		wheel + "1. Ann 3:bl3@A2147483647-\n2. Ben 3:or3@B2147483647-\n",
		wheel + "1. Ann 3:bl3-\nstate \n",
		trespass + "place Ann " + pieces + "place Ben 00 1 2 3 4 / 5 6 7 8 9\n",
		trespass + "place Ann " + pieces + "place Ben 000000000 1 2 3 4 / 5 6 7 8 9\n",
		trespass + "place Ann " + pieces + "place Ben 18446744073709551616 1 2 3 4 / 5 6 7 8 9\n", // 0, in 64 bits
		trespass + "place Ann " + pieces + "place Ben / 5 6 7 8 9\n",
		trespass + "place Ann " + pieces + "place Ben 0 1 2 3 4\n",
		"[Game \"trouble\"]\n[Variant \"genus-iii\"]\n[Players \"Ann, Ben\"]\n1. Ann 3:bl3-\n", // of another game
		"[Game \"trouble\"]\n[Players \"Red, Blue, Green\"]\nleave Green\norder Red:2 Blue:1 Green:6\n1. Green 3:pass\n2. Red 4:pass\n",
		"[Game \"trouble\"]\n[Variant \"unknown\"]\n[Players \"Red, Blue\"]\n1. Red 1:pass\n",
		trespass + "place Ann " + pieces + "place Ben " + pieces + "1. Ann A0:a2\n",
		trespass + "place Ann " + pieces + "place Ben " + pieces + "1. Ann A0:a2-\n",
		trespass + "place Ann " + pieces + "place Ben " + pieces + "tally Ann turns=0 rolls=1 moves=0\n", // has no dice
	} {
		same(t, "log", []byte(text))
	}
}

// TestVariantOption checks that the variant that is asked for judges, whatever a log names.
func TestVariantOption(t *testing.T) {
	const head, body = "[Game \"trivial-pursuit\"]\n", "[Players \"Ann, Ben\"]\n[Setup \"9 Ann Ann=bl3/br,bl,or,ye,pi,gr Ben=or3\"]\n9. Ann 5:hub/ye#\n"
	for _, tag := range []string{"", "[Variant \"master-1981\"]\n", "[Variant \"master-1981-open-hub\"]\n"} {
		for variant, want := range map[string]verify.Verdict{"master-1981": verify.Illegal, "master-1981-open-hub": verify.Legal} {
			c := &collected{}
			if _, err := judge(context.Background(), archive.Options{Options: verify.Options{Games: games.All, Variant: variant}, Jobs: 1, Game: c.game, Done: c.ended}, sourceOf("log", []byte(head+tag+body))); err != nil {
				t.Fatal(err)
			}
			if len(c.games) != 1 || c.games[0].Verdict() != want {
				t.Errorf("%sunder %s: %v", tag, variant, c.games[0].Verdict())
			}
		}
	}
}

// TestLongLines judges both ways a game of which one line is as long as may be, or longer
// by a byte.
func TestLongLines(t *testing.T) {
	lines := []string{"; before the tags", `[Game "trivial-pursuit"]`, "{between}", `[Players "Ann, Ben"]  ;`, "", "order Ann:5 Ben:2", "1. Ann 6:bl-", "2. Ben 6:bl-", " ; at the end"}
	for i := range lines {
		for _, filler := range []string{" ", ";"} {
			for _, end := range []string{"\n", "\r\n"} {
				for over := range 3 {
					long := slices.Clone(lines)
					room := notation.MaxLine + over - 1 - len(lines[i])
					long[i] += strings.Repeat(filler, room)
					same(t, fmt.Sprintf("line %d, %d bytes of %q", i+1, len(long[i]), filler), []byte(strings.Join(long, end)))
				}
			}
		}
	}
}

// writer lets chance play games, by a seed, and writes them.
type writer struct {
	*rand.Rand
	t        testing.TB
	reader   *verify.Reader
	variants []string
	out      bytes.Buffer
}

func newWriter(t testing.TB, seed uint64) *writer {
	return &writer{Rand: rand.New(rand.NewPCG(seed, seed)), t: t, reader: newReader(t), variants: options.Games.Library().Builtin()}
}

// game writes a game of a variant as "tpnote play" would: of at most this many turns, of any
// number of players, played well or badly.
func (w *writer) game(variant string, turns int) {
	w.t.Helper()
	var header verify.Header
	for n := 2 + w.IntN(3); ; n-- { // not every game is for four
		var err error
		if header, err = w.reader.Propose(verify.Header{Variant: variant}, n, w.Rand); err != nil {
			w.t.Fatal(err)
		}
		if _, err := w.reader.Begin(header); err == nil {
			break
		} else if n == 2 {
			w.t.Fatal(err)
		}
	}
	policy := play.Random
	if w.IntN(3) == 0 {
		policy = play.Eager
	}
	played, err := play.Game(w.reader, header, w.Rand, play.Options{Policy: policy, Right: 62, Limit: turns, Round: w.IntN(1000)})
	if err != nil {
		w.t.Fatal(err)
	}
	w.out.WriteString(played.Log + "\n")
}

// any writes a game of any variant.
func (w *writer) any(turns int) { w.game(w.variants[w.IntN(len(w.variants))], turns) }

// TestGames judges played games both ways.
func TestGames(t *testing.T) {
	w := newWriter(t, 1)
	for range 150 {
		w.any(1 + w.IntN(400))
	}
	same(t, "generated.log", w.out.Bytes())
}

// mutate changes one token of a log: it is dropped, doubled, swapped, replaced by another
// of the log or by something odd, or loses or gains a character.
func (w *writer) mutate(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	at := w.IntN(len(lines))
	words := bytes.Split(lines[at], []byte(" "))
	other := bytes.Fields(lines[w.IntN(len(lines))])
	i := w.IntN(len(words))
	switch w.IntN(10) {
	case 0:
		words = slices.Delete(slices.Clone(words), i, i+1)
	case 1:
		words = slices.Insert(slices.Clone(words), i, words[i])
	case 2:
		j := w.IntN(len(words))
		words[i], words[j] = words[j], words[i]
	case 3, 4:
		if len(other) > 0 {
			words[i] = other[w.IntN(len(other))]
		}
	case 5:
		words[i] = []byte(oddities[w.IntN(len(oddities))])
	case 6:
		if word := words[i]; len(word) > 0 {
			j := w.IntN(len(word))
			words[i] = slices.Delete(slices.Clone(word), j, j+1)
		}
	case 7:
		word := words[i]
		j := w.IntN(len(word) + 1)
		words[i] = slices.Insert(slices.Clone(word), j, chars[w.IntN(len(chars))])
	case 8:
		j := w.IntN(len(lines))
		lines[at], lines[j] = lines[j], lines[at]
		return bytes.Join(lines, nil)
	case 9:
		words[i] = slices.Concat(words[i], []byte(oddities[w.IntN(len(oddities))]))
	}
	lines[at] = bytes.Join(words, []byte(" "))
	return bytes.Join(lines, nil)
}

const chars = "0123456789:;{}[]\"\\ \t\r\n+-*#/@ABxhub\u00e9\x00\xff^."

var oddities = []string{"", ";", "; a comment", ";4:b", "{6:}", "{note}", "{ open", "\t", "  ", "order", "state", "place", "[Game", "1.", "01.", "999999999.", "9999999999.", "Ann", "Zoë", "/", "6:hub/bl+", "6:hub#", "ruling stands\n", "gap\n", "?", "...", "1:?", "secret Ann 3\n", "reveal Ann 3 salt\n", "state 1 Ann Ann=hub Ben=hub\n", "4:ye2@A17+", "4:ye2@B+", "pass", "\r", "[Result \"Ann\"]\n", "[Setup \"1 Ann Ann=hub Ben=hub\"]\n", "[Game \"trouble\"]\n", "\xef\xbb\xbf", "Ann:6 Ben:3"}

// mutations is how many logs are changed; TPNOTE_MUTATIONS=1000000 takes longer.
func mutations() int {
	if n, err := strconv.Atoi(os.Getenv("TPNOTE_MUTATIONS")); err == nil {
		return n
	}
	return 50_000
}

// seed is the random seed of the tests that change logs: always the same, so that
// a test that passed passes again. TPNOTE_SEED=2 looks elsewhere, TPNOTE_SEED=$RANDOM
// elsewhere every time; a failure names the seed to come back with.
func seed() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("TPNOTE_SEED"), 10, 64); err == nil {
		return n
	}
	return 1
}

// TestMutations changes tokens of logs, and judges them with the fast judge and without.
func TestMutations(t *testing.T) {
	seed := seed()
	w := newWriter(t, seed)
	var texts [][]byte
	for range 100 {
		w.out.Reset()
		w.any(1 + w.IntN(8))
		texts = append(texts, bytes.Clone(w.out.Bytes()))
	}
	for _, path := range logs(t) {
		if text, err := os.ReadFile(path); err == nil && len(text) < 2000 {
			texts = append(texts, text)
		}
	}
	quick := newReader(t)
	for n := range mutations() / 50 {
		text := w.mutate(texts[w.IntN(len(texts))])
		if w.IntN(3) == 0 {
			text = w.mutate(text)
		}
		sameHandedOver(t, fmt.Sprintf("seed %d, mutation %d", seed, n), w.reader, quick, text)
	}
}

// TestArchives judges archives of changed logs both ways, as a whole.
func TestArchives(t *testing.T) {
	w := newWriter(t, seed())
	for range 4 {
		var archive []byte
		for range 100 {
			w.out.Reset()
			w.any(1 + w.IntN(20))
			text := w.out.Bytes()
			if w.IntN(4) == 0 {
				text = w.mutate(text)
			}
			archive = append(archive, text...)
		}
		same(t, "archive.log", archive)
	}
}

// TestTags judges games both ways whose tags are not those of the game before: some are left out,
// doubled, in another order, or say something else.
func TestTags(t *testing.T) {
	w := newWriter(t, seed())
	for range 6 {
		var archive []byte
		for range 150 {
			w.out.Reset()
			w.game([]string{"trespass-1974", "trouble-official"}[w.IntN(2)], 2)
			head, body, _ := strings.Cut(w.out.String(), "\n\n")
			lines := strings.Split(head, "\n")
			at, other := w.IntN(len(lines)), w.IntN(len(lines))
			switch w.IntN(10) {
			case 0:
				lines = slices.Delete(lines, at, at+1)
			case 1:
				lines = slices.Insert(lines, at, lines[other])
			case 2:
				lines[at], lines[other] = lines[other], lines[at]
			case 3:
				lines[at] = strings.Replace(lines[at], "Ann", "Cleo", 1)
			case 4:
				lines[at] += strings.Repeat(" ", 300)
			case 5:
				lines = slices.Insert(lines, at, `[Setup "1 Ann - 5/5/5/5/5/5 A=? B=?"]`)
			case 6:
				lines[at] = strings.Trim(lines[at], "]")
			case 7:
				ends := []string{`\""]`, `\\"]`, `\"]`, `""]`, "\xff\"]", "\x00\"]", "é\"]", `"]]`, `"] ;`, "\"]\r"}
				lines[at] = strings.Replace(lines[at], `"]`, ends[w.IntN(len(ends))], 1)
			}
			archive = append(archive, strings.Join(lines, "\n")+"\n\n"+body...)
		}
		same(t, "archive.log", archive)
	}
}

// TestHandingOver judges faulty games with the fast judge, which takes over again after every
// fault, and line by line. The findings must be the same.
func TestHandingOver(t *testing.T) {
	seed := seed()
	w := newWriter(t, seed)
	handed := newReader(t)
	for n := range mutations() / 50 {
		w.out.Reset()
		w.any(1 + w.IntN(60))
		text := bytes.Clone(w.out.Bytes())
		for range 1 + w.IntN(6) {
			text = w.mutate(text)
		}
		sameHandedOver(t, fmt.Sprintf("seed %d, log %d", seed, n), w.reader, handed, text)
	}
}

// sameHandedOver checks that a Reader with the fast judge finds the same as one without.
func sameHandedOver(t *testing.T, name string, lines, handed *verify.Reader, text []byte) {
	t.Helper()
	var got []*verify.Summary
	if _, err := handed.File("log", ".", bytes.NewReader(text), func(g *verify.Summary) error {
		got = append(got, g)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	want := replay(t, lines, "log", text)
	if diff := cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true }), cmpopts.IgnoreFields(verify.Summary{}, "Entry"), cmpopts.EquateEmpty(), logtest.SameVariant, logtest.SameFindings(want, got)); diff != "" {
		t.Fatalf("%s (-line by line +handed over):\n%s\n%s", name, diff, text)
	}
}

// counts asks a replay what it counts at the end of a log, and returns tally lines that say so.
func counts(t testing.TB, r *verify.Reader, text []byte) (lines []string) {
	t.Helper()
	g := replay(t, r, "log", text)[0]
	keys := map[string]string{"trouble": "rolls sixes pips home finished captures captured", "trespass": "moves jumps"}[g.Rules.Game]
	if keys == "" {
		keys = "rolls sixes pips right wrong wedges"
	}
	for _, who := range g.Handles {
		line := "tally " + who
		for key := range strings.FieldsSeq("turns " + keys) {
			line += " " + key + "=999999"
		}
		asked := slices.Concat(bytes.TrimRight(text, "\n"), []byte("\n"+line))
		for _, f := range replay(t, r, "log", asked)[0].Findings {
			if f.Code == verify.CodeTally {
				key, _, _ := strings.Cut(f.Text[f.Span.Start:f.Span.End], "=")
				count, _, _ := strings.Cut(f.Message[strings.LastIndex(f.Message, "counts ")+7:], " ")
				line = strings.Replace(line, key+"=999999", key+"="+count, 1)
			}
		}
		lines = append(lines, line+"\n")
	}
	return lines
}

// keep adds to a log what records have: tallies, most of them right, rulings after turns with an
// error or without, players who leave, gaps, unknown parts.
func (w *writer) keep(text []byte) []byte {
	for range 1 + w.IntN(4) {
		lines := strings.SplitAfter(string(text), "\n")
		first := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "1. ") })
		at := first + 1 + w.IntN(len(lines)-first-2)
		words := strings.Fields(lines[at-1])
		var more []string
		switch n := w.IntN(12); {
		case n < 5:
			more = counts(w.t, w.reader, []byte(strings.Join(lines[:at], "")))
			if n == 0 && len(more) > 0 {
				i := w.IntN(len(more))
				more[i] = more[i][:len(more[i])-2] + fmt.Sprint(w.IntN(10)) + "\n"
			}
		case n < 9 && len(words) > 2:
			if k := 2 + w.IntN(len(words)-2); n > 5 {
				if other := strings.Fields(lines[first+w.IntN(len(lines)-first-1)]); len(other) > 2 {
					words[k] = other[2]
				}
				lines[at-1] = strings.Join(words, " ") + "\n"
			}
			more = []string{"ruling stands\n"}
		case n == 9 && len(words) > 1:
			more = []string{"leave " + words[1] + "\n"}
		case n == 10:
			more = []string{"gap\n"}
		case n == 11 && len(words) > 2:
			words[len(words)-1] = "?"
			lines[at-1] = strings.Join(words, " ") + "\n"
		}
		text = []byte(strings.Join(slices.Insert(lines, at, more...), ""))
	}
	return text
}

// TestKept judges records with tallies, rulings and the like both ways: as an archive, and
// handed over between a Reader's lines and its fast judge.
func TestKept(t *testing.T) {
	seed := seed()
	w := newWriter(t, seed)
	handed := newReader(t)
	for n := range mutations() / 1000 {
		w.out.Reset()
		w.any(1 + w.IntN(60))
		text := bytes.Clone(w.out.Bytes())
		counted := slices.Concat(bytes.TrimRight(text, "\n"), []byte("\n"+strings.Join(counts(t, w.reader, text), "")))
		same(t, fmt.Sprintf("seed %d, log %d, counted", seed, n), counted)
		text = w.keep(text)
		same(t, fmt.Sprintf("seed %d, log %d", seed, n), text)
		sameHandedOver(t, fmt.Sprintf("seed %d, log %d", seed, n), w.reader, handed, text)
	}
}

// TestRuled judges games both ways in which turns have an error that the table let stand, and a
// tally after them.
func TestRuled(t *testing.T) {
	w := newWriter(t, 15)
	found := 0
	for _, variant := range []string{"genus-iii", "trouble-official", "trespass-1974"} {
		for range 10 {
			w.out.Reset()
			w.game(variant, 40)
			text := w.out.Bytes()
			for range 3 {
				text = ruled(w.reader, w.Rand, text)
			}
			text = slices.Concat(bytes.TrimRight(text, "\n"), []byte("\n"+strings.Join(counts(t, w.reader, text), "")))
			same(t, variant, text)
			found += bytes.Count(text, []byte("ruling"))
		}
	}
	if found < 60 {
		t.Errorf("%d rulings", found)
	}
}

// TestLeave judges games both ways in which players leave, with and without tallies.
func TestLeave(t *testing.T) {
	w := newWriter(t, 17)
	for _, variant := range []string{"genus-iii", "trouble-official", "trespass-1974"} {
		for range 10 {
			text := w.left(variant, 2+w.IntN(3))
			same(t, variant, text)
			tallies := strings.Join(counts(t, w.reader, text), "")
			same(t, variant, append(text, tallies...))
		}
	}
}

// left is a game of up to this many players. Chance plays 30 actions at a time, and after them a
// player leaves, until one is left.
func (w *writer) left(variant string, players int) []byte {
	w.t.Helper()
	header := verify.Header{Variant: variant}
	for ; header.Players == nil; players-- {
		header, _ = w.reader.Propose(verify.Header{Variant: variant}, players, nil)
		if _, err := w.reader.Begin(header); err != nil {
			header.Players = nil
		}
	}
	header, err := w.reader.Propose(header, players, w.Rand)
	if err != nil {
		w.t.Fatal(err)
	}
	p, err := w.reader.Begin(header)
	if err != nil {
		w.t.Fatal(err)
	}
	v := p.Variant()
	lines := append([]string{fmt.Sprintf("[Game %q]\n[Variant %q]\n[Players %q]\n", v.Game, v.Name, strings.Join(p.Handles(), ", "))}, header.Opening...)
	for n := 1; !p.Over(); n++ {
		c, moves := p.Clock(), p.Legal()
		line := fmt.Sprintf("%d. %s %s", c.Number, p.Handles()[c.Seat], moves[w.IntN(len(moves))].Word)
		if n%30 == 0 {
			line = "leave " + p.Handles()[w.IntN(len(p.Handles()))]
			if strings.Contains(strings.Join(lines, "\n")+"\n", "\n"+line+"\n") {
				continue
			}
		}
		p.Line(notation.ParseLine(line, len(lines)+1))
		lines = append(lines, line)
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// FuzzTokens changes tokens in random games, and checks that verify and replay print the same JSON
// and the same rows, byte for byte.
func FuzzTokens(f *testing.F) {
	for seed := range uint64(12) {
		f.Add(seed, seed)
	}
	f.Add(uint64(22), uint64(7))   // a pass with a comment after it
	f.Add(uint64(28), uint64(121)) // a move that leads nowhere
	f.Add(uint64(99), uint64(34))  // a comment without a blank before it, and with a roll in it
	w := newWriter(f, 1)
	f.Fuzz(func(t *testing.T, game, changes uint64) {
		w.t, w.Rand = t, rand.New(rand.NewPCG(game, changes))
		w.out.Reset()
		w.any(1 + w.IntN(40))
		text := bytes.Clone(w.out.Bytes())
		for range w.IntN(6) {
			text = w.mutate(text)
		}
		// A remembered word that was not legal must not be reported without its place.
		sameRows(t, options, "changed", []string{"rows", "rows-json"}[changes%2], 1, slices.Concat(text, []byte("\n"), w.out.Bytes()))
		verified := run(t, 1, sourceOf("log", text))
		var got, want strings.Builder
		for _, g := range verified.games {
			print(t, &got, g)
		}
		for _, g := range replay(t, w.reader, "log", text) {
			print(t, &want, g)
		}
		if diff := cmp.Diff(want.String(), got.String()); diff != "" {
			t.Errorf("(-replay +verify):\n%s\n%s", diff, text)
		}
	})
}

// print prints a game as JSON.
func print(t *testing.T, to *strings.Builder, g *verify.Summary) {
	if err := report.JSON(to, g); err != nil {
		t.Fatal(err)
	}
}
