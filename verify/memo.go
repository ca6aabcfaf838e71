package verify

import "sync"

// memo remembers what a game's grammar made of a word: an archive holds millions of
// actions, but only a few thousand different ones. It is bounded, and goroutines may
// share it.
type memo[A any] struct {
	parse func(string) (A, error)
	mu    sync.Mutex
	known map[string]A
	wrong map[string]error
}

// memoSize is how many words a memo holds; a vocabulary that is larger is parsed anew each
// time.
const memoSize = 1 << 14

// newMemo makes a memo of a grammar.
func newMemo[A any](parse func(string) (A, error)) *memo[A] {
	return &memo[A]{parse: parse, known: map[string]A{}, wrong: map[string]error{}}
}

// ask is the grammar's answer, asked once for each word. Of words that are none it remembers
// as many.
func (m *memo[A]) ask(word string) (A, error) {
	m.mu.Lock()
	a, ok := m.known[word]
	err := m.wrong[word]
	m.mu.Unlock()
	if ok || err != nil {
		return a, err
	}
	a, err = m.parse(word)
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case err == nil && len(m.known) < memoSize:
		m.known[word] = a
	case err != nil && len(m.wrong) < memoSize && len(word) < longWord:
		m.wrong[word] = err
	}
	return a, err
}

// longWord is how long a word without meaning may be that is remembered, in bytes.
const longWord = 64
