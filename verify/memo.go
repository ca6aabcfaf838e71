package verify

import (
	"strings"
	"sync"
)

// memo remembers what a game's grammar made of a word: an archive holds millions of
// actions, but only a few thousand different ones. It is bounded, and goroutines may
// share it.
type memo[A any] struct {
	parse func(string) (A, error)
	mu    sync.Mutex
	known map[string]A
	wrong string // the last word that is none, which is often asked for again
	err   error
}

// memoSize is how many words a memo holds, and mostRemembered how long they are; what is more is
// parsed anew each time.
const (
	memoSize       = 1 << 14
	mostRemembered = 64
)

// newMemo makes a memo of a grammar.
func newMemo[A any](parse func(string) (A, error)) *memo[A] {
	return &memo[A]{parse: parse, known: map[string]A{}}
}

// ask is the grammar's answer, asked once for each word. Of errors the last is remembered.
func (m *memo[A]) ask(word string) (A, error) {
	m.mu.Lock()
	a, ok := m.known[word]
	var err error
	if m.err != nil && m.wrong == word {
		err = m.err
	}
	m.mu.Unlock()
	if ok || err != nil {
		return a, err
	}
	word = strings.Clone(word) // what is remembered keeps no line
	a, err = m.parse(word)
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case err != nil:
		m.wrong, m.err = word, err
	case len(m.known) < memoSize && len(word) <= mostRemembered:
		m.known[word] = a
	}
	return a, err
}
