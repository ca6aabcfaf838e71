package odds_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/odds"
	"tpnote/verify/play"
)

var logs = flag.Int("logs", 1000, "how many fair logs BenchmarkCalibration measures")

// BenchmarkCalibration measures how often fair logs, as play writes them, have a p-value below a
// level. spec/luck.md has the figures.
func BenchmarkCalibration(b *testing.B) {
	for _, x := range []struct {
		variant string
		policy  play.Policy
	}{{"genus-iii", play.Random}, {"genus-iii", play.Eager}, {"trouble-official", play.Random}, {"trouble-official", play.Eager}} {
		b.Run(fmt.Sprintf("%s-%d", x.variant, x.policy), func(b *testing.B) {
			for range b.N {
				calibrate(b, x.variant, x.policy)
			}
		})
	}
}

var levels = []float64{0.05, 0.01, 0.001}

// hits counts p-values, and how many are below each level.
type hits struct {
	n     int
	below [3]int
}

func (h *hits) add(p float64) {
	h.n++
	for i, level := range levels {
		if p < level {
			h.below[i]++
		}
	}
}

func calibrate(b *testing.B, variant string, policy play.Policy) {
	reader, err := verify.NewReader(verify.Options{Games: games.All})
	if err != nil {
		b.Fatal(err)
	}
	found := map[string]*hits{}
	count := func(key string, p float64) {
		if found[key] == nil {
			found[key] = &hits{}
		}
		found[key].add(p)
	}
	var event odds.Dice // ten games
	for n := range *logs {
		chance := rand.New(rand.NewPCG(1, uint64(n)))
		header, err := reader.Propose(verify.Header{Variant: variant}, 2, chance)
		if err != nil {
			b.Fatal(err)
		}
		played, err := play.Game(reader, header, chance, play.Options{Policy: policy, Right: 50, Limit: 10000})
		if err != nil {
			b.Fatal(err)
		}
		var game odds.Game
		block, _ := notation.CutGame([]byte(played.Log), 1)
		if _, _, err := reader.Block("play", ".", block, game.See); err != nil {
			b.Fatal(err)
		}
		event.Add(&game.All)
		var all []*odds.Question
		ask := func(d *odds.Dice, who string) {
			for _, q := range d.Questions() {
				all = append(all, q)
				size := "small"
				if q.N >= 300 {
					size = "large"
				}
				count(q.About+" "+who+" "+size, q.P)
			}
		}
		ask(&game.All, "game")
		for _, d := range game.Players {
			ask(d, "player")
		}
		if n%10 == 9 {
			ask(&event, "event")
			event = odds.Dice{}
		}
		odds.Correct(all)
		if len(all) > 0 {
			count("corrected", slices.MinFunc(all, func(a, b *odds.Question) int { return int(math.Copysign(1, a.Corrected-b.Corrected)) }).Corrected)
		}
	}
	for _, key := range slices.Sorted(func(yield func(string) bool) {
		for key := range found {
			if !yield(key) {
				return
			}
		}
	}) {
		h := found[key]
		line := fmt.Sprintf("%-28s %7d", key, h.n)
		for i, level := range levels {
			share := float64(h.below[i]) / float64(h.n)
			line += fmt.Sprintf("  %6.4f (%.2f, %+.1f s.e.)", share, share/level, (share-level)/math.Sqrt(level*(1-level)/float64(h.n)))
		}
		b.Log(line)
	}
}
