package verify_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tpnote/rules"
	"tpnote/rules/trouble"
	"tpnote/rules/variant"
	"tpnote/rules/wheel"
	"tpnote/verify"
)

// collected keeps what a Bulk reports.
type collected struct {
	games []*verify.Game
	done  []string
}

func (c *collected) Game(g *verify.Game) error {
	kept := *g
	c.games = append(c.games, &kept)
	return nil
}

func (c *collected) Rewrite(*verify.Source, []byte, int) error { return nil }

func (c *collected) Done(s *verify.Source, games int, err error) error {
	c.done = append(c.done, fmt.Sprintf("%s: %d games, error %v", s.Name, games, err))
	return nil
}

func sourceOf(name string, text []byte) *verify.Source {
	return &verify.Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }}
}

// bulk judges a text as an archive.
func bulk(t testing.TB, b *verify.Bulk, name string, text []byte) ([]*verify.Game, verify.Tally) {
	t.Helper()
	var c collected
	tally, err := b.Run(context.Background(), slices.Values([]*verify.Source{sourceOf(name, text)}), &c)
	if err != nil {
		t.Fatal(err)
	}
	return c.games, tally
}

// same holds what the bulk path finds in a text against what the replay finds.
func same(t *testing.T, name string, text []byte) verify.Tally {
	t.Helper()
	got, tally := bulk(t, &verify.Bulk{Jobs: 1, Positions: true}, name, text)
	want := replay(t, verify.Options{}, name, string(text))
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(verify.Game{}), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s (-replay +bulk):\n%s\n%.3000s", name, diff, text)
	}
	for i := range got {
		if got[i].Verdict() != want[i].Verdict() {
			t.Fatalf("%s: game %d is %s, and %s by the replay", name, i, got[i].Verdict(), want[i].Verdict())
		}
	}
	return tally
}

// TestBulkLogs judges every log that there is both ways.
func TestBulkLogs(t *testing.T) {
	var logs []string
	for _, pattern := range []string{"../testdata/*/*.log", "../../shared/conformance/*/*.log", "/work/shared/conformance/*/*.log"} {
		found, _ := filepath.Glob(pattern)
		logs = append(logs, found...)
	}
	judged := verify.Tally{}
	for _, path := range logs {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		tally := same(t, path, text)
		if strings.Contains(path, "/legal/") {
			judged.Games += tally.Games
			judged.Judged += tally.Judged
			if tally.Judged > 0 {
				t.Log(path, tally)
			}
		}
	}
	t.Logf("of legal logs: %+v", judged)
}

// A scribe writes games that are legal, by a seed.
type scribe struct {
	*rand.Rand
	out  bytes.Buffer
	turn int32
}

func newScribe(seed uint64) *scribe { return &scribe{Rand: rand.New(rand.NewPCG(seed, seed))} }

// game plays one game of at most so many turns, and writes it as a log. word writes an
// action that is about to be applied.
func game[S any, A comparable](s *scribe, e rules.Engine[S, A], state S, game, variant string, handles []string, most int32, choose func([]A) A, word func(*S, A) string, result func(*S) string) {
	var body bytes.Buffer
	last := int32(0)
	for {
		c := e.Turn(&state)
		if c.Phase == rules.Over || c.Number > most {
			break
		}
		legal := e.Legal(nil, &state)
		a := choose(legal)
		if c.Number != last {
			if last > 0 {
				body.WriteByte('\n')
			}
			fmt.Fprintf(&body, "%d. %s", c.Number, handles[c.Seat])
			last = c.Number
		}
		body.WriteString(" " + word(&state, a))
		e.Apply(&state, a)
	}
	fmt.Fprintf(&s.out, "[Game %q]\n[Variant %q]\n[Players %q]\n[Event \"Table %d\"]\n[Date \"1994.12.26\"]\n[Result %q]\n\n%s\n\n",
		game, variant, strings.Join(handles, ", "), s.IntN(1000), result(&state), body.Bytes())
}

var handles = []string{"Ann", "Ben", "Cleo", "Dora", "Emil", "Fay"}

var signs = map[wheel.Mark]string{wheel.RightMark: "+", wheel.WedgeMark: "*", wheel.WinMark: "#"}

var wheelEngine = engines(wheel.New)

// engines makes each built-in engine once.
func engines[E any](make func(*variant.Variant) (E, error)) func(string) E {
	made := map[string]E{}
	return func(name string) E {
		if e, ok := made[name]; ok {
			return e
		}
		v, err := verify.Library().Open(name, ".")
		if err != nil {
			panic(err)
		}
		e, err := make(v)
		if err != nil {
			panic(err)
		}
		made[name] = e
		return e
	}
}

// wheel writes a game of one of the hub-and-spoke variants.
func (s *scribe) wheel(variant string, turns int) {
	e := wheelEngine(variant)
	players := handles[:2+s.IntN(3)]
	eager := s.IntN(3) * s.IntN(4) // how much it wants the headquarters and the hub, of 8
	start := e.Start(len(players))
	game(s, e, start, e.Variant.Game, variant, players, int32(turns), func(legal []wheel.Action) wheel.Action {
		die := uint8(1 + s.IntN(6))
		var best, all []wheel.Action
		right := s.IntN(100) < 62
		for _, a := range legal {
			if a.Die != die || a.Answer != wheel.NoAnswer && (a.Answer == wheel.Right) != right {
				continue
			}
			all = append(all, a)
			if k := e.Board.Kind(a.Space); k == wheel.Headquarters || k == wheel.HubKind {
				best = append(best, a)
			}
		}
		if best != nil && s.IntN(8) < eager {
			all = best
		}
		return all[s.IntN(len(all))]
	}, func(state *wheel.State, a wheel.Action) string {
		word := fmt.Sprintf("%d:%s", a.Die, e.Board.Name(a.Space))
		if a.Space == wheel.Hub {
			word += "/" + e.Board.Colours[a.Category-1]
		}
		switch a.Answer {
		case wheel.Wrong:
			word += "-"
		case wheel.Right:
			word += signs[e.Due(state, a)]
		}
		return word
	}, func(state *wheel.State) string {
		var winners []string
		for seat, h := range players {
			if state.Winners>>seat&1 != 0 {
				winners = append(winners, h)
			}
		}
		if winners == nil {
			return "*"
		}
		return strings.Join(winners, " = ")
	})
}

var wheelVariants = []string{"master-1981", "genus-iii", "genus-iii-five-wedge", "genus-iii-four-wedge", "master-1981-open-hub", "heisey-mania"}

// TestBulkGames judges generated games both ways; nearly all of them briskly.
func TestBulkGames(t *testing.T) {
	s := newScribe(1)
	for range 20 {
		for _, v := range wheelVariants {
			s.wheel(v, 1+s.IntN(400))
		}
	}
	if tally := same(t, "generated.log", s.out.Bytes()); tally.Judged > 0 {
		t.Errorf("%+v", tally)
	}
}

// mutate changes one token of a log: it is dropped, doubled, swapped, replaced by another
// of the log or by something odd, or loses or gains a character.
func (s *scribe) mutate(text []byte, odd []string) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	at := s.IntN(len(lines))
	words := bytes.Split(lines[at], []byte(" "))
	other := bytes.Fields(lines[s.IntN(len(lines))])
	i := s.IntN(len(words))
	switch s.IntN(9) {
	case 0:
		words = slices.Delete(slices.Clone(words), i, i+1)
	case 1:
		words = slices.Insert(slices.Clone(words), i, words[i])
	case 2:
		j := s.IntN(len(words))
		words[i], words[j] = words[j], words[i]
	case 3, 4:
		if len(other) > 0 {
			words[i] = other[s.IntN(len(other))]
		}
	case 5:
		words[i] = []byte(odd[s.IntN(len(odd))])
	case 6:
		if w := words[i]; len(w) > 0 {
			j := s.IntN(len(w))
			words[i] = slices.Delete(slices.Clone(w), j, j+1)
		}
	case 7:
		w := words[i]
		j := s.IntN(len(w) + 1)
		words[i] = slices.Insert(slices.Clone(w), j, chars[s.IntN(len(chars))])
	case 8:
		j := s.IntN(len(lines))
		lines[at], lines[j] = lines[j], lines[at]
		return bytes.Join(lines, nil)
	}
	lines[at] = bytes.Join(words, []byte(" "))
	return bytes.Join(lines, nil)
}

const chars = "0123456789:;{}[]\"\\ \t\r\n+-*#/@ABxhub\u00e9\x00\xff^."

var oddities = []string{"", ";", "; a comment", "{note}", "{ open", "\t", "  ", "order", "state", "place", "[Game", "1.", "01.", "999999999.", "9999999999.", "Ann", "Zoë", "/", "6:hub/bl+", "6:hub#", "4:ye2@A17+", "4:ye2@B+", "pass", "\r", "[Result \"Ann\"]\n", "[Setup \"1 Ann Ann=hub Ben=hub\"]\n", "[Game \"trouble\"]\n", "\xef\xbb\xbf", "Ann:6 Ben:3"}

// mutations is how long the test of mutations goes on; TPNOTE_MUTATE=10m makes it long.
func mutations(t *testing.T) time.Duration {
	d, err := time.ParseDuration(os.Getenv("TPNOTE_MUTATE"))
	if err != nil {
		d = 2 * time.Second
	}
	return d
}

// TestBulkMutations judges logs with something changed in them both ways.
func TestBulkMutations(t *testing.T) {
	s := newScribe(uint64(time.Now().UnixNano()))
	var texts [][]byte
	for range 10 {
		for _, v := range wheelVariants {
			s.out.Reset()
			s.wheel(v, 3+s.IntN(12))
			texts = append(texts, bytes.Clone(s.out.Bytes()))
		}
	}
	logs, _ := filepath.Glob("/work/shared/conformance/*/*.log")
	for _, path := range logs {
		if text, err := os.ReadFile(path); err == nil && len(text) < 4000 {
			texts = append(texts, text)
		}
	}
	var mutants, judged int
	for begin := time.Now(); time.Since(begin) < mutations(t); {
		var archive []byte
		for range 20 {
			text := slices.Clone(texts[s.IntN(len(texts))])
			for range 1 + s.IntN(2) {
				text = s.mutate(text, oddities)
			}
			archive = append(archive, text...)
			mutants++
		}
		judged += same(t, "mutant.log", archive).Judged
	}
	t.Logf("%d mutants, %d not judged briskly", mutants, judged)
}

var _ = trouble.Family
