package readings_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// BenchmarkSlips judges files of games of each family that have one slip each, of all kinds in
// turn.
func BenchmarkSlips(b *testing.B) {
	for _, f := range families {
		b.Run(f.name, func(b *testing.B) {
			m := newBench(b)
			texts, size := m.spoilt(f.variants, 400, rand.New(rand.NewPCG(15, 5)))
			file := strings.Join(texts, "\n")
			b.ReportAllocs()
			begun := used()
			for b.Loop() {
				m.judge(m.read, file)
			}
			b.ReportMetric(float64(size)*float64(b.N)/1e6/(used()-begun).Seconds(), "MB/CPUs")
		})
	}
}

// BenchmarkGarbage judges a game of which no turn is legal, of two lengths: a turn is to take as long
// in both.
func BenchmarkGarbage(b *testing.B) {
	for _, turns := range []int{1000, 7000} {
		b.Run(strconv.Itoa(turns), func(b *testing.B) {
			m := newBench(b)
			game := "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n\n"
			for n := range turns {
				game += strconv.Itoa(n+1) + ". " + []string{"Ann", "Ben"}[n%2] + " 1:br5-\n"
			}
			begun := used()
			for b.Loop() {
				m.judge(m.read, game)
			}
			b.ReportMetric(float64((used()-begun).Microseconds())/float64(b.N*turns), "µs/turn")
		})
	}
}

// spoilt makes a number of games of some variants, with one slip each, of all kinds in turn.
func (b *bench) spoilt(variants []string, games int, chance *rand.Rand) (texts []string, size int) {
	for k := 0; len(texts) < games; k++ {
		s := slips[k%len(slips)]
		l := b.game(variants[k%len(variants)], chance)
		if spoilt, _, ok := s.spoil(l, l.body+chance.IntN(len(l.lines)-l.body), chance); ok {
			texts = append(texts, spoilt.text())
			size += len(texts[len(texts)-1])
		}
	}
	return texts, size
}
