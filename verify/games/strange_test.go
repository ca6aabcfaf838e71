package games_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/draft"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/readings"
	"tpnote/verify/record"
)

// strangeLogs is how many strange logs of each built-in variant the laws look at. A long run gives
// TPNOTE_STRANGE another number.
func strangeLogs() int {
	if n, err := strconv.Atoi(os.Getenv("TPNOTE_STRANGE")); err == nil {
		return n
	}
	return 6
}

// TestStrangeLogs checks that the judges agree about strange logs.
func TestStrangeLogs(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	for v, variant := range logtest.Library().Builtin() {
		for seed := range strangeLogs() {
			strangeLaws(t, logtest.Strange(t, r, variant, rand.New(rand.NewPCG(uint64(v), uint64(seed)))))
		}
	}
	strangeLaws(t, `[Game "trouble"]
[Players "Red, Blue"]
1. Red 6:home-re0 4:re0-re4
2. Blue 1:pass
4. Blue 2:pass
5. Red 1:re4-re5
6. Blue 2:pass
7. Red 1:re5-re6
8. Blue 3:pass
9. Red 1:re6-bl0
10. Blue 2:pass
tally Red turns=5 rolls=6
tally Red pips=14
`) // counts after a reading
}

// FuzzStrangeLogs is the same for any seed, in short logs, with one judge or the canonical form at a time: the
// fuzzer slows them down, and gives up after ten seconds.
func FuzzStrangeLogs(f *testing.F) {
	r, all := logtest.NewReader(f, verify.Options{}), logtest.Library().Builtin()
	for law := range uint8(2*len(judges) + 1) {
		f.Add(uint8(0), uint64(1), law)
	}
	f.Fuzz(func(t *testing.T, variant uint8, seed uint64, law uint8) {
		log := logtest.Strange(t, r, all[int(variant)%len(all)], rand.New(rand.NewPCG(1000, seed)))
		if len(log) > 1000 {
			t.Skip("too long")
		}
		if law := int(law) % (2*len(judges) + 1); law < 2*len(judges) {
			options := optionsOf()[law%2]
			judges[law/2].agrees(t, options, said(logtest.Replay(t, options, "x.log", log)), log)
		} else {
			canonical(t, log)
		}
	})
}

// strangeLaws checks that the replay that reports every line, the archive, the draft of an editor and the
// recorder find the same in a log, as it is written and where readings are looked for; that the canonical form is judged alike and is its own canonical form.
func strangeLaws(t *testing.T, log string) {
	t.Helper()
	for _, options := range optionsOf() {
		want := said(logtest.Replay(t, options, "x.log", log))
		for _, j := range judges {
			j.agrees(t, options, want, log)
		}
	}
	canonical(t, log)
}

// optionsOf are those of a log as it is written, and where readings are looked for.
func optionsOf() [2]verify.Options {
	return [2]verify.Options{{Games: games.All}, {Games: games.All, Readings: readings.New()}}
}

// judge is a room that judges logs.
type judge struct {
	name  string
	finds func(t *testing.T, options verify.Options, log string) []*verify.Summary
}

var judges = []judge{
	{"every line", watched},
	{"archive", archived},
	{"draft", drafted},
	{"recorder", recorded},
}

// agrees checks that a judge finds in a log what a replay finds.
func (j judge) agrees(t *testing.T, options verify.Options, want []string, log string) {
	t.Helper()
	if diff := cmp.Diff(want, said(j.finds(t, options, log))); diff != "" {
		t.Fatalf("(-replay +%s):\n%s\n%s", j.name, diff, log)
	}
}

// canonical checks that the canonical form of a log is judged as the log is, and is its own.
func canonical(t *testing.T, log string) {
	t.Helper()
	r := logtest.NewReader(t, verify.Options{})
	form := logtest.Format(t, r, log, ".")
	if again := logtest.Format(t, r, string(form), "."); !bytes.Equal(form, again) {
		t.Fatalf("the canonical form\n%s\nhas the form\n%s", form, again)
	}
	if diff := cmp.Diff(codes(t, log), codes(t, string(form))); diff != "" {
		t.Fatalf("(-log +canonical form):\n%s\n%s", diff, log)
	}
}

// watched returns the findings of a replay that reports every line: in their order, or where readings are
// looked for, all that no reading changes.
func watched(t *testing.T, options verify.Options, log string) []*verify.Summary {
	t.Helper()
	var lines []int
	found := logtest.ReadAll(t, logtest.NewReader(t, options), "x.log", log, func(ev *verify.Event) { lines = append(lines, ev.Line.Span.Line) })
	for _, g := range found {
		for _, f := range g.Findings {
			if len(f.Readings) > 0 && f.ReadOn >= 0 {
				for _, e := range f.Readings[f.ReadOn].Edits {
					lines = append(lines, e.Line)
				}
			}
		}
	}
	if options.Readings != nil {
		slices.Sort(lines)
		lines = slices.Compact(lines)
	}
	var all []int
	for range strings.Count(log, "\n") {
		all = append(all, len(all)+1)
	}
	if diff := cmp.Diff(all, lines); diff != "" {
		t.Fatalf("lines (-all +reported):\n%s\n%s", diff, log)
	}
	return found
}

// archived returns the findings of an archive in a log.
func archived(t *testing.T, options verify.Options, log string) []*verify.Summary {
	t.Helper()
	var found gamesFound
	open := func(archive.Log) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(log)), nil }
	if _, err := archive.Run(context.Background(), archive.Options{Options: options, Jobs: 1, Open: open, Game: found.game, Done: found.ended}, slices.Values([]archive.Log{{Name: "x.log"}})); err != nil {
		t.Fatal(err)
	}
	return found
}

// drafted returns the findings of an editor's draft in a log.
func drafted(t *testing.T, options verify.Options, log string) (found []*verify.Summary) {
	t.Helper()
	d := draft.New(logtest.NewReader(t, verify.Options{}), "x.log", ".", []byte(log))
	find := (*draft.Game).Summary
	if options.Readings != nil {
		find = meant
	}
	for _, g := range d.Games() {
		found = append(found, find(g))
	}
	return found
}

// recorded returns the findings of a recorder in a log: those of its last game.
func recorded(t *testing.T, options verify.Options, log string) (found []*verify.Summary) {
	t.Helper()
	d := draft.New(logtest.NewReader(t, verify.Options{}), "x.log", ".", []byte(log))
	r := record.New(record.Options{Library: logtest.Library()}, d)
	find, last := (*draft.Game).Summary, r.Summary
	if options.Readings != nil {
		find, last = meant, r.Meant
	}
	for _, g := range d.Games() {
		if g != d.Last() {
			found = append(found, find(g))
		}
	}
	return append(found, last())
}

// meant has the findings of a game with readings.
func meant(g *draft.Game) *verify.Summary {
	s, _ := g.Meant()
	return s
}

// gamesFound are the games that an archive reports.
type gamesFound []*verify.Summary

// game takes a game.
func (f *gamesFound) game(g *verify.Summary) error {
	kept := *g
	*f = append(*f, &kept)
	return nil
}

// ended returns what cannot be read.
func (*gamesFound) ended(_ archive.Log, _ int, err error) error { return err }

// said is the verdict, result, position and findings of each game, with their notes and readings.
func said(games []*verify.Summary) (all []string) {
	for _, g := range games {
		all = append(all, fmt.Sprintf("%s %q at %q: %d turns, %d actions", g.Verdict(), g.Result, g.Position, g.Turns, g.Actions))
		for _, f := range g.Findings {
			all = append(all, fmt.Sprintf("%d:%d %s [%s] %v", f.Span.Line, f.Span.Start, f.Message, f.Code, f.Help))
			for _, n := range f.Notes {
				all = append(all, fmt.Sprintf("\t%d: %s", n.Span.Line, n.Message))
			}
			for _, r := range f.Readings {
				all = append(all, "\tor "+r.Message)
			}
		}
	}
	return all
}

// codes are the codes of the findings in a log, in order.
func codes(t *testing.T, log string) (all []string) {
	for _, g := range logtest.Replay(t, verify.Options{}, "x.log", log) {
		for _, f := range g.Findings {
			all = append(all, string(f.Code))
		}
	}
	return all
}
