package verify

import (
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
)

// order checks the rolls for the first turn.
func (j *judge) order(o *notation.Order) {
	roll := j.words().roll
	switch {
	case j.played:
		f := j.errorAt("order-roll", o.Keyword.Span, "the "+roll+"s for the first turn stand before turn 1")
		j.by(f, "first-player", "late")
		return
	case j.ordered:
		f := j.errorAt("order-roll", o.Keyword.Span, "the "+roll+"s for the first turn are given twice")
		j.by(f, "first-player", "twice")
		return
	}
	j.ordered = true
	seat, ok := j.rollOff(o)
	if !ok {
		return
	}
	if !j.first && j.table != nil { // else a Setup or a state line says who is next
		j.table.take(seat, j.table.clock().Number)
		j.first, j.winner = true, true
	}
}

// rollOff finds who wins the roll for the first turn. Faults are reported; then nobody
// does.
func (j *judge) rollOff(o *notation.Order) (winner uint8, ok bool) {
	due := make([]int, len(j.Handles)) // the seats that roll in this group
	for i := range due {
		due[i] = i
	}
	roll := j.words().roll
	everyone := j.variant.Is("rolloff-tie", "everyone")
	for g, group := range o.Groups {
		rolls := map[int]int{}
		for _, r := range group {
			seat, known := rules.SeatOf(r.Handle.Text, j.Handles)
			switch _, twice := rolls[seat]; {
			case !known:
				f := j.errorAt("unknown-player", r.Handle.Span, fmt.Sprintf("%s is not one of the players %s", r.Handle.Text, strings.Join(j.Handles, ", ")))
				f.suggest(r.Handle.Text, j.Handles)
				return 0, false
			case twice:
				return 0, j.orderFault(r.Handle.Span, r.Handle.Text+" "+roll+"s twice in the same group", "once")
			case !slices.Contains(due, seat):
				return 0, j.orderFault(r.Handle.Span, r.Handle.Text+" did not tie for the highest "+roll+", and "+roll+"s again all the same", "tie")
			}
			rolls[seat] = r.Face
		}
		for _, seat := range due {
			if _, rolled := rolls[seat]; !rolled {
				return 0, j.orderFault(group[0].Handle.Span, j.Handles[seat]+" does not "+roll+" in this group", []string{"everybody", "tie"}[min(g, 1)])
			}
		}
		best := 0
		for _, face := range rolls {
			best = max(best, face)
		}
		var top []int
		for _, seat := range due {
			if rolls[seat] == best {
				top = append(top, seat)
			}
		}
		last := g == len(o.Groups)-1
		switch {
		case len(top) == 1 && last:
			return uint8(top[0]), true
		case len(top) == 1:
			return 0, j.orderFault(o.Groups[g+1][0].Handle.Span, j.Handles[top[0]]+" has won already; nobody "+roll+"s again", "settled")
		case last:
			return 0, j.orderFault(o.Keyword.Span, "the highest "+roll+" is tied ("+j.names(top)+"), and they do not "+roll+" again", "tie")
		}
		if !everyone {
			due = top
		}
	}
	return 0, false
}

func (j *judge) orderFault(at notation.Span, message, situation string) bool {
	j.by(j.errorAt("order-roll", at, message), "rolloff-tie", situation)
	return false
}

func (j *judge) names(seats []int) string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = j.Handles[seat]
	}
	return strings.Join(names, ", ")
}
