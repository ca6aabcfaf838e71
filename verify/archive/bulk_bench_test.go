package verify_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tpnote/verify"
)

// corpora are archives of 32 MB, made once: a megabyte of different games, over and over.
// They are those that "tpnote play" would write, with what recorded games have besides: a
// place and a date, and of the wheel games the card of every sixth question (of the logs
// of the conformance suite 17 in 100 actions name one). A wheel game so has 12 bytes an
// action and 2.8 actions a line, where recorded ones have 16 and 4 and a prototype's had
// 15 and 2.6: it is terser still, not easier. One of Trouble has 18 bytes an action,
// where recorded ones, shorter and so with more tags, have 24.
var corpora = map[string]func() []byte{
	"wheel":   sync.OnceValue(func() []byte { return played("genus-iii", "Ann", "Ben", "Cleo", "Dora") }),
	"trouble": sync.OnceValue(func() []byte { return played("trouble-official", "Red", "Blue", "Green", "Yellow") }),
	"trespass": sync.OnceValue(func() []byte {
		s := newScribe(7)
		for s.out.Len() < 1<<20 {
			s.trespass("trespass-1974", 100, s.IntN(2) == 0)
		}
		return bytes.Repeat(s.out.Bytes(), 32)
	}),
}

// answered is a wheel game's action that asks a question, without a card.
var answered = regexp.MustCompile(`\b[1-6]:[a-z0-9/]+[-+*#]\B`)

func played(variant string, players ...string) []byte {
	r, err := verify.NewReplayer(verify.Options{})
	if err != nil {
		panic(err)
	}
	chance := rand.New(rand.NewPCG(7, 7))
	var out bytes.Buffer
	for n := 1; out.Len() < 1<<20; n++ {
		game, err := r.Play(verify.Header{Variant: variant, Players: players}, chance,
			verify.PlayOptions{Policy: verify.Random, Right: 60, Limit: 400, Round: n})
		if err != nil {
			panic(err)
		}
		tags := fmt.Sprintf("[Site \"Community hall, table %d\"]\n[Date \"1994.%02d.%02d\"]\n[Result ", 1+chance.IntN(20), 1+chance.IntN(12), 1+chance.IntN(28))
		log := strings.Replace(game.Log, "[Result ", tags, 1)
		log = answered.ReplaceAllStringFunc(log, func(word string) string {
			if chance.IntN(6) > 0 {
				return word
			}
			n := len(word) - 1
			return fmt.Sprintf("%s@A%d%s", word[:n], 1+chance.IntN(999), word[n:])
		})
		out.WriteString(log + "\n")
	}
	return bytes.Repeat(out.Bytes(), 32)
}

// dressings change how a log is written, and not what it says.
var dressings = map[string]*strings.Replacer{
	"plain":    strings.NewReplacer(),
	"crlf":     strings.NewReplacer("\n", "\r\n"),
	"comments": strings.NewReplacer("\n", "  ; a remark\n", "\n\n", "\n\n"),
	"blanks":   strings.NewReplacer(" ", "  "),
}

// tallying counts what a Bulk reports.
type tallying struct{ turns, actions, findings int }

func (c *tallying) Game(g *verify.Game) error {
	c.turns += g.Turns
	c.actions += g.Actions
	c.findings += len(g.Findings)
	return nil
}
func (c *tallying) Rewrite(*verify.Source, []byte, int) error { return nil }
func (c *tallying) Done(*verify.Source, int, error) error     { return nil }

// BenchmarkBulk judges archives beside the bound, a loop over their lines:
//
//	go test ./verify -run '^$' -bench Bulk
//
// In every round both are run over the same bytes, on one core; "of-lines" is how the
// bound's best time compares to the best of the judgement: 0.2 is a fifth of its speed.
// Times are the processor's, so that other work on the machine does not count, but for two
// workers, where "of-one" compares the clock's with one worker's.
func BenchmarkBulk(b *testing.B) {
	for _, game := range slices.Sorted(maps.Keys(corpora)) {
		for _, dress := range []string{"plain", "crlf", "comments", "blanks"} {
			text := []byte(dressings[dress].Replace(string(corpora[game]())))
			b.Run(game+"/"+dress, func(b *testing.B) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				var c tallying
				bound, best := time.Hour, time.Hour
				for b.Loop() {
					bound = min(bound, processor(func() { lines(text) }))
					best = min(best, processor(func() { c = verifyAll(b, 1, text) }))
				}
				b.ReportMetric(bound.Seconds()/best.Seconds(), "of-lines")
				b.ReportMetric(float64(len(text))/1e6/best.Seconds(), "best-MB/s")
				b.ReportMetric(float64(len(text))/1e6/bound.Seconds(), "lines-MB/s")
				b.ReportMetric(float64(c.turns)/1e6/best.Seconds(), "Mturns/s")
				b.ReportMetric(float64(c.actions)/1e6/best.Seconds(), "Mactions/s")
			})
		}
		b.Run(game+"/two", func(b *testing.B) {
			text := corpora[game]()
			b.SetBytes(int64(len(text)))
			one, two := time.Hour, time.Hour
			for b.Loop() {
				one = min(one, clock(func() { verifyAll(b, 1, text) }))
				two = min(two, clock(func() { verifyAll(b, 2, text) }))
			}
			b.ReportMetric(one.Seconds()/two.Seconds(), "of-one")
			b.ReportMetric(float64(len(text))/1e6/two.Seconds(), "best-MB/s")
		})
	}
}

// verifyAll judges an archive that is legal.
func verifyAll(b *testing.B, jobs int, text []byte) (c tallying) {
	bulk := &verify.Bulk{Jobs: jobs}
	tally, err := bulk.Run(context.Background(), slices.Values([]*verify.Source{sourceOf("archive.log", text)}), &c)
	if err != nil || c.findings > 0 || tally.Judged > 0 {
		b.Fatal(err, c, tally)
	}
	return c
}

// processor is the processor time that f takes.
func processor(f func()) time.Duration {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			panic(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	f()
	return used() - before
}

func clock(f func()) time.Duration {
	begin := time.Now()
	f()
	return time.Since(begin)
}

// lines is the bound: a loop over the lines of a log, counting them.
func lines(text []byte) (n int) {
	r := bufio.NewReader(bytes.NewReader(text))
	for {
		if _, err := r.ReadSlice('\n'); err == io.EOF {
			return n
		}
		n++
	}
}
