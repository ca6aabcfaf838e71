package regress_test

import (
	"strings"
	"testing"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
	"tpnote/verify/regress"
)

// BenchmarkCompare compares games of four players, or two, that most pairs of variants do not make the
// same of: because of one rule point or several, in one turn or in nearly all.
func BenchmarkCompare(b *testing.B) {
	player := logtest.NewReader(b, verify.Options{})
	for _, pair := range [][2]string{
		{"genus-iii", "genus-iii-four-wedge"},
		{"master-1981", "genus-iii-four-wedge"},
		{"master-1981", "../../testdata/variants/kitchen-table.yaml"},
		{"trouble-official", "trouble-classic"},
		{"trouble-official", "trouble-spec"},
		{"trespass-1974", "../../testdata/variants/trespass-at-home.yaml"},
		{"trespass-1974", "../../testdata/variants/narrow-trespass.yaml"},
	} {
		v := logtest.Ruled(b, pair[0])
		var log strings.Builder
		for seed := range uint64(200) {
			log.WriteString(logtest.PlayOut(b, player, v.Name, 4, seed, play.Options{Right: 50, Limit: 1000}).Log + "\n")
		}
		c, err := regress.NewComparison(verify.Options{Games: games.All}, v, logtest.Ruled(b, pair[1]))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.A.Name+"/"+c.B.Name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(log.Len()))
			for b.Loop() {
				c.Games, c.Changed = 0, 0
				for block := range notation.NewReader(strings.NewReader(log.String())).Blocks() { // memory is always read to its end
					p, err := c.Part("x.log", ".", block)
					if err := c.Count(c.Names(block), p, err); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(c.Changed)/float64(c.Games), "changed")
		})
	}
}
