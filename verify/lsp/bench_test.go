package lsp_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tpnote/verify"
	"tpnote/verify/play"
)

// edits measures edits of a document from the message to the diagnostics, each taken back
// again, and reports the 99th of a hundred.
func edits(b *testing.B, text string, edit func(chance *rand.Rand) (start, end int, put string)) {
	b.Helper()
	c := start(b)
	const uri = "untitled:x"
	c.open(uri, text)
	chance := rand.New(rand.NewPCG(3, 4))
	var took []time.Duration
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	point := func(offset int) position {
		line, exact := slices.BinarySearch(starts, offset)
		if !exact {
			line--
		}
		return position{line, offset - starts[line]} // the text is ASCII
	}
	for b.Loop() {
		from, to, put := edit(chance)
		there := textRange{point(from), point(to)}
		begin := time.Now()
		c.change(uri, map[string]any{"range": there, "text": put})
		took = append(took, time.Since(begin))
		b.StopTimer()
		end := position{there.Start.Line, there.Start.Character + len(put)}
		if n := strings.Count(put, "\n"); n > 0 {
			end = position{there.Start.Line + n, len(put) - strings.LastIndexByte(put, '\n') - 1}
		}
		c.change(uri, map[string]any{"range": textRange{there.Start, end}, "text": text[from:to]})
		b.StartTimer()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
}

// typed is an edit at the end of a line that begins in a part of a text: a mark less, half a
// word, a comment, half a word less, another mark.
func typed(chance *rand.Rand, text string, begin, size int) (start, end int, put string) {
	at := begin + chance.IntN(size)
	at += strings.IndexByte(text[at:], '\n')
	switch chance.IntN(5) {
	case 0:
		return at - 1, at, ""
	case 1:
		return at, at, " 3:"
	case 2:
		return at, at, "\n; it rains"
	case 3:
		return at - 4, at, ""
	}
	return at - 1, at, "?"
}

// BenchmarkTyping edits a log of 10,000 lines, anywhere in it.
func BenchmarkTyping(b *testing.B) {
	r := reader(b)
	chance := rand.New(rand.NewPCG(1, 7))
	header, err := r.Propose(verify.Header{Variant: "genus-iii"}, 2, chance)
	if err != nil {
		b.Fatal(err)
	}
	g, err := play.Game(r, header, chance, play.Options{Limit: 10_000}) // all answers are wrong
	if err != nil {
		b.Fatal(err)
	}
	edits(b, g.Log, func(chance *rand.Rand) (int, int, string) { return typed(chance, g.Log, 100, len(g.Log)-200) })
}

// BenchmarkArchive edits games of an archive of 5 MB.
func BenchmarkArchive(b *testing.B) {
	r := reader(b)
	var all strings.Builder
	for seed := uint64(0); all.Len() < 5<<20; seed++ {
		fmt.Fprintf(&all, "%s\n", played(b, r, "heisey-mania", seed, 400))
	}
	text := all.String()
	edits(b, text, func(chance *rand.Rand) (int, int, string) { return typed(chance, text, 100, len(text)-200) })
}
