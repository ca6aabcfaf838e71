package verify_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"tpnote/verify"
)

// corpora are archives of about 16 MB, made once.
var corpora = map[string]func() []byte{
	"wheel": sync.OnceValue(func() []byte {
		return archive(func(s *scribe, i int) { s.wheel(wheelVariants[i%len(wheelVariants)], 100) })
	}),
}

// archive repeats different games until there is enough to measure.
func archive(write func(s *scribe, i int)) []byte {
	s := newScribe(7)
	for i := 0; s.out.Len() < 1<<20; i++ {
		write(s, i)
	}
	return bytes.Repeat(s.out.Bytes(), 16)
}

// dressings change how a log is written, and not what it says.
var dressings = map[string]*strings.Replacer{
	"plain":    strings.NewReplacer(),
	"crlf":     strings.NewReplacer("\n", "\r\n"),
	"comments": strings.NewReplacer("\n", "  ; a remark\n", "\n\n", "\n\n"),
	"blanks":   strings.NewReplacer(" ", "  "),
}

// tallying counts what a Bulk reports.
type tallying struct{ turns, findings int }

func (c *tallying) Game(g *verify.Game) error {
	c.turns += g.Turns
	c.findings += len(g.Findings)
	return nil
}
func (c *tallying) Rewrite(*verify.Source, []byte, int) error { return nil }
func (c *tallying) Done(*verify.Source, int, error) error     { return nil }

// BenchmarkBulk judges archives beside the bound, a loop over their lines:
//
//	go test ./verify -run '^$' -bench Bulk
//
// xlines is how many times longer the bound is than the judgement: 0.2 is a fifth of it.
func BenchmarkBulk(b *testing.B) {
	for _, game := range []string{"wheel"} {
		for _, dress := range []string{"plain", "crlf", "comments", "blanks"} {
			text := []byte(dressings[dress].Replace(string(corpora[game]())))
			if dress == "plain" {
				b.Run(game+"/lines", func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					for b.Loop() {
						lines(text)
					}
				})
			}
			for _, jobs := range []int{1, 2} {
				if jobs > 1 && dress != "plain" {
					continue
				}
				b.Run(fmt.Sprintf("%s/%s/jobs=%d", game, dress, jobs), func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					b.ReportAllocs()
					turns := 0
					for b.Loop() {
						var c tallying
						bulk := &verify.Bulk{Jobs: jobs}
						tally, err := bulk.Run(context.Background(), slices.Values([]*verify.Source{sourceOf("archive.log", text)}), &c)
						if err != nil || c.findings > 0 || tally.Judged > 0 {
							b.Fatal(err, c, tally)
						}
						turns += c.turns
					}
					b.ReportMetric(float64(turns)/b.Elapsed().Seconds()/1e6, "Mturns/s")
				})
			}
		}
	}
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
