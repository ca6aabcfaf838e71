package wheel

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tpnote/rules/variant"
)

// TestEverySpaceOfAWheelIsReached checks that a token can reach every space of every board, even if
// it may not pass the hub. So faults need not look for such spaces.
func TestEverySpaceOfAWheelIsReached(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	library := variant.NewLibrary(Family)
	for range 50 {
		n := 2 + rnd.IntN(5)
		path := func() string {
			return "[" + strings.TrimSuffix(strings.Repeat("aa, ", rnd.IntN(9)), ", ") + "]"
		}
		var text strings.Builder
		text.WriteString("variant: x\nextends: master-1981\nboard:\n  wheel:\n")
		for i := range n {
			fmt.Fprintf(&text, "    - {hq: a%c, spoke: %s, track: %s}\n", 'a'+i, path(), path())
		}
		text.WriteString("rules: {wedges-to-win: 1, hub-passing: never}\n")
		v, err := library.Parse("x.yaml", []byte(text.String()), nil)
		if err != nil {
			t.Fatal(err)
		}
		e, err := New(v)
		if err != nil {
			t.Fatal(err)
		}
		reached := map[Space]bool{Hub: true}
		for way := []Space{Hub}; len(way) > 0; way = way[1:] {
			for die := 1; die <= 6; die++ {
				set := e.Board.reach[notThrough][way[0]][die]
				for to := range Space(e.Board.Len()) {
					if set.Has(to) && !reached[to] {
						reached[to] = true
						way = append(way, to)
					}
				}
			}
		}
		if len(reached) != e.Board.Len() {
			t.Errorf("%d of %d spaces are reached on\n%s", len(reached), e.Board.Len(), text.String())
		}
	}
}

// TestTurnsBack compares turnsBack with walks that turn back freely: a space that such a walk
// reaches is reached by one that never does, or by turnsBack.
func TestTurnsBack(t *testing.T) {
	library := variant.NewLibrary(Family)
	for _, name := range library.Builtin() {
		v, err := library.Open(name, ".")
		if err != nil {
			t.Fatal(err)
		}
		b, err := newBoard(v)
		if err != nil {
			t.Fatal(err)
		}
		for from := range Space(b.Len()) {
			front := map[Space]bool{from: true}
			for die := 1; die <= 6; die++ {
				ahead := map[Space]bool{}
				for s := range front {
					for _, to := range b.Places[s].Next {
						ahead[to] = true
					}
				}
				front = ahead
				for to := range Space(b.Len()) {
					if got := b.reach[anotherSpoke][from][die].Has(to) || b.turnsBack(from, to, die); got != front[to] {
						t.Errorf("%s: %d from %s to %s: %t", name, die, b.Names[from], b.Names[to], got)
					}
				}
			}
		}
	}
}
