package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tpnote/verify"
)

// Stats sums up many games of one variant.
type Stats struct {
	variant string
	turns   []int
	idle    int
	all     int      // turns of all games
	players []string // in seating order
	wins    map[string]int
	endings map[string]int
}

// NewStats makes the sum of no games.
func NewStats(variant string) *Stats {
	return &Stats{variant: variant, wins: map[string]int{}, endings: map[string]int{}}
}

// Add adds a game.
func (s *Stats) Add(g *verify.Played) {
	s.turns = append(s.turns, g.Turns)
	s.idle += g.Idle
	s.all += g.Turns
	s.players = g.Players
	for _, winner := range g.Winners {
		s.wins[winner]++
	}
	s.endings[g.Ending]++
}

// share is a part of a whole in percent.
func share(part, whole int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(whole, 1)))
}

// quantile is the value below which the given part of the sorted numbers lies: the nearest
// one that occurs.
func quantile(sorted []int, part float64) int {
	return sorted[min(int(part*float64(len(sorted))), len(sorted)-1)]
}

// The widths of a table of statistics.
const (
	statsLabel  = 34
	statsColumn = 22
)

// Stats prints what was counted, the variants side by side, as many as fit.
func (t *Text) Stats(all []*Stats) {
	const fit = (Width - statsLabel) / statsColumn
	for i := 0; i < len(all); i += fit {
		if i > 0 {
			t.printf("\n")
		}
		t.statsBlock(all[i:min(i+fit, len(all))])
	}
}

func (t *Text) statsBlock(all []*Stats) {
	row := func(label string, value func(*Stats) string) {
		line := fmt.Sprintf("%-*s", statsLabel, cutRight(Clean(label), statsLabel-1))
		for _, s := range all {
			line += fmt.Sprintf("%-*s", statsColumn, cutRight(Clean(value(s)), statsColumn-1))
		}
		t.printf("%s\n", strings.TrimRight(line, " "))
	}
	row("", func(s *Stats) string { return s.variant })
	row("games", func(s *Stats) string { return fmt.Sprint(len(s.turns)) })
	for _, s := range all {
		slices.Sort(s.turns)
	}
	for _, q := range []struct {
		label string
		part  float64
	}{{"turns, shortest", 0}, {"  lower quarter", 0.25}, {"  median", 0.5}, {"  upper quarter", 0.75}, {"  longest", 1}} {
		row(q.label, func(s *Stats) string { return fmt.Sprint(quantile(s.turns, q.part)) })
	}
	row("turns without progress", func(s *Stats) string { return share(s.idle, s.all) })
	var winners, endings []string
	for _, s := range all {
		winners = union(winners, s.players, slices.Sorted(maps.Keys(s.wins))) // a side is no player
		endings = union(endings, slices.Sorted(maps.Keys(s.endings)))
	}
	for _, name := range winners {
		row("won by "+name, func(s *Stats) string { return share(s.wins[name], len(s.turns)) })
	}
	for _, name := range endings {
		row("ended: "+name, func(s *Stats) string { return share(s.endings[name], len(s.turns)) })
	}
	t.histogram(all, row)
}

// union adds to names those of the lists that it does not hold yet.
func union(names []string, lists ...[]string) []string {
	for _, list := range lists {
		for _, name := range list {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// bins is how many rows a histogram has.
const bins = 12

// histogram draws how many games had how many turns, on one scale for all variants. What
// is longer than nearly all games falls into the last row.
func (t *Text) histogram(all []*Stats, row func(string, func(*Stats) string)) {
	widest, most := 1, 1
	for _, s := range all {
		widest = max(widest, quantile(s.turns, 0.98))
	}
	size := widest/bins + 1
	bin := func(s *Stats, i int) (n int) {
		for _, turns := range s.turns {
			if min(turns/size, bins-1) == i {
				n++
			}
		}
		return n
	}
	for _, s := range all {
		for i := range bins {
			most = max(most, bin(s, i)*1000/len(s.turns))
		}
	}
	t.printf("\n")
	for i := range bins {
		label := fmt.Sprintf("%d to %d turns", i*size, (i+1)*size-1)
		if i == bins-1 {
			label = fmt.Sprintf("%d turns or more", i*size)
		}
		row(label, func(s *Stats) string {
			n := bin(s, i)
			bar := strings.Repeat("#", n*1000/len(s.turns)*(statsColumn-2)/most)
			if n > 0 && bar == "" {
				bar = "."
			}
			return bar
		})
	}
}
