package archive_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/play"
	"tpnote/verify/report"
)

// samples are a megabyte of different games each, as "tpnote play" writes them, made once.
var samples = map[string]func() []byte{}

// variants are the rules of the games.
var variants = map[string]string{"wheel": "genus-iii", "trouble": "trouble-official", "trespass": "trespass-1974"}

func init() {
	for game := range variants {
		samples[game] = sync.OnceValue(func() []byte { return played(game, 1<<20) })
	}
}

// archiveOf is an archive of 128 MB. It repeats a sample, because the archives that people keep are
// larger than a processor's cache.
func archiveOf(sample []byte) []byte { return bytes.Repeat(sample, 128) }

// played returns games of at least size bytes.
func played(game string, size int) []byte {
	variant, players := variants[game], 4
	if game == "trespass" {
		players = 2
	}
	r, err := verify.NewReader(options)
	if err != nil {
		panic(err)
	}
	chance := rand.New(rand.NewPCG(7, 7))
	var out bytes.Buffer
	for n := 1; out.Len() < size; n++ {
		header, err := r.Propose(verify.Header{Variant: variant}, players, chance)
		if err != nil {
			panic(err)
		}
		game, err := play.Game(r, header, chance,
			play.Options{Right: 50, Limit: 10_000, Round: n})
		if err != nil {
			panic(err)
		}
		out.WriteString(game.Log + "\n")
	}
	return out.Bytes()
}

// dressings change how a log is written, and not what it says.
var dressings = map[string]*strings.Replacer{
	"plain":    strings.NewReplacer(),
	"crlf":     strings.NewReplacer("\n", "\r\n"),
	"comments": strings.NewReplacer("\n", "  ; a remark\n", "\n\n", "\n\n"),
	"blanks":   strings.NewReplacer(" ", "  "),
}

// additions change what games say: they add a fault, a ruling or a tally.
var additions = map[string]func(t testing.TB, legal []byte) []byte{
	"faulty-1-in-100": func(_ testing.TB, legal []byte) []byte { return faulty(legal, 100) },
	"faulty-1-in-1":   func(_ testing.TB, legal []byte) []byte { return faulty(legal, 1) },
	"ruling":          func(t testing.TB, legal []byte) []byte { return kept(t, legal, ruled) },
	"tally": func(t testing.TB, legal []byte) []byte {
		return kept(t, legal, func(r *verify.Reader, _ *rand.Rand, game []byte) []byte {
			return slices.Concat(bytes.TrimRight(game, "\n"), []byte("\n"+strings.Join(counts(t, r, game), "")+"\n"))
		})
	},
}

// TestSamples checks that the archives of the benchmarks have findings where they should, and
// nowhere else.
func TestSamples(t *testing.T) {
	for game := range variants {
		legal := played(game, 1)
		rowsOf(t, legal)
		for name, dress := range dressings {
			if c := verifyAll(t, 1, []byte(dress.Replace(string(legal)))); c.findings > 0 || c.actions == 0 {
				t.Errorf("%s/%s: %+v", game, name, c)
			}
		}
		for name, add := range additions {
			if c := verifyAll(t, 1, add(t, legal)); (c.findings == 0) != (name == "tally") {
				t.Errorf("%s/%s: %+v", game, name, c)
			}
		}
	}
}

// tallying counts what an archive reports.
type tallying struct{ turns, actions, findings int }

func (c *tallying) game(g *verify.Summary) error {
	c.turns += g.Turns
	c.actions += g.Actions
	c.findings += len(g.Findings)
	return nil
}

func ended(archive.Log, int, error) error { return nil }

// BenchmarkArchive compares the judgement of archives with the bound, a loop over their lines:
//
//	go test ./verify/archive -run '^$' -bench Archive
//
// In every round both are run over the same bytes, on one core; "of-lines" is how the
// bound's best time compares to the best of the judgement: 0.2 is a fifth of its speed.
// Times are processor times, so that other work on the machine does not count. With two workers,
// "of-one" compares wall-clock times. For play, the time is that of writing games. "of-legal"
// compares an archive whose games have a fault, a ruling or a tally with the same games without.
func BenchmarkArchive(b *testing.B) {
	for _, game := range slices.Sorted(maps.Keys(samples)) {
		for name, dress := range dressings {
			b.Run(game+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				text := archiveOf([]byte(dress.Replace(string(samples[game]()))))
				var c tallying
				bound, best := besideLines(b, text, func() { c = verifyAll(b, 1, text) })
				b.ReportMetric(float64(len(text))/1e6/bound.Seconds(), "lines-MB/s")
				b.ReportMetric(float64(c.turns)/1e6/best.Seconds(), "Mturns/s")
				b.ReportMetric(float64(c.actions)/1e6/best.Seconds(), "Mactions/s")
			})
		}
		for name, add := range additions {
			b.Run(game+"/"+name, func(b *testing.B) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
				legal, text := archiveOf(samples[game]()), archiveOf(add(b, samples[game]()))
				b.SetBytes(int64(len(text)))
				var c tallying
				bound, none, best := time.Hour, time.Hour, time.Hour
				for b.Loop() {
					bound = min(bound, processor(func() { lines(text) }))
					none = min(none, processor(func() { verifyAll(b, 1, legal) }))
					best = min(best, processor(func() { c = verifyAll(b, 1, text) }))
				}
				if (c.findings == 0) != (name == "tally") {
					b.Fatal(c.findings, "findings")
				}
				b.ReportMetric(bound.Seconds()/best.Seconds(), "of-lines")
				b.ReportMetric(best.Seconds()/none.Seconds(), "of-legal")
			})
		}
		b.Run(game+"/two", func(b *testing.B) {
			text := archiveOf(samples[game]())
			b.SetBytes(int64(len(text)))
			one, two := time.Hour, time.Hour
			for b.Loop() {
				one = min(one, clock(func() { verifyAll(b, 1, text) }))
				two = min(two, clock(func() { verifyAll(b, 2, text) }))
			}
			b.ReportMetric(one.Seconds()/two.Seconds(), "of-one")
			b.ReportMetric(float64(len(text))/1e6/two.Seconds(), "best-MB/s")
		})
		b.Run(game+"/rows", func(b *testing.B) {
			text := archiveOf(samples[game]())
			besideLines(b, text, func() { rowsOf(b, text) })
		})
		b.Run(game+"/play", func(b *testing.B) {
			text := archiveOf(samples[game]())
			size := len(text) / 16
			besideLines(b, text[:size], func() { played(game, size) })
		})
	}
}

// besideLines measures work on a text, or on one of its size, on one core. It returns the best times
// of the bound and of the work.
func besideLines(b *testing.B, text []byte, work func()) (bound, best time.Duration) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	b.SetBytes(int64(len(text)))
	bound, best = time.Hour, time.Hour
	for b.Loop() {
		bound = min(bound, processor(func() { lines(text) }))
		best = min(best, processor(work))
	}
	b.ReportMetric(bound.Seconds()/best.Seconds(), "of-lines")
	b.ReportMetric(float64(len(text))/1e6/best.Seconds(), "best-MB/s")
	return bound, best
}

// faulty doubles a turn line in the middle of one of every games of an archive.
func faulty(text []byte, every int) []byte {
	var out bytes.Buffer
	for n := 0; len(text) > 0; n++ {
		game, size := notation.CutGame(text, 1)
		if n%every == 0 {
			middle := size/2 + bytes.IndexByte(text[size/2:], '\n') + 1
			line := text[middle : middle+bytes.IndexByte(text[middle:], '\n')+1]
			game.Text = slices.Insert(slices.Clone(game.Text), middle, line...)
		}
		out.Write(game.Text)
		text = text[size:]
	}
	return out.Bytes()
}

// kept is an archive in which change has added something to every game.
func kept(t testing.TB, text []byte, change func(r *verify.Reader, chance *rand.Rand, game []byte) []byte) []byte {
	r, err := verify.NewReader(options)
	if err != nil {
		t.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(8, 8))
	var out []byte
	for rest := text; len(rest) > 0; {
		_, size := notation.CutGame(rest, 1)
		out = append(out, change(r, chance, rest[:size])...)
		rest = rest[size:]
	}
	return out
}

// ruled adds to a game a turn with an error and a ruling, after which play goes on legally. It
// returns the game unchanged if it finds no such turn.
func ruled(r *verify.Reader, chance *rand.Rand, game []byte) []byte {
	block, _ := notation.CutGame(game, 1)
	before, _, err := r.Block("", ".", block, nil)
	if err != nil {
		return game
	}
	lines := bytes.SplitAfter(game, []byte("\n"))
	first := slices.IndexFunc(lines, func(line []byte) bool { return bytes.HasPrefix(line, []byte("1. ")) })
	last := len(lines) - 3
	for tries := 0; tries < 500 && first < last; tries++ {
		at, other := first+chance.IntN(last-first), lines[first+chance.IntN(last-first)]
		words := bytes.Split(lines[at], []byte(" "))
		if len(words) < 3 || len(bytes.Fields(other)) < 3 {
			continue // a ruling
		}
		words[len(words)-1] = slices.Clone(words[len(words)-1])
		if word := words[len(words)-1]; chance.IntN(2) == 0 && word[1] == ':' {
			word[0] = byte('1' + chance.IntN(6))
		} else {
			words[len(words)-1] = bytes.Fields(other)[2]
			words[len(words)-1] = append(slices.Clip(words[len(words)-1]), '\n')
		}
		wrong := slices.Replace(slices.Clone(lines), at, at+1, bytes.Join(words, []byte(" ")), []byte("ruling stands\n"))
		block, _ := notation.CutGame(bytes.Join(wrong, nil), 1)
		if g, _, err := r.Block("", ".", block, nil); err == nil && g.OK() && len(g.Findings) == len(before.Findings)+1 {
			return block.Text
		}
	}
	return game
}

// rowsOf prints the actions of an archive.
func rowsOf(t testing.TB, text []byte) {
	printer := report.NewArchive("rows", bufio.NewWriter(io.Discard), false).(*report.Table)
	o := archive.Options{Options: options, Jobs: 1, Rows: &archive.Rows{Append: printer.Append, Write: printer.Write}, Game: new(tallying).game, Done: ended}
	if _, err := judge(context.Background(), o, sourceOf("archive.log", text)); err != nil {
		t.Fatal(err)
	}
}

// verifyAll judges an archive.
func verifyAll(t testing.TB, jobs int, text []byte) (c tallying) {
	options := options
	options.NoPosition = true // as for a list of findings
	_, err := judge(context.Background(), archive.Options{Options: options, Jobs: jobs, Game: c.game, Done: ended}, sourceOf("archive.log", text))
	if err != nil {
		t.Fatal(err, c)
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
