package regress_test

import (
	"fmt"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/regress"
)

// Two variants are compared over recorded games: which games come out differently, where,
// and by which rule point.
func ExampleComparison() {
	library := games.All.Library()
	genus, err := library.Open("genus-iii", ".")
	if err != nil {
		fmt.Println(err)
		return
	}
	ours, err := genus.Set("hub-entry=at-least")
	if err != nil {
		fmt.Println(err)
		return
	}
	comparison, err := regress.NewComparison(verify.Options{Games: games.All}, genus, ours)
	if err != nil {
		fmt.Println(err)
		return
	}
	log := `[Game "trivial-pursuit"]
[Players "Ann, Ben"]
[Setup "24 Ann Ann=bl2/br,bl,or,ye,pi,gr Ben=or3/ye"]
24. Ann 4:hub/ye-
`
	for game, err := range notation.NewReader(strings.NewReader(log)).Blocks() {
		if err != nil {
			fmt.Println(err)
			return
		}
		if p, err := comparison.Part("evening.log", ".", game); err != nil {
			fmt.Println(err)
		} else if p != nil {
			fmt.Println("line", p.First.Line, p.A.Verdict(), "or", p.B.Verdict(), "by", p.First.Causes)
		}
	}
	// Output:
	// line 4 illegal or legal by [[hub-entry]]
}
