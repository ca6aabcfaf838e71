package verify_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
)

// recorded is a game, cut into its lines.
type recorded struct {
	name, dir string
	number    int
	block     notation.Block
	head      []notation.Line // before the body
	body      []notation.Line
}

// cut cuts a log into games, and those into lines.
func cut(t testing.TB, name, text string) (games []*recorded) {
	t.Helper()
	for block, err := range notation.NewReader(strings.NewReader(text)).Blocks() {
		if err != nil {
			t.Fatal(err)
		}
		block.Text = bytes.Clone(block.Text) // which is valid until the next game is read
		g := &recorded{name: name, dir: filepath.Dir(name), number: len(games) + 1, block: block}
		for line := range block.Lines() {
			if g.body == nil && notation.ClassOf([]byte(line.Text+"\r\n")) != notation.BodyLine {
				g.head = append(g.head, line)
			} else {
				g.body = append(g.body, line)
			}
		}
		games = append(games, g)
	}
	return games
}

// start reads the tags of a game.
func (g *recorded) start(t testing.TB, r *verify.Reader) (*verify.Replay, []verify.Finding) {
	t.Helper()
	p, _, findings, err := r.Enter(g.block, g.dir)
	if err != nil {
		t.Fatal(err)
	}
	return p, findings
}

// heard has the events of a replay for some lines, with the positions after them.
type heard struct {
	events    []verify.Event
	positions []string
}

// read gives a replay one more line.
func (o *heard) read(p *verify.Replay, g *recorded, line notation.Line) {
	ev := p.Line(line)
	verify.Place(&ev, g.block)
	if len(ev.Words) != len(ev.Actions) {
		panic(fmt.Sprintf("line %d has %d words and %d actions", line.Span.Line, len(ev.Words), len(ev.Actions)))
	}
	o.events = append(o.events, ev)
	position := ""
	if p.Ready() {
		position = p.Position() + " " + p.Result()
	}
	o.positions = append(o.positions, position)
}

// readAll gives a replay the lines up to the end of a game.
func (o *heard) readAll(p *verify.Replay, g *recorded, from int) {
	for _, line := range g.body[from:] {
		o.read(p, g, line)
	}
}

// eachGame calls do with games of all kinds: random games of every built-in variant, the same with an
// unreadable word, and the logs of testdata, most of which have faults.
func eachGame(t *testing.T, chance *rand.Rand, do func(t *testing.T, g *recorded)) {
	r := logtest.NewReader(t, verify.Options{})
	for _, variant := range logtest.Library().Builtin() {
		t.Run(variant, func(t *testing.T) {
			for seed := range uint64(3) {
				played := logtest.PlayOut(t, r, variant, 2, seed, play.Options{Policy: play.Eager, Right: 60, Limit: 60})
				for _, g := range cut(t, variant, played.Log) {
					do(t, g)
				}
				words := strings.Split(played.Log, " ")
				for range 100 {
					i := len(words)/2 + chance.IntN(len(words)/2)
					if word, _, _ := strings.Cut(words[i], "\n"); strings.Contains(word, ":") {
						words[i] = "?" + strings.TrimPrefix(words[i], word)
						break
					}
				}
				for _, g := range cut(t, variant, strings.Join(words, " ")) {
					do(t, g)
				}
			}
		})
	}
	for path, text := range logtest.Logs(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			for _, g := range cut(t, path, text) {
				do(t, g)
			}
		})
	}
}

// sum sums up the findings of a game's tags and of the lines after them.
func (g *recorded) sum(p *verify.Replay, tags []verify.Finding, events []verify.Event) *verify.Summary {
	sum := verify.NewSum(g.name, g.number, g.block.First)
	sum.Apart(tags)
	for i := range events {
		sum.Line(&events[i].Found, 0)
	}
	return sum.End(p)
}

// TestForksGoOn checks that a fork, taken anywhere, finds what the whole replay finds, that no line
// given to it disturbs its original, and that its storage may have been used by any other game.
func TestForksGoOn(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{Narrate: true})
	chance := rand.New(rand.NewPCG(7, 8))
	spare := &verify.Replay{} // storage that forks of all games use one after the other
	var other []notation.Line // lines of the game before, to lead forks astray
	forks := 0
	eachGame(t, chance, func(t *testing.T, g *recorded) {
		p, tags := g.start(t, r)
		var want heard
		want.readAll(p, g, 0)
		sum := g.sum(p, tags, want.events)
		for range min(2, len(g.body)) {
			at := chance.IntN(len(g.body))
			p, tags := g.start(t, r)
			var mine heard
			for _, line := range g.body[:at] {
				mine.read(p, g, line)
			}
			forks++
			fork, astray := p.Fork(), p.Fork()
			p.ForkInto(spare)
			its, again := heard{mine.events[:at:at], mine.positions[:at:at]}, heard{mine.events[:at:at], mine.positions[:at:at]}
			for _, line := range other[min(at, len(other)):] {
				astray.Line(line)
			}
			its.readAll(fork, g, at)
			for _, line := range g.body[at:] { // by turns
				mine.read(p, g, line)
				again.read(spare, g, line)
			}
			for what, o := range map[string]struct {
				*heard
				end *verify.Replay
			}{"the fork": {&its, fork}, "the original": {&mine, p}, "the fork in used storage": {&again, spare}} {
				for i := range want.events {
					if o.positions[i] != want.positions[i] || !reflect.DeepEqual(o.events[i], want.events[i]) {
						t.Fatalf("game %d, forked before line %d: of line %d, %s says %q %+v; the whole replay says %q %+v", g.number, g.body[at].Span.Line,
							g.body[i].Span.Line, what, o.positions[i], o.events[i].Findings, want.positions[i], want.events[i].Findings)
					}
				}
				if got := g.sum(o.end, tags, o.events); !reflect.DeepEqual(got, sum) {
					t.Errorf("game %d, forked before line %d: %s sums up to %+v, the whole replay to %+v", g.number, g.body[at].Span.Line, what, got, sum)
				}
			}
		}
		other = g.body
	})
	t.Run("forks", func(t *testing.T) { // not where -run chooses one game
		if forks < 200 {
			t.Errorf("only %d forks were taken", forks)
		}
	})
}

// TestEventsAreComplete checks that a game read line by line gives the events that a Reader gives, and
// the same summary when they are folded, though a Reader without a caller for events skips ordinary
// lines; and that events do not change after they are handed out.
func TestEventsAreComplete(t *testing.T) {
	options := verify.Options{NoRulings: true} // which bear on the turn before, and take a look ahead
	r := logtest.NewReader(t, options)
	eachGame(t, rand.New(rand.NewPCG(9, 10)), func(t *testing.T, g *recorded) {
		if g.block.TooLong {
			return
		}
		p, tags := g.start(t, r)
		var mine heard
		var then []string
		for _, line := range g.body {
			mine.read(p, g, line)
			then = append(then, fmt.Sprintf("%+v", mine.events[len(mine.events)-1]))
		}
		var seen []verify.Event
		watched, _, err := r.Block(g.name, g.dir, g.block, func(ev *verify.Event) { seen = append(seen, *ev) })
		if err != nil {
			t.Fatal(err)
		}
		unwatched, _, err := r.Block(g.name, g.dir, g.block, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(seen) != len(g.head)+len(g.body) {
			t.Fatalf("game %d: %d events for %d lines", g.number, len(seen), len(g.head)+len(g.body))
		}
		for i, ev := range seen[len(g.head):] {
			if !reflect.DeepEqual(ev, mine.events[i]) {
				t.Fatalf("line %d: a Reader says\n%+v, its line by itself\n%+v", ev.Line.Span.Line, ev, mine.events[i])
			}
			if now := fmt.Sprintf("%+v", mine.events[i]); now != then[i] {
				t.Fatalf("line %d: the event was\n%s, and is now\n%s", ev.Line.Span.Line, then[i], now)
			}
		}
		sum := g.sum(p, tags, mine.events)
		for what, got := range map[string]*verify.Summary{"watched": watched, "unwatched": unwatched} {
			if !reflect.DeepEqual(got, sum) {
				t.Errorf("game %d, %s: %s", g.number, what, cmp.Diff(fmt.Sprintf("%+v", *sum), fmt.Sprintf("%+v", *got)))
			}
		}
	})
}

// forked are games as deep in them as forks are taken, by family.
func forked(t testing.TB) map[string]*verify.Replay {
	t.Helper()
	r := logtest.NewReader(t, verify.Options{})
	all := map[string]*verify.Replay{}
	for family, variant := range map[string]string{"wheel": "genus-iii", "trouble": "trouble-official", "trespass": "trespass-1974"} {
		played := logtest.PlayOut(t, r, variant, 2, 1, play.Options{Right: 60, Limit: 20})
		g := cut(t, variant, played.Log)[0]
		p, _ := g.start(t, r)
		new(heard).readAll(p, g, 0)
		all[family] = p
	}
	return all
}

// TestForkIntoAllocatesNothing holds that a fork into used storage needs no memory.
func TestForkIntoAllocatesNothing(t *testing.T) {
	for family, p := range forked(t) {
		q := p.Fork()
		if n := testing.AllocsPerRun(100, func() { p.ForkInto(q) }); n != 0 {
			t.Errorf("%s: %v allocations for a fork", family, n)
		}
	}
}

// BenchmarkForkInto is the time for a fork into storage that was used before.
func BenchmarkForkInto(b *testing.B) {
	for family, p := range forked(b) {
		b.Run(family, func(b *testing.B) {
			b.ReportAllocs()
			q := p.Fork()
			for b.Loop() {
				p.ForkInto(q)
			}
		})
	}
}

// TestRecount gives a replay of one record the counts of another.
func TestRecount(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	counts := func(p *verify.Replay) string {
		u := p.Unknown()
		sum := verify.NewSum("x.log", 1, 1).End(p)
		return fmt.Sprintf("%d turns, %d actions, %d unknown, %d gaps, %d skipped", sum.Turns, sum.Actions, u.Parts, u.Gaps, u.Skipped)
	}
	read := func(body string) *verify.Replay {
		g := cut(t, "x.log", logtest.Head+body)[0]
		p, _ := g.start(t, r)
		new(heard).readAll(p, g, 0)
		return p
	}
	from := read("1. Ann ?\ngap\n2. Ben 6:or-\n")
	for body, want := range map[string]string{
		"1. Ann 6:br-\n": "1 turns, 1 actions, 0 unknown, 0 gaps, 0 skipped",
		"1. Ann ? ?\n2. Ben ?\ngap\n3. Ann 6:br-\n4. Ben 1:or-\ngap\n": "2 turns, 3 actions, 3 unknown, 2 gaps, 2 skipped",
	} {
		to := read(body)
		p := from.Fork()
		p.Recount(from, to)
		if diff := cmp.Diff([]string{want, want}, []string{counts(to), counts(p)}); diff != "" {
			t.Errorf("%q: (-want +got):\n%s", body, diff)
		}
	}
}
