package draft_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tpnote/verify/draft"
)

// BenchmarkEdit measures an edit in the middle of a game of 10,000 turns: a mark, a word half
// typed, a line more, a line less, in turn. It reports the slowest of a hundred too.
func BenchmarkEdit(b *testing.B) {
	r := reader(b)
	text := endless(b)
	d := draft.New(r, "x.log", ".", text)
	chance := rand.New(rand.NewPCG(3, 4))
	var took []time.Duration
	judged := 0
	b.ReportAllocs()
	for b.Loop() {
		at := len(text)/2 + chance.IntN(len(text)/20)
		at += bytes.IndexByte(text[at:], '\n') // the end of a line
		var e draft.Edit
		switch chance.IntN(5) {
		case 0: // its last mark goes
			e = draft.Edit{Start: at - 1, End: at}
		case 1: // half a word
			e = draft.Edit{Start: at, End: at, Text: " 3:"}
		case 2: // a comment
			e = draft.Edit{Start: at, End: at, Text: "\n; it rains"}
		case 3: // half of the line goes
			e = draft.Edit{Start: at - 4, End: at}
		default:
			e = draft.Edit{Start: at - 1, End: at, Text: "?"}
		}
		begin := time.Now()
		change := d.Edit(e)
		d.Games()[0].Summary()
		took = append(took, time.Since(begin))
		judged += change.Judged
		b.StopTimer()
		d.Edit(change.Undo)
		b.StartTimer()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(judged)/float64(len(took)), "lines/op")
}

// BenchmarkMends tries a correction in one game of 3000.
func BenchmarkMends(b *testing.B) {
	const game = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n\n1. Ann 6:br* 3:br3-\n2. Ben 6:ye-\n\n"
	text := strings.Repeat(game, 1500) + strings.Replace(game, "br*", "br+", 1) + strings.Repeat(game, 1499)
	d := draft.New(reader(b), "x.log", ".", []byte(text))
	at := strings.Index(text, "br+") + 2
	for b.Loop() {
		if !d.Mends(draft.Edit{Start: at, End: at + 1, Text: "*"}, nil) {
			b.Fatal("the correction does not mend the game")
		}
	}
}

// endless is a game of 10,000 turns without a winner: all answers are wrong.
func endless(t testing.TB) []byte {
	t.Helper()
	r := reader(t)
	return playedBy(t, r, "genus-iii", 1, 10_000, 0)
}

// BenchmarkNew measures reading a text for the first time.
func BenchmarkNew(b *testing.B) {
	r := reader(b)
	text := endless(b)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		draft.New(r, "x.log", ".", text)
	}
}

// BenchmarkArchive measures an edit in one game of an archive of 5 MB.
func BenchmarkArchive(b *testing.B) {
	r := reader(b)
	var archive bytes.Buffer
	for seed := uint64(0); archive.Len() < 5<<20; seed++ {
		fmt.Fprintf(&archive, "%s\n", playedBy(b, r, "heisey-mania", seed, 400, 60))
	}
	text := archive.Bytes()
	d := draft.New(r, "x.log", ".", text)
	for range summaries(d) {
	}
	var took []time.Duration
	chance := rand.New(rand.NewPCG(3, 4))
	for b.Loop() {
		at := chance.IntN(len(text) - 1000)
		at += bytes.IndexByte(text[at:], '\n')
		begin := time.Now()
		change := d.Edit(draft.Edit{Start: at, End: at, Text: "\n; it rains"})
		for range summaries(d) {
		}
		took = append(took, time.Since(begin))
		b.StopTimer()
		d.Edit(change.Undo)
		b.StartTimer()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(len(d.Games())), "games")
}
