package verify

import (
	"hash/maphash"

	"tpnote/rules/trouble"
	"tpnote/rules/wheel"
)

// choiceSeed is shared by all engines of a run, so that their sums compare.
var choiceSeed = maphash.MakeSeed()

// sum adds up the legal actions that keep admits.
func (t *seats[S, A]) sum(keep func(A) bool) uint64 {
	var sum uint64
	for _, a := range t.engine.Legal(nil, &t.state) {
		if keep(a) {
			sum += maphash.Comparable(choiceSeed, a)
		}
	}
	return sum
}

// choices are what the same roll allows.
func (t *wheelTable) choices(word string) uint64 {
	return t.sum(func(a wheel.Action) bool { return a.Die == word[0]-'0' })
}

// choices are what the same pop allows.
func (t *troubleTable) choices(word string) uint64 {
	return t.sum(func(a trouble.Action) bool { return a.Die == word[0]-'0' })
}
