package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"tpnote/rules/variant"
	"tpnote/verify/odds"
	"tpnote/verify/play"
)

// Stats sums up many games of one variant. Its JSON is the luck in them.
type Stats struct {
	Games int     `json:"games"` // that were measured
	Turns int     `json:"turns"` // in them
	Start float64 `json:"start"` // what the first positions were worth to the first players, on average
	Share float64 `json:"share"` // the part of luck in what happened; 0 where nothing did

	variant string
	turns   []int
	idle    int
	players []string // or sides
	by      []string // who played for them, or ""
	wins    map[string]int
	endings map[string]int

	last   *odds.Luck // which says how they were measured
	start  float64    // the sum of Start
	luck   float64    // the sizes of the luck of all turns
	choice float64    // those of their choices
}

// NewStats makes the sum of no games.
func NewStats(variant string) *Stats {
	return &Stats{variant: variant, wins: map[string]int{}, endings: map[string]int{}}
}

// Add adds a game.
func (s *Stats) Add(g *play.Played) {
	s.turns = append(s.turns, g.Turns)
	s.idle += g.Idle
	s.players, s.by = g.Players, g.By
	for _, winner := range g.Winners {
		s.wins[winner]++
	}
	s.endings[g.Ending]++
}

// AddLuck adds the luck of a game.
func (s *Stats) AddLuck(l *odds.Luck) {
	if l == nil || l.Unit == "" {
		return
	}
	if s.last != nil && !maps.Equal(s.last.Right, l.Right) {
		own := *l
		own.Right = nil // that of each game
		l = &own
	}
	s.last = l
	s.Games++
	s.Turns += len(l.Turns)
	s.start += l.Start[0]
	s.Start = s.start / float64(s.Games)
	for i := range l.Turns {
		s.luck += math.Abs(l.Turns[i].Luck())
		s.choice += math.Abs(l.Turns[i].Choice)
	}
	if s.luck > 0 {
		s.Share = s.luck / (s.luck + s.choice)
	}
}

// share is a part of a whole in percent.
func share(part, whole int) string { return percent(float64(part) / float64(max(whole, 1))) }

// quantile is the value below which the given part of the sorted numbers lies: the nearest one that occurs.
func quantile(sorted []int, part float64) int {
	return sorted[min(int(part*float64(len(sorted))), len(sorted)-1)]
}

// statsTable is a column of labels, and a column for each variant.
type statsTable struct {
	all     []*Stats
	columns [][]string
}

// newStatsTable begins a table with the names of the variants.
func newStatsTable(all []*Stats) *statsTable {
	t := &statsTable{all, make([][]string, 1+len(all))}
	t.row("", func(s *Stats) string { return s.variant })
	return t
}

func (t *statsTable) row(label string, value func(*Stats) string) {
	t.columns[0] = append(t.columns[0], Clean(label)+"  ")
	for i, s := range t.all {
		t.columns[i+1] = append(t.columns[i+1], Clean(value(s))+"  ")
	}
}

// String lays the columns out side by side, each as wide as it has to be.
func (t *statsTable) String() string {
	columns := variant.Each(t.columns, func(cells []string) string { return strings.Join(cells, "\n") })
	return lipgloss.JoinHorizontal(lipgloss.Top, columns...)
}

// barWidth is how wide the longest bar of a histogram is.
const barWidth = 16

// Stats prints what was counted, the variants side by side, as many as fit, with their luck if it is wanted.
func (t *Text) Stats(all []*Stats, luck bool) {
	for len(all) > 0 {
		fit := len(all)
		for fit > 1 && lipgloss.Width(statsOf(all[:fit], luck).String()) > Width {
			fit--
		}
		t.table(statsOf(all[:fit], luck))
		if all = all[fit:]; len(all) > 0 {
			t.printf("\n")
		}
	}
}

// table prints a table without the blanks at the ends of its lines, and how the luck in it was measured.
func (t *Text) table(table *statsTable) {
	for line := range strings.Lines(table.String() + "\n") {
		t.printf("%s\n", strings.TrimRight(line, " \n"))
	}
	var said list
	for _, s := range table.all {
		if s.Games > 0 {
			said = variant.Union(said, LuckMade(s.last))
		}
	}
	if said != nil {
		said.add("The share of luck is the part that luck has in the sizes of the luck and the choices of all turns.")
		t.wrapped("\n", "", strings.Join(said, " "))
	}
}

func statsOf(all []*Stats, luck bool) *statsTable {
	t := newStatsTable(all)
	t.row("games", func(s *Stats) string { return fmt.Sprint(len(s.turns)) })
	for _, s := range all {
		slices.Sort(s.turns)
	}
	for _, q := range []struct {
		label string
		part  float64
	}{{"turns, shortest", 0}, {"  lower quarter", 0.25}, {"  median", 0.5}, {"  upper quarter", 0.75}, {"  longest", 1}} {
		t.row(q.label, func(s *Stats) string { return fmt.Sprint(quantile(s.turns, q.part)) })
	}
	t.row("turns without progress", func(s *Stats) string { return share(s.idle, sum(s.turns)) })
	if luck {
		t.luck()
	}
	var winners, endings []string
	by := map[string]string{}
	for _, s := range all {
		winners = variant.Union(winners, s.players...)
		for i, who := range s.by {
			if who != "" {
				by[s.players[i]] = " (" + OneLine(who) + ")"
			}
		}
		endings = variant.Union(endings, slices.Sorted(maps.Keys(s.endings))...)
	}
	for _, name := range winners {
		t.row("won by "+name+by[name], func(s *Stats) string { return share(s.wins[name], len(s.turns)) })
	}
	for _, name := range endings {
		t.row("ended: "+name, func(s *Stats) string { return share(s.endings[name], len(s.turns)) })
	}
	t.histogram()
	return t
}

// luck adds what games are worth to the first player at the start, and how much of them is luck.
func (t *statsTable) luck() {
	row := func(label string, value func(*Stats) string) {
		t.row(label, func(s *Stats) string {
			if s.Games == 0 {
				return "-"
			}
			return value(s)
		})
	}
	row("for the first player", func(s *Stats) string { return strings.TrimPrefix(standing(s.last, s.Start), "a ") })
	row("share of luck", func(s *Stats) string { return percent(s.Share) })
}

// LuckCompared prints the luck of the same games under several variants, side by side.
func (t *Text) LuckCompared(all []*Stats) {
	table := newStatsTable(all)
	table.row("games with dice", func(s *Stats) string { return fmt.Sprint(s.Games) })
	table.row("turns measured", func(s *Stats) string { return fmt.Sprint(s.Turns) })
	table.luck()
	t.table(table)
}

// bins is how many rows a histogram has.
const bins = 12

// histogram draws how many games had how many turns, on one scale for all variants. What
// is longer than nearly all games falls into the last row.
func (t *statsTable) histogram() {
	widest, most := 1, 1
	for _, s := range t.all {
		widest = max(widest, quantile(s.turns, 0.98))
	}
	size := widest/bins + 1
	counts := map[*Stats]*[bins]int{}
	for _, s := range t.all {
		games := new([bins]int)
		for _, turns := range s.turns {
			games[min(turns/size, bins-1)]++
		}
		counts[s], most = games, max(most, slices.Max(games[:])*1000/len(s.turns))
	}
	t.row("", func(*Stats) string { return "" })
	for i := range bins {
		label := fmt.Sprintf("%d to %d turns", i*size, (i+1)*size-1)
		switch {
		case i == bins-1:
			label = fmt.Sprintf("%d turns or more", i*size)
		case size == 1:
			label = fmt.Sprintf("%d turns", i)
		}
		t.row(label, func(s *Stats) string {
			n := counts[s][i]
			bar := strings.Repeat("#", n*1000/len(s.turns)*barWidth/most)
			if n > 0 && bar == "" {
				bar = "."
			}
			return bar
		})
	}
}
