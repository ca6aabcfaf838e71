package notation

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
)

// Memo remembers what a grammar made of a word: an archive holds millions of actions, and in most
// games only a few thousand of them differ. It is bounded, and goroutines may share it.
type Memo[A any] struct {
	parse func(string) (A, error)
	seed  maphash.Seed
	known [memoSize]atomic.Pointer[answer[A]] // a word is in one of memoPlaces places, the first that was free
	long  atomic.Pointer[answer[A]]           // the last long word: readings ask for it in many positions
}

// answer is what a grammar returns for a word.
type answer[A any] struct {
	word string
	is   A
	err  error
}

// memoSize is how many words a memo holds, and mostRemembered their greatest length; of longer ones it holds the last.
const (
	memoSize       = 1 << 13
	memoPlaces     = 4
	mostRemembered = 64
)

// NewMemo makes a memo of a grammar.
func NewMemo[A any](parse func(string) (A, error)) *Memo[A] {
	return &Memo[A]{parse: parse, seed: maphash.MakeSeed()}
}

// Ask is the grammar's answer, asked once for each word, unless too many other words share its places.
func (m *Memo[A]) Ask(word string) (A, error) {
	place := &m.long
	if len(word) <= mostRemembered {
		first := maphash.String(m.seed, word) % memoSize
		for i := range uint64(memoPlaces) {
			place = &m.known[first^i]
			if a := place.Load(); a == nil || a.word == word {
				break
			}
		}
	}
	if a := place.Load(); a != nil && a.word == word {
		return a.is, a.err
	}
	a := &answer[A]{word: strings.Clone(word)} // what is remembered keeps no line
	a.is, a.err = m.parse(a.word)
	place.Store(a)
	return a.is, a.err
}
