package verify

import (
	"hash/maphash"
	"strings"

	"tpnote/rules/trespass"
	"tpnote/rules/trouble"
	"tpnote/rules/wheel"
)

// choiceSeed is shared by all engines of a run, so that their sums compare.
var choiceSeed = maphash.MakeSeed()

// sum adds up the legal actions that keep admits, and that the turn might be ended instead.
func (t *seats[S, A]) sum(keep func(A) bool) uint64 {
	var sum uint64
	if t.mayStop() {
		sum = maphash.Comparable(choiceSeed, "stop")
	}
	for _, a := range t.engine.Legal(nil, &t.state) {
		if keep(a) {
			sum += maphash.Comparable(choiceSeed, a)
		}
	}
	return sum
}

// choices are what the same roll allows, and, where the word records a card, the boxes that
// it might have come from.
func (t *wheelTable) choices(word string) uint64 {
	sum := t.sum(func(a wheel.Action) bool { return a.Die == word[0]-'0' })
	if !strings.Contains(word, "@") {
		return sum
	}
	for box := uint8(1); box <= wheel.MaxBoxes; box++ {
		anywhere := wheel.Action{Space: wheel.Hub, Category: 1, Answer: wheel.Right, Box: box}
		if r := t.engine.CheckQuestion(&t.state, anywhere); r.Reason == 0 {
			sum += maphash.Comparable(choiceSeed, box)
		}
	}
	return sum
}

// choices are what the same pop allows.
func (t *troubleTable) choices(word string) uint64 {
	return t.sum(func(a trouble.Action) bool { return a.Die == word[0]-'0' })
}

// choices are all legal moves: there is no die, and the piece is chosen too.
func (t *trespassTable) choices(string) uint64 {
	return t.sum(func(trespass.Action) bool { return true })
}
